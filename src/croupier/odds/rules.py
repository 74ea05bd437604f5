"""Rules to reckon with: a house may ask what a rule would cost that no document allows it yet."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules, variant

_DECK = 52


def rules_for_odds(game: str, settings: Mapping[str, object]) -> AnyRules:
    """The variant as set, with any number of decks from one to eight."""
    rules = replace(variant(game), allowed={})
    decks = settings.get("decks")
    if isinstance(rules, BlackjackRules) and isinstance(decks, int) and decks >= 1:
        # A cut card that suits the document's shoe may lie outside a smaller one.
        cut = min(rules.cut_card_from_back, decks * _DECK // 2)
        rules = replace(rules, cut_card_from_back=cut)
    return rules.with_settings(settings)
