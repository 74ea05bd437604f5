"""An open house goes through its books a few entries at a time, and finds what was altered."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.house.verify.slow_check import SlowCheck
from croupier.store import Entry, Store, StoreFailed, open_store
from croupier.store.invariants import Complaint
from croupier.store.memory import MemoryStore
from tests.house.test_verifying import TABLES, WHEEL, opened, play
from tests.support.rewritten_history import flip_byte


def through(check: SlowCheck, passes: int = 1) -> list[Complaint]:
    """All that is told until it has been through once more."""
    wrong: list[Complaint] = []
    until = check.passes + passes
    while check.passes < until:
        wrong += check.step()
    return wrong


def test_it_looks_at_every_entry_and_begins_again(store: Store) -> None:
    house = opened(store)
    play(house, 2)
    check = SlowCheck(store)
    assert through(check) == []
    before = sum(store.head(stream).seq for stream in store.streams())
    assert check.entries == before
    play(house, 1)
    assert through(check) == []
    assert check.entries == before + sum(store.head(stream).seq for stream in store.streams())


def test_what_is_written_between_two_steps_is_no_complaint(store: Store) -> None:
    house = opened(store)
    play(house, 2)
    check, rounds = SlowCheck(store, at_once=3), 0
    wrong: list[Complaint] = []
    while check.passes < 2:
        wrong += check.step()
        if rounds < 10:
            rounds += 1
            house.play_round(TABLES[rounds % 2])
    assert wrong == []


class Counting(MemoryStore):
    """How much is asked for at once."""

    most = 0

    def entries(self, stream: str, after: int = 0, limit: int = 1_000) -> tuple[Entry, ...]:
        self.most = max(self.most, limit)
        return super().entries(stream, after, limit)


def test_a_step_is_small() -> None:
    counting = Counting()
    play(opened(counting), 3)
    counting.most = 0
    check = SlowCheck(counting, at_once=7)
    while not check.passes:
        before = check.entries
        check.step()
        assert check.entries - before <= 7
    assert counting.most == 7


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE entries SET body = x'5b' WHERE {fifth}", "I6: the hash does not follow"),
        ("UPDATE entries SET body = x'5b' WHERE {fifth}", "I6: cannot be folded"),
        ("UPDATE entries SET epoch = 0 WHERE {fifth}", "I9: epoch 0"),
        ("DELETE FROM entries WHERE {fifth}", "I9: follows 4"),
        ("UPDATE streams SET seq = seq + 1", "I6: the head is"),
        ("UPDATE transfers SET amount = amount + 1 WHERE payee LIKE 'escrow:%'", "I3: moved"),
        ("UPDATE transfers SET amount = -1 WHERE payee LIKE 'escrow:%'", "cannot be"),
        ("UPDATE accounts SET balance = 1 WHERE name LIKE 'escrow:%:1'", "I2: round 1"),
        ("DELETE FROM vault", "is not in the vault as it was sealed"),
    ],
)
def test_it_finds_damage(tmp_path: Path, damage: str, found: str) -> None:
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as books:
        play(opened(books), 3)
    fifth = f"seq = 5 AND stream = (SELECT id FROM streams WHERE name = '{WHEEL}')"
    with closing(sqlite3.connect(path)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {name}")
        db.executescript(
            f"PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;"
            f"{damage.format(fifth=fifth)}"
        )
    with closing(open_store(str(path))) as books:
        check = SlowCheck(books)
        wrong = through(check)
        assert any(found in complaint.what for complaint in wrong), wrong
        assert through(check) == wrong


def test_it_looks_at_the_index_of_commands(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as books:
        play(opened(books), 1)
    flip_byte(path, "commands", b"in-ann")
    with closing(open_store(str(path))) as books:
        (complaint,) = through(SlowCheck(books))
    assert complaint.what == "I10: the command in-ann of cashier is not found by its id"


class Away(MemoryStore):
    """It cannot be read for a while."""

    failures = 0

    def entries(self, stream: str, after: int = 0, limit: int = 1_000) -> tuple[Entry, ...]:
        if self.failures:
            self.failures -= 1
            raise StoreFailed("away")
        return super().entries(stream, after, limit)


def test_a_store_that_is_away_for_a_moment_is_not_damaged() -> None:
    away = Away()
    play(opened(away), 1)
    check = SlowCheck(away)
    away.failures = 2
    assert through(check) == []
    away.failures = 3
    assert [complaint.what for complaint in through(check)] == ["cannot be read: away"]
    assert through(check) == []
