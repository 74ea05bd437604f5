"""One door to every game: the same few questions, answered by the game the round belongs to."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol, cast

from croupier.games import baccarat, blackjack, roulette
from croupier.games.books import VARIANTS
from croupier.games.inputs import Input, VoidReason
from croupier.games.layout import Bet, Layout, Limits
from croupier.games.lines import Line
from croupier.games.rules import Rules
from croupier.games.standing import Standing
from croupier.games.viewer import PUBLIC, Viewer
from croupier.games.waiting import Waiting
from croupier.kit.errors import Code, Refused

Round = blackjack.Round | baccarat.Round | roulette.Round
View = blackjack.BlackjackView | baccarat.BaccaratView | roulette.RouletteView
AnyRules = blackjack.BlackjackRules | baccarat.BaccaratRules | roulette.RouletteRules


class _Game(Protocol):
    """What each game's package answers, for its own rules and rounds."""

    VOID_CAUSES: tuple[VoidReason, ...]

    def check_bet(
        self, rules: Rules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout
    ) -> None: ...
    def open_round(self, rules: Rules, limits: Limits, layout: Layout) -> Round: ...
    def waiting(self, round: Round) -> Waiting: ...
    def step(self, round: Round, input: Input) -> Round: ...
    def standings(self, round: Round) -> tuple[Standing, ...]: ...
    def staked(self, round: Round) -> dict[str, int]: ...
    def view(self, round: Round, viewer: Viewer) -> View: ...


_GAMES: dict[type, _Game] = {
    kind: cast(_Game, game)
    for game in (blackjack, baccarat, roulette)
    for kind in (game.Round, getattr(game, f"{game.__name__.rpartition('.')[2].title()}Rules"))
}


class Step(NamedTuple):
    round: Round
    lines: tuple[Line, ...]
    """What this step settled; a void settles everything anew."""


def variant(game: str, settings: Mapping[str, object] | None = None) -> AnyRules:
    """The rules of a game id, as the house has set them."""
    rules = VARIANTS.get(game)
    if rules is None:
        raise Refused(
            Code.UNKNOWN_GAME, f"there is no game {game[:40]!r}; there are {', '.join(VARIANTS)}"
        )
    return cast(AnyRules, rules.with_settings(settings or {}))


def spots(rules: AnyRules) -> dict[str, bool]:
    """Every bet the variant has, and whether it lies on a box."""
    return rules.spots()


def void_causes(rules: AnyRules) -> tuple[VoidReason, ...]:
    """What can happen in this game that leaves a round without a result (R24, R26)."""
    return _GAMES[type(rules)].VOID_CAUSES


def check_bet(rules: AnyRules, limits: Limits, bet: Bet, so_far: Layout, whole: Layout) -> None:
    """Refuse a bet that may not stand beside the others; `begin` checks a whole list."""
    on_box = spots(rules).get(bet.bet)
    if on_box is None:
        raise Refused(Code.UNKNOWN_BET, f"{rules.game} has no bet {bet.bet[:40]!r}")
    if on_box is not (bet.box is not None):
        word = "needs" if on_box else "has no"
        raise Refused(Code.BAD_FILE, f"{bet.bet} {word} box")
    _GAMES[type(rules)].check_bet(rules, limits, bet, so_far, whole)


def open_round(rules: AnyRules, limits: Limits, layout: Layout) -> Round:
    """ "No more bets": freeze the layout and begin."""
    return _GAMES[type(rules)].open_round(rules, limits, layout)


def begin(
    rules: AnyRules,
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
    return _GAMES[type(round)].waiting(round)


def step(round: Round, input: Input) -> Step:
    """The only way a round changes. What is not legal is refused, and changes nothing."""
    after = _GAMES[type(round)].step(round, input)
    voided_now = after.void and not round.void
    return Step(after, after.lines if voided_now else after.lines[len(round.lines) :])


def standings(round: Round) -> tuple[Standing, ...]:
    """Which bets have conclusively won or lost by what is exposed, and which are open (R4)."""
    return _GAMES[type(round)].standings(round)


def staked(round: Round) -> dict[str, int]:
    """What each player has put down so far, doubles, splits and insurance included."""
    return _GAMES[type(round)].staked(round)


def view(round: Round, viewer: Viewer = PUBLIC) -> View:
    """What this viewer may see."""
    return _GAMES[type(round)].view(round, viewer)
