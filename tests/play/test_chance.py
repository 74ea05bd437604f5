"""Shuffles that favour no order, shoes that hold what they should."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from croupier import BallRested, Bet, CardDealt, Void, Waiting, variant
from croupier.chance import Shoe, fair, repeatable, shuffle
from croupier.cli.play.dealer import Dealer
from croupier.engine.waiting import CardDue
from croupier.kit.cards import DECK, Card, shoe
from tests.support.families import instance_of


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@given(st.lists(st.sampled_from(DECK)), st.integers())
def test_a_shuffle_loses_and_adds_no_card(cards: list[Card], seed: int) -> None:
    before = list(cards)
    assert Counter(shuffle(cards, repeatable(seed))) == Counter(before)
    assert cards == before


def test_every_order_is_equally_likely() -> None:
    for randbelow in (repeatable(1), fair()):
        four = DECK[:4]
        seen = Counter(tuple(shuffle(four, randbelow)) for _ in range(24_000))
        # 23 degrees of freedom: 80 is passed by chance less than once in ten million times.
        assert chi_square([seen[order] for order in permutations(four)]) < 80


def test_every_card_may_come_first() -> None:
    randbelow = repeatable(2)
    first = Counter(shuffle(DECK, randbelow)[-1] for _ in range(10_400))
    assert chi_square([first[card] for card in DECK]) < 130


def test_every_pocket_is_equally_likely() -> None:
    dealer = Dealer(variant("live-roulette"), repeatable(3))
    supplied = (dealer.supply(Waiting(pocket=True)) for _ in range(37_000))
    seen = Counter(instance_of(BallRested, input).pocket for input in supplied)
    assert set(seen) == set(range(37))
    assert chi_square(list(seen.values())) < 100


def test_a_shoe_deals_all_its_cards_but_the_burned() -> None:
    full = Shoe(2, repeatable(1))
    burned = Shoe(2, repeatable(1), burn=6)
    for one in (full, burned):
        one.shuffle()
    dealt = [full.draw() for _ in range(len(full))]
    assert Counter(dealt) == Counter(shoe(2))
    assert full.draw() is None
    assert len(burned) == 98
    assert burned.draw() == dealt[6]


def test_the_cut_card_and_a_thin_shoe_call_for_a_shuffle() -> None:
    one = Shoe(1, repeatable(1), cut_card_from_back=16)
    assert one.due_for_shuffle()
    one.shuffle()
    for _ in range(35):
        one.draw()
    assert len(one) == 17
    assert not one.due_for_shuffle()
    assert one.due_for_shuffle(needed=18)
    one.draw()
    assert one.due_for_shuffle()


def test_an_empty_shoe_is_the_pits_affair() -> None:
    dealer = Dealer(variant("classic-blackjack-single"), repeatable(1))
    dealer.prepare((Bet("you", "initial", 100, 1),))
    due = Waiting(card=CardDue("dealer"))
    inputs = [dealer.supply(due) for _ in range(53)]
    assert all(isinstance(one, CardDealt) for one in inputs[:52])
    assert isinstance(inputs[52], Void)
