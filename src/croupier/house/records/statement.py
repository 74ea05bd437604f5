"""A player's statement for a period: every movement of the wallet, and what was in it after each.

The period is judged by the time of each entry, the order is that of the commits. Opening and
closing balance are sums over times, so the statements of periods that follow each other always
join, even where a clock was set back between two commits.
"""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from croupier.house.records.causes import round_of
from croupier.house.records.sheet import Amount, iso, sheet
from croupier.kit.money import format_amount
from croupier.ledger import Reason, Transfer, wallet
from croupier.store.pages import every_movement
from croupier.store.protocol import Reader
from croupier.store.values import Movement
from croupier.table.cage import HOUSE


class StatementKind(StrEnum):
    """What a line of a statement is, to who reads it; a CSV has it in words."""

    OPENING = "opening-balance"
    DEPOSIT = "deposit"
    PLAY_CHIPS = "play-chips"
    WITHDRAWAL = "withdrawal"
    HELD = "held"
    RELEASED = "released"
    STAKE = "stake"
    RETURNED = "returned"
    PAYOUT = "payout"
    REVERSAL = "reversal"
    """What a round had moved that was found to be void."""
    ADJUSTMENT = "adjustment"
    CLOSING = "closing-balance"


_KINDS = {
    Reason.BUY_IN: StatementKind.DEPOSIT,
    Reason.CASH_OUT: StatementKind.WITHDRAWAL,
    Reason.HOLD: StatementKind.HELD,
    Reason.RELEASE: StatementKind.RELEASED,
    Reason.STAKE: StatementKind.STAKE,
    Reason.STAKE_BACK: StatementKind.RETURNED,
    Reason.PAYOUT: StatementKind.PAYOUT,
    Reason.REVERSAL: StatementKind.REVERSAL,
    Reason.ADJUSTMENT: StatementKind.ADJUSTMENT,
}
HEADER = ("time", "what", "table", "round", "in", "out", "balance")


class StatementRow(msgspec.Struct, frozen=True):
    at_ms: int
    what: StatementKind
    balance: int
    """After it."""
    received: int = 0
    paid: int = 0
    table: str = ""
    round: int | None = None


def statement(reader: Reader, player: str, since_ms: int, until_ms: int) -> Iterator[StatementRow]:
    """From the opening balance to the closing one; give it a snapshot."""
    purse = wallet(player)
    since = every_movement(reader, purse, since_ms=since_ms)
    balance = reader.balance(purse) - sum(_change(moved, purse) for moved in since)
    yield StatementRow(since_ms, StatementKind.OPENING, balance)
    for moved in every_movement(reader, purse, since_ms=since_ms, until_ms=until_ms):
        change = _change(moved, purse)
        balance += change
        table, round = round_of(moved.transfer.cause) or ("", None)
        yield StatementRow(
            moved.at_ms,
            kind_of(moved.transfer),
            balance,
            max(change, 0),
            max(-change, 0),
            table,
            round,
        )
    # The period ends with its last moment; the next one begins after it.
    yield StatementRow(until_ms - 1, StatementKind.CLOSING, balance)


def statement_csv(reader: Reader, player: str, since_ms: int, until_ms: int) -> Iterator[str]:
    """The statement line by line; times are UTC, amounts plain decimals."""
    yield from sheet((HEADER,))
    yield from sheet(_cells(row) for row in statement(reader, player, since_ms, until_ms))


def kind_of(transfer: Transfer) -> StatementKind:
    """The house's chips are no deposit."""
    play_chips = transfer.reason is Reason.BUY_IN and transfer.cause == f"by {HOUSE}"
    return StatementKind.PLAY_CHIPS if play_chips else _KINDS[transfer.reason]


def _change(moved: Movement, purse: str) -> int:
    amount = moved.transfer.amount
    return amount if moved.transfer.payee == purse else -amount


def _cells(row: StatementRow) -> tuple[str, ...]:
    return (
        iso(row.at_ms),
        row.what.replace("-", " "),
        row.table,
        "" if row.round is None else str(row.round),
        format_amount(row.received) if row.received else "",
        format_amount(row.paid) if row.paid else "",
        Amount(format_amount(row.balance)),
    )
