"""Books that are put back from an older copy, by `restore` or by hand: what was seen since is not
dealt again, who was logged in is not any more, and `verify` and the next start notice."""

import shutil
import signal
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from croupier.client import Api, Client, HouseRefused
from croupier.house.records.outcome import Fact
from croupier.store import open_store
from croupier.store.pages import every_entry
from croupier.table.facts import BooksRestored, OutcomesRetired, OutcomesSealed
from croupier.table.recovery import facts_of
from tests.support.forged_backup import forge, strip_signature
from tests.support.serve_process import Served, croupier, served
from tests.support.tables_file import write_tables


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return write_tables(tmp_path / "tables.toml", {"wheel": "live-roulette"}, betting=0)


def is_over(client: Client, number: int) -> bool:
    return any(one.round == number for one in client.tables["wheel"].last)


async def spin(client: Client, times: int) -> list[Fact]:
    seen: list[Fact] = []
    for _ in range(times):
        await client.until(lambda: client.tables["wheel"].phase == "betting")
        number = client.tables["wheel"].round
        await client.place("wheel", "red", 5_00)
        await client.until(partial(is_over, client, number))
        result = client.tables["wheel"].last[-1].result
        assert result is not None
        seen.append(result.facts["pocket"])
    return seen


async def play(house: Served, times: int) -> tuple[list[Fact], str]:
    """The pockets, and the token of who played."""
    async with Api(house.address) as api:
        await api.guest()
        async with Client(api) as client:
            await client.join("wheel")
            return await spin(client, times), api.token


async def close(house: Served) -> None:
    house.signal(signal.SIGTERM)
    assert await house.ended() == 0


async def test_a_restored_backup_deals_no_pocket_that_was_seen(
    tmp_path: Path, tables: Path
) -> None:
    data = tmp_path / "data"
    url = str(data / "house.db")
    with served(data, "--tables", tables) as house:
        await play(house, 2)
        assert croupier("backup", tmp_path / "copy", "--store", url).returncode == 0
        seen, token = await play(house, 6)
        await close(house)
    shutil.move(data / "house.db", tmp_path / "lost.db")
    done = croupier("restore", tmp_path / "copy", "--store", url)
    assert done.returncode == 0, done
    # What the mark knows to be lost is told, and stands in the journal.
    (lost,) = [line for line in done.stdout.splitlines() if line.startswith("wheel: ")]
    number = int(lost.split()[1])
    assert number >= 6 * 4
    assert croupier("verify", "--store", url).returncode == 0
    with served(data, "--tables", tables) as house:
        async with Api(house.address, token) as gone:
            with pytest.raises(HouseRefused) as out:
                await gone.call("GET", "/api/me")
            assert out.value.code == "not-known"
        again, _ = await play(house, 6)
        await close(house)
    assert again != seen
    store = open_store(url, create=False)
    facts = [fact for entry in every_entry(store, "wheel") for fact in facts_of(entry)]
    store.close()
    assert [one.lost for one in facts if isinstance(one, BooksRestored)] == [number]
    (retired,) = [one for one in facts if isinstance(one, OutcomesRetired)]
    first, second = [one for one in facts if isinstance(one, OutcomesSealed)]
    assert (retired.name, retired.commitment) == (first.name, first.commitment)
    assert second.commitment != first.commitment
    told = croupier("verify", "--store", url)
    assert (told.returncode, told.stderr) == (0, ""), told


async def test_a_forged_copy_of_a_running_house_is_refused(tmp_path: Path, tables: Path) -> None:
    """Also without its signature, while the mark of the house is there."""
    data, copy, honest = (tmp_path / name for name in ("data", "copy", "honest"))
    url = str(data / "house.db")
    with served(data, "--tables", tables) as house:
        await play(house, 1)
        assert croupier("backup", copy, "--store", url).returncode == 0
        await close(house)
    shutil.move(data / "house.db", tmp_path / "lost.db")
    shutil.copy(copy, honest)

    def refused(why: str, *options: str) -> None:
        done = croupier("restore", copy, "--store", url, *options)
        assert (done.returncode, why in done.stderr) == (2, True), done
        assert not (data / "house.db").exists()

    mark, aside = data / "house.mark", tmp_path / "aside"
    mark.rename(aside)
    forge(copy)
    refused("was altered after it was signed")
    strip_signature(copy)
    refused("is not signed")
    aside.rename(mark)
    refused("another than the mark says", "--accept-unsigned")
    done = croupier("restore", honest, "--store", url)
    assert done.returncode == 0, done
    told = croupier("verify", "--store", url)
    assert (told.returncode, told.stderr) == (0, ""), told


