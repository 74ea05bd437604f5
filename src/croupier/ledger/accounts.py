"""Accounts are names: whose money it is can be read off the page.

| account | whose money | below zero |
|---|---|---|
| `wallet:PLAYER` | a player's, free to stake or cash out | never |
| `held:PLAYER` | a player's, asked to be cashed out and not decided yet | never |
| `escrow:TABLE:ROUND` | the stakes of one round, nobody's until it is settled | never |
| `bank:TABLE` | the table's: it collects losses and pays winners | may be |
| `cage` | the world outside: money bought in leaves it, money cashed out returns | may be |
| `adjustments` | the other side of every correction by hand | may be |
"""

from functools import lru_cache

from croupier.ledger.errors import LedgerError

MOST = 2**53 - 1
"""The most any amount or balance may be: whole numbers above it are not safe in JSON."""

CAGE = "cage"
ADJUSTMENTS = "adjustments"

_LONGEST = 64
_PARTS = {"wallet": 2, "held": 2, "escrow": 3, "bank": 2, CAGE: 1, ADJUSTMENTS: 1}
_OWING = frozenset({"bank", CAGE, ADJUSTMENTS})
_MAX_CHECKED = 8_192
"""Names that need not be checked again: the wallets of those who play now, and a few thousand who
are gone."""


def wallet(player: str) -> str:
    return _account("wallet", player)


def held(player: str) -> str:
    return _account("held", player)


def escrow(table: str, round: str) -> str:
    return _account("escrow", table, round)


def bank(table: str) -> str:
    return _account("bank", table)


def may_owe(account: str) -> bool:
    """Whether its balance may fall below zero."""
    return account.partition(":")[0] in _OWING


def floor(account: str) -> int:
    """The least its balance may be."""
    return -MOST if may_owe(account) else 0


@lru_cache(maxsize=_MAX_CHECKED)
def check_account(account: str) -> None:
    """Refuse a name that is no account; a store keeps every name that passes, in every dialect."""
    kind, *names = account.split(":")
    if _PARTS.get(kind) != 1 + len(names):
        raise LedgerError(f"{account[:200]!r} is not an account")
    for name in names:
        # Printable: no control characters, no lone surrogates, nothing that turns text around.
        if not name or len(name) > _LONGEST or not name.isprintable():
            raise LedgerError(f"{name[:200]!r} cannot name an account")


def _account(*parts: str) -> str:
    account = ":".join(parts)
    check_account(account)
    return account
