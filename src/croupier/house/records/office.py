"""The back office: what was staked, what the house won of it, and what it should have won.

Players play for money, guests for play chips: no figure ever has both in it. An adjustment counts
on the day it was signed, not on that of its round, and a settlement is reversed on the day the
round was found to be void, so that the figures of a day gone by stay as they are.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice

import msgspec

from croupier.engine.rules import Rules
from croupier.house.people.names import is_guest
from croupier.house.records.index import TableIndex
from croupier.house.records.outcome import RoundOutcome
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.sheet import day
from croupier.house.records.till import Takings, Till
from croupier.house.records.totals import PlayTotals
from croupier.table.config import TableConfig

Edges = Callable[[Rules], Mapping[str, Fraction]]
"""Under these rules: bet → edge, as far as they are known."""
NOBODY = "nobody"
"""Whom a human table's rounds count for when no dealer was on duty."""


class Figures(msgspec.Struct, frozen=True):
    """A void round counts as one, but its stakes were never at risk and are no handle."""

    rounds: int
    voids: int
    handle: int
    win: int
    """Handle less what was returned, corrections at the table included."""
    covered: int
    """How much of the handle lay on bets whose edge is known."""
    expected: int | None
    """What the house wins of that in the long run, to the nearest cent: edge times stake as first
    put down, all decisions taken by the chart. None, if nothing is covered."""
    adjusted: int = 0
    """Paid to players by signed adjustments; below zero: taken from them. It is not in the win."""

    @property
    def win_after(self) -> int:
        return self.win - self.adjusted

    @property
    def hold_bp(self) -> tuple[int, int] | None:
        """Win of handle in basis points, exactly: a numerator and a denominator."""
        if not self.handle:
            return None
        return Fraction(self.win * 10_000, self.handle).as_integer_ratio()


class RoundRow(msgspec.Struct, frozen=True):
    """One round in the office's list; its figures are made as those of a report."""

    round: int
    ended_ms: int
    dealer: str | None
    bettors: int
    handle: int
    win: int
    guests: int
    """How many of them, beside the bettors, played with play chips."""
    guests_handle: int
    guests_win: int
    void: bool
    result: RoundOutcome | None
    """As on the table's board; none where it is void."""
    staged: bool
    """Of a staged table: its chips stand for no money, and are in no sum."""


class RoundList(msgspec.Struct, frozen=True):
    rounds: tuple[RoundRow, ...]
    next: int | None
    """The next page's rounds are before this one; none on the last page."""


class OfficeReport(msgspec.Struct, frozen=True):
    """Rounds that ended in the period, by the UTC day on which they ended, adjustments by that on
    which they were signed, and settled rounds found to be void by that on which they were."""

    since_ms: int
    until_ms: int
    total: Figures
    tables: dict[str, Figures]
    games: dict[str, Figures]
    dealers: dict[str, Figures]
    days: dict[str, Figures]
    cash: Takings
    """Over the cage's counter; none where guests are told of, who never come there."""
    cash_days: dict[str, Takings]


class _Sum:
    def __init__(self) -> None:
        self.rounds = self.voids = self.handle = self.win = self.covered = self.adjusted = 0
        self.expected = Fraction(0)

    def add(self, played: PlayTotals, known: Mapping[str, Fraction]) -> None:
        self.rounds += played.rounds
        self.voids += played.voids
        self.win += played.win
        self.handle += played.staked
        for bet, staked in played.handle.items():
            if bet in known:
                self.covered += staked
                self.expected += known[bet] * played.first.get(bet, 0)

    def figures(self) -> Figures:
        expected = round(self.expected) if self.covered else None
        return Figures(
            self.rounds,
            self.voids,
            self.handle,
            self.win,
            self.covered,
            expected,
            self.adjusted,
        )


class _Sums(dict[str, _Sum]):
    def __missing__(self, name: str) -> _Sum:
        self[name] = _Sum()
        return self[name]

    def figures(self) -> dict[str, Figures]:
        return {name: self[name].figures() for name in sorted(self)}


