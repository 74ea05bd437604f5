"""Which cards of a coup may be put back into order (NKB 5.1.2, R27): all, until it is settled."""

from croupier.engine.inputs import CardMove, CardPlace
from croupier.engine.reconstruction import LaidCard, find_card, laid
from croupier.games.baccarat.engine.state import Round
from croupier.kit.errors import Code, Refused


def laid_cards(round: Round) -> tuple[LaidCard, ...]:
    return (
        *laid(CardPlace("player"), round.player, 2),
        *laid(CardPlace("banker"), round.banker, 2),
    )


def card_places(round: Round) -> tuple[CardPlace, ...]:
    return CardPlace("player"), CardPlace("banker")


def check_move(round: Round, move: CardMove) -> LaidCard:
    """The card, if it may be put back where it belongs."""
    cite = round.rules.topics
    if round.over:
        raise Refused(
            Code.ILLEGAL_ACTION, "the coup is settled: no card is put back", cite["finished"]
        )
    return find_card(laid_cards(round), card_places(round), move, cite["misdeal"])
