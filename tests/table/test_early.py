"""Decisions said while others act: carried out when the turn comes, or asked for after all."""

import pytest

from croupier.engine.inputs import Action
from croupier.table.commands import Actor, Decide, OpenBetting, TakeBack
from croupier.table.facts import Fed
from croupier.table.state import Early
from tests.support.human_table import (
    ANN,
    BOB,
    CAT,
    DEALER,
    PIT,
    VOID,
    HumanTable,
    assert_refolds,
    deciding_players,
    facts,
    scans,
    two_boxes,
)
from tests.support.random_rounds import UNIT


def test_what_was_said_early_is_done_when_the_turn_comes() -> None:
    table = two_boxes()
    table.all_ok(BOB, [Decide(Action.STAND, 2, early=True)])
    assert_refolds(table)
    assert deciding_players(table) == ["ann"]
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    now = table.house.now
    assert table.house.wait(table.game)
    assert table.house.now == now
    assert deciding_players(table) == []
    assert not table.state.early
    assert Fed in {type(fact) for fact in facts(table)[-1:]}
    assert_refolds(table)


def test_an_early_double_has_its_amount() -> None:
    table = two_boxes()
    purse = table.house.store.balance("wallet:bob")
    table.all_ok(BOB, [Decide(Action.DOUBLE, 2, 30 * UNIT, early=True)])
    assert table.house.store.balance("wallet:bob") == purse
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.house.wait(table.game)
    assert table.house.store.balance("wallet:bob") == purse - 30 * UNIT


@pytest.mark.parametrize("action", [Action.SPLIT, Action.DOUBLE])
def test_what_cannot_be_done_when_the_turn_comes_is_asked_after_all(action: Action) -> None:
    """Ten and eight are no pair; and bob has not the money to double."""
    table = two_boxes()
    table.house.cage.cash_out("bob", 9_850 * UNIT, by="cashier", id="out", wall=0)
    table.all_ok(BOB, [Decide(action, 2, early=True)])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    now = table.house.now
    assert table.house.wait(table.game)
    assert table.house.now == now
    assert not table.state.early
    assert deciding_players(table) == ["bob"]
    assert table.house.store.balance("wallet:bob") == 50 * UNIT
    due = table.house.runners[table.game].due()
    assert due is not None
    assert due.at == now + table.state.config.clocks.decision
    table.all_ok(BOB, [Decide(Action.STAND, 2)])
    assert_refolds(table)


def test_what_was_said_early_can_be_unsaid_and_said_anew() -> None:
    table = two_boxes()
    table.all_ok(BOB, [Decide(Action.HIT, 2, early=True), Decide(Action.STAND, 2, early=True)])
    assert table.state.early == {("bob", 2): Early(Action.STAND)}
    table.all_ok(BOB, [Decide(box=2, early=True)])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    assert deciding_players(table) == ["bob"]
    due = table.house.runners[table.game].due()
    assert due is not None
    assert due.at > table.house.now
    assert table.reply_code(BOB, Decide(box=2, early=True)) == "illegal-action"


def test_what_was_said_to_a_misread_card_is_forgotten_with_it() -> None:
    """Bob would stand on eighteen; the eight was a three."""
    table = two_boxes()
    table.all_ok(BOB, [Decide(Action.STAND, 2, early=True)])
    table.all_ok(DEALER, [TakeBack(), *scans("3C")])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    assert deciding_players(table) == ["bob"]
    assert not table.state.early
    assert_refolds(table)


def test_what_was_said_early_does_not_outlive_the_round() -> None:
    table = two_boxes()
    table.all_ok(BOB, [Decide(Action.STAND, 2, early=True)])
    table.all_ok(PIT, [VOID])
    assert not table.state.early
    assert_refolds(table)


def test_a_players_own_decision_takes_the_place_of_the_early_one() -> None:
    """Bob is faster than the table."""
    table = two_boxes()
    table.all_ok(BOB, [Decide(Action.HIT, 2, early=True)])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(BOB, [Decide(Action.STAND, 2)])
    assert not table.state.early
    assert_refolds(table)


@pytest.mark.parametrize(
    ("actor", "command", "code"),
    [
        (ANN, Decide(Action.STAND, 2, early=True), "not-your-turn"),
        (CAT, Decide(Action.STAND, 2, early=True), "not-your-turn"),
        (BOB, Decide(Action.STAND, 5, early=True), "not-your-turn"),
        (BOB, Decide(Action.SURRENDER, 2, early=True), "illegal-action"),
        (BOB, Decide(Action.TIMEOUT, 2, early=True), "illegal-action"),
        (ANN, Decide(Action.STAND, 1, early=True), "illegal-action"),
        (DEALER, Decide(Action.STAND, 2, early=True), "illegal-action"),
    ],
)
def test_who_may_say_what_early(actor: Actor, command: Decide, code: str) -> None:
    table = two_boxes()
    assert table.reply_code(actor, command) == code
    assert not table.state.early


def test_nothing_is_said_early_between_rounds() -> None:
    table = HumanTable("rws-blackjack")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert table.reply_code(ANN, Decide(Action.STAND, 1, early=True)) == "illegal-action"
