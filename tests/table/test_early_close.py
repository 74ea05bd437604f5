"""Betting closes before its time once everyone at the table has finished (R33)."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from croupier.engine.layout import Limits
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    HOUSE,
    Actor,
    ChooseFollow,
    Command,
    EndSession,
    FinishBetting,
    LaidBet,
    LeaveSeat,
    OpenBetting,
    PlaceBets,
    Reconfigure,
    ReturnBets,
    TakeSeat,
)
from croupier.table.config import MIN_BETTING, Clocks, TableConfig
from croupier.table.invariants import house_complaints
from croupier.table.recovery import fold
from croupier.table.runner import Runner
from croupier.table.state import TablePhase, TableState
from croupier.table.table import Request
from tests.support.human_table import (
    ANN,
    BOB,
    CAT,
    DEALER,
    PIT,
    HumanTable,
    assert_refolds,
    place_initial,
    red,
)
from tests.support.random_rounds import UNIT
from tests.support.rws import both
from tests.support.virtual_house import QUICK_SHUFFLE, VirtualHouse

BOXES, WHEEL = "rws-blackjack", "live-roulette"
DONE, NOT_DONE = FinishBetting(), FinishBetting(done=False)
DEAL_NOW = FinishBetting(alone=True)


class EarlyTable:
    """A table dealt by the house, open for betting."""

    def __init__(self, game: str = BOXES, **config: object) -> None:
        self.game = game
        self.house = VirtualHouse(MemoryStore())
        limits = Limits(5 * UNIT, 500 * UNIT)
        base = TableConfig(game, game, {}, limits, shuffle=QUICK_SHUFFLE)
        self.house.configs[game] = replace(base, **config)
        self.house.start(game)
        self.house.wait_for_betting(game)

    @property
    def runner(self) -> Runner:
        return self.house.runners[self.game]

    @property
    def state(self) -> TableState:
        return self.runner.table.state

    def phase(self) -> TablePhase:
        return self.state.phase

    def ok(self, actor: Actor, *commands: Command) -> None:
        for command in commands:
            reply = self.house.ask(self.game, actor, command)
            assert reply.ok, (command, reply)

    def refused(self, actor: Actor, command: Command) -> str:
        reply = self.house.ask(self.game, actor, command)
        assert not reply.ok
        return reply.code

    def closes_in(self) -> int:
        due = self.runner.due()
        assert due is not None
        return due.at - self.house.now

    def pass_time(self, milliseconds: int) -> None:
        self.house.now += milliseconds
        self.runner.tick(self.house.now, self.house.now)

    def assert_refolds(self) -> None:
        state, _, _ = fold(self.house.store, self.game)
        assert state.hash() == self.state.hash()
        assert list(house_complaints(self.house.store)) == []


def two_at_boxes() -> EarlyTable:
    """Ann has bet on box 1 and has finished; bob sits at box 2."""
    table = EarlyTable()
    table.ok(ANN, TakeSeat(1), place_initial(1))
    table.ok(BOB, TakeSeat(2))
    table.ok(ANN, DONE)
    return table


@pytest.mark.clause("LIVE 3.2", "R3", "R33")
def test_betting_closes_when_everyone_has_finished() -> None:
    table = two_at_boxes()
    assert table.closes_in() == Clocks().betting
    table.ok(BOB, place_initial(2))
    assert table.closes_in() == Clocks().betting
    table.ok(BOB, DONE)
    assert table.closes_in() == MIN_BETTING
    table.pass_time(MIN_BETTING - 1)
    assert table.phase() is TablePhase.BETTING
    table.pass_time(1)
    assert table.phase() is TablePhase.PLAYING
    table.assert_refolds()


def test_it_closes_at_once_when_the_minimum_time_is_over() -> None:
    table = two_at_boxes()
    table.pass_time(MIN_BETTING + 1_000)
    table.ok(BOB, DONE)
    assert table.closes_in() <= 0
    table.pass_time(0)
    assert {bet.player for bet in table.state.layout.bets} == {"ann"}
    assert table.phase() is TablePhase.PLAYING


@pytest.mark.clause("R33")
def test_who_sits_without_a_bet_is_waited_for_until_the_time_is_over() -> None:
    table = two_at_boxes()
    table.pass_time(Clocks().betting - 1)
    assert table.phase() is TablePhase.BETTING
    table.pass_time(1)
    assert table.phase() is TablePhase.PLAYING


@pytest.mark.clause("R33")
def test_nothing_closes_while_nobody_has_bet() -> None:
    table = EarlyTable()
    table.ok(ANN, TakeSeat(1), DONE)
    assert table.runner.due() is None
    table.ok(BOB, TakeSeat(2), place_initial(2), DONE)
    assert table.closes_in() == MIN_BETTING


def test_who_neither_sits_nor_has_bet_is_not_waited_for() -> None:
    table = EarlyTable(WHEEL)
    table.ok(ANN, red(10), DONE)
    assert table.closes_in() == MIN_BETTING
    assert table.refused(BOB, DONE) == "illegal-action"


@pytest.mark.parametrize(
    ("actor", "changes"),
    [
        (ANN, [place_initial(1, 200)]),
        (ANN, [PlaceBets(())]),
        (ANN, [NOT_DONE]),
        (BOB, [place_initial(2, 50)]),
        (CAT, [TakeSeat(3)]),
        (CAT, [place_initial(3)]),
    ],
)
def test_a_change_of_bets_or_a_newcomer_is_waited_for(
    actor: Actor, changes: Sequence[Command]
) -> None:
    """Whatever comes first: the finish of the others, or the change."""
    table = two_at_boxes()
    table.ok(BOB, place_initial(2), DONE)
    assert table.closes_in() == MIN_BETTING
    table.ok(actor, *changes)
    assert table.closes_in() == Clocks().betting
    table.ok(actor, DONE)
    assert table.closes_in() == MIN_BETTING
    table.assert_refolds()


def test_a_player_whose_bet_gives_way_is_asked_again() -> None:
    table = EarlyTable()
    table.ok(ANN, TakeSeat(1))
    table.ok(BOB, place_initial(1, 400), DONE)
    table.ok(ANN, place_initial(1, 300), DONE)
    assert table.state.layout.amount("bob", "initial", 1) == 200 * UNIT
    assert table.state.finished_betting == {"ann"}
    table.assert_refolds()


def test_an_answer_about_following_keeps_what_was_finished() -> None:
    table = EarlyTable("live-blackjack")
    table.ok(ANN, TakeSeat(1), place_initial(1), DONE)
    table.ok(BOB, PlaceBets((LaidBet("behind", 10 * UNIT, 1),)), DONE, ChooseFollow(True))
    assert table.closes_in() == MIN_BETTING


def test_who_leaves_is_not_waited_for() -> None:
    table = two_at_boxes()
    table.ok(BOB, LeaveSeat(2))
    assert table.closes_in() == MIN_BETTING


def test_nor_is_who_has_left_the_house() -> None:
    table = two_at_boxes()
    table.ok(HOUSE, EndSession("bob"))
    assert table.closes_in() == MIN_BETTING
    table.assert_refolds()


def test_chips_of_who_has_left_are_waited_for() -> None:
    table = two_at_boxes()
    table.ok(BOB, place_initial(2), LeaveSeat(2))
    assert table.closes_in() == Clocks().betting


def test_everyone_is_asked_again_in_the_next_round_and_after_an_interruption() -> None:
    table = two_at_boxes()
    table.ok(HOUSE, ReturnBets())
    assert not table.state.finished_betting
    table.ok(ANN, place_initial(1), DONE)
    table.ok(BOB, DONE)
    table.pass_time(MIN_BETTING)
    number = table.state.round_number
    while table.state.round_number == number:
        assert table.house.wait(table.game)
    assert not table.state.finished_betting
    table.assert_refolds()


def test_who_comes_back_to_a_restarted_table_has_still_finished() -> None:
    table = two_at_boxes()
    table.ok(BOB, DONE)
    table.house.start(table.game, gap=1_000)
    assert table.state.finished_betting == {"ann", "bob"}
    assert table.closes_in() == MIN_BETTING


@pytest.mark.clause("BJ5 5.2", "BJP 5.2", "R33")
@both
def test_a_box_under_its_minimum_has_the_whole_time(game: str) -> None:
    table = EarlyTable(game)
    table.ok(ANN, place_initial(1, 5))
    table.ok(BOB, place_initial(1, 2), DONE)
    table.ok(ANN, PlaceBets(()))
    assert table.closes_in() == Clocks().betting
    table.ok(BOB, DEAL_NOW)
    assert table.phase() is TablePhase.BETTING
    table.ok(BOB, place_initial(1, 5), DONE)
    assert table.closes_in() == MIN_BETTING


@pytest.mark.clause("R33")
def test_a_player_who_is_alone_deals_now() -> None:
    table = EarlyTable()
    assert table.refused(ANN, DEAL_NOW) == "illegal-action"
    table.ok(ANN, TakeSeat(1), place_initial(1), DEAL_NOW)
    assert table.phase() is TablePhase.PLAYING
    assert table.refused(ANN, place_initial(1, 200)) == "illegal-action"
    table.assert_refolds()


def test_not_without_a_bet() -> None:
    table = EarlyTable()
    table.ok(ANN, TakeSeat(1), DEAL_NOW)
    assert table.phase() is TablePhase.BETTING


@pytest.mark.parametrize("other", [TakeSeat(2), place_initial(2)])
def test_nor_when_somebody_else_has_come_first(other: Command) -> None:
    """Both are on their way at once: what reaches the table first counts."""
    table = EarlyTable()
    table.ok(ANN, TakeSeat(1), place_initial(1))
    requests = [Request(BOB, other, "b"), Request(ANN, DEAL_NOW, "a")]
    replies = table.runner.submit(requests, 0, 0)
    assert [reply.ok for _, reply in replies] == [True, True]
    assert table.phase() is TablePhase.BETTING
    assert table.closes_in() > MIN_BETTING
    table.assert_refolds()


def test_a_bet_that_comes_after_the_deal_is_refused() -> None:
    table = EarlyTable(WHEEL)
    table.ok(ANN, red(10))
    number = table.state.round_number
    requests = [Request(ANN, DEAL_NOW, "a", number), Request(BOB, red(10), "b", number)]
    replies = {one.id: reply for one, reply in table.runner.submit(requests, 0, 0)}
    assert replies["a"].ok
    assert replies["b"].code == "illegal-action"
    table.assert_refolds()


def test_a_bet_that_cannot_be_paid_leaves_finished_what_was() -> None:
    table = EarlyTable(WHEEL)
    table.ok(ANN, red(10), DONE)
    bets = tuple(LaidBet(f"straight:{pocket}", 500 * UNIT) for pocket in range(37))
    assert table.refused(ANN, PlaceBets(bets)) == "short-of-funds"
    assert table.state.finished_betting == {"ann"}
    table.assert_refolds()


@pytest.mark.clause("R33")
def test_the_house_sets_the_minimum_time() -> None:
    table = EarlyTable(WHEEL, clocks=Clocks(min_betting=0))
    table.ok(ANN, red(10), DONE)
    assert table.closes_in() == 0
    long = EarlyTable(WHEEL, clocks=Clocks(betting=2_000, min_betting=5_000))
    long.ok(ANN, red(10), DONE)
    assert long.closes_in() == 2_000


@pytest.mark.clause("R33")
def test_it_may_be_switched_off_where_the_house_deals() -> None:
    table = EarlyTable(WHEEL, early_close=False)
    table.ok(ANN, red(10))
    assert table.refused(ANN, DONE) == table.refused(ANN, DEAL_NOW) == "illegal-action"


@pytest.mark.clause("R33")
def test_where_a_dealer_calls_players_close_nothing() -> None:
    table = HumanTable(WHEEL)
    table.all_ok(DEALER, [OpenBetting()])
    table.all_ok(ANN, [red(10)])
    assert table.reply_code(ANN, DONE) == "illegal-action"


def test_unless_the_house_sets_it_so_and_then_nobody_deals_alone() -> None:
    table = HumanTable(WHEEL)
    table.all_ok(PIT, [Reconfigure(early_close=True)])
    table.all_ok(DEALER, [OpenBetting()])
    table.all_ok(ANN, [red(10), DEAL_NOW])
    assert table.phase() is TablePhase.BETTING
    assert table.house.wait(WHEEL)
    assert table.house.now == MIN_BETTING
    assert table.phase() is TablePhase.PLAYING
    assert_refolds(table)
