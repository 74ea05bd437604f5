"""Who was turned away, for the inspector."""

import msgspec

from croupier.house.roles import Role
from croupier.house.turned_away import MOST, Turned, TurnedAwayBook
from croupier.server.http.endpoint import endpoint


class TurnedAwayView(msgspec.Struct, frozen=True):
    kind: Turned
    account: str
    """The name that was tried, or whose session it was; empty: nothing that could be a name."""
    address: str
    what: str
    code: str
    first_ms: int
    last_ms: int
    times: int
    """How often the same."""


@endpoint("GET", "/api/office/turned-away", roles=frozenset({Role.INSPECTOR}))
async def turned_away(book: TurnedAwayBook) -> tuple[TurnedAwayView, ...]:
    """Failed logins, refused roles, rulings and signatures, the latest first; the same again is
    counted. The list is bounded: the oldest go first."""
    return tuple(
        TurnedAwayView(
            kept.one.kind,
            kept.one.account,
            kept.one.address,
            kept.one.what,
            kept.one.code,
            kept.times.first_ms,
            kept.times.last_ms,
            kept.times.times,
        )
        for kept in book.newest(MOST)
    )
