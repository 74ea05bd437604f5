"""Your chips: those in front of you, and those on the layout."""

from collections.abc import Iterable

from croupier.engine.lines import Line
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount


class Purse:
    def __init__(self, chips: int) -> None:
        self.bought = chips
        self._before = chips
        """When the round began."""
        self._staked = 0
        self._returned = 0

    @property
    def chips(self) -> int:
        """What is in front of you now."""
        return self._before - self._staked + self._returned

    @property
    def net(self) -> int:
        """Won or lost in this round so far."""
        return self._returned - self._staked

    def check(self, cost: int) -> None:
        if cost > self.chips:
            raise Refused(
                Code.LIMIT,
                f"that takes {format_amount(cost)} and you have {format_amount(self.chips)} left",
            )

    def stake(self, cost: int) -> None:
        self.check(cost)
        self._staked += cost

    def collect(self, lines: Iterable[Line]) -> None:
        """All lines of the round each time: a void settles everything anew."""
        self._returned = sum(line.returned for line in lines)

    def close(self) -> None:
        """The round is over."""
        self._before, self._staked, self._returned = self.chips, 0, 0

    def buy(self, chips: int) -> None:
        self.bought += chips
        self._before += chips
