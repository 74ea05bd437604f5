"""Chance from a counter: the published generator, fair draws, and whole shoes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.sim.kernels.random_cards import (
    below,
    first_blocks,
    philox,
)
from croupier.sim.plain_cards import Words, dealt
from croupier.sim.plain_cards import philox as plain_philox

WORD = 2**32 - 1
WORDS = st.integers(0, WORD)


@pytest.mark.parametrize(
    ("counter", "key", "known"),
    [
        ((0,) * 4, (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((WORD,) * 4, (WORD, WORD), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_the_known_answers(counter: Words, key: tuple[int, int], known: Words) -> None:
    """Those that come with Random123."""
    assert plain_philox(counter, key) == known


@given(WORDS, WORDS, WORDS, WORDS, WORDS)
def test_the_kernel_has_the_same_generator(k0: int, k1: int, u0: int, u1: int, block: int) -> None:
    seed, unit = np.uint64(k0 | k1 << 32), np.uint64(u0 | u1 << 32)
    c0, c1, c2, c3 = plain_philox((u0, u1, block, 0), (k0, k1))
    assert philox(seed, unit, np.uint64(block)) == (c0 | c1 << 32, c2 | c3 << 32)


@given(WORDS, st.integers(0, 2**40))
def test_many_units_at_once_are_those_units(seed: int, first: int) -> None:
    words = np.empty((4, 13), dtype=np.uint64)
    first_blocks(np.uint64(seed), np.uint64(first), words)
    for i, (c0, c1, c2, c3) in enumerate(words.T.tolist()):
        one = philox(np.uint64(seed), np.uint64(first + i), np.uint64(0))
        assert one == (c0 | c1 << 32, c2 | c3 << 32)


@pytest.mark.parametrize("bound", [1, 2, 37, 52, 208, 415, 416])
def test_a_draw_favours_nothing(bound: int) -> None:
    """Of all sixteen bits that can come, each number takes as many; the rest is drawn again."""
    one = np.uint64(1)
    drawn: list[int] = []
    for bits in range(2**16):
        number, (_, _, left, _) = below(
            np.uint64(bound), one, one, (np.uint64(bits), one, one, one)
        )
        if left == 0:
            drawn.append(number)
    assert np.bincount(drawn).tolist() == [2**16 // bound] * bound


@pytest.mark.parametrize("fresh", [True, False])
def test_every_card_of_a_shoe_comes_once_and_anywhere(fresh: bool) -> None:
    seen = np.zeros((6, 6), dtype=np.int64)
    for unit in range(6000):
        places = [*dealt(3, unit, range(6), fresh=fresh)]
        assert sorted(places) == list(range(6))
        seen[np.arange(6), places] += 1
    # A thousand each, thirty to either side being usual.
    assert seen.min() > 850
    assert seen.max() < 1150
