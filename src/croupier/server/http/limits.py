"""What players ask the house to keep them to: limits, reality checks, a break, an exclusion."""

from typing import Annotated, Any

from msgspec import Meta

from croupier.house.protection.limits import Kind
from croupier.house.protection.terms import (
    LONGEST_BREAK_HOURS,
    LONGEST_EXCLUSION_DAYS,
    LONGEST_REALITY_CHECK,
    SHORTEST_EXCLUSION_DAYS,
)
from croupier.house.protection.view import ProtectionView
from croupier.house.protection.windows import Window
from croupier.house.roles import PLAYING
from croupier.kit.errors import Code
from croupier.ledger import MOST
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import Body, Id


class LimitWish(Body, frozen=True):
    id: Id
    kind: Kind
    window: Window
    amount: Annotated[int, Meta(ge=0, le=MOST)] | None
    """Cents, or minutes at play; null: no limit."""


class RealityCheckWish(Body, frozen=True):
    minutes: Annotated[int, Meta(ge=0, le=LONGEST_REALITY_CHECK)]
    """0: never."""


class BreakWish(Body, frozen=True):
    hours: Annotated[int, Meta(ge=1, le=LONGEST_BREAK_HOURS)]


class ExclusionWish(Body, frozen=True):
    days: Annotated[int, Meta(ge=SHORTEST_EXCLUSION_DAYS, le=LONGEST_EXCLUSION_DAYS)] | None
    """null, said so: for ever."""


async def _send_away(visit: Visit, code: Code, message: str) -> None:
    """Their sockets are closed and their seats free; one with a stake on it, after the round."""
    visit.house.end_account(visit.by.name, str(code), message)
    await visit.house.end_session(visit.by.name)


async def _view(visit: Visit) -> ProtectionView:
    house, name = visit.house, visit.by.name
    await house.know(name)
    return house.protection.view(name, house.cage.deposited(name))


@endpoint("GET", "/api/me/limits", roles=PLAYING, answer=ProtectionView)
async def limits(visit: Visit) -> Any:
    """Your limits, how much of each is used, and what is waiting for its time."""
    return await _view(visit)


@endpoint("PUT", "/api/me/limits", roles=PLAYING, body=LimitWish, answer=ProtectionView)
async def set_limit(visit: Visit) -> Any:
    """One limit: a lower one holds at once, a higher one, or none, after a day."""
    wish: LimitWish = visit.body
    await visit.house.protection.set_limit(
        visit.by.name, wish.kind, wish.window, wish.amount, wish.id
    )
    return await _view(visit)


@endpoint(
    "PUT", "/api/me/reality-check", roles=PLAYING, body=RealityCheckWish, answer=ProtectionView
)
async def set_reality_check(visit: Visit) -> Any:
    """After how many minutes at play you are asked whether to go on."""
    await visit.house.protection.set_reality_check(visit.by.name, visit.body.minutes)
    return await _view(visit)


@endpoint("POST", "/api/me/break", roles=PLAYING, body=BreakWish, answer=ProtectionView)
async def take_break(visit: Visit) -> Any:
    """No play for some hours, from now on; it can be made longer, not shorter."""
    await visit.house.protection.take_break(visit.by.name, visit.body.hours)
    await _send_away(visit, Code.ON_BREAK, "you are on a break, as you asked")
    return await _view(visit)


@endpoint("POST", "/api/me/exclusion", roles=PLAYING, body=ExclusionWish, answer=ProtectionView)
async def exclude(visit: Visit) -> Any:
    """No play for half a year to five years, or for ever. Nobody can take it back."""
    await visit.house.protection.exclude(visit.by.name, visit.body.days)
    await _send_away(visit, Code.EXCLUDED, "you are excluded, as you asked")
    return await _view(visit)
