"""What the house won in a period beside what the very bets it took should have brought: by table,
game, bet, dealer or player."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice

import msgspec

from croupier.house.records.index import TableIndex
from croupier.house.records.office import NOBODY
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.taken_blocks import TakenAlike, TakenBy, block_taken, unpacked
from croupier.house.records.totals import block_of
from croupier.monitoring.band import Band, BandPoint, PlayedPeriod, moment_of
from croupier.monitoring.wins import RoundWins, covered, round_wins
from croupier.odds.play_figures import PlayFigures
from croupier.table.config import TableConfig

MOMENTS = 48
"""Of the period at which the band is told."""
MOST_ROWS = 24
"""Of those with play in the period, the farthest from what was to be expected."""
_MOST_KNOWN = 50_000
"""Kinds of rounds that are held together; of more, some are made again."""
RATES = (0.1, 0.05, 0.01, 0.001)
"""Of false alarms, that may be asked for."""


class BandBy(StrEnum):
    TABLE = "table"
    GAME = "game"
    BET = "bet"
    DEALER = "dealer"
    PLAYER = "player"


_TAKEN_BY = {BandBy.PLAYER: TakenBy.PLAYER, BandBy.BET: TakenBy.BET}


class BandRow(msgspec.Struct, frozen=True):
    name: str
    """Of a bet: its game, a space, and the bet, roulette's by their kind."""
    staked: int
    """As first put down."""
    band: Band


class BandReport(msgspec.Struct, frozen=True):
    """Rounds that ended in the period, void ones left out. Corrections that were signed later are
    in no win."""

    since_ms: int
    until_ms: int
    by: BandBy
    rate: float
    """Of false alarms: an honest house is outside of a band this often."""
    total: Band
    course: tuple[BandPoint, ...]
    """The total, or what was asked for by name, at the end of each of equally long moments."""
    course_of: str
    """Empty: the total."""
    course_since_ms: int
    """The moments are those from the first round of the period to its last."""
    course_until_ms: int
    rows: tuple[BandRow, ...]
    more: int
    """How many have play in the period, and no row."""
    uncovered: int
    """What was staked on bets that no odds are known of; it is in nothing else."""


class OddsMissing(Exception):  # noqa: N818 -- nothing is wrong: it is asked again
    """What rounds under this configuration are measured by is not known yet."""

    def __init__(self, config: TableConfig) -> None:
        super().__init__(config.id)
        self.config = config


class BandQuestion(msgspec.Struct, frozen=True):
    since_ms: int
    until_ms: int
    by: BandBy
    rate: float
    name: str = ""
    """The course of this one; empty: of all together."""
    guests: bool = False


def band_report(
    indexes: Iterable[TableIndex],
    asked: BandQuestion,
    figures: Callable[[TableConfig], PlayFigures | None],
) -> BandReport:
    """Blocks of rounds and rounds are read a page at a time. Where figures are missing it says of
    what."""
    wins = _KnownWins(figures)
    indexes = tuple(indexes)
    since_ms, until_ms = _played_within(indexes, asked)
    total, course = PlayedPeriod(), PlayedPeriod(MOMENTS)
    parts: dict[str, PlayedPeriod] = {}
    staked: dict[str, int] = {}
    uncovered = 0
    own = _TAKEN_BY.get(asked.by, TakenBy.ROUND)

    def moment(at_ms: int) -> int:
        return moment_of(at_ms, since_ms, until_ms, MOMENTS)

    for index in indexes:
        for by, at, alike in _taken(index, asked, {TakenBy.ROUND, own}, moment):
            kind = wins.kind(index.config_of(alike.config), alike.stakes)
            if by is TakenBy.ROUND:
                uncovered += alike.rounds * kind.uncovered
            if not kind.stakes:
                continue
            if by is TakenBy.ROUND:
                kind.add(total, alike)
                if not asked.name:
                    kind.add(course, alike, at)
            if by is own:
                name = _name(asked.by, index.table, kind.config, alike.name)
                staked[name] = staked.get(name, 0) + alike.rounds * kind.staked
                if name not in parts:
                    parts[name] = PlayedPeriod()
                kind.add(parts[name], alike)
                if name == asked.name:
                    kind.add(course, alike, at)
    farthest = sorted(parts, key=lambda name: -abs(parts[name].deviations))[:MOST_ROWS]
    if asked.name in parts and asked.name not in farthest:
        farthest[-1:] = [asked.name]
    return BandReport(
        asked.since_ms,
        asked.until_ms,
        asked.by,
        asked.rate,
        total.band(asked.rate),
        course.course(asked.rate) if course.rounds else (),
        asked.name,
        since_ms,
        until_ms,
        tuple(BandRow(name, staked[name], parts[name].band(asked.rate)) for name in farthest),
        len(parts) - len(farthest),
        uncovered,
    )


