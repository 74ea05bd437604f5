"""The cashier's window: money in and out, for players only, and never anything at a table."""

from typing import Any

import msgspec

from croupier.house.cage import Chips
from croupier.house.clock import DAY
from croupier.house.people.book import Account
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.house.records.statement import StatementKind, kind_of
from croupier.house.records.till import Takings
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import Reason, wallet
from croupier.server.http.books import LONGEST_STATEMENT, balance_of, from_books, period
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import AccountName, Amount, Body, Id, PeriodQuery
from croupier.server.http.places import account_named
from croupier.store.pages import every_movement
from croupier.store.values import Movement
from croupier.table.cage import STREAM

_CASHIER = frozenset({Role.CASHIER})
_READERS = frozenset({Role.CASHIER, Role.INSPECTOR})


class Cash(Body, frozen=True):
    player: AccountName
    amount: Amount
    id: Id


class DepositLimit(msgspec.Struct, frozen=True):
    """What the player wants to be kept to, so that it can be told before money is counted."""

    window: Window
    amount: int
    left: int
    ends: int
    """When the window ends, and counting begins again."""


class CageAccount(msgspec.Struct, frozen=True):
    name: str
    role: Role
    balance: int
    """In the wallet: what lies on a table is not in it."""
    deposited: dict[Window, int]
    """This day, week and month."""
    limits: tuple[DepositLimit, ...]
    """The player's own; none, where they have set none."""
    blocked: bool


class MovementsQuery(PeriodQuery, frozen=True, kw_only=True):
    player: AccountName


class CashMovement(msgspec.Struct, frozen=True):
    at_ms: int
    what: StatementKind
    amount: int
    """To the player, or below zero: from the player."""
    cause: str
    by: str | None
    """The cashier; none of an adjustment, which is the pit's."""


class CashierDay(msgspec.Struct, frozen=True):
    """What one cashier has taken in and paid out since the UTC day began."""

    since_ms: int
    cash: Takings
    net: int
    """In less out: what should lie in the drawer more than in the morning."""


def _client(visit: Visit, name: str) -> Account:
    """A registered player: guests have play chips, and staff have no wallet."""
    account = account_named(visit.house, name)
    if account.role is not Role.PLAYER:
        raise Refused(Code.NOT_ALLOWED, f"{name} is a {account.role}, and has nothing at the cage")
    return account


def _check_money(visit: Visit) -> None:
    if visit.house.members is Chips.PLAY:
        raise Refused(Code.ILLEGAL_ACTION, "members of this house have play chips, and no money")


async def _account(visit: Visit, account: Account) -> CageAccount:
    balance = await balance_of(visit, account.name)
    name, house = account.name, visit.house
    deposited = house.cage.deposited(name)
    limits = tuple(
        DepositLimit(one.window, one.amount, max(0, one.amount - one.used), one.ends)
        for one in house.protection.view(name, deposited).limits
        if one.kind is Kind.DEPOSIT and one.amount is not None
    )
    blocked = account.blocked is not None
    return CageAccount(name, account.role, balance, deposited, limits, blocked)


@endpoint("GET", "/api/cage/accounts/{name}", roles=_READERS, answer=CageAccount)
async def cage_account(visit: Visit) -> Any:
    """What a player has, has brought so far, and may still bring by the limits they have set."""
    return await _account(visit, _client(visit, visit.params["name"]))


@endpoint("POST", "/api/cage/deposits", roles=_CASHIER, body=Cash, answer=CageAccount, signs=True)
async def deposit(visit: Visit) -> Any:
    """Money brought in, within the player's own limits."""
    cash: Cash = visit.body
    account = _client(visit, cash.player)
    _check_money(visit)
    if account.blocked is not None:
        raise Refused(Code.BLOCKED, f"{account.name} is blocked: nothing is taken in")
    await visit.house.cage.deposit(cash.player, cash.amount, visit.by.name, cash.id)
    visit.house.purse_feed.changed(cash.player)
    return await _account(visit, account)


@endpoint(
    "POST", "/api/cage/withdrawals", roles=_CASHIER, body=Cash, answer=CageAccount, signs=True
)
async def withdraw(visit: Visit) -> Any:
    """Money paid out of the wallet; an exclusion, or a block, does not keep it from its owner."""
    cash: Cash = visit.body
    account = _client(visit, cash.player)
    _check_money(visit)
    await visit.house.cage.withdraw(cash.player, cash.amount, visit.by.name, cash.id)
    visit.house.purse_feed.changed(cash.player)
    return await _account(visit, account)


@endpoint(
    "GET",
    "/api/cage/movements",
    roles=_READERS,
    query=MovementsQuery,
    answer=tuple[CashMovement, ...],
)
async def movements(visit: Visit) -> Any:
    """What moved between a player and the cage in a period; play at the tables is not told."""
    purse = wallet(_client(visit, visit.query.player).name)
    since, until = period(visit, LONGEST_STATEMENT)
    return await from_books(
        visit,
        lambda reader: tuple(
            _movement(moved, purse)
            for moved in every_movement(reader, purse, since_ms=since, until_ms=until)
            if moved.stream == STREAM
        ),
    )


def _movement(moved: Movement, purse: str) -> CashMovement:
    one = moved.transfer
    amount = one.amount if one.payee == purse else -one.amount
    by = None if one.reason is Reason.ADJUSTMENT else one.cause.removeprefix("by ")
    return CashMovement(moved.at_ms, kind_of(one), amount, one.cause, by)


@endpoint("GET", "/api/cage/day", roles=_CASHIER, answer=CashierDay)
async def cashier_day(visit: Visit) -> Any:
    """Your own day at the window, to count the drawer against."""
    now = visit.house.clock.wall()
    since = now - now % DAY
    cash = visit.house.cage.till.cash(since, since + DAY, visit.by.name)
    return CashierDay(since, cash, cash.paid_in - cash.paid_out)
