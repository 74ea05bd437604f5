"""`croupier labpack`: the folder is whole, every link in it leads somewhere, and what failed is
named."""

import json
import os
import shutil
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import croupier
from croupier.cli.labpack import command, games
from croupier.cli.labpack.document import Document, Failed, Made, Requirement, make
from croupier.cli.labpack.games import games_asked, tables_asked
from croupier.cli.labpack.told import AUDIT, FAIRNESS, MONITORING
from croupier.house.house_signature import HouseSignature, is_signed
from croupier.monitoring.table_evidence import ALPHA
from tests.support.command_line import run_command

SOURCES = Path(croupier.__file__).parent
GAME = "live-roulette"
KEY = bytes(range(32))
JUNIT = """<testsuites><testsuite name="pytest" tests="{tests}" failures="{failures}" errors="0"
 skipped="0" time="1.5" timestamp="2026-11-18T00:00:00"><testcase classname="tests.one" name="is">
{fault}</testcase></testsuite></testsuites>"""


def junit(path: Path, *, failed: bool = False) -> Path:
    fault = "<failure>it is not</failure>" if failed else ""
    path.write_text(JUNIT.format(tests=1, failures=int(failed), fault=fault))
    return path


def data(folder: Path) -> Path:
    folder.mkdir()
    (folder / "house.key").write_text(KEY.hex())
    (folder / "house.key").chmod(0o600)
    return folder


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As somebody makes it who has the program and not its sources: from another folder."""
    place = tmp_path_factory.mktemp("lab")
    words = ["labpack", "pack", "--games", GAME, "--quick"]
    words += ["--tests", str(junit(place / "tests.xml")), "--data", str(data(place / "data"))]
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        cwd=place,
        env=os.environ | {"CROUPIER_CACHE": str(place / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    # The source of chance may fail by chance.
    assert {*failed} <= {"rng.html:"}, done.stdout + done.stderr
    assert done.returncode == (1 if failed else 0)
    assert not list(place.glob(".*.part"))
    return place / "pack"


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value or "")
            elif name == "id":
                self.ids.add(value or "")


def test_every_link_leads_to_a_file_of_the_pack(pack: Path) -> None:
    linked = set()
    for page in pack.rglob("*.html"):
        read = Links(page.read_text(encoding="utf-8"))
        for link in read.links:
            path, _, place = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), f"{page.relative_to(pack)}: {link}"
            if place:
                assert place in Links(target.read_text(encoding="utf-8")).ids, link
            if path:
                linked.add(target)
    of_pack = {path for path in pack.rglob("*") if path.is_file()}
    assert of_pack == linked


def test_nothing_comes_from_elsewhere(pack: Path) -> None:
    for page in pack.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<script" not in text
        assert "url(" not in text
        assert not any("://" in link for link in Links(text).links)


def test_the_pack_has_what_a_lab_asks_for(pack: Path) -> None:
    index = (pack / "index.html").read_text(encoding="utf-8")
    for requirement in (Requirement.RULES, Requirement.RNG, Requirement.AUDIT, Requirement.TESTS):
        assert requirement.split(":")[0] in index
    of_game = pack / "games" / GAME
    odds = json.loads((of_game / "odds.json").read_text())
    assert "-1/37" in {bet["ev_exact"] for bet in odds["bets"]}
    assert "2.7027" in (of_game / "odds.html").read_text()
    certificate = json.loads((of_game / "certificate.json").read_text())
    assert (certificate["passed"], certificate["rounds"]) == (True, 200_000)
    assert "LIVE 1.4" in (of_game / "rules.html").read_text()
    matrix = json.loads((pack / "conformance.json").read_text())
    clauses = [clause for book in matrix for clause in book["clauses"]]
    assert all(clause["tests"] for clause in clauses if clause["obeyed"])
    assert "/<wbr>api/<wbr>days</code>" in (pack / "protocol.html").read_text()
    assert json.loads((pack / "versions.json").read_text())["packages"]["msgspec"]
    assert "Not here: the game asks its players nothing" in index


UNTOLD = {
    "croupier.chance.evaluate_delay": "the process in which a delay is waited for",
    "croupier.chance.shoe": "the shoe of `croupier play`, for practice",
    "croupier.monitoring.taken": "what the others read of a round",
}


def modules_of(package: str) -> set[str]:
    folder = SOURCES / package
    return {
        f"croupier.{package}.{path.stem}" for path in folder.glob("*.py") if path.stem[0] != "_"
    }


def test_every_module_of_chance_and_of_monitoring_is_told() -> None:
    assert modules_of("chance") | modules_of("monitoring") == {
        *UNTOLD,
        *(name for name in (*FAIRNESS, *MONITORING) if name != "croupier.house.fairness"),
    }


def test_every_journal_of_the_house_is_told() -> None:
    keeping = {
        f"croupier.house.{path.parent.name}"
        for path in (SOURCES / "house").glob("*/*.py")
        if "\nSTREAM = " in path.read_text(encoding="utf-8")
    }
    assert keeping
    assert keeping <= {*AUDIT}


def test_what_modules_say_is_laid_out(pack: Path) -> None:
    audit = (pack / "audit.html").read_text(encoding="utf-8")
    assert "<td>I22</td>" in audit
    assert "<code>wallet:PLAYER</code>" in audit
    assert "<li><em>pocket</em>: one pocket" in (pack / "monitoring.html").read_text()
    assert "SP 800-90B" in (pack / "fairness.html").read_text()


def test_the_value_of_a_constant_stands_beside_its_name(pack: Path) -> None:
    said = (pack / "monitoring.html").read_text(encoding="utf-8")
    assert "1/ALPHA" in said
    assert f"<code>ALPHA = {ALPHA}</code>" in said


def test_who_may_use_an_endpoint_is_told_in_words(pack: Path) -> None:
    said = (pack / "protocol.html").read_text(encoding="utf-8")
    assert "<td>anyone</td>" in said
    assert "<td>cashier, inspector</td>" in said


def test_the_manifest_holds_and_is_signed(pack: Path, tmp_path: Path) -> None:
    done = run_command("labpack", str(pack), "--check")
    assert (done.exit_code, done.output) == (0, "All files are as they were made; signed.\n")
    signed = json.loads((pack / "manifest.signature.json").read_text())
    body, public = (pack / "manifest.json").read_bytes(), HouseSignature(KEY).public
    assert signed["public"] == public.hex()
    assert is_signed(public, bytes.fromhex(signed["signature"]), "labpack", body)
    copy = tmp_path / "copy"
    shutil.copytree(pack, copy)
    (copy / "versions.json").write_text("{}")
    (copy / "tests.html").unlink()
    (copy / "more.txt").touch()
    done = run_command("labpack", str(copy), "--check")
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "tests.html is gone",
        "more.txt is not of the pack",
        "versions.json is not what it was",
    ]


def test_what_fails_is_named_and_the_status_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(words: list[str], _: Path) -> str:
        raise Failed(f"{words[0]} is broken")

    monkeypatch.setattr(games, "run", fails)
    file = junit(tmp_path / "tests.xml", failed=True)
    words = ["labpack", str(tmp_path / "pack"), "--games", GAME, "--quick", "--tests", str(file)]
    monkeypatch.setattr("croupier.cli.labpack.program.run", fails)
    done = run_command(*words)
    assert done.exit_code == 1
    index = (tmp_path / "pack" / "index.html").read_text()
    for said in ("odds is broken", "certify is broken", "1 of 1 tests did not pass"):
        assert said in done.output
        assert said in index
    assert "tests.one.is" in (tmp_path / "pack" / "tests.html").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def stopped(*_: object) -> Made:
        signal.raise_signal(number)
        raise AssertionError("it goes on")

    monkeypatch.setattr(command, "make", stopped)
    # A shell starts its background jobs with SIGINT ignored, and so these tests.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        done = run_command("labpack", str(tmp_path / "pack"), "--games", GAME)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.exit_code == command.INTERRUPTED
    assert "nothing was written" in done.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["full"], "bad-setting: 'full' is not an empty folder"),
        (["new", "--games", "poker"], "unknown-game"),
        (["new", "--rounds", "many"], "bad-setting"),
        (["new", "--tests", "nowhere.xml"], "No such file"),
        (["new", "--tests", "full/one.txt"], "is no JUnit file"),
        (["new", "--data", "full"], "there is no house's key"),
        (["no/such/new"], "there is no folder"),
        (["full", "--check"], "holds no pack"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "one.txt").write_text("one")
    done = run_command("labpack", *words)
    assert done.exit_code == 2
    assert done.output.startswith("croupier: ")
    assert len(done.output.splitlines()) == 1
    assert why in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def test_a_manifest_of_another_form_is_refused_in_plain_english(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"format": "one"}')
    done = run_command("labpack", str(tmp_path), "--check")
    assert done.exit_code == 2
    assert "holds no pack: " in done.output
    for word in ("`", "$", "Object", "missing required field"):
        assert word not in done.output


def test_tables_are_packed_with_their_settings(tmp_path: Path) -> None:
    file = tmp_path / "tables.toml"
    file.write_text(
        '[[table]]\nid = "bj1"\ngame = "rws-blackjack"\nlimits = { min = "10", max = "200" }\n'
        "settings = { h17 = true, decks = 6 }\n"
    )
    (subject,) = tables_asked(file, "")
    assert (subject.folder, subject.game) == ("tables/bj1", "rws-blackjack")
    assert {*subject.settings} == {"h17=true", "decks=6"}
    assert subject.limits == ("--min", "10", "--max", "200")
    assert [subject.game for subject in games_asked(f"{GAME}, {GAME}")] == [GAME]


def test_a_document_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    def write(folder: Path) -> None:
        (folder / "no" / "such" / "folder").write_text("")

    made = make(Document(("one.html",), "", "", Requirement.RULES, write), tmp_path)
    assert "No such file or directory" in made.failed
