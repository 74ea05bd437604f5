"""`verify` holds the journals to what the transparency log has published of them (I20)."""

import msgspec
import pytest

from croupier.house.transparency.facts import STREAM, HeadsPublished, JournalHead
from croupier.house.verify import transparency
from croupier.house.verify.transparency import log_complaints
from croupier.store import Batch, Write
from croupier.store.memory import MemoryStore

SALT = "00" * 16
LONG, SHORT = "long", "short"


def write(store: MemoryStore, stream: str, *bodies: bytes) -> None:
    epoch, seq = store.claim(stream, "test"), store.head(stream).seq
    store.commit([Batch(stream, epoch, seq, tuple(map(Write, bodies)), 1)])


def publish(store: MemoryStore, *heads: tuple[str, int, str]) -> None:
    """Each with the hash it has, or another."""
    fact = HeadsPublished(tuple(JournalHead(*head, SALT) for head in heads))
    write(store, STREAM, msgspec.json.encode(fact))


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    write(store, LONG, *(b"{}" for _ in range(2_500)))
    write(store, SHORT, *(b"{}" for _ in range(3)))
    return store


def hash_of(store: MemoryStore, stream: str, seq: int) -> str:
    (entry,) = store.entries(stream, seq - 1, 1)
    return entry.hash.hex()


@pytest.mark.parametrize("at_once", [1, 7, 50_000])
def test_every_head_is_looked_at_once(
    store: MemoryStore, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Near to each other, far apart, published twice, more than are read at once."""
    monkeypatch.setattr(transparency, "_AT_ONCE", at_once)
    seqs = [*range(1, 1_500), 1_509, 1_510, 2_400, 2_400, 2_500]
    for seq in seqs:
        publish(store, (LONG, seq, hash_of(store, LONG, seq)))
    publish(store, (SHORT, 3, hash_of(store, SHORT, 3)), (SHORT, 1, hash_of(store, SHORT, 1)))
    assert list(log_complaints(store)) == []
    # Wherever one is another, it is found: the first, the last of a page, one that is alone.
    for seq in (1, 1_000, 1_001, 1_499, 1_509, 2_400, 2_500):
        publish(store, (LONG, seq, "ff" * 32))
        logged = store.head(STREAM).seq
        (found,) = log_complaints(store, logged - 1)
        assert found.where == f"{LONG} {seq}"
        assert found.what == f"I20: is another than the log ({logged}) has published"
        assert found in list(log_complaints(store))


def test_a_head_that_is_not_there_is_found(store: MemoryStore) -> None:
    publish(store, (SHORT, 3, hash_of(store, SHORT, 3)), (SHORT, 4, "ff" * 32))
    publish(store, ("gone", 1, "ff" * 32))
    said = [(each.where, each.what) for each in log_complaints(store)]
    assert said == [
        ("gone 1", "I20: is published in the log (2), and is not there"),
        (f"{SHORT} 4", "I20: is published in the log (1), and is not there"),
    ]


def test_what_cannot_be_read_of_the_log_is_told_after_what_can(store: MemoryStore) -> None:
    publish(store, (SHORT, 1, "ff" * 32))
    write(store, STREAM, b"{}")
    unreadable, other = log_complaints(store)
    assert unreadable.what.startswith("I6: cannot be folded")
    assert other.where == f"{SHORT} 1"
