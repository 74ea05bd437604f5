"""What everyone may know of a fact, and whose own view it may change."""

from collections.abc import Iterator, Sequence

from croupier.engine.inputs import (
    Act,
    BallRested,
    CardDealt,
    CardsTurned,
    OffersClosed,
    Ruling,
    SqueezeAllowed,
)
from croupier.engine.waiting import Waiting
from croupier.kit.cards import HIDDEN
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingFinished,
    BettingResumed,
    BurnsAsked,
    CallWithdrawn,
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
    PitAnswered,
    PitCalled,
    Released,
    RulingWithdrawn,
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
from croupier.wire.views import EventKind, StaffEvent

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
    | BettingFinished
    | BettingResumed
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
        case RulingWithdrawn():
            yield TableEvent("pit", EventKind.WITHDRAW_RULING)
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


def staff_events_of(fact: Fact, at_ms: int, before: Waiting) -> Iterator[StaffEvent]:
    """The same for the house's people, with what everyone sees on the felt instead: cards, the
    ball, and the dealer's calls. `before` is what the round waited for before the fact."""
    due = before.card
    reason, moved = (fact.reason, fact.moved) if isinstance(fact, Fed) else ("", ())
    for event in events_of(fact):
        yield StaffEvent(event.by, event.what, event.box, at_ms, text=reason, moved=moved)
    match fact:
        case BetsClosed():
            yield StaffEvent("dealer", EventKind.NO_MORE_BETS, None, at_ms)
        case Fed(input=CardDealt(card=card)) if due is not None:
            yield StaffEvent(
                "dealer",
                EventKind.CARD,
                due.box,
                at_ms,
                card=card if due.face_up else HIDDEN,
                to=due.to,
                hand=due.hand,
            )
        case Fed(input=BallRested(pocket=pocket)):
            yield StaffEvent("dealer", EventKind.POCKET, None, at_ms, pocket=pocket)
        case Fed(input=OffersClosed()):
            confirmed = before.settlement
            what = EventKind.RESULT_CONFIRMED if confirmed else EventKind.OFFERS_CLOSED
            yield StaffEvent("dealer", what, None, at_ms)
        case PitCalled():
            yield StaffEvent(fact.by, EventKind.CALL_PIT, None, at_ms, text=fact.text)
        case PitAnswered():
            yield StaffEvent(fact.by, EventKind.ANSWER_CALL, None, at_ms, text=fact.note)
        case CallWithdrawn():
            yield StaffEvent("dealer", EventKind.WITHDRAW_CALL, None, at_ms)


def own_bet(facts: Sequence[Fact]) -> str | None:
    """Who has changed the own bets, by the own hand, where that is all that happened. Of such a
    fact no event is told and nothing is announced: the totals tell it."""
    fact = facts[0] if len(facts) == 1 else None
    if not isinstance(fact, BetsPlaced) or fact.returned or fact.dropped or fact.on_behalf:
        return None
    return fact.player


def touched_by(fact: Fact) -> Iterator[str]:
    if isinstance(fact, _OWN):
        yield fact.player
    elif isinstance(fact, CutPlaced):
        yield fact.by
