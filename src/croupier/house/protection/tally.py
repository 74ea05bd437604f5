"""What play has cost a player in the windows that are on, told from the postings of the wallet.

A stake counts as lost in the moment it is put down, and whatever its round gives back counts as
won, in the windows in which the player's stake in that round was put down. So stakes at risk
are part of the loss, on however many tables they lie; a bet that is settled after midnight does not
make room in the new day for more than its limit; and nothing needs to be known but the wallet.
"""

from collections.abc import Mapping

import msgspec

from croupier.house.protection.presence import Session
from croupier.house.protection.windows import Sums, Window
from croupier.ledger import Reason, Transfer


class _Round(msgspec.Struct):
    """The round of a table in which the player last had a stake."""

    number: int
    began: int
    session: Session | None
    at_stake: int = 0
    given_back: int = 0
    """What it gave back last: before a win, that was staked all the same."""
    net: int = 0


class Tally(msgspec.Struct):
    _reserved: dict[str, int] = msgspec.field(default_factory=dict)
    """Stakes on their way to the store, by what they are for."""
    _staked: Sums = msgspec.field(default_factory=Sums)
    _net: Sums = msgspec.field(default_factory=Sums)
    _rounds: dict[str, _Round] = msgspec.field(default_factory=dict)
    """By table: one round follows another there, so no more than the last can be open."""

    def loss(self, window: Window, now: int) -> int:
        """With stakes at risk; below zero when the player has won."""
        return sum(self._reserved.values()) - self._net.of(window, now)

    def staked(self, window: Window, now: int, cause: str) -> int:
        """In the window; a round is told by its cause."""
        if window is Window.ROUND:
            return self._reserved.get(cause, 0) + self._in_round(cause)
        return sum(self._reserved.values()) + self._staked.of(window, now)

    def _in_round(self, cause: str) -> int:
        one = self._rounds.get(cause.rpartition(":")[0])
        return one.at_stake if one is not None and cause.endswith(f":{one.number}") else 0

    def reserve(self, amount: int, cause: str) -> None:
        """Below zero: it is reserved no longer."""
        left = self._reserved.pop(cause, 0) + amount
        if left:
            self._reserved[cause] = left

    def posted(
        self, transfer: Transfer, at: int, session: Session | None, *, inwards: bool
    ) -> None:
        """A posting of the wallet. The session hears of what was bet in it."""
        if transfer.reason is Reason.STAKE:
            self._put_down(transfer, at, session)
        elif transfer.reason in {Reason.STAKE_BACK, Reason.PAYOUT}:
            self._given(transfer)
        elif transfer.reason is Reason.ADJUSTMENT:
            amount = transfer.amount if inwards else -transfer.amount
            self._net.add(amount, at)
            if session is not None:
                session.net += amount

    def settle(self, over: Mapping[str, int]) -> None:
        """Up to which round each table has settled: what those did not give back is lost."""
        for table, one in tuple(self._rounds.items()):
            if one.number <= over.get(table, -1):
                self._close(table)

    def _put_down(self, transfer: Transfer, at: int, session: Session | None) -> None:
        table, number = round_of(transfer.cause)
        one = self._rounds.get(table)
        if one is not None and (one.number != number or not one.at_stake):
            self._close(table)
            one = None
        if one is None:
            one = self._rounds[table] = _Round(number, at, session)
        one.at_stake += transfer.amount
        one.net -= transfer.amount
        self._net.add(-transfer.amount, at)
        self._staked.add(transfer.amount, at)

    def _given(self, transfer: Transfer) -> None:
        table, number = round_of(transfer.cause)
        one = self._rounds.get(table)
        if one is None or one.number != number:
            return  # Staked before any window that is on began, or told already.
        amount = transfer.amount
        if transfer.reason is Reason.STAKE_BACK:
            amount = min(amount, one.at_stake)
            one.at_stake -= amount
            one.given_back = amount
            self._staked.amend(-amount, one.began)
        one.net += amount
        self._net.amend(amount, one.began)
        if transfer.reason is Reason.PAYOUT:
            self._staked.amend(one.given_back, one.began)
            self._close(table)  # It is the last that a round has for a player.

    def _close(self, table: str) -> None:
        one = self._rounds.pop(table)
        if one.session is not None:
            one.session.net += one.net


def round_of(cause: str) -> tuple[str, int]:
    table, _, number = cause.rpartition(":")
    return table, int(number)
