"""The power goes at any moment: nothing acknowledged is lost, nothing is there by halves."""

import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from croupier.store import Answer, Done, Head, StoreError, Write, complaints
from croupier.store.sqlite import SqliteStore
from tests.store.house import NOTE, Table, bet, buy_in, loss
from tests.store.power import (
    Acked,
    Created,
    Disk,
    Event,
    Image,
    Recorder,
    Synced,
    Written,
    crash_images,
    put,
    recording,
)

PLAYERS = ("ann", "bea", "cid")
STREAMS = ("cage", "t1", "t2", "t3")
PARTS = 4
"""So that several processors can share the work."""
WANTED = -(-int(os.environ.get("CROUPIER_CRASH_IMAGES", "480")) // PARTS)

Answers = dict[tuple[str, str], Answer]


class House(NamedTuple):
    """All there is to know: a head's hash covers its whole journal, with the transfers."""

    heads: tuple[Head, ...]
    vault: tuple[tuple[str, bytes | None], ...]


class Told(NamedTuple):
    """A call has returned: what the house was like then, and what was answered."""

    house: House
    answers: Answers


def house(store: SqliteStore) -> House:
    heads = tuple(store.head(stream) for stream in STREAMS)
    return House(heads, tuple((key, store.vault(key)) for key in store.vault_keys()))


class Evening:
    """Some play, each call acknowledged to the log as soon as it has returned."""

    def __init__(self, recorder: Recorder, path: Path, random: Random) -> None:
        self.recorder, self.path, self.random = recorder, path, random
        self.numbers = iter(range(1_000_000))

    def play(self, commits: int) -> None:
        with recording(self.recorder), closing(SqliteStore(self.path)) as store:
            self.tell(store)
            tables = []
            for stream in STREAMS:
                tables.append(Table(store, stream))
                self.tell(store)
            cage, *others = tables
            self.commit(store, {cage: [buy_in(player, 10_000) for player in PLAYERS]})
            for _ in range(commits):
                # One alone, as when the house is quiet, or several that came together.
                some = self.random.sample(others, self.random.choice((1, 1, 2, 3)))
                self.commit(store, {table: self.writes(table.stream) for table in some})

    def writes(self, table: str) -> list[Write]:
        bets = [self.bet(table) for _ in range(self.random.choice((1, 1, 2, 5)))]
        return [*bets, loss(1, table), NOTE]

    def bet(self, table: str) -> Write:
        n = next(self.numbers)
        made = bet(self.random.choice(PLAYERS), self.random.randint(1, 9), f"bet {n}", table=table)
        # Now and then one of several pages.
        secret = self.random.randbytes(self.random.choice((32, 32, 9_000)))
        vault = ((f"shoe {n}", secret),) if n % 3 == 0 else ()
        return Write(made.entry, made.transfers, made.command, made.answer, vault)

    def commit(self, store: SqliteStore, asked: dict[Table, list[Write]]) -> None:
        results = store.commit([table.batch(*writes) for table, writes in asked.items()])
        answers: Answers = {}
        for (table, writes), done in zip(asked.items(), results, strict=True):
            for write, result in zip(writes, done, strict=True):
                assert isinstance(result, Done)
                table.after = result.seq
                if asks := write.command:
                    answers[asks.sender, asks.id] = Answer(
                        table.stream, result.seq, asks.body_hash, write.answer
                    )
        self.tell(store, answers)

    def tell(self, store: SqliteStore, answers: Answers | None = None) -> None:
        self.recorder.ack(Told(house(store), answers or {}))


def evening(folder: Path, random: Random, **settings: str) -> list[Event]:
    """Played, closed, opened again and played on; the next time as after a kill, with a log left
    behind."""
    folder.mkdir()
    recorder = Recorder(**settings)
    Evening(recorder, folder / "house.db", random).play(30)
    return recorder.log


class Findings(NamedTuple):
    images: int
    lost: list[str]
    corrupt: list[str]


def examine(images: Iterable[Image], log: Sequence[Event], folder: Path) -> Findings:
    found = Findings(0, [], [])
    houses = [NOTHING, *(event.what.house for event in log if isinstance(event, Acked))]
    for image in images:
        found = found._replace(images=found.images + 1)
        put(image.files, folder)
        lost, corrupt = troubles(folder / "house.db", image, houses)
        found.lost.extend(f"cut at {image.cut}: {what}" for what in lost[:1])
        found.corrupt.extend(f"cut at {image.cut}: {what}" for what in corrupt[:1])
        shutil.rmtree(folder)
    return found
