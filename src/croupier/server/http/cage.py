"""The cashier's window: money in and out, for players only, and never anything at a table."""

import msgspec

from croupier.house.cage.book import Chips
from croupier.house.cage.cage import Cage
from croupier.house.clock import DAY, Clock
from croupier.house.people.book import Account
from croupier.house.people.people import People
from croupier.house.protection.limits import Kind
from croupier.house.protection.protection import Protection
from croupier.house.protection.windows import Window
from croupier.house.records.statement import StatementKind, kind_of
from croupier.house.records.till import Takings
from croupier.house.roles import Role
from croupier.kit.english import with_article
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import Reason, wallet
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import LONGEST_STATEMENT, AccountName, Amount, Body, Id, PeriodQuery
from croupier.server.http.lookups import account_named
from croupier.server.play_chips import PlayChips
from croupier.server.purse_feed import PurseFeed
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
    held: int
    """For cash-outs that wait."""
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
    """The cashier; none of an adjustment, which is the pit's, and of what was only held."""


class CashierDay(msgspec.Struct, frozen=True):
    """What one cashier has taken in and paid out since the UTC day began."""

    since_ms: int
    cash: Takings
    net: int
    """In less out: what should lie in the drawer more than in the morning."""


def client_account(people: People, name: str) -> Account:
    """A registered player: guests have play chips, and staff have no wallet."""
    account = account_named(people, name)
    if account.role is not Role.PLAYER:
        role = with_article(account.role)
        raise Refused(Code.NOT_ALLOWED, f"{name} is {role}, and has nothing at the cage")
    return account


def check_money(play_chips: PlayChips) -> None:
    if play_chips.source(Role.PLAYER) is Chips.PLAY:
        raise Refused(
            Code.ILLEGAL_ACTION, words("members of this house have play chips, and no money")
        )


async def _account(
    account: Account, cage: Cage, protection: Protection, books: BookReader
) -> CageAccount:
    name = account.name
    balance = await books.balance(name)
    deposited = cage.deposited(name)
    limits = tuple(
        DepositLimit(limit.window, limit.amount, max(0, limit.amount - limit.used), limit.ends)
        for limit in protection.view(name, deposited).limits
        if limit.kind is Kind.DEPOSIT and limit.amount is not None
    )
    blocked = account.blocked is not None
    held = cage.requests.held(name)
    return CageAccount(name, account.role, balance, held, deposited, limits, blocked)


@endpoint("GET", "/api/cage/accounts/{name}", roles=_READERS)
async def cage_account(
    request: HttpRequest, people: People, cage: Cage, protection: Protection, books: BookReader
) -> CageAccount:
    """What a player has, has brought so far, and may still bring by the limits they have set."""
    return await _account(client_account(people, request.path["name"]), cage, protection, books)


@endpoint("POST", "/api/cage/deposits", roles=_CASHIER, signs=True)
async def deposit(
    request: HttpRequest,
    body: Cash,
    people: People,
    play_chips: PlayChips,
    cage: Cage,
    purse_feed: PurseFeed,
    protection: Protection,
    books: BookReader,
) -> CageAccount:
    """Money brought in, within the player's own limits."""
    account = client_account(people, body.player)
    check_money(play_chips)
    if account.blocked is not None:
        raise Refused(Code.BLOCKED, f"{account.name} is blocked: nothing is taken in")
    await cage.deposit(body.player, body.amount, request.by.name, body.id)
    purse_feed.changed(body.player)
    return await _account(account, cage, protection, books)


@endpoint("POST", "/api/cage/withdrawals", roles=_CASHIER, signs=True)
async def withdraw(
    request: HttpRequest,
    body: Cash,
    people: People,
    play_chips: PlayChips,
    cage: Cage,
    purse_feed: PurseFeed,
    protection: Protection,
    books: BookReader,
) -> CageAccount:
    """Money paid out of the wallet; an exclusion, or a block, does not keep it from its owner."""
    account = client_account(people, body.player)
    check_money(play_chips)
    await cage.withdraw(body.player, body.amount, request.by.name, body.id)
    purse_feed.changed(body.player)
    return await _account(account, cage, protection, books)


@endpoint("GET", "/api/cage/movements", roles=_READERS)
async def movements(
    query: MovementsQuery, people: People, clock: Clock, books: BookReader
) -> tuple[CashMovement, ...]:
    """What moved between a player and the cage in a period; play at the tables is not told."""
    purse = wallet(client_account(people, query.player).name)
    since, until = query.period(clock.wall(), LONGEST_STATEMENT)
    return await books.read(
        lambda reader: tuple(
            _movement(moved, purse)
            for moved in every_movement(reader, purse, since_ms=since, until_ms=until)
            if moved.stream == STREAM
        )
    )


def _movement(moved: Movement, purse: str) -> CashMovement:
    transfer = moved.transfer
    amount = transfer.amount if transfer.payee == purse else -transfer.amount
    cash = transfer.reason in (Reason.BUY_IN, Reason.CASH_OUT)
    by = transfer.cause.removeprefix("by ") if cash else None
    return CashMovement(moved.at_ms, kind_of(transfer), amount, transfer.cause, by)


@endpoint("GET", "/api/cage/day", roles=_CASHIER)
async def cashier_day(request: HttpRequest, clock: Clock, cage: Cage) -> CashierDay:
    """Your own day at the window, to count the drawer against."""
    now = clock.wall()
    since = now - now % DAY
    cash = cage.till.cash(since, since + DAY, request.by.name)
    return CashierDay(since, cash, cash.paid_in - cash.paid_out)
