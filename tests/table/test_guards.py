"""Stakes that somebody says no to: bets behind that let go of the seat, and the house's guard."""

import json
from collections.abc import Sequence

import pytest

from croupier import roundfile
from croupier.engine.inputs import Action, FollowingEnded
from croupier.engine.layout import Bet
from croupier.store.errors import StoreFailed, UnknownCommit
from croupier.store.memory import MemoryStore
from croupier.store.values import Batch, Result
from croupier.table.commands import ChooseFollow, Decide, TakeSeat
from croupier.table.facts import Fed
from croupier.table.guard import Guard
from croupier.table.rounds import rounds
from croupier.table.table import Request
from tests.support.human_table import (
    ANN,
    BOB,
    CAT,
    DEALER,
    HumanTable,
    Watchman,
    answer,
    assert_refolds,
    facts,
    initial,
    red,
    scans,
    set_guard,
    watched,
)
from tests.support.random_rounds import UNIT

# Bets behind that let go ---------------------------------------------------------------------


def behind(deal: str, guard: Guard | None = None) -> HumanTable:
    """Ann sits with 100; cat has 50 behind her and follows."""
    table = HumanTable("live-blackjack")
    if guard is not None:
        set_guard(table, guard)
    table.all_ok(ANN, [TakeSeat(1)])
    table.all_ok(CAT, [ChooseFollow(True)])
    table.begin(initial("ann", 1), Bet("cat", "behind", 50 * UNIT, 1))
    table.all_ok(DEALER, scans(deal))
    return table


def let_go(table: HumanTable) -> list[str]:
    inputs = [fact.input for fact in facts(table) if isinstance(fact, Fed)]
    return [one.player for one in inputs if isinstance(one, FollowingEnded)]


DOUBLE, SPLIT = ("6S 5D 5H TC", Action.DOUBLE), ("8S 5D 8H TC", Action.SPLIT)


@pytest.mark.clause("R19")
@pytest.mark.parametrize(("deal", "action"), [DOUBLE, SPLIT])
def test_a_bet_behind_that_cannot_pay_lets_go_and_the_seat_goes_on(
    deal: str, action: Action
) -> None:
    table = behind(deal)
    table.house.cage.cash_out("cat", 9_910 * UNIT, by="cashier", id="out", wall=0)
    purse = table.house.store.balance("wallet:ann")
    assert answer(table, ANN, Decide(action, 1)).ok
    assert let_go(table) == ["cat"]
    assert table.house.store.balance("wallet:ann") == purse - 100 * UNIT
    assert table.house.store.balance("wallet:cat") == 40 * UNIT
    assert_refolds(table)


@pytest.mark.parametrize(("deal", "action"), [DOUBLE, SPLIT])
def test_a_bet_behind_that_can_pay_follows(deal: str, action: Action) -> None:
    table = behind(deal)
    purse = table.house.store.balance("wallet:cat")
    assert answer(table, ANN, Decide(action, 1)).ok
    assert let_go(table) == []
    assert table.house.store.balance("wallet:cat") == purse - 50 * UNIT


def test_a_follower_lets_go_of_an_early_double_too() -> None:
    table = HumanTable("live-blackjack")
    table.all_ok(ANN, [TakeSeat(1)])
    table.all_ok(BOB, [TakeSeat(2)])
    table.all_ok(CAT, [ChooseFollow(True)])
    table.begin(initial("ann", 1), initial("bob", 2), Bet("cat", "behind", 50 * UNIT, 2))
    table.house.cage.cash_out("cat", 9_950 * UNIT, by="cashier", id="out", wall=0)
    table.all_ok(DEALER, scans("TS 6S 5D TH 5H TC"))
    table.all_ok(BOB, [Decide(Action.DOUBLE, 2, early=True)])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    purse = table.house.store.balance("wallet:bob")
    table.house.wait(table.game)
    assert let_go(table) == ["cat"]
    assert table.house.store.balance("wallet:bob") == purse - 100 * UNIT
    assert_refolds(table)


