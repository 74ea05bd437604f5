"""`croupier digests` and `croupier approvals`, as whoever runs or tests a house meets them."""

import asyncio
import hashlib
import json
from pathlib import Path

from click.testing import Result

from croupier.engine import protocol as engine
from croupier.house.approvals.figures import rule_set
from croupier.odds.game import odds_of
from tests.support.api_calls import wheel
from tests.support.command_line import run_command
from tests.support.live_house import serving

TABLES = '[[table]]\nid = "wheel"\ngame = "live-roulette"\n'
STAGED = '[[table]]\nid = "lab"\ngame = "live-roulette"\nstaged = true\n'
STAGED += "settings = { grace-seconds = 9 }\n"


def croupier(*words: object) -> Result:
    return run_command(*words)


def test_the_root_is_the_digest_of_the_list() -> None:
    told = croupier("digests")
    assert told.exit_code == 0
    root = hashlib.sha256(told.stdout.encode()).hexdigest()
    assert told.stderr == f"root digest {root}\n"
    assert json.loads(croupier("digests", "--json").stdout)["root"] == root


def test_a_list_is_checked_and_what_changed_is_named(tmp_path: Path) -> None:
    file = tmp_path / "program.txt"
    file.write_text(croupier("digests").stdout)
    assert croupier("digests", "--check", file).exit_code == 0
    lines = file.read_text().splitlines()
    file.write_text("\n".join(["0" * 64 + "  gone.py", *lines[1:]]))
    told = croupier("digests", "--check", file)
    assert told.exit_code == 1
    assert told.stdout.splitlines()[:2] == ["added    __init__.py", "gone     gone.py"]
    machine = json.loads(croupier("digests", "--check", file, "--json").stdout)
    assert (machine["changed"], machine["gone"]) == ([], ["gone.py"])


def test_what_is_no_list_is_one_line(tmp_path: Path) -> None:
    (file := tmp_path / "x").write_bytes(b"\xff\xfe")
    for path in (file, tmp_path / "none"):
        told = croupier("digests", "--check", path)
        assert told.exit_code == 2
        assert told.stderr.startswith("croupier: bad-file: ")
        assert len(told.stderr.splitlines()) == 1


def test_a_tables_file_is_held_against_the_register(tmp_path: Path) -> None:
    url, file = str(tmp_path / "books.db"), tmp_path / "tables.toml"

    async def approve() -> None:
        async with serving([wheel()], url) as house:
            rules = engine.variant("live-roulette")
            register = house.house.approvals
            number = await register.propose(rule_set(rules, odds_of(rules)), "shift", "1")
            await register.approve(number, "inspector")

    asyncio.run(approve())
    for text, exits in (
        (TABLES, 0),
        (TABLES + STAGED, 0),
        (TABLES + "settings = { grace-seconds = 9 }", 1),
    ):
        file.write_text(text)
        told = croupier("approvals", "--store", url, "--tables", file)
        assert told.exit_code == exits, told.output
        assert "live-roulette (LIVE): in force" in told.stdout
    assert told.stdout.endswith(" not approved\n")
    # The rules are approved, and the program is asked for too.
    file.write_text("[house]\napproved_program = true\n" + TABLES)
    told = croupier("approvals", "--store", url, "--tables", file)
    assert told.exit_code == 1
    assert told.stdout.splitlines()[-1].startswith("this program ")
    machine = json.loads(croupier("approvals", "--store", url, "--json").stdout)
    assert machine["approvals"][0]["approved_by"] == "inspector"
