"""What can be counted of a game and a side bet that packages of others bring."""

from pathlib import Path

import numpy as np
import pytest

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.kit.cards import DECK
from croupier.odds import ShoeComposition, game_protection_of, worth_of
from croupier.odds.counting.effects import effects_of
from croupier.odds.counting.family import counting_of
from tests.outside.command import croupier

DRAGON_TIGER = "dragon-tiger"
SIDE_BET = "21+3"


@pytest.mark.parametrize(
    ("game", "settings", "bets"),
    [
        (DRAGON_TIGER, {}, ("dragon", "tie", "suited-tie")),
        ("rws-blackjack", {"side-bets": SIDE_BET, "decks": 6}, (SIDE_BET,)),
    ],
)
def test_many_shoes_at_once_are_worth_what_each_is(
    game: str, settings: dict[str, object], bets: tuple[str, ...]
) -> None:
    rules = variant(game, settings)
    fresh = ShoeComposition.of_decks(rules.deck_count)
    assert fresh.by_card
    left = np.random.default_rng(3).multivariate_hypergeometric(fresh.by_card, 50)
    named = {str(card): int(count) for card, count in zip(DECK, left, strict=True)}
    for odds in worth_of(rules, ShoeComposition.of(named), bets):
        many = counting_of(rules).many_shoes(rules, odds.bet, DECK)
        assert many is not None
        worth = many.of_one(left.tolist())
        assert worth.ev[0] == pytest.approx(odds.ev, abs=1e-12)
        deviation = float(worth.square[0] - worth.ev[0] ** 2) ** 0.5
        assert deviation == pytest.approx(odds.stddev, abs=1e-12)


def test_a_side_bet_of_three_cards_adds_up() -> None:
    rules = variant("classic-blackjack-single", {"side-bets": SIDE_BET, "face-down": False})
    effects = effects_of(rules, SIDE_BET, ShoeComposition.of_decks(1))
    assert abs(effects.mean) < 1e-15
    assert effects.spread > 1e-3
    by_card = dict(zip(effects.names, effects.effects, strict=True))
    assert [by_card[f"5{suit}"] for suit in "HDC"] == pytest.approx([by_card["5S"]] * 3, abs=1e-15)
    assert abs(by_card["AS"] - by_card["5S"]) > 1e-3, "an ace is in fewer straights"


def test_a_game_without_decisions_asks_itself(installed: Path) -> None:
    told = game_protection_of(VARIANTS[DRAGON_TIGER], bets=("tie", "dragon"))
    assert told.cards_a_round == 2
    dragon, tie = told.bets
    assert (tie.exact, tie.counts) == (True, ()), "no single card tells anything of a tie"
    assert 0 < tie.cuts[0].observer.win < 1
    assert dragon.cuts[0].observer.win == 0, "the better card may be either's"
    shown = croupier("protect", DRAGON_TIGER, "--bet", "suited-tie", site=installed)
    assert "Dragon Tiger: game protection" in shown.stdout
