"""A transfer: money leaves one account and arrives in another, once and for ever."""

from enum import StrEnum

import msgspec

from croupier.ledger.accounts import MOST, check_account
from croupier.ledger.errors import LedgerError

_LONGEST_CAUSE = 200


class Reason(StrEnum):
    """Why money moved."""

    BUY_IN = "buy-in"
    """cage → wallet"""
    CASH_OUT = "cash-out"
    """wallet → cage"""
    HOLD = "hold"
    """wallet → held: a cash-out was asked for"""
    RELEASE = "release"
    """held → wallet: it was decided, or withdrawn"""
    STAKE = "stake"
    """wallet → escrow"""
    STAKE_BACK = "stake-back"
    """escrow → wallet: taken down, pushed, void, or won"""
    LOSS = "loss"
    """escrow → bank"""
    PAYOUT = "payout"
    """bank → wallet"""
    REVERSAL = "reversal"
    """bank → wallet, or wallet → bank: a settled round is void, and what it moved goes back"""
    FILL = "fill"
    """cage → bank: a table's float is made larger"""
    CREDIT = "credit"
    """bank → cage: a part of a table's float goes back"""
    ADJUSTMENT = "adjustment"
    """by hand, against `adjustments`"""


class Transfer(msgspec.Struct, frozen=True):
    """Immutable: a mistake is put right by another transfer, never by changing this one."""

    payer: str
    payee: str
    amount: int
    reason: Reason
    cause: str
    """What brought it about: a clause, a bet, somebody's signature."""

    def __post_init__(self) -> None:
        check_account(self.payer)
        check_account(self.payee)
        if self.payer == self.payee:
            raise LedgerError(f"{self.payer} cannot pay itself")
        # True is an int in Python, and no amount.
        if type(self.amount) is not int or not 0 < self.amount <= MOST:
            raise LedgerError(f"{self.amount!r} is not an amount to transfer")
        if not isinstance(self.reason, Reason):
            raise LedgerError(f"{self.reason!r} is not a reason")
        if len(self.cause) > _LONGEST_CAUSE or not self.cause.isprintable():
            raise LedgerError(f"{self.cause[:200]!r} is not a cause")
