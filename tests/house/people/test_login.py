"""Coming and going: logins, sessions, tickets."""

import asyncio

import pytest

from croupier.house.clock import HOUR, MINUTE
from croupier.house.people.sessions import digest_of
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from tests.house.people.door import AWAY, HOME, PASSWORD, Counting, Door
from tests.house.people.refusals import refused


async def test_every_login_is_a_session_of_its_own(door: Door) -> None:
    tokens = [await door.register()]
    tokens += [await door.people.login("ann", PASSWORD, HOME) for _ in range(2)]
    assert len({door.who(token).digest for token in tokens}) == 3
    await door.people.logout(tokens[1])
    assert door.people.who(tokens[1]) is None
    assert door.who(tokens[0]).name == door.who(tokens[2]).name == "ann"
    assert door.ended == [digest_of(tokens[1])]


async def test_logging_out_again_changes_nothing(door: Door) -> None:
    token = await door.register()
    await asyncio.gather(door.people.logout(token), door.people.logout(token))
    written = len(door.bodies())
    await door.people.logout(token)
    await door.people.logout("never a token")
    assert len(door.bodies()) == written
    assert door.ended == [digest_of(token)]


@pytest.mark.parametrize("token", ["", "x", "\ud800", "é" * 1_000])
async def test_what_is_no_token(door: Door, token: str) -> None:
    await door.register()
    assert door.people.who(token) is None


async def refusal_of(door: Door, name: str, password: str, code: str | None) -> tuple[str, int]:
    """What was told, and how many hashes it cost."""
    before = door.hasher.verified
    with pytest.raises(Refused) as raised:
        await door.people.login(name, password, HOME, code)
    return str(raised.value), door.hasher.verified - before


async def test_a_stranger_learns_nothing(door: Door) -> None:
    """Unknown name, no name at all, guest, wrong password, no code, wrong code: one answer at one
    cost."""
    await door.register()
    staff = await door.staff()
    guest, _ = await door.people.open_guest()
    good = door.next_code(staff.secret)
    wrong = f"{(int(good) + 1) % 1_000_000:06}"
    answers = {
        await refusal_of(door, "nemo", PASSWORD, None),
        await refusal_of(door, "No Name!\n" * 100, PASSWORD, None),
        await refusal_of(door, guest, PASSWORD, None),
        await refusal_of(door, "ann", PASSWORD + "x", None),
        await refusal_of(door, "ann", "x" * 100_000, None),
        await refusal_of(door, "pia", PASSWORD, None),
        await refusal_of(door, "pia", PASSWORD, ""),
        await refusal_of(door, "pia", PASSWORD, wrong),
        await refusal_of(door, "pia", PASSWORD + "x", good),
    }
    assert len(answers) == 1
    (told, hashes), *_ = answers
    assert told.startswith("not-known")
    assert hashes == 1


async def test_guessing_is_slowed_before_anything_is_hashed(door: Door) -> None:
    await door.register()
    for _ in range(5):
        with refused(Code.NOT_KNOWN):
            await door.people.login("ann", "wrong password", AWAY)
    verified = door.hasher.verified
    with refused(Code.TOO_OFTEN, "30 seconds"):
        await door.people.login("ann", PASSWORD, AWAY)
    assert door.hasher.verified == verified
    assert door.who(await door.people.login("ann", PASSWORD, HOME)).name == "ann"
    door.clock.turn(30_000)
    assert door.who(await door.people.login("ann", PASSWORD, AWAY)).name == "ann"


async def test_a_known_address_comes_in_while_many_others_hammer(door: Door) -> None:
    await door.register()
    await door.people.login("ann", PASSWORD, HOME)
    told = set()
    for n in range(15):
        for _ in range(5):
            with pytest.raises(Refused) as raised:
                await door.people.login("ann", "wrong password", f"198.51.100.{n}")
            told.add(raised.value.code)
    assert told == {Code.NOT_KNOWN, Code.TOO_OFTEN}
    with refused(Code.TOO_OFTEN):
        await door.people.login("ann", PASSWORD, "203.0.113.9")
    assert door.who(await door.people.login("ann", PASSWORD, HOME)).name == "ann"


async def test_a_blocking_that_comes_during_a_login_counts(door: Door) -> None:
    await door.register()
    door.hasher.go.clear()
    login = asyncio.create_task(door.people.login("ann", PASSWORD, HOME))
    await asyncio.sleep(0)
    await door.people.block("ann", "shift", "at once")
    door.hasher.go.set()
    with refused(Code.BLOCKED):
        await login


async def test_a_reset_that_comes_during_a_login_counts(door: Door) -> None:
    password = await door.people.open_staff("dora", Role.DEALER, "admin")
    door.hasher.go.clear()
    login = asyncio.create_task(door.people.login("dora", password, HOME))
    await asyncio.sleep(0)
    await door.people.reset_staff("dora", "admin")
    door.hasher.go.set()
    with refused(Code.NOT_KNOWN):
        await login


