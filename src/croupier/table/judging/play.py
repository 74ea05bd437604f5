"""What goes into a round: decisions, cards, the ball, and what the house rules."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.equipment import Wheel
from croupier.engine.inputs import (
    Act,
    Action,
    Adjust,
    BallRested,
    Burn,
    CardDealt,
    CardMove,
    CardsTurned,
    FollowingEnded,
    Input,
    Interrupt,
    Misdeal,
    OffersClosed,
    Ruling,
    Together,
    Void,
)
from croupier.engine.protocol import Round
from croupier.engine.standing import established
from croupier.kit.english import with_article
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import (
    MAY_ACT_AS,
    Actor,
    AnswerCall,
    Call,
    CallPit,
    CarryOutEarly,
    CloseOffers,
    ConfirmResult,
    Decide,
    DropEarly,
    EndFollowing,
    Hold,
    Release,
    Rule,
    Scan,
    TableRole,
    TakeBack,
    TurnCards,
    WithdrawCall,
    WithdrawRuling,
)
from croupier.table.config import DealerKind
from croupier.table.facts import (
    CallWithdrawn,
    DecidedEarly,
    EarlyDropped,
    Fed,
    Held,
    MovedCard,
    PitAnswered,
    PitCalled,
    Released,
    RoundError,
    RulingWithdrawn,
    ScanTakenBack,
)
from croupier.table.family import table_family
from croupier.table.judging.common import (
    PHASES,
    Judged,
    check_composition,
    check_phase,
    judged,
)
from croupier.table.rulings import (
    burned_after_error,
    check_ruling,
    may_be_void,
    outcome_may_be_known,
)
from croupier.table.state import AWAITS_CARD, TablePhase, TableState


def decide(state: TableState, actor: Actor, command: Decide) -> Judged:
    if command.early:
        return _decide_early(state, actor, command)
    if command.action is None:
        raise Refused(Code.BAD_MESSAGE, "a decision names its action")
    timed_out = command.action is Action.TIMEOUT
    if timed_out is not (actor.role is TableRole.HOUSE):
        raise Refused(Code.ILLEGAL_ACTION, "a time-out is the clock's word alone", "R15")
    player = command.player if timed_out else actor.name
    act = Act(player, command.action, command.box, command.amount, command.bet, command.card)
    return _feed(state, actor, act)


def scan(state: TableState, actor: Actor, command: Scan) -> Judged:
    _check_dealer(state, actor)
    _check_begun(state)
    due = state.waiting.card
    fresh = due is not None and due.exactly is None
    if fresh and actor.role is not TableRole.HOUSE:
        check_composition(state, (command.card,))
    return _feed(state, actor, CardDealt(command.card), used=int(fresh))


def call(state: TableState, actor: Actor, command: Call) -> Judged:
    _check_dealer(state, actor)
    _check_begun(state)
    wheel = state.rules.equipment
    if isinstance(wheel, Wheel) and command.pocket not in range(wheel.pockets):
        what = f"there is no pocket {command.pocket}: the wheel has 0 to {wheel.pockets - 1}"
        raise Refused(Code.BAD_SCAN, what)
    return _feed(state, actor, BallRested(command.pocket), used=1)


def _check_begun(state: TableState) -> None:
    """R3: a card or a ball comes after "No more bets"; what has to be done before is named."""
    shoe = state.shoe_decks == state.rules.deck_count or state.config.dealer is DealerKind.VIRTUAL
    match state.phase:
        case TablePhase.CLOSED:
            raise Refused(Code.ILLEGAL_ACTION, "the table is closed: the pit opens it first", "R3")
        case TablePhase.BETTING:
            raise Refused(Code.ILLEGAL_ACTION, "betting is open: close the betting first", "R3")
        case TablePhase.IDLE if not shoe:
            raise Refused(Code.ILLEGAL_ACTION, "there is no shoe yet: make a fresh shoe", "R26")
        case TablePhase.IDLE if not state.waiting.card:
            raise Refused(Code.ILLEGAL_ACTION, "no round is on: open the betting first", "R3")


def _check_dealer(state: TableState, actor: Actor) -> None:
    """The virtual dealer deals from the sealed shoe, and nobody else does; a person from theirs."""
    virtual = state.config.dealer is DealerKind.VIRTUAL
    if virtual is not (actor.role is TableRole.HOUSE):
        raise Refused(Code.ILLEGAL_ACTION, f"a {state.config.dealer} dealer deals here", "R30")


def rule(state: TableState, actor: Actor, command: Rule) -> Judged:
    ruling = _with_moves(command.ruling, command.moves)
    # BJ5 1.20, BJP 1.20, R30
    if ruling.by not in MAY_ACT_AS[actor.role]:
        message = f"{with_article(actor.role)} may not act as {ruling.by}"
        raise Refused(Code.ILLEGAL_ACTION, message, "R30")
    if isinstance(ruling, Adjust):
        raise Refused(Code.COUNTERSIGN, "an adjustment is the cage's to book, signed by two", "R5")
    if actor.role is not TableRole.HOUSE:
        check_ruling(state, ruling)
        if isinstance(ruling, Void):
            check_phase(state, TablePhase.PLAYING, TablePhase.IDLE, TablePhase.CLOSED)
        if isinstance(ruling, Interrupt) and not command.reason.strip():
            message = "enter a reason: why the table cannot go on"
            raise Refused(Code.ILLEGAL_ACTION, message, "R4")
        if needs_second(state, ruling):
            _check_signatures(actor, command)
    used = 0
    if isinstance(ruling, Together):
        check_composition(state, ruling.cards)
        used = len(ruling.cards)
    error, reason = None, ""
    if isinstance(ruling, Burn | Interrupt):
        reason = command.reason.strip()
    if isinstance(ruling, Burn):
        error = _error_meant(state, command.error)
        _check_burn(state, ruling, error, reason)
    signed, moved = command.countersigned, _put_back(state, ruling)
    return _put_in(state, actor, Fed(ruling, actor.name, used, signed, error, reason, moved))


def _error_meant(state: TableState, number: int | None) -> RoundError | None:
    """LIVE 2.3.5b: which error cards are burned for; the last, where nobody says. Without one they
    are burned at the house's discretion (LIVE 2.3.5)."""
    errors = state.handling.errors
    if number == 0:
        return None
    if number is None:
        return errors[-1] if errors else None
    for error in errors:
        if error.number == number:
            return error
    raise Refused(Code.ILLEGAL_ACTION, f"there is no error {number} in this round", "R30")


