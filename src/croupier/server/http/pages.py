"""What can be read without an account: every table's rules, each clause, and a plain front page."""

import hashlib
from base64 import b64encode
from html import escape
from importlib.resources import files

import msgspec

from croupier.house.approvals.approvals import Approvals
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.notices import RulesApproval, RulesPage, as_html, rules_page
from croupier.rulebooks import book_of
from croupier.rulebooks import clause as clause_cited
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.lookups import Tables
from croupier.server.projection import spot_terms
from croupier.wire.views import LobbyTable, SpotTerms

_HTML = "text/html; charset=utf-8"


class ClauseView(msgspec.Struct, frozen=True):
    clause: str
    says: str
    """In our words."""
    document: str


def _page(html: str) -> Answer[None]:
    """A page that brings its own style, and is allowed that and nothing else."""
    style = html.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return Answer(body=html.encode(), headers={"Content-Security-Policy": policy})


@endpoint("GET", "/api/tables/{table}/rules", roles=None)
async def rules(request: HttpRequest, tables: Tables, approvals: Approvals) -> RulesPage:
    """Notices, pays and rules of play, from the table's own settings and limits; which set of rules
    that is, who approved it and since when."""
    state = tables.room(request.path["table"]).state
    holds = approvals.of_rules(state.rules)
    approval = None
    if holds is not None:
        approval = RulesApproval(
            holds.number, holds.proposed_by, holds.approved_by, holds.since_ms, holds.until_ms
        )
    return rules_page(state.rules, state.config.limits, approval)


@endpoint("GET", "/api/tables/{table}/spots", roles=None)
async def spots(request: HttpRequest, tables: Tables) -> tuple[SpotTerms, ...]:
    """Every bet of the table: whether it lies on a box, its smallest chip and its maximum."""
    return spot_terms(tables.room(request.path["table"]).state)


@endpoint("GET", "/api/tables/{table}/rules.html", roles=None, media=_HTML)
async def rules_to_read(request: HttpRequest, tables: Tables, approvals: Approvals) -> Answer[None]:
    """The same as a page to read, or to print."""
    return _page(as_html(await rules(request, tables, approvals)))


@endpoint("GET", "/api/clauses/{clause}", roles=None)
async def clause(request: HttpRequest) -> ClauseView:
    """What a clause says that a line, a refusal or a sign cites: `LIVE 1.4`, `R3`."""
    citation = request.path["clause"]
    try:
        return ClauseView(citation, clause_cited(citation).says, book_of(citation).title)
    except KeyError:
        raise Refused(Code.NOT_FOUND, "there is no such clause") from None


@endpoint("GET", "/", roles=None, media=_HTML)
async def front_page(request: HttpRequest, tables: Tables) -> Answer[None]:
    """What this house is, and the tables it has; where the browser client was built, that."""
    rows = "\n".join(_row(room.lobby()) for room in tables.shown_to(request.who))
    return _page(_FRONT.format(style=_style(), rows=rows))


def _style() -> str:
    return (files("croupier.notices") / "page.css").read_text(encoding="utf-8")


def _row(table: LobbyTable) -> str:
    limits = f"{format_amount(table.limits.min)} to {format_amount(table.limits.max)}"
    return (
        f'<tr><th scope="row"><a href="/api/tables/{table.table}/rules.html">'
        f"{escape(table.title)}</a></th><td>{escape(table.game)}</td><td>{limits}</td>"
        f"<td>{table.phase}</td></tr>"
    )


_FRONT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Croupier</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>Croupier</h1>
<p>A table-games house. Every round is settled under the clauses of its rule document, and every
shoe the house deals from is sealed before anyone bets.</p>
</header>
<main>
<section id="tables">
<h2>Tables and their rules</h2>
<table>
<thead><tr><th scope="col">Table</th><th scope="col">Game</th><th scope="col">Limits</th>
<th scope="col">Now</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</section>
<section id="programs">
<h2>For programs</h2>
<ul>
<li><a href="/api/openapi.json">The HTTP interface</a>, as OpenAPI</li>
<li><a href="/api/socket-schema.json">The socket's messages</a>, as JSON Schema</li>
<li><a href="/api/lobby">The lobby</a>, as data</li>
</ul>
</section>
</main>
</body>
</html>
"""
