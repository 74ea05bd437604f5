"""A rules page as one HTML file that needs nothing else: it can be hung up, printed or mailed."""

from html import escape
from importlib.resources import files

from croupier.notices.page import Cited, Grid, Pay, RulesPage, Section, Setting, Statement
from croupier.notices.text import RULINGS_NOTE, departure, told


def as_html(page: RulesPage) -> str:
    texts = {one.clause: one.text for one in (*page.clauses, *page.rulings)}
    return _Writer(texts).page(page)


class _Writer:
    """Writes the parts; it knows what every cited clause says, for the tooltips."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def page(self, page: RulesPage) -> str:
        title = escape(page.title)
        style = (files("croupier.notices") / "page.css").read_text(encoding="utf-8")
        body = "\n".join(
            (
                f"<header>\n<h1>{title}</h1>\n<p>{escape(told(page.document))}</p>\n</header>",
                _contents(page),
                "<main>",
                self._notices(page.notices),
                self._bets(page.bets),
                _part("play", "Rules of play", "\n".join(map(self._section, page.play))),
                _part("rulings", "House rulings", _cited(page.rulings, RULINGS_NOTE)),
                self._settings(page.settings),
                _part("clauses", "Clauses cited", _cited(page.clauses, page.document.note)),
                "</main>",
            )
        )
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}: rules of play</title>\n<style>\n{style}</style>\n</head>\n"
            f"<body>\n{body}\n</body>\n</html>\n"
        )

    def _links(self, clauses: tuple[str, ...]) -> str:
        links = " ".join(
            f'<a href="#{_anchor(one)}" title="{escape(self._texts[one])}">{escape(one)}</a>'
            for one in clauses
        )
        return f'<span class="cite">{links}</span>' if links else ""

    def _statements(self, statements: tuple[Statement, ...]) -> str:
        items = "\n".join(
            f"<li>{escape(one.text)}{_house(one.set_by_house)} {self._links(one.clauses)}</li>"
            for one in statements
        )
        return f"<ul>\n{items}\n</ul>"

    def _notices(self, notices: tuple[Statement, ...]) -> str:
        return _part("notices", "Notices", self._statements(notices))

    def _bets(self, bets: tuple[Pay, ...]) -> str:
        rows = "\n".join(
            f'<tr><th scope="row">{escape(one.name)}</th><td class="pay">{escape(one.pays)}</td>'
            f"<td>{escape(one.wins)}{_house(one.set_by_house)}</td>"
            f"<td>{self._links(one.clauses)}</td></tr>"
            for one in bets
        )
        return _part("bets", "Bets and pays", _table(("Bet", "Pays", "When", "Clause"), rows))

    def _section(self, section: Section) -> str:
        table = self._grid(section.table) if section.table else ""
        return f"<h3>{escape(section.heading)}</h3>\n{self._statements(section.sentences)}{table}"

    def _grid(self, grid: Grid) -> str:
        rows = "\n".join(
            f'<tr><th scope="row">{escape(row[0])}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
            + "</tr>"
            for row in grid.rows
        )
        caption = f"{escape(grid.caption)} {self._links(grid.clauses)}"
        return "\n" + _table(grid.columns, rows, caption, kind="grid")

    def _settings(self, settings: tuple[Setting, ...]) -> str:
        rows = "\n".join(
            f'<tr id="set-{escape(one.name)}"><th scope="row"><code>{escape(one.name)}</code></th>'
            f"<td><b>{escape(one.value)}</b></td>"
            f"<td>{escape(one.meaning)}{_departed(one)}"
            f"<br><small>allowed: {escape(one.allowed)}</small></td>"
            f"<td>{self._links((one.clause,) if one.clause else ())}</td></tr>"
            for one in settings
        )
        table = _table(("Setting", "Is", "Meaning", "Clause"), rows)
        return _part("settings", "Settings", table)


def _part(anchor: str, title: str, body: str) -> str:
    return f'<section id="{anchor}">\n<h2>{title}</h2>\n{body}\n</section>'


def _contents(page: RulesPage) -> str:
    parts = {
        "notices": "Notices",
        "bets": "Bets and pays",
        "play": "Rules of play",
        "rulings": "House rulings",
        "settings": "Settings",
        "clauses": "Clauses",
    }
    links = " ".join(f'<a href="#{anchor}">{name}</a>' for anchor, name in parts.items())
    return f'<nav aria-label="Contents">{links}</nav>'


def _table(columns: tuple[str, ...], rows: str, caption: str = "", kind: str = "") -> str:
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in columns)
    titled = f"<caption>{caption}</caption>" if caption else ""
    named = f' class="{kind}"' if kind else ""
    return (
        f"<table{named}>{titled}\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n"
        "</table>"
    )


def _cited(clauses: tuple[Cited, ...], note: str) -> str:
    entries = "\n".join(
        f'<div id="{_anchor(one.clause)}"><dt>{escape(one.clause)}</dt>'
        f"<dd>{escape(one.text)}</dd></div>"
        for one in clauses
    )
    said = f"<p>{escape(note)}</p>\n" if note else ""
    return f"{said}<dl>\n{entries}\n</dl>"


def _anchor(clause: str) -> str:
    return escape(clause.replace(" ", "-"))


def _house(settings: tuple[str, ...]) -> str:
    """A visible mark that leads to the settings the house has changed."""
    if not settings:
        return ""
    links = ", ".join(f'<a href="#set-{escape(one)}">{escape(one)}</a>' for one in settings)
    return f" <mark>set by the house: {links}</mark>"


def _departed(setting: Setting) -> str:
    said = departure(setting)
    return f" <mark>{escape(said)}</mark>" if said else ""
