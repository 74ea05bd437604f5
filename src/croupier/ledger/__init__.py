"""The ledger: double entry, immutable transfers. It knows nothing of games."""

from croupier.ledger.accounts import (
    ADJUSTMENTS,
    CAGE,
    MOST,
    bank,
    check_account,
    escrow,
    floor,
    held,
    may_owe,
    wallet,
)
from croupier.ledger.errors import LedgerError
from croupier.ledger.sums import Fault, balances, first_fault, net, total
from croupier.ledger.transfer import Reason, Transfer

__all__ = [
    "ADJUSTMENTS",
    "CAGE",
    "MOST",
    "Fault",
    "LedgerError",
    "Reason",
    "Transfer",
    "balances",
    "bank",
    "check_account",
    "escrow",
    "first_fault",
    "floor",
    "held",
    "may_owe",
    "net",
    "total",
    "wallet",
]
