"""The human dealer's guide: what has to be done next, in words and as data.

It only reads the table; whether something may be done is the judge's word, asked here too.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from croupier.games import baccarat, blackjack, engine, roulette
from croupier.games.baccarat.table_of_play import hand_points
from croupier.games.blackjack import BlackjackRules
from croupier.games.blackjack.points import points
from croupier.games.engine import AnyRules, Round
from croupier.games.inputs import Action, BallRested, Misdeal, Void, VoidReason
from croupier.games.roulette.spots import colour
from croupier.games.waiting import CardDue, Decision, Waiting
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.table.commands import Actor, Command, Role, TakeBack
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    ClosingOrdered,
    Fact,
    Fed,
    Reconfigured,
    ScanTakenBack,
    ShoeChanged,
    TableClosed,
    TableOpened,
)
from croupier.table.judge import judge
from croupier.table.state import TablePhase, TableState

PLACE_BETS = "Place your bets, please"
NO_MORE_BETS = "No more bets"
VOID = "The round is void: all bets are returned"

_BACCARAT_CUT = 14
"""Cards behind the cut card of a baccarat shoe."""


class Step(StrEnum):
    WAIT_FOR_PIT = "wait-for-pit"
    MAKE_SHOE = "make-shoe"
    OPEN_BETTING = "open-betting"
    BETTING = "betting"
    CLOSE_BETTING = "close-betting"
    DEAL_CARD = "deal-card"
    DISCARD = "discard"
    SPIN = "spin"
    """And call the pocket."""
    WAIT_FOR_DECISION = "wait-for-decision"
    OFFERS_OPEN = "offers-open"
    CHOICES_OPEN = "choices-open"
    PAY_AND_COLLECT = "pay-and-collect"


class Task(msgspec.Struct, frozen=True):
    """One line of the checklist for a fresh shoe."""

    name: str
    text: str
    clause: str | None = None


class Payment(msgspec.Struct, frozen=True):
    """What the dealer does about one bet: winnings to pay, or chips to collect."""

    player: str
    bet: str
    box: int | None
    hand: int | None
    pay: int
    collect: int


class Guide(msgspec.Struct, frozen=True):
    step: Step
    text: str
    say: str = ""
    """What the dealer announces now, if anything."""
    card: CardDue | None = None
    checklist: tuple[Task, ...] = ()
    payments: tuple[Payment, ...] = ()
    """Box by box; a bet that is neither paid nor collected stays as it lies."""
    then: Step | None = None
    """What comes next, where this step ends by the dealer's going on."""
    may_take_back: bool = False
    rulings: tuple[str, ...] = ()
    """What the house may rule now."""


def guide(state: TableState) -> Guide:
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the house deals at this table itself")
    if state.phase is TablePhase.CLOSED:
        return Guide(Step.WAIT_FOR_PIT, "The table is closed: the pit opens it.")
    if state.dealer is None:
        return Guide(Step.WAIT_FOR_PIT, "Nobody is on duty here: the pit sends a dealer.")
    if state.phase is TablePhase.BETTING:
        return _betting(state)
    if state.round is None:
        return _between(state)
    waiting = engine.waiting(state.round)
    return msgspec.structs.replace(
        _in_round(state, state.round, waiting),
        may_take_back=_may(state, TakeBack()),
        rulings=waiting.rulings,
    )


def announcement(fact: Fact) -> str | None:
    """What the dealer says when this has happened."""
    match fact:
        case TableOpened():
            return "The table is open"
        case ClosingOrdered():
            return "This is the last round"
        case TableClosed():
            return "The table is closed"
        case ShoeChanged():
            return "A fresh shoe"
        case BettingOpened():
            return PLACE_BETS
        case BetsClosed():
            return NO_MORE_BETS
        case Reconfigured(config=config):
            least, most = format_amount(config.limits.min), format_amount(config.limits.max)
            return f"From the next round: {least} to {most}"
        case ScanTakenBack():
            return "The last card was misread, and is read again"
        case Fed(input=BallRested(pocket=pocket)):
            return _called(pocket)
        case Fed(input=Void()):
            return VOID
        case Fed(input=Misdeal()):
            return "A dealing error"
        case _:
            return None


def _may(state: TableState, command: Command) -> bool:
    """Whether the dealer on duty would be let."""
    assert state.dealer is not None
    try:
        judge(state, Actor(state.dealer, Role.DEALER), command)
    except Refused:
        return False
    return True


# Between rounds ------------------------------------------------------------------------------


def _between(state: TableState) -> Guide:
    if state.closing:
        return Guide(Step.WAIT_FOR_PIT, "The table closes now.")
    if _shoe_needed(state):
        why = "The cut card is out" if state.shoes else "There is no shoe yet"
        return Guide(Step.MAKE_SHOE, f"{why}: make a fresh shoe.", checklist=_tasks(state.rules))
    return Guide(Step.OPEN_BETTING, "Open the betting.", PLACE_BETS)


