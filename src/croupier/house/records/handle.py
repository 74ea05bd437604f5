"""What lay on each bet of a round; roulette's by their kind, "straight" or "corner"."""

import sys
from collections import Counter
from collections.abc import Iterable

from croupier.games import blackjack
from croupier.games.engine import Round
from croupier.games.lines import Line, Result

_GROWING = ("initial", "behind")
"""Bets that doubles and splits add to."""


def staked(lines: Iterable[Line]) -> dict[str, int]:
    """All that was put down, at any time."""
    found: Counter[str] = Counter()
    for line in lines:
        found[sys.intern(line.bet.partition(":")[0])] += line.stake
    return {bet: amount for bet, amount in found.items() if amount}


def first_staked(round: Round, handle: dict[str, int]) -> dict[str, int]:
    """Of the handle what an edge is reckoned on: each bet as it first stood to be won or lost."""
    found = Counter(handle)
    found -= Counter(staked(line for line in round.lines if line.result is Result.RETURNED))
    if isinstance(round, blackjack.Round):
        for bet in _GROWING:
            found.pop(bet, None)
        for wager in (wager for box in round.boxes for wager in box.wagers if not wager.withdrawn):
            found[wager.bet] += wager.amount
    return handle if found == handle else dict(found)
