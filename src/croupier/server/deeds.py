"""What everyone may know of a fact, and whose own view it may change."""

from collections.abc import Iterator

from croupier.games.inputs import Act, CardsTurned, Ruling, SqueezeAllowed
from croupier.table.facts import (
    BetsDisplaced,
    BetsPlaced,
    BurnsAsked,
    CardsBurned,
    ConsentGiven,
    ConsentWithdrawn,
    CutDeclined,
    CutOffered,
    CutPlaced,
    DealerChanged,
    DecidedEarly,
    EarlyDropped,
    Fact,
    Fed,
    FollowChosen,
    Held,
    OfferLapsed,
    OnBehalf,
    Released,
    ScanTakenBack,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    SessionEnded,
    ShoeChanged,
    SqueezeAnswered,
    SqueezeAsked,
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
    | ConsentGiven
    | ConsentWithdrawn
    | BetsPlaced
    | BetsDisplaced
    | SqueezeAsked
    | DecidedEarly
    | EarlyDropped
    | CutOffered
    | CutDeclined
    | BurnsAsked
)


def deeds_of(fact: Fact) -> Iterator[Deed]:  # noqa: PLR0912 -- one case for every kind of fact
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
        case CardsBurned():
            yield Deed("dealer", "burn")
        case _:
            yield from _requests(fact)


def _requests(fact: Fact) -> Iterator[Deed]:
    """What a player asked of the house, and what came of it."""
    match fact:
        case SqueezeAsked():
            yield Deed(fact.player, "ask-squeeze", fact.box)
        case SqueezeAnswered(granted=False):
            yield Deed("pit", "refuse-squeeze", fact.box)
        case ConsentGiven():
            yield Deed(fact.player, "give-consent")
        case ConsentWithdrawn():
            yield Deed(fact.player, "withdraw-consent")
        case BetsPlaced(on_behalf=OnBehalf(by=by)):
            yield Deed(by, "bet-for")


def touched_by(fact: Fact) -> Iterator[str]:
    if isinstance(fact, _OWN):
        yield fact.player
    elif isinstance(fact, CutPlaced):
        yield fact.by
