"""What may be unseen when each round of a shoe begins: of each class of cards how many."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from croupier.odds.counting.worths.many_shoes import Floats, Ints

SEED = 21
MOST_COMPOSITIONS = 10_000
"""With no more, each is looked at with its chance, and no shoe is drawn."""


class Unseen(NamedTuple):
    """When one round begins."""

    shoes: Ints
    """Composition × class of cards: how many are unseen."""
    chance: Floats


def few_enough(counts: Sequence[int]) -> bool:
    """Whether every composition can be looked at."""
    return prod(count + 1 for count in sorted(counts)[:-1]) <= MOST_COMPOSITIONS


def every_unseen(counts: Sequence[int], seen: Sequence[int]) -> Iterator[Unseen]:
    """All compositions, round by round."""
    largest = max(range(len(counts)), key=lambda place: counts[place])
    others = [place for place in range(len(counts)) if place != largest]
    every = np.indices([counts[place] + 1 for place in others]).reshape(len(others), -1).T
    log = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, sum(counts) + 1)))])
    for gone in seen:
        left = sum(counts) - gone
        shoes = np.zeros((len(every), len(counts)), dtype=np.int64)
        shoes[:, others] = every
        shoes[:, largest] = left - every.sum(1)
        shoes = shoes[(shoes[:, largest] >= 0) & (shoes[:, largest] <= counts[largest])]
        chance = -(log[sum(counts)] - log[left] - log[gone]) + np.zeros(len(shoes))
        for place, count in enumerate(counts):
            unseen = shoes[:, place]
            chance += log[count] - log[unseen] - log[count - unseen]
        yield Unseen(shoes, np.exp(chance))


def drawn_unseen(counts: Sequence[int], seen: Sequence[int], shoes: int) -> Iterator[Unseen]:
    """So many shuffled shoes, followed round by round: a row is one shoe all the way."""
    chance = np.random.default_rng(SEED)
    cards = np.repeat(np.arange(len(counts), dtype=np.int8), counts)
    order = chance.permuted(np.broadcast_to(cards, (shoes, len(cards))), axis=1)
    unseen = np.broadcast_to(np.array(counts, dtype=np.int64), (shoes, len(counts))).copy()
    rows = np.arange(shoes)
    dealt = 0
    for gone in seen:
        for place in range(dealt, gone):
            unseen[rows, order[:, place]] -= 1
        dealt = gone
        yield Unseen(unseen.copy(), np.full(shoes, 1 / shoes))
