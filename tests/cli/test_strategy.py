"""`croupier strategy`: the chart in the terminal, as a page and as a picture."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from rich.color import ColorSystem

from croupier.cli.odds.chart import COLOURS, INK
from croupier.cli.odds.chart_png import BETWEEN, GAP, HIGH, LABEL, MARGIN, WIDE
from croupier.cli.terminal import OUT
from croupier.odds import AnteStrategy, Strategy, rules_for_odds, strategy_of
from croupier.odds.strategy import MEANINGS
from tests.support.command_line import QUICK, SPLITS, at_width, json_of, output_of, words_by_line

ANTES = "rws-knockout-baccarat"


def charted(game: str) -> Strategy:
    found = strategy_of(rules_for_odds(game, {}))
    assert isinstance(found, Strategy)
    return found


def every_cell(found: Strategy) -> list[list[str]]:
    return [[row.hand, *row.cells] for row in (*found.hard, *found.soft, *found.pairs)]


def side_by_side(found: Strategy) -> list[list[str]]:
    left = every_cell(found)[: len(found.hard)]
    right = every_cell(found)[len(found.hard) :]
    at = len(found.soft)
    right = [*right[:at], [], ["Pairs", *found.dealer], *right[at:]] if found.pairs else right
    deep = max(len(left), len(right))
    pad: list[list[str]] = [[]] * deep
    both = zip((left + pad)[:deep], (right + pad)[:deep], strict=True)
    return [one + other for one, other in both]


@pytest.mark.parametrize("game", [QUICK, SPLITS])
@pytest.mark.parametrize("width", [80, 120])
def test_the_chart_is_shown_in_two_columns(
    game: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_width(monkeypatch, width)
    found = charted(game)
    shown = output_of("strategy", game)
    lines = words_by_line(shown)
    at = lines.index(["Hard", *found.dealer, "Soft", *found.dealer])
    rows = side_by_side(found)
    assert lines[at + 1 : at + 1 + len(rows)] == rows
    assert f"Worth {100 * found.ev:+.4f} % of the initial bet." in shown
    assert max(map(len, shown.splitlines())) <= width


def test_in_a_narrow_terminal_one_grid_follows_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    at_width(monkeypatch, 60)
    found = charted(SPLITS)
    lines = words_by_line(output_of("strategy", SPLITS))
    assert [words for words in lines if words in every_cell(found)] == every_cell(found)


def test_letters_that_appear_are_explained_and_no_others() -> None:
    legend = output_of("strategy", QUICK).splitlines()[-2:]
    found = re.findall(r" ([A-Z-]+) +([a-z]\S+(?: \S+)*)", "\n".join(legend))
    assert found == [(one, MEANINGS[one]) for one in ("H", "S", "D", "DS")]


def test_a_card_the_dealer_cannot_have() -> None:
    shown = output_of("strategy", QUICK, "--shoe", "A=8,5=24,T=24")
    assert ["16", "-", "-", "-"] in [words[:4] for words in words_by_line(shown)]
    assert "cannot come up" in shown
    assert "a shoe of 56 cards" in shown


def test_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OUT, "_color_system", ColorSystem.TRUECOLOR)
    monkeypatch.setattr(OUT, "no_color", False)
    shown = output_of("strategy", QUICK)
    for letters in ("H", "S", "D", "DS"):
        red, green, blue = rgb(COLOURS[letters].light)
        assert f";48;2;{red};{green};{blue}m {letters.ljust(2)}\x1b" in shown


def test_when_to_raise_an_ante() -> None:
    found = strategy_of(rules_for_odds(ANTES, {"ante-pays": "1 to 2", "raise-multiple": 5}))
    assert isinstance(found, AnteStrategy)
    assert {one.raises for one in found.decisions} == {True, False}
    shown = output_of("strategy", ANTES, "--set", "ante-pays=1 to 2", "--set", "raise-multiple=5")
    lines = words_by_line(shown)
    at = lines.index(["Points", "ante-player", "ante-banker"])
    for points in range(10):
        expected = [str(points)]
        for one in found.decisions:
            if one.points == points:
                expected += ["raise" if one.raises else "fold", f"{one.raise_ev:+.4f}"]
        assert lines[at + 1 + points] == expected


@pytest.mark.parametrize(("game", "parts"), [(QUICK, 2), (SPLITS, 3)])
def test_machines_are_told_the_rows(game: str, parts: int) -> None:
    answer = json_of("strategy", game)
    found = charted(game)
    assert [*answer] == ["game", "settings", "ev", "dealer", "hard", "soft", "pairs"]
    assert answer["ev"] == found.ev
    rows = [row for part in ("hard", "soft", "pairs") for row in answer[part]]
    assert [[row["hand"], *row["cells"]] for row in rows] == every_cell(found)
    assert sum(bool(answer[part]) for part in ("hard", "soft", "pairs")) == parts


def test_machines_are_told_the_antes() -> None:
    answer = json_of("strategy", ANTES)
    assert [*answer] == ["game", "settings", "decisions"]
    assert [*answer["decisions"][0]] == ["bet", "points", "p", "raise_ev", "fold_ev", "raises"]
    assert len(answer["decisions"]) == 20


# The page --------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Rows of every table, the classes of their cells, and tags that were not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.classes: dict[str, set[str | None]] = {}
        self.open: list[str] = []
        self._class: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag == "meta":
            return
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self._class = dict(attrs).get("class")
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("th", "td"):
            self.rows[-1][-1] += data.strip()
            self.classes.setdefault(data.strip(), set()).add(self._class)
        if self.open and self.open[-1] == "small":
            self.rows[-1][-1] += f" {data}"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_holds_every_cell_and_needs_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "chart.html"
    assert output_of("strategy", SPLITS, "--html", str(file)) == output_of("strategy", SPLITS)
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    found = charted(SPLITS)
    heads = {title: [title, *found.dealer] for title in ("Hard", "Soft", "Pairs")}
    assert [row for row in page.rows if row[0] in heads] == [*heads.values()]
    assert [row for row in page.rows if row[0] not in heads] == every_cell(found)
    for letters in {cell for row in every_cell(found) for cell in row[1:]}:
        assert page.classes[letters] - {None} == {letters}
        assert text.count(f"--{letters}: ") == 2  # by day and by night
        assert f".{letters} {{ background: var(--{letters}); }}" in text
    assert "url(" not in text
    assert "@import" not in text


def test_the_page_of_the_antes(tmp_path: Path) -> None:
    file = tmp_path / "antes.html"
    output_of("strategy", ANTES, "--html", str(file))
    page = Page(file.read_text(encoding="utf-8"))
    assert page.rows[0] == ["Points", "ante-player", "ante-banker"]
    assert page.rows[1] == ["0", "raise -0.3117", "raise +0.0791"]
    assert len(page.rows) == 11


@pytest.mark.parametrize("shade", [0, 1])
def test_letters_can_be_read_on_their_colours(shade: int) -> None:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for colours in COLOURS.values():
        low, high = sorted((light(colours[shade]), light(INK[shade])))
        assert (high + 0.05) / (low + 0.05) >= 4.5


# The picture -----------------------------------------------------------------------------------


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def test_the_picture_shows_every_cell_in_its_colour(tmp_path: Path) -> None:
    file = tmp_path / "chart.png"
    assert output_of("strategy", SPLITS, "--png", str(file)) == output_of("strategy", SPLITS)
    found = charted(SPLITS)
    with Image.open(file) as opened:
        assert opened.format == "PNG"
        picture = opened.convert("RGB")
    half = LABEL + 10 * (WIDE + GAP) - GAP
    assert picture.width == 2 * MARGIN + 2 * half + BETWEEN
    left, inside = MARGIN + LABEL, 4
    blue = rgb(COLOURS["H"].light)
    top = next(y for y in range(picture.height) if picture.getpixel((left + WIDE // 2, y)) == blue)
    soft = top + len(found.soft) * (HIGH + GAP) - GAP + BETWEEN + HIGH
    for rows, x, y in (
        (found.hard, left, top),
        (found.soft, left + half + BETWEEN, top),
        (found.pairs, left + half + BETWEEN, soft),
    ):
        for down, row in enumerate(rows):
            for across, letters in enumerate(row.cells):
                corner = x + across * (WIDE + GAP), y + down * (HIGH + GAP)
                middle = corner[0] + inside, corner[1] + HIGH // 2
                assert picture.getpixel(middle) == rgb(COLOURS[letters].light), (row.hand, across)
                cell = picture.crop((*corner, corner[0] + WIDE, corner[1] + HIGH))
                assert rgb(INK.light) in {colour for _, colour in cell.getcolors(10_000) or ()}
    assert picture.height > soft + len(found.pairs) * (HIGH + GAP) + HIGH


def test_the_picture_of_the_antes(tmp_path: Path) -> None:
    file = tmp_path / "antes.png"
    settings = ("--set", "ante-pays=1 to 2", "--set", "raise-multiple=5")
    output_of("strategy", ANTES, *settings, "--png", str(file))
    with Image.open(file) as picture:
        shown = {colour for _, colour in picture.convert("RGB").getcolors(100_000) or ()}
    assert {rgb(COLOURS["raise"].light), rgb(COLOURS["fold"].light)} <= shown
