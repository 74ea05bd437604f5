"""What is won by whoever counts: against every order of small shoes, and by what must hold."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from croupier.engine.equipment import Cards
from croupier.engine.protocol import variant
from croupier.engine.rules import Rules
from croupier.games.blackjack.odds.solved import main_bet_by_cards
from croupier.kit.errors import Refused
from croupier.odds import ShoeComposition, parse_shoe, worth_of
from croupier.odds.counting import unseen
from croupier.odds.counting.bet_protection import bet_protection
from croupier.odds.counting.effects import effects_of
from croupier.odds.counting.figures import BetProtection
from croupier.odds.counting.protection import Dealt, game_protection_of
from croupier.odds.counting.worths.linear import of_effects
from tests.support.families import blackjack_rules, instance_of


def compositions(
    shoe: ShoeComposition, seen: int, chance: Fraction = Fraction(1)
) -> Iterator[tuple[ShoeComposition, Fraction]]:
    """After so many cards, one by one: every way, and how likely it is."""
    if not seen:
        yield shoe, chance
        return
    for card, count in shoe.cards.items():
        if count:
            left = chance * Fraction(count, shoe.total)
            yield from compositions(shoe.without((card,)), seen - 1, left)


def won_by_hand(
    rules: Rules, bet: str, shoe: ShoeComposition, seen: list[int]
) -> tuple[float, float]:
    """Win and deviation of a hundred rounds, of whoever makes the bet if it is worth it: from each
    order of the cards."""
    win, square = Fraction(), 0.0
    for gone in seen:
        for left, chance in compositions(shoe, gone):
            offered = Fraction(left.ranks[0], left.total) if bet == "insurance" else Fraction(1)
            if offered:
                (odds,) = worth_of(rules, left, (bet,))
                assert odds.ev_exact is not None
                ev = Fraction(odds.ev_exact)
                win += chance * offered * max(ev, Fraction())
                square += float(chance * offered) * (ev > 0) * (odds.stddev**2 + float(ev) ** 2)
    mean = float(win / len(seen))
    return 100 * mean, sqrt(100 * (square / len(seen) - mean**2))


@pytest.mark.parametrize(
    ("game", "bet", "cards"),
    [
        ("rws-blackjack", "over-13", "3S=3,6S=1,TS=4"),
        ("rws-blackjack", "under-13", "AS=2,5S=2,9S=3"),
        ("rws-blackjack", "player-pair", "AS=3,5S=2,9S=2"),
        ("rws-blackjack-plus", "rws-pairs", "AS=2,AH=1,5S=2,5D=2"),
        ("rws-blackjack", "insurance", "AS=2,5S=4,TS=4"),
        ("live-baccarat", "tie", "6S=5,7S=4,KS=3"),
        ("rws-knockout-baccarat", "winning-total-8", "8S=3,2S=4,KS=4"),
        ("rws-knockout-baccarat", "ante-banker", "6S=4,7S=3,KS=4"),
    ],
)
@pytest.mark.parametrize("a_round", [2, 2.5])
def test_the_observer_wins_what_every_order_of_the_cards_brings(
    game: str, bet: str, cards: str, a_round: float
) -> None:
    rules, shoe = variant(game), parse_shoe(cards)
    least = 6 if "baccarat" in game else 3
    dealt = Dealt(shoe, 0, a_round, (least,), 10)
    told = bet_protection(rules, bet, dealt)
    seen = [round(n * a_round) for n in range(20) if round(n * a_round) < shoe.total - least]
    assert dealt.seen(least) == seen
    assert len(seen) > 1
    win, deviation = won_by_hand(rules, bet, shoe, seen)
    assert win > 0
    assert told.shoes == 0
    found = told.cuts[0].observer
    assert found.win == pytest.approx(win, rel=1e-12)
    assert found.deviation == pytest.approx(deviation, rel=1e-9)
    assert found.error == 0


def test_shoes_that_are_drawn_say_the_same_as_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = variant("classic-blackjack-double")
    (every,) = game_protection_of(rules, 26, bets=("insurance",)).bets
    monkeypatch.setattr(unseen, "MOST_COMPOSITIONS", 0)
    burned = instance_of(Cards, rules.equipment).burned
    dealt = Dealt(ShoeComposition.of_decks(2), burned, 5.4, (26,), 10)
    drawn = bet_protection(rules, "insurance", dealt)
    assert (every.shoes, drawn.shoes > 1_000) == (0, True)
    for one, other in ((every.cuts[0].observer, drawn.cuts[0].observer),):
        assert other.error > 0
        assert abs(one.win - other.win) < 4 * other.error
        assert other.deviation == pytest.approx(one.deviation, rel=0.02)
        assert other.share == pytest.approx(one.share, rel=0.02)


@pytest.fixture(scope="module")
def single() -> BetProtection:
    rules = variant("classic-blackjack-single", {"blackjack-pays": "3 to 2"})
    return game_protection_of(rules, 16, 8, ("initial",)).bets[0]


def test_figures_are_as_they_are_defined(single: BetProtection) -> None:
    for at in single.cuts:
        for won in (at.observer, at.count):
            assert won is not None
            assert won.n0 is not None
            assert won.score == pytest.approx(1_000_000 / won.n0)
            assert won.score == pytest.approx(won.di**2)
            assert won.n0 == pytest.approx(100 * (won.deviation / won.win) ** 2)


def test_more_is_won_the_deeper_the_shoe_is_dealt_and_by_more_knowledge(
    single: BetProtection,
) -> None:
    by_cut = sorted(single.cuts, key=lambda at: at.cut)
    scores = [at.observer.score for at in by_cut]
    assert scores == sorted(scores, reverse=True)
    for at in by_cut:
        assert at.count is not None
        assert 0 < at.count.score < at.observer.score


def test_whoever_never_raises_loses_the_edge() -> None:
    rules = variant("live-blackjack")
    (flat,) = game_protection_of(rules, 52, 1, ("initial",)).bets
    won = flat.cuts[0].observer
    assert won.win == pytest.approx(100 * flat.ev, abs=5 * won.error)
    assert (won.n0, won.score, won.share) == (None, 0, 0)
    (spread,) = game_protection_of(rules, 52, 12, ("initial",)).bets
    assert spread.cuts[0].observer.win > 1


def test_one_unit_behind_a_seat_when_it_is_worth_it_cannot_lose() -> None:
    (behind,) = game_protection_of(variant("live-blackjack"), 52, 10, ("behind",)).bets
    assert not behind.always_made
    for at in behind.cuts:
        assert at.observer.win > 0


def test_effects_added_up_come_near_the_worth_of_what_is_left() -> None:
    """The linear model, beside the exact worth of half decks: it is blind to what playing by the
    very cards gains, and right about which are good."""
    rules = blackjack_rules("classic-blackjack-single", {"blackjack-pays": "3 to 2"})
    fresh = ShoeComposition.of_decks(1)
    effects = effects_of(rules, "initial", fresh)
    shoes = np.random.default_rng(5).multivariate_hypergeometric(effects.counts, 26, size=40)
    exact = np.array([main_bet_by_cards(rules, shoe.tolist()) for shoe in shoes])
    linear = of_effects(effects, 1.0).of(shoes).ev
    assert np.corrcoef(exact, linear)[0, 1] > 0.93
    assert 0 < (exact - linear).mean() < 0.02


def test_a_burned_card_is_as_unknown_as_the_rest() -> None:
    dealt = Dealt(ShoeComposition.of_decks(1), 2, 5.0, (25,), 10)
    assert dealt.seen(25) == [0, 5, 10, 15, 20]
    assert dealt.seen(24) == [0, 5, 10, 15, 20, 25]
    assert dealt.seen(49) == [0]


def test_cuts_that_no_round_comes_before_are_left_out() -> None:
    rules = variant("classic-blackjack-single", {"burn-after-shuffle": 30})
    (insurance,) = game_protection_of(rules, bets=("insurance",)).bets
    assert [at.cut for at in insurance.cuts] == [16, 13, 19]
    short = variant("classic-blackjack-single", {"burn-after-shuffle": 52})
    with pytest.raises(Refused, match="no round begins before the cut card"):
        game_protection_of(short, bets=("insurance",))


@pytest.mark.parametrize(
    ("game", "cut", "spread", "says"),
    [
        ("live-roulette", None, 10, "live-roulette has no memory"),
        ("live-blackjack", 11, 10, "from 12 to 409 cards lie behind the cut card, not 11"),
        ("live-blackjack", 416, 10, "not 416"),
        ("live-baccarat", 5, 10, "from 6 to 415"),
        ("live-baccarat", 14, 0, "a spread is from 1 to 1000, not 0"),
    ],
)
def test_what_cannot_be_is_refused(game: str, cut: int | None, spread: int, says: str) -> None:
    with pytest.raises(Refused, match=says):
        game_protection_of(variant(game), cut, spread)
