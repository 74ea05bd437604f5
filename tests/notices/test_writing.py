"""The page written down: text that fits, HTML that stands alone, JSON that comes back."""

import io
import json
import re
from html.parser import HTMLParser

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from croupier import VARIANTS, variant
from croupier.notices import RulesPage, as_html, as_text, rules_page
from croupier.notices.page import Statement

GAMES = sorted(VARIANTS)
VOID = {"meta", "br"}


def text(page: RulesPage, width: int = 100, *, terminal: bool = False) -> str:
    out = io.StringIO()
    Console(
        file=out,
        width=width,
        highlight=False,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
    ).print(as_text(page))
    return out.getvalue()


class _Checker(HTMLParser):
    """Every tag that opens closes in its turn; ids, links and attributes are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            elif name in ("src", "srcset", "action", "data") or name.startswith("on"):
                self.outside.append(f"{tag} {name}={value}")
        if tag in ("script", "link", "iframe", "img", "object", "base"):
            self.outside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def checked(html: str) -> _Checker:
    checker = _Checker()
    checker.feed(html)
    checker.close()
    assert checker.open == []
    return checker


@pytest.mark.parametrize("game", GAMES)
def test_html_is_well_formed_and_stands_alone(game: str) -> None:
    html = as_html(rules_page(variant(game, {"grace-seconds": 5})))
    checker = checked(html)
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert checker.outside == []
    assert len(checker.ids) == len(set(checker.ids))
    assert all(link.startswith("#") for link in checker.links)
    assert {link[1:] for link in checker.links} <= set(checker.ids)
    assert "http" not in html
    assert "url(" not in html
    assert "@import" not in html
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html


@pytest.mark.parametrize("game", GAMES)
def test_html_and_text_say_everything(game: str) -> None:
    page = rules_page(variant(game))
    html = " ".join("".join(checked(as_html(page)).text).split())
    wide = " ".join(text(page, 4000).split())
    for section in page.play:
        assert section.heading in wide
        assert section.heading in html
        for one in section.sentences:
            assert one.text in wide
            assert one.text in html
    for notice in page.notices:
        assert notice.text in wide
        assert notice.text in html
    for pay in page.bets:
        for words in (pay.name, pay.wins, pay.pays):
            assert words in wide
            assert words in html
    for setting in page.settings:
        for words in (setting.name, setting.value, setting.meaning):
            assert words in wide
            assert words in html
    for ruling in page.rulings:
        assert ruling.text in wide
        assert ruling.text in html
    for cited in page.clauses:
        assert cited.text in html


def test_html_escapes_what_it_is_given() -> None:
    evil = "<script>alert('&\"')</script>"
    page = rules_page(variant("rws-blackjack"))
    page = replace(
        page,
        title=evil,
        document=replace(page.document, title=evil, note=evil),
        notices=(Statement(evil, page.notices[0].clauses, (evil,)),),
        bets=tuple(replace(one, name=evil, wins=evil, pays=evil) for one in page.bets),
        play=tuple(replace(one, heading=evil) for one in page.play),
        rulings=tuple(replace(one, text=evil) for one in page.rulings),
        settings=tuple(replace(one, value=evil, meaning=evil) for one in page.settings),
    )
    html = as_html(page)
    assert "<script" not in html
    assert checked(html).outside == []
    assert evil in "".join(checked(html).text)


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("game", GAMES)
def test_text_fits_and_has_no_colours_in_a_pipe(game: str, width: int) -> None:
    page = rules_page(variant(game, {"grace-seconds": 5}))
    shown = text(page, width)
    assert max(len(line) for line in shown.splitlines()) <= width
    assert "\x1b" not in shown
    assert "\x1b" in text(page, width, terminal=True)
    assert "…" not in shown


def test_a_departure_is_visible_in_text_and_html() -> None:
    page = rules_page(variant("rws-blackjack", {"h17": True}))
    told = "set by the house; the document says false (BJ5 3.23)"
    assert told in " ".join(text(page, 400).split())
    assert told in as_html(page)
    assert "[set by the house: h17]" in text(page, 400)
    assert '<a href="#set-h17">h17</a>' in as_html(page)
    graced = as_html(rules_page(variant("rws-blackjack", {"grace-seconds": 5})))
    assert "set by the house; the ruling says 15 (R4)" in graced
    plain = rules_page(variant("rws-blackjack"))
    assert "set by the house" not in text(plain, 400)
    assert "<mark>" not in as_html(plain)


@pytest.mark.parametrize("game", GAMES)
def test_json_comes_back_as_the_same_page(game: str) -> None:
    page = rules_page(variant(game))
    encoded = msgspec.json.encode(page)
    assert msgspec.json.decode(encoded, type=RulesPage) == page
    data = json.loads(encoded)
    assert {"game", "title", "document", "notices", "bets", "play", "rulings", "settings"} <= set(
        data
    )
    assert {"text", "clauses"} <= set(data["notices"][0])
    assert {"heading", "sentences"} <= set(data["play"][0])
    assert {"text", "clauses"} <= set(data["play"][0]["sentences"][0])
    assert {"bet", "pays", "clauses"} <= set(data["bets"][0])


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_left_half_written(game: str) -> None:
    page = rules_page(variant(game))
    for one in (*page.notices, *(one for part in page.play for one in part.sentences)):
        assert re.fullmatch(r"[A-Z0-9].*\.", one.text), one.text
        assert "  " not in one.text
        assert "None" not in one.text
