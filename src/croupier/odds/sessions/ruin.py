"""Ruin within a session: the chance that what was brought is gone before its rounds are over.

The walk is followed backwards, which answers for every bankroll at once: with so much above the
mark and so many rounds to go, the chance is the mean of the chances after the next round.
"""

from math import floor

import numpy as np

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.nets import Floats, RoundNets, checked_round
from croupier.odds.sessions.reach import deepest

MOST_CELLS = 1 << 22
MOST_WORK = 10_000_000_000
"""Products to be added up, a few seconds' worth."""


class Ruin:
    """By how much lies above the mark, in steps; it is ruin to come below it."""

    def __init__(self, step: int, chances: Floats) -> None:
        self.step = step
        self.chances = chances

    def at(self, above: int) -> float:
        """With this much more than must be left to go on; beyond the end it is next to nothing."""
        if above < 0:
            return 1.0
        place = above // self.step
        return float(self.chances[place]) if place < len(self.chances) else 0.0


def ruin_within(nets: RoundNets, rounds: int) -> Ruin:
    """Further up than any ruin comes from but with a chance of 1e-16, nobody is ruined."""
    round = checked_round(nets, rounds)
    step = round.step
    height = floor(deepest(round, rounds) / step) + 1
    places = (round.nets // step).tolist()
    drop, rise = max(0, -places[0]), max(0, places[-1])
    if drop + height + rise > MOST_CELLS:
        raise Refused(Code.LIMIT, "ruin is not followed for results so fine: take rounder stakes")
    if height * rounds * len(places) > MOST_WORK:
        message = (
            f"ruin is followed round by round, and {rounds} rounds of these stakes are too many:"
            " take fewer, rounder stakes, or no bankroll"
        )
        raise Refused(Code.LIMIT, message)
    here = slice(drop, drop + height)
    chances = np.zeros(drop + height + rise)
    chances[:drop] = 1
    after, scaled = np.empty(height), np.empty(height)
    terms = [*zip(places, round.chances.tolist(), strict=True)]
    for _ in range(rounds):
        after.fill(0)
        for place, chance in terms:
            np.multiply(chances[drop + place : drop + place + height], chance, out=scaled)
            np.add(after, scaled, out=after)
        chances[here] = after
    return Ruin(step, chances[here].copy())
