"""`croupier simulate` as its user meets it."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.simulate.asking import parse_count
from croupier.kit.errors import Refused
from croupier.sim import simulate
from croupier.sim.result import Simulated
from tests.support.command_line import at_width, json_of, line_of, output_of, run_command


def _told(*words: str) -> Any:
    return json_of("simulate", *words)


def test_every_bet_beside_its_exact_worth() -> None:
    printed = output_of("simulate", "live-baccarat", "--rounds", "1e6", "--seed", "7")
    assert "1,000,000 rounds, each from a fresh shoe; seed 7." in printed
    bet, rounds, mean, error, deviation, ev, z = line_of(printed, "banker")
    assert (bet, rounds, ev) == ("banker", "1M", "-0.010579")
    assert float(mean) == pytest.approx(-0.010579, abs=4.5 * float(error))
    assert float(z) == pytest.approx((float(mean) + 0.010579) / float(error), abs=0.01)
    assert float(deviation) == pytest.approx(0.9274, abs=0.001)
    assert re.search(r"[0-9.]+ s, [0-9.]+[kMG]? rounds a second \(cpu\)", printed)


def test_shoes_beside_a_fresh_one() -> None:
    printed = output_of("simulate", "rws-knockout-baccarat", "--shoe", "--seed", "7")
    assert "rounds down to the cut card" in printed
    assert re.search(r"[0-9,]+ shoes, of 81\.\d+ rounds and 404\.\d+ cards on average\.", printed)
    _, _, mean, _, fresh, effect = line_of(printed, "ante-player")
    assert float(effect) == pytest.approx(float(mean) - float(fresh), abs=2e-6)


def test_of_a_wheels_spots_the_furthest_off_of_each_kind() -> None:
    words = ("simulate", "live-roulette", "--rounds", "1e5", "--seed", "7")
    printed = output_of(*words)
    assert re.search(r"straight:\d+ \(of 37\)", printed)
    assert "furthest off" in printed
    assert len(printed.splitlines()) == 13
    alone = output_of(*words, "--bet", "straight:0", "--bet", "red")
    assert line_of(alone, "straight:0")[1] == line_of(alone, "red")[1] == "100k"
    assert "furthest" not in alone


@pytest.mark.parametrize(
    "words",
    [
        ("rws-knockout-baccarat",),
        ("live-roulette",),
        ("live-blackjack",),
        ("live-blackjack", "--shoe"),
    ],
)
def test_it_fits_a_terminal(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    at_width(monkeypatch, 80)
    printed = output_of("simulate", *words, "--rounds", "1e4", "--seed", "1")
    assert all(len(line.rstrip()) <= 80 for line in printed.splitlines())
    assert "…" not in printed


def test_for_machines() -> None:
    result = _told("live-baccarat", "--rounds", "20000", "--seed", "5", "--set", "decks=6")
    assert result["game"] == "live-baccarat"
    assert result["settings"]["decks"] == 6
    assert (result["seed"], result["rounds"], result["device"]) == (5, 20_000, "cpu")
    assert result["rounds_per_second"] == pytest.approx(20_000 / result["seconds"])
    assert [bet["bet"] for bet in result["bets"]] == ["player", "banker", "tie"]
    for bet in result["bets"]:
        assert [*bet] == ["bet", "rounds", "staked", "mean", "stderr", "deviation", "ev", "z"]
        assert bet["rounds"] == bet["staked"] == 20_000
        assert bet["z"] == pytest.approx((bet["mean"] - bet["ev"]) / bet["stderr"])


def test_for_machines_in_shoes() -> None:
    result = _told("live-baccarat", "--rounds", "20000", "--seed", "5", "--shoe")
    assert result["dealt"] == "shoe"
    assert result["shoes"] * 402 <= result["cards"] <= result["shoes"] * 408
    for bet in result["bets"]:
        assert {"ev", "z"} & {*bet} == set()
        assert bet["cut_card_effect"] == pytest.approx(bet["mean"] - bet["fresh_ev"])


def test_a_seed_is_chosen_told_and_repeats_the_run() -> None:
    first = _told("live-roulette", "--rounds", "1000")
    again = _told("live-roulette", "--rounds", "1000", "--seed", str(first["seed"]))
    assert again["bets"] == first["bets"]
    assert _told("live-roulette", "--rounds", "1000")["seed"] != first["seed"]


def test_a_strategy_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    strategy = json_of("strategy", "rws-knockout-baccarat")
    for decision in strategy["decisions"]:
        decision["raises"] = False
    file.write_text(json.dumps(strategy))
    result = _told("rws-knockout-baccarat", "--rounds", "1000", "--strategy", str(file))
    antes = [bet for bet in result["bets"] if bet["bet"].startswith("ante")]
    assert [(bet["mean"], bet["ev"]) for bet in antes] == [(-1, pytest.approx(-1))] * 2
    # All is lost always: that has no error to measure a distance with.
    assert not any("z" in bet for bet in antes)


def test_what_was_kept_is_gone_on_with(tmp_path: Path) -> None:
    file = str(tmp_path / "run")
    _told("live-baccarat", "--rounds", "5000", "--seed", "8", "--checkpoint", file)
    both = _told("live-baccarat", "--rounds", "9000", "--checkpoint", file)
    whole = _told("live-baccarat", "--rounds", "9000", "--seed", "8")
    assert (both["seed"], both["rounds"], both["bets"]) == (8, 9000, whole["bets"])


def test_an_unlikely_run_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the odds said something else."""
    import msgspec

    def skewed(*asked: Any, **more: Any) -> Simulated:
        result = simulate(*asked, **more)
        tie = msgspec.structs.replace(result.bets[2], fresh_ev=0.0)
        return msgspec.structs.replace(result, bets=(*result.bets[:2], tie))

    monkeypatch.setattr("croupier.sim.simulate", skewed)
    printed = output_of("simulate", "live-baccarat", "--rounds", "1e5", "--seed", "1")
    assert re.search(r"Unlikely: tie \(z -1\d\.\d\)\. In a thousand such runs", printed)


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"run.{kind}"
    output_of("simulate", "live-baccarat", "--rounds", "1000", "--plot", str(file))
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG") if kind == "png" else b"<svg" in content


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("1", 1),
        ("1e9", 10**9),
        ("2.5e6", 2_500_000),
        ("1_000", 1000),
        ("123456789012", 123456789012),
    ],
)
def test_rounds_as_they_are_written(text: str, rounds: int) -> None:
    assert parse_count(text) == rounds


