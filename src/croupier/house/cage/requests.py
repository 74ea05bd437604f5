"""What players have asked of the cage, and what was decided: a part of the cage's book.

What waits is always known; of what is decided, the latest of each player. All of it stands in the
journal, and the money of it in the player's statement.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.cage import CashRequested, Decision, RequestApproved, RequestRefused

MOST_WAITING = 3
"""Requests that one player may have waiting."""
KEPT = 50
"""Requests of one player that are told of."""


class RequestStatus(StrEnum):
    WAITING = "waiting"
    APPROVED = "approved"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class CageRequest(msgspec.Struct, frozen=True):
    asked: CashRequested
    at_ms: int
    decision: Decision | None = None
    decided_ms: int = 0

    @property
    def status(self) -> RequestStatus:
        match self.decision:
            case None:
                return RequestStatus.WAITING
            case RequestApproved():
                return RequestStatus.APPROVED
            case RequestRefused():
                return RequestStatus.REFUSED
        return RequestStatus.WITHDRAWN


class SavedRequests(msgspec.Struct, frozen=True):
    requests: list[CageRequest]
    last: int
    changes: int


class RequestBook:
    def __init__(self) -> None:
        self._requests: dict[int, CageRequest] = {}
        self._of: dict[str, list[int]] = {}
        self.last = 0
        """The number of the last one."""
        self.changes = 0
        """Goes up with everything that is asked or decided."""

    def ask(self, fact: CashRequested, at_ms: int) -> None:
        self._keep(CageRequest(fact, at_ms))
        self.last = fact.number
        self.changes += 1

    def decide(self, decision: Decision, at_ms: int) -> None:
        request = self._requests[decision.number]
        self._requests[decision.number] = replace(request, decision=decision, decided_ms=at_ms)
        self.changes += 1

    def _keep(self, request: CageRequest) -> None:
        number, own = request.asked.number, self._of.setdefault(request.asked.player, [])
        self._requests[number] = request
        own.append(number)
        decided = (old for old in own if self._requests[old].decision is not None)
        if len(own) > KEPT and (oldest := next(decided, None)) is not None:
            own.remove(oldest)
            del self._requests[oldest]

    def all(self) -> list[CageRequest]:
        """The oldest first."""
        return list(self._requests.values())

    def waiting(self) -> list[CageRequest]:
        return [request for request in self._requests.values() if request.decision is None]

    def of(self, player: str) -> list[CageRequest]:
        return [self._requests[number] for number in self._of.get(player, ())]

    def waiting_of(self, player: str) -> list[CageRequest]:
        return [request for request in self.of(player) if request.decision is None]

    def held(self, player: str) -> int:
        """What waits to be cashed out."""
        return -sum(min(request.asked.amount, 0) for request in self.waiting_of(player))

    def get(self, number: int) -> CageRequest:
        request = self._requests.get(number)
        if request is None:
            raise Refused(Code.NOT_FOUND, words("the cage has no request {number}", number=number))
        return request

    def sent(self, player: str, id: str) -> CageRequest | None:
        """The one that was sent under this id."""
        return next((request for request in self.of(player) if request.asked.id == id), None)

    def check_waits(self, number: int) -> None:
        """Refuse to decide what is decided, and tell how."""
        request = self.get(number)
        if request.decision is not None:
            raise Refused(Code.STALE, _DECIDED[request.status])

    # Into the store and back

    def save(self) -> SavedRequests:
        return SavedRequests(self.all(), self.last, self.changes)

    def resume(self, saved: SavedRequests) -> None:
        for request in saved.requests:
            self._keep(request)
        self.last, self.changes = saved.last, saved.changes


_DECIDED = {
    RequestStatus.APPROVED: words("this request was approved already"),
    RequestStatus.REFUSED: words("this request was refused already"),
    RequestStatus.WITHDRAWN: words("this request was withdrawn"),
}
