"""`croupier backup` and `croupier restore`: signatures, refusals, and what is left behind."""

import gzip
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result

from croupier.ledger import wallet
from croupier.server.books import begin_mark
from croupier.server.key_file import house_key
from croupier.store import open_store
from tests.support.command_line import run_command
from tests.support.forged_backup import forge, lines_of, strip_signature, write_lines
from tests.support.store_writes import StoreTable, buy_in, open_house
from tests.support.virtual_house import VirtualHouse

WHEEL = "live-roulette"


class Copied:
    """A house's folder, a first backup and one since, and a folder to restore into."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.new = folder, folder / "data", folder / "new"
        self.first, self.second = folder / "first.backup", folder / "second.backup"
        for made in (self.data, self.new):
            made.mkdir(mode=0o700)
        self.store = f"sqlite:{self.data / 'house.db'}"
        house_key(self.data / "house.key")
        with closing(open_store(self.store)) as store:
            open_house(store, ann=100_00)
            self.backup(self.first)
            StoreTable(store, "cage", "cage").write(buy_in("bob", 50_00))
            self.backup(self.second, "--since", self.first)
            begin_mark(store, self.data / "house.mark")

    def backup(self, file: Path, *options: object) -> Result:
        return run_command("backup", file, "--store", self.store, *options)

    def bring_key(self, *names: str) -> None:
        for name in names or ("house.key",):
            shutil.copy(self.data / name, self.new / name)

    def restore(self, *words: object) -> Result:
        files = words or (self.first, self.second)
        return run_command("restore", *files, "--store", f"sqlite:{self.new / 'house.db'}")

    def wallet(self, name: str) -> int:
        with closing(open_store(f"sqlite:{self.new / 'house.db'}")) as store:
            return store.balance(wallet(name))

    def left(self) -> set[str]:
        return {path.name for path in self.new.iterdir()}


@pytest.fixture
def copied(tmp_path: Path) -> Copied:
    return Copied(tmp_path)


def refused(result: Result, why: str) -> None:
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("croupier: bad-books: "), line
    assert why in line


def test_signed_backups_are_restored(copied: Copied) -> None:
    copied.bring_key("house.key", "house.mark")
    done = copied.restore()
    assert (done.exit_code, done.stderr) == (0, "")
    assert (copied.wallet("ann"), copied.wallet("bob")) == (100_00, 50_00)


def test_a_forged_backup_is_refused(copied: Copied) -> None:
    forge(copied.first)
    copied.bring_key()
    refused(copied.restore(copied.first), "was altered after it was signed")
    strip_signature(copied.first)
    refused(copied.restore(copied.first), "is not signed")
    assert copied.left() == {"house.key"}


def test_the_mark_notices_a_forged_backup_without_a_signature(copied: Copied) -> None:
    forge(copied.first)
    strip_signature(copied.first)
    with closing(open_store(copied.store)) as store:
        cage = store.head("cage")
    assert cage.seq == 2
    copied.bring_key("house.key", "house.mark")
    # The mark has seen entry 2: a forged first entry leads to another one.
    forged = copied.folder / "forged.backup"
    assert copied.backup(forged).exit_code == 0
    forge(forged)
    strip_signature(forged)
    refused(copied.restore(forged, "--accept-unsigned"), "another than the mark says")
    assert copied.left() == {"house.key", "house.mark"}


def test_a_forged_file_in_a_chain_is_refused(copied: Copied) -> None:
    copied.bring_key()
    strip_signature(copied.second)
    refused(copied.restore(), f"{copied.second} is not signed")
    assert copied.left() == {"house.key"}


def test_the_rest_of_a_file_counts_beyond_the_moment(copied: Copied) -> None:
    """The signature is over the whole file, whatever part of it is restored."""
    copied.bring_key()
    until = ("--until", "2020-01-01T00:00:00")
    assert copied.restore(copied.first, *until).exit_code == 0
    assert copied.wallet("ann") == 0
    (copied.new / "house.db").unlink()
    forge(copied.first)
    refused(copied.restore(copied.first, *until), "was altered after it was signed")


def test_another_houses_backup_is_refused(copied: Copied) -> None:
    house_key(copied.new / "house.key")
    refused(copied.restore(), "is signed with the key of another house")
    done = copied.restore(copied.first, copied.second, "--accept-unsigned")
    assert done.exit_code == 0
    assert "is signed with the key of another house: accepted" in done.stderr
    assert copied.wallet("bob") == 50_00


def test_without_the_key_nobody_can_say_whose_it_is(copied: Copied) -> None:
    refused(copied.restore(), "there is no house.key here")
    assert copied.left() == set()


def test_a_backup_of_an_earlier_version(copied: Copied) -> None:
    copied.bring_key()
    for file in (copied.first, copied.second):
        begin, *rest = lines_of(file)
        write_lines(file, [begin | {"format": 1}, *rest[:-1]])
    refused(copied.restore(), "is not signed")
    done = copied.restore(copied.first, copied.second, "--accept-unsigned")
    assert done.exit_code == 0
    assert [line.endswith("is not signed: accepted") for line in done.stderr.splitlines()] == [
        True,
        True,
    ]


def test_a_backup_without_the_key_says_so(copied: Copied) -> None:
    (copied.data / "house.key").unlink()
    done = copied.backup(copied.folder / "unsigned")
    assert done.exit_code == 0
    assert "is not signed" in done.stderr


def one_endless_line(_: list[dict[str, Any]]) -> bytes:
    return b"0" * 70_000_000


def lines_without_end(lines: list[dict[str, Any]]) -> bytes:
    stream = msgspec.json.encode(lines[1]) + b"\n"
    return msgspec.json.encode(lines[0]) + b"\n" + stream * 200_000


def with_number(field: str) -> Callable[[list[dict[str, Any]]], bytes]:
    def text(lines: list[dict[str, Any]]) -> bytes:
        (entry,) = [line for line in lines if line["line"] == "entry"]
        entry["entry"][field] = 2**63
        return b"".join(msgspec.json.encode(line) + b"\n" for line in lines[:-1])

    return text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (one_endless_line, "unpacks to more than a backup can hold"),
        (lines_without_end, "unpacks to more than a backup can hold"),
        (with_number("place"), "number"),
        (with_number("at_ms"), "does not follow"),
    ],
)
def test_what_cannot_be_a_backup_leaves_nothing(
    copied: Copied, text: Callable[[list[dict[str, Any]]], bytes], why: str
) -> None:
    copied.first.write_bytes(gzip.compress(text(lines_of(copied.first)), 9))
    refused(copied.restore(copied.first, "--accept-unsigned"), why)
    assert copied.left() <= {"house.db.lock"}
    # The same store can be filled afterwards.
    assert copied.backup(copied.folder / "good").exit_code == 0
    copied.bring_key()
    assert copied.restore(copied.folder / "good").exit_code == 0


def test_a_folder_that_is_not_there_is_noticed_before_anything_is_written(copied: Copied) -> None:
    copied.bring_key()
    missing = copied.folder / "missing"
    refused(copied.restore(copied.first, "--data", missing), str(missing))
    assert copied.left() == {"house.key"}
    assert not missing.exists()
    assert copied.restore(copied.first).exit_code == 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Books with a sealed wheel, and the key they were written with."""
    folder = tmp_path_factory.mktemp("played")
    with closing(open_store(f"sqlite:{folder / 'house.db'}")) as store:
        house = VirtualHouse(store, seed=5)
        house.table(WHEEL)
        house.play_round(WHEEL)
    return folder


def test_verify_notices_a_key_of_other_books(played: Path) -> None:
    from tests.support.virtual_house import KEY

    store = f"sqlite:{played / 'house.db'}"
    key = played / "house.key"
    house_key(key)
    done = run_command("verify", "--store", store, "--jobs", 1)
    assert done.exit_code == 1
    assert f"{key}: is not the key of these books" in done.stdout
    key.write_text(KEY.hex())
    assert run_command("verify", "--store", store, "--jobs", 1).exit_code == 0
