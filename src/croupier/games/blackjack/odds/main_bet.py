"""What solving the main bet comes to, in plain numbers."""

from fractions import Fraction

import msgspec

Cells = tuple[bool, ...]


class ChartColumn(msgspec.Struct, frozen=True):
    """What to do against one card; a cell that says double or surrender falls back where that may
    not be done any more."""

    hit: Cells
    double: Cells
    surrender: Cells
    split: Cells
    """By value of the pair."""


class MainBet(msgspec.Struct, frozen=True):
    ev: float
    """By the best table of totals."""
    ev_composition: float
    ev_not_following: float | None
    """Of a bet behind the box that does not follow its doubles and splits, where there are any."""
    results: tuple[tuple[int, int, float], ...]
    """By the table: net as numerator and denominator, and its chance."""
    columns: dict[int, ChartColumn]
    """The dealer's card → what the table says against it."""

    @property
    def spread(self) -> dict[Fraction, float]:
        return {Fraction(net, of): p for net, of, p in self.results}
