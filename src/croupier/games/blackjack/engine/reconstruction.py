"""Which cards may be put back into order: BJ5 1.24, 5.9, 5.10; BJP 1.23, 5.9, 5.10; R27."""

from collections.abc import Iterator

from croupier.engine.inputs import CardMove, CardPlace, Deal
from croupier.engine.reconstruction import LaidCard, find_card, laid
from croupier.games.blackjack.engine.irregular import after_interim, overdrawn
from croupier.games.blackjack.engine.state import Box, Round
from croupier.kit.errors import Code, Refused


def laid_cards(round: Round) -> tuple[LaidCard, ...]:
    """Hand by hand, as everyone sees them; the dealer's last."""
    dealers = 2 if round.rules.hole_card else 1
    boxes = tuple(
        card
        for box in round.boxes
        for number, hand in enumerate(box.hands, 1)
        for card in laid(CardPlace("box", box.number, number), hand.seen, _initial(box))
    )
    return (*boxes, *laid(CardPlace("dealer"), round.dealer_seen, dealers))


def _initial(box: Box) -> int:
    """Of each hand. Where a box was split, the card that a hand began with stays as well: a player
    has decided on it."""
    return 2 if len(box.hands) == 1 else 1


def card_places(round: Round) -> tuple[CardPlace, ...]:
    hands = {box.number: len(box.hands) for box in round.boxes}
    boxes = tuple(
        CardPlace("box", box, hand)
        for box in range(1, round.rules.boxes + 1)
        for hand in (range(1, hands[box] + 1) if box in hands else (None,))
    )
    return (*boxes, CardPlace("dealer"))


def check_move(round: Round, move: CardMove) -> LaidCard:
    """The card, if it may be put back where it belongs."""
    cite = round.rules.topics
    if round.over:
        # BJ5 5.10.1: nor is what the final settlement has settled.
        raise Refused(
            Code.ILLEGAL_ACTION,
            "the round is settled: no card is put back into order",
            cite["no-reconstruction"],
        )
    card = find_card(laid_cards(round), card_places(round), move, cite["misdeal"])
    for clause, reason in _objections(round, card, move.lies):
        raise Refused(Code.ILLEGAL_ACTION, reason, clause)
    return card


def _objections(round: Round, card: LaidCard, lies: CardPlace) -> Iterator[tuple[str, str]]:
    cite = round.rules.topics
    if lies.to == "dealer" and lies != card.belongs and overdrawn(round):
        yield cite["overdraw"], "a card too many on the dealer's complete hand is thrown away"
    if _has_no_bet(round, lies) and after_interim(round):
        yield (
            cite["no-bet"],
            "after the interim settlement a card on a box without a bet is thrown away",
        )
    if card.deal is Deal.INITIAL and round.rules.interim_settlement and after_interim(round):
        yield (
            cite["no-reconstruction"],
            "the interim settlement is made: cards of the initial deal stay where they lie",
        )


def _has_no_bet(round: Round, place: CardPlace) -> bool:
    return place.to == "box" and round.box_index(place.box) is None
