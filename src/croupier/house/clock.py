"""The house's two clocks, in milliseconds. Everyone is handed one, so that a test can turn it."""

from typing import Protocol

from croupier.table.actor import monotonic_ms, wall_ms

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Clock(Protocol):
    def wall(self) -> int:
        """The date, in UTC: for journals, limits by the day, and pages."""
        ...

    def forward(self) -> int:
        """Only ever goes forward: what runs out runs out on this one."""
        ...


class RealClock:
    def wall(self) -> int:
        return wall_ms()

    def forward(self) -> int:
        return monotonic_ms()
