"""A spin: chips lie, the ball rests, everything is settled at once (LIVE 1.1)."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from croupier.games.inputs import (
    Adjust,
    BallRested,
    Input,
    Interrupt,
    OffersClosed,
    Ruling,
    SettlementHeld,
    Void,
    VoidReason,
)
from croupier.games.irregular import adjustment, check_capacity, check_unfinished
from croupier.games.layout import Bet, Layout, Limits
from croupier.games.lines import Line, Verdict, lose, void, win
from croupier.games.roulette.rules import RouletteRules
from croupier.games.roulette.spots import POCKETS, SPOTS, colour
from croupier.games.standing import Fate, Standing, established, fate
from croupier.games.viewer import Viewer, own_bets, visible_waiting
from croupier.games.waiting import Waiting
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
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
    what = words("the bet on {bet:bet}", bet=bet.bet)
    limits.check_most(so_far.amount(bet.player, bet.bet), what, rules.topics["limit"])
    limits.check_least(whole.amount(bet.player, bet.bet), what, rules.topics["limit"])


def open_round(rules: RouletteRules, limits: Limits, layout: Layout) -> Round:
    return Round(rules, layout.bets)


def waiting(round: Round) -> Waiting:
    if round.over:
        return Waiting(over=True, rulings=("adjust",))
    return Waiting(pocket=round.pocket is None, rulings=("void", "interrupt"))


def step(round: Round, input: Input) -> Round:
    if isinstance(input, Ruling):
        return _rule(round, input)
    if round.over:
        raise Refused(
            Code.ILLEGAL_ACTION, words("the spin is over"), round.rules.topics["finished"]
        )
    if isinstance(input, SettlementHeld):
        return replace(round, held=True)
    if isinstance(input, OffersClosed) and round.pocket is not None:
        return _settle(round, round.pocket)
    if not isinstance(input, BallRested) or round.pocket is not None:
        said = words("roulette waits for the ball alone")
        raise Refused(Code.ILLEGAL_ACTION, said, round.rules.topics["ball"])
    if input.pocket not in POCKETS:
        raise Refused(Code.BAD_FILE, f"there is no pocket {input.pocket}", "R25")
    round = replace(round, pocket=input.pocket)
    return round if round.held else _settle(round, input.pocket)


def _settle(round: Round, pocket: int) -> Round:
    verdicts = {spot: _judge(round.rules, spot, pocket) for spot in {bet.bet for bet in round.bets}}
    lines = tuple(verdicts[bet.bet].line(bet.player, bet.bet, bet.amount) for bet in round.bets)
    return replace(round, lines=lines, over=True)


def _judge(rules: RouletteRules, spot: str, pocket: int) -> Verdict:
    """LIVE 1.3: a bet covers its numbers; zero loses every outside bet (R25)."""
    if pocket in SPOTS[spot]:
        return win(rules.odds(spot), rules.topics["won"])
    return lose(rules.topics["lost"])


def _rule(round: Round, ruling: Ruling) -> Round:
    check_capacity(ruling)
    cite = round.rules.topics
    if isinstance(ruling, Adjust):
        players = frozenset(bet.player for bet in round.bets)
        line = adjustment(round.over, players, ruling, cite["adjusted"])
        return replace(round, lines=(*round.lines, line))
    check_unfinished(round.over, ruling, cite["finished"])
    if isinstance(ruling, Void):
        return voided(round, cite[f"void-{ruling.reason}"])
    if isinstance(ruling, Interrupt):
        # R4: until the ball lies in its pocket nothing is decided, and then everything is.
        return round if established(standings(round)) else voided(round, cite["interrupted"])
    raise Refused(
        Code.ILLEGAL_ACTION, f"{type(ruling).__name__.lower()} has no place at a wheel", "R30"
    )


def voided(round: Round, clause: str) -> Round:
    verdict = void(clause)
    lines = tuple(verdict.line(bet.player, bet.bet, bet.amount) for bet in round.bets)
    return replace(round, lines=lines, over=True, void=True)


def staked(round: Round) -> dict[str, int]:
    """What each player has put down."""
    total: dict[str, int] = {}
    for bet in round.bets:
        total[bet.player] = total.get(bet.player, 0) + bet.amount
    return total


def first_stakes(round: Round, whose: Callable[[str], bool]) -> dict[str, int]:
    """Play adds to no bet."""
    return {}


def standings(round: Round) -> tuple[Standing, ...]:
    settled = {(line.player, line.bet): fate(line.result) for line in round.lines}
    return tuple(
        Standing(bet.player, bet.bet, settled.get((bet.player, bet.bet)) or _fate(round, bet))
        for bet in round.bets
    )


def _fate(round: Round, bet: Bet) -> Fate:
    if round.pocket is None:
        return Fate.OPEN
    return fate(_judge(round.rules, bet.bet, round.pocket).result)


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
