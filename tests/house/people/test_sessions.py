import pytest

from croupier.house.clock import HOUR, MINUTE
from croupier.house.people.sessions import SessionWatch, digest_of, new_token
from croupier.house.people.tickets import TicketOffice
from croupier.house.roles import Role
from croupier.kit.errors import Code
from tests.house.people.refusals import refused
from tests.support.clock import HandClock

LASTING = [
    (Role.GUEST, 24 * HOUR, 2 * HOUR),
    (Role.PLAYER, 24 * HOUR, 2 * HOUR),
    (Role.PIT, 12 * HOUR, 30 * MINUTE),
    (Role.INSPECTOR, 12 * HOUR, 30 * MINUTE),
]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def watch(clock: HandClock) -> SessionWatch:
    return SessionWatch(clock)


def test_tokens_have_256_bits_and_digests_tell_nothing_of_them() -> None:
    token = new_token()
    assert len(token) >= 43
    assert token != new_token()
    assert token not in digest_of(token)
    assert len(digest_of(token)) == 64


@pytest.mark.parametrize(("role", "whole", "idle"), LASTING)
def test_idle_sessions_run_out(
    watch: SessionWatch, clock: HandClock, role: Role, whole: int, idle: int
) -> None:
    watch.begin("d", role, clock.wall())
    clock.turn(idle - 1)
    assert watch.touch("d")
    clock.turn(idle - 1)
    assert watch.run_out() == []
    clock.turn(1)
    assert watch.run_out() == ["d"]
    assert watch.touch("d") is None
    assert watch.touch("d") is None


@pytest.mark.parametrize(("role", "whole", "idle"), LASTING)
def test_used_ones_run_out_at_last(
    watch: SessionWatch, clock: HandClock, role: Role, whole: int, idle: int
) -> None:
    watch.begin("d", role, clock.wall())
    for _ in range(whole // MINUTE - 1):
        clock.turn(MINUTE)
        assert watch.touch("d")
    clock.turn(MINUTE)
    assert watch.touch("d") is None


def test_the_wall_clock_may_jump(watch: SessionWatch, clock: HandClock) -> None:
    watch.begin("d", Role.PLAYER, clock.wall())
    clock.wall_ms += 100 * HOUR
    assert watch.touch("d")


def test_one_read_back_has_its_age_and_is_idle_from_now(
    watch: SessionWatch, clock: HandClock
) -> None:
    watch.begin("old", Role.PIT, clock.wall() - 12 * HOUR + MINUTE)
    watch.begin("too old", Role.PIT, clock.wall() - 12 * HOUR)
    watch.begin("from tomorrow", Role.PIT, clock.wall() + 24 * HOUR)
    assert watch.run_out() == ["too old"]
    clock.turn(MINUTE)
    assert watch.run_out() == ["old", "too old"]
    clock.turn(29 * MINUTE)
    assert watch.run_out() == ["old", "too old", "from tomorrow"]


def test_a_ticket_is_good_once(clock: HandClock) -> None:
    office = TicketOffice(clock)
    one, other = office.issue("ann's"), office.issue("bob's")
    assert office.redeem(other) == "bob's"
    assert office.redeem(one) == "ann's"
    assert office.redeem(one) is None
    assert office.redeem("never issued") is None


def test_a_ticket_is_good_for_half_a_minute(clock: HandClock) -> None:
    office = TicketOffice(clock)
    one, other = office.issue("ann's"), office.issue("ann's")
    clock.turn(29_999)
    assert office.redeem(one) == "ann's"
    clock.turn(1)
    assert office.redeem(other) is None


def test_one_session_cannot_take_all_the_tickets(clock: HandClock) -> None:
    office = TicketOffice(clock)
    tickets = [office.issue("eve's") for _ in range(8)]
    with refused(Code.TOO_OFTEN):
        office.issue("eve's")
    office.issue("ann's")
    office.redeem(tickets[0])
    office.issue("eve's")
    clock.turn(30_000)
    for _ in range(8):
        office.issue("eve's")


def test_the_oldest_ticket_makes_way(clock: HandClock) -> None:
    office = TicketOffice(clock, most=2)
    tickets = [office.issue(name) for name in ("a", "b", "c")]
    assert [office.redeem(ticket) for ticket in tickets] == [None, "b", "c"]
