"""Rounds that were played, and what their records say."""

from functools import cache

from croupier.chance.sealed import Opening
from croupier.engine.layout import Limits
from croupier.house.fairness import (
    CheckResult,
    FairRecord,
    FairShoe,
    check_record,
    fair_record,
)
from croupier.house.records.index import TableIndex
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.table.commands import (
    GiveEntropy,
)
from croupier.table.config import Shuffle, TableConfig
from croupier.table.state import TablePhase
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import PLAYERS, QUICK_SHUFFLE, VirtualHouse, player

LIMITS = Limits(5 * UNIT, 500 * UNIT)
CHECKS = ["sealed", "closed", "delay", "opening", "order", "whole", "place", "settlement"]
DELAYED = [*CHECKS[:3], "margin", *CHECKS[3:]]
DRAWN = ["sealed", "cut", "opening", "whole", "place", "settlement"]


def played(game: str, seed: int = 5, shuffle: Shuffle = QUICK_SHUFFLE) -> VirtualHouse:
    """Round after round, until the second shoe or run of the wheel is opened."""
    house = VirtualHouse(MemoryStore(), seed=seed)
    house.configs[game] = TableConfig(game, game, {}, LIMITS, wheel_run=5, shuffle=shuffle)
    for name in PLAYERS:
        house.cage.buy_in(name, 1_000_000 * UNIT, by="cashier", id=f"more-{name}", wall=0)
    state = house.start(game).table.state
    while state.shoes < 3:
        while state.phase is not TablePhase.BETTING:
            assert house.wait(game)
        for name in PLAYERS[: state.shoes + 1]:
            house.ask(game, player(name), GiveEntropy(f"{name} {state.shoes}"))
        house.play_round(game)
        while state.phase is not TablePhase.BETTING:
            assert house.wait(game)
    return house


def record(house: VirtualHouse, game: str, number: int) -> FairRecord:
    index = _index(house.store, game, house.store.head(game).seq)  # type: ignore[arg-type]
    found = fair_record(house.store, index, number)
    assert found is not None
    return found


@cache
def _index(store: Store, game: str, _head: int) -> TableIndex:
    """The journal is folded once for all rounds of a house; again when it has grown."""
    return TableIndex.of(store, game)


def verdicts(record: FairRecord) -> dict[str, CheckResult]:
    return {one.check: one.verdict for one in check_record(record)}


def shoe_of(record: FairRecord) -> FairShoe:
    assert record.shoe is not None
    return record.shoe


def opening_of(record: FairRecord) -> Opening:
    opening = shoe_of(record).opening
    assert opening is not None
    return opening


def wrong_in(record: FairRecord) -> set[str]:
    return {check for check, verdict in verdicts(record).items() if verdict is CheckResult.WRONG}
