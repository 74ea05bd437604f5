"""The back office: figures, whole rounds, the regulator's export."""

import asyncio
import shutil
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta

from croupier.engine.inputs import Input
from croupier.engine.layout import Bet
from croupier.engine.lines import Line
from croupier.house.cage.cage import Cage
from croupier.house.clock import Clock
from croupier.house.people.names import is_guest
from croupier.house.records import RoundList, export, report, round_file, round_list
from croupier.house.records.moments import Moment, moments_of
from croupier.house.records.office import Figures
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.sheet import day
from croupier.house.records.steps import DealtCard, dealt_cards
from croupier.house.records.till import Takings
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST
from croupier.server.background import Background
from croupier.server.cameras.cameras import Cameras
from croupier.server.http.book_reader import BookReader, ConcurrencyLimit, aside
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import PageSize, PeriodQuery
from croupier.server.http.lookups import Tables
from croupier.server.odds_service import OddsService
from croupier.server.replay import Replay, replay_for_house
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.cage import Adjusted
from croupier.table.config import TableConfig
from croupier.table.state import PlacedFor

_OFFICE = frozenset({Role.SHIFT, Role.INSPECTOR, Role.ADMINISTRATOR})
_ROUNDS = frozenset({Role.INSPECTOR, Role.SHIFT, Role.PIT})
_EXPORTS = ConcurrencyLimit(1)


class Held(msgspec.Struct, frozen=True):
    figures: Figures
    hold_bp: int | None
    """Win of handle, to the nearest basis point; adjustments are in neither."""
    win_after: int
    """The win less what was adjusted."""


class OfficeFigures(msgspec.Struct, frozen=True):
    """Rounds that ended in the period, by the UTC day on which they ended; adjustments by the day
    on which they were signed, cash by that on which it was counted."""

    since_ms: int
    until_ms: int
    total: Held
    tables: dict[str, Held]
    games: dict[str, Held]
    dealers: dict[str, Held]
    days: dict[str, Held]
    cash: Takings
    cash_days: dict[str, Takings]


class ReportQuery(PeriodQuery, frozen=True):
    guests: bool = False
    """The guests' play with play chips, instead of the players' with money: never both at once."""


class RoundMoment(Moment, frozen=True):
    """A moment of the round, and where it can be seen again."""

    still: str = ""
    """The SHA-256 of the still that was kept; empty: there is none."""
    recording: str = ""
    """The address of the recording at that second; empty: there is none."""


class WholeRound(msgspec.Struct, frozen=True):
    table: str
    round: int
    config: TableConfig
    rules: str
    """The digest of the rules it was played by."""
    begun_ms: int
    ended_ms: int
    dealer: str | None
    void: bool
    seats: dict[int, str]
    bets: tuple[Bet, ...]
    placed_for: tuple[PlacedFor, ...]
    """Bets that staff placed for a player, and under which consent (BJ5 5.18)."""
    inputs: tuple[Input, ...]
    """Everything that went in, in order: the record of the round."""
    lines: tuple[Line, ...]
    adjustments: tuple[Adjusted, ...]
    """Signed after it; what they moved is not in the lines."""
    guests: tuple[str, ...]
    """Who of them played with play chips."""
    dealt: tuple[DealtCard | None, ...]
    """For every input: where the card went; none where it was no card."""
    moments: tuple[RoundMoment, ...]
    """What was done by hand, where a camera is at the table: so that a dispute opens at the right
    second."""
    older: int | None
    """The rounds before and after it that are over."""
    newer: int | None
    file: dict[str, Any]
    """The same as a round file."""


class RoundsQuery(PeriodQuery, frozen=True):
    before: Annotated[int, Meta(ge=1, le=MOST)] = MOST
    """`next` of the page before."""
    limit: PageSize = 50


@endpoint("GET", "/api/office/report", roles=_OFFICE)
async def office_report(
    query: ReportQuery,
    clock: Clock,
    tables: Tables,
    cage: Cage,
    odds: OddsService,
    spawn: Background,
) -> OfficeFigures:
    """What was staked, what the house won of it and should have won, what was adjusted, and the
    cash that came in and went out; guests' play chips apart."""
    since, until = query.period(clock.wall())
    indexes = tuple(tables.indexes.values())
    figures = await asyncio.to_thread(
        report, indexes, cage.till, since, until, odds.edges, guests=query.guests
    )
    spawn(odds.catch_up())
    return OfficeFigures(
        figures.since_ms,
        figures.until_ms,
        _held(figures.total),
        _each(figures.tables),
        _each(figures.games),
        _each(figures.dealers),
        _each(figures.days),
        figures.cash,
        figures.cash_days,
    )


