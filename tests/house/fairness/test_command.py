"""`croupier fair` as its user meets it."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.house.fairness.played import (
    record,
    shoe_of,
)
from tests.house.fairness.tampering import (
    a_changed_line,
    another_salt,
)
from tests.support.command_line import run_command
from tests.support.virtual_house import VirtualHouse


def test_the_command_says_what_holds(blackjack: VirtualHouse, tmp_path: Path) -> None:
    file = tmp_path / "ROUND.json"
    honest = record(blackjack, "live-blackjack", 3)
    file.write_bytes(msgspec.json.encode(honest))
    ran = run_command("fair", str(file))
    assert (ran.exit_code, ran.output.count("✓")) == (0, 9)
    assert shoe_of(honest).commitment in ran.output
    ran = run_command("fair", "-", input=msgspec.json.encode(another_salt(honest)))
    assert (ran.exit_code, ran.output.count("✓"), ran.output.count("✗")) == (1, 7, 2)
    ran = run_command("fair", "-", "--json", input=msgspec.json.encode(a_changed_line(honest)))
    told = json.loads(ran.output)
    assert (ran.exit_code, told["fair"], told["round"]) == (1, False, 3)
    assert [one["check"] for one in told["checks"] if one["verdict"] != "holds"] == ["settlement"]


def test_what_cannot_be_checked_yet_is_not_called_fair(blackjack: VirtualHouse) -> None:
    honest = record(blackjack, "live-blackjack", 3)
    early = replace(honest, shoe=replace(shoe_of(honest), opening=None))
    ran = run_command("fair", "-", input=msgspec.json.encode(early))
    assert (ran.exit_code, ran.output.count("…")) == (3, 4)
    ran = run_command("fair", "-", input=msgspec.json.encode(a_changed_line(early)))
    assert ran.exit_code == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda told: "no object",
        lambda told: told | {"table": "\x1b[2J"},
        lambda told: told | {"note": "all is well"},
        lambda told: told | {"extra": 1},
        lambda told: told | {"file": {"game": "\ud800"}},
        lambda told: told | {"file": {"bets": 1.5}},
        lambda told: told | {"shoe": told["shoe"] | {"commitment": "ü"}},
    ],
)
def test_a_file_that_is_no_record_is_told_in_one_line(
    blackjack: VirtualHouse, change: Callable[[dict[str, object]], object]
) -> None:
    told = json.loads(msgspec.json.encode(record(blackjack, "live-blackjack", 1)))
    ran = run_command("fair", "-", input=json.dumps(change(told)))
    assert ran.exit_code == 2, ran.output
    assert ran.output.count("\n") == 1
