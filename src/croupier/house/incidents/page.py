"""The sheet of an incident as one HTML file that needs nothing else: to be printed and filed."""

from collections.abc import Sequence

from croupier.house.incidents.book import Incident
from croupier.house.incidents.facts import AdjustmentsMade, RestWaived
from croupier.house.incidents.sheet import Due, Sheet, SheetRow, Why, to_and_from
from croupier.house.records.sheet import iso
from croupier.kit.money import format_cents
from croupier.notices.html import filled

WHYS = {
    Why.STANDS: "stays as paid",
    Why.STAKES_BACK: "stakes back",
    Why.RIGHT_RULES: "by the right rules",
    Why.RIGHT_OUTCOME: "by the right cards or pocket",
    Why.BY_HAND: "ruled by the shift manager",
    Why.CANNOT: "cannot be reckoned",
}


MOST_ROWS = 5_000
"""More than that nobody prints: the files have all of them."""


def sheet_page(incident: Incident, rest: Sequence[Due]) -> str:
    """In English. `rest`: what is still to be moved."""
    settled = incident.sheet
    assert settled is not None, "an incident without a sheet has none to print"
    facts = [step.fact for step in incident.steps]
    return filled(
        "croupier.house.incidents",
        "sheet.html",
        incident=incident,
        opened=incident.opened,
        settled=settled,
        sheet=settled.sheet,
        rows=_rows(settled.sheet),
        made=[fact for fact in facts if isinstance(fact, AdjustmentsMade)],
        waived=[fact for fact in facts if isinstance(fact, RestWaived)],
        left=_by_player(rest),
        due=to_and_from(settled.dues)[0],
        overpaid=sum(total.overpaid for total in settled.sheet.totals),
        whys=WHYS,
        money=format_cents,
        at=lambda ms: iso(ms)[:19].replace("T", " "),
    )


def _rows(sheet: Sheet) -> Sequence[SheetRow]:
    """All of them; of a long sheet those in which something was wrong, as far as they go."""
    if len(sheet.rows) <= MOST_ROWS:
        return sheet.rows
    return [row for row in sheet.rows if row.difference][:MOST_ROWS]


def _by_player(rest: Sequence[Due]) -> dict[str, int]:
    left: dict[str, int] = {}
    for due in rest:
        left[due.player] = left.get(due.player, 0) + due.amount
    return left
