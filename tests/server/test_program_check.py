"""The program's files are measured again while the house runs: on demand, and once a day."""

import shutil
from pathlib import Path

import pytest

from croupier.house.floor.facts import AlertKind
from croupier.house.program_digests import PACKAGE
from croupier.house.roles import Role
from croupier.server.program_check import CHECK_EVERY_MS
from tests.support.api_calls import refusal
from tests.support.clock import HandClock
from tests.support.live_house import LiveHouse, serving

CHECK = "/api/program/check"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small part of the program, as installed elsewhere."""
    return shutil.copytree(PACKAGE / "kit", tmp_path / "croupier")


def program_alerts(house: LiveHouse) -> list[str]:
    raised = [one.raised for one in house.house.floor.open_alerts()]
    return [str(one.text) for one in raised if one.kind is AlertKind.PROGRAM]


async def changed_files(house: LiveHouse) -> str:
    text = (await (await house.api()).send("GET", "/metrics")).text
    (line,) = (one for one in text.splitlines() if one.startswith("croupier_program_changed"))
    return line.split()[1]


async def test_a_file_changed_while_the_house_runs_is_found_on_demand(package: Path) -> None:
    async with serving([], program=package) as house:
        inspector = await house.staff(Role.INSPECTOR)
        assert (await inspector.call("GET", "/api/program"))["check"] is None
        same = await inspector.call("POST", CHECK)
        assert same["changes"] == {"changed": [], "added": [], "gone": []}
        (package / "money.py").write_text("UNIT = 1_000\n")
        (package / "extra.py").write_text("")
        (package / "english.py").unlink()
        for _ in range(2):
            checked = await inspector.call("POST", CHECK)
        assert checked["changes"] == {
            "changed": ["money.py"],
            "added": ["extra.py"],
            "gone": ["english.py"],
        }
        assert (await inspector.call("GET", "/api/program"))["check"] == checked
        (alert,) = program_alerts(house)
        assert "changed on disk" in alert
        assert await changed_files(house) == "3.0"
        for role in (Role.SHIFT, Role.PIT, Role.ADMINISTRATOR, Role.DEALER):
            assert await refusal(await house.staff(role), "POST", CHECK) == "403 not-allowed"


async def test_the_files_are_measured_once_a_day(package: Path) -> None:
    clock = HandClock()
    async with serving([], program=package, clock=clock) as house:
        (package / "money.py").write_text("UNIT = 1_000\n")
        await house.house.program_watch.check_daily()
        assert program_alerts(house) == []
        clock.turn(CHECK_EVERY_MS)
        await house.house._sweep_once()
        assert len(program_alerts(house)) == 1
        assert await changed_files(house) == "1.0"


async def test_a_program_that_cannot_be_read_is_reported(package: Path) -> None:
    async with serving([], program=package) as house:
        (package / "dangling.py").symlink_to(package / "nowhere.py")
        inspector = await house.staff(Role.INSPECTOR)
        for _ in range(2):
            assert await refusal(inspector, "POST", CHECK) == "422 bad-file"
        assert await changed_files(house) == "1.0"
        (alert,) = program_alerts(house)
        assert "cannot be read" in alert
        (package / "dangling.py").unlink()
        await inspector.call("POST", CHECK)
        assert await changed_files(house) == "0.0"
