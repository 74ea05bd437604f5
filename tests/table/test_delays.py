"""Delays that are waited for in processes of their own."""

import threading

import pytest

from croupier.chance.delay import Delayed, is_delayed
from croupier.table.delays import InOtherProcesses

DIGEST = bytes(range(32))
SQUARINGS = 20_000


def waited(delays: InOtherProcesses, *digests: bytes) -> list[Delayed]:
    """What they come to, as a table asks for it."""
    done = threading.Semaphore(0)
    delays.on_done = done.release
    for digest in digests:
        assert delays.result(digest, SQUARINGS) is None
        assert delays.result(digest, SQUARINGS) is None, "asked twice, begun once"
    for _ in digests:
        assert done.acquire(timeout=60)
    found = [delays.result(digest, SQUARINGS) for digest in digests]
    assert None not in found
    return [one for one in found if one is not None]


def test_more_than_fit_at_a_time_wait_their_turn() -> None:
    delays = InOtherProcesses(1)
    digests = [DIGEST, DIGEST[::-1]]
    found = waited(delays, *digests)
    assert [is_delayed(*one) for one in zip(digests, [SQUARINGS] * 2, found, strict=True)] == [
        True,
        True,
    ]
    delays.close()


def test_a_process_that_is_lost_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "false")
    delays = InOtherProcesses(1)
    (found,) = waited(delays, DIGEST)
    assert is_delayed(DIGEST, SQUARINGS, found)
    delays.close()


def test_who_closes_does_not_wait() -> None:
    """A delay of minutes is under way, another waits its turn."""
    delays = InOtherProcesses(1)
    ended = threading.Event()
    delays.on_done = ended.set
    for digest in (DIGEST, DIGEST[::-1]):
        assert delays.result(digest, 500_000_000) is None
    delays.close()
    assert ended.wait(60)
    assert delays.result(DIGEST, 500_000_000) is None
    assert delays.result(b"another" + DIGEST, 500_000_000) is None


def test_few_squarings_are_done_at_once() -> None:
    found = InOtherProcesses().result(DIGEST, 100)
    assert found is not None
    assert is_delayed(DIGEST, 100, found)
