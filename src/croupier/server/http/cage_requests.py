"""A player asks the cage to buy in or to cash out; a cashier approves, or refuses and says why."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import LONGEST_NOTE, Cage
from croupier.house.cage.requests import CageRequest, RequestStatus
from croupier.house.people.people import People
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.server.broadcast import Broadcast
from croupier.server.http.cage import check_money, client_account
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Amount, Body, Id, NewestQuery
from croupier.server.play_chips import PlayChips
from croupier.server.purse_feed import PurseFeed
from croupier.table.cage import RequestRefused
from croupier.wire.messages import NoticeCode

_PLAYER = frozenset({Role.PLAYER})
_CASHIER = frozenset({Role.CASHIER})


class CashWay(StrEnum):
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"


Note = Annotated[str, Meta(max_length=LONGEST_NOTE)]


class CashWish(Body, frozen=True):
    way: CashWay
    amount: Amount
    id: Id
    note: Note = ""
    """How it is paid, or where to."""


class RequestRefusal(Body, frozen=True):
    reason: Annotated[str, Meta(min_length=1, max_length=LONGEST_NOTE)]


class CageRequestsQuery(NewestQuery, frozen=True):
    waiting: bool = True
    """Only those that wait for a decision."""


class OwnCageRequest(msgspec.Struct, frozen=True):
    number: int
    way: CashWay
    amount: int
    note: str
    at_ms: int
    status: RequestStatus
    reason: str
    """Why it was refused."""
    decided_by: str | None
    decided_ms: int


class CageRequestView(OwnCageRequest, frozen=True):
    player: str


def _own(request: CageRequest) -> OwnCageRequest:
    asked, decision = request.asked, request.decision
    return OwnCageRequest(
        asked.number,
        CashWay.BUY_IN if asked.amount > 0 else CashWay.CASH_OUT,
        abs(asked.amount),
        asked.note,
        request.at_ms,
        request.status,
        decision.reason if isinstance(decision, RequestRefused) else "",
        None if decision is None else decision.by,
        request.decided_ms,
    )


def _view(request: CageRequest) -> CageRequestView:
    return CageRequestView(**msgspec.structs.asdict(_own(request)), player=request.asked.player)


def _check_taken_in(people: People, player: str, amount: int) -> None:
    """A block keeps nobody from the own money."""
    if amount > 0 and client_account(people, player).blocked is not None:
        raise Refused(Code.BLOCKED, words("this account is blocked: nothing is taken in"))


@endpoint("GET", "/api/me/cage-requests", roles=_PLAYER)
async def own_requests(request: HttpRequest, cage: Cage) -> tuple[OwnCageRequest, ...]:
    """What you have asked of the cage, newest first, and what was decided."""
    return tuple(map(_own, reversed(cage.requests.of(request.by.name))))


@endpoint("POST", "/api/me/cage-requests", roles=_PLAYER)
async def ask_cage(
    request: HttpRequest,
    body: CashWish,
    people: People,
    play_chips: PlayChips,
    cage: Cage,
    purse_feed: PurseFeed,
) -> OwnCageRequest:
    """To buy in, within your own limits, or to cash out: those chips are held meanwhile."""
    check_money(play_chips)
    name = request.by.name
    amount = body.amount if body.way is CashWay.BUY_IN else -body.amount
    _check_taken_in(people, name, amount)
    asked = await cage.ask(name, amount, body.note, body.id)
    purse_feed.changed(name)
    return _own(asked)


@endpoint("POST", "/api/me/cage-requests/{number}/withdrawal", roles=_PLAYER)
async def withdraw_request(
    request: HttpRequest, cage: Cage, purse_feed: PurseFeed
) -> OwnCageRequest:
    """While it waits; what was held is yours again."""
    name = request.by.name
    withdrawn = await cage.withdraw_request(request.number(), name)
    purse_feed.changed(name)
    return _own(withdrawn)


@endpoint("GET", "/api/cage/requests", roles=_CASHIER | {Role.INSPECTOR})
async def cage_requests(query: CageRequestsQuery, cage: Cage) -> tuple[CageRequestView, ...]:
    """Everybody's requests, newest first."""
    requests = cage.requests.waiting() if query.waiting else cage.requests.all()
    return tuple(map(_view, query.page(requests, lambda request: request.asked.number)))


@endpoint("POST", "/api/cage/requests/{number}/approval", roles=_CASHIER, signs=True)
async def approve_request(
    request: HttpRequest,
    people: People,
    play_chips: PlayChips,
    cage: Cage,
    purse_feed: PurseFeed,
    broadcast: Broadcast,
) -> CageRequestView:
    """The money is counted: the chips move, once. The player's limits are looked at again."""
    check_money(play_chips)
    number = request.number()
    asked = cage.requests.get(number).asked
    _check_taken_in(people, asked.player, asked.amount)
    return _decided(await cage.approve(number, request.by.name), purse_feed, broadcast)


@endpoint("POST", "/api/cage/requests/{number}/refusal", roles=_CASHIER, signs=True)
async def refuse_request(
    request: HttpRequest,
    body: RequestRefusal,
    cage: Cage,
    purse_feed: PurseFeed,
    broadcast: Broadcast,
) -> CageRequestView:
    """With the reason, which the player reads; what was held goes back."""
    refused = await cage.refuse(request.number(), request.by.name, body.reason)
    return _decided(refused, purse_feed, broadcast)


def _decided(request: CageRequest, purse_feed: PurseFeed, broadcast: Broadcast) -> CageRequestView:
    """The player hears of it at once."""
    purse_feed.changed(request.asked.player)
    broadcast.notice(request.asked.player, NoticeCode.CAGE, _words(request))
    return _view(request)


def _words(request: CageRequest) -> Phrase:
    amount, decision = request.asked.amount, request.decision
    if isinstance(decision, RequestRefused):
        if amount > 0:
            return words(
                "The cage has refused your buy-in of {amount:amount}: {reason}",
                amount=amount,
                reason=decision.reason,
            )
        return words(
            "The cage has refused your cash-out of {amount:amount}: {reason}",
            amount=-amount,
            reason=decision.reason,
        )
    if amount > 0:
        return words("Your buy-in of {amount:amount} is in your purse.", amount=amount)
    return words("Your cash-out of {amount:amount} is paid.", amount=-amount)
