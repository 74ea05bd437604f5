"""The administrator's: who works here, as what, and whose account is closed for now."""

import asyncio
from heapq import nsmallest
from typing import Any

import msgspec

from croupier.house.floor.facts import AlertKind
from croupier.house.floor.text import clean
from croupier.house.people.book import Account, Must
from croupier.house.roles import PIT, STAFF, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import AccountName, Body, PageSize, Query, Reason
from croupier.server.http.places import account_in

_ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})


class NewStaff(Body, frozen=True):
    name: AccountName
    role: Role


class Post(Body, frozen=True):
    role: Role


class OneTimePassword(msgspec.Struct, frozen=True):
    name: str
    password: str
    """Told this once; it has to be changed, and an authenticator set up, before anything else."""


class StaffMember(msgspec.Struct, frozen=True):
    name: str
    role: Role
    must: Must | None
    """What they have to set up before anything else."""
    blocked: str | None
    opened_ms: int
    changed_by: str | None
    """Who alone has made it, reset it or given it another post; none once a second administrator
    has agreed."""
    signs_from_ms: int | None
    """From when on it may sign and move money; none: it may now."""


class AccountsQuery(Query, frozen=True):
    after: AccountName | None = None
    """The last name of the page before."""
    limit: PageSize = 100


class AccountView(msgspec.Struct, frozen=True):
    name: str
    role: Role
    blocked: str | None
    """Why, if so."""
    opened_ms: int


class AccountsPage(msgspec.Struct, frozen=True):
    accounts: tuple[AccountView, ...]
    next: str | None
    """None on the last page."""


@endpoint("GET", "/api/staff", roles=_ADMINISTRATOR, answer=tuple[StaffMember, ...])
async def staff(visit: Visit) -> Any:
    """Everyone who works here."""
    people = visit.house.people
    return tuple(
        StaffMember(
            one.name,
            one.role,
            one.must,
            one.blocked,
            one.opened_ms,
            one.changed_by or None,
            people.signs_from(one),
        )
        for one in people.accounts()
        if one.role in STAFF
    )


@endpoint("GET", "/api/dealers", roles=PIT | {Role.INSPECTOR}, answer=tuple[str, ...])
async def dealers(visit: Visit) -> Any:
    """Who can be put on a table."""
    return tuple(
        one.name
        for one in visit.house.people.accounts()
        if one.role is Role.DEALER and one.blocked is None
    )


@endpoint(
    "POST",
    "/api/staff",
    roles=_ADMINISTRATOR,
    body=NewStaff,
    answer=OneTimePassword,
    stepped_up=True,
    signs=True,
)
async def hire(visit: Visit) -> Any:
    """A new account with a one-time password. It may not sign, nor move money, before its waiting
    time is over or a second administrator has agreed."""
    new: NewStaff = visit.body
    password = await visit.house.people.open_staff(new.name, new.role, visit.by.name)
    await _tell(visit, new.name)
    return OneTimePassword(new.name, password)


@endpoint(
    "PUT",
    "/api/staff/{name}/role",
    roles=_ADMINISTRATOR,
    body=Post,
    stepped_up=True,
    signs=True,
)
async def give_role(visit: Visit) -> Any:
    """Another post, as if it were a new account; their sessions end. Players never become staff,
    nor staff players."""
    name = account_in(visit).name
    await visit.house.people.give_role(name, visit.body.role, visit.by.name)
    await _tell(visit, name)


@endpoint(
    "POST",
    "/api/staff/{name}/reset",
    roles=_ADMINISTRATOR,
    answer=OneTimePassword,
    stepped_up=True,
    signs=True,
)
async def reset(visit: Visit) -> Any:
    """For who has lost password or authenticator: both begin anew, as if it were a new account."""
    name = account_in(visit).name
    password = await visit.house.people.reset_staff(name, visit.by.name)
    await _tell(visit, name)
    return OneTimePassword(name, password)


@endpoint(
    "POST",
    "/api/staff/{name}/agreement",
    roles=_ADMINISTRATOR,
    stepped_up=True,
    signs=True,
)
async def agree(visit: Visit) -> Any:
    """A second administrator answers for an account another has made or changed: it may sign at
    once."""
    await visit.house.people.agree(account_in(visit).name, visit.by.name)


async def _tell(visit: Visit, name: str) -> None:
    """So that the time in which it may not sign yet is one in which somebody can look."""
    house, by = visit.house, visit.by.name
    account = house.people.account(name)
    if account is not None and house.people.signs_from(account) is not None:
        said = words(
            "{by} has made or changed the staff account {name}: it may not sign yet",
            by=by,
            name=name,
        )
        await house.alert(AlertKind.STAFF, "", said, by)


@endpoint("POST", "/api/accounts/{name}/block", roles=_ADMINISTRATOR, body=Reason, signs=True)
async def block(visit: Visit) -> Any:
    """Their sessions and sockets end, their seats are free, and nobody logs in to it."""
    house, name = visit.house, account_in(visit).name
    await house.people.block(name, visit.by.name, clean(visit.body.reason))
    await house.end_session(name)


@endpoint("DELETE", "/api/accounts/{name}/block", roles=_ADMINISTRATOR, signs=True)
async def unblock(visit: Visit) -> Any:
    """They may log in again."""
    account = account_in(visit)
    if account.blocked is None:
        raise Refused(Code.ILLEGAL_ACTION, f"{account.name} is not blocked")
    await visit.house.people.unblock(account.name, visit.by.name)


@endpoint(
    "GET",
    "/api/accounts",
    roles=frozenset({Role.ADMINISTRATOR, Role.CASHIER, Role.INSPECTOR}),
    query=AccountsQuery,
    answer=AccountsPage,
)
async def accounts(visit: Visit) -> Any:
    """Every account by name."""
    asked: AccountsQuery = visit.query
    everyone, after = visit.house.people.accounts(), asked.after or ""

    def page() -> list[Account]:
        later = (one for one in everyone if one.name > after)
        return nsmallest(asked.limit + 1, later, key=lambda one: one.name)

    found = await asyncio.to_thread(page)
    told = tuple(
        AccountView(one.name, one.role, one.blocked, one.opened_ms) for one in found[: asked.limit]
    )
    return AccountsPage(told, told[-1].name if len(found) > asked.limit else None)
