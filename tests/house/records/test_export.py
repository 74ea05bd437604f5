"""The regulator's export: it proves itself, and the same books give the same bytes."""

import csv
import hashlib
import io
import json
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, cast
from zipfile import ZipFile

import msgspec
import pytest

from croupier.chance.derived import Terms, derived_order
from croupier.chance.sealed import Opening, proves
from croupier.house.clock import DAY
from croupier.house.records import TableIndex, export
from croupier.store import backup, open_store, restore
from croupier.store.pages import every_entry, every_stream, whole_journal
from croupier.store.protocol import Reader, Store
from croupier.table.cage import is_table
from croupier.table.rounds import rounds
from tests.support.evening import Evening
from tests.support.notation import play_file

EVER = 2**40


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("house") / "house.db")
    with closing(open_store(path)) as store:
        Evening(store, seed=8).stroll(2_500)
    return path


@pytest.fixture(scope="module")
def books(address: str) -> Iterator[Store]:
    with closing(open_store(address)) as store:
        yield store


def indexes(reader: Reader) -> dict[str, TableIndex]:
    tables = (stream for stream in every_stream(reader) if is_table(stream))
    return {table: TableIndex.of(reader, table) for table in tables}


def exported(reader: Reader, path: Path, since: int = 0, until: int = EVER) -> dict[str, bytes]:
    export(reader, indexes(reader), since, until, path)
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def lines_of(files: dict[str, bytes], name: str) -> list[Any]:
    return [json.loads(line) for line in files[name].splitlines()]


def rows_of(files: dict[str, bytes]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(files["transfers.csv"].decode())))


def test_the_same_books_give_the_same_bytes(books: Store, address: str, tmp_path: Path) -> None:
    one, again, elsewhere = (tmp_path / name for name in ("one.zip", "again.zip", "moved.zip"))
    with books.snapshot() as reader:
        exported(reader, one)
        exported(reader, again)
    assert one.read_bytes() == again.read_bytes()
    backup(address, tmp_path / "copy.gz")
    restore(tmp_path / "copy.gz", str(tmp_path / "other.db"))
    with closing(open_store(str(tmp_path / "other.db"))) as other:
        exported(other, elsewhere)
    assert one.read_bytes() == elsewhere.read_bytes()


def test_the_manifest_vouches_for_every_file_and_every_journal(
    books: Store, tmp_path: Path
) -> None:
    files = exported(books, tmp_path / "x.zip")
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["files"] == {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        for name, data in files.items()
    }
    assert list(files) == ["house.jsonl", "rounds.jsonl", "sealed.jsonl", "transfers.csv"]
    held_back = 0
    for stream in every_stream(books):
        told, head = manifest["journals"][stream], books.head(stream)
        index = TableIndex.of(books, stream) if is_table(stream) else None
        if index is None or index.held_back is None:
            assert told == {"entries": head.seq, "hash": head.hash.hex()}
        else:
            # A hash over the hole card of a round that is going on could be guessed at.
            held_back += 1
            (before,) = books.entries(stream, index.held_back - 2, 1)
            assert told == {"entries": before.seq, "hash": before.hash.hex()}
            assert before.seq == index.held_back - 1
    assert held_back
    assert (manifest["since"], manifest["until"][:4]) == ("1970-01-01T00:00:00.000Z", "2004")


def test_every_round_can_be_played_again_to_its_lines(books: Store, tmp_path: Path) -> None:
    told = lines_of(exported(books, tmp_path / "x.zip"), "rounds.jsonl")
    over = [
        (table, played)
        for table in sorted(indexes(books))
        for played in rounds(books, table)
        if played.over
    ]
    assert [(one["table"], one["round"]) for one in told] == [
        (table, played.number) for table, played in over
    ]
    for one, (_, played) in zip(told, over, strict=True):
        settled = play_file(one["file"])
        assert settled.lines == played.lines
        assert [line["clause"] for line in one["lines"]] == [line.clause for line in played.lines]
        assert one["void"] is played.void


def test_every_transfer_and_every_fact_of_the_house_is_in_it(books: Store, tmp_path: Path) -> None:
    files = exported(books, tmp_path / "x.zip")
    header, *rows = rows_of(files)
    moved = [one for _, transfers in whole_journal(books) for one in transfers]
    assert header[4:6] == ["payer", "payee"]
    assert [(row[4], row[5], row[7], row[8]) for row in rows] == [
        (one.payer, one.payee, one.reason, one.cause) for one in moved
    ]
    facts = [one["fact"] for one in lines_of(files, "house.jsonl")]
    assert facts == [json.loads(entry.body) for entry in every_entry(books, "house/cage")]
    assert {fact["fact"] for fact in facts} == {"cash-moved", "adjusted"}


