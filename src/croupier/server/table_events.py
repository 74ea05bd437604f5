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
from croupier.wire.messages import TableEvent
from croupier.wire.views import EventKind

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


def events_of(fact: Fact) -> Iterator[TableEvent]:  # noqa: PLR0912 -- one case for every kind of fact
    match fact:
        case Fed(input=Act() as act):
            yield TableEvent(act.player, EventKind(act.action), act.box)
        case Fed(input=CardsTurned() as turned):
            yield TableEvent(turned.player, EventKind.TURN, turned.box)
        case Fed(input=SqueezeAllowed() as squeeze):
            yield TableEvent(squeeze.by, EventKind.SQUEEZE, squeeze.box)
        case Fed(input=ruling) if isinstance(ruling, Ruling):
            yield TableEvent(ruling.by, EventKind(type(ruling).__name__.lower()))
        case ScanTakenBack():
            yield TableEvent("dealer", EventKind.TAKE_BACK)
        case Held():
            yield TableEvent("pit", EventKind.HOLD)
        case Released():
            yield TableEvent("pit", EventKind.RELEASE)
        case SeatTaken():
            yield TableEvent(fact.player, EventKind.SIT, fact.box)
        case SeatLeft():
            yield TableEvent(fact.player, EventKind.LEAVE, fact.box)
        case DealerChanged():
            yield TableEvent(fact.dealer or "nobody", EventKind.DEAL)
        case ShoeChanged():
            yield TableEvent("dealer", EventKind.SHOE)
        case CardsBurned():
            yield TableEvent("dealer", EventKind.BURN)
        case _:
            yield from _requests(fact)


def _requests(fact: Fact) -> Iterator[TableEvent]:
    """What a player asked of the house, and what came of it."""
    match fact:
        case SqueezeAsked():
            yield TableEvent(fact.player, EventKind.ASK_SQUEEZE, fact.box)
        case SqueezeAnswered(granted=False):
            yield TableEvent("pit", EventKind.REFUSE_SQUEEZE, fact.box)
        case ConsentGiven():
            yield TableEvent(fact.player, EventKind.GIVE_CONSENT)
        case ConsentWithdrawn():
            yield TableEvent(fact.player, EventKind.WITHDRAW_CONSENT)
        case BetsPlaced(on_behalf=OnBehalf(by=by)):
            yield TableEvent(by, EventKind.BET_FOR)


def touched_by(fact: Fact) -> Iterator[str]:
    if isinstance(fact, _OWN):
        yield fact.player
    elif isinstance(fact, CutPlaced):
        yield fact.by
