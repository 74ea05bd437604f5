"""Delays that are waited for in processes of their own."""

import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import count

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


class OneByOne(InOtherProcesses):
    """Each evaluation lasts until the test lets it go on."""

    def __init__(self, processes: int, clock: Callable[[], float]) -> None:
        super().__init__(processes, clock)
        self.order: list[bytes] = []
        self.begun, self.go_on = threading.Semaphore(0), threading.Semaphore(0)

    def _evaluate(self, digest: bytes, squarings: int) -> Delayed:  # noqa: ARG002
        self.order.append(digest)
        self.begun.release()
        self.go_on.acquire()
        return Delayed("", "")


def test_a_round_that_waits_comes_before_those_that_do_not() -> None:
    """And of two that wait, the one that has waited longer."""
    now = count(1.0)
    delays = OneByOne(1, clock=lambda: next(now))
    first, *rest = (bytes([number]) * 32 for number in range(5))
    assert delays.result(first, SQUARINGS) is None
    delays.begun.acquire()  # the only core is taken; all others queue
    for digest in rest:
        assert delays.result(digest, SQUARINGS) is None
    assert delays.unfinished == 5
    for digest in (rest[3], rest[1]):
        assert delays.result(digest, SQUARINGS, awaited=True) is None
    for _ in rest:
        delays.go_on.release()
        delays.begun.acquire()
    delays.go_on.release()
    assert delays.order == [first, rest[3], rest[1], rest[0], rest[2]]
    delays.close()


def test_the_queue_says_how_long_it_is() -> None:
    now = 0.0
    delays = OneByOne(2, clock=lambda: now)
    assert (delays.unfinished, delays.queue_s) == (0, 0.0)
    for number in range(2):
        assert delays.queue_s == 0.0
        assert delays.result(bytes([number]) * 32, 8_000_000) is None
        delays.begun.acquire()
        now += 2
    assert delays.unfinished == 2
    assert delays.queue_s == pytest.approx(12.0)
    assert delays.oldest_s == 4.0
    for _ in range(2):
        delays.go_on.release()
    delays.close()


_HOUSE = """
import signal, time
from croupier.table.delays import InOtherProcesses
delays = InOtherProcesses(1)
delays.result(bytes(32), 1_000_000_000)
while not delays._running:
    time.sleep(0.01)
print(*(one.pid for one in delays._running), flush=True)
signal.pause()
"""


def test_an_evaluation_ends_with_the_process_that_wanted_it() -> None:
    """Also where that is killed, and can end nothing itself."""
    with subprocess.Popen([sys.executable, "-c", _HOUSE], stdout=subprocess.PIPE) as house:
        assert house.stdout is not None
        evaluation = os.pidfd_open(int(house.stdout.readline()))
        try:
            house.kill()
            ended, _, _ = select.select([evaluation], [], [], 60)
            assert ended
        finally:
            os.close(evaluation)


def test_few_squarings_are_done_at_once() -> None:
    found = InOtherProcesses().result(DIGEST, 100)
    assert found is not None
    assert is_delayed(DIGEST, 100, found)
