"""The administrator's: who works here, as what, and whose account is closed for now."""

import asyncio
from heapq import nsmallest

import msgspec

from croupier.house.floor.facts import AlertKind
from croupier.house.floor.text import clean
from croupier.house.people.book import Account, Must
from croupier.house.people.people import People
from croupier.house.roles import PIT, STAFF, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.alert import Alert
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import AccountName, Body, PageSize, Query, Words
from croupier.server.http.lookups import account_named
from croupier.server.seats import Seats

_ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})


class NewStaff(Body, frozen=True):
    name: AccountName
    role: Role


class RoleChange(Body, frozen=True):
    role: Role


class BlockReason(Body, frozen=True):
    reason: Words


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


@endpoint("GET", "/api/staff", roles=_ADMINISTRATOR)
async def staff(people: People) -> tuple[StaffMember, ...]:
    """Everyone who works here."""
    return tuple(
        StaffMember(
            account.name,
            account.role,
            account.must,
            account.blocked,
            account.opened_ms,
            account.changed_by or None,
            people.signs_from(account),
        )
        for account in people.accounts()
        if account.role in STAFF
    )


@endpoint("GET", "/api/dealers", roles=PIT | {Role.INSPECTOR})
async def dealers(people: People) -> tuple[str, ...]:
    """Who can be put on a table."""
    return tuple(
        account.name
        for account in people.accounts()
        if account.role is Role.DEALER and account.blocked is None
    )


@endpoint("POST", "/api/staff", roles=_ADMINISTRATOR, stepped_up=True, signs=True)
async def hire(
    request: HttpRequest, body: NewStaff, people: People, alert: Alert
) -> OneTimePassword:
    """A new account with a one-time password. It may not sign, nor move money, before its waiting
    time is over or a second administrator has agreed."""
    password = await people.open_staff(body.name, body.role, request.by.name)
    await _alert(body.name, request.by.name, people, alert)
    return OneTimePassword(body.name, password)


@endpoint("PUT", "/api/staff/{name}/role", roles=_ADMINISTRATOR, stepped_up=True, signs=True)
async def give_role(request: HttpRequest, body: RoleChange, people: People, alert: Alert) -> None:
    """Another post, as if it were a new account; their sessions end. Players never become staff,
    nor staff players."""
    name = account_named(people, request.path["name"]).name
    await people.give_role(name, body.role, request.by.name)
    await _alert(name, request.by.name, people, alert)


@endpoint("POST", "/api/staff/{name}/reset", roles=_ADMINISTRATOR, stepped_up=True, signs=True)
async def reset(request: HttpRequest, people: People, alert: Alert) -> OneTimePassword:
    """For who has lost password or authenticator: both begin anew, as if it were a new account."""
    name = account_named(people, request.path["name"]).name
    password = await people.reset_staff(name, request.by.name)
    await _alert(name, request.by.name, people, alert)
    return OneTimePassword(name, password)


@endpoint("POST", "/api/staff/{name}/agreement", roles=_ADMINISTRATOR, stepped_up=True, signs=True)
async def agree(request: HttpRequest, people: People) -> None:
    """A second administrator answers for an account another has made or changed: it may sign at
    once."""
    await people.agree(account_named(people, request.path["name"]).name, request.by.name)


async def _alert(name: str, by: str, people: People, alert: Alert) -> None:
    """So that the time in which it may not sign yet is one in which somebody can look."""
    account = people.account(name)
    if account is not None and people.signs_from(account) is not None:
        message = words(
            "{by} has made or changed the staff account {name}: it may not sign yet",
            by=by,
            name=name,
        )
        await alert(AlertKind.STAFF, "", message, by)


@endpoint("POST", "/api/accounts/{name}/block", roles=_ADMINISTRATOR, signs=True)
async def block(request: HttpRequest, body: BlockReason, people: People, seats: Seats) -> None:
    """Their sessions and sockets end, their seats are free, and nobody logs in to it."""
    name = account_named(people, request.path["name"]).name
    await people.block(name, request.by.name, clean(body.reason))
    await seats.end_everywhere(name)


@endpoint("DELETE", "/api/accounts/{name}/block", roles=_ADMINISTRATOR, signs=True)
async def unblock(request: HttpRequest, people: People) -> None:
    """They may log in again."""
    account = account_named(people, request.path["name"])
    if account.blocked is None:
        raise Refused(Code.ILLEGAL_ACTION, f"{account.name} is not blocked")
    await people.unblock(account.name, request.by.name)


@endpoint(
    "GET",
    "/api/accounts",
    roles=frozenset({Role.ADMINISTRATOR, Role.CASHIER, Role.INSPECTOR}),
)
async def accounts(query: AccountsQuery, people: People) -> AccountsPage:
    """Every account by name."""
    everyone, after = people.accounts(), query.after or ""

    def page() -> list[Account]:
        later = (account for account in everyone if account.name > after)
        return nsmallest(query.limit + 1, later, key=lambda account: account.name)

    listed = await asyncio.to_thread(page)
    shown = tuple(
        AccountView(account.name, account.role, account.blocked, account.opened_ms)
        for account in listed[: query.limit]
    )
    return AccountsPage(shown, shown[-1].name if len(listed) > query.limit else None)
