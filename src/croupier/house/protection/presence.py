"""How long a player is at play: while at least one device is connected."""

import msgspec

from croupier.house.clock import MINUTE
from croupier.house.protection.windows import Sums, Window, begins

LONGEST_PAUSE = 15 * MINUTE
"""A session outlives a dropped line; who stays away longer than this begins a new one."""


class Session(msgspec.Struct):
    began: int = 0
    """On the wall; 0: none has begun."""
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
    seen: int = 0
    """When the journal last heard of the player, on the wall."""
    _devices: int = 0
    _counted: int | None = None
    """When time was last counted; with no device, when the last one left. None: nobody has come
    since the house was opened, and all that is known is from the journal."""
    _written: Sums = msgspec.field(default_factory=Sums)

    def arrived(self, forward: int, wall: int) -> bool:
        """Whether a new session begins with it."""
        begins = self._devices == 0 and (
            not self.session.began or self._away(forward, wall) > LONGEST_PAUSE
        )
        if begins:
            self.session = Session(wall)
        if self._devices == 0:
            self._counted = forward
        self._devices += 1
        return begins

    @property
    def here(self) -> bool:
        return self._devices > 0

    def _away(self, forward: int, wall: int) -> int:
        """Only over a stop of the house there is no better clock than the one on the wall."""
        return wall - self.seen if self._counted is None else forward - self._counted

    def left(self, forward: int) -> bool:
        """Whether that was the last device."""
        self.count(forward)
        self._devices -= 1
        return self._devices == 0

    def count(self, forward: int) -> None:
        """Add the time since it was last counted."""
        if self._devices:
            assert self._counted is not None
            self.session.played += forward - self._counted
            self.unwritten += forward - self._counted
            self._counted = forward

    def written(self, ms: int, at: int) -> None:
        """So much, up to this moment, is in the journal."""
        self.unwritten = max(0, self.unwritten - ms)
        self.written_elsewhere(ms, at)

    def written_elsewhere(self, ms: int, at: int) -> None:
        """By a node that has counted it itself."""
        self.seen = at
        self._written.add_time(ms, at)

    def read_back(self, ms: int, session: int, answered: int) -> None:
        """What the journal says of a session, for it to go on after a stop of the house."""
        if self._counted is not None or not session:
            return
        if self.session.began != session:
            self.session = Session(session)
        self.session.played += ms
        self.session.answered = answered

    def used(self, window: Window, now: int) -> int:
        """Milliseconds at play in the window."""
        return self._written.of(window, now) + min(self.unwritten, now - begins(window, now))

    def to_check(self, interval: int) -> int:
        """Milliseconds at play to the next reality check; none left: it waits for an answer."""
        return max(0, self.session.answered + interval - self.session.played)
