"""What everyone may know of a fact, and whose own view it may change."""

from collections.abc import Iterator

from croupier.games.inputs import Act, CardsTurned, Ruling, SqueezeAllowed
from croupier.table.facts import (
    BetsDisplaced,
    BetsPlaced,
    DealerChanged,
    DecidedEarly,
    EarlyDropped,
    Fact,
    Fed,
    FollowChosen,
    Held,
    OfferLapsed,
    Released,
    ScanTakenBack,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    Waited,
    WaitingLeft,
)
from croupier.wire.messages import Deed

_OWN = (
    SeatTaken
    | SeatLeft
    | Waited
    | WaitingLeft
    | SeatOffered
    | OfferLapsed
    | FollowChosen
    | SessionEnded
    | BetsPlaced
    | BetsDisplaced
    | DecidedEarly
    | EarlyDropped
)


def deeds_of(fact: Fact) -> Iterator[Deed]:
    match fact:
        case Fed(input=Act() as act):
            yield Deed(act.player, act.action, act.box)
        case Fed(input=CardsTurned() as turned):
            yield Deed(turned.player, "turn", turned.box)
        case Fed(input=SqueezeAllowed() as squeeze):
            yield Deed(squeeze.by, "squeeze", squeeze.box)
        case Fed(input=ruling) if isinstance(ruling, Ruling):
            yield Deed(ruling.by, type(ruling).__name__.lower())
        case ScanTakenBack():
            yield Deed("dealer", "take-back")
        case Held():
            yield Deed("pit", "hold")
        case Released():
            yield Deed("pit", "release")
        case SeatTaken():
            yield Deed(fact.player, "sit", fact.box)
        case SeatLeft():
            yield Deed(fact.player, "leave", fact.box)
        case DealerChanged():
            yield Deed(fact.dealer or "nobody", "deal")
        case ShoeChanged():
            yield Deed("dealer", "shoe")


def touched_by(fact: Fact) -> Iterator[str]:
    if isinstance(fact, _OWN):
        yield fact.player
