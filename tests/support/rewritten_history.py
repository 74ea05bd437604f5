"""Tampering with a SQLite store: an entry, with every later hash and the log made to fit it; a byte
of an index."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from croupier.house.transparency.facts import STREAM as LOG
from croupier.house.transparency.facts import HeadsPublished
from croupier.ledger import Reason, Transfer, net
from croupier.server.books import begin_mark, mark_path
from croupier.store import open_store
from croupier.store.chain import hash_of
from croupier.store.pages import journal_page
from croupier.store.values import NO_HASH, Entry

_MOST = 10_000


def rewrite_time(database: Path, stream: str, seq: int, *, log: bool = True) -> None:
    """An entry is said to have been made a second later; `log`: the log is made to fit."""

    def later(books: sqlite3.Connection) -> None:
        place = _place(books, stream, seq)
        books.execute("UPDATE entries SET at_ms = at_ms + 1000 WHERE place = ?", (place,))

    rewrite(database, stream, later, log=log)


def rewrite_entry(
    database: Path, stream: str, seq: int, moved: Sequence[Transfer], body: bytes | None = None
) -> None:
    """An entry is said to have moved this, and all balances are made to fit; `body`: and to have
    said that."""

    def otherwise(books: sqlite3.Connection) -> None:
        place = _place(books, stream, seq)
        rows = books.execute("SELECT * FROM transfers WHERE place = ? ORDER BY n", (place,))
        before = net(
            Transfer(payer, payee, amount, Reason(reason), cause)
            for _, _, payer, payee, amount, reason, cause in rows.fetchall()
        )
        books.execute("DELETE FROM transfers WHERE place = ?", (place,))
        now = net(moved)
        for account in {*before, *now}:
            more = now.get(account, 0) - before.get(account, 0)
            books.execute(
                "INSERT OR IGNORE INTO accounts (name, balance) VALUES (?, 0)", (account,)
            )
            books.execute(
                "UPDATE accounts SET balance = balance + ? WHERE name = ?", (more, account)
            )
        for n, one in enumerate(moved, 1):
            row = (place, n, one.payer, one.payee, one.amount, one.reason, one.cause)
            books.execute("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        if body is not None:
            books.execute("UPDATE entries SET body = ? WHERE place = ?", (body, place))

    rewrite(database, stream, otherwise, log=False)


def rewrite(
    database: Path, stream: str, change: Callable[[sqlite3.Connection], None], *, log: bool
) -> None:
    with closing(sqlite3.connect(database)) as books:
        triggers = books.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            books.execute(f"DROP TRIGGER {name}")
        change(books)
        books.commit()
        hashes = _chain_anew(books, database, stream)
        if log:
            _log_anew(books, database, stream, hashes)
        for _, sql in kept:
            books.execute(sql)
        books.execute("DELETE FROM indexed")
        books.execute("DELETE FROM checkpoints")
        books.commit()
    with closing(open_store(f"sqlite:{database}")) as store:
        mark = mark_path(f"sqlite:{database}", None)
        assert mark is not None
        begin_mark(store, mark)


def _place(books: sqlite3.Connection, stream: str, seq: int) -> int:
    (place,) = books.execute(
        "SELECT place FROM entries e JOIN streams s ON s.id = e.stream"
        " WHERE s.name = ? AND e.seq = ?",
        (stream, seq),
    ).fetchone()
    return int(place)


def _chain_anew(books: sqlite3.Connection, database: Path, stream: str) -> list[bytes]:
    with closing(open_store(f"sqlite:{database}")) as store:
        page = journal_page(store, stream, 0, _MOST)
    hash, hashes = NO_HASH, []
    for entry, moved in page:
        hash = hash_of(hash, entry, moved)
        hashes.append(hash)
        books.execute("UPDATE entries SET hash = ? WHERE place = ?", (hash, entry.place))
    books.execute("UPDATE streams SET hash = ? WHERE name = ?", (hash, stream))
    books.commit()
    return hashes


def _log_anew(books: sqlite3.Connection, database: Path, stream: str, hashes: list[bytes]) -> None:
    with closing(open_store(f"sqlite:{database}")) as store:
        entries = store.entries(LOG, 0, _MOST)
    for entry in entries:
        body = _forged(entry, stream, hashes)
        books.execute("UPDATE entries SET body = ? WHERE place = ?", (body, entry.place))
    books.commit()
    _chain_anew(books, database, LOG)


def _forged(entry: Entry, stream: str, hashes: list[bytes]) -> bytes:
    fact = msgspec.json.decode(entry.body, type=HeadsPublished)
    heads = tuple(
        msgspec.structs.replace(head, hash=hashes[head.seq - 1].hex())
        if head.stream == stream
        else head
        for head in fact.heads
    )
    return msgspec.json.encode(HeadsPublished(heads))


def flip_byte(path: Path, index: str, text: bytes) -> None:
    """Change one byte in the pages of an index and nowhere else."""
    with closing(sqlite3.connect(path)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        pages = [
            page
            for (page,) in db.execute("SELECT pageno FROM dbstat WHERE name = ?", (index,))
        ]  # fmt: skip
    data = bytearray(path.read_bytes())
    for page in pages:
        begin = (page - 1) * size
        at = data.find(text, begin, begin + size)
        if at >= 0:
            data[at + len(text) - 1] ^= 1
            path.write_bytes(data)
            return
    raise AssertionError(f"{text!r} is not in {index}")
