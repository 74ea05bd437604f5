"""Closed days held to the books, by whoever has them and trusts nobody.

`day_complaints` is a part of `croupier verify`: the reports follow each other, each is signed by
two people, and the journals still hold the entries they were cut at. `report_faults` reckons one
report's figures again, from the journals alone.
"""

from collections.abc import Iterator

import msgspec

from croupier.house.days.cuts import begins
from croupier.house.days.facts import STREAM, DayFact, DaySealed
from croupier.house.days.figures import JournalHead
from croupier.house.days.reckoning import day_figures, opening_position
from croupier.house.days.report import (
    DayReport,
    expected_cash,
    read_report,
    sha256,
)
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader


def sealed_days(reader: Reader) -> Iterator[tuple[int, DaySealed]]:
    """Each with its entry in the journal, the oldest first."""
    decode = msgspec.json.Decoder[DayFact](DayFact).decode
    for entry in every_entry(reader, STREAM):
        fact = decode(entry.body)
        if isinstance(fact, DaySealed):
            yield entry.seq, fact


def day_complaints(reader: Reader) -> Iterator[Complaint]:
    """Nothing, if all is well."""
    number, previous, day = 0, "", ""
    try:
        for seq, sealed in sealed_days(reader):
            where, report = f"{STREAM} {seq}", read_report(sealed.report)
            number += 1
            if (report.number, report.previous) != (number, previous) or report.day <= day:
                yield Complaint(where, f"I18: the report of {report.day} does not follow")
            if report.counted.by == report.countersigned.by:
                yield Complaint(where, f"I18: {report.counted.by} signed {report.day} alone")
            for stream, head in sorted(report.figures.closing.heads.items()):
                if not _passes(reader, stream, head):
                    yield Complaint(where, f"I18: {stream} is not what was cut on {report.day}")
            previous, day = sha256(sealed.report.encode()), report.day
    except (msgspec.MsgspecError, ValueError) as error:
        yield Complaint(STREAM, f"I18: the reports cannot be read: {error}")


def report_faults(reader: Reader, sealed_report: bytes) -> Iterator[str]:
    """What of a report the books do not bear out; nothing, if all is well. It folds every table
    from its first entry, and takes its time."""
    report = read_report(sealed_report)
    before: DayReport | None = None
    previous = ""
    for _, sealed in sealed_days(reader):
        if sealed.number == report.number - 1:
            before, previous = read_report(sealed.report), sha256(sealed.report.encode())
        elif sealed.number == report.number and sealed.report.encode() != sealed_report:
            yield "the books hold another report of this day"
    figures = report.figures
    for stream, head in sorted(figures.closing.heads.items()):
        if not _passes(reader, stream, head):
            yield f"{stream} is not what was cut: entry {head.entries} is another"
            return
    if report.number > 1 and before is None:
        yield "the report before is not in these books"
        return
    if before is None:
        position, cash = opening_position(reader, {}, begins(report.day)), figures.cash.opening
    else:
        position, cash = before.figures.closing, before.closing_cash
        if report.previous != previous:
            yield "it names another report before it than these books hold"
    again = day_figures(reader, {}, position, figures.closing.heads, cash)
    for name in again.__struct_fields__:
        if getattr(again, name) != getattr(figures, name):
            yield f"{name.replace('_', ' ')}: the books come to something else"
    yield from _cash_faults(report)


def _cash_faults(report: DayReport) -> Iterator[str]:
    figures, count = report.figures, report.count
    if report.expected_cash != expected_cash(figures, count, report.since_cut):
        yield "the cash that was expected is not what the figures come to"
    if report.closing_cash != count.counted - report.since_cut:
        yield "the cash at the end of the day is not what was counted"


def _passes(reader: Reader, stream: str, head: JournalHead) -> bool:
    """Whether a journal still holds the entry it was cut at."""
    if not head.entries:
        return True
    return [entry.hash.hex() for entry in reader.entries(stream, head.entries - 1, 1)] == [
        head.hash
    ]
