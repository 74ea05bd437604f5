"""A chart as a picture, drawn at twice its size so that it stays sharp."""

from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from croupier.cli.odds.chart import COLOURS, INK, Cell, Chart, Grid

SCALE = 2
HIGH, WIDE = 30 * SCALE, 38 * SCALE
"""A cell of letters; one of words is as wide as they are."""
GAP = 2 * SCALE
LABEL = 56 * SCALE
MARGIN = 28 * SCALE
BETWEEN = 32 * SCALE
"""From grid to grid."""

_LONGEST = 2000 * SCALE
"""Of the paper, before what is left over is cut off."""
_AIR = 8 * SCALE
_ROUND = 3 * SCALE
_TITLE, _TEXT, _SMALL = 24 * SCALE, 15 * SCALE, 12 * SCALE
_PAPER, _SOFT = "#fbfaf6", "#5b675f"


Spot = tuple[int, int]


def as_png(chart: Chart) -> bytes:
    written = BytesIO()
    _draw(chart).save(written, format="PNG", dpi=(72 * SCALE, 72 * SCALE))
    return written.getvalue()


def _draw(chart: Chart) -> Image.Image:
    halves = [max(map(_wide, half)) for half in chart.halves]
    title = _length(chart.title, _TITLE)
    inner = max(sum(halves) + BETWEEN * (len(halves) - 1), title)
    paper = Image.new("RGB", (inner + 2 * MARGIN, _LONGEST), _PAPER)
    pen = ImageDraw.Draw(paper)
    y = MARGIN
    for text, size, colour in (
        (chart.title, _TITLE, INK.light),
        (chart.worth, _TEXT, INK.light),
        (chart.settings, _SMALL, _SOFT),
    ):
        for line in _lines(text, size, inner):
            pen.text((MARGIN, y), line, colour, _font(size), anchor="la")
            y += size * 4 // 3
        y += _AIR // 2
    y += _AIR
    bottoms, x = [], MARGIN
    for half, width in zip(chart.halves, halves, strict=True):
        bottoms.append(_draw_grids(pen, half, x, y))
        x += width + BETWEEN
    y = _draw_legend(pen, chart.legend, max(bottoms) + BETWEEN // 2, inner)
    return paper.crop((0, 0, paper.width, y + MARGIN))


def _draw_grids(pen: ImageDraw.ImageDraw, grids: Iterable[Grid], x: int, y: int) -> int:
    """Below each other; tells where the last one ends."""
    for grid in grids:
        cell = _cell(grid)
        _write(pen, grid.title, (x, y), "lm", _SOFT)
        for column, name in enumerate(grid.columns):
            _write(pen, name, (x + LABEL + column * (cell + GAP) + cell // 2, y), "mm", _SOFT)
        y += HIGH
        for label, cells in grid.rows:
            _write(pen, label, (x, y), "lm")
            for column, content in enumerate(cells):
                _draw_cell(pen, content, x + LABEL + column * (cell + GAP), y, cell)
            y += HIGH + GAP
        y += BETWEEN - GAP
    return y - BETWEEN


def _draw_cell(pen: ImageDraw.ImageDraw, cell: Cell, x: int, y: int, wide: int) -> None:
    box = (x, y, x + wide - 1, y + HIGH - 1)
    pen.rounded_rectangle(box, _ROUND, COLOURS[cell.word].light)
    _write(pen, str(cell), (x + wide // 2, y), "mm")


def _draw_legend(pen: ImageDraw.ImageDraw, legend: dict[str, str], y: int, inner: int) -> int:
    """One entry after the other, in as many lines as it takes; tells where they end."""
    x = MARGIN
    for word, meaning in legend.items():
        box = max(WIDE, _length(word) + 2 * _AIR)
        wide = box + _AIR + _length(meaning)
        if x > MARGIN and x + wide > MARGIN + inner:
            x, y = MARGIN, y + HIGH + _AIR
        _draw_cell(pen, Cell(word), x, y, box)
        _write(pen, meaning, (x + box + _AIR, y), "lm")
        x += wide + 3 * _AIR
    return y + HIGH


def _write(
    pen: ImageDraw.ImageDraw, text: str, at: Spot, anchor: str, colour: str = INK.light
) -> None:
    """In the middle of a line as high as a cell."""
    x, y = at
    pen.text((x, y + HIGH // 2), text, colour, _font(_TEXT), anchor=anchor)


def _wide(grid: Grid) -> int:
    return LABEL + len(grid.columns) * (_cell(grid) + GAP) - GAP


def _cell(grid: Grid) -> int:
    """As wide as its widest word needs it."""
    words = {*grid.columns, *(str(cell) for _, cells in grid.rows for cell in cells)}
    return max(WIDE, max(map(_length, words)) + 2 * _AIR)


def _length(text: str, size: int = _TEXT) -> int:
    return round(_font(size).getlength(text))


def _lines(text: str, size: int, inner: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and _length(longer, size) > inner:
            yield line
            longer = word
        line = longer
    yield line


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font
