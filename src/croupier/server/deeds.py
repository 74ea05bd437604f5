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
from croupier.wire.views import DeedKind

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
            yield Deed(act.player, DeedKind(act.action), act.box)
        case Fed(input=CardsTurned() as turned):
            yield Deed(turned.player, DeedKind.TURN, turned.box)
        case Fed(input=SqueezeAllowed() as squeeze):
            yield Deed(squeeze.by, DeedKind.SQUEEZE, squeeze.box)
        case Fed(input=ruling) if isinstance(ruling, Ruling):
            yield Deed(ruling.by, DeedKind(type(ruling).__name__.lower()))
        case ScanTakenBack():
            yield Deed("dealer", DeedKind.TAKE_BACK)
        case Held():
            yield Deed("pit", DeedKind.HOLD)
        case Released():
            yield Deed("pit", DeedKind.RELEASE)
        case SeatTaken():
            yield Deed(fact.player, DeedKind.SIT, fact.box)
        case SeatLeft():
            yield Deed(fact.player, DeedKind.LEAVE, fact.box)
        case DealerChanged():
            yield Deed(fact.dealer or "nobody", DeedKind.DEAL)
        case ShoeChanged():
            yield Deed("dealer", DeedKind.SHOE)
        case CardsBurned():
            yield Deed("dealer", DeedKind.BURN)
        case _:
            yield from _requests(fact)


def _requests(fact: Fact) -> Iterator[Deed]:
    """What a player asked of the house, and what came of it."""
    match fact:
        case SqueezeAsked():
            yield Deed(fact.player, DeedKind.ASK_SQUEEZE, fact.box)
        case SqueezeAnswered(granted=False):
            yield Deed("pit", DeedKind.REFUSE_SQUEEZE, fact.box)
        case ConsentGiven():
            yield Deed(fact.player, DeedKind.GIVE_CONSENT)
        case ConsentWithdrawn():
            yield Deed(fact.player, DeedKind.WITHDRAW_CONSENT)
        case BetsPlaced(on_behalf=OnBehalf(by=by)):
            yield Deed(by, DeedKind.BET_FOR)


def touched_by(fact: Fact) -> Iterator[str]:
    if isinstance(fact, _OWN):
        yield fact.player
    elif isinstance(fact, CutPlaced):
        yield fact.by