def _with_moves(ruling: Ruling, moves: tuple[CardMove, ...]) -> Ruling:
    """Moves that were sent beside the ruling belong to it."""
    if not moves:
        return ruling
    if not isinstance(ruling, Misdeal):
        raise Refused(Code.ILLEGAL_ACTION, "cards are moved by a reconstruction alone", "R27")
    return replace(ruling, moves=moves)


def _put_back(state: TableState, ruling: Ruling) -> tuple[MovedCard, ...]:
    """R27: the cards of a reconstruction, by name."""
    if not isinstance(ruling, Misdeal):
        return ()
    round = _round(state)
    family = table_family(round.rules)
    return tuple(
        MovedCard(
            family.check_move(round, move).card, move.lies, move.belongs, move.lies_at, move.at
        )
        for move in ruling.put_back
    )


def _check_burn(state: TableState, burn: Burn, error: RoundError | None, reason: str) -> None:
    """LIVE 2.3.5b: after an error three cards are burned; another number needs a reason."""
    usual = burned_after_error(state.rules)
    if error is None or not usual or burn.count == usual or reason:
        return
    message = f"{usual} cards are burned after an error: enter a reason for another number"
    raise Refused(Code.ILLEGAL_ACTION, message, state.rules.topics["burn-after-error"])


def needs_second(state: TableState, ruling: Ruling) -> bool:
    """Whether a void would take from somebody what is won, or give back what is lost; or an
    interruption may be meant to avoid an outcome (decision 43)."""
    if isinstance(ruling, Interrupt):
        return outcome_may_be_known(state)
    if not isinstance(ruling, Void):
        return False
    round = _round(state)
    return round.over or established(engine.standings(round))


def _check_signatures(actor: Actor, command: Rule) -> None:
    """Taking back what a player has won already is not one person's to do."""
    if command.countersigned in ("", actor.name):
        interrupts = isinstance(command.ruling, Interrupt)
        why = "an outcome may be known" if interrupts else "a bet is decided"
        raise Refused(Code.COUNTERSIGN, f"{why} already: a second person has to sign", "R30")


def hold(state: TableState, actor: Actor, command: Hold) -> Judged:
    if not may_be_void(state):
        check_phase(state, TablePhase.PLAYING)
    if state.held is not None:
        raise Refused(Code.ILLEGAL_ACTION, "the round is held already")
    return judged(state, Held(command.by))


def release(state: TableState, actor: Actor, command: Release) -> Judged:
    if state.held is None:
        raise Refused(Code.ILLEGAL_ACTION, "the round is not held")
    return judged(state, Released())


def call_pit(state: TableState, actor: Actor, command: CallPit) -> Judged:
    """Said once more it is the same call, with the newer words."""
    check_phase(state, TablePhase.IDLE, TablePhase.BETTING, TablePhase.PLAYING)
    return judged(state, PitCalled(actor.name, command.text))


def answer_call(state: TableState, actor: Actor, command: AnswerCall) -> Judged:
    _check_called(state)
    return judged(state, PitAnswered(actor.name, command.note))


