"""Whoever has the whole store, and the house's key, rewrites history so that the books are sound in
themselves: an entry is changed, every hash after it is made anew, and so is the log."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from croupier.house.transparency.facts import STREAM as LOG
from croupier.house.transparency.facts import HeadsPublished
from croupier.server.books import begin_mark, mark_path
from croupier.store import open_store
from croupier.store.chain import hash_of
from croupier.store.pages import journal_page
from croupier.store.values import NO_HASH, Entry

_MOST = 10_000


def rewrite_time(database: Path, stream: str, seq: int, *, log: bool = True) -> None:
    """An entry is said to have been made a second later; `log`: the log is made to fit."""
    with closing(sqlite3.connect(database)) as books:
        triggers = books.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            books.execute(f"DROP TRIGGER {name}")
        (place,) = books.execute(
            "SELECT place FROM entries e JOIN streams s ON s.id = e.stream"
            " WHERE s.name = ? AND e.seq = ?",
            (stream, seq),
        ).fetchone()
        books.execute("UPDATE entries SET at_ms = at_ms + 1000 WHERE place = ?", (place,))
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
