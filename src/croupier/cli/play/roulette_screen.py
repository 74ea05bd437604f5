"""The wheel's results and the layout, in their colours."""

from rich.text import Text

from croupier.games.roulette import RouletteView
from croupier.games.roulette.spots import colour

_REMEMBERED = 10
_STYLES = {
    "red": "bold white on red",
    "black": "bold white on grey30",
    "green": "bold white on green",
}


class RouletteScreen:
    def __init__(self, *, in_colour: bool) -> None:
        self._in_colour = in_colour
        self._results: list[int] = []

    def welcome(self) -> list[Text]:
        """The layout as it lies before the player."""
        lines = []
        for row in (3, 2, 1):
            line = Text("  ")
            line.append_text(self._number(0) if row == 2 else Text("    "))
            for n in range(row, 37, 3):
                line.append_text(self._number(n))
            line.append(f"  column {row}", "dim")
            lines.append(line)
        dozens = "".join(f"dozen {n}".center(16) for n in (1, 2, 3))
        return [*lines, Text(" " * 6 + dozens.rstrip(), style="dim")]

    def draw(self, view: RouletteView) -> list[Text]:
        if view.pocket is None:
            return []
        told = Text("  The ball rests in ").append_text(self._badge(view.pocket))
        return [told.append(f" {_describe(view.pocket)}.")]

    def last_results(self, view: RouletteView) -> list[Text]:
        if view.pocket is None:
            return []
        self._results = [*self._results, view.pocket][-_REMEMBERED:]
        last = Text.assemble(("  Last spins:", "dim"))
        for pocket in self._results:
            last.append(" ").append_text(self._badge(pocket))
        return [last]

    def _number(self, pocket: int) -> Text:
        """On the layout: four characters."""
        return Text(f"{pocket:>3}{self._letter(pocket)}", style=_STYLES[colour(pocket)])

    def _badge(self, pocket: int) -> Text:
        """Among the results: as short as it can be."""
        told = f" {pocket} " if self._in_colour else f"{pocket}{self._letter(pocket)}"
        return Text(told, style=_STYLES[colour(pocket)])

    def _letter(self, pocket: int) -> str:
        """Where there is no colour to see, its first letter says it."""
        return " " if self._in_colour else colour(pocket)[0]


def _describe(pocket: int) -> str:
    if pocket == 0:
        return "zero"
    parity = "even" if pocket % 2 == 0 else "odd"
    return f"{colour(pocket)}, {parity}, {'low' if pocket <= 18 else 'high'}"
