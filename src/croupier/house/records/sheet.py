"""Tables for a spreadsheet, in which nothing a person ever typed can become a formula."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class Amount(str):
    """Digits we wrote ourselves: a minus before them is a minus."""

    __slots__ = ()


def iso(at_ms: int) -> str:
    """UTC, to the millisecond."""
    at = _EPOCH + timedelta(milliseconds=at_ms)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day(at_ms: int) -> str:
    return iso(at_ms)[:10]


def sheet(rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Each row as a line of CSV; a text that a spreadsheet would calculate is quoted as text."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow([_safe(cell) for cell in row])
        yield line.getvalue()


def _safe(cell: str) -> str:
    if cell.startswith(_FORMULA) and not isinstance(cell, Amount):
        return f"'{cell}"
    return cell
