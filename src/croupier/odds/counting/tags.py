"""The count that tells most of a bet: a small whole number for each card, added up as it is seen.

How well it tells is its correlation with the effects of the cards it counts: 1 where the count is
all that can be known from adding up.
"""

from collections.abc import Mapping
from functools import reduce
from math import gcd, sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.odds.counting.effects import NOTHING, Effects
from croupier.odds.counting.figures import Count

LEVELS = (1, 2, 3)
"""The largest numbers people count with."""
MUCH_BETTER = 0.015
"""In correlation: less is not worth a harder count."""
MOST_UNBALANCED = 4
"""A deck may add up to as much as known counts that do not end at nothing (Knock-Out: 4)."""
_DECK = 52


def count_of(effects: Effects, tags: Mapping[str, int]) -> Count:
    """What a count tells of the bet whose effects these are."""
    values = np.array([tags[name] for name in effects.names], dtype=float)
    counts, effect = np.array(effects.counts, dtype=float), np.array(effects.centred)
    mean = float(counts @ values) / effects.cards
    spread = float(counts @ (values - mean) ** 2)
    told = float(counts @ (values * effect))
    all_there = float(counts @ effect**2)
    worth = (effects.cards - 1) / _DECK * told / spread if spread else 0.0
    return Count(
        max(map(abs, tags.values())),
        dict(tags),
        round(mean * _DECK),
        told / sqrt(spread * all_there) if spread and effects.spread > NOTHING else 0.0,
        worth,
        -effects.ev / worth if worth else None,
    )


def best_counts(effects: Effects) -> tuple[Count, ...]:
    """The simplest that tells anything, and of the others the simplest that tells much more than
    all that are simpler, where there is one: lower levels are simpler, and whatever ends at
    nothing after a whole deck is simpler than what does not."""
    if effects.spread <= NOTHING:
        return ()
    found: list[Count] = []
    for unbalanced in (0, MOST_UNBALANCED):
        for level in LEVELS:
            tags = best_tags(effects, level, unbalanced)
            count = tags and count_of(effects, tags)
            if count and (not found or count.correlation > found[-1].correlation + MUCH_BETTER):
                found.append(count)
    return tuple(found if len(found) < 2 else (found[0], found[-1]))


def best_tags(effects: Effects, level: int, unbalanced: int = 0) -> dict[str, int] | None:
    """Of all tags from -level to level, those that correlate best; a deck of them adds up to no
    more than `unbalanced` either way. None where only noughts would.

    Class after class, for every sum and every sum of squares the most that tags can tell is kept:
    with those two given, what is told is all that the correlation depends on.
    """
    weights = _weights(effects.counts)
    limit = unbalanced * sum(weights) // _DECK
    shape = (2 * level * sum(weights) + 1, level**2 * sum(weights) + 1)
    told = np.full(shape, -np.inf)
    told[level * sum(weights), 0] = 0.0
    chosen: list[NDArray[np.int8]] = []
    tags = sorted(range(-level, level + 1), key=abs)
    for weight, effect in zip(weights, effects.centred, strict=True):
        every = np.stack([_moved(told, weight, tag) + weight * tag * effect for tag in tags])
        best = every.argmax(0)
        chosen.append(np.array(tags, dtype=np.int8)[best])
        told = np.take_along_axis(every, best[None], 0)[0]
    sums = np.arange(shape[0]) - level * sum(weights)
    squares = np.arange(shape[1]) - sums[:, None] ** 2 / sum(weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        score = np.where((np.abs(sums)[:, None] <= limit) & (squares > 0), told, -np.inf)
        score = np.where(np.isfinite(score), score / np.sqrt(np.maximum(squares, 1e-9)), -np.inf)
    if not score.max() > 0:
        return None
    row, column = map(int, np.unravel_index(score.argmax(), shape))
    found = []
    for weight, choice in zip(reversed(weights), reversed(chosen), strict=True):
        tag = int(choice[row, column])
        found.append(tag)
        row, column = row - weight * tag, column - weight * tag**2
    return dict(zip(effects.names, reversed(found), strict=True))


def _moved(told: NDArray[np.float64], weight: int, tag: int) -> NDArray[np.float64]:
    """Each state with so many cards of that tag more; nothing comes in at the edges."""
    down, right = weight * tag, weight * tag**2
    moved = np.full_like(told, -np.inf)
    rows, columns = told.shape
    moved[max(down, 0) : rows + min(down, 0), right:] = told[
        max(-down, 0) : rows - max(down, 0), : columns - right
    ]
    return moved


def _weights(counts: tuple[int, ...]) -> list[int]:
    """In the smallest numbers: of a fresh shoe, a part of one deck."""
    common = reduce(gcd, counts)
    return [count // common for count in counts]
