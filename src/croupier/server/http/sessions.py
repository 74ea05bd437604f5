"""Coming in and going out: guests, registration, login, second factor, tickets for the socket."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.cage.book import Chips
from croupier.house.floor.floor import Floor
from croupier.house.people.book import Must
from croupier.house.people.people import People
from croupier.house.protection.protection import Protection
from croupier.house.roles import EVERYONE, PLAYING, STAFF, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.house import House
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import Body
from croupier.server.play_chips import PlayChips
from croupier.server.rates import AddressRates
from croupier.server.settings import HouseSettings

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=128)]
CodeText = Annotated[str, Meta(min_length=1, max_length=40)]


class GuestName(msgspec.Struct, frozen=True):
    name: Annotated[str, Meta(max_length=64)] = ""
    """What the guest would like to be called; `guest-` goes before it. Empty: the house says."""


class Registration(Body, frozen=True):
    name: Name
    password: Password


class Login(Body, frozen=True):
    name: Name
    password: Password
    code: CodeText | None = None
    """Staff: of the authenticator, or a recovery code."""


class PasswordChange(Body, frozen=True):
    old: Password
    new: Password


class OneTimeCode(Body, frozen=True):
    code: CodeText


class SessionOpened(msgspec.Struct, frozen=True):
    name: str
    role: Role
    must: Must | None
    """What has to be set up before anything else."""
    token: str
    """For clients that are no browser: `Authorization: Bearer`."""


class Me(msgspec.Struct, frozen=True):
    name: str
    role: Role
    must: Must | None
    since_ms: int
    stepped_up: bool
    signs_from_ms: int | None
    """Staff: from when on you may sign and move money; none: now."""
    chips: Chips | None
    """Where a player's come from; staff have none."""


class Ticket(msgspec.Struct, frozen=True):
    ticket: str


class Enrolment(msgspec.Struct, frozen=True):
    uri: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    codes: tuple[str, ...]


def _opened(people: People, token: str) -> Answer[SessionOpened]:
    who = people.who(token)
    assert who is not None
    return Answer(SessionOpened(who.name, who.role, who.must, token), session=token)


@endpoint("POST", "/api/guests", roles=None)
async def become_guest(
    request: HttpRequest,
    query: GuestName,
    settings: HouseSettings,
    address_rates: AddressRates,
    people: People,
    floor: Floor,
    house: House,
) -> Answer[SessionOpened]:
    """A guest's account with play chips, where the house has guests."""
    if not settings.guests:
        raise Refused(Code.NOT_ALLOWED, words("this house has no guests"))
    address_rates.attempt("guest", request.address)
    if query.name:
        floor.manners.check(query.name)
    # The next request may come to another node, which knows what is written.
    shared = house.node is not None
    name, token = await people.open_guest(query.name, at_once=shared)
    if shared:
        await house.play_chips.welcome(name, Role.GUEST)
        await house.players.remember(name)
    return _opened(people, token)


@endpoint("POST", "/api/watching", roles=None)
async def watch(
    request: HttpRequest, settings: HouseSettings, address_rates: AddressRates, house: House
) -> Ticket:
    """A ticket for one socket of somebody without an account, who may follow tables, and nothing
    else."""
    if not settings.watching:
        raise Refused(
            Code.NOT_ALLOWED, words("this house shows its tables to those who have come in")
        )
    address_rates.attempt("watch", request.address)
    return _ticket(house, house.people.issue_watching())


@endpoint("POST", "/api/accounts", roles=None)
async def register(
    request: HttpRequest,
    body: Registration,
    address_rates: AddressRates,
    people: People,
    play_chips: PlayChips,
) -> Answer[SessionOpened]:
    """A player's account; with play chips, where members have theirs from the house."""
    address_rates.attempt("register", request.address)
    token = await people.register(body.name, body.password)
    await play_chips.welcome(body.name, Role.PLAYER)
    return _opened(people, token)


@endpoint("POST", "/api/login", roles=None)
async def login(request: HttpRequest, body: Login, people: People) -> Answer[SessionOpened]:
    """A session for whoever knows the password, and for staff the code."""
    token = await people.login(body.name, body.password, request.address, body.code)
    if request.token:
        await people.logout(request.token)
    return _opened(people, token)


@endpoint("POST", "/api/logout", roles=EVERYONE, unready=True, looks=True)
async def logout(request: HttpRequest, people: People) -> Answer[None]:
    """Ends the session, and its sockets with it."""
    await people.logout(request.token)
    return Answer(session="")


@endpoint("GET", "/api/me", roles=EVERYONE, unready=True)
async def me(request: HttpRequest, people: People, play_chips: PlayChips) -> Me:
    """Who the house takes you for."""
    who = request.by
    account = people.account(who.name)
    signs_from = people.signs_from(account) if account is not None else None
    chips = play_chips.source(who.role) if who.role in PLAYING else None
    stepped_up = people.stepped_up(who)
    return Me(who.name, who.role, who.must, who.since_ms, stepped_up, signs_from, chips)


@endpoint("POST", "/api/password", roles=EVERYONE, unready=True, code=True)
async def change_password(
    request: HttpRequest, body: PasswordChange, people: People
) -> Answer[SessionOpened]:
    """Every session of the account ends; a new one begins."""
    return _opened(people, await people.change_password(request.by, body.old, body.new))


@endpoint("POST", "/api/authenticator", roles=STAFF, unready=True)
async def begin_authenticator(request: HttpRequest, people: People) -> Enrolment:
    """What an authenticator has to be told; it counts once it is confirmed."""
    return Enrolment(await people.begin_totp(request.by))


@endpoint("POST", "/api/authenticator/confirmation", roles=STAFF, unready=True, code=True)
async def confirm_authenticator(
    request: HttpRequest, body: OneTimeCode, people: People
) -> RecoveryCodes:
    """Recovery codes, told this once."""
    return RecoveryCodes(await people.confirm_totp(request.by, body.code))


@endpoint("POST", "/api/step-up", roles=STAFF, code=True)
async def step_up(request: HttpRequest, body: OneTimeCode, people: People) -> None:
    """A fresh code, before what cannot be taken back; good for five minutes."""
    await people.step_up(request.by, body.code)


@endpoint("POST", "/api/tickets", roles=EVERYONE, looks=True)
async def ticket(
    request: HttpRequest, protection: Protection, people: People, house: House
) -> Ticket:
    """For one socket, good once and not for long; it is the first thing said there. Whoever is on
    a break, or excluded, gets none."""
    if request.by.role in PLAYING:
        protection.check_entry(request.by.name)
    return _ticket(house, people.issue_ticket(request.by))


def _ticket(house: House, issued: str) -> Ticket:
    return Ticket(issued if house.node is None else house.node.ticket(issued))
