"""What is kept: everything that counts, and no secret."""

import asyncio
from pathlib import Path

from croupier.house.clock import HOUR, MINUTE
from croupier.house.journal import HouseJournals
from croupier.house.people import STREAM, People
from croupier.house.roles import Role
from croupier.kit.errors import Code
from croupier.store import GroupCommitter, complaints
from croupier.store.pages import every_vault_key
from croupier.store.sqlite import SqliteStore
from tests.house.people.door import HOME, KEY, PASSWORD, Counting, Door
from tests.house.people.refusals import refused


async def an_evening(door: Door) -> None:
    """Something of everything, and every secret of it noted."""
    people = door.people
    token = await door.register()
    door.told.append(await people.change_password(door.who(token), PASSWORD, "another password"))
    door.told.append("another password")
    await door.register("bob")
    await people.block("bob", "shift", "quarrelsome")
    name, token = await people.open_guest()
    await people.write_down(name)
    door.told += [token, people.issue_ticket(door.who(token))]
    door.told += (await people.open_house()).values()
    staff = await door.staff()
    for code in (door.next_code(staff.secret), staff.codes[2]):
        token = await people.login("pia", PASSWORD, HOME, code)
        door.told.append(token)
    await people.step_up(door.who(token), door.next_code(staff.secret))
    await people.logout(staff.token)
    await door.staff("carl", Role.CASHIER)
    door.told.append(await people.reset_staff("carl", "admin"))
    await people.give_role("carl", Role.MODERATOR, "admin")
    await people.unblock("bob", "shift")
    door.told.append(await people.login("bob", PASSWORD, HOME))


async def test_no_secret_stands_in_the_journal_nor_open_in_the_vault(door: Door) -> None:
    await an_evening(door)
    entries = door.store.entries(STREAM)
    kinds = {body.split(b'"')[3] for body in door.bodies()}
    assert len(kinds) == 10  # All but a renewed hash.
    vault = [door.store.vault(key) or b"" for key in every_vault_key(door.store)]
    assert len(vault) > 10
    kept = [*door.bodies(), *vault, *(entry.answer for entry in entries)]
    # Six digits may stand anywhere by chance; they are good once, and used.
    secrets = [one for one in door.told if len(one) > 6]
    assert len(secrets) > 30
    for secret in secrets:
        for written in (secret.encode(), secret.replace("-", "").encode()):
            assert not any(written in body for body in kept), secret
    assert not any(b"$argon2" in body for body in kept)


async def test_another_process_reads_the_same(door: Door) -> None:
    await an_evening(door)
    accounts = list(door.people.accounts())
    whos = [door.people.who(token) for token in door.told]
    assert sum(who is not None for who in whos) == 5
    door.reopen()
    assert list(door.people.accounts()) == accounts
    known = [door.people.who(token) for token in door.told]
    assert [who and (who.name, who.role, who.must, who.since_ms) for who in known] == [
        who and (who.name, who.role, who.must, who.since_ms) for who in whos
    ]


async def test_sessions_go_on_in_another_process_with_their_age(door: Door) -> None:
    token = await door.register()
    door.reopen(gap=3 * HOUR)
    door.clock.turn(2 * HOUR - MINUTE)
    assert door.people.who(token)
    door.reopen(gap=19 * HOUR)
    assert door.people.who(token)
    door.clock.turn(MINUTE)
    assert door.people.who(token) is None
    await door.people.sweep()
    assert len(door.ended) == 1
    door.reopen()
    assert door.people.who(token) is None


async def test_a_session_ended_stays_ended_in_another_process(door: Door) -> None:
    tokens = [await door.register(name) for name in ("ann", "bob", "cat", "dan")]
    await door.people.logout(tokens[0])
    await door.people.block("bob", "shift", "quarrelsome")
    await door.people.change_password(door.who(tokens[2]), PASSWORD, "another password")
    door.reopen()
    assert [bool(door.people.who(token)) for token in tokens] == [False, False, False, True]


async def test_without_the_house_key_nobody_comes_in(door: Door) -> None:
    await door.register()
    with GroupCommitter(door.store) as committer:
        journals = HouseJournals(door.store, committer, owner="test", clock=door.clock)
        people = People(journals, key=KEY[::-1], hasher=Counting())
        with refused(Code.BAD_FILE, "password/ann/1 cannot be unlocked"):
            await people.login("ann", PASSWORD, HOME)
        people.close()


async def test_a_store_that_fails_has_opened_nothing(door: Door) -> None:
    door.committer.close()
    with refused(Code.NOT_STORED):
        await door.register()
    assert door.people.account("ann") is None
    name, token = await door.people.open_guest()
    with refused(Code.NOT_STORED):
        await door.people.write_down(name)
    assert door.people.unwritten(name)
    await door.people.logout(token)
    assert list(door.people.accounts()) == []


async def test_a_guest_is_written_down_once_though_who_asked_goes_away(door: Door) -> None:
    """A socket that closes in the middle of a first bet, and a second that bets meanwhile."""
    name, token = await door.people.open_guest()
    gone = asyncio.create_task(door.people.write_down(name))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*(door.people.write_down(name) for _ in range(3)))
    assert len(door.store.entries(STREAM)) == 2
    assert not door.people.unwritten(name)
    door.reopen()
    assert door.who(token).name == name


async def test_a_crowd_of_guests_is_written_down_in_any_order(door: Door) -> None:
    came = [await door.people.open_guest() for _ in range(50)]
    await asyncio.gather(*(door.people.write_down(name) for name, _ in reversed(came)))
    assert len(door.store.entries(STREAM)) == 2 * len(came)
    since = {name: door.who(token).since_ms for name, token in came}
    door.reopen()
    assert {name: door.who(token).since_ms for name, token in came} == since


async def test_on_a_real_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    door = Door(store)
    await an_evening(door)
    accounts = list(door.people.accounts())
    door.reopen()
    assert list(door.people.accounts()) == accounts
    assert list(complaints(store)) == []
    door.close()
    store.close()
