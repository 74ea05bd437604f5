"""The door of a small house: a clock turned by hand, quick hashing that is counted, and a store
that outlives the process."""

from base64 import b32decode
from threading import Event
from typing import Literal
from urllib.parse import parse_qs, urlparse

from argon2 import PasswordHasher

from croupier.house.journal import HouseJournals
from croupier.house.people import STREAM, People, Who
from croupier.house.people.totp import STEP_SECONDS, code_at
from croupier.house.roles import Role
from croupier.store import GroupCommitter, Store, every_entry
from tests.support.clock import HandClock

KEY = bytes(range(32))
PASSWORD = "correct horse battery"
HOME, AWAY = "192.0.2.1", "198.51.100.7"


class Counting(PasswordHasher):
    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.hashed = self.verified = 0
        self.go = Event()
        self.go.set()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashed += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.verified += 1
        self.go.wait()
        return super().verify(hash, password)


class Door:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = HandClock()
        self.told: list[str] = []
        """Every secret anybody was told or has typed."""
        self.ended: list[str] = []
        self._open(Counting())

    def _open(self, hasher: Counting) -> None:
        self.hasher = hasher
        self.committer = GroupCommitter(self.store)
        journals = HouseJournals(self.store, self.committer, owner="test", clock=self.clock)
        self.people = People(journals, key=KEY, hasher=hasher)
        self.people.on_closed.append(self.ended.append)

    def close(self) -> None:
        self.people.close()
        self.committer.close()

    def reopen(self, gap: int = 0, hasher: Counting | None = None) -> None:
        """The process ends and another begins: its forward clock starts anywhere."""
        self.close()
        self.clock.wall_ms += gap
        self.clock.forward_ms = 77
        self._open(hasher or Counting())

    def who(self, token: str) -> Who:
        who = self.people.who(token)
        assert who is not None
        return who

    def code(self, secret: bytes, later: int = 0) -> str:
        step = self.clock.wall_ms // 1_000 // STEP_SECONDS
        code = code_at(secret, step + later)
        self.told.append(code)
        return code

    def next_code(self, secret: bytes) -> str:
        """A code that was never used, at the price of half a minute."""
        self.clock.turn(STEP_SECONDS * 1_000)
        return self.code(secret)

    async def register(self, name: str = "ann") -> str:
        token = await self.people.register(name, PASSWORD)
        self.told += [PASSWORD, token]
        return token

    async def staff(self, name: str = "pia", role: Role = Role.PIT) -> "Staff":
        """Through all of it: one-time password, own password, authenticator."""
        first = await self.people.open_staff(name, role, "admin")
        token = await self.people.login(name, first, HOME)
        token = await self.people.change_password(self.who(token), first, PASSWORD)
        who = self.who(token)
        uri = await self.people.begin_totp(who)
        secret = secret_of(uri)
        codes = await self.people.confirm_totp(who, self.code(secret))
        self.told += [first, PASSWORD, token, uri, secret.hex(), secret.decode("latin-1"), *codes]
        return Staff(name, token, secret, codes)

    def bodies(self) -> list[bytes]:
        return [entry.body for entry in every_entry(self.store, STREAM)]


class Staff:
    def __init__(self, name: str, token: str, secret: bytes, codes: tuple[str, ...]) -> None:
        self.name = name
        self.token = token
        self.secret = secret
        self.codes = codes


def secret_of(uri: str) -> bytes:
    return b32decode(parse_qs(urlparse(uri).query)["secret"][0])
