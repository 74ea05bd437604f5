"""Tells every player what is in the purse: read from the books after each change, one reader at a
time, so that the last word is always the true one."""

import asyncio
from functools import partial

from croupier.house.protection.protection import Protection
from croupier.house.protection.view import SessionView
from croupier.ledger import wallet
from croupier.server.accounts import Accounts
from croupier.store.errors import StoreError
from croupier.store.protocol import Store
from croupier.wire.messages import Notice, Purse, RealityCheck

_AT_ONCE = 500


def _reality_check(session: SessionView, feed: str, n: int) -> RealityCheck:
    return RealityCheck(feed, n, session.played, session.net)


class Teller:
    def __init__(self, store: Store, accounts: Accounts, protection: Protection) -> None:
        self._store = store
        self._accounts = accounts
        self._protection = protection
        self._changed: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._checking: set[str] = set()

    def changed(self, player: str) -> None:
        if self._accounts.get(player) is not None:
            self._changed[player] = None
            self._wake.set()

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                names = list(self._changed)[:_AT_ONCE]
                for name in names:
                    del self._changed[name]
                try:
                    balances = await asyncio.to_thread(self._read, names)
                except StoreError:
                    self._changed.update(dict.fromkeys(names))
                    await asyncio.sleep(0.25)
                    continue
                for name, balance in zip(names, balances, strict=True):
                    self._tell(name, balance)

    def _read(self, names: list[str]) -> list[int]:
        return self._store.balances_of([wallet(name) for name in names])

    def _tell(self, name: str, balance: int) -> None:
        account = self._accounts.get(name)
        if account is not None:
            session = self._protection.session(name)
            account.tell(lambda feed, n: Purse(feed, n, balance, session.played, session.net))

    def notice(self, player: str, code: str, text: str) -> None:
        if (account := self._accounts.get(player)) is not None:
            account.tell(lambda feed, n: Notice(feed, n, code, text))

    def reality_checks(self) -> None:
        """Whoever has played long enough is told so, once, and asked whether to go on."""
        for account in self._accounts.here():
            if not any(one.plays for one in account.devices):
                continue
            session = self._protection.session(account.name)
            if session.to_check != 0:
                self._checking.discard(account.name)
            elif account.name not in self._checking:
                self._checking.add(account.name)
                account.tell(partial(_reality_check, session))
