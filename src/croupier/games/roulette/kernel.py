"""Spins by the million: where the ball rests is counted, and nothing is settled here."""

import numpy as np
from numba import njit, uint64

from croupier.sim.kernels.random_cards import MANY, begun, below, first_blocks


@njit(cache=True, nogil=True)
def play(seed, first, units, tally):
    """A spin a unit; tally[pocket] counts it."""
    pockets = uint64(len(tally))
    words = np.empty((4, MANY), np.uint64)
    for done in range(0, units, MANY):
        at = first + uint64(done)
        first_blocks(seed, at, words)
        for i in range(min(MANY, units - done)):
            pocket, _ = below(pockets, seed, at + uint64(i), begun(words, i))
            tally[pocket] += 1
