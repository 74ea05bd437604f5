"""Where passwords and authenticator secrets lie: in the store's vault, locked, a new key for every
version of them."""

import asyncio

import msgspec

from croupier.house.people.book import Account
from croupier.house.people.locked import Lock
from croupier.house.people.totp import SecondFactor
from croupier.store.protocol import Store

PASSWORDS = "password/"
Secrets = tuple[tuple[str, bytes], ...]


class PeopleVault:
    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._lock = Lock(key)

    def password(self, name: str, version: int, hash: str) -> Secrets:
        return self._locked(password_key(name, version), hash.encode())

    def factor(self, name: str, version: int, factor: SecondFactor) -> Secrets:
        return self._locked(totp_key(name, version), msgspec.json.encode(factor))

    async def of(self, account: Account | None) -> tuple[str | None, SecondFactor | None]:
        """The hash of its password, and its second factor. It is looked for even if nobody is of
        that name, so that a stranger cannot tell."""
        name = account.name if account else "-"
        password = await self._opened(password_key(name, account.password if account else 0))
        factor = await self._opened(totp_key(name, account.totp if account else 0))
        return (
            password.decode() if password else None,
            msgspec.json.decode(factor, type=SecondFactor) if factor else None,
        )

    def _locked(self, key: str, secret: bytes) -> Secrets:
        return ((key, self._lock.close(key, secret)),)

    async def _opened(self, key: str) -> bytes | None:
        box = await asyncio.to_thread(self._store.vault, key)
        return None if box is None else self._lock.open(key, box)


def password_key(name: str, version: int) -> str:
    return f"{PASSWORDS}{name}/{version}"


def totp_key(name: str, version: int) -> str:
    return f"totp/{name}/{version}"
