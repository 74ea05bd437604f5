"""A strategy as grids of coloured letters: what the terminal, the page and the picture draw."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.cli.odds.figures import written
from croupier.engine.rules import Rules
from croupier.odds import AnteStrategy, ShoeComposition, Strategy
from croupier.odds.strategy import MEANINGS, Row
from croupier.odds.worth import AnteDecision

RAISE, FOLD = "raise", "fold"
_NAMED_SETTINGS = (
    "decks",
    "hole-card",
    "look-under-ace",
    "look-under-ten",
    "h17",
    "blackjack-pays",
    "surrender",
    "must-draw-below",
    "max-hands",
    "resplit-aces",
    "double",
    "double-after-split",
    "blackjack-takes",
    "ante-pays",
    "raise-multiple",
)
"""Settings that make the best play what it is."""


class Colours(NamedTuple):
    light: str
    dark: str


COLOURS = {
    "H": Colours("#dcebf7", "#22415c"),
    "S": Colours("#f4e3b1", "#5d4b17"),
    "D": Colours("#93d4ac", "#17693f"),
    "DS": Colours("#cfe08f", "#4f661a"),
    "P": Colours("#cdb8ec", "#573c86"),
    "R": Colours("#f5a9a3", "#8b2f2e"),
    "RS": Colours("#f6c6a0", "#85501f"),
    "-": Colours("#ececea", "#2a312d"),
    RAISE: Colours("#93d4ac", "#17693f"),
    FOLD: Colours("#f5a9a3", "#8b2f2e"),
}
"""Never the only sign: every cell says its letters, too."""
INK = Colours("#14211b", "#f3f6f3")


class Cell(NamedTuple):
    word: str
    """A key of the legend."""
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.word} {self.detail}".rstrip()


class Grid(NamedTuple):
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    @property
    def wide(self) -> int:
        """Characters of its widest cell."""
        return max(len(str(cell)) for _, cells in self.rows for cell in cells)


class Chart(NamedTuple):
    title: str
    worth: str
    settings: str
    grids: tuple[Grid, ...]
    legend: dict[str, str]

    @property
    def halves(self) -> tuple[tuple[Grid, ...], ...]:
        """The first grid is as high as all others together."""
        return (self.grids[:1], self.grids[1:]) if len(self.grids) > 1 else (self.grids,)


def chart_of(
    rules: Rules, strategy: Strategy | AnteStrategy, shoe: ShoeComposition | None
) -> Chart:
    settings = [
        f"{name}={written(strategy.settings[name])}"
        for name in _NAMED_SETTINGS
        if name in strategy.settings
    ]
    if shoe is not None:
        settings[0] = f"a shoe of {shoe.total} cards"
    grids: tuple[Grid, ...]
    if isinstance(strategy, AnteStrategy):
        grids = (_antes(strategy.decisions),)
        worth = "What raising is worth, by the points of Player's first card; folding: -1."
        legend = {RAISE: "put the wager down", FOLD: "give the ante up"}
    else:
        grids, worth = _grids(strategy), f"Worth {100 * strategy.ev:+.4f} % of the initial bet."
        legend = MEANINGS
    shown = {cell.word for grid in grids for _, cells in grid.rows for cell in cells}
    used = {word: meaning for word, meaning in legend.items() if word in shown}
    return Chart(f"{rules.title}: best play", worth, ", ".join(settings), grids, used)


def _grids(strategy: Strategy) -> tuple[Grid, ...]:
    named = (("Hard", strategy.hard), ("Soft", strategy.soft), ("Pairs", strategy.pairs))
    return tuple(Grid(title, strategy.dealer, _rows(rows)) for title, rows in named if rows)


def _rows(rows: Iterable[Row]) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    return tuple((row.hand, tuple(map(Cell, row.cells))) for row in rows)


def _antes(decisions: tuple[AnteDecision, ...]) -> Grid:
    """A line for what Player's first card counts, a column for each ante."""
    bets = tuple(dict.fromkeys(decision.bet for decision in decisions))
    rows: dict[str, tuple[Cell, ...]] = {}
    for decision in decisions:
        cell = Cell(RAISE if decision.raises else FOLD, f"{decision.raise_ev:+.4f}")
        rows[str(decision.points)] = (*rows.get(str(decision.points), ()), cell)
    return Grid("Points", bets, tuple(rows.items()))
