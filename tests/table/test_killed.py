"""Real processes, killed with -9: nothing acknowledged is lost, nothing is paid twice."""

import random
import subprocess
from pathlib import Path

import pytest

from croupier.store import open_store
from croupier.store.sqlite import SqliteStore
from croupier.table.invariants import house_complaints
from croupier.table.state import TablePhase
from tests.support import fork_server
from tests.support.fork_server import Forked
from tests.support.virtual_house import VirtualHouse

ROOT = Path(__file__).parents[2]


def house(url: str, seed: int, rounds: int, crashpoint: str = "") -> Forked:
    return fork_server.start(
        "tests.table.living_house",
        url,
        seed,
        rounds,
        environment={"CROUPIER_CRASHPOINT": crashpoint},
        stdout=subprocess.PIPE,
    )


def check(url: str, acknowledged: list[tuple[str, str]]) -> None:
    store = open_store(url, create=False)
    wrong = list(house_complaints(store))
    assert wrong == []
    for sender, id in acknowledged:
        assert store.answer(sender, id) is not None, (sender, id)
    store.close()


def heard(process: Forked) -> list[tuple[str, str]]:
    assert process.stdout is not None
    with process.stdout:
        said = [line.split() for line in process.stdout]
    process.wait()
    return [(sender, id) for sender, id in said if sender != "end"]


@pytest.mark.parametrize("place", ["commit-begun", "commit-written", "commit-done"])
def test_killed_at_a_named_place(lasting_url: str, place: str) -> None:
    url = lasting_url
    acknowledged: list[tuple[str, str]] = []
    chosen = random.Random(place)
    for seed in range(1, 5):
        process = house(url, seed, 1, f"{place}:{chosen.randint(5, 150)}")
        acknowledged += heard(process)
        assert process.returncode in (-9, 0)
        check(url, acknowledged)
    last = house(url, 99, 1)
    acknowledged += heard(last)
    assert last.returncode == 0
    check(url, acknowledged)


def test_killed_at_any_moment(lasting_url: str) -> None:
    """The moment is told by how much was heard, so that every run has its own."""
    url = lasting_url
    acknowledged: list[tuple[str, str]] = []
    chosen = random.Random(4)
    for seed in range(1, 7):
        process = house(url, seed, 3)
        assert process.stdout is not None
        for _ in range(chosen.randint(1, 60)):
            line = process.stdout.readline()
            if not line.strip() or line.startswith("end"):
                break
            sender, id = line.split()
            acknowledged.append((sender, id))
        process.kill()
        acknowledged += heard(process)
        check(url, acknowledged)


def test_a_full_disk_stops_nothing_for_good(tmp_path: Path) -> None:
    """F8: no acknowledgement while there is no space, nothing half done; then play goes on."""
    store = SqliteStore(tmp_path / "house.db")
    house = VirtualHouse(store, seed=2)
    game = "live-roulette"
    runner = house.table(game)
    while runner.table.state.phase is not TablePhase.BETTING:
        house.wait(game)
    assert house.bet(game, "ann").ok
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    before = runner.table.state.hash()
    while (reply := house.bet(game, "bob")).ok:
        before = runner.table.state.hash()
    assert reply.code == "not-stored"
    assert runner.table.state.hash() == before
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert house.bet(game, "bob").ok
    house.play_round(game)
    assert list(house_complaints(store)) == []
    store.close()
