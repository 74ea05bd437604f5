"""What lay on each bet of a round; roulette's by their kind, "straight" or "corner"."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from croupier.games import blackjack
from croupier.games.engine import Round
from croupier.games.lines import Line, Result

_GROWING = ("initial", "behind")
"""Bets that doubles and splits add to."""


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
    found: Counter[str] = Counter()
    for line in lines:
        found[sys.intern(line.bet.partition(":")[0])] += line.stake
    return {bet: amount for bet, amount in found.items() if amount}


def _first_staked(
    round: Round, lines: list[Line], handle: dict[str, int], whose: Callable[[str], bool]
) -> dict[str, int]:
    """Of the handle what an edge is reckoned on: each bet as it first stood to be won or lost."""
    found = Counter(handle)
    found -= Counter(staked(line for line in lines if line.result is Result.RETURNED))
    if isinstance(round, blackjack.Round):
        for bet in _GROWING:
            found.pop(bet, None)
        for wager in (wager for box in round.boxes for wager in box.wagers):
            if whose(wager.player) and not wager.withdrawn:
                found[wager.bet] += wager.amount
    return handle if found == handle else dict(found)
