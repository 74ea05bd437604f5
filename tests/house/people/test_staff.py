"""The second factor of the staff."""

import asyncio

from croupier.house.clock import MINUTE
from croupier.house.people.totp import code_at
from croupier.house.roles import Role
from croupier.kit.errors import Code, Refused
from tests.house.people.door import HOME, PASSWORD, Door, secret_of
from tests.house.people.refusals import refused


async def test_the_way_of_a_new_member_of_staff(door: Door) -> None:
    people = door.people
    first = await people.open_staff("dora", Role.DEALER, "admin")
    token = await people.login("dora", first, HOME)
    assert door.who(token).must == "password"
    with refused(Code.NOT_ALLOWED, "one-time password first"):
        await people.begin_totp(door.who(token))
    token = await people.change_password(door.who(token), first, PASSWORD)
    assert door.who(token).must == "totp"
    secret = secret_of(await people.begin_totp(door.who(token)))
    codes = await people.confirm_totp(door.who(token), door.code(secret))
    assert len(codes) == 10
    assert door.who(token).must is None
    with refused(Code.NOT_KNOWN):
        await people.login("dora", PASSWORD, HOME)
    token = await people.login("dora", PASSWORD, HOME, door.next_code(secret))
    assert door.who(token).must is None


async def test_players_have_no_authenticator(door: Door) -> None:
    with refused(Code.NOT_ALLOWED, "only staff"):
        await door.people.begin_totp(door.who(await door.register()))


async def test_nothing_counts_before_it_is_confirmed(door: Door) -> None:
    first = await door.people.open_staff("dora", Role.DEALER, "admin")
    token = await door.people.login("dora", first, HOME)
    who = door.who(await door.people.change_password(door.who(token), first, PASSWORD))
    with refused(Code.NOT_ALLOWED, "no authenticator was begun"):
        await door.people.confirm_totp(who, "123456")
    forgotten = secret_of(await door.people.begin_totp(who))
    secret = secret_of(await door.people.begin_totp(who))
    with refused(Code.NOT_KNOWN):
        await door.people.confirm_totp(who, door.code(forgotten))
    assert await door.people.login("dora", PASSWORD, HOME)
    await door.people.confirm_totp(who, door.code(secret))
    with refused(Code.NOT_KNOWN):
        await door.people.login("dora", PASSWORD, HOME)


async def test_what_was_begun_is_forgotten_with_its_session(door: Door) -> None:
    first = await door.people.open_staff("dora", Role.DEALER, "admin")
    token = await door.people.login("dora", first, HOME)
    token = await door.people.change_password(door.who(token), first, PASSWORD)
    who = door.who(token)
    secret = secret_of(await door.people.begin_totp(who))
    await door.people.logout(token)
    with refused(Code.NOT_ALLOWED, "no authenticator was begun"):
        await door.people.confirm_totp(who, door.code(secret))


async def test_of_two_sessions_that_enrol_one_does(door: Door) -> None:
    first = await door.people.open_staff("dora", Role.DEALER, "admin")
    token = await door.people.login("dora", first, HOME)
    one = door.who(await door.people.change_password(door.who(token), first, PASSWORD))
    other = door.who(await door.people.login("dora", PASSWORD, HOME))
    secrets = [secret_of(await door.people.begin_totp(who)) for who in (one, other)]
    await door.people.confirm_totp(one, door.code(secrets[0]))
    with refused(Code.NOT_ALLOWED, "meanwhile"):
        await door.people.confirm_totp(other, door.code(secrets[1]))
    assert await door.people.login("dora", PASSWORD, HOME, door.next_code(secrets[0]))


async def test_a_code_is_good_once(door: Door) -> None:
    staff = await door.staff()
    with refused(Code.NOT_KNOWN):
        await door.people.login("pia", PASSWORD, HOME, door.code(staff.secret))
    code = door.next_code(staff.secret)
    assert await door.people.login("pia", PASSWORD, HOME, code)
    with refused(Code.NOT_KNOWN):
        await door.people.login("pia", PASSWORD, HOME, code)
    with refused(Code.NOT_KNOWN):
        await door.people.step_up(door.who(staff.token), code)


async def test_a_code_is_good_once_though_given_twice_at_the_same_moment(door: Door) -> None:
    staff = await door.staff()
    for code in (door.next_code(staff.secret), staff.codes[0]):
        done = await asyncio.gather(
            *(door.people.login("pia", PASSWORD, HOME, code) for _ in range(3)),
            return_exceptions=True,
        )
        assert sum(isinstance(one, str) for one in done) == 1
        assert [one.code for one in done if isinstance(one, Refused)] == [Code.NOT_KNOWN] * 2
        door.clock.turn(5 * MINUTE)


