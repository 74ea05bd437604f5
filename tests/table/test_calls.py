"""A dealer who calls the pit stops the clock: nothing moves until the pit has answered."""

import pytest

from croupier.engine.inputs import Action, Capacity, Interrupt, Misdeal
from croupier.kit.cards import card
from croupier.table.commands import (
    HOUSE,
    Actor,
    AnswerCall,
    CallPit,
    CloseBetting,
    CloseTable,
    Command,
    Decide,
    LaidBet,
    OpenBetting,
    PlaceBets,
    Rule,
    Scan,
    TakeBack,
    WithdrawCall,
)
from croupier.table.driver import LEAST_LEFT
from croupier.table.facts import CallWithdrawn, PitAnswered, PitCalled
from croupier.table.guide import GuideStep, guide
from croupier.table.state import TablePhase
from tests.support.human_table import (
    ANN,
    BOB,
    DEALER,
    PIT,
    SHIFT,
    STRANGER,
    VOID,
    HumanTable,
    assert_refolds,
    facts,
    initial,
    two_boxes,
)
from tests.support.random_rounds import UNIT

CALL = CallPit("two cards at once")


def called() -> HumanTable:
    table = two_boxes()
    assert table.reply_code(DEALER, CALL) == "ok"
    return table


def left(table: HumanTable) -> int | None:
    """Milliseconds until the table goes on by itself."""
    due = table.house.runners[table.game].due()
    return None if due is None else due.at - table.house.now


@pytest.mark.parametrize("end", [AnswerCall("nothing to rule"), WithdrawCall()])
def test_no_time_runs_until_the_pit_has_answered_and_then_it_runs_on(end: Command) -> None:
    table = two_boxes()
    decision = table.state.config.clocks.decision
    table.house.now += 7_000
    assert table.reply_code(DEALER, CALL) == "ok"
    table.house.now += 10 * decision
    assert left(table) is None
    assert not table.house.runners[table.game].tick(table.house.now, table.house.now)
    assert table.reply_code(DEALER if isinstance(end, WithdrawCall) else PIT, end) == "ok"
    assert left(table) == decision - 7_000
    assert table.reply_code(ANN, Decide(Action.STAND, 1)) == "ok"
    assert_refolds(table)


def test_who_had_hardly_any_time_left_gets_a_little() -> None:
    table = two_boxes()
    table.house.now += table.state.config.clocks.decision - 1
    table.all_ok(DEALER, [CALL])
    table.house.now += 60_000
    table.all_ok(SHIFT, [AnswerCall()])
    assert left(table) == LEAST_LEFT


def test_the_betting_clock_stands_still_too_and_chips_may_still_be_laid() -> None:
    table = HumanTable("live-roulette")
    red = LaidBet("red", 10 * UNIT)
    table.all_ok(DEALER, [OpenBetting()])
    table.all_ok(ANN, [PlaceBets((red,))])
    betting = table.state.config.clocks.betting
    table.house.now += 4_000
    table.all_ok(DEALER, [CALL])
    table.house.now += 10 * betting
    assert left(table) is None
    assert table.reply_code(DEALER, CloseBetting()) == "held"
    table.all_ok(BOB, [PlaceBets((LaidBet("black", 10 * UNIT),))])
    table.all_ok(PIT, [AnswerCall()])
    assert left(table) == betting - 4_000
    assert_refolds(table)


def test_the_first_chip_laid_meanwhile_has_the_whole_clock() -> None:
    table = HumanTable("live-roulette")
    table.all_ok(DEALER, [OpenBetting(), CALL])
    table.house.now += 60_000
    table.all_ok(ANN, [PlaceBets((LaidBet("red", 10 * UNIT),))])
    table.house.now += 60_000
    assert left(table) is None
    table.all_ok(DEALER, [WithdrawCall()])
    assert left(table) == table.state.config.clocks.betting