@pytest.mark.parametrize("text", ["0", "-5", "1.5", "many", "", "nan", "inf", "1e999", "9" * 40])
def test_rounds_that_are_none(text: str) -> None:
    with pytest.raises(Refused, match="rounds are a whole number"):
        parse_count(text)


@pytest.mark.parametrize("machine", [False, True])
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("faro",), "unknown-game", "there is no game 'faro'"),
        (("live-baccarat", "--rounds", "0"), "bad-setting", "from 1 up"),
        (("live-baccarat", "--rounds", "1e16"), "bad-setting", "from 1 to 1e+15 rounds"),
        (("live-baccarat", "--seed", "-1"), "bad-setting", "a seed is"),
        (("live-baccarat", "--bet", "faro"), "unknown-bet", "has no bet 'faro'"),
        (("live-roulette", "--bet", "straight:37"), "unknown-bet", "and other splits,"),
        (("live-baccarat", "--strategy", "chart"), "bad-setting", "there is no strategy"),
        (("rws-knockout-baccarat", "--strategy", "hi-lo"), "bad-setting", "no strategy 'hi-lo'"),
        (("rws-knockout-baccarat", "--strategy", "no.json"), "bad-file", "cannot be read"),
        (("live-baccarat", "--boxes", "2"), "bad-setting", "it is simulated for one"),
        (("live-roulette", "--shoe"), "bad-setting", "is played without cards"),
        (("live-baccarat", "--device", "abacus"), "bad-setting", "one of cpu, gpu"),
        (("live-baccarat", "--device", "gpu", "--cluster", "x"), "bad-setting", "not on a GPU"),
        (("live-baccarat", "--cluster", "nonsense://x"), "bad-setting", "cannot be reached"),
        (("live-baccarat", "--plot", "x.txt"), "bad-file", "a .png or an .svg"),
        (("live-baccarat", "--plot", "/no/x.png"), "bad-file", "cannot be written"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    words: tuple[str, ...], code: str, says: str, machine: bool
) -> None:
    words = ("simulate", "--rounds", "100", *words)
    done = run_command(*[*words, "--json"] if machine else words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"croupier: {code}: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    if machine:
        assert json.loads(done.stdout)["error"]["code"] == code


def test_a_shoe_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.games.baccarat.engine.rules.CUT_CARD_FROM_BACK", 52)
    done = run_command("simulate", "live-baccarat", "--shoe", "--set", "decks=1")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "bad-setting: the shoe is too short: of 52 cards 0 are burned" in done.stderr


def test_a_strategy_for_another_game(tmp_path: Path) -> None:
    file = tmp_path / "strategy"
    other = json_of("strategy", "classic-blackjack-single")
    for game, says in (
        (other, "is none for rws-knockout-baccarat"),
        ({**json_of("strategy", "rws-knockout-baccarat"), "game": "faro"}, "is one for 'faro'"),
        ({"game": "rws-knockout-baccarat", "settings": {}, "decisions": []}, "does not say"),
    ):
        file.write_text(json.dumps(game))
        done = run_command("simulate", "rws-knockout-baccarat", "--strategy", str(file))
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert says in done.stderr


@pytest.mark.parametrize(
    ("module", "words", "says"),
    [
        ("numba", (), "pip install 'croupier[sim]'"),
        ("distributed", ("--cluster", "tcp://x"), "pip install 'croupier[cluster]'"),
        ("cupy", ("--device", "gpu"), "pip install 'croupier[gpu]'"),
        ("matplotlib", ("--plot", "x.png"), "pip install 'croupier[sim]'"),
    ],
)
def test_what_is_not_installed_is_named(
    module: str, words: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    done = run_command("simulate", "live-baccarat", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith("croupier: bad-")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_tells_what_was_done() -> None:
    """As in a terminal, where the bar says how far it is."""
    ours, theirs = pty.openpty()
    asked = ["simulate", "live-roulette", "--seed", "3", "--rounds", "1e14", "--json"]
    started = subprocess.Popen(
        [sys.executable, "-m", "croupier", *asked],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    shown = b""
    while not re.search(rb"[0-9.]+[MG]/s", shown):
        shown += os.read(ours, 4096)
    started.send_signal(signal.SIGINT)
    printed, _ = started.communicate()
    os.close(ours)
    assert started.returncode == 0
    result = json.loads(printed)
    assert 0 < result["rounds"] < 10**14
    whole = simulate(_roulette(), result["rounds"], seed=3)
    assert [bet.tally.mean for bet in whole.bets] == [bet["mean"] for bet in result["bets"]]


_AT_NUMBA = """
import sys, threading

class EndsAtNumba:
    def find_spec(self, name, path, target=None):
        if name in ("croupier.sim", "numpy", "numba"):
            print(name, any(isinstance(one, threading.Timer) for one in threading.enumerate()))
        if name == "numba":
            sys.exit()

sys.meta_path.insert(0, EndsAtNumba())
from croupier.cli import main
sys.argv = ["croupier", "simulate", "live-roulette", "--rounds", "1"]
main()
"""


def test_the_bar_is_up_before_anything_slow_is_imported() -> None:
    """Its clock runs: after a second it says that the simulation is compiled."""
    done = subprocess.run(
        [sys.executable, "-c", _AT_NUMBA],
        env=os.environ | {"FORCE_COLOR": "1"},  # as in a terminal
        capture_output=True,
        text=True,
        check=True,
    )
    slow = ("croupier.sim", "numpy", "numba")
    assert done.stdout.splitlines() == [f"{name} True" for name in slow]


def _roulette() -> Any:
    from croupier.engine.protocol import variant

    return variant("live-roulette")