async def test_a_wrong_password_does_not_use_the_code_up(door: Door) -> None:
    staff = await door.staff()
    code = door.next_code(staff.secret)
    with refused(Code.NOT_KNOWN):
        await door.people.login("pia", PASSWORD + "x", HOME, code)
    assert await door.people.login("pia", PASSWORD, HOME, code)


async def test_no_replay_after_the_process_came_back(door: Door) -> None:
    staff = await door.staff()
    code = door.next_code(staff.secret)
    await door.people.login("pia", PASSWORD, HOME, code)
    await door.people.login("pia", PASSWORD, HOME, staff.codes[4])
    door.reopen()
    for used in (code, staff.codes[4]):
        with refused(Code.NOT_KNOWN):
            await door.people.login("pia", PASSWORD, HOME, used)
    assert await door.people.login("pia", PASSWORD, HOME, door.next_code(staff.secret))
    assert await door.people.login("pia", PASSWORD, HOME, staff.codes[5])


async def test_codes_on_paper_are_good_once_each(door: Door) -> None:
    staff = await door.staff()
    for code in staff.codes:
        assert await door.people.login("pia", PASSWORD, HOME, code.upper())
    for code in staff.codes:
        door.clock.turn(MINUTE)
        with refused(Code.NOT_KNOWN):
            await door.people.login("pia", PASSWORD, HOME, code)


async def test_stepping_up_lasts_five_minutes_and_only_in_its_session(door: Door) -> None:
    staff = await door.staff()
    who = door.who(staff.token)
    other = door.who(await door.people.login("pia", PASSWORD, HOME, door.next_code(staff.secret)))
    assert not door.people.stepped_up(who)
    await door.people.step_up(who, door.next_code(staff.secret))
    assert door.people.stepped_up(who)
    assert door.who(staff.token).confirmed_forward == door.clock.forward()
    assert not door.people.stepped_up(other)
    door.clock.turn(5 * MINUTE - 1)
    assert door.people.stepped_up(who)
    door.clock.turn(1)
    assert not door.people.stepped_up(who)


async def test_stepping_up_does_not_outlive_the_session_or_the_process(door: Door) -> None:
    staff = await door.staff()
    who = door.who(staff.token)
    await door.people.step_up(who, door.next_code(staff.secret))
    door.reopen()
    assert door.who(staff.token).confirmed_forward is None
    assert not door.people.stepped_up(who)
    await door.people.step_up(who, door.next_code(staff.secret))
    await door.people.logout(staff.token)
    assert not door.people.stepped_up(who)


async def test_players_cannot_step_up(door: Door) -> None:
    who = door.who(await door.register())
    with refused(Code.NOT_KNOWN):
        await door.people.step_up(who, "123456")
    assert not door.people.stepped_up(who)


async def test_a_stolen_session_cannot_guess_codes(door: Door) -> None:
    staff = await door.staff()
    who = door.who(staff.token)
    right = door.next_code(staff.secret)
    for n in range(1, 6):
        with refused(Code.NOT_KNOWN):
            await door.people.step_up(who, f"{(int(right) + 7 * n) % 1_000_000:06}")
    with refused(Code.TOO_OFTEN):
        await door.people.step_up(who, right)


async def test_stepping_up_often_is_no_guessing(door: Door) -> None:
    staff = await door.staff()
    who = door.who(staff.token)
    for code in staff.codes:
        await door.people.step_up(who, code)


async def test_another_authenticator_needs_the_one_before(door: Door) -> None:
    staff = await door.staff()
    who = door.who(staff.token)
    with refused(Code.CONFIRM_FIRST):
        await door.people.begin_totp(who)
    await door.people.step_up(who, staff.codes[0])
    secret = secret_of(await door.people.begin_totp(who))
    codes = await door.people.confirm_totp(who, door.next_code(secret))
    door.clock.turn(MINUTE)
    for old in (code_at(staff.secret, door.clock.wall() // 30_000), staff.codes[1]):
        with refused(Code.NOT_KNOWN):
            await door.people.login("pia", PASSWORD, HOME, old)
    assert await door.people.login("pia", PASSWORD, HOME, door.code(secret))
    assert await door.people.login("pia", PASSWORD, HOME, codes[0])
