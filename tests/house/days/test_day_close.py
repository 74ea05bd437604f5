"""A day is closed by two people, once, and what was closed stays as it is."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NoReturn

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.cage.book import CageBook
from croupier.house.clock import HOUR
from croupier.house.days.checking import day_complaints, report_faults, sealed_days
from croupier.house.days.cuts import begins, ends
from croupier.house.days.day_close import DayClose
from croupier.house.days.figures import CheckKind
from croupier.house.days.report import (
    canonical,
    read_report,
    read_sealed_file,
    seal_faults,
    sha256,
)
from croupier.house.house_signature import HouseSignature
from croupier.house.records.office import report as office_report
from croupier.house.records.sheet import day as day_of
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from croupier.ledger import Reason
from croupier.store.errors import UnknownCommit
from croupier.store.memory import MemoryStore
from croupier.store.pages import every_entry
from croupier.store.values import Batch, Write
from croupier.table.cage import CageFact, CashMoved
from croupier.table.invariants import house_complaints
from croupier.table.state import TablePhase
from tests.support.checkpoints import checkpoint_complaints
from tests.support.gaming_days import GamingDays, closed, counted, desk, drafted
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import KEY


@pytest.fixture
def house() -> Iterator[GamingDays]:
    """Two days are over."""
    played = GamingDays(7)
    played.play_a_day(120)
    played.play_a_day(120)
    played.finish()
    yield played
    assert list(house_complaints(played.store)) == []


@pytest.mark.parametrize("seed", range(6))
async def test_random_days_balance_and_join(seed: int) -> None:
    """Whatever was played, filled, cashed and adjusted: both sources say the same, day by day."""
    house = GamingDays(seed)
    days = [house.play_a_day() for _ in range(3)]
    house.finish()
    with desk(house) as (close, _):
        reports = [await closed(close, house.store, day) for day in days]
        with house.store.snapshot() as reader:
            assert list(day_complaints(reader)) == []
            for report in reports:
                assert report.figures.differences == ()
                assert list(report_faults(reader, canonical(report))) == []
    assert sum(report.figures.tables["live-roulette"].rounds for report in reports) > 20
    for before, after in pairwise(reports):
        assert after.previous == sha256(canonical(before))
        assert after.figures.cash.opening == before.closing_cash
        for table, today in after.figures.tables.items():
            yesterday = before.figures.tables[table]
            assert today.money.opening == yesterday.money.closing
            assert today.play_chips.opening == yesterday.play_chips.closing
            money = today.money
            assert money.win == money.closing - money.opening - money.fills + money.credits
    guests = sum(report.figures.tables["live-roulette"].play_chips.drop for report in reports)
    assert guests > 0
    assert reports[0].figures.play_chips == 10_000 * UNIT


@pytest.mark.parametrize("seed", range(2))
async def test_the_office_tells_the_same_of_a_day(seed: int) -> None:
    """By time of day and from its own sums: handle and win of each table, and the cash."""
    house = GamingDays(seed)
    days = [house.play_a_day() for _ in range(2)]
    house.finish()
    book = CageBook()
    for entry in every_entry(house.store, "house/cage"):
        book.apply(msgspec.json.decode(entry.body, type=CageFact), entry.at_ms)
    with desk(house) as (close, _):
        for day in days:
            figures = (await closed(close, house.store, day)).figures
            for guests in (False, True):
                told = office_report(
                    house.indexes().values(),
                    book.till,
                    begins(day),
                    ends(day),
                    lambda _: {},
                    guests=guests,
                )
                for table, played in told.tables.items():
                    purse = (
                        figures.tables[table].play_chips if guests else figures.tables[table].money
                    )
                    assert (purse.drop, purse.win) == (played.handle, played.win)
                if not guests:
                    cash = figures.cash
                    counted_out = (cash.deposits, cash.paid_in, cash.withdrawals, cash.paid_out)
                    assert counted_out == msgspec.structs.astuple(told.cash)
    assert any(entry.void for index in house.live.values() for entry in index.oldest_first())


async def test_a_round_across_midnight_is_waited_for(house: GamingDays) -> None:
    """Its hidden card could be guessed from the hash of the journal."""
    runner = house.runners["rws-blackjack"]
    while runner.table.state.phase is not TablePhase.PLAYING:
        house.bet("rws-blackjack", "ann")
        house.wait("rws-blackjack")
        house.tell("rws-blackjack")
    today = day_of(house.now)
    house.now = ends(today) + HOUR
    with desk(house) as (close, _):
        for hours in (55, 28):
            await closed(close, house.store, day_of(house.now - hours * HOUR))
        with pytest.raises(Refused) as refused:
            drafted(close, house.store, today)
        assert "rws-blackjack is not over" in refused.value.message
        house.finish()
        assert drafted(close, house.store, today)


async def test_books_with_other_days_than_were_sealed_are_told(house: GamingDays) -> None:
    first = day_of(house.now - 30 * HOUR)
    store = house.store
    assert isinstance(store, MemoryStore)
    with desk(house) as (close, _):
        await closed(close, store, first)
        sealed = close.sealed(first)
    entries = store._held.streams["live-roulette"]
    seq = read_report(sealed.report).figures.closing.heads["live-roulette"].entries
    kept, entries[seq - 1] = entries[seq - 1], replace(entries[seq - 1], hash=bytes(32))
    (complaint,) = day_complaints(store)
    assert "live-roulette is not what was cut" in complaint.what
    entries[seq - 1] = kept
    report = read_report(sealed.report)
    alone = replace(report, countersigned=report.counted)
    fact = replace(sealed, report=canonical(alone).decode())
    write = Write(msgspec.json.encode(fact))
    epoch = store.claim("house/days", "somebody")
    store.commit((Batch("house/days", epoch, store.head("house/days").seq, (write,), 1),))
    said = [complaint.what for complaint in day_complaints(store)]
    assert said == [
        f"I18: the report of {first} does not follow",
        f"I18: kim signed {first} alone",
    ]


async def test_every_kind_of_movement_is_met() -> None:
    """So that the days above have tried them."""
    house = GamingDays(2)
    days = [house.play_a_day() for _ in range(3)]
    house.finish()
    with desk(house) as (close, _):
        figures = [(await closed(close, house.store, day)).figures for day in days]
    tables = [table.money for day in figures for table in day.tables.values()]
    assert any(table.fills for table in tables)
    assert any(table.credits for table in tables)
    assert any(day.cash.paid_out for day in figures)
    assert any(day.closing.requests for day in figures)
    assert any(day.closing.rounds for day in figures)
    assert any(day.adjustments for day in figures)


async def test_a_ledger_that_was_tampered_with_is_found(house: GamingDays) -> None:
    """A balance, or what the bank took of a round: the other source tells."""
    store = house.store
    assert isinstance(store, MemoryStore)
    balances = store._held.balances
    first = day_of(house.now - 30 * HOUR)
    with desk(house) as (close, _):
        assert drafted(close, store, first)
        kept = dict(balances)
        for account, kind in (
            ("bank:live-roulette", CheckKind.TABLE_FLOAT),
            ("wallet:ann", CheckKind.BALANCES),
            ("cage", CheckKind.BALANCES),
        ):
            balances[account] += 5
            found = drafted(close, store, first).figures.differences
            assert kind in {check.kind for check in found}
            assert CheckKind.ALL_ACCOUNTS in {check.kind for check in found}
            balances.update(kept)
        posted = store._held.posted["live-roulette"]
        at = next(n for n, one in enumerate(posted) if one.transfer.reason is Reason.LOSS)
        more = replace(posted[at].transfer, amount=posted[at].transfer.amount + 5)
        right, posted[at] = posted[at], replace(posted[at], transfer=more)
        found = drafted(close, store, first).figures.differences
        assert [check.where for check in found if check.kind is CheckKind.TABLE_WIN] == [
            "live-roulette"
        ]
        posted[at] = right


async def test_two_signatures_are_two_people(house: GamingDays) -> None:
    first = day_of(house.now - 30 * HOUR)
    with desk(house) as (close, _):
        draft = drafted(close, house.store, first)
        amount = draft.expected_cash
        await close.count(draft, counted(amount), "sue", Role.SHIFT, "c1")
        with pytest.raises(Refused) as refused:
            await close.countersign(first, "sue", Role.SHIFT)
        assert refused.value.code is Code.SAME_PERSON
        await close.recount(first, "sue")
        await close.count(draft, counted(amount), "kim", Role.CASHIER, "c2")
        with pytest.raises(Refused) as refused:
            await close.countersign(first, "kay", Role.CASHIER)
        assert refused.value.code is Code.NOT_ALLOWED
        assert close.book.last is None
        assert (await close.countersign(first, "sue", Role.SHIFT)).number == 1


async def test_a_difference_is_told_with_its_reason(house: GamingDays) -> None:
    first = day_of(house.now - 30 * HOUR)
    with desk(house) as (close, _):
        draft = drafted(close, house.store, first)
        short = counted(draft.expected_cash - 5 * UNIT)
        with pytest.raises(Refused) as refused:
            await close.count(draft, short, "kim", Role.CASHIER, "c1")
        assert refused.value.code is Code.BAD_TEXT
        report = await closed(close, house.store, first, off=-5 * UNIT)
        assert report.cash_difference == -5 * UNIT
        assert report.count.note
        # The next day begins with what was there, so a difference is told once.
        second = day_of(house.now - 3 * HOUR)
        assert (await closed(close, house.store, second)).cash_difference == 0


async def test_cash_brought_and_taken_is_part_of_what_is_expected(house: GamingDays) -> None:
    first = day_of(house.now - 30 * HOUR)
    with desk(house) as (close, _):
        draft = drafted(close, house.store, first)
        amount = draft.expected_cash
        count = counted(amount + 300, "change from the bank", brought=500, taken=200)
        await close.count(draft, count, "kim", Role.CASHIER, "c1")
        report = read_report((await close.countersign(first, "sue", Role.SHIFT)).report)
        assert report.cash_difference == 0
        assert report.closing_cash == amount + 300 - report.since_cut


async def test_days_are_closed_in_order_and_only_when_over(house: GamingDays) -> None:
    first, second, today = (day_of(house.now - hours * HOUR) for hours in (30, 3, 0))
    with desk(house) as (close, clock):
        draft = drafted(close, house.store, first)
        await closed(close, house.store, first)
        with pytest.raises(Refused) as refused:
            await close.count(draft, counted(0, "again"), "kim", Role.CASHIER, "again")
        assert refused.value.code is Code.STALE
        await closed(close, house.store, second)
        house.at_the_cage(CashMoved("ann", 100, "kim"))
        clock.wall_ms = house.now
        with pytest.raises(Refused) as refused:
            drafted(close, house.store, today)
        assert "not over" in refused.value.message


async def test_a_closed_day_stays_as_it_is(house: GamingDays) -> None:
    """A late adjustment belongs to the day it is signed on."""
    first, second = (day_of(house.now - hours * HOUR) for hours in (30, 3))
    with desk(house) as (close, _):
        report = await closed(close, house.store, first)
        house.adjust("ann", "live-roulette", 1)
        await closed(close, house.store, second)
        with house.store.snapshot() as reader:
            assert list(report_faults(reader, canonical(report))) == []
            last = close.book.report
            assert last is not None
            heads = last.figures.closing.heads
            assert heads["house/cage"].entries < reader.head("house/cage").seq


async def test_a_tampered_report_is_found(house: GamingDays) -> None:
    first = day_of(house.now - 30 * HOUR)
    with desk(house) as (close, _):
        await closed(close, house.store, first)
        sealed = close.sealed(first)
        whole = close.file(sealed)
        file, report = read_sealed_file(whole)
        assert file.public == HouseSignature(KEY).public.hex()
        assert seal_faults(file, report) == []
        # Laid out anew it is the same; with another figure it is not.
        _, again = read_sealed_file(msgspec.json.format(whole, indent=2))
        assert again == report
        other = whole.replace(b'"closing_cash":', b'"closing_cash":1', 1)
        assert len(seal_faults(*read_sealed_file(other))) == 2
        with house.store.snapshot() as reader:
            assert len(list(report_faults(reader, read_sealed_file(other)[1]))) == 2


async def test_interrupted_at_the_seal_it_is_sealed_once(
    house: GamingDays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signature and the seal are one commit: whoever signs again gets what was sealed."""
    first, store = day_of(house.now - 30 * HOUR), house.store
    with desk(house) as (close, _):
        draft = drafted(close, store, first)
        amount = draft.expected_cash
        await close.count(draft, counted(amount), "kim", Role.CASHIER, "c1")
        commit = store.commit

        def lost(batches: Sequence[Batch]) -> NoReturn:
            monkeypatch.undo()
            commit(batches)
            raise UnknownCommit("the line was cut")

        monkeypatch.setattr(store, "commit", lost)
        sealed = await close.countersign(first, "sue", Role.SHIFT)
        assert await close.countersign(first, "sue", Role.SHIFT) == sealed
    with desk(house) as (again, _):
        assert again.book.last == sealed
        assert again.book.counted is None
    assert len(list(sealed_days(store))) == 1


async def test_what_was_counted_waits_for_its_second_signature(house: GamingDays) -> None:
    first = day_of(house.now - 30 * HOUR)
    with desk(house) as (close, _):
        draft = drafted(close, house.store, first)
        amount = draft.expected_cash
        await close.count(draft, counted(amount), "kim", Role.CASHIER, "c1")
        before = close.book.counted
        await close.count(draft, counted(amount), "kim", Role.CASHIER, "c1")
        assert before
        assert close.book.counted == before
        await close.journal.keep_checkpoint(least=1)
    with desk(house) as (again, _):
        assert again.book.counted == before
        with pytest.raises(Refused):
            await again.count(draft, counted(amount), "kay", Role.CASHIER, "c2")
        await again.countersign(first, "sue", Role.SHIFT)
        await again.journal.keep_checkpoint(least=1)
    assert list(checkpoint_complaints(house.store)) == []
    with desk(house) as (third, _):
        assert isinstance(third, DayClose)
        assert third.sealed(first).number == 1
