"""The three questions of a blackjack round: what does it wait for, what comes next, who sees what.

The order of things:

    deal → window (insurance, even money, surrender) → play → dealer → complete → over

`step` applies one input, then `advance` carries the round on to the next point at which
somebody has to say or deal something.
"""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.engine.inputs import (
    Act,
    Action,
    CardDealt,
    CardsTurned,
    FollowingEnded,
    Input,
    Misdeal,
    OffersClosed,
    Ruling,
    SettlementHeld,
    SqueezeAllowed,
)
from croupier.engine.layout import Layout, Limits
from croupier.engine.reconstruction import check_moves
from croupier.engine.waiting import CardDue, Choice, Decision, Option, Waiting
from croupier.games.blackjack.engine.betting import lay_out
from croupier.games.blackjack.engine.deal import card_due, receive, target, turned
from croupier.games.blackjack.engine.irregular import (
    allowed_rulings,
    choose,
    is_finished,
    rule,
    take,
)
from croupier.games.blackjack.engine.offers import ANSWERS, answer, close_follow, open_offers
from croupier.games.blackjack.engine.play import awaited, decide, decision, house_plays
from croupier.games.blackjack.engine.reconstruction import check_move, laid_cards
from croupier.games.blackjack.engine.rules import BlackjackRules
from croupier.games.blackjack.engine.settlement import (
    complete,
    dealer_blackjack,
    dealer_stands,
    final_settlement,
    interim_settlement,
    settle_insurance,
    settle_second_card,
    shows_ace,
    shows_ten,
    turn_hole_card,
)
from croupier.games.blackjack.engine.state import Phase, Round, awaits_second_card, turn
from croupier.kit.cards import Card
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words


def open_round(rules: BlackjackRules, limits: Limits, layout: Layout) -> Round:
    """ "No more bets". Where nothing is left to play for, the round is over at once."""
    return advance(lay_out(rules, limits, layout))


def waiting(round: Round) -> Waiting:
    rulings = allowed_rulings(round)
    if round.over:
        return Waiting(over=True, card=card_due(round) if round.discard else None, rulings=rulings)
    if round.discard or round.place is not None:
        return Waiting(card=card_due(round), rulings=rulings)
    choices = (
        tuple(Choice(player) for player in round.misdealt.unanswered) if round.misdealt else ()
    )
    if round.together:
        where = target(round)
        assert where is not None
        box = round.boxes[where[0]]
        assert box.decider is not None
        pick = Decision(
            box.decider, (Option(Action.TAKE),), box.number, where[1] + 1, cards=round.together
        )
        return Waiting(decisions=(pick,), rulings=rulings)
    pending = decision(round)
    offers = open_offers(round)
    due = None if offers else card_due(round)
    decisions = (pending,) if pending else ()
    complete = round.phase is Phase.COMPLETE
    return Waiting(decisions, offers, due, choices=choices, rulings=rulings, settlement=complete)


def _next_card(round: Round) -> CardDue | None:
    """`waiting(round).card`, without the rest."""
    if round.discard or (round.place is not None and not round.over):
        return card_due(round)
    if round.over or round.together or open_offers(round):
        return None
    return card_due(round)


def step(round: Round, input: Input) -> Round:
    """The next round, or a refusal that changes nothing."""
    if isinstance(input, Ruling):
        ruled = rule(round, input)
        if isinstance(input, Misdeal):
            check_moves(input, laid_cards(round), lambda move: check_move(round, move))
        return advance(ruled)
    if isinstance(input, CardDealt):
        return advance(_card(round, input.card))
    if round.over:
        raise Refused(
            Code.ILLEGAL_ACTION, words("the round is finished"), round.rules.topics["finished"]
        )
    if isinstance(input, Act):
        return advance(_act(round, input))
    if isinstance(input, OffersClosed):
        return advance(_close_offers(round))
    if isinstance(input, SettlementHeld):
        return replace(round, held=True)
    if isinstance(input, SqueezeAllowed):
        return _allow_squeeze(round, input)
    if isinstance(input, CardsTurned):
        return _turn_cards(round, input)
    if isinstance(input, FollowingEnded):
        return _end_following(round, input)
    raise Refused(Code.ILLEGAL_ACTION, "no ball rolls in blackjack")


