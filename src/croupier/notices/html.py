"""A rules page as one HTML file that needs nothing else: it can be hung up, printed or mailed."""

from functools import cache
from typing import TYPE_CHECKING

from croupier.notices.page import RulesPage
from croupier.notices.text import RULINGS_NOTE, departure, document_line, set_lines

if TYPE_CHECKING:
    from jinja2 import Environment


def as_html(page: RulesPage) -> str:
    return filled(
        "croupier.notices",
        "page.html",
        page=page,
        document_line=document_line(page.document),
        set_lines=set_lines(page),
        texts={cited.clause: cited.text for cited in (*page.clauses, *page.rulings)},
        rulings_note=RULINGS_NOTE,
        departure=departure,
    )


def filled(package: str, template: str, **values: object) -> str:
    """A template of a package, filled in: whatever is put into it is escaped."""
    return _templates(package).get_template(template).render(values)


@cache
def _templates(package: str) -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 -- slow to import

    return Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
