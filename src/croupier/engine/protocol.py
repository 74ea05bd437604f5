"""One door to every game: the same few questions, answered by the game the round belongs to."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from croupier.engine.inputs import Input, VoidReason
from croupier.engine.layout import Bet, Layout, Limits
from croupier.engine.lines import Line
from croupier.engine.rules import Rules
from croupier.engine.standing import Standing
from croupier.engine.variants import VARIANTS
from croupier.engine.viewer import HOUSE, PUBLIC, Viewer
from croupier.engine.waiting import Waiting
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.kit.registry import missing, part


class Round(Protocol):
    """What every game's round has; the rest is the game's own."""

    @property
    def rules(self) -> Rules: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def over(self) -> bool: ...
    @property
    def void(self) -> bool: ...
    @property
    def held(self) -> bool: ...


class View(Protocol):
    """What every game's view has."""

    @property
    def variant(self) -> str: ...
    @property
    def waiting(self) -> Waiting: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def over(self) -> bool: ...
    @property
    def void(self) -> bool: ...


class Engine(Protocol):
    """What the engine of each family answers, for its own rules and rounds."""

    @property
    def VOID_CAUSES(self) -> tuple[VoidReason, ...]: ...  # noqa: N802 -- a constant of the package
    @property
    def check_bet(self) -> Callable[[Any, Limits, Bet, Layout, Layout], None]: ...
    @property
    def open_round(self) -> Callable[[Any, Limits, Layout], Round]: ...
    @property
    def waiting(self) -> Callable[[Any], Waiting]: ...
    @property
    def step(self) -> Callable[[Any, Input], Round]: ...
    @property
    def standings(self) -> Callable[[Any], tuple[Standing, ...]]: ...
    @property
    def staked(self) -> Callable[[Any], dict[str, int]]: ...
    @property
    def view(self) -> Callable[[Any, Viewer], View]: ...
    @property
    def first_stakes(self) -> Callable[[Any, Callable[[str], bool]], dict[str, int]]: ...


def family_engine(rules: Rules) -> Engine:
    engine: Engine = part(rules.family, "engine")
    return engine


class StepResult(NamedTuple):
    round: Round
    lines: tuple[Line, ...]
    """What this step settled; a void settles everything anew."""


def variant(game: str, settings: Mapping[str, object] | None = None) -> Rules:
    """The rules of a game id, as the house has set them."""
    rules = VARIANTS.get(game)
    if rules is None:
        known = ", ".join(VARIANTS)
        raise missing(Code.UNKNOWN_GAME, f"there is no game {game[:40]!r}; there are {known}")
    return rules.with_settings(settings or {})


def spots(rules: Rules) -> dict[str, bool]:
    """Every bet the variant has, and whether it lies on a box."""
    return rules.spots()


def void_causes(rules: Rules) -> tuple[VoidReason, ...]:
    """What can happen in this game that leaves a round without a result (R24, R26)."""
    return family_engine(rules).VOID_CAUSES


def check_bet(rules: Rules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout) -> None:
    """Refuse a bet that may not stand beside the others; `begin` checks a whole list."""
    on_box = spots(rules).get(bet.bet)
    if on_box is None:
        raise Refused(Code.UNKNOWN_BET, f"{rules.game} has no bet {bet.bet[:40]!r}")
    if on_box is not (bet.box is not None):
        word = "needs" if on_box else "has no"
        raise Refused(Code.BAD_FILE, f"{bet.bet} {word} box")
    family_engine(rules).check_bet(rules, limits, bet, so_far, whole)


def open_round(rules: Rules, limits: Limits, layout: Layout) -> Round:
    """ "No more bets": freeze the layout and begin."""
    return family_engine(rules).open_round(rules, limits, layout)


def begin(
    rules: Rules,
    bets: Iterable[Bet],
    *,
    limits: Limits | None = None,
    seats: Mapping[int, str] | None = None,
) -> Round:
    """Check every bet in order and begin the round with them."""
    limits = limits or Limits()
    listed = tuple(bets)
    whole = Layout(seats, listed)
    so_far = Layout(seats)
    for bet in listed:
        so_far.put(bet)
        check_bet(rules, limits, bet, so_far, whole)
    return open_round(rules, limits, whole)


def waiting(round: Round) -> Waiting:
    """What the round waits for now."""
    return family_engine(round.rules).waiting(round)


def step(round: Round, input: Input) -> StepResult:
    """The only way a round changes. What is not legal is refused, and changes nothing."""
    after = family_engine(round.rules).step(round, input)
    voided_now = after.void and not round.void
    return StepResult(after, after.lines if voided_now else after.lines[len(round.lines) :])


def standings(round: Round) -> tuple[Standing, ...]:
    """Which bets have conclusively won or lost by what is exposed, and which are open (R4)."""
    return family_engine(round.rules).standings(round)


def staked(round: Round) -> dict[str, int]:
    """What each player has put down so far, doubles, splits and insurance included."""
    return family_engine(round.rules).staked(round)


def first_stakes(round: Round, whose: Callable[[str], bool]) -> dict[str, int]:
    """Of the bets that play adds to, what these players had first put down on each."""
    return family_engine(round.rules).first_stakes(round, whose)


def view(round: Round, viewer: Viewer = PUBLIC) -> View:
    """What this viewer may see."""
    return family_engine(round.rules).view(round, viewer)


def hands(round: Round, viewer: Viewer = PUBLIC) -> Mapping[str, tuple[Card, ...]]:
    """Place → the cards as this viewer may see them, of a game whose view names places. Parts that
    serve any game ask this alone: a round may hold cards that nobody may see."""
    hands: Mapping[str, tuple[Card, ...]] = getattr(view(round, viewer), "hands", {})
    return hands


def bets(round: Round) -> tuple[Bet, ...]:
    """Every bet of a round, of a game whose view lists them."""
    bets: tuple[Bet, ...] = getattr(view(round, HOUSE), "bets", ())
    return bets
