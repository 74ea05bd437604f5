"""What has happened to the close of days: counted, taken back, sealed."""

import msgspec

from croupier.house.days.figures import DayFigures
from croupier.house.roles import Role

STREAM = "house/days"


class CashCount(msgspec.Struct, frozen=True):
    """Counted by hand: a drawer, the safe."""

    place: str
    amount: int


class CageCount(msgspec.Struct, frozen=True):
    counts: tuple[CashCount, ...]
    brought: int = 0
    """Cash that came into the cage from elsewhere than its counter since the last close."""
    taken: int = 0
    """Cash that left it for elsewhere, as to the house's bank."""
    note: str = ""
    """Why there is a difference, where there is one."""

    @property
    def counted(self) -> int:
        return sum(count.amount for count in self.counts)


class Signature(msgspec.Struct, frozen=True):
    by: str
    role: Role
    at_ms: int


class DayCounted(msgspec.Struct, frozen=True, tag_field="fact", tag="day-counted"):
    """The first person has cut the day, counted the cash and signed."""

    day: str
    figures: DayFigures
    count: CageCount
    since_cut: int
    """What was taken in over the counter, less what was paid out, between the end of the day and
    the count."""
    signature: Signature
    id: str


class DayRecounted(msgspec.Struct, frozen=True, tag_field="fact", tag="day-recounted"):
    """It is to be counted again: taken back by who counted, or declined by another."""

    day: str
    by: str


class DaySealed(msgspec.Struct, frozen=True, tag_field="fact", tag="day-sealed"):
    """The second person's signature and the sealed report, in one entry: there is nothing between
    the two that could be left undone."""

    number: int
    day: str
    by: str
    report: str
    """As canonical JSON."""
    signature: str
    """The house's, in hex."""


DayFact = DayCounted | DayRecounted | DaySealed
