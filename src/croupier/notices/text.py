"""A rules page for a terminal or a pipe: colours only where somebody sees them."""

from collections.abc import Iterator
from datetime import UTC, datetime

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.notices.page import Document, Grid, Pay, RulesPage, Section, Setting, Statement
from croupier.notices.sheet import Column, Sheet
from croupier.notices.words import cite

WIDEST = 100
_CITED = "cyan"
_HOUSE = "bold yellow"


def as_text(page: RulesPage) -> RenderableType:
    parts: list[RenderableType] = [
        Text(page.title, style="bold reverse"),
        Text(document_line(page.document), style="dim"),
        *(Text(line, style="dim") for line in set_lines(page)),
        *_titled("Notices", _statements(page.notices)),
        *_titled("Bets and pays", _bets(page.bets)),
        *_titled("Rules of play"),
    ]
    for section in page.play:
        parts += [Text(f"\n{section.heading}", style="bold"), *_section(section)]
    parts += _titled("House rulings", _rulings(page))
    parts += _titled("Settings", _settings(page.settings))
    return Group(*parts)


def document_line(document: Document) -> str:
    """The document in one line; what it does not state is left out."""
    version = f"version {document.version}" if document.version else ""
    effective = f"effective {document.effective}" if document.effective else ""
    parts = (document.title, document.issuer, version, effective)
    return f"{document.short}: " + "; ".join(part for part in parts if part)


def set_lines(page: RulesPage) -> Iterator[str]:
    """Which set of rules it is, and who stands for it."""
    yield f"Set of rules: SHA-256 {page.digest}"
    approval = page.approval
    if approval is not None:
        until = "" if approval.until_ms is None else f" until {_moment(approval.until_ms)}"
        yield (
            f"Approved by {approval.approved_by}, proposed by {approval.proposed_by}, since "
            f"{_moment(approval.since_ms)}{until} (number {approval.number} in the register)"
        )


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _titled(title: str, *body: RenderableType) -> list[RenderableType]:
    return [Text(f"\n{title.upper()}", style="bold magenta"), *body]


def _sheet(narrow: int, cites: int = 20) -> Sheet:
    """Columns without lines: the narrow ones, the words, and in so many characters the clauses."""
    words, clauses = Column(takes_rest=True), Column(width=cites, style=_CITED)
    return Sheet(*[Column()] * narrow, words, clauses)


def _statements(statements: tuple[Statement, ...]) -> Sheet:
    sheet = _sheet(1)
    for statement in statements:
        sheet.add_row("•", _marked(statement.text, statement.set_by_house), cite(statement.clauses))
    return sheet


def _marked(text: str, set_by_house: tuple[str, ...]) -> Text:
    shown = Text(text)
    if set_by_house:
        shown.append(f" [set by the house: {', '.join(set_by_house)}]", style=_HOUSE)
    return shown


def _bets(bets: tuple[Pay, ...]) -> Sheet:
    sheet = _sheet(2)
    sheet.add_row(*(Text(heading, style="dim") for heading in ("bet", "pays", "when", "clause")))
    before = ""
    for bet in bets:
        # A bet that wins in several ways is named once.
        name = bet.name if bet.name != before else ""
        sheet.add_row(
            name,
            Text(bet.pays, style="green"),
            _marked(bet.wins, bet.set_by_house),
            cite(bet.clauses),
        )
        before = bet.name
    return sheet


def _section(section: Section) -> list[RenderableType]:
    body: list[RenderableType] = [_statements(section.sentences)]
    if section.table:
        body.append(_grid(section.table))
    return body


def _grid(grid: Grid) -> RenderableType:
    from rich import box  # noqa: PLC0415 -- both are slow to import, and few pages have a grid
    from rich.table import Table  # noqa: PLC0415

    table = Table(
        title=f"{grid.caption} ({cite(grid.clauses)})",
        title_style="italic",
        box=box.SIMPLE_HEAD,
        padding=(0, 0),
    )
    for column in grid.columns:
        table.add_column(column, justify="center")
    for row in grid.rows:
        table.add_row(*row)
    return table


def _rulings(page: RulesPage) -> Sheet:
    sheet = Sheet(Column(style=_CITED), Column(takes_rest=True))
    sheet.add_row("", Text(RULINGS_NOTE, style="dim"))
    for ruling in page.rulings:
        sheet.add_row(ruling.clause, Text(ruling.text))
    return sheet


RULINGS_NOTE = (
    "How this house reads the document where it is silent or can be read two ways. Where the house "
    "has changed a setting below, the setting holds."
)


def departure(setting: Setting) -> str:
    """What a setting says about itself when the house has changed it; else nothing."""
    if setting.document_value is None:
        return ""
    # A ruling's citation is one word; it speaks where the document is silent.
    speaker = "document" if " " in setting.clause else "ruling"
    return f"set by the house; the {speaker} says {setting.document_value} ({setting.clause})"


def _settings(settings: tuple[Setting, ...]) -> Sheet:
    sheet = _sheet(2, cites=11)
    sheet.add_row(
        *(Text(heading, style="dim") for heading in ("setting", "is", "meaning", "clause"))
    )
    for setting in settings:
        meaning = Text(setting.meaning)
        if setting.value not in ("true", "false"):
            meaning.append(f"; allowed: {setting.allowed}", style="dim")
        if change := departure(setting):
            meaning.append(f" [{change}]", style=_HOUSE)
        sheet.add_row(setting.name, Text(setting.value, style="bold"), meaning, setting.clause)
    return sheet
