"""What cannot be reckoned: one line that says why, status 2, and an object for machines."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import QUICK, SPLITS, run_command

HAND = ("--hand", "8,8", "--dealer", "T")


@pytest.mark.parametrize("machine", [False, True])
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("odds", "faro"), "unknown-game", "there is no game 'faro'"),
        (("strategy", "faro"), "unknown-game", "there is no game 'faro'"),
        (("advise", "faro", *HAND), "unknown-game", "there is no game 'faro'"),
        (("whatif", "faro", "--set", "decks=2"), "unknown-game", "there is no game 'faro'"),
        (("protect", "faro"), "unknown-game", "there is no game 'faro'"),
        (("protect", "live-roulette"), "bad-setting", "live-roulette has no memory"),
        (("protect", SPLITS, "--bet", "faro"), "unknown-bet", "has no bet 'faro'"),
        (("protect", SPLITS, "--set", "jokers=2"), "bad-setting", "has no setting 'jokers'"),
        (("protect", SPLITS, "--cut", "410"), "bad-setting", "from 12 to 409 cards"),
        (("protect", SPLITS, "--cut", "-1"), "bad-setting", "not -1"),
        (("protect", SPLITS, "--spread", "0"), "bad-setting", "a spread is from 1 to 1000"),
        (("odds", SPLITS, "--set", "decks=13"), "bad-setting", "from 1 to 8"),
        (("odds", SPLITS, "--set", "decks"), "bad-setting", "name=value"),
        (("odds", SPLITS, "--set", "jokers=2"), "bad-setting", "has no setting 'jokers'"),
        (("whatif", SPLITS), "bad-setting", "say what to change"),
        (("odds", SPLITS, "--bet", "faro"), "unknown-bet", "has no bet 'faro'"),
        (
            ("odds", "live-roulette", "--bet", "straight:37"),
            "unknown-bet",
            "and other splits,",
        ),
        (("odds", SPLITS, "--shoe", ""), "bad-setting", "no card is left in the shoe"),
        (("odds", SPLITS, "--shoe", "A=4,B=4"), "bad-setting", "there is no card 'B'"),
        (("odds", SPLITS, "--seen", "11S"), "bad-setting", "there is no card '11S'"),
        (("odds", SPLITS, "--set", "decks=6", "--set", "decks=8"), "bad-setting", "set twice"),
        (("odds", SPLITS, "--set", "decks=6", "--shoe", "A=4"), "bad-setting", "not by both"),
        (
            ("odds", SPLITS, "--shoe", "2=4,T=16", "--bet", "insurance"),
            "bad-setting",
            "the shoe holds none",
        ),
        (("odds", "live-baccarat", "--seen", "8S," * 8 + "8S"), "card-impossible", "9 of 8S"),
        (("odds", "live-roulette", "--seen", "8S"), "bad-setting", "without cards"),
        (("strategy", "live-roulette"), "bad-setting", "there is no strategy"),
        (("strategy", "live-baccarat"), "bad-setting", "there is no strategy"),
        (("advise", "live-baccarat", *HAND), "bad-setting", "has no hands to play"),
        (("advise", SPLITS, "--hand", "8", "--dealer", "T"), "illegal-action", "two cards"),
        (("advise", SPLITS, "--hand", "8,8,8", "--dealer", "T"), "illegal-action", "bust"),
        (("advise", SPLITS, "--hand", "8,8", "--dealer", "T,T"), "bad-setting", "one card"),
        (("advise", QUICK, *HAND, "--seen", "8S,8D,8H"), "card-impossible", "2 of 8"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    words: tuple[str, ...], code: str, says: str, machine: bool
) -> None:
    done = run_command(*[*words, "--json"] if machine else words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"croupier: {code}: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    if machine:
        error = json.loads(done.stdout)["error"]
        assert [*error] == ["code", "message", "clause"]
        assert error["code"] == code
        assert says in error["message"]
    else:
        assert done.stdout == ""


@pytest.mark.parametrize("how", ["--html", "--png"])
def test_a_file_that_cannot_be_written(how: str, tmp_path: Path) -> None:
    file = str(tmp_path / "no" / "chart")
    done = run_command("strategy", "rws-knockout-baccarat", how, file)
    assert done.exit_code == 2
    assert (
        done.stderr
        == f"croupier: bad-file: {file!r} cannot be written: No such file or directory\n"
    )
    assert done.stdout == ""
