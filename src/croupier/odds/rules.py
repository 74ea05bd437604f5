"""Rules to reckon with: a house may ask what a rule would cost that no document allows it yet."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.engine.protocol import variant
from croupier.engine.rules import Rules


def rules_for_odds(game: str, settings: Mapping[str, object]) -> Rules:
    """The variant as set, with any number of decks from one to eight."""
    rules = replace(variant(game), allowed={})
    decks = settings.get("decks")
    if isinstance(decks, int) and decks >= 1:
        rules = rules.for_decks(decks)
    return rules.with_settings(settings)
