"""What everyone at a table sees of it."""

import pytest
from msgspec.structs import replace

from croupier.engine.layout import Bet, Limits
from croupier.server.projection import board, result_of, table_view
from croupier.wire.views import LastResult
from tests.support.human_table import DEALER, HumanTable, scans
from tests.support.random_rounds import UNIT


def coup(table: HumanTable) -> LastResult:
    table.begin(Bet("ann", "player", 100 * UNIT))
    table.all_ok(DEALER, scans("9S 2D KS KD"))
    result = result_of(table.state)
    assert result is not None
    return result


def test_a_shoe_changed_by_hand_begins_new_roads() -> None:
    table = HumanTable("rws-knockout-baccarat")
    results = [coup(table), coup(table)]
    assert board(table.state, results) == (results[-1],)


SIDES_FROM_5, SIDES_FROM_50 = (Limits(25_00, 500_00, side_min=least) for least in (5_00, 50_00))


@pytest.mark.clause("R3a", "R8", "BJ5 5.2")
@pytest.mark.parametrize(
    ("game", "limits", "smallest"),
    [
        ("live-roulette", Limits(25_00, 500_00), 25_00),
        ("live-baccarat", Limits(25_00, 500_00), 25_00),
        ("rws-knockout-baccarat", Limits(25_00, 500_00), UNIT),
        ("rws-knockout-baccarat", SIDES_FROM_5, 5_00),
        ("rws-knockout-baccarat", SIDES_FROM_50, 25_00),
        ("live-blackjack", Limits(25_00, 500_00), 25_00),
        ("rws-blackjack", SIDES_FROM_5, UNIT),
    ],
)
def test_the_smallest_bet_anywhere_on_the_layout(game: str, limits: Limits, smallest: int) -> None:
    table = HumanTable(game)
    table.state.config = replace(table.state.config, limits=limits)
    assert table_view(table.state, None, (), standstill=None).smallest_bet == smallest
