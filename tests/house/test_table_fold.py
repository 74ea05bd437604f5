"""A house that goes on from a checkpoint is the one that has folded every entry."""

import logging
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_fold import FORMAT, TableFold
from croupier.store import Store, open_store
from croupier.store.memory import MemoryStore
from croupier.table.commands import Actor, ChangeDealer, OpenBetting, Rule, TableRole
from croupier.table.recovery import fold
from croupier.table.saved import may_be_saved
from croupier.table.state import TableState
from croupier.table.table import News
from tests.support.evening import FOREVER, Evening
from tests.support.human_table import DEALER, PIT, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES

WHEEL, PUNTO = "live-roulette", "rws-knockout-baccarat"
LATE_VOID = Rule(Void(Capacity.PIT, VoidReason.WRONG_COUNT), countersigned="sam")


class Folded:
    """A table's journal, folded from where its last checkpoint lets it begin."""

    def __init__(self, store: Store, table: str) -> None:
        self.entries = 0
        self.fold = TableFold(table, store, PlayStatistics())
        start = self.fold.resume(store)
        self.begun = start.seq if start else 0
        self.state, self.seq, _ = fold(store, table, on_entry=self.feed, start=start)

    def feed(self, news: News, state: TableState) -> None:
        self.entries += 1
        self.fold.feed(news, state)

    @property
    def known(self) -> object:
        """All that anybody could ask of it."""
        index = self.fold.index
        return (
            {name: value for name, value in vars(self.state).items() if name != "layout"},
            vars(self.state.layout),
            dict(index.rounds),
            list(index.sealings(0, FOREVER)),
            [round.number for round in index.newest_first()],
            [round.number for round in index.finished(0, FOREVER, newest_first=True)],
            index.configs,
            index.last,
            list(index.blocks(0)),
            index.held_back,
            self.fold._statistics.tables,
            list(self.fold._statistics.of(self.fold.table).players),
        )


@pytest.fixture(scope="module")
def evening() -> Evening:
    evening = Evening(seed=5)
    evening.stroll(2_000)
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on_from_every_moment_as_if_it_had_read_all(evening: Evening, game: str) -> None:
    whole = Folded(evening.store, game).known
    head = evening.store.head(game)
    moments = moments_of(evening.store, game)
    assert len(moments) > 3
    for moment in moments:
        evening.store.discard(game)
        made = TableFold(game, evening.store, PlayStatistics())
        fold(
            evening.store,
            game,
            to=moment,
            on_entry=made.feed,
        )
        assert made.keep(evening.store, head.epoch)
        again = Folded(evening.store, game)
        assert again.begun == moment
        assert again.entries == head.seq - moment
        assert again.known == whole
    evening.store.discard(game)


@pytest.mark.clause("R31", "R24")
def test_a_round_that_is_void_after_payment_is_counted_as_void() -> None:
    """For the dealer who dealt it. Too many raise the alarm, and nothing that was paid is left."""
    table, alarms = HumanTable(PUNTO), list[str]()
    store = table.house.store
    for _ in range(4):
        table.all_ok(PIT, [ChangeDealer("dora")])
        table.begin(Bet("ann", "player", 100 * UNIT))
        table.all_ok(DEALER, scans("9S 2D KS KD"))
        table.all_ok(PIT, [ChangeDealer("dan"), LATE_VOID])
    table.all_ok(Actor("dan", TableRole.DEALER), [OpenBetting()])
    made = TableFold(PUNTO, store, PlayStatistics())
    fold(
        store,
        PUNTO,
        on_entry=lambda news, state: alarms.extend(
            str(alarm.text) for alarm in made.feed(news, state)
        ),
    )
    counts = made._statistics.of(PUNTO)
    ann, dora = counts.players["ann"], counts.dealers["dora"]
    assert (ann.rounds, ann.voids, ann.voids_lately.count, ann.net) == (4, 4, 4, 0)
    assert (dora.rounds, dora.voids, dora.voids_lately.count, dora.net) == (4, 4, 4, 0)
    assert "dan" not in counts.dealers
    assert [alarm for alarm in alarms if "ann" in alarm] == [
        "more than 3 of ann's last 50 rounds were void; the last at rws-knockout-baccarat"
    ]
    whole = Folded(store, PUNTO).known
    assert made.keep(store, store.head(PUNTO).epoch)
    again = Folded(store, PUNTO)
    assert again.begun == store.head(PUNTO).seq
    assert again.known == whole


def moments_of(store: Store, game: str) -> list[int]:
    """Entries at which a checkpoint can be made."""
    moments: list[int] = []

    def note(news: News, state: TableState) -> None:
        if may_be_saved(state, news.recorded.facts):
            moments.append(news.seq)

    fold(store, game, on_entry=note)
    return moments


def test_checkpoints_one_after_another_leave_nothing_in_memory() -> None:
    evening = Evening(seed=3, games=(WHEEL,))
    evening.stroll(2_500)
    whole = Folded(evening.store, WHEEL).known
    epoch, kept = evening.store.head(WHEEL).epoch, 0
    made = TableFold(WHEEL, evening.store, PlayStatistics())

    def feed(news: News, state: TableState) -> None:
        nonlocal kept
        made.feed(news, state)
        if made.due(2):
            assert made.keep(evening.store, epoch)
            kept += 1
            assert not made.index._rounds.recent
            assert not made.index._sealings.recent

    fold(evening.store, WHEEL, on_entry=feed)
    assert kept > 3
    again = Folded(evening.store, WHEEL)
    assert 0 < again.entries < evening.store.head(WHEEL).seq / 2
    assert again.known == whole
    assert again.fold.index.last_block >= 2


def changed(store: Store, **changes: object) -> None:
    checkpoint = store.checkpoint(WHEEL)
    assert checkpoint is not None
    assert isinstance(store, MemoryStore)
    store._held.checkpoints[WHEEL] = msgspec.structs.replace(checkpoint, **changes)


@pytest.mark.parametrize(
    "changes",
    [{"format": "table 0"}, {"hash": bytes(32)}, {"body": b"\x93\x01"}, {"seq": 10_000}],
    ids=["another version", "another journal", "unreadable", "ahead of its journal"],
)
def test_what_cannot_be_trusted_is_thrown_away(
    evening: Evening, changes: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    store = evening.store
    whole = Folded(store, WHEEL)
    known = whole.known
    assert whole.fold.keep(store, store.head(WHEEL).epoch)
    changed(store, **changes)
    with caplog.at_level(logging.WARNING, "croupier.house"):
        again = Folded(store, WHEEL)
    assert "checkpoint thrown away" in caplog.text
    assert (again.begun, again.known) == (0, known)
    assert store.checkpoint(WHEEL) is None
    assert store.indexed(WHEEL, "round") == ()


def test_who_has_lost_the_table_keeps_nothing(evening: Evening) -> None:
    folded = Folded(evening.store, WHEEL)
    assert not folded.fold.keep(evening.store, evening.store.head(WHEEL).epoch - 1)
    assert evening.store.checkpoint(WHEEL) is None


def test_it_says_its_format(tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        evening = Evening(store, seed=2, games=(WHEEL,))
        evening.stroll(200)
        whole = Folded(store, WHEEL)
        known = whole.known
        assert whole.fold.keep(store, store.head(WHEEL).epoch)
        checkpoint = store.checkpoint(WHEEL)
        assert checkpoint is not None
        assert checkpoint.format == FORMAT
        assert whole.known == known
        again = Folded(store, WHEEL)
        assert again.begun == checkpoint.seq
        assert again.known == known
