"""The power goes at any moment: nothing acknowledged is lost, nothing is there by halves."""

import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from croupier.store import Answer, Done, Head, StoreError, Write, complaints
from croupier.store.sqlite import SqliteStore
from tests.store.power import (
    Acked,
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
from tests.support.store_writes import NOTE, StoreTable, bet, buy_in, loss

PARTS = 4
"""So that several processors share the work."""
IMAGES = -(-int(os.environ.get("CROUPIER_CRASH_IMAGES", "1600")) // PARTS)

PLAYERS = ("ann", "bea", "cid")
STREAMS = ("cage", "t1", "t2", "t3")
FILE = "house.db"
LOG = "house.db-wal"

Answers = dict[tuple[str, str], Answer]


class House(NamedTuple):
    """Where it stands. A head's hash covers its whole journal and the transfers."""

    heads: tuple[Head, ...] = (Head(),) * len(STREAMS)
    vault: tuple[tuple[str, bytes | None], ...] = ()


class Told(NamedTuple):
    """A call has returned: where the house stood then, and what was answered."""

    house: House
    answers: Answers


class Findings(NamedTuple):
    lost: list[str]
    corrupt: list[str]


def look(store: SqliteStore) -> House:
    heads = tuple(store.head(stream) for stream in STREAMS)
    return House(heads, tuple((key, store.vault(key)) for key in store.vault_keys()))


class Evening:
    """Play on a recorded disk; each call is acknowledged to the log when it has returned."""

    def __init__(self, recorder: Recorder, folder: Path, random: Random, bets: int = 0) -> None:
        self._recorder, self._folder, self._random = recorder, folder, random
        self._bets = count(bets)

    def play(self, commits: int) -> None:
        with recording(self._recorder), closing(SqliteStore(self._folder / FILE)) as store:
            self._tell(store)
            tables = []
            for stream in STREAMS:
                tables.append(StoreTable(store, stream))
                self._tell(store)
            cage, *others = tables
            self._commit(store, {cage: [buy_in(player, 10_000) for player in PLAYERS]})
            for _ in range(commits):
                # One alone, as when the house is quiet, or several that came together.
                some = self._random.sample(others, self._random.choice((1, 1, 2, 3)))
                self._commit(store, {table: self._writes(table.stream) for table in some})

    def _writes(self, table: str) -> list[Write]:
        bets = [self._bet(table) for _ in range(self._random.choice((1, 1, 2, 5)))]
        return [*bets, loss(1, table), NOTE]

    def _bet(self, table: str) -> Write:
        n = next(self._bets)
        player, amount = self._random.choice(PLAYERS), self._random.randint(1, 9)
        made = bet(player, amount, f"bet {n}", table=table)
        # Some secrets take several pages.
        secret = self._random.randbytes(self._random.choice((32, 32, 9_000)))
        vault = ((f"shoe {n}", secret),) if n % 3 == 0 else ()
        return Write(made.entry, made.transfers, made.command, made.answer, vault)

    def _commit(self, store: SqliteStore, asked: dict[StoreTable, list[Write]]) -> None:
        results = store.commit([table.batch(*writes) for table, writes in asked.items()])
        answers: Answers = {}
        for (table, writes), done in zip(asked.items(), results, strict=True):
            for write, result in zip(writes, done, strict=True):
                assert isinstance(result, Done)
                table.after = result.seq
                if (ask := write.command) is not None:
                    answer = Answer(table.stream, result.seq, ask.body_hash, write.answer)
                    answers[ask.sender, ask.id] = answer
        self._tell(store, answers)

    def _tell(self, store: SqliteStore, answers: Answers | None = None) -> None:
        self._recorder.ack(Told(look(store), answers or {}))


def evening(folder: Path, random: Random, **settings: str) -> list[Event]:
    """Played, closed, opened again, played on and closed: the log of the disk."""
    folder.mkdir()
    recorder = Recorder((), **settings)
    played = Evening(recorder, folder, random)
    for _ in range(2):
        played.play(15)
    return recorder.log


def examine(images: Iterable[Image], log: Sequence[Event], folder: Path) -> Findings:
    houses = [House(), *(event.what.house for event in log if isinstance(event, Acked))]
    found = Findings([], [])
    for image in images:
        put(image.files, folder)
        lost, corrupt = troubles(image, houses, folder)
        found.lost.extend(f"cut at {image.cut}: {what}" for what in lost[:1])
        found.corrupt.extend(f"cut at {image.cut}: {what}" for what in corrupt[:1])
        shutil.rmtree(folder)
    return found


def troubles(image: Image, houses: Sequence[House], folder: Path) -> Findings:
    """Opened by the ordinary store, as after any cut."""
    found = Findings([], [])
    try:
        with closing(SqliteStore(folder / FILE)) as store:
            if (integrity := store.rows("PRAGMA integrity_check")) != [("ok",)]:
                found.corrupt.append(str(integrity))
            found.corrupt.extend(map(str, store.rows("PRAGMA foreign_key_check")))
            found.corrupt.extend(map(str, complaints(store)))
            found.lost.extend(
                f"the answer to {command}"
                for told in image.acked
                for command, answer in told.answers.items()
                if store.answer(*command) != answer
            )
            house = look(store)
            if house not in houses:
                found.corrupt.append("half of a commit is there")
            elif house not in houses[len(image.acked) :]:
                found.lost.append("the house has gone back")
    except StoreError as error:
        found.corrupt.append(str(error))
    return found


def checkpoints(log: Sequence[Event]) -> int:
    """How often the write-ahead log was begun anew, its pages having gone into the file."""
    return sum(
        isinstance(event, Written) and event.file == LOG and event.offset == 0 for event in log
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost(tmp_path: Path, part: int) -> None:
    random = Random(part)
    log = evening(tmp_path / "played", random)
    assert checkpoints(log) >= 10
    images = crash_images(log, random, IMAGES)
    assert examine(images, log, tmp_path / "image") == Findings([], [])


def test_killed_first_and_then_the_power_goes(tmp_path: Path) -> None:
    """A process killed in the middle of a commit leaves pages that are not synced; the next one
    finds them whole and answers by them. From then on they may not be lost either."""
    random = Random(0)
    log = evening(tmp_path / "played", random)
    before_the_sync = [
        n
        for n, (sync, then) in enumerate(pairwise(log))
        if sync == Synced(LOG) and isinstance(then, Acked)
    ]
    for killed in random.sample(before_the_sync, 8):
        folder = tmp_path / f"killed at {killed}"
        put(Disk(log[:killed]).files(), folder)
        recorder = Recorder(log[:killed])
        Evening(recorder, folder, random, bets=1_000).play(1)
        images = crash_images(recorder.log, random, 15, since=killed)
        assert examine(images, recorder.log, tmp_path / "image") == Findings([], [])


def test_without_a_sync_for_each_commit_bets_are_lost(tmp_path: Path) -> None:
    """A test of these tests: if they find nothing here, they find nothing anywhere."""
    random = Random(0)
    log = evening(tmp_path / "played", random, synchronous="NORMAL")
    images = crash_images(log, random, 100)
    found = examine(images, log, tmp_path / "image")
    assert sum("the answer to" in what for what in found.lost) > 20
    assert found.corrupt == []


def test_without_any_sync_the_file_is_corrupt(tmp_path: Path) -> None:
    random = Random(0)
    log = evening(tmp_path / "played", random, synchronous="OFF")
    images = crash_images(log, random, 50)
    assert len(examine(images, log, tmp_path / "image").corrupt) > 10
