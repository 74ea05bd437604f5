"""`croupier day`: closed days are listed, and a sealed report is checked offline."""

import asyncio
from pathlib import Path

import pytest
from click.testing import Result

from croupier.store import open_store
from tests.support.command_line import run_command
from tests.support.gaming_days import GamingDays, closed, desk
from tests.support.virtual_house import KEY


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two days are closed; the report of the first lies beside them."""
    folder = tmp_path_factory.mktemp("days")
    store = open_store(f"sqlite:{folder / 'house.db'}")
    house = GamingDays(3, store)
    days = [house.play_a_day(80) for _ in range(2)]
    house.finish()

    async def close_all() -> None:
        with desk(house) as (close, _):
            for day in days:
                await closed(close, store, day)
            (folder / "day.json").write_bytes(close.file(close.sealed(days[0])))

    asyncio.run(close_all())
    store.close()
    key = folder / "house.key"
    key.write_text(KEY.hex())
    key.chmod(0o600)
    return folder


def run(books: Path, *arguments: str) -> Result:
    return run_command("day", "--store", str(books / "house.db"), *arguments)


def test_closed_days_are_listed(books: Path) -> None:
    told = run(books)
    assert told.exit_code == 0, told.output
    assert "2026-03-02" in told.output
    assert "kim, sue" in told.output
    assert "Open since 2026-03-04." in told.output


def test_a_true_report_is_found_true(books: Path) -> None:
    told = run(books, "--check", str(books / "day.json"))
    assert told.exit_code == 0, told.output
    assert "the books come to the same figures" in told.output


def test_a_tampered_report_is_told_from_a_true_one(books: Path) -> None:
    text = (books / "day.json").read_text()
    forged = books / "forged.json"
    forged.write_text(text.replace('"paid_in":', '"paid_in":1', 1))
    told = run(books, "--check", str(forged))
    assert told.exit_code == 1
    for fault in (
        "the house has not signed this report",
        "the books hold another report of this day",
        "cash: the books come to something else",
    ):
        assert fault in told.output


@pytest.mark.parametrize("text", ["", "{}", "[1", '{"report": 5}', "\xff"])
def test_what_is_no_report_is_refused_in_a_line(books: Path, text: str) -> None:
    file = books / "other.json"
    file.write_text(text, encoding="latin-1")
    told = run(books, "--check", str(file))
    assert told.exit_code == 2
    assert told.output.startswith("croupier: bad-file: ")
    assert len(told.output.splitlines()) == 1


def test_a_missing_file_is_refused_in_a_line(books: Path) -> None:
    told = run(books, "--check", str(books / "nowhere.json"))
    assert told.exit_code == 2
    assert "No such file" in told.output
