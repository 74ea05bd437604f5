"""A round that is settled before midnight, and found to be void on the day after."""

import pytest

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.house.clock import DAY, HOUR, MINUTE
from croupier.house.days.checking import day_complaints, report_faults
from croupier.house.days.figures import Purse
from croupier.house.days.report import canonical
from croupier.house.records import TableIndex, rounds_of
from croupier.house.records.office import report as office_report
from croupier.house.records.till import Till
from croupier.table.commands import Rule
from tests.support.gaming_days import closed, desk_at
from tests.support.human_table import DEALER, PIT, HumanTable, scans
from tests.support.random_rounds import UNIT

PUNTO = "rws-knockout-baccarat"
LATE_VOID = Rule(Void(Capacity.PIT, VoidReason.WRONG_COUNT), countersigned="sam")
FIRST, SECOND = "1970-01-01", "1970-01-02"


def settled_before_midnight(bet: str) -> HumanTable:
    """The player's side has a natural nine, the banker two."""
    table = HumanTable(PUNTO)
    table.house.now = DAY - 10 * MINUTE
    table.begin(Bet("ann", bet, 100 * UNIT))
    table.all_ok(DEALER, scans("9S 2D KS KD"))
    return table


def declared_next_morning(table: HumanTable) -> None:
    table.house.now = DAY + 8 * HOUR
    table.all_ok(PIT, [LATE_VOID])


@pytest.mark.clause("R31", "R24")
@pytest.mark.parametrize("first_day_is_closed", [True, False])
@pytest.mark.parametrize(("bet", "win"), [("player", -100), ("banker", 100)])
async def test_the_settlement_and_its_reversal_are_each_in_the_books_of_their_day(
    bet: str, win: int, first_day_is_closed: bool
) -> None:
    table = settled_before_midnight(bet)
    store = table.house.store
    with desk_at(store, DAY + HOUR) as (close, clock):
        if not first_day_is_closed:
            declared_next_morning(table)
        reports = [await closed(close, store, FIRST)]
        if first_day_is_closed:
            declared_next_morning(table)
        clock.wall_ms = 2 * DAY + HOUR
        reports.append(await closed(close, store, SECOND))
        with store.snapshot() as reader:
            assert list(day_complaints(reader)) == []
            for report in reports:
                assert report.figures.differences == ()
                assert list(report_faults(reader, canonical(report))) == []
    days = [report.figures.tables[PUNTO] for report in reports]
    assert [(day.rounds, day.voids) for day in days] == [(1, 0), (0, 1)]
    assert [day.money for day in days] == [
        Purse(0, 100 * UNIT, win * UNIT),
        Purse(win * UNIT, -100 * UNIT, -win * UNIT),
    ]
    for n, day in enumerate(days):
        told = office_report(
            [TableIndex.of(store, PUNTO)], Till(), n * DAY, (n + 1) * DAY, lambda _: {}
        ).total
        assert (told.rounds, told.voids) == (day.rounds, day.voids)
        assert (told.handle, told.win) == (day.money.drop, day.money.win)


@pytest.mark.clause("R31", "R24")
@pytest.mark.parametrize("bet", ["player", "banker"])
def test_its_player_is_told_of_one_round_that_came_to_nothing(bet: str) -> None:
    table = settled_before_midnight(bet)
    declared_next_morning(table)
    store = table.house.store
    (own,) = rounds_of(store, {PUNTO: TableIndex.of(store, PUNTO)}, "ann").rounds
    assert (own.staked, own.returned, own.void) == (100 * UNIT, 100 * UNIT, True)
    assert own.at_ms == DAY - 10 * MINUTE
