"""A ruling about the next card is withdrawn while that card has not come."""

import pytest

from croupier.engine.inputs import Action, Burn, Capacity, Discard, DiscardReason, Misdeal, Place
from croupier.server.projection import staff_view
from croupier.table.commands import (
    HOUSE,
    CallPit,
    ConfirmResult,
    Decide,
    Hold,
    OpenBetting,
    Rule,
    TakeBack,
    WithdrawRuling,
)
from croupier.table.facts import RulingWithdrawn
from croupier.table.rounds import rounds
from tests.support.human_table import (
    ANN,
    DEALER,
    PIT,
    SHIFT,
    HumanTable,
    assert_refolds,
    facts,
    initial,
    scans,
)
from tests.support.shoe_closures import close_shoe

MISDEAL = Misdeal(Capacity.PIT, reconstructed=False)
BURN = Burn(Capacity.PIT, 2)
PLACE = Place(Capacity.PIT, dealer=True)
OVERDRAW = Discard(Capacity.PIT, DiscardReason.OVERDRAW)


def dealt(*, over: bool = False) -> HumanTable:
    """Ann has nineteen against a six; or the dealer has drawn to it and is bust."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    if over:
        table.all_ok(ANN, [Decide(Action.STAND, 1)])
        table.all_ok(DEALER, scans("TD 9C"))
    return table


def waiting(table: HumanTable) -> str:
    return staff_view(table.state, ()).ruling_to_withdraw


@pytest.mark.clause("R30", "LIVE 2.3.5b", "R28")
@pytest.mark.parametrize(("ruling", "name"), [(BURN, "burn"), (PLACE, "place")])
def test_a_withdrawn_ruling_has_never_been(ruling: Place | Burn, name: str) -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(MISDEAL)])
    before = table.state.hash()
    assert waiting(table) == ""
    table.all_ok(PIT, [Rule(ruling)])
    assert table.state.hash() != before
    assert waiting(table) == name
    assert table.reply_code(DEALER, WithdrawRuling()) == "illegal-action"
    table.all_ok(SHIFT, [WithdrawRuling()])
    assert table.state.hash() == before
    assert facts(table)[-1] == RulingWithdrawn("sam", ruling)
    assert table.reply_code(PIT, WithdrawRuling()) == "illegal-action"
    (played,) = rounds(table.house.store, table.game)
    assert played.inputs[-1] == MISDEAL
    assert_refolds(table)


@pytest.mark.clause("R30", "BJ5 5.10.2", "R27")
def test_an_overdraw_ruled_by_mistake_holds_up_no_round() -> None:
    table = dealt(over=True)
    table.all_ok(PIT, [Rule(OVERDRAW)])
    assert table.reply_code(DEALER, OpenBetting()) == "illegal-action"
    assert waiting(table) == "discard:overdraw"
    table.all_ok(PIT, [WithdrawRuling()])
    table.all_ok(DEALER, [OpenBetting()])
    assert_refolds(table)


def test_it_is_withdrawn_before_the_result_is_confirmed() -> None:
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D 9H"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    for command in scans("TD 9C"):
        assert table.reply_code(DEALER, command) == "ok"
    table.all_ok(PIT, [Rule(OVERDRAW)])
    assert table.reply_code(DEALER, ConfirmResult()) == "illegal-action"
    table.all_ok(PIT, [WithdrawRuling()])
    table.all_ok(DEALER, [ConfirmResult()])
    assert_refolds(table)


@pytest.mark.clause("R30")
def test_once_its_card_has_come_a_ruling_stands_until_the_scan_is_taken_back() -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(MISDEAL)])
    before = table.state.hash()
    table.all_ok(PIT, [Rule(PLACE)])
    table.all_ok(DEALER, scans("2S"))
    assert waiting(table) == ""
    assert table.reply_code(PIT, WithdrawRuling()) == "illegal-action"
    table.all_ok(DEALER, [TakeBack()])
    table.all_ok(PIT, [WithdrawRuling()])
    assert table.state.hash() == before
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"
    assert_refolds(table)


def test_a_scan_before_a_ruling_is_not_taken_back() -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(BURN)])
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"
    table.all_ok(PIT, [WithdrawRuling()])
    assert table.reply_code(DEALER, TakeBack()) == "illegal-action"


@pytest.mark.clause("R30")
def test_it_answers_a_call_and_waits_for_a_held_round() -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(BURN)])
    assert table.reply_code(HOUSE, Hold("pia")) == "ok"
    assert table.reply_code(PIT, WithdrawRuling()) == "held"
    assert waiting(table) == ""
    table = dealt()
    table.all_ok(PIT, [Rule(BURN)])
    table.all_ok(DEALER, [CallPit("why are cards burned?")])
    table.all_ok(PIT, [WithdrawRuling()])
    assert table.state.call is None
    assert_refolds(table)


def test_the_closure_of_the_shoe_does_not_count_its_cards() -> None:
    table = dealt()
    table.all_ok(PIT, [Rule(BURN), WithdrawRuling()])
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("TD 9C"))
    closure = close_shoe(table)
    assert (closure.dealt, closure.burned, closure.discarded) == (5, 0, 0)
