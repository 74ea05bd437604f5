"""How long `verify` takes to hold the journals to a long transparency log, and what it is beside.

    python -m benchmarks.transparency [--leaves 1000000] [--json]

The books are written straight into a SQLite store: twenty journals whose every entry was
published, in `house/log`, a head of each at a time. Then each is done once, on the same books:
reading all entries in their order and nothing else, which is the baseline; I20 of `verify`; folding
the log to its root, as a house without a checkpoint does at its start; and a witness's proof that
the log has grown by a tenth, out of its tiles.
"""

import argparse
import json
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec
from rich.console import Console
from rich.table import Table

from croupier.house.transparency.book import LogBook
from croupier.house.transparency.facts import STREAM, HeadsPublished, JournalHead, LogFact
from croupier.house.verify.transparency import log_complaints
from croupier.store import Batch, Store, Write
from croupier.store.pages import every_entry
from croupier.store.sqlite import SqliteStore
from croupier.tlog.merkle import consistency_proof, is_consistent, root_of
from croupier.tlog.tiles import Tile, TileNodes

JOURNALS = 20
BEGAN_MS = 1_700_000_000_000
IN_BATCH = 1_000
BODY = b'{"actor":"house","role":"house","facts":[{"fact":"beat","what":"%08d"}]}'


def write_books(store: Store, leaves: int) -> None:
    streams = [f"table-{n:02d}" for n in range(JOURNALS)]
    heads: list[Iterator[JournalHead]] = []
    for stream in streams:
        _write(store, stream, [BODY % n for n in range(leaves // JOURNALS)])
        heads.append(_heads(store, stream))
    facts = (HeadsPublished(together) for together in zip(*heads, strict=True))
    _write(store, STREAM, [msgspec.json.encode(fact) for fact in facts])


def _write(store: Store, stream: str, bodies: list[bytes]) -> None:
    epoch = store.claim(stream, "benchmark")
    for at in range(0, len(bodies), IN_BATCH):
        writes = tuple(Write(body) for body in bodies[at : at + IN_BATCH])
        store.commit([Batch(stream, epoch, at, writes, BEGAN_MS + at)])


def _heads(store: Store, stream: str) -> Iterator[JournalHead]:
    for entry in every_entry(store, stream):
        yield JournalHead(stream, entry.seq, entry.hash.hex(), secrets.token_hex(16))


def read_all(store: Store) -> None:
    for stream in store.streams():
        for _ in every_entry(store, stream):
            pass


def hold_to_log(store: Store) -> None:
    found = list(log_complaints(store))
    assert not found, found[:3]


def fold(store: Store) -> LogBook:
    decode = msgspec.json.Decoder(cast("type[LogFact]", LogFact)).decode
    book = LogBook()
    for entry in every_entry(store, STREAM):
        book.apply(decode(entry.body), entry.at_ms)
    assert book.root
    return book


def prove_growth(book: LogBook) -> None:
    def fetch(tile: Tile) -> bytes:
        body = book.tile(tile)
        assert body is not None
        return body

    new, old = book.size, book.size * 9 // 10
    roots = root_of(old, TileNodes(old, fetch)), book.root
    proof = consistency_proof(old, new, TileNodes(new, fetch))
    assert is_consistent(old, new, *roots, proof)


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure(leaves: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        with closing(SqliteStore(path)) as store:
            write_books(store, leaves)
            read_all(store)  # whatever is measured finds it in the system's memory
            measured = {
                "read all entries once": timed(lambda: read_all(store)),
                "verify: journals held to the log (I20)": timed(lambda: hold_to_log(store)),
                "fold the log to its root": timed(lambda: fold(store)),
            }
            book = fold(store)
            measured["a witness's proof of growth"] = timed(lambda: prove_growth(book))
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leaves", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    measured = measure(options.leaves)
    if options.json:
        print(json.dumps({"leaves": options.leaves, "seconds": measured}, indent=2))
        return
    table = Table("", "seconds", "leaves a second", title=f"{options.leaves:,} leaves")
    for name, seconds in measured.items():
        table.add_row(name, f"{seconds:.3f}", f"{options.leaves / seconds:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
