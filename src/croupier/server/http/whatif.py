"""What another choice of settings would cost, said before anybody orders it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.house.roles import PIT
from croupier.odds import AnteStrategy, BetOdds, GameOdds, Strategy, compare
from croupier.odds.reckoning import Reckoned
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import Body
from croupier.server.http.places import room_of
from croupier.server.http.settings import Value, ordered_config


class SettingsWish(Body, frozen=True):
    settings: Annotated[dict[str, Value], Meta(max_length=100)]
    """All that is to be otherwise than the document has it, as in `reconfigure`."""


class BetFigures(msgspec.Struct, frozen=True):
    house_edge: float
    stddev: float


class BetCost(msgspec.Struct, frozen=True):
    """A bet before and after; null where only one of the two has it."""

    bet: str
    before: BetFigures | None
    after: BetFigures | None


class Cost(msgspec.Struct, frozen=True):
    game: str
    settings: dict[str, tuple[Value, Value]]
    """What would be set otherwise: before and after."""
    bets: tuple[BetCost, ...]
    decisions: int
    """How many cells of the chart of the best play change; of antes, how many raises and folds."""


@endpoint("POST", "/api/tables/{table}/whatif", roles=PIT, body=SettingsWish, answer=Cost)
async def whatif(visit: Visit) -> Any:
    """What these settings would change, bet by bet, against those in force; it orders nothing. The
    first answer for a blackjack takes a few seconds."""
    state, odds = room_of(visit.house, visit.params["table"]).state, visit.house.odds
    # Refused just as the order itself would be.
    wanted = msgspec.structs.replace(ordered_config(state), settings=visit.body.settings).check()
    found = compare(_both(await odds.of(state.rules)), _both(await odds.of(wanted)))
    bets = (BetCost(one.bet, _figures(one.before), _figures(one.after)) for one in found.bets)
    return Cost(found.game, found.settings, tuple(bets), len(found.strategy))


def _both(found: Reckoned) -> tuple[GameOdds, Strategy | AnteStrategy | None]:
    return found.odds, (found.play.chart or found.play.antes) if found.play else None


def _figures(odds: BetOdds | None) -> BetFigures | None:
    return BetFigures(odds.house_edge, odds.stddev) if odds else None
