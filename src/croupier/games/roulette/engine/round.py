"""A spin: chips lie, the ball rests, everything is settled at once (LIVE 1.1)."""

from functools import cache, partial

import msgspec
from msgspec.structs import replace

from croupier.engine.at_once import ruled, settled, standing
from croupier.engine.inputs import (
    BallRested,
    Input,
    OffersClosed,
    Ruling,
    SettlementHeld,
    VoidReason,
)
from croupier.engine.layout import Bet, Layout, Limits
from croupier.engine.lines import Line, Verdict, lose, win
from croupier.engine.standing import Standing
from croupier.engine.viewer import Viewer, own_bets, visible_waiting
from croupier.engine.waiting import Waiting
from croupier.games.roulette.engine.rules import RouletteRules
from croupier.games.roulette.engine.spots import POCKETS, SPOTS, colour
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.kit.stakes import check_stake

VOID_CAUSES: tuple[VoidReason, ...] = ()
"""R26 names faults of the cards alone, and a wheel has none. What stops a spin is R4's; a record
that calls one void all the same is read, since R26 holds in every game."""


class Round(msgspec.Struct, frozen=True):
    rules: RouletteRules
    bets: tuple[Bet, ...]
    pocket: int | None = None
    lines: tuple[Line, ...] = ()
    over: bool = False
    void: bool = False
    held: bool = False
    """The ball settles nothing before the dealer goes on."""


class RouletteView(msgspec.Struct, frozen=True, tag_field="game", tag="roulette"):
    variant: str
    bets: tuple[Bet, ...]
    """The viewer's own; the house sees all."""
    pocket: int | None
    colour: str | None
    waiting: Waiting
    lines: tuple[Line, ...]
    over: bool
    void: bool


def check_bet(
    rules: RouletteRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
) -> None:
    """LIVE 1.2, R3a: the table's limits hold for each bet of each player."""
    check_stake(bet.amount, rules.chip_unit)
    what = _on(bet.bet)
    limits.check_most(so_far.amount(bet.player, bet.bet), what, rules.topics["limit"])
    limits.check_least(whole.amount(bet.player, bet.bet), what, rules.topics["limit"])


@cache
def _on(bet: str) -> Phrase:
    return words("the bet on {bet:bet}", bet=bet)


def open_round(rules: RouletteRules, limits: Limits, layout: Layout) -> Round:
    return Round(rules, layout.bets)


def waiting(round: Round) -> Waiting:
    if round.over:
        return Waiting(over=True, rulings=("adjust",))
    spin = round.pocket is None
    return Waiting(pocket=spin, rulings=("void", "interrupt"), settlement=not spin)


def step(round: Round, input: Input) -> Round:
    if isinstance(input, Ruling):
        return ruled(round, input, standings(round), "at a wheel")
    if round.over:
        raise Refused(
            Code.ILLEGAL_ACTION, words("the spin is over"), round.rules.topics["finished"]
        )
    if isinstance(input, SettlementHeld):
        return replace(round, held=True)
    if isinstance(input, OffersClosed) and round.pocket is not None:
        return settled(round, partial(judge, round.rules, round.pocket))
    if not isinstance(input, BallRested) or round.pocket is not None:
        why = words("roulette waits for the ball alone")
        raise Refused(Code.ILLEGAL_ACTION, why, round.rules.topics["ball"])
    if input.pocket not in POCKETS:
        raise Refused(Code.BAD_FILE, f"there is no pocket {input.pocket}", "R25")
    round = replace(round, pocket=input.pocket)
    return round if round.held else settled(round, partial(judge, round.rules, input.pocket))


def judge(rules: RouletteRules, pocket: int, spot: str) -> Verdict:
    """LIVE 1.3: a bet covers its numbers; zero loses every outside bet (R25)."""
    if pocket in SPOTS[spot]:
        return win(rules.odds(spot), rules.topics["won"])
    return lose(rules.topics["lost"])


def standings(round: Round) -> tuple[Standing, ...]:
    pocket = round.pocket
    return standing(round, None if pocket is None else partial(judge, round.rules, pocket))


def view(round: Round, viewer: Viewer) -> RouletteView:
    return RouletteView(
        variant=round.rules.game,
        bets=own_bets(round.bets, viewer),
        pocket=round.pocket,
        colour=None if round.pocket is None else colour(round.pocket),
        waiting=visible_waiting(waiting(round), viewer),
        lines=round.lines,
        over=round.over,
        void=round.void,
    )