def _played_within(indexes: Iterable[TableIndex], asked: BandQuestion) -> tuple[int, int]:
    """From the first round of the period to the end of its last."""
    period = asked.since_ms, asked.until_ms
    first = [entry.ended_ms for index in indexes for entry in islice(index.finished(*period), 1)]
    last = [
        entry.ended_ms
        for index in indexes
        for entry in islice(index.finished(*period, newest_first=True), 1)
    ]
    return (min(first), max(last) + 1) if first else period


def _taken(
    index: TableIndex, asked: BandQuestion, views: set[TakenBy], moment: Callable[[int], int]
) -> Iterator[tuple[TakenBy, int, TakenAlike]]:
    """What was taken in the period, with the moment it belongs to: whole blocks of rounds where
    they lie in one moment, else round by round."""
    last, reached = 0, asked.since_ms
    for number, block in index.taken(asked.since_ms, asked.until_ms):
        last, reached = number, block.last_ms
        at = moment(block.last_ms)
        if block.first_ms >= asked.since_ms and moment(block.first_ms) == at:
            for by in views:
                for alike in block.alike(by):
                    if alike.guests is asked.guests:
                        yield by, at, alike
        else:
            for entry in index.block(number):
                if asked.since_ms <= entry.ended_ms < asked.until_ms:
                    yield from _singly(index, entry, asked, views, moment)
    for entry in index.finished(reached, asked.until_ms):
        if block_of(entry.number) > last:
            yield from _singly(index, entry, asked, views, moment)


def _singly(
    index: TableIndex,
    entry: RoundEntry,
    asked: BandQuestion,
    views: set[TakenBy],
    moment: Callable[[int], int],
) -> Iterator[tuple[TakenBy, int, TakenAlike]]:
    taken = block_taken([(entry, index.number_of(entry))])
    for by in views:
        for alike in taken.alike(by):
            if alike.guests is asked.guests:
                yield by, moment(entry.ended_ms), alike


def _name(by: BandBy, table: str, config: TableConfig, name: str) -> str:
    match by:
        case BandBy.TABLE:
            return table
        case BandBy.GAME:
            return config.game
        case BandBy.DEALER:
            return name or NOBODY
        case BandBy.BET:
            return f"{config.game} {name}"
        case BandBy.PLAYER:
            return name


class _Kind:
    """Rounds under one configuration with the same stakes, of which some may have no odds."""

    def __init__(self, config: TableConfig, figures: PlayFigures, stakes: bytes) -> None:
        self.config = config
        self._key = id(config), stakes
        self._figures = figures
        self._covered = covered(figures)
        every = unpacked(stakes)
        self.stakes = tuple(stake for stake in every if stake.bet in self._covered)
        self.staked = sum(stake.stake for stake in self.stakes)
        self.uncovered = sum(stake.stake for stake in every) - self.staked

    def add(self, period: PlayedPeriod, alike: TakenAlike, moment: int = 0) -> None:
        period.add(self._key, self._wins, self._won(alike), moment, rounds=alike.rounds)

    def _wins(self) -> RoundWins:
        return round_wins(self._figures, self.stakes)

    def _won(self, alike: TakenAlike) -> int:
        if not self.uncovered:
            return alike.win
        return -sum(net for bet, net in alike.nets.items() if bet in self._covered)


class _KnownWins:
    """The kinds of rounds, each made once."""

    def __init__(self, figures: Callable[[TableConfig], PlayFigures | None]) -> None:
        self._figures = figures
        self._found: dict[int, tuple[TableConfig, PlayFigures]] = {}
        self._kinds: dict[tuple[int, bytes], _Kind] = {}

    def kind(self, config: TableConfig, stakes: bytes) -> _Kind:
        key = id(config), stakes
        kind = self._kinds.get(key)
        if kind is None:
            if len(self._kinds) >= _MOST_KNOWN:
                self._kinds.clear()
            kind = self._kinds[key] = _Kind(config, self._of(config), stakes)
        return kind

    def _of(self, config: TableConfig) -> PlayFigures:
        found = self._found.get(id(config))
        if found is None:
            figures = self._figures(config)
            if figures is None:
                raise OddsMissing(config)
            # The configuration is held: its id stays its own.
            found = self._found[id(config)] = config, figures
        return found[1]
