"""`croupier protect`, as it is typed."""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from croupier.cli import plots
from croupier.cli.odds.figures import rounded
from croupier.games.baccarat.odds import many_shoes
from croupier.odds import game_protection_of, rules_for_odds
from croupier.odds.counting.figures import Winnings
from tests.support.command_line import (
    QUICK,
    at_width,
    json_of,
    line_of,
    output_of,
    run_command,
    words_by_line,
)
from tests.support.families import instance_of

OVER = ("protect", "rws-blackjack", "--bet", "over-13", "--bet", "insurance")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    at_width(monkeypatch, 100)


def test_what_counting_wins_in_four_tables() -> None:
    shown = output_of(*OVER, "--cut", "78", "--set", "decks=6")
    lines = shown.splitlines()
    assert lines[:2] == [
        "RWS Blackjack (Version 5): game protection",
        "78 of 312 cards behind the cut card: 44 rounds of 5.4 cards.",
    ]
    rules = rules_for_odds("rws-blackjack", {"decks": 6})
    over, insurance = game_protection_of(rules, 78, bets=("over-13", "insurance")).bets
    found = [words[1:] for words in words_by_line(shown) if words[:1] == ["over-13"]]
    effects, count, won, by_cut = found
    assert effects == [f"{100 * over.effects[rank]:+.4f}" for rank in "A23456789T"]
    assert count[:10] == ["+1"] * 4 + ["0"] * 5 + ["-1"]
    assert count[11] == f"{over.counts[0].correlation:.4f}"
    observer, counter = over.cuts[0].observer, over.cuts[0].count
    assert counter is not None
    assert (won[0], won[2], won[8]) == (
        f"{-100 * over.ev:.4f}",
        f"{observer.win:+.3f}",
        f"{counter.win:+.3f}",
    )
    assert won[6:8] == [f"{observer.di:.1f}", f"{observer.score:.1f}"]
    assert len(by_cut) == 3 * len(over.cuts)
    assert insurance.shoes == 0
    assert "1 to" not in shown, "of bets that may be left out nothing is raised"


def test_the_main_bet_says_what_it_is_played_by() -> None:
    shown = output_of("protect", QUICK, "--set", "blackjack-pays=3 to 2", "--spread", "4")
    assert "initial: 1 to 4 units, growing with the advantage" in shown
    assert "without what is gained by playing hands otherwise" in shown
    assert line_of(shown, "Hi-Lo")[1].startswith("0.9")


def test_the_widest_game_fits_a_hundred_columns(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Few shoes are enough to see how wide it is; what they come to is kept for nobody else.
    monkeypatch.setattr(many_shoes, "SLOW", 2_000)
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    shown = output_of("protect", "rws-knockout-baccarat", "--cut", "104")
    assert max(map(len, shown.splitlines())) <= 100
    assert "…" not in shown
    assert "none" in line_of(shown.split("best counts")[1].split("Won")[0], "player-pair")


def test_machines_are_told_all_of_it() -> None:
    answer = json_of(*OVER, "--cut", "104", "--spread", "20")
    assert [*answer] == [
        *("game", "settings", "cards", "cut", "burned", "spread", "cards_a_round", "rounds"),
        "bets",
    ]
    over, insurance = answer["bets"]
    assert (answer["cut"], answer["spread"], over["bet"]) == (104, 20, "over-13")
    assert [*over["effects"]] == [*"A23456789TJQK"]
    assert [at["cut"] for at in over["cuts"]] == [104, 52, 156, 208]
    assert insurance["counts"][-1]["tags"] == dict.fromkeys("A23456789", 1) | dict.fromkeys(
        "TJQK", -2
    )
    won = over["cuts"][0]["observer"]
    assert won["score"] == pytest.approx(1e6 / won["n0"])


def test_a_picture_of_the_win_by_cut(tmp_path: Path) -> None:
    drawn, points = tmp_path / "win.svg", tmp_path / "win.png"
    for file in (drawn, points):
        output_of(*OVER, "--plot", str(file))
    assert ET.fromstring(drawn.read_bytes()).tag == "{http://www.w3.org/2000/svg}svg"
    with Image.open(points) as picture:
        assert picture.width == 1536
        assert len(picture.getcolors(1 << 20) or ()) > 10


def test_each_bet_has_a_line_and_the_dots_of_its_count() -> None:
    found = game_protection_of(
        rules_for_odds("rws-blackjack", {}), None, 10, ("over-13", "under-13"), None
    )
    (axes,) = plots.protection_picture(found, "A title").axes
    *drawn, level = axes.get_lines()
    assert [np.asarray(line.get_xdata()).tolist() for line in drawn] == [[52, 104, 156, 208]] * 4
    by_cut = [sorted(bet.cuts, key=lambda at: at.cut) for bet in found.bets]
    assert [np.asarray(line.get_ydata()).tolist() for line in drawn] == [
        [instance_of(Winnings, at).win for at in side]
        for cuts in by_cut
        for side in ([at.observer for at in cuts], [at.count for at in cuts])
    ]
    assert np.asarray(level.get_ydata()).tolist() == [0, 0]
    assert [*axes.get_xticks()] == [52, 104, 156, 208]
    legend = axes.get_legend()
    assert legend is not None
    over, under = (text.get_text() for text in legend.get_texts())
    assert over.startswith("over-13 +0.6")
    assert under.startswith("under-13 +0.3")


@pytest.mark.parametrize(
    ("name", "says"),
    [("win.gif", "a picture is a .png or an .svg"), ("no/win.svg", "cannot be written")],
)
def test_a_picture_that_cannot_be_written(name: str, says: str, tmp_path: Path) -> None:
    done = run_command(*OVER, "--plot", str(tmp_path / name))
    assert done.exit_code == 2
    assert done.stderr.startswith("croupier: bad-file: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_large_numbers_are_short() -> None:
    assert [rounded(n) for n in (850.4, 9_999, 69_412, 467_383, 1_454_007, 594e6, 2.2e10)] == [
        *("850", "9999", "69.4k", "467k", "1.45M", "594M", "22G"),
    ]
