"""Adjustments, cash, and guests: what is the house's money in its figures, and what is not."""

from croupier.engine.inputs import Action
from croupier.engine.layout import Bet
from croupier.house.records import OfficeReport, TableIndex, report
from croupier.house.records.till import Takings, Till
from croupier.table.cage import Adjusted, CashMoved
from croupier.table.commands import Call, Decide
from tests.house.records.test_office import known
from tests.support.evening import FOREVER, Evening
from tests.support.human_table import DEALER, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player

WHEEL, DAY = "live-roulette", 86_400_000
GUEST = "guest-abc"


def fund(table: HumanTable) -> None:
    table.house.cage.buy_in(GUEST, 1_000 * UNIT, by="house", id="chips", wall=0)


def _spun(*bets: Bet, pocket: int = 2) -> HumanTable:
    """Black 2, on the first day."""
    table = HumanTable(WHEEL)
    fund(table)
    table.begin(*bets)
    table.all_ok(DEALER, [Call(pocket)])
    return table


def _told(table: HumanTable, till: Till, *, guests: bool = False) -> OfficeReport:
    index = TableIndex.of(table.house.store, WHEEL)
    return report([index], till, 0, FOREVER, known, guests=guests)


def _adjusted(player: str, amount: int) -> Adjusted:
    return Adjusted(player, amount, WHEEL, 1, "miscalled", "pia", "sam")


def test_an_adjustment_is_taken_from_the_win_where_its_round_counts() -> None:
    table, till = _spun(Bet("ann", "red", 10 * UNIT)), Till()
    till.feed(_adjusted("ann", 700), DAY + 5)
    till.feed(_adjusted("ann", -200), DAY + 6)
    told = _told(table, till)
    for one in (told.total, told.tables[WHEEL], told.games[WHEEL], told.dealers["dora"]):
        assert (one.win, one.adjusted, one.win_after) == (10 * UNIT, 500, 10 * UNIT - 500)
    played, signed = told.days["1970-01-01"], told.days["1970-01-02"]
    assert (played.rounds, played.win_after) == (1, 10 * UNIT)
    assert (signed.rounds, signed.win_after) == (0, -500)


def test_every_adjustment_of_an_evening_is_in_the_total(evenings: list[Evening]) -> None:
    for evening in evenings:
        till = Till()
        for fact in evening.adjusted:
            till.feed(fact, evening.now)
        told = report(evening.indexes().values(), till, 0, FOREVER, known)
        assert evening.adjusted
        assert told.total.adjusted == sum(fact.amount for fact in evening.adjusted)
        for part in (told.tables, told.games, told.dealers, told.days):
            assert sum(one.adjusted for one in part.values()) == told.total.adjusted


def test_cash_is_counted_by_the_day_and_by_the_cashier() -> None:
    till = Till()
    for at, amount, by in ((0, 500, "cai"), (1, -200, "cai"), (2, 30, "col"), (DAY, 7, "cai")):
        till.feed(CashMoved("ann", amount, by), at)
    told = report((), till, 0, FOREVER, known)
    assert told.cash == Takings(3, 537, 1, 200)
    assert told.cash_days == {
        "1970-01-01": Takings(2, 530, 1, 200),
        "1970-01-02": Takings(1, 7),
    }
    assert till.cash(0, DAY, "cai") == Takings(1, 500, 1, 200)
    assert report((), till, 1, DAY, known).cash == Takings(1, 30, 1, 200)


def test_play_chips_are_neither_win_nor_cash() -> None:
    table, till = _spun(Bet("ann", "red", 10 * UNIT), Bet(GUEST, "black", 40 * UNIT)), Till()
    till.feed(CashMoved(GUEST, 1_000_00, "house"), 1)
    till.feed(_adjusted(GUEST, 300), 2)
    told = _told(table, till)
    assert (told.total.handle, told.total.win, told.total.adjusted) == (10 * UNIT, 10 * UNIT, 0)
    assert told.total.expected == round(10 * UNIT / 37)
    assert told.cash == Takings()
    guests = _told(table, till, guests=True)
    assert (guests.total.handle, guests.total.win) == (40 * UNIT, -40 * UNIT)
    assert (guests.total.adjusted, guests.cash) == (300, Takings())


def test_a_round_of_guests_alone_is_no_round_of_the_players() -> None:
    table = _spun(Bet(GUEST, "black", 40 * UNIT))
    assert _told(table, Till()).total.rounds == 0
    assert _told(table, Till(), guests=True).total.rounds == 1
    assert _told(_spun(Bet("ann", "red", 10 * UNIT)), Till(), guests=True).total.rounds == 0


def test_what_guests_put_down_first_is_not_the_players() -> None:
    table = HumanTable("rws-blackjack")
    fund(table)
    table.begin(Bet("ann", "initial", 10 * UNIT, 1), Bet(GUEST, "initial", 50 * UNIT, 2))
    table.all_ok(DEALER, scans("TH 5D TS 9D 6C"))
    table.all_ok(player("ann"), [Decide(Action.STAND, 1)])
    table.all_ok(player(GUEST), [Decide(Action.DOUBLE, 2)])
    table.all_ok(DEALER, scans("TC 7D"))
    entry = TableIndex.of(table.house.store, "rws-blackjack").rounds[1]
    assert (entry.players.handle, entry.players.first) == ({"initial": 10 * UNIT},) * 2
    assert entry.guests.handle == {"initial": 100 * UNIT}
    assert entry.guests.first == {"initial": 50 * UNIT}
