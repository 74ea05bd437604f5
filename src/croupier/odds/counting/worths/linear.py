"""A bet's worth from the effects of single cards: as if what each of them does added up.

It is how counting has been reckoned since Griffin: right to the first order in what is gone, and
blind to what a player gains by playing hands otherwise.
"""

import numpy as np

from croupier.odds.counting.effects import Effects
from croupier.odds.counting.worths.many_shoes import QUICK, Ints, ManyShoes, Worths, always_offered


def of_effects(effects: Effects, stddev: float) -> ManyShoes:
    """The spread of the results is taken to be that of the whole shoe."""
    by_share = -(effects.cards - 1) * np.array(effects.centred)
    average = float(np.array(effects.counts) @ by_share) / effects.cards

    def worths(shoes: Ints) -> Worths:
        ev = effects.ev + shoes @ by_share / shoes.sum(1) - average
        return always_offered(ev, stddev**2 + ev**2)

    return ManyShoes(worths, QUICK)
