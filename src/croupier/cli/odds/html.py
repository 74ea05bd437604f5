"""A chart as one HTML file that needs nothing else: it can be printed, mailed or pinned up."""

from html import escape
from importlib.resources import files

from croupier.cli.odds.chart import COLOURS, INK, Cell, Chart, Grid


def as_html(chart: Chart) -> str:
    title = escape(chart.title)
    halves = "\n".join(
        "<div>\n" + "\n".join(_table(chart, grid) for grid in half) + "\n</div>"
        for half in chart.halves
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n<p>{escape(chart.worth)}</p>\n"
        f'<p class="rules">{escape(chart.settings)}</p>\n'
        f"<main>\n{halves}\n</main>\n{_legend(chart)}\n</body>\n</html>\n"
    )


def _style() -> str:
    css = (files("croupier.cli.odds") / "chart.css").read_text(encoding="utf-8")
    colours = {"letters": INK, **{_class(word): one for word, one in COLOURS.items()}}
    light, dark = (
        " ".join(f"--{name}: {one[shade]};" for name, one in colours.items()) for shade in (0, 1)
    )
    names = map(_class, COLOURS)
    cells = "\n".join(f".{name} {{ background: var(--{name}); }}" for name in names)
    return (
        f":root {{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{css}{cells}\n"
    )


def _table(chart: Chart, grid: Grid) -> str:
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in grid.columns)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(_cell(chart, cell) for cell in cells)
        + "</tr>"
        for label, cells in grid.rows
    )
    return (
        f'<table>\n<thead><tr><th scope="col">{escape(grid.title)}</th>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _cell(chart: Chart, cell: Cell) -> str:
    detail = f" <small>{escape(cell.detail)}</small>" if cell.detail else ""
    meaning = escape(chart.legend[cell.word])
    return f'<td class="{_class(cell.word)}" title="{meaning}">{escape(cell.word)}{detail}</td>'


def _legend(chart: Chart) -> str:
    entries = "\n".join(
        f'<div><dt class="{_class(word)}">{escape(word)}</dt><dd>{escape(meaning)}</dd></div>'
        for word, meaning in chart.legend.items()
    )
    return f"<dl>\n{entries}\n</dl>"


def _class(word: str) -> str:
    return "never" if word == "-" else word
