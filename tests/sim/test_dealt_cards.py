"""Cards as kernels deal them: as told in plain Python, and each equally likely."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from croupier.games.blackjack.sim.family import SimulatedBlackjack, blackjack_game
from croupier.sim.kernels import random_cards
from croupier.sim.kernels.random_cards import AHEAD, FRESH, LEFT, SHOE, STAMP
from croupier.sim.plain_cards import dealt, draws
from tests.support.families import blackjack_rules


def _first_block(seed: int, unit: int) -> tuple[np.uint64, np.uint64]:
    first: tuple[np.uint64, np.uint64] = random_cards.philox(
        np.uint64(seed), np.uint64(unit), np.uint64(0)
    )
    return first


def _drawn(mode: int, seed: int, unit: int, shoe: np.ndarray) -> list[int]:
    """All cards of a shoe, as the kernel deals them."""
    memory = np.array([0, len(shoe), 1, *_first_block(seed, unit)], np.uint64)
    cards, marks = shoe.copy(), np.zeros(len(shoe), np.uint64)
    ahead, found = np.zeros(AHEAD, np.uint8), []
    size = np.uint64(len(shoe))
    while memory[LEFT]:
        unit_, seed_ = np.uint64(unit), np.uint64(seed)
        filled = random_cards.draw_ahead(mode, size, seed_, unit_, memory, cards, marks, ahead)
        found += ahead[:filled].tolist()
    return found


@pytest.mark.parametrize("mode", [FRESH, SHOE])
def test_the_kernel_deals_every_card_once_and_in_the_order_told_in_plain_python(mode: int) -> None:
    rng = Random(2)
    for size in (4, 52, 100, 416):
        seed, unit = rng.getrandbits(64), rng.getrandbits(64)
        shoe = np.array([rng.randrange(52) for _ in range(size)], np.uint8)
        found = _drawn(mode, seed, unit, shoe)
        assert found == [*dealt(seed, unit, shoe.tolist(), fresh=mode == FRESH)]
        assert sorted(found) == sorted(shoe.tolist())


@pytest.mark.parametrize("mode", [FRESH, SHOE])
def test_each_card_is_equally_likely_in_each_place(mode: int) -> None:
    """Chi squared over 52 cards has a mean of 51 and a deviation of 10."""
    units, deck = 26_000, np.arange(52, dtype=np.uint8)
    memory, marks = np.zeros(5, np.uint64), np.zeros(52, np.uint64)
    ahead, dealt_at = np.zeros(AHEAD, np.uint8), np.zeros((4, 52), np.int64)
    pairs = np.zeros((52, 52), np.int64)
    size, seed = np.uint64(52), np.uint64(3)
    for unit in range(units):
        memory[:] = 0, 52, memory[STAMP] + np.uint64(1), *_first_block(3, unit)
        cards = deck.copy()
        row = np.uint64(unit)
        filled = random_cards.draw_ahead(mode, size, seed, row, memory, cards, marks, ahead)
        for place in range(min(filled, 4)):
            dealt_at[place, ahead[place]] += 1
        pairs[ahead[0], ahead[1]] += 1
    for counts in dealt_at:
        expected = counts.sum() / 52
        assert ((counts - expected) ** 2 / expected).sum() < 51 + 5 * 10.1
    assert not pairs.diagonal().any()
    apart = pairs[~np.eye(52, dtype=bool)]
    expected = apart.sum() / (52 * 51)
    assert abs(((apart - expected) ** 2 / expected).sum() - 2651) < 5 * np.sqrt(2 * 2651)


def test_draws_of_one_unit_are_not_those_of_another() -> None:
    first = [*islice(draws(1, 0), 64)]
    assert [*islice(draws(1, 1), 64)] != first != [*islice(draws(2, 0), 64)]
    assert [*islice(draws(1 << 32, 0), 64)] != [*islice(draws(1, 1 << 32), 64)]


def _played(game: SimulatedBlackjack, seed: int, *parts: int) -> list[int]:
    tally, first = np.zeros(game.tally_size, np.int64), 0
    for units in parts:
        game.play(seed, first, units, tally)
        first += units
    found: list[int] = tally.tolist()
    return found


@pytest.mark.parametrize("mode", [FRESH, SHOE])
@pytest.mark.parametrize("boxes", [1, 3])
def test_totals_are_the_same_however_a_run_is_cut(mode: int, boxes: int) -> None:
    game = blackjack_game(
        blackjack_rules("live-blackjack"), mode=mode, boxes=boxes, strategy="mimic-dealer"
    )
    whole = _played(game, 9, 500)
    assert _played(game, 9, 1, 299, 200) == _played(game, 9, 250, 250) == whole
    assert _played(game, 10, 500) != whole
