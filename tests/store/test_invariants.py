"""The auditor sees what is wrong: each kind of damage, done to a file behind the store's back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier.ledger import wallet
from croupier.store import complaints, open_store
from tests.support.store_writes import StoreTable, bet, loss, open_house


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A house where something happened."""
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as store:
        table = open_house(store, ann=100, bob=100)
        table.write(bet("ann", 10, "c1"), bet("bob", 20, "c2"), loss(30))
        heir = StoreTable(store, "t1", "node 2")
        heir.write(bet("ann", 90, "c3"))
        assert store.balance(wallet("ann")) == 0
        assert list(complaints(store)) == []
    return path


@pytest.fixture
def forger(path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody with the file, and every guard of the database switched off."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        triggers = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            db.execute(f"DROP TRIGGER {name}")
        yield db


@pytest.mark.parametrize(
    ("forgery", "seen"),
    [
        ("UPDATE entries SET body = x'7b7d' WHERE place = 3", "I6"),
        ("UPDATE entries SET at_ms = at_ms - 1 WHERE place = 3", "I6"),
        ("UPDATE entries SET answer = x'00' WHERE place = 3", "I6"),
        ("UPDATE entries SET command = 'c9' WHERE place = 3", "I6"),
        ("UPDATE entries SET hash = zeroblob(32) WHERE place = 6", "I6"),
        ("UPDATE entries SET epoch = 3 WHERE place = 3", "I9"),
        ("UPDATE entries SET epoch = 3 WHERE place = 6", "I9"),
        ("DELETE FROM entries WHERE place = 4", "I9"),
        ("DELETE FROM entries WHERE place = 6", "I6"),
        ("UPDATE streams SET seq = 5 WHERE name = 't1'", "I6"),
        ("UPDATE streams SET epoch = 1 WHERE name = 't1'", "I9"),
        ("DELETE FROM streams WHERE name = 't1'", "I1"),
        ("UPDATE transfers SET amount = 1 WHERE place = 3", "I1"),
        ("UPDATE transfers SET cause = 'nothing' WHERE place = 3", "I6"),
        ("DELETE FROM transfers WHERE place = 3", "I1"),
        ("INSERT INTO transfers VALUES (3, 2, 'cage', 'wallet:ann', 5, 'buy-in', '')", "I1"),
        ("UPDATE transfers SET amount = 1000 WHERE place = 6", "I1: wallet:ann is below zero"),
        ("UPDATE transfers SET amount = -1 WHERE place = 3", "cannot be"),
        ("UPDATE transfers SET reason = 'a present' WHERE place = 3", "cannot be"),
        ("UPDATE accounts SET balance = 5 WHERE name = 'wallet:ann'", "I1: holds 5"),
        ("UPDATE accounts SET balance = -5 WHERE name = 'wallet:ann'", "I1: sum to -5"),
        ("DELETE FROM accounts WHERE name = 'bank:t1'", "I1: has postings and no balance"),
        ("INSERT INTO accounts VALUES ('wallet:eve', 7, 1)", "I1: holds 7"),
    ],
)
def test_damage_is_seen(path: Path, forger: sqlite3.Connection, forgery: str, seen: str) -> None:
    assert forger.execute(forgery).rowcount == 1
    with closing(open_store(str(path))) as store:
        found = [f"{one.where}: {one.what}" for one in complaints(store)]
    assert any(seen in one for one in found), found


def test_one_command_twice_is_seen(path: Path, forger: sqlite3.Connection) -> None:
    forger.execute("DROP INDEX commands")
    forger.execute("UPDATE entries SET command = 'c1', sender = 'ann' WHERE place IN (3, 4)")
    with closing(open_store(str(path))) as store:
        assert any("I10" in one.what for one in complaints(store))