def _shoe_needed(state: TableState) -> bool:
    """LIVE 2.3.2: shuffled at the end of the hand in which the cut card appears."""
    if isinstance(state.rules, roulette.RouletteRules):
        return False
    burned, behind = _burned_and_behind(state.rules)
    out = state.seen.total() + burned
    return state.shoe_decks != state.rules.decks or out >= state.rules.decks * 52 - behind


def _burned_and_behind(rules: BlackjackRules | baccarat.BaccaratRules) -> tuple[int, int]:
    """Cards burned after the shuffle, and cards behind the cut card."""
    if isinstance(rules, BlackjackRules):
        return rules.burn_after_shuffle, rules.cut_card_from_back
    return 0, _BACCARAT_CUT


def _tasks(rules: AnyRules) -> tuple[Task, ...]:
    assert not isinstance(rules, roulette.RouletteRules)
    decks = f"{rules.decks} deck{'s' if rules.decks > 1 else ''}"
    burned, behind = _burned_and_behind(rules)
    cut_card = f"Put the cut card {behind} cards from the end"
    tasks = [
        Task("inspect", "Look over every card, face up"),
        Task("count", f"Count {decks}, {rules.decks * 52} cards", rules.cites["decks"]),
        Task("shuffle", "Shuffle", rules.clauses.void.get(VoidReason.UNSHUFFLED, "R26")),
        Task("cut", "Cut"),
        Task("cut-card", cut_card, rules.cites.get("cut_card_from_back")),
    ]
    if burned:
        tasks.append(Task("burn", f"Burn {burned} cards", rules.cites["burn_after_shuffle"]))
    if isinstance(rules, BlackjackRules) and rules.document == "LIVE":
        tasks = [_by_live(task) for task in tasks]
    return tuple(tasks)


def _by_live(task: Task) -> Task:
    """The live house's document alone tells how its blackjack cards are handled."""
    clause = {"inspect": "LIVE 2.3.1", "shuffle": "LIVE 2.3.2", "cut": "LIVE 2.3.3a"}
    return msgspec.structs.replace(task, clause=clause.get(task.name, task.clause))


def _betting(state: TableState) -> Guide:
    bettors = tuple(dict.fromkeys(bet.player for bet in state.layout.bets))
    missing = [
        f"{player} at {_box_name(state.rules, box)}"
        for box, player in sorted(state.seats.items())
        if player not in bettors
    ]
    if not bettors:
        return Guide(Step.BETTING, "Wait: nobody has bet yet.")
    have = f"{len(bettors)} player{' has' if len(bettors) == 1 else 's have'} bet"
    if missing:
        text = f"Wait for {_listed(missing)}, or close: {have}."
        return Guide(Step.BETTING, text, then=Step.CLOSE_BETTING)
    return Guide(Step.CLOSE_BETTING, f"Close the betting: {have}.", NO_MORE_BETS)


# The round -----------------------------------------------------------------------------------


def _in_round(state: TableState, round: Round, waiting: Waiting) -> Guide:
    now = _waited_for(state, round, waiting)
    if not waiting.choices:
        return now
    # R28: silence goes on, with the next card or decision.
    players = _listed([one.player for one in waiting.choices])
    text = f"{players} may go on or withdraw. Then: {now.text}"
    say = "You may go on or take your bet back"
    return msgspec.structs.replace(now, step=Step.CHOICES_OPEN, text=text, say=say, then=now.step)


def _waited_for(state: TableState, round: Round, waiting: Waiting) -> Guide:
    if waiting.card is not None:
        return _card(round, waiting.card)
    if waiting.over:
        return _over(state, round)
    if waiting.pocket:
        return Guide(Step.SPIN, "Spin the ball, and call the pocket it rests in.")
    return _decisions(round, waiting) if waiting.decisions else _offers(waiting)


def _card(round: Round, due: CardDue) -> Guide:
    which = f" It is {due.exactly}, which is out already." if due.exactly else ""
    if due.to == "discard":
        text = f"Scan the next card and throw it away.{which}"
        return Guide(Step.DISCARD, text, card=due)
    return Guide(Step.DEAL_CARD, f"Deal: {_place(round, due)}.{which}", card=due)


_ORDINALS = ("first", "second", "third", "fourth")


def _place(round: Round, due: CardDue) -> str:
    if isinstance(round, baccarat.Round):
        hand = round.player if due.to == "player" else round.banker
        return f"{due.to.capitalize()}'s {_ORDINALS[len(hand)]} card"
    assert isinstance(round, blackjack.Round)
    face = "face up" if due.face_up else "face down"
    return f"{_hand_name(round, due.box, due.hand) if due.to == 'box' else 'dealer'}, {face}"


