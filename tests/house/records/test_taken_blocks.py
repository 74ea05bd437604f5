"""What is told from blocks of rounds is what is told round by round."""

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from croupier.house.records import bands
from croupier.house.records.bands import BandBy, BandQuestion, band_report
from croupier.house.records.index import TableIndex
from croupier.house.records.taken_blocks import BlockTaken, TakenBy
from croupier.house.records.totals import BLOCK
from croupier.monitoring.band import moment_of
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.store.memory import MemoryStore
from croupier.table.config import TableConfig
from tests.support.evening import FOREVER
from tests.support.virtual_house import VirtualHouse

WHEEL, BOXES = "live-roulette", "rws-blackjack"
ROUNDS = 5 * BLOCK // 2


@pytest.fixture(scope="module")
def indexes() -> dict[str, TableIndex]:
    store = MemoryStore()
    house = VirtualHouse(store, seed=3)
    for table in (WHEEL, BOXES):
        house.table(table)
        for _ in range(ROUNDS):
            house.play_round(table)
    return {table: TableIndex.of(store, table) for table in (WHEEL, BOXES)}


class WithoutBlocks(TableIndex):
    def __init__(self, index: TableIndex) -> None:
        self.__dict__.update(index.__dict__)

    def taken(self, *_: int) -> Iterator[tuple[int, BlockTaken]]:
        return iter(())


@pytest.mark.parametrize("table", [WHEEL, BOXES])
def test_blocks_hold_what_the_rounds_hold(
    indexes: dict[str, TableIndex], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, read = indexes[table], 0
    ended = [entry.ended_ms for entry in index.finished(0, FOREVER)]
    of_round = bands._singly

    def counted(*asked: object) -> object:
        nonlocal read
        read += 1
        return of_round(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(bands, "_singly", counted)
    for since, until in ((0, FOREVER), (ended[0], ended[-1]), (ended[5], ended[-40])):
        asked = BandQuestion(since, until, BandBy.TABLE, 0.01)

        def moment(at_ms: int) -> int:
            return moment_of(at_ms, ended[0], ended[-1] + 1, 2)

        def told(index: TableIndex, asked: BandQuestion = asked) -> Counter[object]:
            found: Counter[object] = Counter()
            for by, at, alike in bands._taken(index, asked, set(TakenBy), moment):
                key = by, at, *alike[:4]
                found[*key, "rounds"] += alike.rounds
                found[*key, "win"] += alike.win
                for bet, net in alike.nets.items():
                    found[*key, bet] += net
            return found

        read = 0
        by_blocks, few = told(index), read
        assert by_blocks == told(WithoutBlocks(index))
        rounds = sum(since <= at < until for at in ended)
        assert read - few == rounds
        assert few <= rounds - (BLOCK if rounds > ROUNDS - 2 else 0)  # a block was read as one


def without_straight(config: TableConfig) -> PlayFigures:
    """As if nobody had reckoned that bet."""
    known = play_figures(config.check())
    bets = tuple(odds for odds in known.odds.bets if not odds.bet.startswith("straight"))
    return msgspec.structs.replace(known, odds=msgspec.structs.replace(known.odds, bets=bets))


@pytest.mark.parametrize("by", [BandBy.TABLE, BandBy.BET])
def test_the_report_is_the_same_where_odds_are_missing(
    indexes: dict[str, TableIndex], by: BandBy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bands, "MOMENTS", 2)
    asked = BandQuestion(0, FOREVER, by, 0.01, WHEEL if by is BandBy.TABLE else f"{WHEEL} red")
    one, other = (
        band_report([index], asked, without_straight)
        for index in (indexes[WHEEL], WithoutBlocks(indexes[WHEEL]))
    )
    assert one.uncovered == other.uncovered > 0
    assert one.total.mean == pytest.approx(other.total.mean)
    bands_of = [[told.total, *(row.band for row in told.rows)] for told in (one, other)]
    for mine, its in zip(*bands_of, strict=True):
        assert (mine.rounds, mine.win) == (its.rounds, its.win)
        assert (mine.low, mine.high) == (its.low, its.high)
    assert [(row.name, row.staked) for row in one.rows] == [
        (row.name, row.staked) for row in other.rows
    ]
    assert [point.win for point in one.course] == [point.win for point in other.course]