def test_the_seat_that_cannot_pay_is_refused_and_nobody_lets_go() -> None:
    table = behind(DOUBLE[0])
    table.house.cage.cash_out("ann", 9_850 * UNIT, by="cashier", id="out", wall=0)
    assert answer(table, ANN, Decide(Action.DOUBLE, 1)).code == "short-of-funds"
    assert let_go(table) == []


def test_a_follower_who_cannot_pay_for_what_they_ask_themselves_follows_on() -> None:
    table = behind("6S AD 5H TC")
    table.house.cage.cash_out("cat", 9_950 * UNIT, by="cashier", id="out", wall=0)
    assert answer(table, CAT, Decide(Action.INSURE, 1, 25 * UNIT)).code == "short-of-funds"
    assert let_go(table) == []


@pytest.mark.parametrize(("deal", "action"), [DOUBLE, SPLIT])
def test_a_round_somebody_let_go_in_settles_the_same_from_its_file(
    deal: str, action: Action
) -> None:
    table = behind(deal)
    table.house.cage.cash_out("cat", 9_950 * UNIT, by="cashier", id="out", wall=0)
    assert answer(table, ANN, Decide(action, 1)).ok
    table.all_ok(DEALER, scans("TH" if action is Action.DOUBLE else "TS"))
    if action is Action.SPLIT:
        table.all_ok(ANN, [Decide(Action.STAND, 1)])
        table.all_ok(DEALER, scans("9S"))
        table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("2C"))
    (played,) = rounds(table.house.store, table.game)
    assert played.over
    file = roundfile.write(
        played.config.game,
        played.bets,
        played.inputs,
        settings=played.config.settings,
        limits=played.config.limits,
        seats=played.seats,
    )
    again = roundfile.play(roundfile.read(json.dumps(file)))
    assert again.round.lines == played.lines


# Guards --------------------------------------------------------------------------------------


class Failing(MemoryStore):
    """Fails the next commit, before or after it is made."""

    fault = ""

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        fault, self.fault = self.fault, ""
        if fault == "refused":
            raise StoreFailed("the disk is full")
        results = super().commit(batches) if fault != "cut before" else ()
        if fault:
            raise UnknownCommit("the line went dead")
        return results


def test_a_guards_no_is_told_in_its_own_words() -> None:
    table, guard = watched()
    guard.refused = {"ann"}
    reply = table.house.ask(table.game, ANN, red(10))
    assert (reply.code, reply.message) == ("loss-limit", "ann has lost enough today")
    assert table.state.layout.empty
    assert guard.balanced
    table.all_ok(BOB, [red(10)])
    assert guard.staked == {"bob": 10 * UNIT}


def test_what_is_reserved_is_moved_or_released() -> None:
    table, guard = watched()
    assert table.reply_code(ANN, red(501)) == "limit"
    assert guard.asked == []
    assert table.reply_code(ANN, red(20)) == "ok"
    assert (guard.balanced, guard.staked["ann"]) == (True, 20 * UNIT)
    table.house.cage.cash_out("bob", 9_990 * UNIT, by="cashier", id="out", wall=0)
    assert table.reply_code(BOB, red(20)) == "short-of-funds"
    assert guard.balanced
    # Less on the layout needs nobody's leave, more only for the difference.
    assert table.reply_code(ANN, red(5)) == "ok"
    assert guard.asked == ["ann", "bob"]
    assert table.reply_code(ANN, red(25)) == "ok"
    assert (guard.balanced, guard.staked["ann"]) == (True, 40 * UNIT)


