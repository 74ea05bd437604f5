"""A clock that stands still until a test turns it."""

from dataclasses import dataclass


@dataclass
class HandClock:
    """The wall clock and the clock that only goes forward, in milliseconds."""

    wall_ms: int = 1_800_000_000_000
    forward_ms: int = 5_000

    def wall(self) -> int:
        return self.wall_ms

    def forward(self) -> int:
        return self.forward_ms

    def turn(self, ms: int) -> None:
        self.wall_ms += ms
        self.forward_ms += ms
