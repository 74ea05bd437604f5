"""`croupier day`: the closed days of a house, and whether a sealed report is true."""

import sys
from pathlib import Path

import rich_click as click
from rich.table import Table

from croupier.cli.house import data_option, opened, store_option
from croupier.cli.terminal import ERR, OUT, fail
from croupier.house.days.checking import day_complaints, report_faults, sealed_days
from croupier.house.days.cuts import first_open_day
from croupier.house.days.facts import STREAM
from croupier.house.days.report import (
    DayReport,
    SealedFile,
    read_report,
    read_sealed_file,
    seal_faults,
)
from croupier.house.house_signature import HouseSignature
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.server.books import key_beside, mark_path
from croupier.store.protocol import Reader


@click.command()
@store_option
@data_option
@click.option(
    "--check",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A sealed report, as the office hands it out: its signature, its place in the chain, and"
    " its figures, reckoned again from the journals.",
)
def day(store: str, data: Path | None, check: Path | None) -> None:
    """List the closed days of a house, or check one sealed report against the books.

    Exit status 0 when all is well, 1 when something is wrong (each fault on a line), 2 when the
    store or the file cannot be read.
    """
    with opened(store) as books, books.snapshot() as reader:
        wrong = _check(reader, check, _public_key(store, data)) if check else _list(reader)
    if wrong:
        sys.exit(1)


def _list(reader: Reader) -> int:
    sheet = Table(box=None, pad_edge=False, header_style="")
    for name in ("no", "day", "drop", "win", "adjusted", "cash", "books", "signed by"):
        sheet.add_column(name, justify="left" if name in ("day", "books", "signed by") else "right")
    last: DayReport | None = None
    for _, sealed in sealed_days(reader):
        last = read_report(sealed.report)
        figures = last.figures
        adjusted = sum(adjustment.amount for adjustment in figures.adjustments)
        differences = len(figures.differences)
        sheet.add_row(
            str(last.number),
            last.day,
            format_amount(figures.drop),
            format_amount(figures.win),
            format_amount(adjusted),
            format_amount(last.cash_difference),
            f"{differences} differ" if differences else "agree",
            f"{last.counted.by}, {last.countersigned.by}",
        )
    if last is None:
        OUT.print("No day is closed yet.")
    else:
        OUT.print(sheet)
    first = first_open_day(reader, last.figures.closing.heads if last else {})
    if first is not None:
        OUT.print(f"Open since {first}.", highlight=False)
    wrong = 0
    for complaint in day_complaints(reader):
        wrong += 1
        OUT.print(f"{complaint.where}: {complaint.what}", markup=False, soft_wrap=True)
    return wrong


def _public_key(store: str, data: Path | None) -> str:
    """The house's own, where its key is at hand; empty: the file's is all there is."""
    path = mark_path(store, data)
    try:
        key = key_beside(path) if path else None
    except Refused as refused:
        fail(refused)
    return HouseSignature(key).public.hex() if key else ""


def _check(reader: Reader, path: Path, public: str) -> int:
    file, report = _read(path)
    faults = seal_faults(file, report)
    if public and file.public != public:
        faults.append("it is signed with another house's key")
    day = read_report(report)
    faults.extend(report_faults(reader, report))
    if not any(sealed.day == day.day for _, sealed in sealed_days(reader)):
        faults.append(f"{STREAM} holds no report of {day.day}")
    for fault in faults:
        OUT.print(f"{day.day}: {fault}", markup=False, soft_wrap=True)
    if not public:
        ERR.print("The house's key is not at hand: whose signature it is was not checked.")
    if not faults:
        OUT.print(
            f"{day.day}: report {day.number} holds: signed by the house, counted by"
            f" {day.counted.by}, countersigned by {day.countersigned.by}; the books come to the"
            " same figures.",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    return len(faults)


def _read(path: Path) -> tuple[SealedFile, bytes]:
    try:
        return read_sealed_file(path.read_bytes())
    except OSError as error:
        fail(Refused(Code.BAD_FILE, f"{str(path)!r} cannot be read: {error.strerror}"))
    except Refused as refused:
        fail(refused)
