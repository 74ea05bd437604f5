"""A house closed and opened again begins where it stopped, whatever happened before."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.client.station import Station
from croupier.client.witness.folder import WitnessFolder
from croupier.house.approvals.facts import Program
from croupier.house.clock import DAY, RealClock
from croupier.house.closures.accounting import ShoeSpan, ShoeTerms, account_for
from croupier.house.closures.certificate import certified
from croupier.house.days.facts import CageCount, CashCount
from croupier.house.floor.facts import AlertKind
from croupier.house.house_books import HOUSE_BOOKS
from croupier.house.incidents.facts import Cause
from croupier.house.protection.limits import Kind
from croupier.house.protection.windows import Window
from croupier.house.records.sheet import day as day_of
from croupier.house.roles import Role
from croupier.server.house import House
from croupier.store import Entry, Store, open_store
from croupier.store.memory import MemoryStore
from croupier.store.sqlite import SqliteStore
from croupier.store.tail import tail_fault
from croupier.tlog.notes import parse_note
from tests.support.checkpoints import checkpoint_complaints
from tests.support.live_house import CHEAP, KEY, SETTINGS, LiveHouse, serving
from tests.support.live_play import bet, join_as, no_more_bets, play_out, untimed

BOXES, WHEEL = "rws-blackjack", "live-roulette"
TABLES = [
    replace(config, clocks=replace(config.clocks, pause=100))
    for config in (untimed(WHEEL), untimed(BOXES))
]


@pytest.fixture
async def books(tmp_path: Path) -> str:
    """Of a house in which something of every kind has happened."""
    url = f"sqlite:{tmp_path / 'house.db'}"
    async with serving(TABLES, url) as house:
        ann, bob = await join_as(house, WHEEL, "ann"), await join_as(house, BOXES, "bob")
        guest = await house.guest()
        await guest.join(WHEEL)
        for _ in range(2):
            await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
            await bet(ann, WHEEL, ("red", 10_00))
            await bet(guest, WHEEL, ("black", 5_00))
            await no_more_bets(house, WHEEL, ann)
            await play_out(house, WHEEL, ann)
        await bet(bob, BOXES, ("initial", 20_00, 1))
        await no_more_bets(house, BOXES, bob)
        await play_out(house, BOXES, bob)
        await house.staff(Role.PIT)
        parts = house.house
        await parts.protection.set_limit("ann", Kind.LOSS, Window.DAY, 500_00, "a limit")
        await parts.protection.take_break("bob", 2)
        await parts.cage.withdraw("ann", 3_00, "cashier", "out")
        await parts.cage.adjust(
            "ann", 7_00, WHEEL, 1, reason="miscount", by="sam", countersigned="sue", id="fix"
        )
        await parts.floor.raise_alert(AlertKind.SHOE, WHEEL, "look", "dora")
        await parts.floor.open_dispute("ann", WHEEL, 1, "that was not red")
        await parts.floor.mute("bob", 5, "pia", "shouting")
        await parts.floor.rule(WHEEL, 1, "it stands as it is", "pia", "ruling")
        # A table's checkpoint is made as its betting opens.
        await ann.until(lambda: ann.tables[WHEEL].phase == "betting")
        await bob.until(lambda: bob.tables[BOXES].phase == "betting")
        await write_into_each(house, WitnessFolder(tmp_path / "witness"))
    return url


async def write_into_each(house: LiveHouse, witness: WitnessFolder) -> None:
    """Journals that play alone leaves empty: incidents, certificates, approvals, stations, a closed
    day, and the log with a cosignature."""
    parts = house.house
    number = await parts.incidents.open_incident(
        Cause.WHEEL, WHEEL, 1, None, "the wheel was not level", "pia", id="one"
    )
    await parts.incidents.change_rounds(number, 1, 2, "only these", "pia")
    terms = ShoeTerms.of(house.house.rooms[BOXES].state.config)
    with parts.store.snapshot() as reader:
        closure = account_for(reader, terms, ShoeSpan(1, 1, reader.head(BOXES).seq))
    await parts.closures.record(certified(closure, parts.signature))
    program = Program(parts.approvals.program.root, "test")
    await parts.approvals.approve(await parts.approvals.propose(program, "sue", "one"), "ida")
    other = replace(program, version="another")
    await parts.approvals.propose(other, "sue", "two")
    for device in ("console", "scanner"):
        station = await Station.register(await house.staff(Role.DEALER), device)
    await parts.stations.revoke(station.id, "pia")
    clock = Tomorrow()
    parts.day_close._clock = clock
    day = day_of(clock.wall() - DAY)
    with parts.store.snapshot() as reader:
        draft = parts.day_close.draft(reader, day)
    counted = CageCount((CashCount("drawer", 1),), note="it is only for a test")
    await parts.day_close.count(draft, counted, "carl", Role.CASHIER, "one")
    await parts.day_close.countersign(day, "sue", Role.SHIFT)
    await parts.log.publish()
    witness.make("club.example/witness")
    parts.log.witnesses[witness.own_key.name] = witness.own_key
    await parts.log.cosign(witness.keep(parse_note(parts.log.checkpoint()), 1_700_000_000).encoded)


class Tomorrow(RealClock):
    def wall(self) -> int:
        return super().wall() + DAY


class Counting(SqliteStore):
    """How much of the journals is read."""

    read = 0

    def entries(self, stream: str, after: int = 0, limit: int = 1_000) -> tuple[Entry, ...]:
        found = super().entries(stream, after, limit)
        self.read += len(found) * (limit > 1)
        return found


def opened(store: Store) -> House:
    house = House(store, key=KEY, settings=SETTINGS, hasher=CHEAP)
    house.open(TABLES)
    return house


def known(house: House) -> Iterator[object]:
    """All that the house has folded, and what it answers from rows."""
    for journal in house.journals:
        yield journal.seq
        yield journal._fold.save()
    yield list(house.closures.newest_first())
    yield list(house.day_close.book.newest_first())
    yield house.log.checkpoint()
    till = house.cage.till
    yield list(till.counted(0, 2**62))
    yield list(till.adjusted(0, 2**62))
    yield house.cage.adjustments(WHEEL, 1)
    for table, live in house.live_tables.tables.items():
        yield live.state.hash()
        yield dict(live.fold.index.rounds)
        yield list(house.rooms[table].results)
        yield list(house.rooms[table].done)
        yield house.live_tables.statistics.of(table)


async def test_verify_knows_every_journal_of_a_house() -> None:
    house = opened(MemoryStore())
    assert sorted(journal.stream for journal in house.journals) == sorted(HOUSE_BOOKS)
    house.committer.close()


async def test_it_opens_from_checkpoints_as_from_the_first_entry(books: str) -> None:
    path = Path(books.removeprefix("sqlite:"))
    with closing(Counting(path)) as store:
        entries = sum(store.head(stream).seq for stream in store.streams())
        for table in (WHEEL, BOXES):
            tail_fault(store, table)  # is looked at in any case
        store.read = -store.read
        house = opened(store)
        read, from_checkpoints = store.read, list(known(house))
        house.committer.close()
        for stream in store.streams():
            store.discard(stream)
        store.read = 0
        house = opened(store)
        assert store.read > entries
        assert read < entries / 4
        assert list(known(house)) == from_checkpoints
        house.committer.close()


async def test_verify_sees_a_checkpoint_that_says_something_else(books: str) -> None:
    with closing(open_store(books)) as store:
        assert list(checkpoint_complaints(store)) == []
        assert isinstance(store, SqliteStore)
        for stream in (*HOUSE_BOOKS, WHEEL):
            checkpoint = store.checkpoint(stream)
            assert checkpoint is not None
            epoch = store.head(stream).epoch
            body = msgspec.msgpack.decode(checkpoint.body)
            for field in body:
                wrong = body | {field: _other(body[field])}
                kept = replace(checkpoint, body=msgspec.msgpack.encode(wrong))
                assert store.keep(kept, epoch, ())
                complaints = [complaint.where for complaint in checkpoint_complaints(store)]
                assert complaints == [f"{stream} {checkpoint.seq}"] * (wrong != body)
            assert store.keep(checkpoint, epoch, ())
        assert list(checkpoint_complaints(store)) == []


def _other(value: object) -> object:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict() if value:
            # A fact's kind is known without it, where there can be no other.
            key = next(key for key in value if key != "fact")
            return {other: value[other] for other in value if other != key}
        case list() if value:
            return value[1:]
        case _:
            return value


async def test_verify_sees_a_row_that_is_gone(books: str) -> None:
    with closing(open_store(books)) as store:
        assert isinstance(store, SqliteStore)
        store._db.execute("DELETE FROM indexed WHERE kind = 'round' AND number = 1")
        store._db.execute("UPDATE indexed SET at_ms = at_ms + 1 WHERE kind = 'cash'")
        told = {(found.where, found.what) for found in checkpoint_complaints(store)}
        assert (WHEEL, "I17: the row of round 1 is not what it was") in told
        assert ("house/cage", "I17: the row of cash 1 is not what it was") in told
