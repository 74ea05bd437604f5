"""Who is connected to the other nodes: told once a second, and forgotten when a node falls silent.

Nothing depends on it that must be right to the moment: whether a dealer is at work, whether a seat
is deserted or a session idle.
"""

from collections.abc import Mapping

import msgspec

from croupier.house.clock import SECOND, Clock
from croupier.house.people.names import is_watcher
from croupier.house.people.people import People
from croupier.server.accounts import Accounts
from croupier.server.room import Room

TELL_S = 1.0
SILENT_MS = 5 * SECOND
"""After so long without a word nobody is taken to be there."""


class Present(msgspec.Struct, frozen=True):
    node: str
    accounts: tuple[str, ...]
    players: dict[str, tuple[str, ...]]
    """At each table, those who play or might."""
    used: tuple[str, ...] = ()
    """Digests of sessions that were used since the last word."""
    confirmed: tuple[str, ...] = ()
    """Of those whose staff member has given a fresh code."""
    stopped: dict[str, str] = {}
    """Tables that this node deals at, or should, and that have stopped: why."""
    signed_ago_ms: int | None = None
    """The age of this node's heartbeat."""


class PresenceElsewhere:
    def __init__(
        self, accounts: Accounts, rooms: Mapping[str, Room], people: People, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._rooms = rooms
        self._people = people
        self._clock = clock
        self._nodes: dict[str, tuple[int, Present]] = {}

    def here(self, node: str, signed_ago_ms: int) -> Present:
        """For the other nodes."""
        used, confirmed = self._people.used_sessions()
        return Present(
            node,
            tuple(
                account.name for account in self._accounts.here() if not is_watcher(account.name)
            ),
            {table: tuple(room.players_here()) for table, room in self._rooms.items()},
            used,
            confirmed,
            {
                table: room.live.stopped
                for table, room in self._rooms.items()
                if room.live.owned and room.live.stopped
            },
            signed_ago_ms,
        )

    def hear(self, present: Present) -> None:
        self._nodes[present.node] = (self._clock.forward(), present)
        self._people.used_elsewhere(present.used, present.confirmed)
        self.refresh()

    def refresh(self) -> None:
        """What rooms and accounts know of it; whoever has fallen silent is left out."""
        since = self._clock.forward() - SILENT_MS
        self._nodes = {name: word for name, word in self._nodes.items() if word[0] >= since}
        present = [word for _, word in self._nodes.values()]
        self._accounts.elsewhere = {name for word in present for name in word.accounts}
        for table, room in self._rooms.items():
            room.elsewhere = {name for word in present for name in word.players.get(table, ())}
            stopped = (word.stopped.get(table) for word in present)
            room.live.stopped_elsewhere = next(filter(None, stopped), "")
