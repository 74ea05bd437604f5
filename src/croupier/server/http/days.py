"""The close of a gaming day: figures, the count, two signatures, the sealed report."""

import re
from contextlib import suppress
from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.house.days.day_close import DayClose, DayDraft
from croupier.house.days.facts import CageCount, CashCount, DaySealed, Signature
from croupier.house.days.figures import DayFigures
from croupier.house.days.page import report_page
from croupier.house.days.report import DayReport, expected_cash, read_report, sha256
from croupier.house.roles import Role
from croupier.kit.decode_errors import FORM
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.http.book_reader import BookReader, aside
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import DATE, Body, Id, NewestQuery, Query
from croupier.store.protocol import Reader

_SIGNERS = frozenset({Role.CASHIER, Role.SHIFT})
_READERS = _SIGNERS | {Role.INSPECTOR, Role.ADMINISTRATOR}
_HTML = "text/html; charset=utf-8"

Day = Annotated[
    str,
    Meta(
        pattern=DATE,
        description="A day in UTC: 2026-03-01.",
        extra={FORM: "a day, such as 2026-03-01"},
    ),
]
Counted = Annotated[int, Meta(ge=0, le=MOST, description="In the smallest unit (cents).")]


class DayLine(msgspec.Struct, frozen=True):
    """A closed day in the list."""

    number: int
    day: str
    drop: int
    win: int
    """Of all tables, in money; adjustments are not in it."""
    adjusted: int
    differences: int
    """How many of its checks did not agree."""
    cash_difference: int
    counted: Signature
    countersigned: Signature
    sha256: str


class CountedDay(msgspec.Struct, frozen=True):
    """Waits for its second signature."""

    day: str
    figures: DayFigures
    count: CageCount
    since_cut: int
    expected_cash: int
    counted: Signature


class DraftedDay(msgspec.Struct, frozen=True):
    day: str
    figures: DayFigures
    since_cut: int
    """What was taken in over the counter, less what was paid out, since the day ended."""
    expected_cash: int
    """What should lie in the cage now, without what was brought or taken."""


class DaysView(msgspec.Struct, frozen=True):
    reports: tuple[DayLine, ...]
    """The newest first."""
    waiting: CountedDay | None
    open: str | None
    """The first day that is not closed; none: nothing has moved since the last."""
    over: bool
    """Whether it can be closed now."""
    days_open: int
    """How many days that are over are not closed."""
    first: bool
    """Whether no day was ever closed: it is then to be said which is the first, and what lay in the
    cage."""


class DraftQuery(Query, frozen=True, kw_only=True):
    day: Day


class CashCounted(Body, frozen=True):
    place: Annotated[str, Meta(min_length=1, max_length=40)]
    amount: Counted


class DayCount(Body, frozen=True, kw_only=True):
    day: Day
    counts: Annotated[tuple[CashCounted, ...], Meta(min_length=1, max_length=40)]
    brought: Counted = 0
    """Cash that came into the cage from elsewhere than its counter since the last close."""
    taken: Counted = 0
    opening: Counted = 0
    """What lay in the cage on the morning of the very first day."""
    note: Annotated[str, Meta(max_length=1_200)] = ""
    """Needed where something differs, or was brought or taken."""
    id: Id


class SignedDay(Body, frozen=True):
    day: Day


@endpoint("GET", "/api/days", roles=_READERS)
async def days(query: NewestQuery, day_close: DayClose, books: BookReader) -> DaysView:
    """The closed days, the one that waits for its second signature, and what is still open."""
    before, limit = query.before, query.limit

    def read(reader: Reader) -> DaysView:
        reports: list[DayLine] = []
        for sealed in day_close.book.newest_first(before):
            if len(reports) == limit:
                break
            reports.append(_line(sealed))
        first = day_close.open_day(reader)
        return DaysView(
            tuple(reports),
            _waiting(day_close),
            first,
            first is not None and day_close.closable(first),
            day_close.days_open(first),
            day_close.book.last is None,
        )

    return await books.read(read)


