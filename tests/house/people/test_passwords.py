import asyncio
from collections.abc import Iterator

import pytest
from argon2 import extract_parameters

from croupier.house.people.passwords import Passwords
from croupier.kit.errors import Code, Refused
from tests.house.people.door import PASSWORD, Counting
from tests.house.people.refusals import refused


@pytest.fixture
def slow() -> Iterator[Counting]:
    """Hashes when it is let."""
    hasher = Counting()
    hasher.go.clear()
    yield hasher
    hasher.go.set()


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    opened = Passwords(Counting())
    yield opened
    opened.close()


async def test_right_and_wrong(passwords: Passwords) -> None:
    hash = await passwords.hash(PASSWORD)
    assert PASSWORD not in hash
    assert hash.startswith("$argon2id$")
    assert await passwords.right(hash, PASSWORD)
    assert not await passwords.right(hash, PASSWORD + "x")
    assert not await passwords.right(hash, "")


@pytest.mark.parametrize("password", ["x" * 9, "x" * 129, "ten\nletters", "lone \ud800 surrogate"])
async def test_what_is_no_password(passwords: Passwords, password: str) -> None:
    with refused(Code.BAD_PASSWORD, "10 to 128"):
        await passwords.hash(password)


@pytest.mark.parametrize("password", ["x" * 10, "ü" * 128, "with a space"])
async def test_what_is_one(passwords: Passwords, password: str) -> None:
    assert await passwords.right(await passwords.hash(password), password)


async def test_nobodys_password_costs_the_same_and_is_never_right() -> None:
    hasher = Counting()
    passwords = Passwords(hasher)
    for password in (PASSWORD, "", "x" * 10_000, "\ud800"):
        hasher.verified = 0
        assert not await passwords.right(None, password)
        assert hasher.verified == 1
    passwords.close()


async def test_nobodys_hash_costs_nothing_to_make_and_has_the_parameters_of_every_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasher, verified = Counting(), list[str]()
    passwords = Passwords(hasher)
    assert hasher.hashed == 0
    verify = hasher.verify

    def recorded(hash: str, password: str) -> bool:
        verified.append(hash)
        return verify(hash, password)

    monkeypatch.setattr(hasher, "verify", recorded)
    assert not await passwords.right(None, PASSWORD)
    parameters = extract_parameters(await passwords.hash(PASSWORD))
    assert [extract_parameters(hash) for hash in verified] == [parameters]
    passwords.close()


async def test_too_many_at_once_are_refused_and_the_others_served(slow: Counting) -> None:
    passwords = Passwords(slow, most_waiting=3)
    hash = await passwords.hash(PASSWORD)

    async def let_go() -> None:
        slow.go.set()

    asked = [passwords.right(hash, PASSWORD) for _ in range(4)]
    *first, fourth, _ = await asyncio.gather(*asked, let_go(), return_exceptions=True)
    assert first == [True, True, True]
    assert isinstance(fourth, Refused)
    assert fourth.code is Code.BUSY
    assert await passwords.right(hash, PASSWORD)
    passwords.close()


async def test_who_gives_up_waiting_leaves_no_place_taken(slow: Counting) -> None:
    passwords = Passwords(slow, most_waiting=3)
    hash = await passwords.hash(PASSWORD)
    asked = [asyncio.create_task(passwords.right(hash, PASSWORD)) for _ in range(3)]
    await asyncio.sleep(0)
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    slow.go.set()
    passwords.close()  # All work is over now.
    assert [passwords._places.acquire(blocking=False) for _ in range(4)] == [True] * 3 + [False]


async def test_a_hash_of_other_days_is_noticed(passwords: Passwords) -> None:
    assert passwords.outdated(Counting(time_cost=2).hash(PASSWORD))
    assert not passwords.outdated(await passwords.hash(PASSWORD))
