"""How long a player is at play: while at least one device is connected."""

import msgspec

from croupier.house.clock import MINUTE
from croupier.house.protection.windows import Sums, Window, begins

LONGEST_PAUSE = 15 * MINUTE
"""A session outlives a dropped line; who stays away longer than this begins a new one."""


class Session(msgspec.Struct):
    played: int = 0
    """Milliseconds at play, up to the last time somebody counted."""
    answered: int = 0
    """How much of it the player has been told and has answered."""
    net: int = 0
    """Of the rounds begun in it that are over."""


class Presence(msgspec.Struct):
    """One player's clock. It is told the time, always on the clock that only goes forward; the
    calendar only says which day it was."""

    session: Session = msgspec.field(default_factory=Session)
    unwritten: int = 0
    """Milliseconds at play that are not in the journal yet."""
    _devices: int = 0
    _counted: int = 0
    """When time was last counted; with no device, when the last one left."""
    _written: Sums = msgspec.field(default_factory=Sums)

    def arrived(self, forward: int) -> None:
        if self._devices == 0:
            if forward - self._counted > LONGEST_PAUSE:
                self.session = Session()
            self._counted = forward
        self._devices += 1

    def left(self, forward: int) -> bool:
        """Whether that was the last device."""
        self.count(forward)
        self._devices -= 1
        return self._devices == 0

    def count(self, forward: int) -> None:
        """Add the time since it was last counted."""
        if self._devices:
            self.session.played += forward - self._counted
            self.unwritten += forward - self._counted
            self._counted = forward

    def written(self, ms: int, at: int) -> None:
        """So much, up to this moment, is in the journal."""
        self.unwritten = max(0, self.unwritten - ms)
        self._written.add_time(ms, at)

    def used(self, window: Window, now: int) -> int:
        """Milliseconds at play in the window."""
        return self._written.of(window, now) + min(self.unwritten, now - begins(window, now))

    def to_check(self, interval: int) -> int:
        """Milliseconds at play to the next reality check; none left: it waits for an answer."""
        return max(0, self.session.answered + interval - self.session.played)