def _card(round: Round, card: Card) -> Round:
    due = _next_card(round)
    if due is None:
        raise Refused(
            Code.ILLEGAL_ACTION, words("no card is due: {card:card} has no place", card=card), None
        )
    if due.exactly is not None and due.exactly != card:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{due:card} is the next card, not {card:card}", due=due.exactly, card=card),
            round.rules.topics["together"],
        )
    round = replace(round, upcoming=round.upcoming[1:])
    if round.discard:
        return replace(round, discard=round.discard - 1, out=(*round.out, card))
    placed = round.place
    where = placed if placed is not None else target(round)
    assert where is not None
    # R28: the choice closes with the next card; a card in its order ends the disorder.
    round = replace(round, misdealt=None, place=None)
    if placed is None:
        round = replace(round, unordered=False)
    elif round.follow is not None:
        # Nobody follows a split or double after seeing another card.
        round = close_follow(round)
    elif round.phase is Phase.WINDOW:
        # R9: the window is before any further card to anyone, wherever it was dealt.
        round = _close_window(round)
    if placed is not None and is_finished(round, where):
        # The look has ended the round meanwhile: the card has no place any more.
        return replace(round, out=(*round.out, card))
    return receive(round, where, card)


def _act(round: Round, act: Act) -> Round:
    if round.discard or round.place is not None:
        raise Refused(
            Code.ILLEGAL_ACTION, words("the next card comes first"), round.rules.topics["finished"]
        )
    if round.together:
        return take(round, act)
    if act.action in (Action.CONTINUE, Action.WITHDRAW):
        return choose(round, act)
    if act.action is Action.TAKE:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("there are no cards to pick from"),
            round.rules.topics["together"],
        )
    if act.action in ANSWERS:
        after = answer(round, act)
    else:
        after = decide(round, act)
        if round.phase is Phase.WINDOW and act.action is not Action.TIMEOUT:
            # R9: the first hit, stand, double or split closes the window, a missed decision does
            # not; what it settles comes before the play itself.
            after = decide(_close_window(round), act)
    # R28: who had not answered a dealing error by the next decision goes on.
    return replace(after, misdealt=None, unordered=False)


def _close_offers(round: Round) -> Round:
    if round.follow is not None:
        return close_follow(round)
    if round.phase is Phase.COMPLETE and round.held:
        return replace(round, held=False, misdealt=None)
    if awaited(round) is None and open_offers(round):
        # R28: the dealer goes on, and may look; nobody chooses after learning more.
        return _close_window(replace(round, misdealt=None, unordered=False))
    raise Refused(Code.ILLEGAL_ACTION, words("there is no offer that could lapse now"), None)


def advance(round: Round) -> Round:
    """Carry the round on until it waits for somebody."""
    while True:
        if round.over or round.discard or round.place:
            return round
        if round.phase is Phase.COMPLETE:
            # BJ5 1.25, BJP 1.24: the round lasts until its final settlement; until then the house
            # may rule.
            return round if round.held else final_settlement(round)
        if not _anything_open(round):
            round = complete(round)
            continue
        following = _ADVANCE[round.phase](round)
        if following is None:
            return round
        round = following


def _anything_open(round: Round) -> bool:
    return (
        any(hand.open for box in round.boxes for hand in box.hands)
        or any(not bet.settled for bet in round.side_bets)
        or _insurance_open(round)
    )


def _insurance_open(round: Round) -> bool:
    return any(
        wager.insurance and not wager.insurance_settled
        for box in round.boxes
        for wager in box.wagers
    )


def _after_deal(round: Round) -> Round | None:
    return replace(round, phase=Phase.WINDOW) if target(round) is None else None


