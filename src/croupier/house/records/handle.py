"""What lay on each bet of a round; roulette's by their kind, "straight" or "corner"."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from croupier.engine import protocol as engine
from croupier.engine.lines import Line, Result
from croupier.engine.protocol import Round


class Play(msgspec.Struct, frozen=True):
    """What some of those in a round played for, and what came back to them."""

    staked: int = 0
    returned: int = 0
    bettors: int = 0
    handle: dict[str, int] = {}
    """What was staked on each bet."""
    first: dict[str, int] = {}
    """Of it what was put down first: without doubles, splits, and what was given back."""

    @property
    def win(self) -> int:
        """The house's."""
        return self.staked - self.returned

    @property
    def reversed(self) -> "Play":
        """What takes it out of the books again."""
        return Play(
            -self.staked,
            -self.returned,
            self.bettors,
            {bet: -amount for bet, amount in self.handle.items()},
            {bet: -amount for bet, amount in self.first.items()},
        )


NO_PLAY = Play()


def play_of(round: Round, whose: Callable[[str], bool]) -> Play:
    """In a round that is over."""
    lines = [line for line in round.lines if whose(line.player)]
    if not lines:
        return NO_PLAY
    handle = staked(lines)
    return Play(
        sum(handle.values()),
        sum(line.returned for line in lines),
        len({line.player for line in lines}),
        handle,
        _first_staked(round, lines, handle, whose),
    )


def staked(lines: Iterable[Line]) -> dict[str, int]:
    """All that was put down, at any time."""
    by_bet: Counter[str] = Counter()
    for line in lines:
        by_bet[sys.intern(line.bet.partition(":")[0])] += line.stake
    return {bet: amount for bet, amount in by_bet.items() if amount}


def _first_staked(
    round: Round, lines: list[Line], handle: dict[str, int], whose: Callable[[str], bool]
) -> dict[str, int]:
    """Of the handle what an edge is reckoned on: each bet as it first stood to be won or lost."""
    given_back = Counter(staked(line for line in lines if line.result is Result.RETURNED))
    played = {**(Counter(handle) - given_back), **engine.first_stakes(round, whose)}
    first = {bet: amount for bet, amount in played.items() if amount}
    return handle if first == handle else first
