"""Coups by the million: how they end is counted, and nothing is settled here.

Six cards are always drawn, though a coup may need fewer: so nothing is decided while cards come,
and how the coup ends is looked up in what the engine's own table of play has filled.
"""

import numpy as np
from numba import njit, uint64

from croupier.sim.kernels.random_cards import MANY, begin, begun, below, first_blocks

PAIRS = 4
"""Nobody has one, Player, Banker, both."""
ENDS = 10 * 10 * 10 * PAIRS
"""Points of Player's first card × Player's points × Banker's × who has a pair."""
COUP = 6
"""Cards that a coup takes at most."""
RANK = 16
"""A card is written as its points and its rank, points * RANK + rank."""

_DRAW = uint64(0xFFFF)
_BITS = uint64(16)


@njit(cache=True)
def coup(c0, c1, c2, c3, c4, c5, hands):
    """How it ends, and with how many cards: Player, Banker, Player, Banker, then whoever draws.

    `hands`: Player's points in two cards × Banker's × the fifth card × the sixth → cards that were
    dealt × Player's points in the end × Banker's.
    """
    first = c0 // RANK
    ours, theirs = (first + c2 // RANK) % 10, (c1 // RANK + c3 // RANK) % 10
    dealt = hands[ours * 1000 + theirs * 100 + c4 // RANK * 10 + c5 // RANK]
    pairs = (c0 == c2) + 2 * (c1 == c3)
    return (first * 100 + dealt % 100) * PAIRS + pairs, dealt // 100


@njit(cache=True)
def _another(size, seed, unit, draws, a, b, c, d, e):
    """A place in the shoe whose card is still there."""
    while True:
        place, draws = below(size, seed, unit, draws)
        if place not in (a, b, c, d, e):
            return place, draws


@njit(cache=True)
def _drawn_one_by_one(size, seed, unit, draws):
    a, draws = below(size, seed, unit, draws)
    b, draws = _another(size, seed, unit, draws, a, a, a, a, a)
    c, draws = _another(size, seed, unit, draws, a, b, b, b, b)
    d, draws = _another(size, seed, unit, draws, a, b, c, c, c)
    e, draws = _another(size, seed, unit, draws, a, b, c, d, d)
    f, draws = _another(size, seed, unit, draws, a, b, c, d, e)
    return a, b, c, d, e, f


@njit(cache=True, nogil=True)
def play_fresh(seed, first, units, shoe, hands, ends):
    """A coup a unit, each from the whole shoe; ends[how it ends] counts it.

    Nearly always six draws of the first block are six cards. They are taken at once; where one was
    drawn before, or would be likelier than others, all are drawn one by one, which gives the same.
    """
    size = uint64(len(shoe))
    unfair = uint64(1 << 16) % size
    words = np.empty((4, MANY), np.uint64)
    w0, w1, w2 = words[0], words[1], words[2]
    for done in range(0, units, MANY):
        at = first + uint64(done)
        first_blocks(seed, at, words)
        for i in range(min(MANY, units - done)):
            a, b = (w0[i] & _DRAW) * size, (w0[i] >> _BITS) * size
            c, d = (w1[i] & _DRAW) * size, (w1[i] >> _BITS) * size
            e, f = (w2[i] & _DRAW) * size, (w2[i] >> _BITS) * size
            good = ((a & _DRAW) >= unfair) & ((b & _DRAW) >= unfair) & ((c & _DRAW) >= unfair)
            good &= ((d & _DRAW) >= unfair) & ((e & _DRAW) >= unfair) & ((f & _DRAW) >= unfair)
            a, b, c, d, e, f = (
                a >> _BITS,
                b >> _BITS,
                c >> _BITS,
                d >> _BITS,
                e >> _BITS,
                f >> _BITS,
            )
            good &= (a != b) & (a != c) & (a != d) & (a != e) & (a != f)
            good &= (b != c) & (b != d) & (b != e) & (b != f) & (c != d) & (c != e) & (c != f)
            good &= (d != e) & (d != f) & (e != f)
            if not good:
                a, b, c, d, e, f = _drawn_one_by_one(size, seed, at + uint64(i), begun(words, i))
            end, _ = coup(shoe[a], shoe[b], shoe[c], shoe[d], shoe[e], shoe[f], hands)
            ends[end] += 1


@njit(cache=True, nogil=True)
def play_shoes(
    seed, first, units, shoe, burned, reserve, hands, nets, ends, squares, products, coups, cards
):
    """A shoe a unit: shuffled, the first cards burned, and dealt for as long as more cards than the
    reserve are left. Coups are counted as above; coups[n] counts the shoes that had n of them, and
    `cards` the cards that were dealt. Of every bet, with its net at every end in `nets`: what a
    shoe has won on it, squared, and times the shoe's coups.
    """
    order = shoe.copy()
    won = np.empty(len(squares), np.int64)
    for unit in range(first, first + uint64(units)):
        order[:] = shoe
        draws = begin(seed, unit)
        left = uint64(len(shoe))
        while left > reserve - COUP:
            place, draws = below(left, seed, unit, draws)
            left -= uint64(1)
            order[place], order[left] = order[left], order[place]
        won[:] = 0
        played = 0
        at = len(shoe) - burned
        while at > reserve:
            end, used = coup(
                order[at - 1],
                order[at - 2],
                order[at - 3],
                order[at - 4],
                order[at - 5],
                order[at - 6],
                hands,
            )
            ends[end] += 1
            for bet in range(len(won)):
                won[bet] += nets[end, bet]
            played += 1
            at -= used
        coups[played] += 1
        cards[0] += len(shoe) - burned - at
        for bet in range(len(won)):
            squares[bet] += won[bet] * won[bet]
            products[bet] += played * won[bet]
