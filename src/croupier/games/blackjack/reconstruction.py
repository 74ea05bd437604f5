"""Which cards may be put back into order: BJ5 1.24, 5.9, 5.10; BJP 1.23, 5.9, 5.10; R27."""

from collections.abc import Iterator

from croupier.games.blackjack.irregular import after_interim, overdrawn
from croupier.games.blackjack.state import Box, Round
from croupier.games.blackjack.view import view
from croupier.games.inputs import Deal
from croupier.games.reconstruction import CardMove, CardPlace, LaidCard, laid
from croupier.games.viewer import PUBLIC
from croupier.kit.errors import Code, Refused


def laid_cards(round: Round) -> tuple[LaidCard, ...]:
    """Hand by hand, as everyone sees them; the dealer's last."""
    dealers = 2 if round.rules.hole_card else 1
    boxes = tuple(
        card
        for box, seen in zip(round.boxes, view(round, PUBLIC).boxes, strict=True)
        for number, hand in enumerate(seen.hands, 1)
        for card in laid(CardPlace("box", box.number, number), hand.cards, _initial(box))
    )
    return (*boxes, *laid(CardPlace("dealer"), view(round, PUBLIC).dealer, dealers))


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
    for clause, reason in _objections(round, move):
        raise Refused(Code.ILLEGAL_ACTION, reason, clause)
    return next(card for card in laid_cards(round) if (card.belongs, card.at) == _key(move))


def _key(move: CardMove) -> tuple[CardPlace, int]:
    return move.belongs, move.at


def _objections(round: Round, move: CardMove) -> Iterator[tuple[str, str]]:
    cite = round.rules.topics
    if round.over:
        # BJ5 5.10.1: nor is what the final settlement has settled.
        yield cite["no-reconstruction"], "the round is settled: no card is put back into order"
    known = {(card.belongs, card.at): card for card in laid_cards(round)}
    card = known.get(_key(move))
    if card is None:
        yield cite["misdeal"], "no such card has been dealt"
        return
    if move.lies not in card_places(round):
        yield cite["misdeal"], "there is no such place on this table"
    if move.lies == move.belongs:
        yield cite["misdeal"], "the card lies where it belongs"
    if move.lies.to == "dealer" and overdrawn(round):
        yield cite["overdraw"], "a card too many on the dealer's complete hand is thrown away"
    if _has_no_bet(round, move.lies) and after_interim(round):
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
