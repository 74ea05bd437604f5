"""The back office: what was staked, what the house won of it, and what it should have won."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import msgspec

from croupier.games.engine import AnyRules
from croupier.house.records.index import RoundEntry, TableIndex
from croupier.house.records.sheet import day
from croupier.table.config import TableConfig

Edges = Callable[[AnyRules], Mapping[str, Fraction]]
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
    void: bool
    result: str
    """In a word or two, as on the table's board."""


class RoundList(msgspec.Struct, frozen=True):
    rounds: tuple[RoundRow, ...]
    next: int | None
    """The next page's rounds are before this one; none on the last page."""


class OfficeReport(msgspec.Struct, frozen=True):
    """Rounds that ended in the period, by the UTC day on which they ended."""

    since_ms: int
    until_ms: int
    total: Figures
    tables: dict[str, Figures]
    games: dict[str, Figures]
    dealers: dict[str, Figures]
    days: dict[str, Figures]


class _Sum:
    def __init__(self) -> None:
        self.rounds = self.voids = self.handle = self.win = self.covered = 0
        self.expected = Fraction(0)

    def add(self, entry: RoundEntry, known: Mapping[str, Fraction]) -> None:
        self.rounds += 1
        self.voids += entry.void
        self.win += entry.staked - entry.returned
        if entry.void:
            return
        self.handle += entry.staked
        for bet, staked in entry.handle.items():
            if bet in known:
                self.covered += staked
                self.expected += known[bet] * entry.first.get(bet, 0)

    def figures(self) -> Figures:
        expected = round(self.expected) if self.covered else None
        return Figures(self.rounds, self.voids, self.handle, self.win, self.covered, expected)


class _Sums(dict[str, _Sum]):
    def __missing__(self, name: str) -> _Sum:
        self[name] = _Sum()
        return self[name]

    def figures(self) -> dict[str, Figures]:
        return {name: self[name].figures() for name in sorted(self)}


def report(
    indexes: Iterable[TableIndex], since_ms: int, until_ms: int, edges: Edges
) -> OfficeReport:
    total, tables, games, dealers, days = _Sum(), _Sums(), _Sums(), _Sums(), _Sums()
    for index in indexes:
        known = _Known(edges)
        for entry in index.finished(since_ms, until_ms):
            dealer = NOBODY if entry.dealer is None else entry.dealer
            for one in (
                total,
                tables[index.table],
                games[entry.config.game],
                dealers[dealer],
                days[day(entry.ended_ms)],
            ):
                one.add(entry, known.of(entry.config))
    return OfficeReport(
        since_ms,
        until_ms,
        total.figures(),
        tables.figures(),
        games.figures(),
        dealers.figures(),
        days.figures(),
    )


def round_list(
    index: TableIndex, since_ms: int, until_ms: int, before: int, limit: int
) -> RoundList:
    """The rounds that ended in the period, newest first."""
    found = [one for one in reversed(index.finished(since_ms, until_ms)) if one.number < before]
    page = tuple(_row(one) for one in found[:limit])
    return RoundList(page, page[-1].round if len(found) > limit else None)


def _row(entry: RoundEntry) -> RoundRow:
    return RoundRow(
        entry.number,
        entry.ended_ms,
        entry.dealer,
        entry.bettors,
        0 if entry.void else entry.staked,
        entry.staked - entry.returned,
        entry.void,
        entry.result,
    )


class _Known:
    """The edges under one configuration, which many rounds share, looked up once."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._config: TableConfig | None = None
        self._found: Mapping[str, Fraction] = {}

    def of(self, config: TableConfig) -> Mapping[str, Fraction]:
        if config is not self._config:
            self._config, self._found = config, self._edges(config.check())
        return self._found
