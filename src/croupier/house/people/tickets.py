"""Tickets for sockets: fetched over HTTP with the session, good once and for a moment, so that the
session's token never has to travel in an address."""

from collections import Counter, OrderedDict

import msgspec

from croupier.house.clock import SECOND, Clock
from croupier.house.people.sessions import digest_of, new_token
from croupier.kit.errors import Code, Refused

GOOD_FOR = 30 * SECOND
MOST_OF_ONE = 8
"""Of one session, not used yet."""


class _Ticket(msgspec.Struct, frozen=True):
    session: str
    until: int


class TicketOffice:
    def __init__(self, clock: Clock, most: int = 10_000) -> None:
        self._clock = clock
        self._most = most
        self._tickets: OrderedDict[str, _Ticket] = OrderedDict()
        self._of: Counter[str] = Counter()

    def issue(self, session: str) -> str:
        """A ticket for the session of this digest."""
        now = self._clock.forward()
        while self._tickets and self._oldest().until <= now:
            self._take(next(iter(self._tickets)))
        if self._of[session] >= MOST_OF_ONE:
            raise Refused(Code.TOO_OFTEN, "too many tickets are out; try again in 30 seconds")
        if len(self._tickets) >= self._most:
            self._take(next(iter(self._tickets)))
        token = new_token()
        self._tickets[digest_of(token)] = _Ticket(session, now + GOOD_FOR)
        self._of[session] += 1
        return token

    def redeem(self, token: str) -> str | None:
        """The digest of its session: once, and not too late."""
        digest = digest_of(token)
        if digest not in self._tickets:
            return None
        ticket = self._take(digest)
        return ticket.session if self._clock.forward() < ticket.until else None

    def _oldest(self) -> _Ticket:
        return next(iter(self._tickets.values()))

    def _take(self, digest: str) -> _Ticket:
        ticket = self._tickets.pop(digest)
        self._of[ticket.session] -= 1
        if not self._of[ticket.session]:
            del self._of[ticket.session]
        return ticket