@endpoint("GET", "/api/days/draft", roles=_SIGNERS)
async def draft(query: DraftQuery, day_close: DayClose, books: BookReader) -> DraftedDay:
    """A day as it would be closed now: its figures, and what should lie in the cage."""
    _checked(query.day)
    drafted: DayDraft = await books.read(lambda reader: day_close.draft(reader, query.day))
    return DraftedDay(drafted.day, drafted.figures, drafted.since_cut, drafted.expected_cash)


@endpoint("POST", "/api/days/counts", roles=_SIGNERS, signs=True)
async def count_day(
    request: HttpRequest, body: DayCount, day_close: DayClose, books: BookReader
) -> CountedDay:
    """The first signature: the day is cut, and the cash was counted."""
    count = CageCount(
        tuple(CashCount(one.place, one.amount) for one in body.counts),
        body.brought,
        body.taken,
        body.note,
    )
    who, day = request.by, _checked(body.day)
    drafted = await books.read(lambda reader: day_close.draft(reader, day))
    await day_close.count(drafted, count, who.name, who.role, body.id, opening=body.opening)
    waiting = _waiting(day_close)
    if waiting is None:
        raise Refused(Code.STALE, f"{day} is closed already")
    return waiting


@endpoint("DELETE", "/api/days/counts/{day}", roles=_SIGNERS)
async def recount(request: HttpRequest, day_close: DayClose) -> None:
    """It is to be counted again: taken back by who counted, or declined by another."""
    await day_close.recount(_checked(request.path["day"]), request.by.name)


@endpoint("POST", "/api/days/signature", roles=_SIGNERS, stepped_up=True, signs=True)
async def sign_day(request: HttpRequest, body: SignedDay, day_close: DayClose) -> DayLine:
    """The second person's signature, after a fresh code: the report is sealed with it. One of the
    two is the shift manager."""
    who = request.by
    return _line(await day_close.countersign(_checked(body.day), who.name, who.role))


@endpoint("GET", "/api/days/{day}", roles=_READERS)
async def day_report(request: HttpRequest, day_close: DayClose) -> DayReport:
    """What a sealed report says."""
    return read_report((await _sealed(request, day_close)).report)


@endpoint("GET", "/api/days/{day}/file", roles=_READERS, media="application/json")
async def day_file(request: HttpRequest, day_close: DayClose) -> Answer[None]:
    """The sealed report with its signature, to be checked by `croupier day --check`."""
    sealed = await _sealed(request, day_close)
    return Answer(body=day_close.file(sealed), file_name=f"day-{sealed.day}.json")


@endpoint("GET", "/api/days/{day}/page", roles=_READERS, media=_HTML)
async def day_page(request: HttpRequest, day_close: DayClose) -> Answer[None]:
    """The same as a page to be printed."""
    sealed = await _sealed(request, day_close)
    page = report_page(read_report(sealed.report), sha256(sealed.report.encode()))
    return Answer(body=page.encode(), file_name=f"day-{sealed.day}.html")


async def _sealed(request: HttpRequest, day_close: DayClose) -> DaySealed:
    day = _checked(request.path["day"])
    return await aside(lambda: day_close.sealed(day))


def _checked(day: str) -> str:
    """A day that there is."""
    with suppress(ValueError):
        if re.fullmatch(DATE, day):
            return date.fromisoformat(day).isoformat()
    raise Refused(Code.NOT_FOUND, "there is no such day")


def _waiting(day_close: DayClose) -> CountedDay | None:
    counted = day_close.book.counted
    if counted is None:
        return None
    return CountedDay(
        counted.day,
        counted.figures,
        counted.count,
        counted.since_cut,
        expected_cash(counted.figures, counted.count, counted.since_cut),
        counted.signature,
    )


def _line(sealed: DaySealed) -> DayLine:
    report = read_report(sealed.report)
    figures = report.figures
    return DayLine(
        report.number,
        report.day,
        figures.drop,
        figures.win,
        sum(adjustment.amount for adjustment in figures.adjustments),
        len(figures.differences),
        report.cash_difference,
        report.counted,
        report.countersigned,
        sha256(sealed.report.encode()),
    )
