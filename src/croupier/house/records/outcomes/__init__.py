"""What a round came to, as everybody could see it: a file a family."""

from collections.abc import Callable
from typing import Any

from croupier.games.baccarat import Round as BaccaratRound
from croupier.games.blackjack import Round as BlackjackRound
from croupier.games.engine import Round
from croupier.games.roulette import Round as RouletteRound
from croupier.house.records.outcomes.baccarat import baccarat_outcome
from croupier.house.records.outcomes.blackjack import blackjack_outcome
from croupier.house.records.outcomes.roulette import roulette_outcome
from croupier.house.records.outcomes.value import RoundOutcome as RoundOutcome

OUTCOMES: dict[type, Callable[[Any], RoundOutcome]] = {
    BlackjackRound: blackjack_outcome,
    BaccaratRound: baccarat_outcome,
    RouletteRound: roulette_outcome,
}


def outcome(round: Round) -> RoundOutcome | None:
    """Of a round that is over; none where it is void."""
    return None if round.void else OUTCOMES[type(round)](round)
