"""Seats at the table itself: who may be made to give one up, and when."""

import pytest
from msgspec.structs import replace

from croupier.kit.errors import Refused
from croupier.table.commands import (
    HOUSE,
    CloseBetting,
    EndSession,
    OpenBetting,
    Reconfigure,
    TakeSeat,
)
from croupier.table.config import TableConfig
from croupier.table.facts import Freed, SeatLeft
from tests.support.human_table import (
    ANN,
    BOB,
    DEALER,
    PIT,
    HumanTable,
    assert_refolds,
    facts,
    initial,
    place_initial,
    scans,
)


def freed(table: HumanTable) -> list[SeatLeft]:
    return [fact for fact in facts(table) if isinstance(fact, SeatLeft)]


def round_of_bob(table: HumanTable) -> None:
    """Bob's blackjack against a five: three cards, and nobody is asked anything."""
    table.begin(initial("bob", 2))
    table.all_ok(DEALER, scans("AS 5D KS"))


def seated(sit_out: int = 3) -> HumanTable:
    table = HumanTable("rws-blackjack")
    table.all_ok(PIT, [Reconfigure(sit_out=sit_out)])
    assert table.reply_code(ANN, TakeSeat(1)) == "ok"
    assert table.reply_code(BOB, TakeSeat(2)) == "ok"
    return table


def test_a_seat_without_a_bet_is_free_after_as_many_rounds_as_the_table_says() -> None:
    table = seated()
    for played in range(3):
        assert table.state.sat_out == {1: played, 2: 0}
        round_of_bob(table)
    assert table.state.seats == {1: "ann", 2: "bob"}  # until the next one is called
    table.all_ok(DEALER, [OpenBetting()])
    assert table.state.seats == {2: "bob"}
    assert freed(table) == [SeatLeft("ann", 1, Freed.SAT_OUT)]
    assert table.reply_code(ANN, TakeSeat(1)) == "ok"
    assert table.state.sat_out == {1: 0, 2: 0}
    assert_refolds(table)


def test_any_bet_of_the_player_begins_the_count_anew() -> None:
    table = seated()
    round_of_bob(table)
    round_of_bob(table)
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    for who, box in ((ANN, 1), (BOB, 2)):
        assert table.reply_code(who, place_initial(box)) == "ok"
    assert table.state.sat_out == {1: 2, 2: 0}
    table.all_ok(DEALER, [CloseBetting()])
    assert table.state.sat_out == {1: 0, 2: 0}


def test_a_table_that_says_so_keeps_every_seat() -> None:
    table = seated(sit_out=0)
    for _ in range(12):
        round_of_bob(table)
    table.all_ok(DEALER, [OpenBetting()])
    assert table.state.seats == {1: "ann", 2: "bob"}
    assert table.state.sat_out[1] == 12


def test_ten_rounds_unless_it_is_said() -> None:
    assert TableConfig("t", "rws-blackjack").sit_out == 10
    with pytest.raises(Refused, match="rounds to sit out"):
        replace(TableConfig("t", "rws-blackjack"), sit_out=-1).check()


def test_who_has_left_gives_the_seat_up_once_no_chips_lie_there() -> None:
    table = seated()
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert table.reply_code(BOB, place_initial(2)) == "ok"
    assert table.reply_code(HOUSE, EndSession("bob")) == "illegal-action"
    assert table.reply_code(HOUSE, EndSession("ann")) == "ok"
    table.all_ok(DEALER, [CloseBetting()])
    assert table.reply_code(HOUSE, EndSession("bob")) == "illegal-action"
    table.all_ok(DEALER, scans("AS 5D KS"))
    assert table.reply_code(HOUSE, EndSession("bob")) == "ok"
    assert freed(table) == [SeatLeft("ann", 1, Freed.AWAY), SeatLeft("bob", 2, Freed.AWAY)]
    assert_refolds(table)
