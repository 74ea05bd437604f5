"""Files that appear whole: no link is followed, and nothing that was left behind is in the way."""

import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.client.witness.folder import WitnessFolder
from croupier.house.records.export import export
from croupier.store import backup, open_store
from croupier.store.archive.file import write_file
from croupier.store.lines import EntryLine
from croupier.store.mark import Mark
from croupier.store.pages import journal_page
from croupier.store.values import Head
from croupier.tlog.notes import VerifierKey
from tests.support.store_writes import open_house

Write = Callable[[Path], object]


def write_backup(path: Path) -> None:
    backup(str(path.parent / "house.db"), path)


def write_mark(path: Path) -> None:
    mark = Mark(path)
    mark.begin({"t1": Head(1, 1, bytes(32))})
    mark.close()


def write_export(path: Path) -> None:
    with closing(open_store(str(path.parent / "house.db"))) as store, store.snapshot() as reader:
        export(reader, {}, 0, 2**40, path)


def write_log_key(path: Path) -> None:
    folder = WitnessFolder(path.parent)
    folder.make("club.example/witness")
    key: VerifierKey = folder.own_key
    folder.pin(key)


def write_archive(path: Path) -> None:
    with closing(open_store(str(path.parent / "house.db"))) as store:
        lines = [EntryLine(*line) for line in journal_page(store, "cage", 0, 10)]
    write_file(path.parent, "cage", Head(), lines)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(open_store(str(tmp_path / "house.db"))) as store:
        open_house(store, ann=100)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("copy", write_backup),
        ("house.mark", write_mark),
        ("period.zip", write_export),
        ("log.key", write_log_key),
        ("cage", write_archive),
    ],
)
@pytest.mark.parametrize("planted", ["link", "file"])
def test_what_lies_where_it_is_written_is_neither_followed_nor_in_the_way(
    folder: Path, name: str, write: Write, planted: str
) -> None:
    treasure, part = folder / "treasure", folder / f"{name}.part"
    treasure.write_text("mine")
    if planted == "link":
        part.symlink_to(treasure)
    else:
        part.write_text("of a run that was killed")
    known = set(folder.iterdir())
    write(folder / name)
    assert treasure.read_text() == "mine"
    written = set(folder.iterdir()) - known
    assert written
    assert not [path for path in written if path.suffix == ".part"]
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in written - public(folder)} == {0}


def public(folder: Path) -> set[Path]:
    """Files that anybody may read."""
    return {folder / "witness.pub"}
