"""`croupier odds`, as it is typed."""

import io

import pytest

from croupier.cli.odds.figures import bar
from croupier.cli.terminal import OUT
from croupier.odds import bets_of, odds_of, rules_for_odds
from tests.support.command_line import (
    QUICK,
    SPLITS,
    at_width,
    json_of,
    line_of,
    output_of,
    words_by_line,
)

KEYS = ["bet", "ev", "ev_exact", "house_edge", "stddev", "win", "push", "lose", "outcomes"]
GAMES = [QUICK, SPLITS, "live-baccarat", "rws-knockout-baccarat", "live-roulette"]


@pytest.mark.parametrize("game", GAMES)
def test_machines_are_told_every_bet(game: str) -> None:
    answer = json_of("odds", game)
    assert list(answer) == ["game", "settings", "bets"]
    assert answer["game"] == game
    assert tuple(one["bet"] for one in answer["bets"]) == bets_of(rules_for_odds(game, {}))
    for one in answer["bets"]:
        also = {*one} - {*KEYS}
        assert [key for key in one if key in KEYS] == KEYS
        beside = {
            "initial": {"ev_composition"},
            "behind": {"ev_composition", "ev_not_following"},
            "ante-player": {"per_unit_wagered"},
            "ante-banker": {"per_unit_wagered"},
        }
        assert also == beside.get(one["bet"], set())
        assert one["house_edge"] == pytest.approx(-one["ev"])
        assert one["win"] + one["push"] + one["lose"] == pytest.approx(1)
        assert [*one["outcomes"][0]] == ["net", "p"]
        assert sum(end["p"] for end in one["outcomes"]) == pytest.approx(1)


def test_a_worth_that_was_not_counted_has_no_fraction() -> None:
    main, insurance = json_of("odds", QUICK)["bets"]
    assert main["ev_exact"] is None
    assert insurance["ev_exact"] == "-1/17"


def test_settings_are_told_as_they_are_in_force() -> None:
    settings = json_of("odds", "live-baccarat", "--set", "tie-pays=9 to 1")["settings"]
    assert (settings["decks"], settings["tie-pays"], settings["player-pays"]) == (
        8,
        "9 to 1",
        "1 to 1",
    )


def test_people_read_a_line_for_each_bet() -> None:
    shown = output_of("odds", "rws-knockout-baccarat")
    assert shown.startswith("RWS Non-Commission Knockout Baccarat (Version 2): odds\n")
    assert " ".join(line_of(shown, "banker")) == "banker 1.4581 -0.014581 0.9296 45.86 9.52 44.62"
    assert (
        " ".join(line_of(shown, "player-pair"))
        == "player-pair 10.3614 -0.103614 -43/415 3.1549 7.47 0.00 92.53"
    )
    lines = words_by_line(shown)
    after = lines[lines.index(line_of(shown, "ante-banker")) + 1]
    assert after == ["a", "unit", "wagered", "1.5738", "-0.015738"]


def test_the_main_bet_is_worth_one_thing_by_the_chart_and_another_by_the_cards() -> None:
    (main,) = odds_of(rules_for_odds(QUICK, {}), bets=["initial"]).bets
    assert isinstance(main.ev_composition, float)
    assert main.ev_composition > main.ev
    lines = words_by_line(output_of("odds", QUICK))
    at = next(n for n, words in enumerate(lines) if words[:1] == ["initial"])
    assert lines[at][2] == f"{main.ev:+.6f}"
    assert lines[at + 1][:3] == ["by", "the", "cards"]
    assert lines[at + 1][4] == f"{main.ev_composition:+.6f}"


def test_a_wheel_has_eight_lines_and_not_151() -> None:
    lines = words_by_line(output_of("odds", "live-roulette"))[2:]
    assert [" ".join(words[:-7]) for words in lines] == [
        "straight (37)",
        "split (57)",
        "corner (22)",
        "street (12)",
        "line (11)",
        "column (3)",
        "dozen (3)",
        "even chance (6)",
    ]
    assert {words[-5] for words in lines} == {"-1/37"}


def test_a_bet_that_is_named_keeps_its_name() -> None:
    shown = output_of("odds", "live-roulette", "--bet", "red", "--bet", "straight:7")
    assert line_of(shown, "red")[-3:] == ["48.65", "0.00", "51.35"]
    assert line_of(shown, "straight:7")[-3:] == ["2.70", "0.00", "97.30"]
    assert "chance" not in shown


def test_one_bet_alone_is_told_with_all_its_results() -> None:
    shown = output_of("odds", "live-baccarat", "--bet", "banker")
    assert "ev exactly -114753351728/10847218479825\n" in shown
    lost, kept, won = (line.split() for line in shown.splitlines()[-3:])
    assert (lost[:2], kept[:2], won[:2]) == (
        ["-1", "44.6247"],
        ["0", "9.5156"],
        ["+0.95", "45.8597"],
    )
    assert won[2] == "█" * 40
    assert 38 <= len(lost[2]) <= 39
    assert len(kept[2]) == 9


def test_bars() -> None:
    assert bar(1, 4, plain=False) == "████"
    assert bar(0.375, 4, plain=False) == "█▌"
    assert bar(1e-9, 4, plain=False) == "▏"
    assert bar(0.5, 4, plain=True) == "##"
    assert bar(0, 4, plain=True) == "#"


def test_a_terminal_without_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    ascii_out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(OUT, "_file", ascii_out)
    output_of("odds", "live-baccarat", "--bet", "tie")
    ascii_out.seek(0)
    assert "#" * 40 in ascii_out.read()


@pytest.mark.parametrize("game", GAMES)
def test_it_fits_into_eighty_columns(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_width(monkeypatch, 200)
    assert max(len(line.rstrip()) for line in output_of("odds", game).splitlines()) <= 80


def test_a_deck_count_the_document_does_not_allow_is_remarked_on() -> None:
    note = "The document (NKB) allows decks 4, 5, 6, 7, 8; not 2."
    assert note in output_of("odds", "rws-knockout-baccarat", "--set", "decks=2").splitlines()
    assert "The document" not in output_of("odds", "rws-knockout-baccarat", "--set", "decks=4")
    assert json_of("odds", "rws-knockout-baccarat", "--set", "decks=2")["settings"]["decks"] == 2


def test_the_cards_in_the_shoe_count() -> None:
    def insurance(*words: str) -> str:
        (bet,) = json_of("odds", QUICK, "--bet", "insurance", *words)["bets"]
        return str(bet["ev_exact"])

    assert insurance() == "-1/17"  # 16 tens of 51
    assert insurance("--seen", "TS,5") == "-4/49"  # 15 of 49
    assert insurance("--shoe", "A=2,T=2") == "1"
    assert insurance("--shoe", "A=2,T=2,5=2", "--seen", "5,5") == "1"


def test_a_shoe_that_was_named_is_told() -> None:
    assert "shoe" not in json_of("odds", QUICK, "--bet", "insurance")
    some = json_of("odds", QUICK, "--bet", "insurance", "--shoe", "A=2,T=2")
    assert some["shoe"] == dict.fromkeys("23456789JQK", 0) | {"A": 2, "T": 2}
    said = output_of("odds", QUICK, "--bet", "insurance", "--shoe", "A=2,T=2")
    assert "A shoe of 4 cards." in said
    assert "no pictures" in said
    assert "no pictures" not in output_of(
        "odds", QUICK, "--bet", "insurance", "--shoe", "A=2,T=2,J=1"
    )


def test_what_is_left_out_is_said() -> None:
    assert "rws-pairs is left out: the suits" in output_of(
        "odds", "rws-blackjack-plus", "--seen", "5"
    )
    assert "insurance is left out: no ace" in output_of("odds", QUICK, "--seen", "A,A,A,A")


def test_a_bet_behind_is_told_with_and_without_following() -> None:
    (bet,) = json_of("odds", "live-blackjack", "--bet", "behind")["bets"]
    assert bet["ev"] > bet["ev_not_following"]
    assert "not following" in output_of("odds", "live-blackjack", "--bet", "behind")
