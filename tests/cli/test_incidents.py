"""The register and the certificates of shoes from the command line."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.closures.certificate import Verdict, certified
from croupier.house.incidents import Cause, Incidents
from croupier.house.incidents.remedies import Remedies
from croupier.house.incidents.sheet import Sheet, SheetRow, Why
from croupier.house.journal import HouseJournals
from croupier.store import open_store
from croupier.store.group import GroupCommitter
from tests.support.clock import HandClock
from tests.support.command_line import run_command
from tests.support.shoe_closures import SIGNATURE, close_shoe, shoe_dealt_by_hand

ROW = SheetRow(7, "ann", False, 100_00, 0, 0, 150_00, Why.BY_HAND, "BJ5 5.19")


def _run(*arguments: str) -> tuple[int, str]:
    result = run_command(*arguments)
    return result.exit_code, result.output


@pytest.fixture
async def books(tmp_path: Path) -> str:
    path = str(tmp_path / "house.db")
    store = open_store(path)
    with GroupCommitter(store) as committer:
        register = Incidents(HouseJournals(store, committer, owner="one", clock=HandClock()))
        await register.open_incident(Cause.RULE, "bj-1", 7, 7, "paid six to five", "pit")
        await register.open_incident(Cause.SHOE, "bj-2", 1, None, "a card is missing", "pit")
        sheet = Sheet(1, "bj-1", 7, 7, 1, Remedies(), (ROW,))
        await register.settle_sheet(1, sheet, claims=False, by="shift")
    store.close()
    return path


async def test_the_register_is_listed(books: str) -> None:
    status, said = _run("incidents", "--store", books)
    assert status == 0
    assert "bj-1, rounds 7 to 7: paid six to five" in " ".join(said.split())
    status, said = _run("incidents", "--store", books, "--json")
    first, second = json.loads(said)
    assert (first["state"], first["left"]) == ("settled", "150")
    assert (second["state"], second["until_round"]) == ("open", None)


async def test_a_sheet_is_written_out(books: str) -> None:
    status, said = _run("incidents", "--store", books, "--sheet", "1")
    assert status == 0
    assert said.splitlines()[1].startswith("7,ann,False,100,0,0,150,150,by-hand,BJ5 5.19")
    status, said = _run("incidents", "--store", books, "--sheet", "2")
    assert status == 2
    assert said.strip() == "croupier: not-found: no sheet of incident 2 is settled on"


def test_a_certificate_is_checked_offline(tmp_path: Path) -> None:
    closure = close_shoe(shoe_dealt_by_hand(), left=44)
    file = tmp_path / "shoe.json"
    key = SIGNATURE.public.hex()
    file.write_bytes(msgspec.json.encode(certified(closure, SIGNATURE)))
    assert _run("closure", str(file), "--key", key)[0] == 0
    assert _run("closure", str(file), "--key", "00" * 32)[0] == 1
    assert _run("closure", str(file), "--key", "zz")[0] == 2
    short = replace(closure, left=43, left_over=closure.left_over - 1, verdict=Verdict.NOT)
    file.write_bytes(msgspec.json.encode(certified(short, SIGNATURE)))
    status, said = _run("closure", str(file), "--json")
    assert (status, json.loads(said)["faults"]) == (1, [])
    file.write_text(file.read_text().replace('"left":43', '"left":44'))
    assert json.loads(_run("closure", str(file), "--json")[1])["faults"]
    file.write_text("{}")
    assert _run("closure", str(file))[0] == 2


def test_the_example_of_a_certificate_holds() -> None:
    """One that was written before this version: what is signed stays signed."""
    status, said = _run("closure", str(Path(__file__).parents[2] / "examples/shoe-closure.json"))
    assert status == 0
    assert "52  cards of 1 deck\nevery card is accounted for\n" in said
