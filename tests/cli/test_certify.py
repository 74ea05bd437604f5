"""`croupier certify` as its user meets it."""

import json
import re
from pathlib import Path

import pytest

from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.sim import game as blackjack
from croupier.games.blackjack.sim.tables import Table, settle_table
from croupier.sim import families
from croupier.sim.certify import limit_of
from tests.support.command_line import output_of, run_command

QUICK = ("--rounds", "2e5", "--engine-rounds", "40")


@pytest.mark.parametrize(
    "game", ["classic-blackjack-single", "rws-knockout-baccarat", "live-roulette"]
)
def test_a_game_that_is_right_passes(game: str, tmp_path: Path) -> None:
    report = tmp_path / "report"
    printed = output_of("certify", game, *QUICK, "--seed", "3", "--report", str(report))
    assert printed.endswith("Passed.\n")
    told = json.loads((tmp_path / "report.json").read_bytes())
    assert told["passed"] is True
    assert told["rounds"] == 200_000
    assert all(abs(bet["z"]) <= told["limit"] for bet in told["bets"])
    assert told["by_engine"]["rounds"] >= 40
    assert {"python", "croupier", "numpy", "numba"} <= {*told["versions"]}
    assert {"rules", "kernels/random_cards.py", "tables", "totals"} <= {*told["hashes"]}
    page = (tmp_path / "report.html").read_text()
    assert told["command"] in page
    assert told["hashes"]["totals"] in page
    assert "<strong>Passed.</strong>" in page


def test_the_command_in_the_report_repeats_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output_of("certify", "classic-blackjack-single", *QUICK, "--set", "h17=false", "--seed", "9")
    file = tmp_path / "classic-blackjack-single-certificate.json"
    told = json.loads(file.read_bytes())
    words = told["command"].split()
    assert words[0] == "croupier"
    file.unlink()
    output_of(*words[1:])
    again = json.loads(file.read_bytes())
    assert again | {"seconds": 0} == told | {"seconds": 0}
    output_of(*words[1:], "--seed", "10", "--json")
    other = json.loads(file.read_bytes())
    differing = {name for name, hash in other["hashes"].items() if hash != told["hashes"][name]}
    assert differing == {"totals"}


def test_a_game_that_pays_wrongly_does_not_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blackjack is paid one unit too much."""

    def wrong(rules: BlackjackRules) -> Table:
        table = settle_table(rules)
        table[3, :6] += 2
        return table

    monkeypatch.setattr(blackjack, "settle_table", wrong)
    report = tmp_path / "report"
    words = ("certify", "classic-blackjack-single", *QUICK, "--report", str(report))
    done = run_command(*words)
    assert done.exit_code == 1
    assert done.stdout.endswith("NOT PASSED.\n")
    told = json.loads((tmp_path / "report.json").read_bytes())
    assert [bet["bet"] for bet in told["bets"] if not bet["passed"]] == ["initial"]
    assert told["by_engine"]["differences"]
    assert "too far off" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("no-such-game",), "unknown-game"),
        (("live-roulette", "--confidence", "1"), "a confidence lies between 0 and 1"),
        (("live-roulette", "--rounds", "0"), "rounds are a whole number from 1 up"),
        (("live-roulette", "--seed", "-1"), "a seed is a whole number from 0"),
        (("live-roulette", *QUICK, "--report", "/no/such/folder/x"), "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(words: tuple[str, ...], why: str) -> None:
    done = run_command("certify", *words)
    assert done.exit_code == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_all_bets_together_pass_as_often_as_the_confidence_says() -> None:
    """Normal quantiles: 99.9 % of one, and of four, where each has 99.975 %."""
    assert limit_of(0.999, 1) == pytest.approx(3.2905, abs=1e-4)
    assert limit_of(0.999, 4) == pytest.approx(3.6622, abs=1e-4)


def test_of_many_spots_the_furthest_off(tmp_path: Path) -> None:
    printed = output_of("certify", "live-roulette", *QUICK, "--report", str(tmp_path / "x"))
    assert re.search(r"straight:\d+ \(of 37\) +200,000 ", printed)
    assert len(printed.splitlines()) < 20


def test_without_its_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(families, "find_spec", lambda _: None)
    done = run_command("certify", "live-roulette", "--report", str(tmp_path / "report"))
    assert done.exit_code == 2
    assert done.stderr == (
        "croupier: bad-setting: simulation needs numba: pip install 'croupier[sim]'\n"
    )