def _after_window(round: Round) -> Round | None:
    if awaited(round) is not None:
        return None
    # R15: where nobody is left to decide the house plays on, and that closes the window too.
    house_plays_on = round.rules.interim_settlement and turn(round) is not None
    return None if open_offers(round) and not house_plays_on else _close_window(round)


def _close_window(round: Round) -> Round:
    """R9: the interim settlement; or, over a hole card, the dealer's look (LIVE 2.3.8, CLB 8)."""
    rules = round.rules
    # Squeezed cards must lie open for what they settle.
    for index, box in enumerate(round.boxes):
        if box.squeeze:
            round = round.with_hand((index, 0), turned(box.hands[0]))
    round = interim_settlement(round)
    if not rules.looks(ace=shows_ace(round), ten=shows_ten(round)):
        return replace(round, phase=Phase.PLAY)
    round = settle_insurance(round)
    if dealer_blackjack(round):
        # CLB 9, LIVE 2.2.2: the hand is over; nobody draws against a blackjack.
        return complete(round)
    return replace(round, phase=Phase.PLAY, peeked=True)


def _after_play(round: Round) -> Round | None:
    if round.due is not None:
        return None
    now = turn(round)
    if now is None:
        # BJ5 3.23, LIVE 2.3.8, CLB 13: all have decided; a hole card is turned.
        return replace(turn_hole_card(round), phase=Phase.DEALER)
    if awaits_second_card(round.hand(now)) or round.boxes[now[0]].decider is not None:
        return None
    return house_plays(round, now)


def _after_dealer(round: Round) -> Round | None:
    """R12, LIVE 2.4.4, R20: the dealer draws only what some bet still needs."""
    if len(round.dealer) < 2:
        return None
    second_needed = _insurance_open(round) or any(
        hand.blackjack and hand.open for box in round.boxes for hand in box.hands
    )
    if second_needed and round.rules.interim_settlement:
        return settle_second_card(round)
    # BJP 3.26.1: a Boom Busted bet needs the whole hand though every other hand is bust.
    whole_needed = any(not bet.settled for bet in round.side_bets) or any(
        not hand.blackjack and hand.open for box in round.boxes for hand in box.hands
    )
    return complete(round) if not whole_needed or dealer_stands(round) else None


_ADVANCE: dict[Phase, Callable[[Round], Round | None]] = {
    Phase.DEAL: _after_deal,
    Phase.WINDOW: _after_window,
    Phase.PLAY: _after_play,
    Phase.DEALER: _after_dealer,
}


def _allow_squeeze(round: Round, input: SqueezeAllowed) -> Round:
    """BJ5 3.12: permission comes before the card, and is the house's to give."""
    index = round.box_index(input.box)
    if input.by != "pit" or index is None or round.rules.hole_card:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("no squeeze on box {box}", box=input.box),
            round.rules.topics["squeeze"],
        )
    return round.with_box(index, replace(round.boxes[index], squeeze=True))


def _end_following(round: Round, input: FollowingEnded) -> Round:
    """R19: nobody is made to stake more than they can; the bet stays on the right hand."""
    index = round.box_index(input.box)
    wager = round.boxes[index].wager_of(input.player) if index is not None else None
    if index is None or wager is None or not wager.follows:
        raise Refused(
            Code.ILLEGAL_ACTION,
            words("{player} does not follow box {box}", player=input.player, box=input.box),
            round.rules.topics["follow-ended"],
        )
    return round.with_wager(index, replace(wager, follows=False))


def _turn_cards(round: Round, input: CardsTurned) -> Round:
    index = round.box_index(input.box)
    if index is None or round.boxes[index].owner != input.player:
        raise Refused(
            Code.NOT_YOUR_TURN,
            words("{player} holds no cards on box {box}", player=input.player, box=input.box),
            round.rules.topics["squeeze"],
        )
    box = round.boxes[index]
    if all(hand.face_up for hand in box.hands):
        raise Refused(
            Code.ILLEGAL_ACTION, words("all the cards lie face up"), round.rules.topics["squeeze"]
        )
    return round.with_box(index, replace(box, hands=tuple(turned(hand) for hand in box.hands)))
