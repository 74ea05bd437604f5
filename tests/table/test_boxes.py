"""Knockout baccarat: each player bets in a marked box, and there are as many as the layout has."""

import pytest

from croupier.engine.layout import Bet
from croupier.house.records import round_file
from croupier.kit.errors import Refused
from croupier.table.commands import (
    CloseBetting,
    LaidBet,
    LeaveSeat,
    OpenBetting,
    PlaceBets,
    Reconfigure,
    TakeSeat,
)
from croupier.table.config import TableConfig
from croupier.table.facts import BetsPlaced, SeatTaken
from croupier.table.rounds import rounds
from tests.support.human_table import (
    ANN,
    BOB,
    CAT,
    DEALER,
    PIT,
    HumanTable,
    assert_refolds,
    facts,
    scans,
)
from tests.support.notation import play_file
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player

KNOCKOUT = "rws-knockout-baccarat"
CHIP = PlaceBets((LaidBet("player", 10 * UNIT),))


def knockout() -> HumanTable:
    table = HumanTable(KNOCKOUT)
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    return table


def crowd(table: HumanTable, count: int) -> list[str]:
    """So many strangers come with money, and bet: what each is told."""
    told = []
    for n in range(count):
        name = f"p{n}"
        table.house.cage.buy_in(name, 100 * UNIT, by="cashier", id=name, wall=0)
        told.append(table.reply_code(player(name), CHIP))
    return told


@pytest.mark.clause("NKB 2.1.2")
def test_a_box_is_taken_like_a_seat_and_is_one_players() -> None:
    table = knockout()
    table.all_ok(ANN, [TakeSeat(4)])
    assert table.reply_code(ANN, TakeSeat(5)) == "illegal-bet"
    assert table.reply_code(BOB, TakeSeat(4)) == "illegal-bet"
    for none in (0, 7):
        assert table.reply_code(BOB, TakeSeat(none)) == "illegal-bet"
    table.all_ok(ANN, [CHIP])
    assert table.state.seats == {4: "ann"}
    assert_refolds(table)


@pytest.mark.clause("NKB 2.1.2")
def test_who_bets_without_a_box_is_given_the_first_that_is_free() -> None:
    table = knockout()
    table.all_ok(ANN, [TakeSeat(1)])
    table.all_ok(BOB, [CHIP])
    table.all_ok(CAT, [CHIP])
    assert table.state.seats == {1: "ann", 2: "bob", 3: "cat"}
    assert facts(table)[-2:] == [
        SeatTaken("cat", 3),
        BetsPlaced("cat", (Bet("cat", "player", 10 * UNIT),)),
    ]
    table.all_ok(BOB, [CHIP])  # and keeps it
    assert table.state.seats[2] == "bob"
    assert_refolds(table)


@pytest.mark.clause("NKB 2.1.2", "NKB A", "NKB B")
def test_as_many_bet_as_the_layout_has_boxes() -> None:
    table = knockout()
    assert crowd(table, 7) == ["ok"] * 6 + ["illegal-bet"]
    assert table.house.store.balance("wallet:p6") == 100 * UNIT
    reply = table.house.ask(KNOCKOUT, player("p6"), CHIP)
    assert (reply.message, reply.clause) == (
        "all 6 boxes are taken: wait until one is free",
        "NKB 2.1.2",
    )
    with pytest.raises(Refused):
        TableConfig("t", KNOCKOUT, {"boxes": 7}).check()
    table.all_ok(DEALER, [CloseBetting(), *scans("9S 2D KH 5C"), OpenBetting()])
    assert_refolds(table)


@pytest.mark.clause("NKB 2.1.2", "NKB B")
def test_the_smaller_layout_has_five() -> None:
    table = HumanTable(KNOCKOUT)
    table.all_ok(PIT, [Reconfigure(settings={"boxes": 5})])
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert crowd(table, 6) == ["ok"] * 5 + ["illegal-bet"]


@pytest.mark.clause("NKB 2.1.2")
def test_nobody_leaves_a_box_in_which_their_chips_lie() -> None:
    table = knockout()
    table.all_ok(ANN, [CHIP])
    assert table.reply_code(ANN, LeaveSeat(1)) == "illegal-bet"
    table.all_ok(ANN, [PlaceBets(()), LeaveSeat(1)])
    assert table.state.seats == {}
    table.all_ok(ANN, [CHIP])
    table.all_ok(DEALER, [CloseBetting()])
    assert table.reply_code(ANN, LeaveSeat(1)) == "illegal-bet"


def test_a_box_that_was_not_paid_for_is_free_again() -> None:
    table = knockout()
    assert table.reply_code(player("poor"), CHIP) == "short-of-funds"
    assert table.state.seats == {}
    table.all_ok(ANN, [CHIP])
    assert table.state.seats == {1: "ann"}
    assert_refolds(table)


def test_the_round_file_knows_no_box_of_a_bet() -> None:
    table = knockout()
    table.all_ok(ANN, [CHIP])
    table.all_ok(DEALER, [CloseBetting(), *scans("9S 2D KH 5C")])
    (played,) = rounds(table.house.store, KNOCKOUT)
    file = round_file(played)
    assert file["bets"] == [{"player": "ann", "bet": "player", "amount": "10"}]
    assert play_file(file).lines == played.lines


def test_around_other_layouts_anybody_bets() -> None:
    table = HumanTable("live-baccarat")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert table.reply_code(ANN, TakeSeat(1)) == "illegal-bet"
    assert crowd(table, 9) == ["ok"] * 9
    assert table.state.seats == {}
