"""What the pit is shown of a table, from the table's state alone."""

import pytest

from croupier.engine.layout import Bet
from croupier.server.projection import staff_view
from croupier.table.commands import CallPit, ChangeDealer, ConfirmResult
from tests.support.human_table import DEALER, PIT, HumanTable, scans
from tests.support.random_rounds import UNIT


@pytest.mark.clause("R31")
@pytest.mark.parametrize("called", [False, True])
def test_the_pit_may_take_the_last_scan_back_while_no_dealer_is_on_duty(called: bool) -> None:
    table = HumanTable("rws-knockout-baccarat")
    table.begin(Bet("ann", "player", 100 * UNIT))
    assert not staff_view(table.state, ()).may_take_back
    for command in scans("9S 2D KS KD"):
        assert table.reply_code(DEALER, command) == "ok"
    if called:
        assert table.reply_code(DEALER, CallPit("is that right?")) == "ok"
    else:
        assert table.reply_code(PIT, ChangeDealer(None)) == "ok"
    assert staff_view(table.state, ()).may_take_back
    if not called:
        assert table.reply_code(PIT, ConfirmResult()) == "ok"
        assert not staff_view(table.state, ()).may_take_back