async def test_the_books_are_put_back_as_they_stood_at_a_moment(
    tmp_path: Path, tables: Path
) -> None:
    """The rehearsal of docs/operations.md: a first copy, small ones since, and a mistake after."""
    data, (first, second) = tmp_path / "data", (tmp_path / "first", tmp_path / "second")
    url = str(data / "house.db")
    with served(data, "--tables", tables) as house:
        await play(house, 2)
        assert croupier("backup", first, "--store", url).returncode == 0
        await play(house, 2)
        with closing(open_store(url, create=False)) as store:
            moment = max(entry.at_ms for entry in every_entry(store, "wheel"))
        await play(house, 2)
        made = croupier("backup", second, "--since", first, "--store", url)
        assert made.returncode == 0, made
        await close(house)
    shutil.move(data / "house.db", tmp_path / "lost.db")
    stamp = f"{datetime.fromtimestamp(moment // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{moment % 1000:03}"
    done = croupier("restore", first, second, "--until", stamp, "--store", url)
    assert done.returncode == 0, done
    told = croupier("verify", "--store", url)
    assert (told.returncode, told.stderr) == (0, ""), told
    with closing(open_store(url, create=False)) as store:
        entries = list(every_entry(store, "wheel"))
        *kept, note = entries
        assert kept[-1].at_ms == moment
        assert isinstance(facts_of(note)[-1], BooksRestored)
    with served(data, "--tables", tables) as house:
        await play(house, 1)
        await close(house)
    assert croupier("restore", second, "--store", data / "x.db").returncode != 0


async def test_an_old_file_put_back_by_hand_is_noticed(tmp_path: Path, tables: Path) -> None:
    data = tmp_path / "data"
    url = str(data / "house.db")
    with served(data, "--tables", tables) as house:
        await play(house, 1)
        await close(house)
    shutil.copy(data / "house.db", tmp_path / "old.db")
    with served(data, "--tables", tables) as house:
        seen, token = await play(house, 6)
        # Killed: what it has acknowledged is marked all the same.
        house.signal(signal.SIGKILL)
        await house.ended()
    for name in ("house.db", "house.db-wal", "house.db-shm"):
        (data / name).unlink(missing_ok=True)
    shutil.copy(tmp_path / "old.db", data / "house.db")
    told = croupier("verify", "--store", url)
    assert told.returncode == 1
    assert "wheel: I11: ends at " in told.stdout
    refused = croupier("serve", "--data", data, "--port", 0, "--tables", tables)
    assert (refused.returncode, refused.stdout) == (2, "")
    (line,) = refused.stderr.splitlines()
    assert line.startswith("croupier: bad-books: these books are older than what was acknowledged")
    assert "croupier reseal" in line
    # The way out that it names.
    done = croupier("reseal", "--store", url)
    assert done.returncode == 0
    assert "acknowledged entries are not in these books" in done.stdout
    assert croupier("verify", "--store", url).returncode == 0
    with served(data, "--tables", tables) as house:
        async with Api(house.address, token) as gone:
            with pytest.raises(HouseRefused):
                await gone.call("GET", "/api/me")
        again, _ = await play(house, 6)
        assert again != seen
        await close(house)
    assert croupier("verify", "--store", url).returncode == 0


async def test_books_from_before_there_was_a_mark_open(tmp_path: Path, tables: Path) -> None:
    data = tmp_path / "data"
    with served(data, "--tables", tables) as house:
        await play(house, 1)
        await close(house)
    (data / "house.mark").unlink()
    (data / "house.db.lock").unlink()
    assert croupier("verify", "--store", data / "house.db").returncode == 0
    with served(data, "--tables", tables) as house:
        await play(house, 1)
        await close(house)
    assert house.errors == ""
