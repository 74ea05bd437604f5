"""The best play by totals alone: one column of the strategy chart for each card of the dealer's.

A cell is the same for every hand of its total, however it was made and whether or not it came from
a split. The column is bettered cell by cell, each weighed by how often it is met, until no cell
would change.
"""

from typing import NamedTuple

import numpy as np

from croupier.games.blackjack.odds.hands import Flags, Floats, Ints
from croupier.games.blackjack.odds.main_bet import ChartColumn
from croupier.games.blackjack.odds.numbering import SOFT, VALUES
from croupier.games.blackjack.odds.splits import (
    chances_gone,
    one_bet_in_all,
    spared,
    spared_by_others,
    split_worths,
)
from croupier.games.blackjack.odds.splitting import shares
from croupier.games.blackjack.odds.starting_hands import (
    SURRENDERED,
    chances_of_starts,
    known_before,
    may_split,
    may_surrender,
    most_hands,
    starts,
    worth_of_natural,
)
from croupier.games.blackjack.odds.values import (
    DOUBLE,
    HIT,
    STAND,
    Against,
    Decided,
    decide,
    drawn_on,
)

CELLS = 2 * SOFT
"""Hard totals, then soft ones."""
_ROUNDS = 12
"""Three or four are enough; two cells that keep changing each other would never end."""


class Column(NamedTuple):
    """A `ChartColumn` to reckon with."""

    hit: Flags
    double: Flags
    surrender: Flags
    split: Flags

    @property
    def plain(self) -> ChartColumn:
        return ChartColumn(*(tuple(cells.tolist()) for cells in self))


class Charted(NamedTuple):
    """A game as the column plays it."""

    column: Column
    decided: Decided
    worth: Floats
    """By start."""
    met: Floats
    """By position: how often it comes up, a round of this column being dealt."""


def best_column(game: Against, beginning: Column | None = None) -> Charted:
    """Bettered from the beginning given, or from one that is near enough."""
    dealt = chances_of_starts(game)
    best = charted = play(game, beginning or _beginning(game))
    for _ in range(_ROUNDS):
        better = _bettered(game, charted)
        if _same(better, charted.column):
            break
        charted = play(game, better)
        if dealt @ charted.worth > dealt @ best.worth:
            best = charted
    return best


def _same(column: Column, other: Column) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(column, other, strict=True))


def _beginning(game: Against) -> Column:
    """Near enough to start from: what the best play by cards does most."""
    cell, dealt = game.cell, game.positions.dealt
    decided = decide(game, until=dealt.stop)
    hit = _by_cell(cell[dealt], decided.hit[dealt] - decided.stand[dealt]) > 0
    nothing = np.zeros(CELLS, dtype=np.bool_)
    return Column(hit, nothing, nothing, np.zeros(VALUES, dtype=np.bool_))


def choices(game: Against, column: Column) -> Ints:
    """What the column does at every position."""
    allowed, cell = game.allowed, game.cell
    hit = (column.hit[cell] & allowed[:, HIT]) | ~allowed[:, STAND]
    choice = np.where(hit, HIT, STAND)
    return np.where(column.double[cell] & allowed[:, DOUBLE], DOUBLE, choice)


def play(game: Against, column: Column) -> Charted:
    of = starts()
    decided = decide(game, choices(game, column), spared(game))
    to_beat = np.where(column.split, -np.inf, np.inf)
    split = split_worths(game, decided, to_beat)[of.first]
    worth = _worth(game, column, decided.played[of.position], split)
    return Charted(column, decided, worth, _met(game, column, decided.choice))


def _worth(game: Against, column: Column, plain: Floats, split: Floats) -> Floats:
    of = starts()
    played = np.where(splits(column), split, plain) + known_before(game)
    played = np.where(surrenders(game, column), SURRENDERED, played)
    return np.where(of.natural, worth_of_natural(game), played)


def splits(column: Column) -> Flags:
    return starts().pair & column.split[starts().first]


def surrenders(game: Against, column: Column) -> Flags:
    cell = game.cell[starts().position]
    may = may_surrender(game.rules, game.shown)
    return may & column.surrender[cell] & ~splits(column)


def _met(game: Against, column: Column, choice: Ints) -> Floats:
    """How often each position is come to; hands of a split count as often as they are shares of
    its worth, so that the worth of all cells together is the worth of the game."""
    of, at = starts(), game.positions
    met = np.zeros(len(at.hand))
    dealt = chances_of_starts(game)
    played = ~(of.natural | splits(column) | surrenders(game, column))
    met[of.position[played]] = dealt[played]
    for start in np.flatnonzero(splits(column)):
        pair = int(of.first[start])
        parts = shares(most_hands(game.rules, pair))
        gone = chances_gone(game, pair, max(share.gone for share in parts))
        for share in parts:
            row = at.starts[pair, share.gone]
            seconds = dealt[start] * share.times * gone[share.gone] * game.chances[row]
            if not share.free:
                seconds[pair] = 0
            met[at.after[row]] += seconds
    return drawn_on(game, met, choice)


def _bettered(game: Against, charted: Charted) -> Column:
    """Every cell as it would be best if all others stayed."""
    column = charted.column
    decided = charted.decided
    if one_bet_in_all(game) and column.split.any():
        part = spared_by_others(game, decided.choice, np.flatnonzero(column.split))
        decided = decide(game, decided.choice, part)
    allowed, cell, met = game.allowed, game.cell, charted.met

    def gain(over: Floats, under: Floats, where: Flags) -> Floats:
        return _by_cell(cell[where], ((over - under) * met)[where])

    free = allowed[:, HIT] & allowed[:, STAND] & (decided.choice != DOUBLE)
    hit = _decide_cells(gain(decided.hit, decided.stand, free), column.hit)
    plain = np.where((hit[cell] & allowed[:, HIT]) | ~allowed[:, STAND], decided.hit, decided.stand)
    double = _decide_cells(gain(decided.double, plain, allowed[:, DOUBLE]), column.double)
    return _with_starts(game, charted, Column(hit, double, column.surrender, column.split), plain)


def _by_cell(cell: Ints, weight: Floats) -> Floats:
    return np.bincount(cell, weight, CELLS).astype(np.float64)


def _decide_cells(gain: Floats, before: Flags) -> Flags:
    """A cell nobody meets stays as it is; so does one where it makes no difference."""
    return np.where(np.abs(gain) < 1e-15, before, gain > 0)


def _with_starts(game: Against, charted: Charted, column: Column, plain: Floats) -> Column:
    """Splitting and giving up, which only the hand as dealt can do."""
    of, decided, before = starts(), charted.decided, known_before(game)
    cell = game.cell[of.position]
    doubles = column.double[cell] & game.allowed[of.position, DOUBLE]
    on = np.where(doubles, decided.double[of.position], plain[of.position]) + before
    offered = may_surrender(game.rules, game.shown)
    rival = np.where(offered, np.maximum(on, SURRENDERED), on)
    pairs = may_split(game.rules)
    split = np.zeros(VALUES, dtype=np.bool_)
    to_beat = np.full(VALUES, np.inf)
    to_beat[of.first[pairs]] = (rival - before)[pairs]
    split[of.first[pairs]] = (split_worths(game, decided, to_beat) > to_beat)[of.first[pairs]]
    counted = offered & ~(of.pair & split[of.first])
    weight = (SURRENDERED - on) * chances_of_starts(game)
    give_up = _decide_cells(_by_cell(cell[counted], weight[counted]), column.surrender)
    return Column(column.hit, column.double, give_up, split)