def _each(figures: dict[str, Figures]) -> dict[str, Held]:
    return {name: _held(part) for name, part in figures.items()}


def _held(figures: Figures) -> Held:
    exact = figures.hold_bp
    rounded = None if exact is None else round(Fraction(*exact))
    return Held(figures, rounded, figures.win_after)


@endpoint("GET", "/api/office/rounds/{table}", roles=_ROUNDS)
async def office_rounds(
    request: HttpRequest, query: RoundsQuery, clock: Clock, tables: Tables
) -> RoundList:
    """A table's rounds that ended in a period, newest first, each with what it came to."""
    since, until = query.period(clock.wall())
    index = tables.index(request.path["table"])
    return await asyncio.to_thread(round_list, index, since, until, query.before, query.limit)


@endpoint("GET", "/api/office/rounds/{table}/{round}", roles=_ROUNDS)
async def whole_round(
    request: HttpRequest, tables: Tables, books: BookReader, cage: Cage, cameras: Cameras
) -> WholeRound:
    """A round that is over, with every name, every input and every line."""
    index = tables.index(request.path["table"])
    entry = await tables.finished_round(index.table, request.number("round"))
    played = await books.round(entry)
    older, newer = await aside(lambda: index.beside(played.number))
    dealt = await asyncio.to_thread(dealt_cards, played)
    return WholeRound(
        index.table,
        played.number,
        played.config,
        entry.rules,
        played.begun_ms,
        entry.ended_ms,
        entry.dealer,
        played.void,
        played.seats,
        played.bets,
        played.placed_for,
        tuple(played.inputs),
        played.lines,
        cage.adjustments(index.table, played.number),
        tuple(sorted({bet.player for bet in played.bets if is_guest(bet.player)})),
        dealt,
        await _moments(tables, books, cameras, entry, older),
        older,
        newer,
        round_file(played),
    )


@endpoint("GET", "/api/office/rounds/{table}/{round}/replay", roles=_ROUNDS)
async def whole_round_replay(request: HttpRequest, tables: Tables, books: BookReader) -> Replay:
    """The same as the table showed it to everyone: the views of then after each input."""
    entry = await tables.finished_round(request.path["table"], request.number("round"))
    return await asyncio.to_thread(replay_for_house, await books.round(entry))


async def _moments(
    tables: Tables, books: BookReader, cameras: Cameras, entry: RoundEntry, older: int | None
) -> tuple[RoundMoment, ...]:
    table = entry.config.id
    stream = tables.room(table).stream
    if stream is None:
        return ()
    before = None if older is None else await tables.round(table, older)
    since = 0 if before is None else before.ended_seq

    def read(reader: Reader) -> tuple[RoundMoment, ...]:
        found = moments_of(every_entry(reader, table, since), entry.number)
        return tuple(
            RoundMoment(
                **msgspec.structs.asdict(moment),
                still=still.sha256 if (still := cameras.stills.find(table, moment.seq)) else "",
                recording=stream.recording_at(moment.at_ms),
            )
            for moment in found
        )

    return await books.read(read)


@endpoint("GET", "/api/office/stills/{table}/{number}", roles=_ROUNDS, media="image/jpeg")
async def office_still(request: HttpRequest, tables: Tables, cameras: Cameras) -> Answer[None]:
    """What the camera of a table saw when an entry of its journal was made."""
    stills, table, seq = cameras.stills, tables.room(request.path["table"]).table, request.number()
    still = await aside(lambda: stills.find(table, seq))
    body = None if still is None else await aside(lambda: stills.read(still))
    if body is None:
        raise Refused(Code.NOT_FOUND, "no still is kept of that, or it is not the one kept")
    return Answer(body=body)


@endpoint(
    "GET",
    "/api/office/export",
    roles=frozenset({Role.INSPECTOR, Role.SHIFT}),
    media="application/zip",
)
async def office_export(
    query: PeriodQuery, clock: Clock, tables: Tables, books: BookReader
) -> Answer[None]:
    """Everything of a period in one file that proves itself, for the regulator."""
    since, until = query.period(clock.wall())
    indexes = dict(tables.indexes)

    def write(reader: Reader) -> IO[bytes]:
        """Into a file without a name, which goes when it is closed, whoever closes it."""
        with TemporaryDirectory(prefix="croupier-export-") as folder:
            path = Path(folder) / "export.zip"
            export(reader, indexes, since, until, path)
            file: IO[bytes] = TemporaryFile()  # noqa: SIM115 -- closed when it has been sent
            with path.open("rb") as written:
                shutil.copyfileobj(written, file)
        file.seek(0)
        return file

    with _EXPORTS:
        file = await books.read(write)
    return Answer(file=file, file_name=f"croupier-{day(since)}-{day(until - 1)}.zip")
