"""`croupier session`, as it is typed."""

import json
import xml.etree.ElementTree as ET
from math import comb
from pathlib import Path

import pytest
from PIL import Image

from croupier.cli import plots
from tests.support.command_line import (
    QUICK,
    at_width,
    json_of,
    output_of,
    run_command,
    words_by_line,
)

RED = ("session", "live-roulette", "--bet", "red=10", "--rounds", "100")


def test_machines_are_told_everything() -> None:
    answer = json_of(*RED, "--bankroll", "200")
    assert {"game", "settings", "side", "stakes", "rounds", "round", "mean", "stddev"} < {*answer}
    assert (answer["stakes"], answer["rounds"], answer["side"]) == ({"red": 1000}, 100, "player")
    won = [comb(100, n) * 18**n * 19 ** (100 - n) / 37**100 for n in range(101)]
    assert answer["ahead"] == pytest.approx(sum(won[51:]))
    assert answer["even"] == pytest.approx(won[50])
    assert answer["mean"] == pytest.approx(-100_000 / 37)
    assert [one["p"] for one in answer["quantiles"]] == [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
    assert answer["ruin"]["for_ever"] == 1
    assert 0 < answer["ruin"]["within"] < 0.1
    assert answer["error"] < 1e-10
    assert json_of(*RED)["ruin"] is None


def test_people_read_it_in_words() -> None:
    shown = output_of(*RED, "--bankroll", "200")
    assert shown.startswith("Live Roulette: 100 rounds of red 10\n")
    lines = words_by_line(shown)
    at = lines.index(["mean", "std", "dev", "ahead", "%", "level", "%", "behind", "%"])
    assert lines[at + 1] == ["-27.03", "99.96", "35.53", "7.67", "56.79"]
    assert ["-260", "-200", "-100", "-20", "+40", "+140", "+200"] in [words[-7:] for words in lines]
    assert "Longest losing run: up to 6 rounds in half of all sessions" in " ".join(shown.split())
    assert "certain however long it goes on" in " ".join(shown.split())
    assert "less than 10 left" in " ".join(shown.split())


def test_the_house_sees_the_other_side() -> None:
    ours, theirs = json_of(*RED), json_of(*RED, "--house")
    assert theirs["mean"] == -ours["mean"]
    assert theirs["ahead"] == pytest.approx(ours["behind"])
    assert "the house's side" in output_of(*RED, "--house")


def test_settings_count() -> None:
    usual = json_of("session", QUICK, "--bet", "initial=10", "--rounds", "50")
    better = json_of(
        "session", QUICK, "--bet", "initial=10", "--rounds", "50",
        "--set", "blackjack-pays=3 to 2",
    )  # fmt: skip
    assert better["mean"] > usual["mean"]
    assert better["settings"]["blackjack-pays"] == "3 to 2"


def test_bets_of_one_spin_are_one_result() -> None:
    both = json_of(
        "session", "live-roulette", "--bet", "red=10", "--bet", "black=10", "--rounds", "1"
    )
    assert [(one["least"], round(37 * one["p"])) for one in both["bins"] if one["p"] > 0] == [
        (-2000, 1),
        (0, 36),
    ]


def test_rounds_as_they_are_written_for_short() -> None:
    assert json_of(*RED[:-1], "1e4")["rounds"] == 10_000


@pytest.mark.parametrize("width", [80, 100])
def test_it_fits(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    at_width(monkeypatch, width)
    shown = output_of(*RED[:-1], "1e7") + output_of(*RED, "--bankroll", "20000", "--house")
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= width


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("faro", "--bet", "red=1", "--rounds", "1"), "unknown-game", "no game 'faro'"),
        (("--bet", "rouge=1", "--rounds", "1"), "unknown-bet", "has no bet 'rouge'"),
        (("--bet", "red", "--rounds", "1"), "bad-amount", "name=stake"),
        (("--bet", "=10", "--rounds", "1"), "bad-amount", "name=stake"),
        (("--bet", "red=1", "--bet", "red=2", "--rounds", "1"), "bad-amount", "staked twice"),
        (("--bet", "red=ten", "--rounds", "1"), "bad-amount", "the stake on red"),
        (("--bet", "red=-1", "--rounds", "1"), "bad-amount", "above 0"),
        (("--bet", "red=0", "--rounds", "1"), "bad-amount", "above 0"),
        (("--bet", "red=1", "--rounds", "0"), "bad-setting", "a whole number from 1 up"),
        (("--bet", "red=1", "--rounds", "1e9"), "limit", "not 1000000000"),
        (("--bet", "red=1", "--rounds", "1.5"), "bad-setting", "a whole number"),
        (("--bet", "red=1", "--rounds", "-3"), "bad-setting", "a whole number"),
        (("--bet", "red=5", "--rounds", "9", "--bankroll", "4"), "bad-amount", "too small: it"),
        (("--bet", "red=5", "--rounds", "9", "--bankroll", "x"), "bad-amount", "bankroll 'x'"),
        (("--bet", "red=1", "--rounds", "9", "--plot", "a.pdf"), "bad-file", "not 'a.pdf'"),
        (("--bet", "red=1", "--rounds", "1e8", "--bankroll", "9"), "limit", "round by round"),
        (
            ("rws-blackjack", "--bet", "initial=1", "--bet", "over-13=1", "--rounds", "1"),
            "illegal-bet",
            "`croupier session --play`",
        ),
        (("live-baccarat", "--bet", "banker=0.01", "--rounds", "1"), "bad-amount", "of a cent"),
    ],
)
@pytest.mark.parametrize("machine", [False, True])
def test_what_cannot_be_is_refused_in_one_line(
    words: tuple[str, ...], code: str, says: str, machine: bool
) -> None:
    game = () if not words[0].startswith("--") else ("live-roulette",)
    done = run_command("session", *game, *words, *["--json"] * machine)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"croupier: {code}: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    if machine:
        assert json.loads(done.stdout)["error"]["code"] == code
    else:
        assert done.stdout == ""


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    output_of(*RED, "--bankroll", "200", "--plot", str(tmp_path / "session.png"))
    with Image.open(tmp_path / "session.png") as picture:
        assert picture.width > 1200
        ways = picture.convert("RGB").getcolors(1 << 20)
    assert ways is not None
    colours = {colour for _, colour in ways}
    assert {(0xFB, 0xFA, 0xF6), (0x14, 0x21, 0x1B)} <= colours


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for file in (one, other):
        output_of(*RED, "--plot", str(file))
    assert one.read_bytes() == other.read_bytes()
    assert ET.parse(one).getroot().tag.endswith("svg")


