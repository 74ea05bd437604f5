"""`croupier approvals`: the register of a house's books, and whether a tables file may open."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import rich_click as click

from croupier.cli.house import opened, store_option
from croupier.cli.options import json_option
from croupier.cli.terminal import fail
from croupier.engine.rules_digest import rules_digest
from croupier.house.approvals.book import Approval, ApprovalBook
from croupier.house.approvals.facts import STREAM, ApprovalFact, Program, RuleSet
from croupier.house.program_digests import this_program
from croupier.house.tables_file import HouseFile, load_house
from croupier.kit.errors import Refused
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.actor import wall_ms
from croupier.table.config import TableConfig


@click.command()
@store_option
@click.option(
    "--tables",
    type=click.Path(path_type=Path),
    help="A tables file: say of each table whether its rules are approved, and of this program,"
    " where the file asks for that.",
)
@json_option
def approvals(store: str, tables: Path | None, as_machine: bool) -> None:
    """List the rules and programs that were proposed and approved in a house.

    With --tables exit status 0 when every table of the file would open, 1 when one would not.
    Approving takes two people, in the office: this command approves nothing.
    """
    try:
        file = load_house(tables) if tables else HouseFile(())
    except Refused as refused:
        fail(refused, as_machine=as_machine)
    with opened(store) as books:
        book = read_register(books)
    now = wall_ms()
    rows = [_row(config, book, now) for config in file.tables]
    program = _program(book, now) if file.approved_program else None
    if as_machine:
        listed = [msgspec.to_builtins(one) for one in book.approvals.values()]
        print(json.dumps({"approvals": listed, "tables": rows, "program": program}, indent=2))
    else:
        for approval in book.approvals.values():
            print(_line(approval, now))
        for row in rows:
            print(f"{row['table']:<16} {row['digest'][:12]} {row['standing']}")
        if program:
            print(f"{'this program':<16} {program['digest'][:12]} {program['standing']}")
    if any(row["standing"] == "not approved" for row in (*rows, *([program] if program else ()))):
        sys.exit(1)


def read_register(reader: Reader) -> ApprovalBook:
    book = ApprovalBook()
    decoder: msgspec.json.Decoder[ApprovalFact] = msgspec.json.Decoder(ApprovalFact)
    for entry in every_entry(reader, STREAM):
        book.apply(decoder.decode(entry.body), entry.at_ms)
    return book


def _row(config: TableConfig, book: ApprovalBook, now: int) -> dict[str, str]:
    digest = rules_digest(config.check())
    holds = book.in_force(digest, RuleSet, now)
    standing = "approved" if holds else "staged" if config.staged else "not approved"
    return {"table": config.id, "digest": digest, "standing": standing}


def _program(book: ApprovalBook, now: int) -> dict[str, str]:
    """That this command is of."""
    digest = this_program().root
    standing = "approved" if book.in_force(digest, Program, now) else "not approved"
    return {"digest": digest, "standing": standing}


def _line(approval: Approval, now: int) -> str:
    subject = approval.subject
    what = f"{subject.game} ({subject.document})" if isinstance(subject, RuleSet) else "program"
    standing = "in force" if approval.in_force(now) else str(approval.standing)
    since = datetime.fromtimestamp(approval.since_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    signed = f", {since}, {approval.approved_by}" if approval.approved_by else ""
    return f"{approval.number:>4} {subject.digest[:12]} {what}: {standing}{signed}"
