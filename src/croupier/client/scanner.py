"""A card scanner for practice and tests: it types the codes of a shoe's cards, and errs when told.

The same seed gives the same shoe and the same errors.
"""

from collections.abc import Iterable
from enum import StrEnum

from croupier.chance import repeatable, shuffle
from croupier.kit.cards import DECK, Card, shoe
from croupier.kit.errors import Code, Refused
from croupier.table.scan_codes import NO_READ


class Fault(StrEnum):
    MISREAD = "misread"
    """Another card's code is typed."""
    DOUBLE_READ = "double-read"
    UNREADABLE = "unreadable"


class SimulatedScanner:
    def __init__(self, cards: Iterable[Card], seed: int = 0) -> None:
        """`cards` in the order they leave the shoe."""
        self._order = list(cards)
        self._next = 0
        self._randbelow = repeatable(seed)
        self._fault: Fault | None = None

    @classmethod
    def shuffled(cls, decks: int, seed: int) -> "SimulatedScanner":
        return cls(shuffle(shoe(decks), repeatable(seed)), seed)

    @property
    def left(self) -> int:
        return len(self._order) - self._next

    def burn(self, count: int) -> None:
        """Cards that leave the shoe unscanned."""
        self._next = min(self._next + count, len(self._order))

    def err(self, fault: Fault) -> None:
        """The next card goes over the scanner badly."""
        self._fault = fault

    def scan(self) -> tuple[str, ...]:
        """The next card leaves the shoe: what is typed, line by line."""
        if not self.left:
            raise Refused(Code.CARD_MISSING, "the shoe is empty")
        self._next += 1
        fault, self._fault = self._fault, None
        match fault:
            case None:
                return (self.again(),)
            case Fault.MISREAD:
                return (self._another(),)
            case Fault.DOUBLE_READ:
                return (self.again(), self.again())
            case Fault.UNREADABLE:
                return (NO_READ,)

    def again(self) -> str:
        """The same card once more, read well."""
        return self._order[self._next - 1]

    def _another(self) -> str:
        others = [card for card in DECK if card != self.again()]
        return others[self._randbelow(len(others))]
