"""What is done to the cards and what they lie in, at a table dealt by hand, beside the rounds:
inspected, cut, burned, shown (LIVE 2.1.7, 2.3.1 to 2.3.5). The fold of its facts."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.engine.inputs import Burn, CardDealt, Discard, Misdeal, Place, Together
from croupier.engine.waiting import CardDue
from croupier.kit.cards import Card
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    BurnReason,
    BurnsAsked,
    BurnsKept,
    BurnsShown,
    CardsBurned,
    CutDeclined,
    CutOffered,
    CutPlaced,
    DayBegan,
    DealerChanged,
    EquipmentInspected,
    Fact,
    Fed,
    OutcomesSealed,
    PreparedShoeInUse,
    RoundError,
    RulingWithdrawn,
    SeatLeft,
    ShoeChanged,
)


class ErrorKind(StrEnum):
    """What may have gone wrong in a round, for cards to be burned after it (LIVE 2.3.5b)."""

    MISDEAL = "misdeal"
    PLACE = "place"
    DISCARD = "discard"
    TOGETHER = "together"


_ERRORS: dict[type, ErrorKind] = {
    Misdeal: ErrorKind.MISDEAL,
    Place: ErrorKind.PLACE,
    Discard: ErrorKind.DISCARD,
    Together: ErrorKind.TOGETHER,
}


class Cut(msgspec.Struct, frozen=True):
    """Who places the cutting card in the stack that becomes the next shoe (LIVE 2.3.3d)."""

    asked: str | None = None
    declined: tuple[str, ...] = ()
    by: str = ""
    position: int = 0
    """Cards in front of it; 0: it is not placed."""


class Burned(msgspec.Struct, frozen=True):
    """Cards of the shoe in use that were burned, and why. In older journals a call for the pit
    counts as an error, too ("called")."""

    round: int
    count: int
    why: BurnReason
    by: str
    error: RoundError | None = None
    reason: str = ""
    """Why another number than the document has after an error."""
    cards: tuple[Card, ...] = ()
    """What of them is known to the house."""
    shown: bool = False


class Handling(msgspec.Struct, frozen=True):
    day: str = ""
    """The gaming day."""
    inspection_due: bool = False
    """Whether shoe and rack are still to be inspected that day, or were found wanting."""
    cut: Cut = Cut()
    burns: tuple[Burned, ...] = ()
    burning: int = 0
    """Cards of the last burn that are still to be scanned."""
    askers: tuple[str, ...] = ()
    """Who has asked to see the burned cards."""
    new_dealer: bool = False
    """Whether the dealer has not dealt a round here yet."""
    errors: tuple[RoundError, ...] = ()
    """What went wrong in this round."""

    @property
    def unseen(self) -> int:
        """Burned, and nobody knows what they are."""
        return sum(burned.count - len(burned.cards) for burned in self.burns)

    @property
    def unshown(self) -> bool:
        return any(not burned.shown for burned in self.burns)

    def after(  # noqa: PLR0912 -- one case each
        self, fact: Fact, round: int, due: CardDue | None
    ) -> "Handling":
        """`due` is the card that was due before the fact, `round` the one that is on."""
        match fact:
            case DayBegan():
                return replace(self, day=fact.day, inspection_due=True)
            case EquipmentInspected():
                inspection = fact.inspection
                return replace(self, inspection_due=not (inspection.shoe and inspection.rack))
            case CutOffered():
                return replace(self, cut=replace(self.cut, asked=fact.player))
            case CutDeclined():
                declined = (*self.cut.declined, fact.player)
                return replace(self, cut=replace(self.cut, asked=None, declined=declined))
            case CutPlaced():
                return replace(self, cut=Cut(by=fact.by, position=fact.position))
            case SeatLeft() if fact.player == self.cut.asked:
                return replace(self, cut=replace(self.cut, asked=None))
            case ShoeChanged():
                burned = Burned(round, fact.record.burned, BurnReason.SHUFFLE, fact.by)
                return self._fresh((burned,) if fact.record.burned else ())
            case OutcomesSealed() | PreparedShoeInUse():
                return self._fresh(())
            case CardsBurned():
                burned = Burned(round, fact.count, fact.why, fact.by)
                return replace(self, burns=(*self.burns, burned), new_dealer=False)
            case Fed(input=Burn(count=count)):
                why = BurnReason.ERROR if fact.error else BurnReason.HOUSE
                burned = Burned(round, count, why, fact.by, fact.error, fact.reason)
                return replace(self, burns=(*self.burns, burned), burning=self.burning + count)
            case RulingWithdrawn(ruling=Burn(count=count)):
                return replace(self, burns=self.burns[:-1], burning=self.burning - count)
            case RulingWithdrawn():
                return replace(self, errors=self.errors[:-1])
            case Fed(input=CardDealt(card=card)) if self.burning and due and due.to == "discard":
                *before, last = self.burns
                last = replace(last, cards=(*last.cards, card))
                return replace(self, burns=(*before, last), burning=self.burning - 1)
            case BurnsAsked():
                return replace(self, askers=(*self.askers, fact.player))
            case BurnsShown():
                return replace(self, burns=_shown(self.burns, fact.cards), askers=())
            case BurnsKept():
                return replace(self, askers=())
            case DealerChanged():
                return replace(self, new_dealer=fact.dealer is not None)
            case BetsClosed():
                return replace(self, new_dealer=False)
            case BettingOpened():
                return replace(self, cut=Cut(), errors=())
            case _:
                return self._noted(fact)

    def _noted(self, fact: Fact) -> "Handling":
        """With what went wrong, if anything has."""
        kind = _ERRORS.get(type(fact.input)) if isinstance(fact, Fed) else None
        if kind is None:
            return self
        return replace(self, errors=(*self.errors, RoundError(len(self.errors) + 1, kind)))

    def _fresh(self, burns: tuple[Burned, ...]) -> "Handling":
        return replace(self, cut=Cut(), burns=burns, burning=0, askers=())


def _shown(burns: tuple[Burned, ...], cards: tuple[Card, ...]) -> tuple[Burned, ...]:
    """The cards nobody knew, in the order they were burned."""
    left, shown = list(cards), []
    for burned in burns:
        unknown = burned.count - len(burned.cards)
        turned, left = left[:unknown], left[unknown:]
        shown.append(replace(burned, cards=(*burned.cards, *turned), shown=True))
    return tuple(shown)
