"""The whole order follows from the seed and what the delay came to, and none is favoured."""

from collections import Counter
from itertools import permutations

from msgspec.structs import replace

from croupier.chance.derived import (
    Terms,
    derived_order,
    given_digest,
    seed_commitment,
    stream_below,
)
from croupier.chance.shuffle import shuffle
from croupier.kit.cards import DECK, card

CARDS = Terms(decks=6, pockets=0, size=312, burned=1, window=2_000, squarings=16)
WHEEL = Terms(decks=0, pockets=37, size=64, burned=0, window=2_000, squarings=16)
SEED = "5e" * 32


def test_a_shoe_holds_its_decks_and_a_wheel_its_pockets() -> None:
    assert Counter(derived_order("t/1", SEED, "", CARDS)) == Counter(
        {str(card): 6 for card in DECK}
    )
    run = derived_order("t/1", SEED, "", replace(WHEEL, size=5_000))
    assert set(run) == {str(pocket) for pocket in range(37)}
    assert len(run) == 5_000


def test_name_seed_and_output_each_make_another_order() -> None:
    orders = {
        derived_order("t/1", SEED, "", CARDS),
        derived_order("t/2", SEED, "", CARDS),
        derived_order("t/1", "5f" * 32, "", CARDS),
        derived_order("t/1", SEED, "00" * 256, CARDS),
        derived_order("t/1", SEED, "01" * 256, CARDS),
    }
    assert len(orders) == 5


def test_the_commitment_binds_to_everything_that_tells_the_order() -> None:
    changes = [{name: getattr(CARDS, name) + 1} for name in Terms.__struct_fields__]
    commitments = {
        seed_commitment("t/1", SEED, CARDS),
        seed_commitment("t/2", SEED, CARDS),
        seed_commitment("t/1", "5f" * 32, CARDS),
        *(seed_commitment("t/1", SEED, replace(CARDS, **change)) for change in changes),
    }
    assert len(commitments) == 3 + len(changes)


def test_what_was_given_cannot_be_moved_across_its_borders() -> None:
    commitment = "ab" * 32
    lists = [["ann", "bob"], ["bob", "ann"], ["annbob"], ["ann", "bob", ""], ["ann"], []]
    digests = {given_digest(commitment, one) for one in lists}
    assert len(digests | {given_digest("cd" * 32, ["ann", "bob"])}) == len(lists) + 1


def test_every_order_of_four_cards_is_as_likely() -> None:
    """24 orders, 12,000 shuffles of one stream: chi-square of 23 degrees stays below 49.7, which it
    passes once in a thousand; the stream is always the same."""
    below = stream_below(bytes(32))
    four = [card(one) for one in ("AS", "2S", "3S", "4S")]
    counted = Counter(tuple(shuffle(four, below)) for _ in range(12_000))
    assert set(counted) == set(permutations(four))
    assert sum((many - 500) ** 2 / 500 for many in counted.values()) < 49.7


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    """Below three quarters of all words one in four is passed over, and none is bent."""
    bound = 3 * 2**30
    below = stream_below(bytes(32))
    drawn = [below(bound) for _ in range(3_000)]
    assert max(drawn) < bound
    halves = Counter(number >= bound // 2 for number in drawn)
    assert abs(halves[True] - halves[False]) < 200
