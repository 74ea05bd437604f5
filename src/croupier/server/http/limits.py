"""What players ask the house to keep them to: limits, reality checks, a break, an exclusion."""

from typing import Annotated

from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.protection.limits import Kind
from croupier.house.protection.protection import Protection
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
from croupier.server.broadcast import Broadcast
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body, Id
from croupier.server.players import Players
from croupier.server.seats import Seats


class LimitChange(Body, frozen=True):
    id: Id
    kind: Kind
    window: Window
    amount: Annotated[int, Meta(ge=0, le=MOST)] | None
    """Cents, or minutes at play; null: no limit."""


class RealityCheck(Body, frozen=True):
    minutes: Annotated[int, Meta(ge=0, le=LONGEST_REALITY_CHECK)]
    """0: never."""


class BreakRequest(Body, frozen=True):
    hours: Annotated[int, Meta(ge=1, le=LONGEST_BREAK_HOURS)]


class ExclusionRequest(Body, frozen=True):
    days: Annotated[int, Meta(ge=SHORTEST_EXCLUSION_DAYS, le=LONGEST_EXCLUSION_DAYS)] | None
    """null, said so: for ever."""


async def _send_away(
    name: str, code: Code, message: str, broadcast: Broadcast, seats: Seats
) -> None:
    """Their sockets are closed and their seats free; one with a stake on it, after the round."""
    broadcast.end_account(name, code, message)
    await seats.end_everywhere(name)


async def _view(name: str, players: Players, protection: Protection, cage: Cage) -> ProtectionView:
    await players.know(name)
    return protection.view(name, cage.deposited(name))


@endpoint("GET", "/api/me/limits", roles=PLAYING)
async def limits(
    request: HttpRequest, players: Players, protection: Protection, cage: Cage
) -> ProtectionView:
    """Your limits, how much of each is used, and what is waiting for its time."""
    return await _view(request.by.name, players, protection, cage)


@endpoint("PUT", "/api/me/limits", roles=PLAYING)
async def set_limit(
    request: HttpRequest, body: LimitChange, players: Players, protection: Protection, cage: Cage
) -> ProtectionView:
    """One limit: a lower one holds at once, a higher one, or none, after a day."""
    name = request.by.name
    await protection.set_limit(name, body.kind, body.window, body.amount, body.id)
    return await _view(name, players, protection, cage)


@endpoint("PUT", "/api/me/reality-check", roles=PLAYING)
async def set_reality_check(
    request: HttpRequest, body: RealityCheck, players: Players, protection: Protection, cage: Cage
) -> ProtectionView:
    """After how many minutes at play you are asked whether to go on."""
    await protection.set_reality_check(request.by.name, body.minutes)
    return await _view(request.by.name, players, protection, cage)


@endpoint("POST", "/api/me/break", roles=PLAYING)
async def take_break(
    request: HttpRequest,
    body: BreakRequest,
    players: Players,
    protection: Protection,
    cage: Cage,
    broadcast: Broadcast,
    seats: Seats,
) -> ProtectionView:
    """No play for some hours, from now on; it can be made longer, not shorter."""
    name = request.by.name
    await protection.take_break(name, body.hours)
    await _send_away(name, Code.ON_BREAK, "you are on a break, as you asked", broadcast, seats)
    return await _view(name, players, protection, cage)


@endpoint("POST", "/api/me/exclusion", roles=PLAYING)
async def exclude(
    request: HttpRequest,
    body: ExclusionRequest,
    players: Players,
    protection: Protection,
    cage: Cage,
    broadcast: Broadcast,
    seats: Seats,
) -> ProtectionView:
    """No play for half a year to five years, or for ever. Nobody can take it back."""
    name = request.by.name
    await protection.exclude(name, body.days)
    await _send_away(name, Code.EXCLUDED, "you are excluded, as you asked", broadcast, seats)
    return await _view(name, players, protection, cage)
