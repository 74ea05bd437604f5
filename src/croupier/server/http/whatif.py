"""What another choice of settings would cost, said before anybody orders it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.engine.rules import Rules
from croupier.house.roles import PIT
from croupier.odds import AnteStrategy, BetOdds, BetProtection, GameOdds, Strategy, compare
from croupier.odds.counting.protection import USUAL_SPREAD, usual_cuts
from croupier.odds.reckoning import Reckoned
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body
from croupier.server.http.lookups import Tables
from croupier.server.http.settings import Value, ordered_config
from croupier.server.odds_service import OddsService


class ProposedSettings(Body, frozen=True):
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


@endpoint("POST", "/api/tables/{table}/whatif", roles=PIT)
async def whatif(
    request: HttpRequest, body: ProposedSettings, tables: Tables, odds: OddsService
) -> Cost:
    """What these settings would change, bet by bet, against those in force; it orders nothing. The
    first answer for a blackjack takes a few seconds."""
    state = tables.room(request.path["table"]).state
    # Refused just as the order itself would be.
    wanted = msgspec.structs.replace(ordered_config(state), settings=body.settings).check()
    change = compare(_both(await odds.of(state.rules)), _both(await odds.of(wanted)))
    bets = (BetCost(bet.bet, _figures(bet.before), _figures(bet.after)) for bet in change.bets)
    return Cost(change.game, change.settings, tuple(bets), len(change.strategy))


class WinAtCut(msgspec.Struct, frozen=True):
    """In a hundred rounds, in units of the least stake."""

    eighths: int | None
    """Of the shoe, behind the cut card; null: as many cards as these settings have there."""
    cut: int
    """How many cards that is."""
    observer: float
    """By whoever knows every card that was seen."""
    count: float | None
    """By the best simple count; null where no single card tells anything."""


class CountedBet(msgspec.Struct, frozen=True):
    """A bet before and after; null where only one of the two has it."""

    bet: str
    before: tuple[WinAtCut, ...] | None
    after: tuple[WinAtCut, ...] | None


class CountersWin(msgspec.Struct, frozen=True):
    game: str
    spread: int
    """The most a counter stakes where one unit must be in every round."""
    bets: tuple[CountedBet, ...]
    """None where no cards are dealt."""


@endpoint("POST", "/api/tables/{table}/whatif/counting", roles=PIT)
async def whatif_counting(
    request: HttpRequest, body: ProposedSettings, tables: Tables, odds: OddsService
) -> CountersWin:
    """What a counter of cards could win with these settings and with those in force, bet by bet and
    cut by cut; it orders nothing. The first answer may take a minute."""
    state = tables.room(request.path["table"]).state
    wanted = msgspec.structs.replace(ordered_config(state), settings=body.settings).check()
    if not wanted.deck_count:
        return CountersWin(wanted.game, USUAL_SPREAD, ())
    before, after = [
        {bet.bet: _wins(rules, bet) for bet in (await odds.counting(rules)).bets}
        for rules in (state.rules, wanted)
    ]
    bets = (CountedBet(bet, before.get(bet), after.get(bet)) for bet in {**before, **after})
    return CountersWin(wanted.game, USUAL_SPREAD, tuple(bets))


def _wins(rules: Rules, bet: BetProtection) -> tuple[WinAtCut, ...]:
    """As the rules have the cut card first, then by eighths."""
    by_cut = {at.cut: at for at in bet.cuts}
    shown = [(None, bet.cuts[0].cut), *((n, cut) for cut, n in usual_cuts(rules).items())]
    return tuple(
        WinAtCut(eighths, cut, at.observer.win, at.count.win if at.count else None)
        for eighths, cut in shown
        for at in (by_cut[cut],)
    )


def _both(reckoned: Reckoned) -> tuple[GameOdds, Strategy | AnteStrategy | None]:
    play = reckoned.play
    return reckoned.odds, (play.chart or play.antes) if play else None


def _figures(odds: BetOdds | None) -> BetFigures | None:
    return BetFigures(odds.house_edge, odds.stddev) if odds else None
