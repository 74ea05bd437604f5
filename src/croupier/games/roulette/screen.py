"""The wheel's results and the layout, in their colours."""

from collections.abc import Iterator

from rich.text import Text

from croupier.cli.play.irregularities.stops import INTERRUPTIONS
from croupier.cli.play.screen import Pay, Screen
from croupier.cli.play.terminal import Terminal
from croupier.engine.rules import Rules
from croupier.games.roulette.engine import RouletteRules, RouletteView
from croupier.games.roulette.engine.spots import colour

_REMEMBERED = 10
_STYLES = {
    "red": "bold white on red",
    "black": "bold white on grey30",
    "green": "bold white on green",
}


class RouletteScreen(Screen[RouletteView]):
    irregularities = INTERRUPTIONS

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
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
        result = Text("  The ball rests in ").append_text(self._badge(view.pocket))
        return [result.append(f" {_describe(view.pocket)}.")]

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
        label = f" {pocket} " if self._in_colour else f"{pocket}{self._letter(pocket)}"
        return Text(label, style=_STYLES[colour(pocket)])

    def _letter(self, pocket: int) -> str:
        """Where there is no colour to see, its first letter says it."""
        return " " if self._in_colour else colour(pocket)[0]

    @staticmethod
    def pays(rules: Rules) -> Iterator[Pay]:
        assert isinstance(rules, RouletteRules)
        yield Pay("17 (or straight:17)", str(rules.straight_pays), "straight_pays")
        yield Pay("17-18 (or split:17-18)", str(rules.split_pays), "split_pays")
        yield Pay("16-18 (or street:16-18)", str(rules.street_pays), "street_pays")
        yield Pay("16-20 (or corner:16-20)", str(rules.corner_pays), "corner_pays")
        yield Pay("13-18 (or line:13-18)", str(rules.line_pays), "line_pays")
        yield Pay("dozen 1, dozen 2, dozen 3", str(rules.dozen_pays), "dozen_pays")
        yield Pay("column 1, column 2, column 3", str(rules.dozen_pays), "dozen_pays")
        yield Pay(
            "red, black, even, odd, low, high", str(rules.even_chance_pays), "even_chance_pays"
        )

    @staticmethod
    def examples(rules: Rules) -> list[str]:  # noqa: ARG004
        return ["`red 10`", "`17 5`", "`17-18 5`", "`16-20 5`", "`dozen 2 10`", "`column 1 10`"]


def _describe(pocket: int) -> str:
    if pocket == 0:
        return "zero"
    parity = "even" if pocket % 2 == 0 else "odd"
    return f"{colour(pocket)}, {parity}, {'low' if pocket <= 18 else 'high'}"
