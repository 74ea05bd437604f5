"""A chart as one HTML file that needs nothing else: it can be printed, mailed or pinned up."""

from croupier.cli.odds.chart import COLOURS, INK, Chart
from croupier.notices.html import filled


def as_html(chart: Chart) -> str:
    shades = [("letters", INK), *((_class(word), colours) for word, colours in COLOURS.items())]
    return filled("croupier.cli.odds", "chart.html", chart=chart, shades=shades, class_of=_class)


def _class(word: str) -> str:
    return "never" if word == "-" else word