def test_without_matplotlib_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _: None)
    done = run_command(*RED, "--plot", str(tmp_path / "session.png"))
    assert done.exit_code == 2
    assert done.stderr == (
        "croupier: bad-file: a picture needs matplotlib, which is not installed:"
        " pip install 'croupier[sim]'\n"
    )


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    done = run_command(*RED, "--plot", str(tmp_path / "no" / "session.png"))
    assert done.exit_code == 2
    assert done.stderr.startswith("croupier: bad-file: ")
    assert done.stderr.count("\n") == 1


# Sessions that are played -----------------------------------------------------------------------

_BLACKJACK = ("rws-blackjack", "--bet", "initial=10", "--rounds", "100", "--bankroll", "200")


def test_played_sessions_come_to_what_is_reckoned() -> None:
    reckoned = json_of("session", *_BLACKJACK)
    played = json_of("session", *_BLACKJACK, "--play", "20000", "--seed", "3")
    assert played["mean"] == pytest.approx(reckoned["mean"], abs=4.5 * played["stderr"])
    assert played["stddev"] == pytest.approx(reckoned["stddev"], rel=0.03)
    assert played["ahead"] == pytest.approx(reckoned["ahead"], abs=0.016)
    ruin = played["ruin"]
    assert ruin["within"] == pytest.approx(reckoned["ruin"]["within"], abs=4.5 * ruin["stderr"])
    assert played["losing_run"]["median"] == reckoned["losing_run"]["median"]
    assert sum(one["p"] for one in played["bins"]) == pytest.approx(1)


def test_bets_that_hang_together_are_played_and_the_same_again_with_a_seed() -> None:
    words = (*_BLACKJACK, "--bet", "over-13=5", "--bet", "insurance=5", "--play", "300")
    first = json_of("session", *words, "--seed", "5", "--shoe")
    assert json_of("session", *words, "--seed", str(first["seed"]), "--shoe") == first
    assert json_of("session", *words, "--seed", "6", "--shoe")["mean"] != first["mean"]
    printed = output_of("session", *words, "--seed", "5", "--shoe")
    assert "300 sessions, played from shoes down to the cut card; seed 5." in printed
    assert "Ruin of a bankroll of 200 within the session:" in printed


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((*_BLACKJACK, "--shoe"), "go with --play"),
        (("live-roulette", "--bet", "red=1", "--rounds", "9", "--play", "9"), "reckoned exactly"),
        ((*_BLACKJACK, "--play", "9", "--strategy", "luck"), "no strategy 'luck'"),
        ((*_BLACKJACK, "--play", "999999999"), "rounds together"),
        ((*_BLACKJACK, "--play", "9", "--bet", "no-such=1"), "no bet 'no-such'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(words: tuple[str, ...], why: str) -> None:
    done = run_command("session", *words)
    assert done.exit_code == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
