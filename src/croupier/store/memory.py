"""A store in memory: for tests, and for a table that nobody has to remember."""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from threading import RLock
from typing import TypeVar

import msgspec

from croupier.ledger import net
from croupier.store.archive.contents import Contents
from croupier.store.commit_rules import Key, Outcome, Rows, decide, touched
from croupier.store.errors import StoreFailed, WrongStore
from croupier.store.protocol import PAGE, WALLETS, Reader, check_page, check_wallet
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
    check_name,
)

_Place = TypeVar("_Place", int, tuple[int, int])


class _Books:
    """All that a store holds."""

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}
        self.owners: dict[str, tuple[str, float]] = {}
        self.journal: list[Entry] = []
        self.streams: dict[str, list[Entry]] = {}
        self.ledger: list[Posted] = []
        self.posted: dict[str, list[Posted]] = {}
        self.wallets: dict[str, list[Movement]] = {}
        self.balances: dict[str, int] = {}
        self.moves: dict[str, int] = {}
        self.answers: dict[Key, Answer] = {}
        self.vault: dict[str, bytes] = {}
        self.checkpoints: dict[str, Checkpoint] = {}
        self.indexed: dict[tuple[str, str], dict[int, IndexRow]] = {}

    def copy(self) -> "_Books":
        other = _Books()
        other.heads = dict(self.heads)
        other.owners = dict(self.owners)
        other.journal = list(self.journal)
        other.streams = {name: list(entries) for name, entries in self.streams.items()}
        other.ledger = list(self.ledger)
        other.posted = {name: list(posted) for name, posted in self.posted.items()}
        other.wallets = {name: list(moved) for name, moved in self.wallets.items()}
        other.balances = dict(self.balances)
        other.moves = dict(self.moves)
        other.answers = dict(self.answers)
        other.vault = dict(self.vault)
        other.checkpoints = dict(self.checkpoints)
        other.indexed = {key: dict(rows) for key, rows in self.indexed.items()}
        return other

    def write(self, outcome: Outcome) -> None:
        at = {entry.place: entry for entry in outcome.entries}
        for entry in outcome.entries:
            self.journal.append(entry)
            self.streams.setdefault(entry.stream, []).append(entry)
            if command := entry.command:
                self.answers[command.sender, command.id] = Answer(
                    entry.stream, entry.seq, command.body_hash, entry.answer
                )
        for place, n, transfer in outcome.transfers:
            entry = at[place]
            posted = Posted(place, n, entry.stream, entry.seq, transfer)
            self.ledger.append(posted)
            self.posted.setdefault(posted.stream, []).append(posted)
            for account in (transfer.payer, transfer.payee):
                if account.startswith(WALLETS):
                    self.wallets.setdefault(account, []).append(
                        Movement(place, n, entry.at_ms, entry.stream, entry.seq, transfer)
                    )
        for account, change in outcome.moved.items():
            self.balances[account] = self.balances.get(account, 0) + change
            self.moves[account] = self.moves.get(account, 0) + outcome.moves.get(account, 0)
        for stream, head in outcome.heads.items():
            self.heads[stream] = head
            self.owners[stream] = (self.owners[stream][0], time.monotonic())
        self.vault.update(outcome.vault)


