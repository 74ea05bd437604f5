"""Statements: every cent of a period, and nothing a spreadsheet would run."""

import csv
from itertools import pairwise

import msgspec
import pytest

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.house.records import statement, statement_csv
from croupier.house.records.sheet import Amount, iso, sheet
from croupier.kit.money import parse_amount
from croupier.ledger import wallet
from croupier.store.memory import MemoryStore
from croupier.store.values import Batch, Write
from croupier.table.cage import STREAM, Adjusted, cage_moves
from croupier.table.commands import Rule
from tests.support.cage import Cage
from tests.support.evening import FOREVER, Evening
from tests.support.human_table import DEALER, PIT, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import PLAYERS

DAY = 86_400_000


def read_csv(lines: list[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(lines))


def test_a_statement_goes_from_balance_to_balance(evenings: list[Evening]) -> None:
    store = evenings[0].store
    for name in PLAYERS:
        rows = read_csv(list(statement_csv(store, name, 0, 2**40)))
        balance = parse_amount(rows[0]["balance"])
        assert (rows[0]["what"], balance) == ("opening balance", 0)
        for row in rows[1:-1]:
            balance += parse_amount(row["in"] or "0") - parse_amount(row["out"] or "0")
            assert parse_amount(row["balance"]) == balance
            assert bool(row["in"]) is not bool(row["out"])
        assert rows[-1]["what"] == "closing balance"
        assert parse_amount(rows[-1]["balance"]) == balance == store.balance(wallet(name))
        assert rows[1] | {"time": ""} == {
            "time": "",
            "what": "deposit",
            "table": "",
            "round": "",
            "in": "10000",
            "out": "",
            "balance": "10000",
        }
        kinds = {row["what"] for row in rows[1:-1]}
        assert kinds == {"deposit", "stake", "returned", "payout", "adjustment"}
        assert all(row["table"] and row["round"] for row in rows[2:-1])


def test_periods_that_follow_each_other_join(evenings: list[Evening]) -> None:
    evening = evenings[1]
    for name in PLAYERS:
        whole = list(statement(evening.store, name, 0, FOREVER))
        cuts = [0, *sorted({row.at_ms for row in whole[2:-1]})[10::20], FOREVER]
        joined = []
        balance = 0
        for since, until in pairwise(cuts):
            first, *rows, last = statement(evening.store, name, since, until)
            assert first.balance == balance
            assert all(since <= row.at_ms < until for row in rows)
            balance = last.balance
            joined += rows
        assert joined == whole[1:-1]
        assert len(cuts) > 5


def test_a_clock_set_back_breaks_no_balance() -> None:
    store = MemoryStore()
    cage = Cage(store, "test")
    for id, (amount, wall) in enumerate([(500, DAY), (300, 3 * DAY), (70, 2 * DAY), (1, 3 * DAY)]):
        cage.buy_in("ann", amount, by="cashier", id=str(id), wall=wall)
    cage.cash_out("ann", 9, by="cashier", id="out", wall=4 * DAY)
    days = [list(statement(store, "ann", day * DAY, (day + 1) * DAY)) for day in range(1, 5)]
    assert [[row.balance for row in rows] for rows in days] == [
        [0, 500, 500],
        [500, 570, 570],
        [570, 870, 871, 871],
        [871, 862, 862],
    ]
    assert (days[3][1].what, days[3][1].paid, days[3][1].received) == ("withdrawal", 9, 0)


def test_the_closing_balance_is_of_the_last_day() -> None:
    """The first and the last day are asked for, and nothing is dated on the day after."""
    opening, closing = statement(MemoryStore(), "zoe", DAY, 3 * DAY)
    assert (iso(opening.at_ms)[:10], iso(closing.at_ms)[:10]) == ("1970-01-02", "1970-01-03")


@pytest.mark.clause("R31")
def test_a_round_that_was_void_after_payment_has_its_reversal() -> None:
    table = HumanTable("rws-knockout-baccarat")
    table.begin(Bet("ann", "player", 100 * UNIT))
    table.all_ok(DEALER, scans("9S 2D KS KD"))
    void = Rule(Void(Capacity.PIT, VoidReason.WRONG_COUNT), countersigned="sam")
    table.all_ok(PIT, [void])
    rows = list(statement(table.house.store, "ann", 0, FOREVER))
    assert [(row.what, row.received, row.paid, row.round) for row in rows[2:-1]] == [
        ("stake", 0, 100 * UNIT, 1),
        ("returned", 100 * UNIT, 0, 1),
        ("payout", 100 * UNIT, 0, 1),
        ("reversal", 0, 100 * UNIT, 1),
    ]


def test_somebody_who_never_was_here_has_an_empty_statement() -> None:
    assert [row.balance for row in statement(MemoryStore(), "zoe", 0, DAY)] == [0, 0]


def test_times_are_utc_to_the_millisecond() -> None:
    assert iso(1_800_000_000_007) == "2027-01-15T08:00:00.007Z"
    assert iso(0) == "1970-01-01T00:00:00.000Z"


def test_a_cause_that_is_no_round_names_none() -> None:
    store = MemoryStore()
    Cage(store, "test").buy_in("ann", 500, by="=1+1", id="1", wall=0)
    fact = Adjusted("ann", 5, '=HYPERLINK("http://x")', 1, "because", "sam", "sue")
    write = Write(msgspec.json.encode(fact), cage_moves(fact))
    store.commit((Batch(STREAM, 1, 1, (write,), 5),))
    rows = read_csv(list(statement_csv(store, "ann", 0, DAY)))
    assert [(row["table"], row["round"]) for row in rows[1:3]] == [("", ""), ("", "")]
    assert rows[2]["what"] == "adjustment"


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_begins_a_formula(begin: str) -> None:
    (line,) = sheet([(f"{begin}1+1", "plain, quoted", Amount("-12.5"))])
    ((cell, plain, amount),) = csv.reader([line.replace("\r", "·").replace("\n1", "·1")])
    assert cell[0] == "'"
    assert (plain, amount) == ("plain, quoted", "-12.5")
