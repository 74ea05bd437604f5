"""What the removal of one card does to a bet: as it is published, and as it must add up."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.kit.cards import DECK
from croupier.odds import ShoeComposition, bets_of, rules_for_odds, worth_of
from croupier.odds.counting.effects import Effects, classes_of, effects_of
from croupier.odds.counting.family import counting_of

CARD_GAMES = [game for game in VARIANTS if variant(game).deck_count]
MAIN = ("initial", "behind")
DECIDED = (*MAIN, "ante-player", "ante-banker")


def of_bet(game: str, bet: str, **settings: object) -> Effects:
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    rules = rules_for_odds(game, named)
    return effects_of(rules, bet, ShoeComposition.of_decks(rules.deck_count))


def test_one_deck_is_as_griffin_has_it() -> None:
    """The Theory of Blackjack, for one deck: a soft 17 stands, any two cards are doubled, one
    split. His play does not change with the card; ours does, and gains a little whichever it is."""
    effects = of_bet(
        "classic-blackjack-single",
        "initial",
        h17=False,
        blackjack_pays="3 to 2",
        max_hands=2,
        double_after_split=False,
    )
    found = {
        name: 100 * effect for name, effect in zip(effects.names, effects.centred, strict=True)
    }
    griffin = {
        **{"A": -0.61, "2": 0.38, "3": 0.44, "4": 0.55, "5": 0.69},
        **{"6": 0.46, "7": 0.28, "8": 0.00, "9": -0.18, "T": -0.51},
    }
    assert found == pytest.approx(griffin, abs=0.05)


@pytest.mark.parametrize(
    ("bet", "published"),
    [
        ("player", (-45, -54, -67, -120, 84, 113, 82, 53, 25, -18)),
        ("tie", (129, -239, -214, -292, -264, -1160, -1091, 654, 426, 513)),
    ],
)
def test_baccarat_is_as_published(bet: str, published: tuple[int, ...]) -> None:
    """In millionths, for eight decks (Wizard of Odds)."""
    found = of_bet("live-baccarat", bet).effects
    assert [1e6 * effect for effect in found] == pytest.approx(published, abs=0.6)


def test_insurance_is_a_matter_of_tens() -> None:
    """2 · (tens / unseen) - (others / unseen), one card being gone."""
    found = dict(zip(("A", "2", "T"), of_bet("live-blackjack", "insurance").effects, strict=True))
    assert found["T"] == float(Fraction(3 * 127, 414) - Fraction(3 * 128, 415))
    assert found["A"] == found["2"] == float(Fraction(3 * 128, 414) - Fraction(3 * 128, 415))


@pytest.mark.parametrize("game", CARD_GAMES)
def test_one_card_more_or_less_is_nothing_on_average(game: str) -> None:
    """Whoever decides nothing has no use for knowing which card is gone; whoever decides cannot
    lose by it."""
    rules = variant(game)
    for bet in bets_of(rules):
        effects = of_bet(game, bet)
        counts = np.array(effects.counts)
        if bet == "insurance":
            counts[effects.names.index("A")] -= 1  # the ace that the dealer shows is not that card
        mean = counts @ np.array(effects.effects) / counts.sum()
        if bet in MAIN:
            assert 0 < mean < 0.02 * effects.spread + 3e-4
        elif bet in DECIDED:
            assert mean > -1e-16
        else:
            assert abs(mean) < 1e-16


def test_pairs_have_no_card_that_tells() -> None:
    for game, bet in (("rws-blackjack", "player-pair"), ("rws-knockout-baccarat", "banker-pair")):
        assert set(of_bet(game, bet).effects) == {0.0}


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("cards", [40, 200])
def test_many_shoes_at_once_are_worth_what_each_is(game: str, cards: int) -> None:
    rules = variant(game)
    fresh = ShoeComposition.of_decks(rules.deck_count)
    assert fresh.by_card
    chance = np.random.default_rng(cards)
    for _ in range(3):
        left = chance.multivariate_hypergeometric(fresh.by_card, min(cards, fresh.total // 2))
        shoe = ShoeComposition.of(
            {str(card): int(count) for card, count in zip(DECK, left, strict=True)}
        )
        for odds in worth_of(rules, shoe, [bet for bet in bets_of(rules) if bet not in MAIN]):
            stand_in = classes_of(rules, odds.bet, fresh).a_card
            many = counting_of(rules).many_shoes(rules, odds.bet, tuple(stand_in.values()))
            assert many is not None
            of_shoe = classes_of(rules, odds.bet, shoe).counts
            worth = many.of(np.array([list(of_shoe.values())]))
            assert worth.ev[0] == pytest.approx(odds.ev, abs=1e-12)
            deviation = float(worth.square[0] - worth.ev[0] ** 2) ** 0.5
            assert deviation == pytest.approx(odds.stddev, abs=1e-12)
            aces = Fraction(shoe.ranks[0], shoe.total) if odds.bet == "insurance" else 1
            assert worth.offered[0] == pytest.approx(float(aces))