def report(
    indexes: Iterable[TableIndex],
    till: Till,
    since_ms: int,
    until_ms: int,
    edges: Edges,
    *,
    guests: bool = False,
) -> OfficeReport:
    """Of the players; or, asked for, of the guests alone."""
    book = _Book()
    by_table = {index.table: index for index in indexes}
    for index in by_table.values():
        known = _Known(edges)
        for config, dealer, day_ms, totals in played_at(index, since_ms, until_ms, guests):
            for total in book.of(index.table, config, dealer, day_ms):
                total.add(totals, known.of(config))
    for at_ms, fact in till.adjusted(since_ms, until_ms):
        table_index = by_table.get(fact.table)
        # Of a table that this house does not run any more the rounds are not told either.
        if table_index is not None and is_guest(fact.player) is guests:
            entry = table_index.rounds[fact.round]
            for total in book.of(fact.table, entry.config, entry.dealer, at_ms):
                total.adjusted += fact.amount
    cash_days: dict[str, Takings] = {}
    for counted in () if guests else till.counted(since_ms, until_ms):
        on = day(counted.at_ms)
        cash_days[on] = cash_days.get(on, Takings()).plus(counted.amount)
    return OfficeReport(
        since_ms,
        until_ms,
        book.total.figures(),
        book.tables.figures(),
        book.games.figures(),
        book.dealers.figures(),
        book.days.figures(),
        Takings.together(cash_days.values()),
        dict(sorted(cash_days.items())),
    )


def played_at(
    index: TableIndex, since_ms: int, until_ms: int, guests: bool
) -> Iterator[tuple[TableConfig, str | None, int, PlayTotals]]:
    """What was played at a table in the period, by configuration, dealer and day: whole blocks of
    rounds together, and one by one those of blocks that lie in it only by half."""
    last = index.last_block
    for number, block in index.blocks(since_ms):
        if number > last:
            continue  # it was made meanwhile: its rounds come below
        if since_ms <= block.first_ms and block.last_ms < until_ms:
            for day in block.days:
                totals = day.guests if guests else day.players
                if totals.rounds or totals.voids:
                    yield index.config_of(day.config), day.dealer, day.day_ms, totals
        elif block.first_ms < until_ms:
            yield from _single(index.block(number), since_ms, until_ms, guests)
    yield from _single(index.after_block(last), since_ms, until_ms, guests)


def guests_win(index: TableIndex) -> int:
    """What the house has won of guests in every round that is over: the play chips in the table's
    bank. Below zero: guests have won."""
    ever = played_at(index, 0, sys.maxsize, guests=True)
    return sum(totals.win for *_, totals in ever)


def _single(
    entries: Iterable[RoundEntry], since_ms: int, until_ms: int, guests: bool
) -> Iterator[tuple[TableConfig, str | None, int, PlayTotals]]:
    for entry in entries:
        if not entry.over or not entry.counts(guests=guests):
            continue
        for posting in entry.postings:
            if since_ms <= posting.at_ms < until_ms:
                totals = PlayTotals()
                totals.add(posting, posting.guests if guests else posting.players)
                yield entry.config, entry.dealer, posting.at_ms, totals


class _Book:
    def __init__(self) -> None:
        self.total = _Sum()
        self.tables, self.games, self.dealers, self.days = _Sums(), _Sums(), _Sums(), _Sums()

    def of(
        self, table: str, config: TableConfig, dealer: str | None, at_ms: int
    ) -> tuple[_Sum, ...]:
        """Where a round counts."""
        return (
            self.total,
            self.tables[table],
            self.games[config.game],
            self.dealers[NOBODY if dealer is None else dealer],
            self.days[day(at_ms)],
        )


def round_list(
    index: TableIndex, since_ms: int, until_ms: int, before: int, limit: int
) -> RoundList:
    """The rounds that ended in the period, newest first."""
    ended = index.finished(since_ms, until_ms, newest_first=True)
    entries = list(islice((entry for entry in ended if entry.number < before), limit + 1))
    page = tuple(_row(entry) for entry in entries[:limit])
    return RoundList(page, page[-1].round if len(entries) > limit else None)


def _row(entry: RoundEntry) -> RoundRow:
    return RoundRow(
        entry.number,
        entry.ended_ms,
        entry.dealer,
        entry.players.bettors,
        0 if entry.void else entry.players.staked,
        entry.players.win,
        entry.guests.bettors,
        0 if entry.void else entry.guests.staked,
        entry.guests.win,
        entry.void,
        entry.result,
        entry.config.staged,
    )


class _Known:
    """The edges under one configuration, which many rounds share, looked up once."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._config: TableConfig | None = None
        self._known: Mapping[str, Fraction] = {}

    def of(self, config: TableConfig) -> Mapping[str, Fraction]:
        if config is not self._config:
            self._config, self._known = config, self._edges(config.check())
        return self._known
