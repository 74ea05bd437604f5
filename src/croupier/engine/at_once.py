"""Rounds in which nobody decides anything: bets stand as they lie, and all are settled together.

A wheel is such a game, and so is one whose cards are dealt out to places that have a name.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from msgspec.structs import replace

from croupier.engine.inputs import Adjust, Interrupt, Ruling, Void
from croupier.engine.irregular import adjustment, check_capacity, check_unfinished
from croupier.engine.layout import Bet
from croupier.engine.lines import Line, Verdict, void
from croupier.engine.rules import Rules
from croupier.engine.standing import Fate, Standing, established, fate
from croupier.kit.errors import Code, Refused


class AtOnce(Protocol):
    """A round of such a game."""

    @property
    def rules(self) -> Rules: ...
    @property
    def bets(self) -> tuple[Bet, ...]: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def over(self) -> bool: ...


R = TypeVar("R", bound=AtOnce)
Judge = Callable[[str], Verdict]
"""Bet → how it ends."""


def settled(round: R, judge: Judge) -> R:
    """Every bet of one spot ends alike."""
    verdicts = {spot: judge(spot) for spot in {bet.bet for bet in round.bets}}
    lines = tuple(verdicts[bet.bet].line(bet.player, bet.bet, bet.amount) for bet in round.bets)
    return cast(R, replace(cast(Any, round), lines=lines, over=True))


def ruled(round: R, ruling: Ruling, standings: tuple[Standing, ...], where: str) -> R:
    """What the house may rule: such a round is void or it is not; `where` names the game."""
    check_capacity(ruling)
    cite = round.rules.topics
    if isinstance(ruling, Adjust):
        players = frozenset(bet.player for bet in round.bets)
        line = adjustment(round.over, players, ruling, cite["adjusted"])
        return cast(R, replace(cast(Any, round), lines=(*round.lines, line)))
    check_unfinished(round.over, ruling, cite["finished"])
    if isinstance(ruling, Void):
        return voided(round, cite[f"void-{ruling.reason}"])
    if isinstance(ruling, Interrupt):
        # R4: until the last card, or the ball, is there nothing is decided, and then everything is.
        return round if established(standings) else voided(round, cite["interrupted"])
    name = type(ruling).__name__.lower()
    raise Refused(Code.ILLEGAL_ACTION, f"{name} has no place {where}", "R30")


def voided(round: R, clause: str) -> R:
    verdict = void(clause)
    lines = tuple(verdict.line(bet.player, bet.bet, bet.amount) for bet in round.bets)
    return cast(R, replace(cast(Any, round), lines=lines, over=True, void=True))


def staked(round: AtOnce) -> dict[str, int]:
    """What each player has put down."""
    total: dict[str, int] = {}
    for bet in round.bets:
        total[bet.player] = total.get(bet.player, 0) + bet.amount
    return total


def first_stakes(round: AtOnce, whose: Callable[[str], bool]) -> dict[str, int]:
    """Play adds to no bet."""
    return {}


def standing(round: AtOnce, judge: Judge | None) -> tuple[Standing, ...]:
    """Where each bet stands; without a judge, because nothing has come yet, all are open."""
    done = {(line.player, line.bet): fate(line.result) for line in round.lines}
    return tuple(
        Standing(bet.player, bet.bet, done.get((bet.player, bet.bet)) or _fate(bet, judge))
        for bet in round.bets
    )


def _fate(bet: Bet, judge: Judge | None) -> Fate:
    return Fate.OPEN if judge is None else fate(judge(bet.bet).result)
