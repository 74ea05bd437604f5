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
from croupier.table.delays import InOtherProcesses, Priority

DIGEST = bytes(range(32))
SQUARINGS = 20_000
USUAL = 8_000_000
"""Squarings of a table's delay, about 12 seconds of a fast core with the proof."""


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
        assert delays.result(digest, SQUARINGS, Priority.ROUND) is None
    for _ in rest:
        delays.go_on.release()
        delays.begun.acquire()
    delays.go_on.release()
    assert delays.order == [first, rest[3], rest[1], rest[0], rest[2]]
    delays.close()


def test_a_prepared_shoe_comes_after_those_in_use_until_it_is_one() -> None:
    now = count(1.0)
    delays = OneByOne(1, clock=lambda: next(now))
    first, second, third, in_use = (digest_of(number) for number in range(4))
    assert delays.result(first, SQUARINGS) is None
    delays.begun.acquire()  # the only core is taken; all others queue
    for digest in (second, third):
        assert delays.result(digest, SQUARINGS, Priority.PREPARED) is None
    assert delays.result(in_use, SQUARINGS, Priority.IN_USE) is None
    assert delays.result(third, SQUARINGS, Priority.IN_USE) is None
    for _ in range(3):
        delays.go_on.release()
        delays.begun.acquire()
    delays.go_on.release()
    assert delays.order == [first, in_use, third, second]
    delays.close()


def test_prepared_shoes_that_queue_keep_none_in_use_waiting() -> None:
    now = 0.0
    delays = OneByOne(1, clock=lambda: now)
    for number in range(3):
        assert delays.result(digest_of(number), USUAL, Priority.PREPARED) is None
    delays.begun.acquire()
    now = 100.0
    assert delays.oldest_s == 0.0, "nobody waits for them"
    assert delays.queue_s() == pytest.approx(24)
    assert delays.queue_s(priority=Priority.IN_USE) == 0.0, "the one under way is over any moment"
    assert delays.result(digest_of(2), USUAL, Priority.ROUND) is None
    now = 107.0
    assert delays.oldest_s == 7.0, "since its shoe is in use"
    for _ in range(3):
        delays.go_on.release()
    delays.close()


def test_the_queue_says_how_long_it_is() -> None:
    now = 0.0
    delays = OneByOne(2, clock=lambda: now)
    assert (delays.unfinished, delays.queue_s()) == (0, 0.0)
    for number in range(2):
        assert delays.queue_s() == 0.0
        assert delays.result(digest_of(number), USUAL) is None
        delays.begun.acquire()
        now += 2
    assert delays.unfinished == 2
    # Each takes 12 seconds; the first has been under way for 4 of them, the second for 2.
    assert delays.queue_s() == pytest.approx((8 + 10) / 2)
    assert delays.queue_s([USUAL]) == pytest.approx((8 + 10 + 12) / 2)
    assert delays.oldest_s == 4.0
    assert delays.left_s(digest_of(1), USUAL) == pytest.approx(10.0)
    assert delays.result(digest_of(2), USUAL) is None
    assert delays.left_s(digest_of(2), USUAL) == pytest.approx(9 + 12)
    assert delays.left_s(digest_of(3), USUAL) == pytest.approx(9 + 12), "it would come first"
    now += 60
    assert delays.queue_s() == pytest.approx(12 / 2), "what takes longer may be over any moment"
    for _ in range(3):
        delays.go_on.release()
    delays.close()


def digest_of(number: int) -> bytes:
    return bytes([number]) * 32


def test_a_small_evaluation_says_little_of_how_long_a_large_one_takes() -> None:
    """Starting a process takes longer than its few squarings."""
    now = 0.0
    delays = OneByOne(1, clock=lambda: now)
    done = threading.Semaphore(0)
    delays.on_done = done.release
    assert delays.result(digest_of(1), SQUARINGS) is None
    delays.begun.acquire()
    now += 1
    delays.go_on.release()
    done.acquire()
    assert delays.result(digest_of(2), USUAL) is None
    delays.begun.acquire()
    assert delays.queue_s() == pytest.approx(13, abs=0.1)
    delays.go_on.release()
    delays.close()


def test_where_no_process_can_be_started_it_is_evaluated_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    delays = InOtherProcesses(1)
    (found,) = waited(delays, DIGEST)
    assert is_delayed(DIGEST, SQUARINGS, found)
    delays.close()


_HOUSE = """
import signal, time
from croupier.table.delays import InOtherProcesses, Priority
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
