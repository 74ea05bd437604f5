"""Durable bets per second: singly, in batches, and from many tables sharing commits.

    python -m benchmarks.store [--seconds 2] [--json] [--postgres URL]

One bet is one journal entry, one transfer between a wallet and the round's escrow, and one answer
kept under the command's id, written when `commit` returns. Beside it, in the same run, stands the
bare database: one row inserted per commit with the same care for the disk. Without an address a
PostgreSQL is started from the tests' own wheel, with fsync on; an address should be an empty
database's, for it is written to.
"""

import argparse
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.table import Table

from croupier.ledger import CAGE, Reason, Transfer, escrow, wallet
from croupier.store import (
    Batch,
    Command,
    Done,
    GroupCommitter,
    Store,
    Write,
    complaints,
    open_store,
)

PLAYERS = 1_000
TABLES = 20


def bets(stream: str, ids: Iterator[int], size: int) -> tuple[Write, ...]:
    made = []
    for _ in range(size):
        n = next(ids)
        player = f"player-{n % PLAYERS}"
        moved = Transfer(wallet(player), escrow(stream, f"r{n // 5_000}"), 100, Reason.STAKE, "bet")
        asked = Command(player, f"{stream}-{n:012d}", b"h" * 32)
        body = b'{"fact":"bet-placed","player":"%s","bet":"straight-17","amount":100}'
        made.append(Write(body % player.encode(), (moved,), asked, b'{"ok":true,"balance":900}'))
    return tuple(made)


class Owner:
    """A table that bets as fast as the store lets it."""

    def __init__(self, store: Store, stream: str, size: int) -> None:
        self.store, self.stream, self.size = store, stream, size
        self.epoch, self.after = store.claim(stream, "bench"), store.head(stream).seq
        self._ids = count(self.after)

    def batch(self) -> Batch:
        writes = bets(self.stream, self._ids, self.size)
        return Batch(self.stream, self.epoch, self.after, writes, 1_800_000_000_000)

    def heard(self, results: tuple[object, ...]) -> int:
        assert all(isinstance(one, Done) for one in results), results[0]
        self.after += len(results)
        return len(results)

    def once(self) -> int:
        return self.heard(self.store.commit([self.batch()])[0])


def rates(work: Callable[[], int], seconds: float) -> dict[str, float]:
    """What was done a second, and how long one call took, in milliseconds."""
    done, took = 0, []
    begun = now = time.perf_counter()
    while now - begun < seconds:
        before = now
        done += work()
        now = time.perf_counter()
        took.append(now - before)
    took.sort()
    return {
        "per_second": done / (now - begun),
        "p50_ms": took[len(took) // 2] * 1000,
        "p99_ms": took[int(len(took) * 0.99)] * 1000,
    }


def fund(store: Store) -> None:
    epoch = store.claim("cage", "bench")
    money = tuple(
        Transfer(CAGE, wallet(f"player-{n}"), 10**12, Reason.BUY_IN, "bench")
        for n in range(PLAYERS)
    )
    store.commit([Batch("cage", epoch, store.head("cage").seq, (Write(b"{}", money),), 0)])


def measure(store: Store, seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    for size in (1, 20, 100, 500):
        owner = Owner(store, f"batches-of-{size}", size)
        yield f"batches of {size}" if size > 1 else "singly", rates(owner.once, seconds)
    owners = [Owner(store, f"table-{n}", 5) for n in range(TABLES)]
    with GroupCommitter(store) as group:

        def together() -> int:
            waiting = [(owner, group.submit(owner.batch())) for owner in owners]
            return sum(owner.heard(future.result()) for owner, future in waiting)

        yield f"{TABLES} tables, 5 bets each, shared commits", rates(together, seconds)


def bare_sqlite(path: Path, seconds: float) -> dict[str, float]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE bare (n INTEGER PRIMARY KEY, body TEXT)")

        def one() -> int:
            db.execute("INSERT INTO bare (body) VALUES ('bet')")
            return 1

        return rates(one, seconds)


def bare_postgres(url: str, seconds: float) -> dict[str, float]:
    import psycopg  # noqa: PLC0415

    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE IF NOT EXISTS bare (n serial PRIMARY KEY, body text)")

        def one() -> int:
            db.execute("INSERT INTO bare (body) VALUES ('bet')")
            return 1

        return rates(one, seconds)


@contextmanager
def postgres_url(given: str) -> Iterator[str]:
    if given:
        yield given
        return
    from tests.support.postgres_server import PostgresServer  # noqa: PLC0415

    with closing(PostgresServer(durable=True)) as server:
        yield server.url(server.clean_database())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="per row")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--postgres", default="", help="an empty database to use")
    options = parser.parse_args()
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder, postgres_url(options.postgres) as url:
        files = Path(folder)
        for name, address in (("SQLite", str(files / "house.db")), ("PostgreSQL", url)):
            if name == "SQLite":
                bare = bare_sqlite(files / "bare.db", options.seconds)
            else:
                bare = bare_postgres(url, options.seconds)
            rows.append({"store": name, "what": "bare insert, one row a commit", **bare})
            with closing(open_store(address)) as store:
                fund(store)
                for what, found in measure(store, options.seconds):
                    rows.append({"store": name, "what": what, **found})
                # Speed with a broken ledger counts as none.
                with store.snapshot() as reader:
                    assert list(complaints(reader)) == []
    if options.json:
        print(json.dumps(rows))
        return
    table = Table("store", "what", "bets/s", "commit p50", "p99", title="Durable bets per second")
    for row in rows:
        speed, middle, slow = (float(str(row[name])) for name in ("per_second", "p50_ms", "p99_ms"))
        table.add_row(
            str(row["store"]),
            str(row["what"]),
            f"{speed:,.0f}",
            f"{middle:.2f} ms",
            f"{slow:.2f} ms",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
