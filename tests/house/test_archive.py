"""A played house of which the past is in the archive: its records, proofs and checks are what they
were."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from croupier.house.fairness.journal import fair_record
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.records import RoundSummary, TableIndex, round_file, rounds_of
from croupier.house.records.rounds import read_round
from croupier.house.records.statement import statement
from croupier.house.table_fold import TableFold
from croupier.house.verify.slow_check import SlowCheck
from croupier.house.verify.verifying import Verifying
from croupier.store import Reader, open_store
from croupier.store.archive.archiving import archive
from croupier.store.archive.notes import noted
from croupier.table.recovery import fold
from croupier.table.rounds import rounds
from tests.support.checkpoints import checkpoint_complaints
from tests.support.evening import FOREVER
from tests.support.recorded_evening import GAMES, record_evening
from tests.support.virtual_house import PLAYERS


def records(reader: Reader) -> object:
    """What people are shown of the past."""
    indexes = {game: TableIndex.of(reader, game) for game in GAMES}
    return (
        [_history(reader, indexes, player) for player in PLAYERS],
        [list(statement(reader, player, 0, FOREVER)) for player in PLAYERS],
        [round_file(one) for game in GAMES for one in rounds(reader, game)],
        [
            round_file(read_round(reader, game, entry))
            for game, index in indexes.items()
            for entry in index.finished(0, FOREVER)
        ],
        [
            fair_record(reader, index, entry.number)
            for index in indexes.values()
            for entry in index.finished(0, FOREVER)
        ],
        [fold(reader, game)[0].hash() for game in GAMES],
    )


def _history(
    reader: Reader, indexes: dict[str, TableIndex], player: str
) -> tuple[RoundSummary, ...]:
    found: tuple[RoundSummary, ...] = ()
    cursor = None
    while True:
        page = rounds_of(reader, indexes, player, cursor, 5)
        found, cursor = found + page.rounds, page.next
        if cursor is None:
            return found


def verified(url: str, jobs: int) -> list[str]:
    with closing(open_store(url)) as store, store.snapshot() as reader:
        found = Verifying(reader, {}).complaints(url, jobs, alone=0)
        return [f"{complaint.where}: {complaint.what}" for complaint in found]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "house.db"
    record_evening(str(path))
    return path


@pytest.fixture
def books(evening: Path, tmp_path: Path) -> str:
    return str(shutil.copy(evening, tmp_path / "house.db"))


@pytest.mark.parametrize("part", [0.3, 0.7, 1.0])
def test_records_are_what_they_were(books: str, tmp_path: Path, part: float) -> None:
    with closing(open_store(books)) as store:
        before = records(store)
        last = max(store.entries(game, store.head(game).seq - 1)[0].at_ms for game in GAMES)
        assert list(archive(store, tmp_path / "archive", int(part * last), 1))
        assert records(store) == before
        assert list(checkpoint_complaints(store)) == []
        slow = SlowCheck(store)
        while not slow.passes:
            assert slow.step() == []
    assert verified(books, 1) == verified(books, 2) == []


def test_on_postgres_too(postgres_url: str, tmp_path: Path) -> None:
    record_evening(postgres_url)
    with closing(open_store(postgres_url)) as store:
        before = records(store)
        assert list(archive(store, tmp_path / "archive", FOREVER, 1))
        assert records(store) == before
    assert verified(postgres_url, 2) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_flipped_byte_is_told_by_verify(books: str, tmp_path: Path, jobs: int) -> None:
    with closing(open_store(books)) as store:
        (period, *_) = archive(store, tmp_path / "archive", FOREVER, 1)
    path = tmp_path / "archive" / period.file
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert any(str(path) in line for line in verified(books, jobs))


def test_only_new_files_are_read_since_the_last_check(books: str, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    with closing(open_store(books)) as store:
        last = max(store.entries(game, store.head(game).seq - 1)[0].at_ms for game in GAMES)
        assert list(archive(store, folder, last // 3, 1))
        with store.snapshot() as reader:
            first = Verifying(reader, {})
            assert list(first.complaints()) == []
            since = first.verified(1)
        old = {period.file for period in noted(store)}
        new = {period.file for period in archive(store, folder, FOREVER, 1)}
        assert new
        for file in old | new:
            data = bytearray((folder / file).read_bytes())
            data[4] ^= 1  # the time in gzip's heading: all reads as before
            (folder / file).write_bytes(data)
        with store.snapshot() as reader:
            wrong = [found.what for found in Verifying(reader, {}, since=since).complaints()]
    assert len(wrong) == len(new)
    assert all(any(file in line for line in wrong) for file in new)


def test_a_fold_begins_at_its_checkpoint_without_a_file(books: str, tmp_path: Path) -> None:
    with closing(open_store(books)) as store:
        states = {game: fold(store, game)[0].hash() for game in GAMES}
        assert list(archive(store, tmp_path / "archive", FOREVER, 1))
        shutil.rmtree(tmp_path / "archive")
        for game in GAMES:
            start = TableFold(game, store, PlayStatistics()).resume(store)
            assert start is not None
            assert fold(store, game, start=start)[0].hash() == states[game]
