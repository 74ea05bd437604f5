"""Coming in and going out: guests, registration, login, second factor, tickets for the socket."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.house.people.book import Must
from croupier.house.roles import EVERYONE, PLAYING, STAFF, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.http.endpoint import Answer, Visit, endpoint

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=128)]
OneCode = Annotated[str, Meta(min_length=1, max_length=40)]


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent."""


class Registration(_Body, frozen=True):
    name: Name
    password: Password


class Login(_Body, frozen=True):
    name: Name
    password: Password
    code: OneCode | None = None
    """Staff: of the authenticator, or a recovery code."""


class PasswordChange(_Body, frozen=True):
    old: Password
    new: Password


class OneTimeCode(_Body, frozen=True):
    code: OneCode


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


class Ticket(msgspec.Struct, frozen=True):
    ticket: str


class Enrolment(msgspec.Struct, frozen=True):
    uri: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    codes: tuple[str, ...]


def _opened(visit: Visit, token: str) -> Answer:
    who = visit.house.people.who(token)
    assert who is not None
    return Answer(value=SessionOpened(who.name, who.role, who.must, token), session=token)


@endpoint("POST", "/api/guests", roles=None, answer=SessionOpened)
async def become_guest(visit: Visit) -> Any:
    """A guest's account with play chips, where the house has guests."""
    house = visit.house
    if not house.settings.guests:
        raise Refused(Code.NOT_ALLOWED, words("this house has no guests"))
    house.address_rates.attempt("guest", visit.address)
    _, token = await house.people.open_guest()
    return _opened(visit, token)


@endpoint("POST", "/api/accounts", roles=None, body=Registration, answer=SessionOpened)
async def register(visit: Visit) -> Any:
    """A player's account; with play chips, where members have theirs from the house."""
    visit.house.address_rates.attempt("register", visit.address)
    token = await visit.house.people.register(visit.body.name, visit.body.password)
    await visit.house.play_chips.welcome(visit.body.name, Role.PLAYER)
    return _opened(visit, token)


@endpoint("POST", "/api/login", roles=None, body=Login, answer=SessionOpened)
async def login(visit: Visit) -> Any:
    """A session for whoever knows the password, and for staff the code."""
    body: Login = visit.body
    people = visit.house.people
    token = await people.login(body.name, body.password, visit.address, body.code)
    if visit.token:
        await people.logout(visit.token)
    return _opened(visit, token)


@endpoint("POST", "/api/logout", roles=EVERYONE, unready=True, looks=True)
async def logout(visit: Visit) -> Any:
    """Ends the session, and its sockets with it."""
    await visit.house.people.logout(visit.token)
    return Answer(session="")


@endpoint("GET", "/api/me", roles=EVERYONE, answer=Me, unready=True)
async def me(visit: Visit) -> Any:
    """Who the house takes you for."""
    who, people = visit.by, visit.house.people
    account = people.account(who.name)
    signs_from = people.signs_from(account) if account is not None else None
    return Me(who.name, who.role, who.must, who.since_ms, people.stepped_up(who), signs_from)


@endpoint(
    "POST",
    "/api/password",
    roles=EVERYONE,
    body=PasswordChange,
    answer=SessionOpened,
    unready=True,
    code=True,
)
async def change_password(visit: Visit) -> Any:
    """Every session of the account ends; a new one begins."""
    token = await visit.house.people.change_password(visit.by, visit.body.old, visit.body.new)
    return _opened(visit, token)


@endpoint("POST", "/api/authenticator", roles=STAFF, answer=Enrolment, unready=True)
async def begin_authenticator(visit: Visit) -> Any:
    """What an authenticator has to be told; it counts once it is confirmed."""
    return Enrolment(await visit.house.people.begin_totp(visit.by))


@endpoint(
    "POST",
    "/api/authenticator/confirmation",
    roles=STAFF,
    body=OneTimeCode,
    answer=RecoveryCodes,
    unready=True,
    code=True,
)
async def confirm_authenticator(visit: Visit) -> Any:
    """Recovery codes, told this once."""
    return RecoveryCodes(await visit.house.people.confirm_totp(visit.by, visit.body.code))


@endpoint("POST", "/api/step-up", roles=STAFF, body=OneTimeCode, code=True)
async def step_up(visit: Visit) -> Any:
    """A fresh code, before what cannot be taken back; good for five minutes."""
    await visit.house.people.step_up(visit.by, visit.body.code)


@endpoint("POST", "/api/tickets", roles=EVERYONE, answer=Ticket, looks=True)
async def ticket(visit: Visit) -> Any:
    """For one socket, good once and not for long; it is the first thing said there. Whoever is on
    a break, or excluded, gets none."""
    if visit.by.role in PLAYING:
        visit.house.protection.check_entry(visit.by.name)
    return Ticket(visit.house.people.issue_ticket(visit.by))
