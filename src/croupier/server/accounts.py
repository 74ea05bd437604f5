"""Everybody who is here: one account may come with several devices, and all see the same."""

from collections import OrderedDict
from collections.abc import Callable

from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.server.connection import Connection
from croupier.server.feeds import Feed
from croupier.wire.commands import ClientMessage, Mark
from croupier.wire.messages import Message, Reply

MOST_SOCKETS = 8
"""Of one account: four tables side by side, the page they are on, and other devices."""
MOST_ANSWERS = 64
"""Of one account, to what is not in any journal."""
KEPT = 32
"""Messages of an account's own feed that can be sent again."""
MOST_REMEMBERED = 2_000
"""Accounts that have gone, for them to come back to."""


class PresentAccount:
    def __init__(self, name: str) -> None:
        self.name = name
        self.feed = Feed(KEPT)
        self.devices: list[Connection] = []
        self._answered: OrderedDict[str, tuple[ClientMessage, Reply]] = OrderedDict()

    def tell(self, make: Callable[[str, int], Message]) -> None:
        """The next message of this account's own feed, to all its devices."""
        frame = self.feed.frame(make)
        for connection in self.devices:
            if not connection.send(frame) and connection.missed_after is None:
                connection.missed_after = self.feed.n - 1

    def catch_up(self, connection: Connection) -> bool:
        """What this device was not sent, in order; False when that is not kept any more."""
        after, connection.missed_after = connection.missed_after, None
        if after is None:
            return True
        missed = self.feed.since(Mark(self.feed.name, after))
        for n, frame in enumerate(missed or (), after):
            if not connection.send(frame):
                connection.missed_after = n
                break
        return missed is not None

    def answered(self, message: ClientMessage) -> Reply | None:
        """What was said to this before; the same id for something else is refused."""
        first, reply = self._answered.get(message.id, (message, None))
        if first != message:
            raise Refused(Code.OTHER_COMMAND, "this id was used for something else")
        return reply

    def remember(self, message: ClientMessage, reply: Reply) -> None:
        self._answered[message.id] = (message, reply)
        while len(self._answered) > MOST_ANSWERS:
            self._answered.popitem(last=False)


class Accounts:
    def __init__(self) -> None:
        self._here: dict[str, PresentAccount] = {}
        self._gone: OrderedDict[str, PresentAccount] = OrderedDict()
        self.elsewhere: set[str] = set()
        """Who is connected to another node."""

    def present(self, name: str) -> bool:
        """Whether somebody is connected to this house at all."""
        return name in self._here or name in self.elsewhere

    def get(self, name: str) -> PresentAccount | None:
        return self._here.get(name)

    def here(self) -> tuple[PresentAccount, ...]:
        return tuple(self._here.values())

    def __len__(self) -> int:
        return len(self._here)

    def arrive(self, connection: Connection) -> PresentAccount:
        account = self._here.get(connection.name)
        if account is None:
            account = self._gone.pop(connection.name, None) or PresentAccount(connection.name)
            self._here[connection.name] = account
        if len(account.devices) >= MOST_SOCKETS:
            raise Refused(Code.LIMIT, f"{MOST_SOCKETS} sockets of this account are open already")
        account.devices.append(connection)
        return account

    def leave(self, connection: Connection) -> bool:
        """Whether that was the last device."""
        account = self._here[connection.name]
        account.devices.remove(connection)
        if account.devices:
            return False
        del self._here[connection.name]
        if connection.role is Role.WATCHER:
            return True
        self._gone[connection.name] = account
        while len(self._gone) > MOST_REMEMBERED:
            self._gone.popitem(last=False)
        return True
