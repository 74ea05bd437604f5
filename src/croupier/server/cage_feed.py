"""How many requests wait at the cage, for the cashiers: what they say is read over HTTP."""

from croupier.house.cage.cage import Cage
from croupier.server.desk_feed import DeskFeed
from croupier.wire.messages import CageMessage


class CageFeed(DeskFeed):
    def __init__(self, cage: Cage) -> None:
        super().__init__()
        self._cage = cage

    def glance(self) -> int:
        return self._cage.requests.changes

    def message(self, feed: str, n: int) -> CageMessage:
        requests = self._cage.requests
        return CageMessage(feed, n, requests.changes, len(requests.waiting()), requests.last)
