"""`croupier incidents`: what was found wrong at the tables, and what is still owed for it."""

import json
from typing import cast

import msgspec
import rich_click as click
from rich.text import Text

from croupier.cli.house import opened, store_option
from croupier.cli.options import json_option
from croupier.cli.terminal import OUT, fail
from croupier.house.cage.book import CageBook
from croupier.house.incidents.book import Incident, IncidentBook
from croupier.house.incidents.facts import STREAM, AdjustmentsMade, IncidentFact
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.cage import STREAM as CAGE
from croupier.table.cage import CageFact


@click.command()
@store_option
@click.option("--sheet", type=int, metavar="N", help="The settled sheet of one incident, as CSV.")
@json_option
def incidents(store: str, sheet: int | None, as_machine: bool) -> None:
    """List the register of incidents, the oldest first, by the books alone.

    What remains owed is told from the sheet that was settled on and from what the cage has paid.
    """
    with opened(store) as books, books.snapshot() as reader:
        book, cage = _register(reader), _cage(reader)
    if sheet is not None:
        one = book.incidents.get(sheet)
        if one is None or one.sheet is None:
            missing = f"no sheet of incident {sheet} is settled on"
            fail(Refused(Code.NOT_FOUND, missing), as_machine=as_machine)
        print(one.sheet.sheet.csv(), end="")
        return
    told = [_told(one, cage) for one in book.incidents.values()]
    if as_machine:
        print(json.dumps(told, indent=2))
        return
    for line in told:
        what = f"{line['number']:>4}  {line['state']:<8} {line['cause']:<7} {line['table']}"
        rounds = f"rounds {line['since_round']} to {line['until_round'] or '…'}"
        OUT.print(Text(f"{what}, {rounds}: {line['text']}"))
        if line["signed"]:
            paid, left = line["paid"], line["left"]
            OUT.print(Text(f"      paid {paid}, still owed {left}; signed by {line['signed']}"))
    if not told:
        OUT.print("no incidents")


def _register(reader: Reader) -> IncidentBook:
    book = IncidentBook()
    decode = msgspec.json.Decoder(cast("type[IncidentFact]", IncidentFact)).decode
    for entry in every_entry(reader, STREAM):
        book.apply(decode(entry.body), entry.at_ms)
    return book


def _cage(reader: Reader) -> CageBook:
    book = CageBook()
    decode = msgspec.json.Decoder(cast("type[CageFact]", CageFact)).decode
    for entry in every_entry(reader, CAGE):
        book.apply(decode(entry.body), entry.at_ms)
    return book


def _told(one: Incident, cage: CageBook) -> dict[str, object]:
    opened, dues = one.opened, one.sheet.dues if one.sheet else ()
    made = [
        adjusted.amount
        for round in {due.round for due in dues}
        for adjusted in cage.adjustments(opened.table, round)
        if adjusted.incident == opened.number
    ]
    paid = sum(made)
    owed = sum(due.amount for due in dues) - paid
    state = _state(one)
    return {
        "number": opened.number,
        "cause": str(opened.cause),
        "table": opened.table,
        "since_round": opened.since_round,
        "until_round": opened.until_round,
        "text": opened.text,
        "by": opened.by,
        "at_ms": one.at_ms,
        "state": state,
        "digest": one.sheet.digest if one.sheet else None,
        "paid": format_amount(paid),
        "left": format_amount(owed),
        "signed": "; ".join(
            f"{step.fact.by} and {step.fact.countersigned}"
            for step in one.steps
            if isinstance(step.fact, AdjustmentsMade)
        ),
    }


def _state(one: Incident) -> str:
    if one.closed:
        return "closed"
    if one.waived:
        return "waived"
    return "settled" if one.sheet else "open"
