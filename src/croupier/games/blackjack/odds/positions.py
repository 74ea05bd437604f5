"""Every position a decision can be about, in one flat list: the hands as dealt, and the hands that
grow from one card of a split pair, with more of that pair already gone from the shoe."""

from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.hands import Ints, hands
from croupier.games.blackjack.odds.numbering import ACE, VALUES


class Positions(NamedTuple):
    hand: Ints
    """Which hand lies there."""
    gone: Ints
    """Position × value: cards out of the shoe besides the hand and the dealer's."""
    after: Ints
    """Position × value: the position with that card added, or -1 where it is bust."""
    levels: tuple[Ints, ...]
    """The positions by hard total, highest first: each is worth what later ones make of it."""
    dealt: slice
    starts: dict[tuple[int, int], int]
    """(pair, more of it gone) → the position of one split card waiting for its second."""
    splits: dict[tuple[int, int], slice]
    out: Ints
    """Shoe × value: what is gone from it, the hand included; positions may share one."""
    shoe: Ints
    """Position → its shoe."""
    chosen: int
    """How many positions, the first of all, there is a choice about: the others are the same hands
    again, in shoes with more of the pair gone."""


@cache
def positions(gone_at_most: int | None) -> Positions:
    """For hands that may be split until so many more of the pair's value are gone; None: never."""
    every = hands()
    dealt = np.flatnonzero(every.size >= 2)
    parts, gone = [dealt], [np.zeros((len(dealt), VALUES), dtype=np.int64)]
    splits: dict[tuple[int, int], slice] = {}
    begun = len(dealt)
    for more in range(gone_at_most + 1) if gone_at_most is not None else ():
        for pair in range(VALUES):
            # One card to each split ace: nothing longer grows there.
            grown = (every.counts[:, pair] > 0) & ((every.size <= 2) | (pair != ACE))
            part = np.flatnonzero(grown)
            parts.append(part)
            of_pair = np.zeros((len(part), VALUES), dtype=np.int64)
            of_pair[:, pair] = 1 + more
            gone.append(of_pair)
            splits[pair, more] = slice(begun, begun + len(part))
            begun += len(part)
    hand = np.concatenate(parts)
    after = np.full((begun, VALUES), -1, dtype=np.int64)
    for rows in (slice(0, len(dealt)), *splits.values()):
        at = np.full(len(every.size) + 1, -1, dtype=np.int64)
        at[hand[rows]] = np.arange(rows.start, rows.stop)
        after[rows] = at[every.after[hand[rows]]]
    starts = {
        key: rows.start + int(np.flatnonzero(every.size[hand[rows]] == 1)[0])
        for key, rows in splits.items()
    }
    hard = every.hard[hand]
    levels = tuple(np.flatnonzero(hard == total) for total in range(21, 0, -1))
    chosen = max((rows.stop for (_, more), rows in splits.items() if not more), default=len(hand))
    removed = np.concatenate(gone)
    out, shoe = np.unique(every.counts[hand] + removed, axis=0, return_inverse=True)
    return Positions(
        hand=hand,
        gone=removed,
        after=after,
        levels=levels,
        dealt=slice(0, len(dealt)),
        starts=starts,
        splits=splits,
        out=out,
        shoe=shoe.ravel(),
        chosen=chosen,
    )