def _hand_name(round: blackjack.Round, number: int | None, hand: int | None) -> str:
    """ "box 3", or "box 3, second hand" once it is split."""
    index = round.box_index(number)
    assert index is not None
    name = _box_name(round.rules, number)
    if len(round.boxes[index].hands) == 1 or hand is None:
        return name
    return f"{name}, {_ORDINALS[hand - 1]} hand"


def _box_name(rules: AnyRules, number: int | None) -> str:
    seats = isinstance(rules, BlackjackRules) and rules.bet_behind
    return f"{'seat' if seats else 'box'} {number}"


def _decisions(round: Round, waiting: Waiting) -> Guide:
    if isinstance(round, baccarat.Round):
        who = _listed(dict.fromkeys(one.player for one in waiting.decisions))
        return Guide(Step.WAIT_FOR_DECISION, f"Wait for the antes of {who}.", "Raise or fold?")
    assert isinstance(round, blackjack.Round)
    (asked,) = waiting.decisions
    text = f"{_asked(round, asked)}."
    # R9: where players act before the dealer looks, insurance is open until the first of them has.
    offered = _offered(waiting)
    if offered:
        text += f" Until then: {offered}"
    return Guide(Step.WAIT_FOR_DECISION, text, offered)


def _asked(round: blackjack.Round, asked: Decision) -> str:
    name = _hand_name(round, asked.box, asked.hand)
    if asked.cards:
        return f"{name}: {asked.player} takes one of {' '.join(asked.cards)}"
    return f"{name} decides: {asked.player} may {_listed([x.action for x in asked.options], 'or')}"


_QUESTIONS = {
    Action.INSURE: "Insurance?",
    Action.EVEN_MONEY: "Even money?",
    Action.SURRENDER: "Surrender?",
    Action.FOLLOW: "Do you follow?",
}


def _offered(waiting: Waiting) -> str:
    """ "Insurance? Even money?"."""
    offered = {option.action for offer in waiting.offers for option in offer.options}
    return " ".join(question for action, question in _QUESTIONS.items() if action in offered)


def _offers(waiting: Waiting) -> Guide:
    who = _listed(dict.fromkeys(one.player for one in waiting.offers))
    text = f"Offered to {who}. Wait for their answers, or close the offer."
    return Guide(Step.OFFERS_OPEN, text, _offered(waiting))


# Over ----------------------------------------------------------------------------------------


def _over(state: TableState, round: Round) -> Guide:
    payments = _payments(round)
    following = _between(state)
    owed = _money(state.rules, payments, void=round.void)
    text = "; ".join(owed) or "nothing to pay and nothing to collect"
    return Guide(
        Step.PAY_AND_COLLECT,
        f"{text[0].upper()}{text[1:]}. Then: {following.text}",
        VOID if round.void else _outcome(round),
        checklist=following.checklist,
        payments=payments,
        then=following.step,
    )


def _payments(round: Round) -> tuple[Payment, ...]:
    net: dict[tuple[int | None, int | None, str, str], int] = {}
    for line in round.lines:
        key = line.box, line.hand, line.player, line.bet
        net[key] = net.get(key, 0) + line.net
    return tuple(
        Payment(player, bet, box, hand, max(amount, 0), max(-amount, 0))
        for (box, hand, player, bet), amount in sorted(
            net.items(), key=lambda one: (one[0][0] or 0, one[0][1] or 0)
        )
    )


def _money(rules: AnyRules, payments: tuple[Payment, ...], *, void: bool) -> Iterable[str]:
    """A sentence for each box; one for all, where there are none."""
    for box in dict.fromkeys(one.box for one in payments):
        here = [one for one in payments if one.box == box]
        pay, collect = sum(one.pay for one in here), sum(one.collect for one in here)
        said = [f"pay {format_amount(pay)}"] if pay else []
        said += [f"collect {format_amount(collect)}"] if collect else []
        where = "" if box is None else f"{_box_name(rules, box)}: "
        still = "the bets go back" if void else "the bets stay"
        yield f"{where}{' and '.join(said) or still}"


def _outcome(round: Round) -> str:
    match round:
        case roulette.Round():
            assert round.pocket is not None
            return _called(round.pocket)
        case baccarat.Round():
            player, banker = hand_points(round.player), hand_points(round.banker)
            if player == banker:
                return f"Tie, {player} to {banker}"
            winner = "Player" if player > banker else "Banker"
            return f"{winner} wins, Player {player}, Banker {banker}"
        case blackjack.Round():
            total = points(round.dealer).total
            if not round.second_card_known:
                return ""
            return f"Dealer has too many, {total}" if total > 21 else f"Dealer has {total}"


def _called(pocket: int) -> str:
    return f"{pocket}, {colour(pocket)}"


def _listed(words: Iterable[str], last: str = "and") -> str:
    """ "ann, bob and cat"."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end
