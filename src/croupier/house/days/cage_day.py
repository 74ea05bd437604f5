"""What a day at the cage comes to, by its facts."""

import msgspec

from croupier.house.days.figures import CashDay, DayAdjustment, JournalHead, OpenRequest
from croupier.house.people.names import is_guest
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.cage import (
    STREAM,
    Adjusted,
    CageFact,
    CashMoved,
    CashRequested,
    FloatMoved,
    RequestApproved,
    RequestRefused,
    RequestWithdrawn,
)

_decode = msgspec.json.Decoder[CageFact](CageFact).decode


class CageDay:
    """What the cage's facts come to."""

    def __init__(self, waiting: tuple[OpenRequest, ...]) -> None:
        self.cash = CashDay()
        self.given = self.adjusted = self.filled = 0
        self.adjustments: list[DayAdjustment] = []
        self.requests = {request.number: request for request in waiting}

    @property
    def issued(self) -> int:
        """What the cage has given out in chips, less what came back."""
        return self.cash.paid_in - self.cash.paid_out + self.given + self.filled

    @property
    def waiting(self) -> int:
        return sum(request.amount for request in self.requests.values())

    def read(self, reader: Reader, after: int, upto: int | None = None) -> None:
        """The facts behind an entry, up to another; None: all there are."""
        for entry in every_entry(reader, STREAM, after):
            if upto is not None and entry.seq > upto:
                break
            self._apply(_decode(entry.body), entry.at_ms)

    def _apply(self, fact: CageFact, at_ms: int) -> None:
        match fact:
            case CashMoved():
                self._move(fact)
            case Adjusted():
                self.adjusted += fact.amount
                self.adjustments.append(_adjustment(fact, at_ms))
            case CashRequested() if fact.amount < 0:
                self.requests[fact.number] = OpenRequest(fact.number, fact.player, -fact.amount)
            case RequestApproved() | RequestRefused() | RequestWithdrawn():
                self.requests.pop(fact.number, None)
                if isinstance(fact, RequestApproved):
                    self._move(fact.cash)
            case FloatMoved():
                self.filled += fact.amount

    def _move(self, fact: CashMoved) -> None:
        cash, amount = self.cash, fact.amount
        if fact.play_chips or is_guest(fact.player):
            self.given += amount
        elif amount > 0:
            self.cash = msgspec.structs.replace(
                cash, deposits=cash.deposits + 1, paid_in=cash.paid_in + amount
            )
        else:
            self.cash = msgspec.structs.replace(
                cash, withdrawals=cash.withdrawals + 1, paid_out=cash.paid_out - amount
            )


def _adjustment(fact: Adjusted, at_ms: int) -> DayAdjustment:
    return DayAdjustment(
        at_ms,
        fact.player,
        fact.amount,
        fact.table,
        fact.round,
        fact.reason,
        fact.by,
        fact.countersigned,
        fact.incident,
    )


def cash_since(reader: Reader, head: JournalHead) -> int:
    """What was taken in over the counter, less what was paid out, after an entry of the cage."""
    day = CageDay(())
    day.read(reader, head.entries)
    return day.cash.paid_in - day.cash.paid_out
