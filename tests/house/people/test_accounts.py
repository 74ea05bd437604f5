"""Opening accounts, and what the staff may do to them."""

import asyncio

import pytest

from croupier.house.people.sessions import digest_of
from croupier.house.roles import PLAYING, STAFF, Role
from croupier.kit.errors import Code, Refused
from tests.house.people.door import AWAY, HOME, PASSWORD, Door
from tests.house.people.refusals import refused


async def test_a_player_registers_and_is_in(door: Door) -> None:
    who = door.who(await door.register())
    assert (who.name, who.role, who.must) == ("ann", Role.PLAYER, None)
    assert who.since_ms == door.clock.wall()
    assert who.confirmed_forward is None


async def test_a_name_is_given_once(door: Door) -> None:
    await door.register()
    hashed = door.hasher.hashed
    with refused(Code.BAD_NAME, "taken"):
        await door.register()
    assert door.hasher.hashed == hashed


async def test_a_name_is_given_once_though_two_ask_at_the_same_moment(door: Door) -> None:
    asked = (door.people.register("ann", f"{PASSWORD} {n}") for n in range(2))
    first, second = await asyncio.gather(*asked, return_exceptions=True)
    (token,) = [one for one in (first, second) if isinstance(one, str)]
    (refusal,) = [one for one in (first, second) if isinstance(one, Refused)]
    assert refusal.code is Code.BAD_NAME
    assert door.who(token).name == "ann"


@pytest.mark.parametrize("name", ["house", "pit", "guest-1", "Ann"])
async def test_some_names_nobody_registers(door: Door, name: str) -> None:
    with refused(Code.BAD_NAME):
        await door.people.register(name, PASSWORD)


async def test_a_guest_costs_no_hash(door: Door) -> None:
    before = (door.hasher.hashed, door.hasher.verified)
    guests = [await door.people.open_guest() for _ in range(20)]
    assert (door.hasher.hashed, door.hasher.verified) == before
    assert len({name for name, _ in guests}) == 20
    for name, token in guests:
        assert name.startswith("guest-")
        who = door.who(token)
        assert (who.name, who.role, who.must) == (name, Role.GUEST, None)


async def test_nobody_logs_in_as_a_guest(door: Door) -> None:
    name, _ = await door.people.open_guest()
    with refused(Code.NOT_KNOWN):
        await door.people.login(name, "", HOME)


async def test_a_guest_has_no_password_to_change(door: Door) -> None:
    _, token = await door.people.open_guest()
    with refused(Code.NOT_KNOWN):
        await door.people.change_password(door.who(token), "", PASSWORD)


async def test_the_first_evening(door: Door) -> None:
    await door.register()
    assert door.people.first_start()
    passwords = await door.people.open_house()
    assert not door.people.first_start()
    roles = {name: account.role for name in passwords if (account := door.people.account(name))}
    # Whoever tests the house comes later, if at all.
    assert set(roles.values()) == STAFF - {Role.LAB}
    assert [name for name, role in roles.items() if role is Role.PIT] == ["pit", "pit2"]
    assert len(set(passwords.values())) == len(passwords) == 8
    for name, password in passwords.items():
        assert door.who(await door.people.login(name, password, HOME)).must == "password"
    with refused(Code.NOT_ALLOWED, "staff already"):
        await door.people.open_house()


@pytest.mark.parametrize("role", sorted(PLAYING))
async def test_a_player_is_not_opened_as_staff(door: Door, role: Role) -> None:
    with refused(Code.NOT_ALLOWED, "not a post"):
        await door.people.open_staff("sam", role, "admin")


async def test_nobody_crosses_from_play_to_staff_or_back(door: Door) -> None:
    token = await door.register()
    guest, _ = await door.people.open_guest()
    staff = await door.staff()
    for name, role in [
        ("ann", Role.DEALER),
        (guest, Role.PIT),
        (guest, Role.PLAYER),
        ("pia", Role.PLAYER),
        ("pia", Role.GUEST),
    ]:
        with refused(Code.NOT_ALLOWED, "players do not become staff"):
            await door.people.give_role(name, role, "admin")
    assert door.who(token).role is Role.PLAYER
    assert door.who(staff.token).role is Role.PIT


async def test_a_new_role_needs_a_new_session(door: Door) -> None:
    staff = await door.staff()
    await door.people.give_role("pia", Role.SHIFT, "admin")
    assert door.people.who(staff.token) is None
    assert door.ended[-1] == digest_of(staff.token)
    token = await door.people.login("pia", PASSWORD, HOME, door.next_code(staff.secret))
    assert door.who(token).role is Role.SHIFT


async def test_who_is_blocked_is_out_and_stays_out(door: Door) -> None:
    tokens = [await door.register(), await door.people.login("ann", PASSWORD, HOME)]
    other = await door.register("bob")
    await door.people.block("ann", "shift", "abuse in the chat")
    assert [door.people.who(token) for token in tokens] == [None, None]
    assert sorted(door.ended) == sorted(map(digest_of, tokens))
    assert door.who(other).name == "bob"
    with refused(Code.BLOCKED):
        await door.people.login("ann", PASSWORD, HOME)
    with refused(Code.NOT_KNOWN):
        await door.people.login("ann", PASSWORD + "x", HOME)
    await door.people.unblock("ann", "shift")
    assert door.who(await door.people.login("ann", PASSWORD, HOME)).name == "ann"


async def test_nobody_does_it_to_themselves(door: Door) -> None:
    admin = await door.staff("adam", Role.ADMINISTRATOR)
    people = door.people
    for doing in (
        people.give_role("adam", Role.SHIFT, "adam"),
        people.block("adam", "adam", "by mistake"),
        people.unblock("adam", "adam"),
        people.reset_staff("adam", "adam"),
    ):
        with refused(Code.NOT_ALLOWED, "somebody else"):
            await doing
    assert door.who(admin.token).role is Role.ADMINISTRATOR


async def test_what_is_done_to_nobody(door: Door) -> None:
    people = door.people
    for doing in (
        people.give_role("nemo", Role.SHIFT, "admin"),
        people.block("nemo", "admin", "never seen"),
        people.unblock("nemo", "admin"),
        people.reset_staff("nemo", "admin"),
    ):
        with refused(Code.NOT_KNOWN, "no account nemo"):
            await doing


async def test_staff_are_reset_with_password_and_authenticator(door: Door) -> None:
    staff = await door.staff()
    password = await door.people.reset_staff("pia", "admin")
    assert door.people.who(staff.token) is None
    with refused(Code.NOT_KNOWN):
        await door.people.login("pia", PASSWORD, HOME, door.next_code(staff.secret))
    token = await door.people.login("pia", password, HOME)
    assert door.who(token).must == "password"
    token = await door.people.change_password(door.who(token), password, PASSWORD)
    assert door.who(token).must == "totp"
    await door.people.begin_totp(door.who(token))


async def test_players_are_not_reset(door: Door) -> None:
    await door.register()
    with refused(Code.NOT_ALLOWED):
        await door.people.reset_staff("ann", "admin")
    assert await door.people.login("ann", PASSWORD, AWAY)


async def test_all_accounts_for_the_administrator(door: Door) -> None:
    await door.register()
    await door.staff()
    assert [(one.name, one.role) for one in door.people.accounts()] == [
        ("ann", Role.PLAYER),
        ("pia", Role.PIT),
    ]
    assert door.people.account("nemo") is None