def test_a_command_said_again_reserves_nothing_for_good() -> None:
    table, guard = watched()
    house = table.house
    assert house.ask(table.game, ANN, red(20), id="once").ok
    assert house.ask(table.game, ANN, red(5), id="less").ok
    assert house.ask(table.game, ANN, red(20), id="once").ok
    assert guard.asked == ["ann", "ann"]
    assert (guard.balanced, guard.staked["ann"]) == (True, 20 * UNIT)
    assert [bet.amount for bet in table.state.layout.bets] == [5 * UNIT]


def test_one_player_of_a_batch_who_is_short_is_released_alone() -> None:
    table, guard = watched()
    table.house.cage.cash_out("bob", 9_990 * UNIT, by="cashier", id="out", wall=0)
    requests = [Request(who, red(20), f"b-{who.name}") for who in (ANN, BOB, CAT)]
    replies = table.house.runners[table.game].submit(requests, 0, 0)
    assert [reply.ok for _, reply in replies] == [True, False, True]
    assert guard.balanced
    assert guard.staked == {"ann": 20 * UNIT, "cat": 20 * UNIT}


@pytest.mark.parametrize(("fault", "kept"), [("refused", 0), ("cut before", 20), ("cut after", 20)])
def test_what_a_failing_store_keeps_is_moved_and_the_rest_released(fault: str, kept: int) -> None:
    store = Failing()
    table, guard = watched(store)
    store.fault = fault
    assert table.reply_code(ANN, red(20)) == ("ok" if kept else "not-stored")
    assert (guard.balanced, guard.staked["ann"]) == (True, kept * UNIT)
    assert_refolds(table)


@pytest.mark.parametrize(("deal", "action"), [DOUBLE, SPLIT])
def test_a_follower_whom_the_guard_refuses_lets_go(deal: str, action: Action) -> None:
    guard = Watchman()
    table = behind(deal, guard)
    guard.refused = {"cat"}
    assert answer(table, ANN, Decide(action, 1)).ok
    assert let_go(table) == ["cat"]
    assert guard.balanced
    assert guard.staked == {"ann": 200 * UNIT, "cat": 50 * UNIT}
    assert_refolds(table)


def test_the_seat_whom_the_guard_refuses_cannot_double_and_may_stand() -> None:
    guard = Watchman()
    table = behind(DOUBLE[0], guard)
    guard.refused = {"ann"}
    assert answer(table, ANN, Decide(Action.DOUBLE, 1)).code == "loss-limit"
    assert let_go(table) == []
    assert guard.balanced
    assert answer(table, ANN, Decide(Action.STAND, 1)).ok


def test_a_repeated_bet_in_a_commit_that_was_cut_moves_no_chips() -> None:
    """Its first time was long ago, and other chips lie there since: nothing of it is in this
    commit, whatever else is."""
    store = Failing()
    table, guard = watched(store)
    house = table.house
    assert house.ask(table.game, ANN, red(20), id="once").ok
    assert house.ask(table.game, ANN, red(5), id="less").ok
    store.fault = "cut after"
    requests = [Request(ANN, red(20), "once"), Request(BOB, red(10), "new")]
    replies = house.runners[table.game].submit(requests, 0, 0)
    assert [reply.ok for _, reply in replies] == [True, True]
    laid = {bet.player: bet.amount for bet in table.state.layout.bets}
    assert laid == {"ann": 5 * UNIT, "bob": 10 * UNIT}
    assert (guard.balanced, guard.staked) == (True, {"ann": 20 * UNIT, "bob": 10 * UNIT})
    assert_refolds(table)


def test_an_id_used_for_something_else_is_refused_though_its_commit_was_cut() -> None:
    store = Failing()
    table, _ = watched(store)
    house = table.house
    assert house.ask(table.game, ANN, red(20), id="once").ok
    store.fault = "cut after"
    requests = [Request(ANN, red(30), "once"), Request(BOB, red(10), "new")]
    replies = house.runners[table.game].submit(requests, 0, 0)
    assert [reply.code for _, reply in replies] == ["other-command", ""]
    assert_refolds(table)
