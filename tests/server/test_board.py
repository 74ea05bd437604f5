"""The last results beside a table."""

from croupier.games.layout import Bet
from croupier.server.projection import board, result_of
from croupier.wire.views import LastResult
from tests.support.human_table import DEALER, HumanTable, scans
from tests.support.random_rounds import UNIT

BACCARAT = "rws-knockout-baccarat"


def coup(table: HumanTable) -> LastResult:
    table.begin(Bet("ann", "player", 100 * UNIT))
    table.all_ok(DEALER, scans("9S 2D KS KD"))
    result = result_of(table.state)
    assert result is not None
    return result


def test_a_shoe_changed_by_hand_begins_new_roads() -> None:
    table = HumanTable(BACCARAT)
    results = [coup(table), coup(table)]
    assert board(table.state, results) == (results[-1],)
