"""A round that the pit may void stands still: nothing goes into it and no clock runs out."""

import pytest

from croupier.engine.inputs import Action, Capacity, Interrupt, Misdeal
from croupier.kit.cards import card
from croupier.table.commands import (
    HOUSE,
    Command,
    Decide,
    Hold,
    Release,
    Rule,
    Scan,
    TakeBack,
)
from croupier.table.facts import Held, Released
from croupier.table.guide import GuideStep, guide
from croupier.table.recovery import fold
from croupier.table.state import TablePhase
from tests.support.human_table import (
    ANN,
    BOB,
    DEALER,
    PIT,
    SHIFT,
    VOID,
    HumanTable,
    assert_refolds,
    facts,
    two_boxes,
)

HOLD = Hold("pia")


def held() -> HumanTable:
    table = two_boxes()
    assert table.reply_code(HOUSE, HOLD) == "ok"
    return table


@pytest.mark.parametrize(
    ("actor", "command"),
    [
        (ANN, Decide(Action.STAND, 1)),
        (BOB, Decide(Action.STAND, 2, early=True)),
        (DEALER, Scan(card("8H"))),
        (DEALER, TakeBack()),
        (PIT, Rule(Misdeal(Capacity.PIT, reconstructed=True))),
        (HOUSE, Decide(Action.TIMEOUT, 1, player="ann")),
    ],
)
def test_nothing_goes_into_a_held_round(actor: object, command: Command) -> None:
    table = held()
    before = table.state.hash()
    assert table.reply_code(actor, command) == "held"  # type: ignore[arg-type]
    assert table.state.hash() == before


def test_no_clock_runs_out_and_then_it_begins_anew() -> None:
    table = two_boxes()
    runner, decision = table.house.runners[table.game], table.state.config.clocks.decision
    table.house.now += decision - 1
    assert table.reply_code(HOUSE, HOLD) == "ok"
    assert (runner.due(), runner.driver.timer()) == (None, None)
    table.house.now += 10 * decision
    assert not runner.tick(table.house.now, table.house.now)
    assert table.reply_code(HOUSE, Release()) == "ok"
    due = runner.due()
    assert due is not None
    assert due.at == table.house.now + decision
    assert table.reply_code(ANN, Decide(Action.STAND, 1)) == "ok"
    assert [fact for fact in facts(table) if isinstance(fact, Held | Released)] == [
        Held("pia"),
        Released(),
    ]
    assert_refolds(table)


def test_the_dealer_is_told_to_wait_and_for_whom() -> None:
    table = held()
    told = guide(table.state)
    assert told.step is GuideStep.WAIT_FOR_PIT
    assert "pia" in told.text
    assert (told.may_take_back, told.rulings) == (False, ())


def test_a_void_ends_it() -> None:
    table = held()
    assert table.reply_code(PIT, VOID) == "ok"
    assert (table.state.phase, table.state.held) == (TablePhase.IDLE, None)
    assert table.reply_code(HOUSE, Release()) == "illegal-action"
    assert_refolds(table)


def test_only_the_house_holds_and_only_a_round() -> None:
    table = held()
    for actor in (ANN, DEALER, PIT, SHIFT):
        assert table.reply_code(actor, Release()) == "illegal-action"
        assert table.reply_code(actor, HOLD) == "illegal-action"
    assert table.reply_code(HOUSE, HOLD) == "illegal-action"
    assert table.reply_code(PIT, VOID) == "ok"
    assert table.reply_code(HOUSE, HOLD) == "illegal-action"


def test_a_held_round_is_held_after_a_restart() -> None:
    table = held()
    state, _, _ = fold(table.house.store, table.game)
    assert state.held == "pia"
    # What R4 says of a long gap is heard all the same.
    assert table.reply_code(HOUSE, Rule(Interrupt(Capacity.HOUSE))) == "ok"
    assert table.state.round is not None
    assert (table.state.held is None) is table.state.round.over
    assert_refolds(table)
