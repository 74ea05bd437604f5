"""The games of the house, one line each."""

import msgspec

from croupier.engine.layout import Limits
from croupier.engine.rules import Rules
from croupier.engine.variants import VARIANTS, set_aside
from croupier.kit.money import format_amount
from croupier.notices.build import document
from croupier.notices.families import family_notices
from croupier.notices.page import Document


class Shown(msgspec.Struct, frozen=True):
    """Limits as they are written on a sign."""

    min: str
    max: str


class GameSummary(msgspec.Struct, frozen=True):
    game: str
    title: str
    document: Document
    decks: int | None
    pays: str
    limits: Shown


def catalogue() -> tuple[GameSummary, ...]:
    """Every variant that can be shown, in the order of the books; `problems` has the others."""
    return tuple(filter(None, map(_summary, VARIANTS.values())))


def _summary(rules: Rules) -> GameSummary | None:
    limits = Limits()
    try:
        return GameSummary(
            game=rules.game,
            title=rules.title,
            document=document(rules),
            decks=rules.deck_count or None,
            pays=family_notices(rules).headline(rules),
            limits=Shown(format_amount(limits.min), format_amount(limits.max)),
        )
    except Exception as error:  # another package's code: anything can go wrong
        set_aside(rules, error)
        return None