def withdraw_call(state: TableState, actor: Actor, command: WithdrawCall) -> Judged:
    _check_called(state)
    return judged(state, CallWithdrawn(actor.name))


def _check_called(state: TableState) -> None:
    if state.call is None:
        raise Refused(Code.ILLEGAL_ACTION, "nobody has called the pit")


def turn_cards(state: TableState, actor: Actor, command: TurnCards) -> Judged:
    return _feed(state, actor, CardsTurned(actor.name, command.box))


def take_back(state: TableState, actor: Actor, command: TakeBack) -> Judged:
    """A misread scan may be corrected while nobody has acted on it. What it has settled, a bust
    hand or an insurance, is not paid before the result is confirmed (R31)."""
    _check_dealer(state, actor)
    scanned = state.last_step
    if scanned is None or not scanned.scan:
        raise Refused(Code.ILLEGAL_ACTION, "the last thing that happened was no scan: call the pit")
    if _round(state).over:
        raise Refused(Code.ILLEGAL_ACTION, "the round is settled already: call the pit", "R31")
    return judged(state, *_answer_to_call(state, actor), ScanTakenBack(actor.name))


def withdraw_ruling(state: TableState, actor: Actor, command: WithdrawRuling) -> Judged:
    """R30: while the card it speaks of has not come, and nothing else has."""
    ruling = state.last_step.fact.input if state.last_step is not None else None
    if not isinstance(ruling, AWAITS_CARD):
        raise Refused(Code.ILLEGAL_ACTION, "there is no ruling that waits for its card", "R30")
    return judged(state, *_answer_to_call(state, actor), RulingWithdrawn(actor.name, ruling))


_SAID_EARLY = frozenset({Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT})


def _decide_early(state: TableState, actor: Actor, command: Decide) -> Judged:
    player, box = actor.name, command.box
    if box is None:
        raise Refused(Code.BAD_MESSAGE, "an early decision names its box")
    check_phase(state, TablePhase.PLAYING)
    if command.action is None:
        if (player, box) not in state.early:
            raise Refused(
                Code.ILLEGAL_ACTION,
                words("nothing was said early for box {box} by {player}", box=box, player=player),
            )
        return judged(state, EarlyDropped(player, box))
    boxes = getattr(_round(state), "boxes", ())
    if not any(other.number == box and other.decider == player for other in boxes):
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("box {box} is not {player}'s to decide for", box=box, player=player),
        )
    if command.action not in _SAID_EARLY:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{action:action} cannot be said early", action=command.action),
        )
    due = state.waiting.decisions
    if any((decision.player, decision.box) == (player, box) for decision in due):
        raise Refused(Code.ILLEGAL_ACTION, words("it is {player}'s turn: decide", player=player))
    return judged(state, DecidedEarly(player, box, command.action, command.amount))


def carry_out_early(state: TableState, actor: Actor, command: CarryOutEarly) -> Judged:
    early = state.early[command.player, command.box]
    act = Act(command.player, early.action, command.box, early.amount)
    return judged(state, Fed(act, command.player))


def drop_early(state: TableState, actor: Actor, command: DropEarly) -> Judged:
    return judged(state, EarlyDropped(command.player, command.box))


def end_following(state: TableState, actor: Actor, command: EndFollowing) -> Judged:
    return _feed(state, actor, FollowingEnded(command.player, command.box))


def close_offers(state: TableState, actor: Actor, command: CloseOffers) -> Judged:
    if state.waiting.settlement:
        raise Refused(Code.ILLEGAL_ACTION, "no offer is open: confirm the result", "R31")
    return _feed(state, actor, OffersClosed())


def confirm_result(state: TableState, actor: Actor, command: ConfirmResult) -> Judged:
    """LIVE 2.2.1, R31: the dealer has announced the result, and now the bets are settled."""
    _round(state)
    if not state.waiting.settlement:
        raise Refused(Code.ILLEGAL_ACTION, "there is no result to confirm yet", "R31")
    return _feed(state, actor, OffersClosed())


def _round(state: TableState) -> Round:
    if state.round is None:
        message = words("the table is {phase}: there is no round", phase=PHASES[state.phase])
        raise Refused(Code.ILLEGAL_ACTION, message, "R3")
    return state.round


def _feed(state: TableState, actor: Actor, input: Input, *, used: int = 0) -> Judged:
    return _put_in(state, actor, Fed(input, actor.name, used))


def _put_in(state: TableState, actor: Actor, fed: Fed) -> Judged:
    """One step of the engine, with the money it moves; what it refuses is refused here."""
    _round(state)
    return judged(state, *_answer_to_call(state, actor), fed)


def _answer_to_call(state: TableState, actor: Actor) -> Iterator[PitAnswered]:
    """What the pit does to the round answers the dealer's call."""
    if state.call is not None and actor.role in (TableRole.PIT, TableRole.SHIFT):
        yield PitAnswered(actor.name)
