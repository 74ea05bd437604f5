"""After a void for its cards a person's shoe is done with: a fresh one, then the next round."""

import pytest

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.table.commands import OpenBetting, Rule
from croupier.table.guide import GuideStep, guide
from tests.support.human_table import DEALER, PIT, HumanTable, assert_refolds, initial, scans
from tests.support.random_rounds import UNIT


def voided(game: str, reason: VoidReason) -> HumanTable:
    table = HumanTable(game)
    on_player = Bet("ann", "player", 100 * UNIT)
    table.begin(on_player if "baccarat" in game else initial("ann", 1))
    table.all_ok(DEALER, scans("TS 6D"))
    table.all_ok(PIT, [Rule(Void(Capacity.PIT, reason))])
    return table


@pytest.mark.clause("R26")
@pytest.mark.parametrize(
    "reason",
    [
        VoidReason.UNSHUFFLED,
        VoidReason.FOREIGN_CARD,
        VoidReason.SHORT_SHOE,
        VoidReason.EXCESS_CARDS,
        VoidReason.OUT_OF_CARDS,
    ],
)
@pytest.mark.parametrize("game", ["rws-blackjack", "rws-knockout-baccarat"])
def test_the_next_round_waits_for_a_fresh_shoe(game: str, reason: VoidReason) -> None:
    table = voided(game, reason)
    told = guide(table.state)
    assert (told.step, told.then) == (GuideStep.PAY_AND_COLLECT, GuideStep.MAKE_SHOE)
    assert "void for its cards" in told.text
    assert told.checklist
    assert table.reply_code(DEALER, OpenBetting()) == "illegal-action"
    assert table.why(OpenBetting()).startswith("there is no shoe")
    table.all_ok(DEALER, [*table.shoe(), OpenBetting()])
    assert_refolds(table)


def test_a_coup_dealt_with_a_wrong_number_of_cards_says_nothing_about_the_shoe() -> None:
    table = voided("rws-knockout-baccarat", VoidReason.WRONG_COUNT)
    assert guide(table.state).then is GuideStep.OPEN_BETTING
    table.all_ok(DEALER, [OpenBetting()])
    assert_refolds(table)
