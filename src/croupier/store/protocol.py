"""What every store answers. Calls are synchronous and safe from any thread; a server makes its
writes from one."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from croupier.store.archive.contents import Contents
from croupier.store.commit_rules import Key, Outcome
from croupier.store.values import (
    Answer,
    Batch,
    Checkpoint,
    Entry,
    Head,
    IndexRow,
    Lease,
    Movement,
    Owned,
    Posted,
    Result,
)

PAGE = 1_000
LARGEST_PAGE = 10_000
WALLETS = "wallet:"


class Reader(Protocol):
    """Reads come in pages: ask again with the last of the page to go on. What is in the archive is
    read from its files, as if it had never left."""

    def head(self, stream: str) -> Head: ...

    def streams(self, after: str = "", limit: int = PAGE) -> tuple[str, ...]: ...

    def lease(self, stream: str) -> Lease | None: ...

    def owned(self) -> tuple[Owned, ...]:
        """Every stream with its owner and its last number: a look for who follows them all."""
        ...

    def entries(self, stream: str, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        """A stream's journal, after a sequence number."""
        ...

    def transfers(
        self, stream: str, after: tuple[int, int] = (0, 0), limit: int = PAGE
    ) -> tuple[Posted, ...]:
        """A stream's transfers, after a sequence number and a number within it."""
        ...

    def journal(self, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        """All entries of all streams by place."""
        ...

    def places(self, since_ms: int, until_ms: int) -> range:
        """Beyond these places no entry was made from `since_ms`, before `until_ms`; between them
        there may be others."""
        ...

    def ledger(self, after: tuple[int, int] = (0, 0), limit: int = PAGE) -> tuple[Posted, ...]:
        """All transfers by the place of their entry and their number in it."""
        ...

    def postings(
        self,
        account: str,
        after: tuple[int, int] | None = None,
        limit: int = PAGE,
        *,
        newest_first: bool = False,
        since_ms: int | None = None,
        until_ms: int | None = None,
    ) -> tuple[Movement, ...]:
        """What moved in and out of a wallet, by the place of its entry and its number in it; other
        accounts have no index. Times are the owners' clocks: from `since_ms`, before `until_ms`."""
        ...

    def balance(self, account: str) -> int: ...

    def moves(self, account: str) -> int:
        """How many writes have moved it; counted for who judges by that, and not from its first."""
        ...

    def balances_of(self, accounts: Sequence[str]) -> list[int]:
        """Of many at once, in their order."""
        ...

    def moved(self, places: range) -> dict[str, int]:
        """What each account has gained or lost by the entries of these places."""
        ...

    def balances(
        self, prefix: str = "", after: str = "", limit: int = PAGE
    ) -> tuple[tuple[str, int], ...]:
        """Accounts by name."""
        ...

    def answer(self, sender: str, id: str) -> Answer | None:
        """What a command brought, if it was ever accepted."""
        ...

    def answers(self, commands: Sequence[Key]) -> dict[Key, Answer]:
        """Of many at once, by sender and id; always through the index of commands."""
        ...

    def checkpoint(self, stream: str) -> Checkpoint | None: ...

    def indexed(
        self,
        stream: str,
        kind: str,
        after: int | None = None,
        limit: int = PAGE,
        *,
        newest_first: bool = False,
    ) -> tuple[IndexRow, ...]:
        """Of one kind by their numbers, beyond `after`."""
        ...

    def indexed_between(
        self,
        stream: str,
        kind: str,
        after: tuple[int, int] | None = None,
        limit: int = PAGE,
        *,
        since_ms: int,
        until_ms: int,
        newest_first: bool = False,
    ) -> tuple[IndexRow, ...]:
        """Of one kind by time and number, from `since_ms`, before `until_ms`, beyond `after`."""
        ...

    def faults(self) -> Iterator[str]:
        """What is wrong with the database itself: its pages, its indexes."""
        ...

    def archive_head(self, stream: str) -> Head:
        """The last entry of a stream that is in the archive; its epoch is not told."""
        ...

    def archive_faults(self, after: int = 0) -> Iterator[str]:
        """What is wrong with the archive's files, and with what the database says of them; only of
        those noted after an entry of the archive's journal."""
        ...

    def vault(self, key: str) -> bytes | None: ...

    def vault_keys(self, after: str = "", limit: int = PAGE) -> tuple[str, ...]: ...


class Store(Reader, Protocol):
    frozen: frozenset[str]
    """Accounts from which this process pays nothing: writes that would are refused as short of
    funds."""

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        """All batches in one transaction; a result for every write, in order.

        A batch whose owner is stale or whose sequence is wrong has that as the result of each of
        its writes, and does not sink the others; neither does a write that is refused. When this
        returns, what is `Done` survives a power cut. Raises `StoreFailed` when nothing was written,
        `UnknownCommit` when that cannot be told.
        """
        ...

    def claim(self, stream: str, owner: str) -> int:
        """Take a stream over, and have every write under an older epoch refused from now on."""
        ...

    def share(self, stream: str, owner: str) -> int:
        """The epoch under which several processes write to a stream, each after the last number
        it knows; a stream that nobody has claimed yet is claimed."""
        ...

    def release(self, stream: str, epoch: int) -> bool:
        """Give a stream up: it has no owner until somebody claims it. False when it was not
        ours any more."""
        ...

    def renew(self, stream: str, epoch: int) -> bool:
        """A sign of life; False when somebody else has the stream. A commit is one too."""
        ...

    def keep(self, checkpoint: Checkpoint, epoch: int, rows: Sequence[IndexRow]) -> bool:
        """A checkpoint, in place of the one before, with the rows that belong to what it has
        folded. False, and nothing is kept, when the journal's entry is another or not there, or
        when somebody else has claimed the stream."""
        ...

    def discard(self, stream: str) -> None:
        """Its checkpoint and all its rows: they are to be made anew."""
        ...

    def snapshot(self) -> AbstractContextManager[Reader]:
        """Reads that all see the same moment, while writing goes on."""
        ...

    def load(self, streams: Iterable[tuple[str, int]], outcomes: Iterable[Outcome]) -> None:
        """Fill an empty store, in one transaction: streams with their epochs, then what is in
        them."""
        ...

    def archive_in(self, folder: Path) -> None:
        """Where the archive's files are from now on; all of them have to be there."""
        ...

    def archive(self, contents: Contents, file: str, note: Batch) -> None:
        """In one transaction: the note is written, and all that is in this file leaves the tables
        of entries and transfers. What commands brought, and all balances, stay."""
        ...

    def shrink(self) -> None:
        """Give back the space of what has left."""
        ...

    def close(self) -> None: ...


def check_page(limit: int) -> int:
    if not 1 <= limit <= LARGEST_PAGE:
        raise ValueError(f"a page holds 1 to {LARGEST_PAGE}, not {limit}")
    return limit


def check_wallet(account: str) -> str:
    if not account.startswith(WALLETS):
        raise ValueError(f"only a wallet's postings can be asked for, not {account[:200]!r}'s")
    return account
