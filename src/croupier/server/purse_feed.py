"""Tells every player what is in the purse, how long they play, and how it stands."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial

from croupier.house.protection.protection import Protection
from croupier.house.protection.view import SessionView
from croupier.kit.phrase import Phrase
from croupier.ledger import Transfer, wallet
from croupier.server.accounts import Accounts
from croupier.store.errors import StoreError
from croupier.store.group import GroupCommitter
from croupier.wire.messages import Notice, NoticeCode, Purse, RealityCheck

_AT_ONCE = 500
_WALLET = "wallet:"


STAGED_CHIPS = 1_000_000_00


def _purse(balance: int, session: SessionView, feed: str, n: int) -> Purse:
    return Purse(feed, n, balance, session.played, session.net)


def _reality_check(session: SessionView, feed: str, n: int) -> RealityCheck:
    return RealityCheck(feed, n, session.played, session.net)


class PurseFeed:
    """Knows the purse of everyone who is here: read from the books when they come, then moved with
    every commit. Reads are made in the writer's order, so none is missed or counted twice."""

    def __init__(
        self,
        committer: GroupCommitter,
        accounts: Accounts,
        protection: Protection,
        promised: Callable[[str], int],
    ) -> None:
        """`promised` tells of chips that are as good as in the purse."""
        self._promised = promised
        self._committer = committer
        self._accounts = accounts
        self._protection = protection
        self._balances: dict[str, int] = {}
        self._unread: dict[str, None] = {}
        self._untold: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._checking: set[str] = set()

    def moved(self, transfers: Sequence[Transfer]) -> None:
        """Committed just now; everyone it concerns is told once, when all of it is in."""
        for transfer in transfers:
            for account, amount in (
                (transfer.payer, -transfer.amount),
                (transfer.payee, transfer.amount),
            ):
                player = account.partition(":")[2] if account.startswith(_WALLET) else ""
                if player in self._balances:
                    self._balances[player] += amount
                    self._later(player)

    def stands(self, players: Collection[str]) -> None:
        """Their session stands otherwise, whatever is in the purse."""
        for player in players:
            if player in self._balances:
                self._later(player)

    def changed(self, player: str) -> None:
        """Something else has moved, or the player has just come: read it."""
        if self._accounts.get(player) is not None:
            self._unread[player] = None
            self._wake.set()

    def balance(self, player: str) -> int | None:
        """Of who is here; None: not read yet."""
        return self._balances.get(player)

    def forget(self, player: str) -> None:
        self._balances.pop(player, None)
        self._checking.discard(player)

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._unread:
                names = list(self._unread)[:_AT_ONCE]
                for name in names:
                    del self._unread[name]
                try:
                    await self._read(names)
                except StoreError:
                    self._unread.update(dict.fromkeys(names))
                    await asyncio.sleep(0.25)

    async def _read(self, names: list[str]) -> None:
        purses = [wallet(name) for name in names]
        read = self._committer.read(lambda store: store.balances_of(purses))
        balances = await asyncio.wrap_future(read)
        for name, balance in zip(names, balances, strict=True):
            if self._accounts.get(name) is not None:
                self._balances[name] = balance + self._promised(name)
                self._later(name)

    def _later(self, player: str) -> None:
        if not self._untold:
            asyncio.get_running_loop().call_soon(self._tell)
        self._untold[player] = None

    def _tell(self) -> None:
        untold, self._untold = self._untold, {}
        for name in untold:
            account, balance = self._accounts.get(name), self._balances.get(name)
            if account is not None and balance is not None:
                account.tell(partial(_purse, balance, self._protection.session(name)))

    def notice(self, player: str, code: NoticeCode, text: Phrase, table: str | None = None) -> None:
        if (account := self._accounts.get(player)) is not None:
            account.tell(lambda feed, n: Notice(feed, n, code, str(text), text, table))

    def staged(self, name: str) -> None:
        """A lab's chips are in no books: there are always enough."""
        if (account := self._accounts.get(name)) is not None:
            account.tell(lambda feed, n: Purse(feed, n, STAGED_CHIPS, 0, 0))

    def reality_checks(self) -> None:
        """Whoever has played long enough is told so, once, and asked whether to go on."""
        for account in self._accounts.here():
            if not any(connection.plays for connection in account.devices):
                continue
            session = self._protection.session(account.name)
            if session.to_check != 0:
                self._checking.discard(account.name)
            elif account.name not in self._checking:
                self._checking.add(account.name)
                account.tell(partial(_reality_check, session))