def test_what_was_sealed_and_opened_proves_itself(books: Store, tmp_path: Path) -> None:
    told = [one["fact"] for one in lines_of(exported(books, tmp_path / "x.zip"), "sealed.jsonl")]
    sealing = ("outcomes-sealed", "shoe-prepared")
    sealed = {fact["name"]: fact for fact in told if fact["fact"] in sealing}
    opened = [fact for fact in told if fact["fact"] == "outcomes-opened"]
    in_use = [fact["name"] for fact in told if fact["fact"] == "prepared-shoe-in-use"]
    assert in_use
    assert set(in_use) <= set(sealed)
    assert len(sealed) == len(told) - len(opened) - len(in_use) >= 9
    for fact in opened:
        opening = Opening(fact["salt"], tuple(fact["outcomes"]))
        promised = sealed[fact["name"]]
        terms = msgspec.convert(promised["terms"], Terms)
        assert proves(fact["name"], promised["commitment"], opening, terms)
        assert derived_order(fact["name"], fact["salt"], "", terms) == opening.outcomes


def test_no_secret_of_the_vault_is_in_it(books: Store, tmp_path: Path) -> None:
    files = exported(books, tmp_path / "x.zip")
    opened = {
        one["fact"]["name"] for one in lines_of(files, "sealed.jsonl") if "salt" in one["fact"]
    }
    sealed = set(books.vault_keys())
    assert sealed - opened
    assert not any(
        secret in data
        for key in sealed
        if (secret := books.vault(key)) is not None
        for data in files.values()
    )


def test_two_halves_of_a_period_are_the_whole(books: Store, tmp_path: Path) -> None:
    whole = exported(books, tmp_path / "whole.zip")
    times = sorted(row[0] for row in rows_of(whole)[1:])
    ended = sorted(entry.at_ms for entry, _ in whole_journal(books))
    cut = ended[len(ended) // 2]
    first = exported(books, tmp_path / "1.zip", 0, cut)
    second = exported(books, tmp_path / "2.zip", cut, EVER)
    assert times
    for name in ("rounds.jsonl", "house.jsonl", "sealed.jsonl"):
        halves = first[name].splitlines() + second[name].splitlines()
        assert sorted(halves) == sorted(whole[name].splitlines())
    assert first["rounds.jsonl"]
    assert second["rounds.jsonl"]
    assert rows_of(first) + rows_of(second)[1:] == rows_of(whole)


def test_an_index_ahead_of_the_snapshot_tells_nothing_of_later(tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        evening = Evening(store, seed=3, games=("live-roulette",))
        evening.stroll(300)
        with store.snapshot() as reader:
            export(reader, indexes(reader), 0, EVER, tmp_path / "then.zip")
            index = evening.live["live-roulette"]
            sealed = len(list(index.sealings(0, EVER)))
            evening.stroll(500)
            assert len(list(index.sealings(0, EVER))) > sealed
            export(reader, evening.live, 0, EVER, tmp_path / "now.zip")
        assert (tmp_path / "then.zip").read_bytes() == (tmp_path / "now.zip").read_bytes()


def test_an_export_that_fails_leaves_nothing_behind(books: Store, tmp_path: Path) -> None:
    class Torn:
        def __getattr__(self, name: str) -> object:
            if name == "head":
                raise OSError("the line is cut")
            return getattr(books, name)

    with pytest.raises(OSError, match="the line is cut"):
        export(Torn(), indexes(books), 0, EVER, tmp_path / "x.zip")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_nobody_else_may_read_it(books: Store, tmp_path: Path) -> None:
    exported(books, tmp_path / "x.zip")
    assert (tmp_path / "x.zip").stat().st_mode & 0o777 == 0o600


class CountingReader:
    """Passes everything on to a reader, and counts the entries and transfers that are read."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.rows = 0

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._reader, name)
        if name not in ("entries", "journal", "ledger", "transfers"):
            return asked

        def counted(*words: Any, **named: Any) -> Any:
            found = asked(*words, **named)
            self.rows += len(found)
            return found

        return counted


def test_a_period_is_exported_without_reading_the_others(books: Store, tmp_path: Path) -> None:
    last = max(entry.at_ms for entry, _ in whole_journal(books))
    first = min(entry.at_ms for entry, _ in whole_journal(books))
    of_tables = indexes(books)
    for since, until in ((last + 1, last + DAY), (0, first)):
        reader = CountingReader(books)
        export(cast("Reader", reader), of_tables, since, until, tmp_path / "empty.zip")
        # The heads of tables that are playing, and a few to find where the period begins.
        assert reader.rows < 100
    with ZipFile(tmp_path / "empty.zip") as archive:
        assert archive.read("house.jsonl") == b""
        assert len(archive.read("transfers.csv").splitlines()) == 1


def test_the_days_come_to_the_whole(books: Store, tmp_path: Path) -> None:
    whole = exported(books, tmp_path / "whole.zip")
    times = sorted({entry.at_ms for entry, _ in whole_journal(books)})
    cuts = [0, *times[:: len(times) // 5], EVER]
    parts = [exported(books, tmp_path / "part.zip", *cut) for cut in pairwise(cuts)]
    _, *rows = rows_of(whole)
    assert [row for part in parts for row in rows_of(part)[1:]] == rows
    assert sorted(line for part in parts for line in part["house.jsonl"].splitlines()) == sorted(
        whole["house.jsonl"].splitlines()
    )
