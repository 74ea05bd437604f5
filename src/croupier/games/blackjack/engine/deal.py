"""Cards: where the next one is due, and what happens when it comes.

Obeyed here: BJ5 1.15, 1.33, 5.11; BJP 1.16, 1.33, 5.11; LIVE 2.3.4b, 2.3.4c. A card found face
up in the shoe needs no rule of its own: it is the next card.
"""

from msgspec.structs import replace

from croupier.engine.lines import lose
from croupier.engine.waiting import CardDue
from croupier.games.blackjack.engine.settlement import bust_clause, settle_hand
from croupier.games.blackjack.engine.state import (
    DEALER,
    Hand,
    Phase,
    Round,
    awaits_second_card,
    turn,
)
from croupier.kit.cards import Card


def target(round: Round) -> tuple[int, int] | None:
    """The hand the next card belongs to, `DEALER`, or None when no card is due."""
    if round.phase is Phase.DEAL:
        return _initial_deal(round)
    if round.phase is Phase.DEALER:
        return DEALER
    if round.due is not None:
        return round.due
    now = turn(round)
    return now if now is not None and awaits_second_card(round.hand(now)) else None


def _initial_deal(round: Round) -> tuple[int, int] | None:
    """BJ5 3.11, LIVE 2.3.4, CLB 4: one card each from the dealer's left, one to the dealer, a
    second to each; where there is a hole card, the dealer's second comes last, face down."""
    for cards in (1, 2):
        for index, box in enumerate(round.boxes):
            if len(box.hands[0].cards) < cards and box.hands[0].open:
                return index, 0
        if len(round.dealer) < cards and (cards == 1 or round.rules.hole_card):
            return DEALER
    return None


def card_due(round: Round) -> CardDue | None:
    """What `waiting` says about the next card."""
    exactly = round.upcoming[0] if round.upcoming else None
    if round.discard:
        return CardDue("discard", exactly=exactly)
    where = round.place if round.place is not None else target(round)
    if where is None:
        return None
    if where == DEALER:
        return CardDue("dealer", face_up=not _is_hole(round), exactly=exactly)
    box = round.boxes[where[0]]
    return CardDue(
        "box", box.number, where[1] + 1, face_up=not _dealt_down(round, where), exactly=exactly
    )


def _is_hole(round: Round) -> bool:
    return round.rules.hole_card and len(round.dealer) == 1


def _dealt_down(round: Round, where: tuple[int, int]) -> bool:
    """CLB 6: face down in the double-deck game. BJ5 3.12: and where a squeeze was allowed."""
    return round.rules.face_down or round.boxes[where[0]].squeeze


def receive(round: Round, where: tuple[int, int], card: Card) -> Round:
    """The card lies there now; a hand that goes over 21 is lost at once."""
    if where == DEALER:
        down = round.hole_down or _is_hole(round)
        return replace(round, dealer=(*round.dealer, card), hole_down=down)
    hand = round.hand(where)
    cards = (*hand.cards, card)
    down = _dealt_down(round, where)
    hand = replace(hand, cards=cards, shown=hand.shown if down else len(cards))
    if hand.bust:
        hand = turned(hand)
    round = round.with_hand(where, hand)
    if round.due == where:
        round = replace(round, due=None)
    if hand.bust:
        # BJ5 3.18, LIVE 2.2.3, CLB 12: over 21 loses, whatever the dealer gets.
        return settle_hand(round, where, lose(bust_clause(round.rules, hand)))
    return round


def turned(hand: Hand) -> Hand:
    """All its cards face up."""
    return replace(hand, shown=len(hand.cards))
