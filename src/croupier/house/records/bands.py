"""What the house won in a period beside what the very bets it took should have brought: by table,
game, bet, dealer or player."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import islice

import msgspec

from croupier.house.people.names import is_guest
from croupier.house.records.index import TableIndex
from croupier.house.records.office import NOBODY
from croupier.house.records.round_entry import RoundEntry
from croupier.monitoring.band import Band, BandPoint, PlayedPeriod, moment_of
from croupier.monitoring.taken import TakenBet
from croupier.monitoring.wins import RoundWins, TakenStake, covered, round_wins
from croupier.odds.play_figures import PlayFigures
from croupier.table.config import TableConfig

MOMENTS = 48
"""Of the period at which the band is told."""
MOST_ROWS = 24
"""Of those with play in the period, the farthest from what was to be expected."""
_MOST_KNOWN = 50_000
RATES = (0.1, 0.05, 0.01, 0.001)
"""Of false alarms, that may be asked for."""


class BandBy(StrEnum):
    TABLE = "table"
    GAME = "game"
    BET = "bet"
    DEALER = "dealer"
    PLAYER = "player"


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
    """Rounds are read a page at a time. Where figures are missing it says of what."""
    wins = _KnownWins(figures)
    indexes = tuple(indexes)
    since_ms, until_ms = _played_within(indexes, asked)
    total, course = PlayedPeriod(), PlayedPeriod(MOMENTS)
    parts: dict[str, PlayedPeriod] = {}
    staked: dict[str, int] = {}
    uncovered = 0
    for index in indexes:
        for entry in index.finished(asked.since_ms, asked.until_ms):
            bets = [bet for bet in entry.taken.bets if is_guest(bet.player) is asked.guests]
            if not bets:
                continue
            known = wins.covered(entry.config)
            uncovered += sum(bet.stake for bet in bets if bet.bet not in known)
            bets = [bet for bet in bets if bet.bet in known and bet.stake]
            moment = moment_of(entry.ended_ms, since_ms, until_ms, MOMENTS)
            _add(total, entry, bets, wins)
            if not asked.name:
                _add(course, entry, bets, wins, moment)
            for name, own in _parted(asked.by, index.table, entry, bets):
                staked[name] = staked.get(name, 0) + sum(bet.stake for bet in own)
                _add(parts.setdefault(name, PlayedPeriod()), entry, own, wins)
                if name == asked.name:
                    _add(course, entry, own, wins, moment)
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


def _parted(
    by: BandBy, table: str, entry: RoundEntry, bets: list[TakenBet]
) -> Iterator[tuple[str, list[TakenBet]]]:
    """To whom or what a round's bets belong."""
    match by:
        case BandBy.TABLE:
            yield table, bets
        case BandBy.GAME:
            yield entry.config.game, bets
        case BandBy.DEALER:
            yield entry.dealer or NOBODY, bets
        case BandBy.PLAYER:
            yield from _grouped(bets, lambda bet: bet.player)
        case BandBy.BET:
            game = entry.config.game
            yield from _grouped(bets, lambda bet: f"{game} {bet.bet.partition(':')[0]}")


def _grouped(
    bets: list[TakenBet], name: Callable[[TakenBet], str]
) -> Iterator[tuple[str, list[TakenBet]]]:
    groups: dict[str, list[TakenBet]] = {}
    for bet in bets:
        groups.setdefault(name(bet), []).append(bet)
    yield from groups.items()


def _add(
    period: PlayedPeriod,
    entry: RoundEntry,
    bets: list[TakenBet],
    wins: "_KnownWins",
    moment: int = 0,
) -> None:
    if bets:
        stakes = _stakes(bets)
        kind = (id(entry.config), stakes)
        won = -sum(bet.net for bet in bets)
        period.add(kind, lambda: wins.of(entry.config, stakes), won, moment)


def _stakes(bets: list[TakenBet]) -> tuple[TakenStake, ...]:
    """Spot by spot, whoever's they are."""
    sums: dict[tuple[str, int | None], int] = {}
    for bet in bets:
        spot = bet.bet, bet.box
        sums[spot] = sums.get(spot, 0) + bet.stake
    # Which box it is makes no difference, only which bets lie on the same.
    boxes = sorted(
        {box for _, box in sums if box is not None},
        key=lambda box: sorted((bet, stake) for (bet, on), stake in sums.items() if on == box),
    )
    numbers: Mapping[int | None, int | None] = {box: n for n, box in enumerate(boxes)}
    return tuple(
        sorted(
            (TakenStake(bet, numbers.get(box), stake) for (bet, box), stake in sums.items()),
            key=lambda stake: (stake.bet, -1 if stake.box is None else stake.box),
        )
    )


class _KnownWins:
    """What rounds may bring, reckoned once for all with the same bets."""

    def __init__(self, figures: Callable[[TableConfig], PlayFigures | None]) -> None:
        self._figures = figures
        self._found: dict[int, tuple[TableConfig, PlayFigures, frozenset[str]]] = {}
        self._wins: dict[tuple[int, tuple[TakenStake, ...]], RoundWins] = {}

    def covered(self, config: TableConfig) -> frozenset[str]:
        return self._of(config)[2]

    def of(self, config: TableConfig, stakes: tuple[TakenStake, ...]) -> RoundWins:
        key = id(config), stakes
        if key not in self._wins:
            if len(self._wins) >= _MOST_KNOWN:
                self._wins.clear()
            self._wins[key] = round_wins(self._of(config)[1], stakes)
        return self._wins[key]

    def _of(self, config: TableConfig) -> tuple[TableConfig, PlayFigures, frozenset[str]]:
        found = self._found.get(id(config))
        if found is None:
            figures = self._figures(config)
            if figures is None:
                raise OddsMissing(config)
            # The configuration is held: its id stays its own.
            found = self._found[id(config)] = config, figures, covered(figures)
        return found
