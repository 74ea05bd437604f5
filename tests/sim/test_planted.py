"""A mistake in kernel or tables is found by comparing them with the engine."""

from typing import Any

import pytest

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.games.blackjack.odds.numbering import values_of
from croupier.odds.shoe import ShoeComposition
from tests.sim.planting import SOURCES, Mistake, mistakes, planted

BLACKJACKS = tuple(game for game, rules in VARIANTS.items() if rules.family == "blackjack")
GIVEN, COUNTING, NAMED = (0, 1), (2,), 3
SAMPLES = 60
ROUNDS = 20


def _differences(mistake: Mistake | None, samples: int) -> str | None:
    """The first that is found."""
    games = mistake.games if mistake and mistake.games else BLACKJACKS
    kinds = mistake.kinds if mistake and mistake.kinds else (*GIVEN, *COUNTING)
    settings = mistake.settings if mistake else {}
    with planted(mistake) as compared:
        strategies: tuple[Any, ...] = ()
        if NAMED in kinds:
            rules = variant(games[0])
            shoe = values_of(ShoeComposition.of_decks(rules.deck_count))
            strategies = (compared.named(rules, shoe, "composition"),)
        for at in range(samples):
            number = 4 * at + kinds[at % len(kinds)]
            rules = variant(games[at // len(kinds) % len(games)], settings)
            try:
                found = compared.sample(rules, strategies, 1, number, ROUNDS)
            except (IndexError, OverflowError) as error:
                return repr(error)
            if found.differences:
                return str(found.differences[0])
    return None


def test_what_is_not_compiled_plays_as_the_engine() -> None:
    assert _differences(None, 6) is None


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda mistake: mistake.name)
def test_a_mistake_is_found(mistake: Mistake) -> None:
    assert _differences(mistake, SAMPLES) is not None


def test_every_mistake_can_still_be_planted() -> None:
    kept = mistakes()
    assert len({each.name for each in kept}) == len(kept)
    for each in kept:
        each.planted((SOURCES / each.file).read_text(encoding="utf-8"))