async def test_sessions_end_when_idle_and_after_a_day(door: Door) -> None:
    idle, used = await door.register(), await door.people.login("ann", PASSWORD, HOME)
    for _ in range(2):
        door.clock.turn(HOUR)
        assert door.people.who(used)
    assert door.people.who(idle) is None
    assert door.ended == []
    await door.people.sweep()
    assert door.ended == [digest_of(idle)]
    for _ in range(21):
        door.clock.turn(HOUR)
        assert door.people.who(used)
    door.clock.turn(HOUR)
    assert door.people.who(used) is None
    await door.people.sweep()
    await door.people.sweep()
    assert door.ended == [digest_of(idle), digest_of(used)]


async def test_staff_sessions_are_shorter(door: Door) -> None:
    staff = await door.staff()
    for _ in range(12 * 60 // 29):
        door.clock.turn(29 * MINUTE)
        assert door.people.who(staff.token)
    door.clock.turn(29 * MINUTE)
    assert door.people.who(staff.token) is None
    token = await door.people.login("pia", PASSWORD, HOME, door.code(staff.secret))
    door.clock.turn(30 * MINUTE)
    assert door.people.who(token) is None


async def test_the_oldest_session_makes_way_for_the_twenty_first(door: Door) -> None:
    tokens = [await door.register()]
    tokens += [await door.people.login("ann", PASSWORD, HOME) for _ in range(19)]
    assert door.ended == []
    tokens += await asyncio.gather(*(door.people.login("ann", PASSWORD, HOME) for _ in range(3)))
    assert door.ended == [digest_of(token) for token in tokens[:3]]
    assert [bool(door.people.who(token)) for token in tokens] == [False] * 3 + [True] * 20


async def test_changing_the_password_ends_every_session(door: Door) -> None:
    tokens = [await door.register(), await door.people.login("ann", PASSWORD, HOME)]
    token = await door.people.change_password(door.who(tokens[0]), PASSWORD, "another password")
    assert [door.people.who(one) for one in tokens] == [None, None]
    assert sorted(door.ended) == sorted(map(digest_of, tokens))
    assert door.who(token).name == "ann"
    with refused(Code.NOT_KNOWN):
        await door.people.login("ann", PASSWORD, HOME)
    assert await door.people.login("ann", "another password", HOME)


async def test_the_old_password_has_to_be_right_and_the_new_one_good(door: Door) -> None:
    who = door.who(await door.register())
    for old, new, code in [
        ("wrong password", "another password", Code.NOT_KNOWN),
        (PASSWORD, "short", Code.BAD_PASSWORD),
        (PASSWORD, PASSWORD, Code.BAD_PASSWORD),
    ]:
        with refused(code):
            await door.people.change_password(who, old, new)
    assert await door.people.login("ann", PASSWORD, HOME)


async def test_a_stolen_session_cannot_guess_the_password(door: Door) -> None:
    who = door.who(await door.register())
    for n in range(5):
        with refused(Code.NOT_KNOWN):
            await door.people.change_password(who, f"wrong password {n}", "another password")
    with refused(Code.TOO_OFTEN):
        await door.people.change_password(who, PASSWORD, "another password")


async def test_of_two_changes_at_once_one_counts(door: Door) -> None:
    who = door.who(await door.register())
    new = [f"another password {n}" for n in range(2)]
    done = await asyncio.gather(
        *(door.people.change_password(who, PASSWORD, one) for one in new), return_exceptions=True
    )
    assert sorted(isinstance(one, str) for one in done) == [False, True]
    assert [one.code for one in done if isinstance(one, Refused)] == [Code.NOT_KNOWN]
    counts = new[isinstance(done[1], str)]
    assert await door.people.login("ann", counts, HOME)


async def test_a_session_that_has_ended_changes_nothing(door: Door) -> None:
    token = await door.register()
    who = door.who(token)
    await door.people.logout(token)
    with refused(Code.NOT_KNOWN, "has ended"):
        await door.people.change_password(who, PASSWORD, "another password")
    with refused(Code.NOT_KNOWN, "has ended"):
        door.people.issue_ticket(who)


async def test_a_socket_comes_in_by_its_ticket_once(door: Door) -> None:
    who = door.who(await door.register())
    ticket = door.people.issue_ticket(who)
    assert door.people.redeem_ticket(ticket) == who
    assert door.people.redeem_ticket(ticket) is None


async def test_a_ticket_ends_with_its_session(door: Door) -> None:
    token = await door.register()
    ticket = door.people.issue_ticket(door.who(token))
    await door.people.logout(token)
    assert door.people.redeem_ticket(ticket) is None


async def test_a_message_on_a_socket_keeps_the_session_awake(door: Door) -> None:
    token = await door.register()
    digest = door.who(token).digest
    for _ in range(3):
        door.clock.turn(2 * HOUR - 1)
        assert door.people.by_session(digest)
    assert door.people.who(token)


async def test_an_old_hash_is_renewed_at_login_and_nobody_is_thrown_out(door: Door) -> None:
    token = await door.register()
    door.reopen(hasher=Counting(time_cost=2))
    await door.people.login("ann", PASSWORD, HOME)
    account = door.people.account("ann")
    assert account is not None
    assert account.password == 2
    assert door.people.who(token)
    hashed = door.hasher.hashed
    await door.people.login("ann", PASSWORD, HOME)
    assert door.hasher.hashed == hashed
    with refused(Code.NOT_KNOWN):
        await door.people.login("ann", PASSWORD + "x", HOME)
