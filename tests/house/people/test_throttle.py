import pytest

from croupier.house.buckets import Buckets
from croupier.house.people.throttle import Throttle
from croupier.kit.errors import Code, Refused
from tests.house.people.door import AWAY, HOME
from tests.house.people.refusals import refused
from tests.support.clock import HandClock


def tries(throttle: Throttle, account: str, address: str, times: int) -> int:
    """How many of them were let through."""
    through = 0
    for _ in range(times):
        try:
            throttle.attempt(account, address)
        except Refused:
            continue
        through += 1
    return through


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def throttle(clock: HandClock) -> Throttle:
    return Throttle(clock)


def test_five_guesses_then_one_every_half_minute(throttle: Throttle, clock: HandClock) -> None:
    assert tries(throttle, "ann", HOME, 20) == 5
    with refused(Code.TOO_OFTEN, "try again in 30 seconds"):
        throttle.attempt("ann", HOME)
    clock.turn(29_001)
    with refused(Code.TOO_OFTEN, "try again in 1 second"):
        throttle.attempt("ann", HOME)
    clock.turn(999)
    assert tries(throttle, "ann", HOME, 20) == 1
    clock.turn(3_600_000)
    assert tries(throttle, "ann", HOME, 20) == 5


def test_the_wall_clock_changes_nothing(throttle: Throttle, clock: HandClock) -> None:
    tries(throttle, "ann", HOME, 5)
    clock.wall_ms += 3_600_000
    assert tries(throttle, "ann", HOME, 1) == 0


def test_one_address_trying_many_names(throttle: Throttle) -> None:
    assert sum(tries(throttle, f"name{n}", HOME, 1) for n in range(100)) == 30
    assert tries(throttle, "name99", AWAY, 1) == 1


def test_one_address_never_shuts_the_door_on_another(throttle: Throttle, clock: HandClock) -> None:
    for _ in range(24 * 60 * 2):
        tries(throttle, "ann", AWAY, 10)
        clock.turn(30_000)
    assert tries(throttle, "ann", HOME, 5) == 5


def test_many_addresses_are_slowed_and_a_known_one_is_not(throttle: Throttle) -> None:
    throttle.attempt("ann", HOME)
    throttle.succeeded("ann", HOME)
    assert sum(tries(throttle, "ann", f"198.51.100.{n}", 5) for n in range(100)) == 50
    assert tries(throttle, "ann", "203.0.113.5", 1) == 0
    assert tries(throttle, "ann", HOME, 1) == 1


def test_who_is_right_may_come_as_often_as_they_like(throttle: Throttle) -> None:
    for _ in range(200):
        throttle.attempt("ann", HOME)
        throttle.succeeded("ann", HOME)


def test_being_right_once_does_not_pay_for_guessing_another(throttle: Throttle) -> None:
    through = 0
    for _ in range(20):
        through += tries(throttle, "ann", HOME, 1)
        throttle.attempt("eve", HOME)
        throttle.succeeded("eve", HOME)
    assert through == 5


def test_a_network_of_ipv6_addresses_is_one(throttle: Throttle) -> None:
    through = sum(tries(throttle, "ann", f"2001:db8:1:2::{n:x}", 1) for n in range(50))
    assert through == 5
    assert tries(throttle, "ann", "2001:db8:1:3::1", 1) == 1
    assert tries(throttle, "ann", f"::ffff:{HOME}", 20) == 5
    assert tries(throttle, "ann", HOME, 1) == 0


def test_memory_is_bounded_and_the_longest_unused_goes_first() -> None:
    buckets = Buckets(1, 1_000, most=2)
    for key in ("a", "b", "a", "c"):
        buckets.take(key, 0)
    assert [bool(buckets.wait(key, 0)) for key in ("a", "b", "c")] == [True, False, True]


def test_known_addresses_are_bounded_too(clock: HandClock) -> None:
    throttle = Throttle(clock, most=3)
    for n in range(50):
        throttle.attempt("ann", f"192.0.2.{n}")
        throttle.succeeded("ann", f"192.0.2.{n}")
    assert len(throttle._known) == 3
