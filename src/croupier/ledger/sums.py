"""What transfers come to. Every sum over all accounts is zero, because each transfer's is."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.ledger.accounts import MOST, floor
from croupier.ledger.transfer import Transfer


class Fault(msgspec.Struct, frozen=True):
    """The account that cannot take part, and whether it is short of money or over the top."""

    account: str
    short: bool


def net(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What each account gains or loses, in the order the accounts are first named."""
    moved: dict[str, int] = {}
    for transfer in transfers:
        moved[transfer.payer] = moved.get(transfer.payer, 0) - transfer.amount
        moved[transfer.payee] = moved.get(transfer.payee, 0) + transfer.amount
    return moved


def balances(
    transfers: Iterable[Transfer], opening: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Every account's balance after the transfers."""
    held = dict(opening or {})
    for account, change in net(transfers).items():
        held[account] = held.get(account, 0) + change
    return held


def first_fault(held: Mapping[str, int], moved: Mapping[str, int]) -> Fault | None:
    """The first account that the changes would take below its floor or over the most.

    Transfers written together happen at once: what counts is where they leave an account.
    """
    for account, change in moved.items():
        after = held.get(account, 0) + change
        if change < 0 and after < floor(account):
            return Fault(account, short=True)
        if after > MOST:
            return Fault(account, short=False)
    return None


def total(held: Mapping[str, int]) -> int:
    """Zero, always: money is neither made nor lost."""
    return sum(held.values())