class MemoryStore:
    def __init__(self) -> None:
        self._lock = RLock()
        self._open = True
        self._held = _Books()
        self.frozen: frozenset[str] = frozenset()

    # Writing

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        at_stake = touched(batches)
        with self._books() as books:
            rows = Rows(
                {name: books.heads[name] for name in at_stake.streams if name in books.heads},
                {key: books.answers[key] for key in at_stake.commands if key in books.answers},
                {a: books.balances[a] for a in at_stake.accounts if a in books.balances},
                {key for key in at_stake.vault if key in books.vault},
                {a: books.moves[a] for a in at_stake.accounts if a in books.moves},
                count(books.journal[-1].place + 1 if books.journal else 1),
                self.frozen,
            )
            outcome = decide(batches, rows)
            books.write(outcome)
            return tuple(outcome.results)

    def claim(self, stream: str, owner: str) -> int:
        check_name(stream)
        check_name(owner)
        with self._books() as books:
            head = books.heads.get(stream, Head())
            books.heads[stream] = msgspec.structs.replace(head, epoch=head.epoch + 1)
            books.owners[stream] = (owner, time.monotonic())
            return head.epoch + 1

    def share(self, stream: str, owner: str) -> int:
        with self._books() as books:
            return books.heads.get(stream, Head()).epoch or self.claim(stream, owner)

    def release(self, stream: str, epoch: int) -> bool:
        with self._books() as books:
            if books.heads.get(stream, Head()).epoch != epoch:
                return False
            books.owners[stream] = ("", time.monotonic())
            return True

    def renew(self, stream: str, epoch: int) -> bool:
        with self._books() as books:
            if stream not in books.heads or books.heads[stream].epoch != epoch:
                return False
            books.owners[stream] = (books.owners[stream][0], time.monotonic())
            return True

    def load(self, streams: Iterable[tuple[str, int]], outcomes: Iterable[Outcome]) -> None:
        with self._books() as books:
            if books.heads or books.vault:
                raise WrongStore("the store to restore into is not empty")
            fresh = _Books()
            for name, epoch in streams:
                fresh.heads[name] = Head(epoch)
                fresh.owners[name] = ("", time.monotonic())
            for outcome in outcomes:
                fresh.write(outcome)
            self._held = fresh

    def keep(self, checkpoint: Checkpoint, epoch: int, rows: Sequence[IndexRow]) -> bool:
        stream, seq = checkpoint.stream, checkpoint.seq
        with self._books() as books:
            entries = books.streams.get(stream, [])
            if not 0 < seq <= len(entries) or entries[seq - 1].hash != checkpoint.hash:
                return False
            if books.heads[stream].epoch != epoch:
                return False
            books.checkpoints[stream] = checkpoint
            for row in rows:
                books.indexed.setdefault((stream, row.kind), {})[row.number] = row
            return True

    def discard(self, stream: str) -> None:
        with self._books() as books:
            books.checkpoints.pop(stream, None)
            for key in [key for key in books.indexed if key[0] == stream]:
                del books.indexed[key]

    # Reading

    def head(self, stream: str) -> Head:
        with self._books() as books:
            return books.heads.get(stream, Head())

    def streams(self, after: str = "", limit: int = PAGE) -> tuple[str, ...]:
        with self._books() as books:
            return _names(books.heads, after, limit)

    def lease(self, stream: str) -> Lease | None:
        with self._books() as books:
            if stream not in books.owners:
                return None
            owner, renewed = books.owners[stream]
            age = time.monotonic() - renewed
            return Lease(owner, books.heads[stream].epoch, int(age * 1000))

    def owned(self) -> tuple[Owned, ...]:
        with self._books() as books:
            return tuple(
                Owned(stream, books.owners[stream][0], head.epoch, head.seq)
                for stream, head in sorted(books.heads.items())
            )

    def entries(self, stream: str, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        with self._books() as books:
            return tuple(books.streams.get(stream, [])[max(after, 0) :][: check_page(limit)])

    def transfers(
        self, stream: str, after: tuple[int, int] = (0, 0), limit: int = PAGE
    ) -> tuple[Posted, ...]:
        with self._books() as books:
            posted = books.posted.get(stream, [])
            begin = bisect_right(posted, after, key=lambda posting: (posting.seq, posting.n))
            return tuple(posted[begin : begin + check_page(limit)])

    def journal(self, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        with self._books() as books:
            begin = bisect_right(books.journal, after, key=lambda entry: entry.place)
            return tuple(books.journal[begin : begin + check_page(limit)])

    def places(self, since_ms: int, until_ms: int) -> range:
        with self._books() as books:
            made = [e.place for e in books.journal if since_ms <= e.at_ms < until_ms]
            return range(made[0], made[-1] + 1) if made else range(0)

    def ledger(self, after: tuple[int, int] = (0, 0), limit: int = PAGE) -> tuple[Posted, ...]:
        with self._books() as books:
            begin = bisect_right(
                books.ledger, after, key=lambda posting: (posting.place, posting.n)
            )
            return tuple(books.ledger[begin : begin + check_page(limit)])

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
        check_page(limit)
        with self._books() as books:
            moved = books.wallets.get(check_wallet(account), [])
            if after is not None:
                cut = bisect_left if newest_first else bisect_right
                begin = cut(moved, after, key=lambda movement: (movement.place, movement.n))
                moved = moved[:begin] if newest_first else moved[begin:]
            fitting = (
                movement
                for movement in (reversed(moved) if newest_first else moved)
                if (since_ms is None or movement.at_ms >= since_ms)
                and (until_ms is None or movement.at_ms < until_ms)
            )
            return tuple(islice(fitting, limit))

    def balance(self, account: str) -> int:
        with self._books() as books:
            return books.balances.get(account, 0)

    def moves(self, account: str) -> int:
        with self._books() as books:
            return books.moves.get(account, 0)

    def balances_of(self, accounts: Sequence[str]) -> list[int]:
        with self._books() as books:
            return [books.balances.get(account, 0) for account in accounts]

    def moved(self, places: range) -> dict[str, int]:
        with self._books() as books:
            begin = bisect_left(books.ledger, places.start, key=lambda posting: posting.place)
            end = bisect_left(books.ledger, places.stop, key=lambda posting: posting.place)
            return net(posted.transfer for posted in books.ledger[begin:end])

    def balances(
        self, prefix: str = "", after: str = "", limit: int = PAGE
    ) -> tuple[tuple[str, int], ...]:
        with self._books() as books:
            fitting = [name for name in books.balances if name.startswith(prefix)]
            return tuple((name, books.balances[name]) for name in _names(fitting, after, limit))

    def answer(self, sender: str, id: str) -> Answer | None:
        with self._books() as books:
            return books.answers.get((sender, id))

    def answers(self, commands: Sequence[Key]) -> dict[Key, Answer]:
        with self._books() as books:
            return {key: books.answers[key] for key in commands if key in books.answers}

    def checkpoint(self, stream: str) -> Checkpoint | None:
        with self._books() as books:
            return books.checkpoints.get(stream)

    def indexed(
        self,
        stream: str,
        kind: str,
        after: int | None = None,
        limit: int = PAGE,
        *,
        newest_first: bool = False,
    ) -> tuple[IndexRow, ...]:
        with self._books() as books:
            rows = books.indexed.get((stream, kind), {})
            beyond = _beyond([(number, rows[number]) for number in rows], after, newest_first)
            return tuple(row for _, row in beyond[: check_page(limit)])

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
        with self._books() as books:
            rows = books.indexed.get((stream, kind), {}).values()
            within = [
                ((row.at_ms, row.number), row) for row in rows if since_ms <= row.at_ms < until_ms
            ]
            beyond = _beyond(within, after, newest_first)
            return tuple(row for _, row in beyond[: check_page(limit)])

    def faults(self) -> Iterator[str]:
        return iter(())

    def archive_head(self, stream: str) -> Head:  # noqa: ARG002 -- nothing ever leaves
        return Head()

    def archive_faults(self, after: int = 0) -> Iterator[str]:  # noqa: ARG002
        return iter(())

    def archive_in(self, folder: Path) -> None:  # noqa: ARG002
        raise WrongStore("a store in memory has no archive")

    def archive(self, contents: Contents, file: str, note: Batch) -> None:  # noqa: ARG002
        raise WrongStore("a store in memory has no archive")

    def shrink(self) -> None:
        pass

    def vault(self, key: str) -> bytes | None:
        with self._books() as books:
            return books.vault.get(key)

    def vault_keys(self, after: str = "", limit: int = PAGE) -> tuple[str, ...]:
        with self._books() as books:
            return _names(books.vault, after, limit)

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        frozen = MemoryStore()
        with self._books() as books:
            frozen._held = books.copy()
        yield frozen

    def close(self) -> None:
        with self._lock:
            self._open = False

    @contextmanager
    def _books(self) -> Iterator[_Books]:
        with self._lock:
            if not self._open:
                raise StoreFailed("the store is closed", lasting=True)
            yield self._held


def _beyond(
    rows: list[tuple[_Place, IndexRow]], after: _Place | None, newest_first: bool
) -> list[tuple[_Place, IndexRow]]:
    """Rows by their places, from the first or from the last, without those up to `after`."""
    rows = sorted(rows, key=lambda row: row[0], reverse=newest_first)
    if after is None:
        return rows
    return [row for row in rows if (row[0] < after if newest_first else row[0] > after)]


def _names(names: Iterable[str], after: str, limit: int) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if name > after)[: check_page(limit)])
