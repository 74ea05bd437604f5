"""The files of the program, and one number for all of them."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

import croupier
from croupier.house.program_digests import changes, program_at, read_listed, this_program
from croupier.kit.errors import Refused


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = Path(croupier.__file__).parent / "games"
    return Path(shutil.copytree(source, tmp_path / "program"))


def test_every_file_is_in_it_and_nothing_that_python_makes() -> None:
    files = this_program().files
    here = Path(croupier.__file__)
    assert files["__init__.py"] == hashlib.sha256(here.read_bytes()).hexdigest()
    assert "games/blackjack/books/bj5.toml" in files
    assert "server/web/index.html" in files
    assert not any("__pycache__" in path or path.endswith(".pyc") for path in files)


def test_the_root_is_what_sha256sum_makes_of_the_files(folder: Path) -> None:
    command = "find . -type f -not -path '*/__pycache__/*' | sed 's,^./,,' | LC_ALL=C sort"
    command += " | xargs sha256sum | sha256sum"
    told = subprocess.run(["sh", "-c", command], cwd=folder, check=True, capture_output=True)
    assert program_at(folder).root == told.stdout.decode().split()[0]


def test_one_byte_of_one_file_is_noticed(folder: Path) -> None:
    before = program_at(folder)
    nkb, clb = "baccarat/books/nkb.toml", "blackjack/books/clb.toml"
    file = folder / nkb
    file.write_bytes(file.read_bytes() + b" ")
    (folder / "new.py").write_text("")
    (folder / clb).unlink()
    now = program_at(folder)
    assert now.root != before.root
    found = changes(before.files, now.files)
    assert (found.changed, found.added, found.gone) == ((nkb,), ("new.py",), (clb,))
    assert not changes(now.files, now.files)


def test_a_list_is_read_back_as_it_was_written(folder: Path) -> None:
    program = program_at(folder)
    assert read_listed(program.listed) == program


@pytest.mark.parametrize(
    "text", ["", "what is this\n", "0" * 64 + "  \n", "0" * 63 + "g  a\n", ("0" * 64 + "  a\n") * 2]
)
def test_what_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="bad-file"):
        read_listed(text)