@pytest.mark.parametrize(
    ("actor", "command"),
    [
        (ANN, Decide(Action.STAND, 1)),
        (BOB, Decide(Action.STAND, 2, early=True)),
        (DEALER, Scan(card("8H"))),
        (DEALER, TakeBack()),
        (PIT, Scan(card("8H"))),
        (HOUSE, Decide(Action.TIMEOUT, 1, player="ann")),
    ],
)
def test_nothing_goes_into_the_round_meanwhile(actor: Actor, command: Command) -> None:
    table = called()
    before = table.state.hash()
    assert table.reply_code(actor, command) == "held"
    assert table.state.hash() == before


@pytest.mark.clause("R30")
@pytest.mark.parametrize("actor", [PIT, SHIFT])
def test_a_ruling_answers_the_call(actor: Actor) -> None:
    table = called()
    assert table.reply_code(actor, Rule(Misdeal(Capacity.PIT, reconstructed=True))) == "ok"
    assert table.state.call is None
    assert PitAnswered(actor.name) in facts(table)
    assert_refolds(table)


def test_a_void_answers_it_and_the_next_round_may_open() -> None:
    table = called()
    table.all_ok(PIT, [VOID])
    assert (table.state.phase, table.state.call) == (TablePhase.IDLE, None)
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert_refolds(table)


def test_who_calls_who_answers_and_who_takes_it_back() -> None:
    table = two_boxes()
    for actor in (ANN, PIT, SHIFT, HOUSE, STRANGER):
        assert table.reply_code(actor, CALL) == "illegal-action"
    assert table.reply_code(PIT, AnswerCall()) == "illegal-action"
    assert table.reply_code(DEALER, WithdrawCall()) == "illegal-action"
    table.all_ok(DEALER, [CALL, CallPit("and a third card")])
    for actor in (ANN, DEALER, HOUSE):
        assert table.reply_code(actor, AnswerCall()) == "illegal-action"
    for actor in (ANN, PIT, STRANGER):
        assert table.reply_code(actor, WithdrawCall()) == "illegal-action"
    table.all_ok(DEALER, [WithdrawCall()])
    assert [one for one in facts(table) if isinstance(one, PitCalled | CallWithdrawn)] == [
        PitCalled("dora", "two cards at once"),
        PitCalled("dora", "and a third card"),
        CallWithdrawn("dora"),
    ]


def test_between_rounds_the_next_one_waits_and_a_closed_table_has_no_call() -> None:
    table = HumanTable("rws-blackjack")
    table.all_ok(DEALER, [CALL])
    assert table.reply_code(DEALER, OpenBetting()) == "held"
    assert guide(table.state).step is GuideStep.WAIT_FOR_PIT
    table.all_ok(PIT, [CloseTable()])
    assert table.state.call is None
    assert table.reply_code(PIT, AnswerCall()) == "illegal-action"
    assert_refolds(table)


def test_the_dealer_is_told_to_wait() -> None:
    told = guide(called().state)
    assert told.step is GuideStep.WAIT_FOR_PIT
    assert "stands still" in told.text
    assert (told.may_take_back, told.rulings) == (False, ())


def test_after_a_restart_the_call_is_open_and_no_clock_runs() -> None:
    table = called()
    runner = table.house.start(table.game, gap=1_000)
    state = runner.table.state
    assert state.call == PitCalled("dora", "two cards at once")
    assert (runner.due(), runner.driver.timer()) == (None, None)
    table.all_ok(PIT, [AnswerCall()])
    assert left(table) == state.config.clocks.decision
    assert state.hash() != table.state.hash()


@pytest.mark.clause("R4")
def test_a_long_gap_is_answered_as_ever() -> None:
    """Nothing is decided, so the round is void; whoever called still waits for an answer."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, [CALL])
    state = table.house.start(table.game, gap=60_000).table.state
    assert state.round is not None
    assert state.round.void
    assert state.phase is TablePhase.IDLE
    assert state.call is not None
    # And so is the shift manager's word that a table cannot go on.
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, [CALL])
    table.all_ok(SHIFT, [Rule(Interrupt(Capacity.HOUSE), reason="the shoe is jammed")])
    assert table.state.round is not None
    assert table.state.round.void
    assert table.state.call is None
