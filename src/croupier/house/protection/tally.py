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
    counted: int = 0
    """What of it counts as staked."""
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
    _settled: dict[str, _Round] = msgspec.field(default_factory=dict)
    """By table, the last that was settled: until the next it may be found to be void (R31)."""

    @property
    def reserves(self) -> bool:
        return bool(self._reserved)

    @property
    def at_stake(self) -> bool:
        """Whether a round is open in which the player has chips."""
        return any(round.at_stake for round in self._rounds.values())

    def loss(self, window: Window, now: int) -> int:
        """With stakes at risk; below zero when the player has won."""
        return sum(self._reserved.values()) - self._net.of(window, now)

    def staked(self, window: Window, now: int, cause: str) -> int:
        """In the window; a round is told by its cause."""
        if window is Window.ROUND:
            return self._reserved.get(cause, 0) + self._in_round(cause)
        return sum(self._reserved.values()) + self._staked.of(window, now)

    def _in_round(self, cause: str) -> int:
        round = self._rounds.get(cause.rpartition(":")[0])
        return round.at_stake if round is not None and cause.endswith(f":{round.number}") else 0

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
        elif transfer.reason is Reason.REVERSAL:
            self._reversed(transfer, transfer.amount if inwards else -transfer.amount)
        elif transfer.reason is Reason.ADJUSTMENT:
            amount = transfer.amount if inwards else -transfer.amount
            self._net.add(amount, at)
            if session is not None:
                session.net += amount

    def settle(self, over: Mapping[str, int]) -> None:
        """Up to which round each table has settled: what those did not give back is lost."""
        for table, round in tuple(self._rounds.items()):
            if round.number <= over.get(table, -1):
                self._close(table)

    def _put_down(self, transfer: Transfer, at: int, session: Session | None) -> None:
        table, number = round_of(transfer.cause)
        round = self._rounds.get(table)
        if round is not None and (round.number != number or not round.at_stake):
            self._close(table)
            round = None
        if round is None:
            round = self._rounds[table] = _Round(number, at, session)
        round.at_stake += transfer.amount
        round.counted += transfer.amount
        round.net -= transfer.amount
        self._net.add(-transfer.amount, at)
        self._staked.add(transfer.amount, at)

    def _given(self, transfer: Transfer) -> None:
        table, number = round_of(transfer.cause)
        round = self._rounds.get(table)
        if round is None or round.number != number:
            return  # Staked before any window that is on began, or told already.
        amount = transfer.amount
        if transfer.reason is Reason.STAKE_BACK:
            amount = min(amount, round.at_stake)
            round.at_stake -= amount
            round.given_back = amount
            round.counted -= amount
            self._staked.amend(-amount, round.began)
        round.net += amount
        self._net.amend(amount, round.began)
        if transfer.reason is Reason.PAYOUT:
            round.counted += round.given_back
            self._staked.amend(round.given_back, round.began)
            self._close(table)  # It is the last that a round has for a player.

    def _reversed(self, transfer: Transfer, amount: int) -> None:
        """R24, R31: the round was void, so nothing of it was staked, won or lost."""
        table, number = round_of(transfer.cause)
        if table in self._rounds:
            self._close(table)
        round = self._settled.get(table)
        if round is None or round.number != number:
            return  # Staked before any window that is on began.
        self._staked.amend(-round.counted, round.began)
        round.counted = 0
        self._net.amend(amount, round.began)
        if round.session is not None:
            round.session.net += amount

    def _close(self, table: str) -> None:
        round = self._settled[table] = self._rounds.pop(table)
        if round.session is not None:
            round.session.net += round.net


def round_of(cause: str) -> tuple[str, int]:
    table, _, number = cause.rpartition(":")
    return table, int(number)
