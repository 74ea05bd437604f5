"""Money and guests' play chips in the banks of tables, read at one moment."""

from croupier.engine.layout import Bet
from croupier.house.days.figures import Floats
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_floats import table_floats
from croupier.house.table_fold import TableFold
from croupier.table.commands import Call
from croupier.table.recovery import fold
from tests.support.human_table import DEALER, HumanTable
from tests.support.random_rounds import UNIT

WHEEL, GUEST = "live-roulette", "guest-abc"


def open_wheel() -> HumanTable:
    table = HumanTable(WHEEL)
    table.house.cage.buy_in(GUEST, 1_000 * UNIT, by="house", id="chips", wall=0)
    return table


def lose_on_red(table: HumanTable) -> None:
    """Ann loses 10, and a guest 40."""
    table.begin(Bet("ann", "red", 10 * UNIT), Bet(GUEST, "red", 40 * UNIT))
    table.all_ok(DEALER, [Call(2)])


def test_floats_are_what_the_books_held_at_the_moment_of_the_snapshot() -> None:
    table = open_wheel()
    lose_on_red(table)
    with table.house.store.snapshot() as reader:
        lose_on_red(table)
        assert table_floats(reader, [WHEEL]) == {WHEEL: Floats(10 * UNIT, 40 * UNIT)}
    with table.house.store.snapshot() as reader:
        assert table_floats(reader, [WHEEL]) == {WHEEL: Floats(20 * UNIT, 80 * UNIT)}


def test_they_are_read_from_a_checkpoint_and_the_entries_after_it() -> None:
    table = open_wheel()
    store = table.house.store
    for _ in range(3):
        lose_on_red(table)
    folded = TableFold(WHEEL, store, PlayStatistics())
    fold(store, WHEEL, on_entry=folded.feed)
    assert folded.keep(store, store.head(WHEEL).epoch)
    lose_on_red(table)
    with store.snapshot() as reader:
        assert reader.checkpoint(WHEEL) is not None
        assert table_floats(reader, [WHEEL]) == {WHEEL: Floats(40 * UNIT, 160 * UNIT)}


def test_a_table_that_never_ran_holds_nothing() -> None:
    with open_wheel().house.store.snapshot() as reader:
        assert table_floats(reader, ["new"]) == {"new": Floats()}
