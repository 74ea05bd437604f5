"""The reads of both SQL stores: one text, two dialects. `?` stands for a value.

The tables are asked first, then the archive: what leaves in between is found twice, never not at
all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from croupier.ledger import Reason, Transfer, net
from croupier.store.archive.notes import noted
from croupier.store.archive.reading import Archive
from croupier.store.commit_rules import Key
from croupier.store.pages import stretches
from croupier.store.protocol import PAGE, check_page, check_wallet
from croupier.store.values import (
    Answer,
    Checkpoint,
    Command,
    Entry,
    Head,
    IndexRow,
    Lease,
    Movement,
    Owned,
    Posted,
)

_T = TypeVar("_T")

LAST = "\U0010ffff"
"""Sorts after every name."""

_ENTRIES = """
    SELECT e.place, s.name, e.seq, e.epoch, e.at_ms, e.body, e.hash,
           e.sender, e.command, e.body_hash, e.answer
    FROM entries e JOIN streams s ON s.id = e.stream"""
_TRANSFERS = """
    SELECT t.place, t.n, s.name, e.seq, t.payer, t.payee, t.amount, t.reason, t.cause
    FROM transfers t JOIN entries e ON e.place = t.place JOIN streams s ON s.id = e.stream"""
# The range of names stands there for the planner: the indexes hold wallets and nothing else.
_ONE_SIDE = """
    SELECT t.place, t.n, e.at_ms, s.name, e.seq, t.payer, t.payee, t.amount, t.reason, t.cause
    FROM transfers t JOIN entries e ON e.place = t.place JOIN streams s ON s.id = e.stream
    WHERE t.{side} = ? AND t.{side} >= 'wallet:' AND t.{side} < 'wallet;'
        AND (t.place, t.n) {beyond} (?, ?) AND e.at_ms >= ? AND e.at_ms < ?
    ORDER BY t.place {order}, t.n {order} LIMIT ?"""
_BOTH_SIDES = """
    SELECT * FROM (SELECT * FROM ({paid}) AS paid UNION ALL SELECT * FROM ({got}) AS got) AS moved
    ORDER BY place {order}, n {order} LIMIT ?"""
ANSWER = """SELECT s.name, a.seq, a.body_hash, a.answer FROM (
        SELECT stream, seq, body_hash, answer FROM entries WHERE sender = ? AND command = ?
        UNION ALL
        SELECT c.stream, c.seq, c.body_hash, k.answer FROM archived_commands c
        JOIN archived_answers k ON k.number = c.answer WHERE c.sender = ? AND c.command = ?
    ) AS a JOIN streams s ON s.id = a.stream"""
"""Of one command, wherever its entry is now; its sender and id are asked for twice."""
_CHECKPOINT = """SELECT s.name, c.seq, c.hash, c.format, c.body
    FROM checkpoints c JOIN streams s ON s.id = c.stream WHERE s.name = ?"""
_INDEXED = """
    SELECT i.kind, i.number, i.at_ms, i.body FROM indexed i JOIN streams s ON s.id = i.stream
    WHERE s.name = ? AND i.kind = ?"""
_PLACES = """SELECT min(place), max(place) FROM entries
    WHERE place >= ? AND place < ? AND at_ms >= ? AND at_ms < ?"""
_MOVED = """SELECT account, sum(change) FROM (
        SELECT payer AS account, -amount AS change FROM transfers WHERE place >= ? AND place < ?
        UNION ALL SELECT payee, amount FROM transfers WHERE place >= ? AND place < ?
    ) AS moved GROUP BY account"""
_FIRST = (0, 0)
_BEYOND = (2**63 - 1, 0)
_FOREVER = 2**63 - 1


class SqlReader(ABC):
    lease_sql: str
    """Owner, epoch, and milliseconds since the last sign of life, of one stream."""

    beside: Path
    """Where the archive's folder is meant to be, if it is not absolute."""

    @cached_property
    def _archive(self) -> Archive:
        return Archive(self.rows, self.beside)

    @abstractmethod
    def faults(self) -> Iterator[str]:
        """What is wrong with the database itself."""

    @abstractmethod
    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Ask the database."""

    def head(self, stream: str) -> Head:
        rows = self.rows("SELECT epoch, seq, hash FROM streams WHERE name = ?", (stream,))
        return Head(*rows[0]) if rows else Head()

    def streams(self, after: str = "", limit: int = PAGE) -> tuple[str, ...]:
        sql = "SELECT name FROM streams WHERE name > ? ORDER BY name LIMIT ?"
        return tuple(name for (name,) in self.rows(sql, (after, check_page(limit))))

    def lease(self, stream: str) -> Lease | None:
        rows = self.rows(self.lease_sql, (stream,))
        # A clock set back makes no lease younger than new.
        return Lease(rows[0][0], rows[0][1], max(0, rows[0][2])) if rows else None

    def owned(self) -> tuple[Owned, ...]:
        rows = self.rows("SELECT name, owner, epoch, seq FROM streams ORDER BY name")
        return tuple(Owned(*row) for row in rows)

    def entries(self, stream: str, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        sql = f"{_ENTRIES} WHERE s.name = ? AND e.seq > ? ORDER BY e.seq LIMIT ?"
        hot = _entries(self.rows(sql, (stream, after, check_page(limit))))
        if hot and hot[0].seq == after + 1:
            return hot
        return _joined(self._archive.entries(stream, after, limit), hot, limit, _entry_place)

    def transfers(
        self, stream: str, after: tuple[int, int] = (0, 0), limit: int = PAGE
    ) -> tuple[Posted, ...]:
        seq, n = after
        sql = f"""{_TRANSFERS} WHERE s.name = ? AND e.seq >= ? AND (e.seq > ? OR t.n > ?)
            ORDER BY e.seq, t.n LIMIT ?"""
        hot = _postings(self.rows(sql, (stream, seq, seq, n, check_page(limit))))
        return _joined(self._archive.transfers(stream, after, limit), hot, limit, _posted_place)

    def journal(self, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        sql = f"{_ENTRIES} WHERE e.place > ? ORDER BY e.place LIMIT ?"
        hot = _entries(self.rows(sql, (after, check_page(limit))))
        to = hot[-1].place if len(hot) == limit else _FOREVER
        return _joined(self._archive.journal(after, to, limit), hot, limit, _entry_place)

    def places(self, since_ms: int, until_ms: int) -> range:
        found = [place for place in self._archive.places(since_ms) if place is not None]
        for first, last in self.rows("SELECT min(place), max(place) FROM entries"):
            for stretch in stretches(range(first or 0, (last or 0) + 1)):
                asked = (stretch.start, stretch.stop, since_ms, until_ms)
                found += [place for place in self.rows(_PLACES, asked)[0] if place is not None]
        return range(min(found), max(found) + 1) if found else range(0)

    def ledger(self, after: tuple[int, int] = (0, 0), limit: int = PAGE) -> tuple[Posted, ...]:
        sql = f"{_TRANSFERS} WHERE (t.place, t.n) > (?, ?) ORDER BY t.place, t.n LIMIT ?"
        hot = _postings(self.rows(sql, (*after, check_page(limit))))
        to = hot[-1].place if len(hot) == limit else _FOREVER
        return _joined(self._archive.ledger(after, to, limit), hot, limit, _posted_place)

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
        order, beyond = ("DESC", "<") if newest_first else ("ASC", ">")
        paid, got = (
            _ONE_SIDE.format(side=side, beyond=beyond, order=order) for side in ("payer", "payee")
        )
        after = after or (_BEYOND if newest_first else _FIRST)
        since_ms = -_FOREVER if since_ms is None else since_ms
        until_ms = _FOREVER if until_ms is None else until_ms
        one_side = (check_wallet(account), *after, since_ms, until_ms, check_page(limit))
        sql = _BOTH_SIDES.format(paid=paid, got=got, order=order)
        hot = _movements(self.rows(sql, (*one_side, *one_side, limit)))
        archived = self._archive.postings(
            account,
            after,
            limit,
            newest_first=newest_first,
            since_ms=since_ms,
            until_ms=until_ms,
        )
        return _joined(archived, hot, limit, _posted_place, newest_first=newest_first)

    def balance(self, account: str) -> int:
        rows = self.rows("SELECT balance FROM accounts WHERE name = ?", (account,))
        return int(rows[0][0]) if rows else 0

    def moves(self, account: str) -> int:
        rows = self.rows("SELECT moves FROM accounts WHERE name = ?", (account,))
        return rows[0][0] if rows else 0

    def balances_of(self, accounts: Sequence[str]) -> list[int]:
        held: dict[str, int] = {}
        for begin in range(0, len(accounts), PAGE):
            some = accounts[begin : begin + PAGE]
            marks = ", ".join("?" * len(some))
            sql = f"SELECT name, balance FROM accounts WHERE name IN ({marks})"
            held.update((name, balance) for name, balance in self.rows(sql, some))
        return [held.get(account, 0) for account in accounts]

    def moved(self, places: range) -> dict[str, int]:
        beyond = (places.start, places.stop)
        moved = {account: int(sum) for account, sum in self.rows(_MOVED, beyond * 2)}
        for account, change in net(self._archive.transfers_at(places)).items():
            moved[account] = moved.get(account, 0) + change
        return moved

    def balances(
        self, prefix: str = "", after: str = "", limit: int = PAGE
    ) -> tuple[tuple[str, int], ...]:
        sql = """SELECT name, balance FROM accounts
            WHERE name >= ? AND name < ? AND name > ? ORDER BY name LIMIT ?"""
        values = (prefix, prefix + LAST, after, check_page(limit))
        return tuple((name, balance) for name, balance in self.rows(sql, values))

    def answer(self, sender: str, id: str) -> Answer | None:
        rows = self.rows(ANSWER, (sender, id, sender, id))
        return Answer(*rows[0]) if rows else None

    def answers(self, commands: Sequence[Key]) -> dict[Key, Answer]:
        answers = ((key, self.answer(*key)) for key in commands)
        return {key: answer for key, answer in answers if answer is not None}

    def checkpoint(self, stream: str) -> Checkpoint | None:
        rows = self.rows(_CHECKPOINT, (stream,))
        return Checkpoint(*rows[0]) if rows else None

    def indexed(
        self,
        stream: str,
        kind: str,
        after: int | None = None,
        limit: int = PAGE,
        *,
        newest_first: bool = False,
    ) -> tuple[IndexRow, ...]:
        order, beyond = ("DESC", "<") if newest_first else ("ASC", ">")
        if after is None:
            after = _FOREVER if newest_first else -_FOREVER
        sql = f"{_INDEXED} AND i.number {beyond} ? ORDER BY i.number {order} LIMIT ?"
        rows = self.rows(sql, (stream, kind, after, check_page(limit)))
        return tuple(IndexRow(*row) for row in rows)

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
        order, beyond = ("DESC", "<") if newest_first else ("ASC", ">")
        if after is None:
            after = (_FOREVER, 0) if newest_first else (-_FOREVER, 0)
        sql = f"""{_INDEXED} AND i.at_ms >= ? AND i.at_ms < ?
            AND (i.at_ms, i.number) {beyond} (?, ?)
            ORDER BY i.at_ms {order}, i.number {order} LIMIT ?"""
        values = (stream, kind, since_ms, until_ms, *after, check_page(limit))
        return tuple(IndexRow(*row) for row in self.rows(sql, values))

    def archive_head(self, stream: str) -> Head:
        return self._archive.head(stream)

    def archive_faults(self, after: int = 0) -> Iterator[str]:
        return self._archive.faults(noted(self, after), all=not after)

    def vault(self, key: str) -> bytes | None:
        rows = self.rows("SELECT secret FROM vault WHERE key = ?", (key,))
        return bytes(rows[0][0]) if rows else None

    def vault_keys(self, after: str = "", limit: int = PAGE) -> tuple[str, ...]:
        sql = "SELECT key FROM vault WHERE key > ? ORDER BY key LIMIT ?"
        return tuple(key for (key,) in self.rows(sql, (after, check_page(limit))))


def entry_row(entry: Entry, stream: int) -> tuple[Any, ...]:
    """An entry as the columns of its table."""
    command = entry.command
    return (
        entry.place,
        stream,
        entry.seq,
        entry.epoch,
        entry.at_ms,
        entry.body,
        entry.hash,
        command and command.sender,
        command and command.id,
        command and command.body_hash,
        entry.answer,
    )


def transfer_row(place: int, n: int, transfer: Transfer) -> tuple[Any, ...]:
    t = transfer
    return (place, n, t.payer, t.payee, t.amount, t.reason.value, t.cause)


def _joined(
    archived: Sequence[_T],
    hot: Sequence[_T],
    limit: int,
    key: Callable[[_T], Any],
    *,
    newest_first: bool = False,
) -> tuple[_T, ...]:
    """A page of both; most are of one."""
    if not archived:
        return tuple(hot)
    both = {key(value): value for value in (*hot, *archived)}
    return tuple(both[place] for place in sorted(both, reverse=newest_first)[:limit])


def _entry_place(entry: Entry) -> int:
    return entry.place


def _posted_place(posted: Posted | Movement) -> tuple[int, int]:
    return posted.place, posted.n


def _entries(rows: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            place,
            stream,
            seq,
            epoch,
            at_ms,
            body,
            hash,
            None if sender is None else Command(sender, id, body_hash),
            answer,
        )
        for place, stream, seq, epoch, at_ms, body, hash, sender, id, body_hash, answer in rows
    )


def _postings(rows: Iterable[Any]) -> tuple[Posted, ...]:
    return tuple(
        Posted(place, n, stream, seq, Transfer(payer, payee, amount, Reason(reason), cause))
        for place, n, stream, seq, payer, payee, amount, reason, cause in rows
    )


def _movements(rows: Iterable[Any]) -> tuple[Movement, ...]:
    return tuple(
        Movement(place, n, at_ms, stream, seq, Transfer(payer, payee, amount, Reason(why), cause))
        for place, n, at_ms, stream, seq, payer, payee, amount, why, cause in rows
    )
