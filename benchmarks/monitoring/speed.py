"""How long the band and the alerts take over a million rounds: read as blocks, and round by round,
on the same books."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from time import process_time

import msgspec
from tests.support.virtual_house import VirtualHouse

from croupier.house.clock import DAY
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.records.bands import BandBy, BandQuestion, BandReport, band_report
from croupier.house.records.index import TableIndex
from croupier.house.records.taken_blocks import BlockTaken
from croupier.house.records.totals import BLOCK
from croupier.house.table_fold import TableFold
from croupier.house.verify.payments import payment_faults
from croupier.monitoring.table_evidence import Measures, TableEvidence
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.store import Store, open_store
from croupier.table.config import TableConfig
from croupier.table.recovery import fold

PLAYED = 10 * BLOCK
ROUNDS = 1_000_000
ROUND_MS = 60_000
"""From one to the next: a million are not quite two years."""
FOREVER = 2**52


def speed(rounds: int = ROUNDS) -> None:
    print(
        f"\nSeconds of processor time; {PLAYED} rounds of a table, no two with the same bets, over"
    )
    print(f"and over: {rounds:,}.\n")
    print("| table | question | by blocks | round by round |")
    print("|---|---|---:|---:|")
    for table in ("live-baccarat", "live-blackjack"):
        with tempfile.TemporaryDirectory() as folder:
            _of_table(table, Path(folder) / "house.db", rounds)


def _of_table(table: str, database: Path, rounds: int) -> None:
    with closing(open_store(str(database))) as store:
        house = VirtualHouse(store, seed=1)
        house.table(table)
        for _ in range(PLAYED + 1):
            house.play_round(table)
        folded = TableFold(table, store, PlayStatistics())
        fold(store, table, on_entry=folded.feed)
        assert folded.keep(store, store.head(table).epoch)
        for name, one_round in _per_round(TableIndex.of(store, table)):
            print(f"| {table} | {name} | {one_round:.2f} ms a round | |", flush=True)
        index = TableIndex.of(store, table)
        settled = [entry for entry in index.oldest_first() if entry.over]
        spent = _timed(lambda: [payment_faults(store, table, entry) for entry in settled])
        each = 1000 * spent / len(settled)
        print(f"| {table} | settled again from the books | {each:.2f} ms a round | |", flush=True)
    _many(database, rounds)
    with closing(open_store(str(database))) as store:
        last = rounds * ROUND_MS
        for name, by, since in (
            ("the last day, by table", BandBy.TABLE, last - DAY),
            ("the last 30 days, by table", BandBy.TABLE, last - 30 * DAY),
            ("all of it, by table", BandBy.TABLE, 0),
        ):
            asked = BandQuestion(since, FOREVER, by, 0.01)
            blocks, single = (
                _timed(partial(_report, kind, table, store, asked))
                for kind in (TableIndex, _WithoutBlocks)
            )
            print(f"| {table} | {name} | {blocks:.1f} s | {single:.1f} s |", flush=True)


def _report(kind: type[TableIndex], table: str, store: Store, asked: BandQuestion) -> BandReport:
    return band_report([kind(table, store)], asked, _figures)


class _WithoutBlocks(TableIndex):
    def taken(self, *_: int) -> Iterator[tuple[int, BlockTaken]]:
        return iter(())


def _per_round(index: TableIndex) -> Iterator[tuple[str, float]]:
    entries = [entry for entry in index.oldest_first() if entry.over]
    measures, evidence = Measures(_figures(entries[0].config)), TableEvidence()

    def follow() -> None:
        for entry in entries:
            evidence.follow(entry.number, "dora", entry.taken, measures)

    yield "evidence followed", 1000 * _timed(follow) / len(entries)


def _many(database: Path, rounds: int) -> None:
    """The rows of the rounds that were played, over and over, each time later."""
    with closing(sqlite3.connect(database)) as books, books:
        books.execute("DELETE FROM indexed WHERE kind = 'round' AND number > ?", (PLAYED,))
        rows = books.execute(
            "SELECT stream, number, body FROM indexed WHERE kind = 'round'"
        ).fetchall()
        blocks = books.execute("SELECT number, body FROM indexed WHERE kind = 'taken'").fetchall()
        books.execute("DELETE FROM indexed WHERE kind IN ('round', 'taken')")
        stream = rows[0][0]
        for again in range(rounds // PLAYED):
            first = again * PLAYED
            books.executemany(
                "INSERT INTO indexed VALUES (?, 'round', ?, ?, ?)",
                [
                    (stream, first + number, (first + number) * ROUND_MS, body)
                    for _, number, body in rows
                ],
            )
            of_blocks = []
            for number, body in blocks:
                block = msgspec.msgpack.decode(body, type=BlockTaken)
                last = (first + number * BLOCK) * ROUND_MS
                moved = BlockTaken(last - (BLOCK - 1) * ROUND_MS, last, block.packed)
                place = again * PLAYED // BLOCK + number
                of_blocks.append((stream, place, last, msgspec.msgpack.encode(moved)))
            books.executemany("INSERT INTO indexed VALUES (?, 'taken', ?, ?, ?)", of_blocks)


@cache
def _of_game(game: str) -> PlayFigures:
    return play_figures(TableConfig(game, game, {}).check())


def _figures(config: TableConfig) -> PlayFigures:
    return _of_game(config.game)


def _timed(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun
