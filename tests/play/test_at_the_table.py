"""What the dealer says to this and that."""

import re

import pytest

from croupier import VARIANTS
from croupier.rulebooks import clause
from tests.play.sitting import check_money, invoke, ledger, sit

ACE_UP = {"rws": 4, "live": 6}
"""Seeds: two boxes against an ace; one box against an ace."""
PAIR = 2
"""Seed: a pair on box 1 of two."""


@pytest.mark.parametrize(
    ("game", "line", "answer"),
    [
        ("rws-blackjack", "1001", "that takes 1001 and you have 1000 left"),
        ("rws-blackjack", "600, 2 600", "that takes 1200 and you have 1000 left"),
        ("rws-blackjack", "foo", "'foo' is no bet"),
        ("rws-blackjack", "foo 10", "has no bet 'foo'"),
        ("rws-blackjack", "9 100", "there is no box 9; the boxes are 1 to 7 (BJ5 2.1.1a)"),
        ("rws-blackjack", "over-13 20", "no-initial-bet"),
        ("rws-blackjack", "100, over-13 101", "may not exceed the initial bet"),
        ("rws-blackjack", "0.50", "not a multiple of the chip unit 1 (R1)"),
        ("rws-blackjack", "-5", "no bet"),
        ("rws-blackjack", "1 -5", "more than nothing"),
        ("rws-blackjack", "100.001", "finer than the smallest unit"),
        ("rws-blackjack", "20000", "over the maximum of 10000"),
        ("rws-blackjack", "²", "no bet"),
        ("rws-blackjack", "² 5", "has no bet"),
        ("rws-blackjack-plus", "1 boom-busted 5, 100", "has no box"),
        ("live-blackjack", "100, 2 100", "you already have a seat (LIVE 2.4.5)"),
        ("live-blackjack", "100, behind 100", "you are seated and cannot bet behind"),
        ("live-blackjack", "insure 5", "has no bet 'insure'"),
        ("classic-blackjack-shoe", "10, 2 10, 3 10, 4 10", "you may play up to 3 hands (CLB 3)"),
        ("live-baccarat", "100", "say what you bet on"),
        ("live-baccarat", "player-pair 5", "has no bet 'player-pair'"),
        ("rws-knockout-baccarat", "winning-total-7 5", "needs a bet on Player or Banker (NKB 3.3)"),
        ("rws-knockout-baccarat", "winning 5, player 5", "has no bet 'winning'"),
        ("live-roulette", "37 5", "has no bet '37'"),
        ("live-roulette", "0-1 5", "has no bet '0-1'"),
        ("live-roulette", "red x", "is not a decimal string"),
        ("live-roulette", "[bold]red[/bold] 5", "has no bet '[bold]red[/bold]'"),
        ("live-roulette", "1" * 300, "too long"),
        ("live-roulette", "", "no bets to repeat yet"),
        ("live-roulette", "why", "Nothing has been settled yet"),
    ],
)
def test_what_cannot_be_bet_is_answered_and_costs_nothing(
    game: str, line: str, answer: str
) -> None:
    output = " ".join(sit(game, lines=[line]).split())
    assert answer in output
    assert "You leave with 1000, 0 after 0 rounds" in output


@pytest.mark.parametrize(
    ("said", "spot"),
    [
        ("17", "straight:17"),
        ("3", "straight:3"),
        ("straight 0", "straight:0"),
        ("17-18", "split:17-18"),
        ("split 17 20", "split:17-20"),
        ("16-18", "street:16-18"),
        ("corner:16-20", "corner:16-20"),
        ("31-36", "line:31-36"),
        ("dozen 3", "dozen:3"),
        ("column 1", "column:1"),
        ("RED", "red"),
        ("h", "high"),
    ],
)
def test_friendly_names_of_the_wheel(said: str, spot: str) -> None:
    output = sit("live-roulette", lines=[f"{said} 5"])
    assert f"\n{spot} " in output
    assert len(ledger(output).lines) == 1


def test_bets_of_a_box_and_of_the_table() -> None:
    output = sit("rws-blackjack-plus", lines=["2 50, 2 rws-pairs 5, boom-busted 1"])
    assert "initial, box 2 " in output
    assert "rws-pairs, box 2 " in output
    assert "\nboom-busted " in output


def test_same_again() -> None:
    output = sit("live-roulette", lines=["red 10, 17 1", "", "same"])
    assert len(ledger(output).nets) == 3
    assert len(ledger(output).lines) == 6
    assert "Enter repeats 10 on red, 1 on straight:17." in output


def test_nonsense_in_mid_round_is_answered_and_costs_nothing() -> None:
    nonsense = [
        "foo",
        "",
        "100",
        "2 h",
        "d 500",
        "h 5",
        "d x",
        "i 50",
        "e",
        "help",
        "9" * 150 + " h",
        "² h",
    ]
    calm = sit("rws-blackjack", lines=["100", "s"], seed=1)
    noisy = sit("rws-blackjack", lines=["100", *nonsense, "s"], seed=1)
    assert ledger(calm).at_the_end == ledger(noisy).at_the_end
    assert noisy.count("\nNo: ") == len(nonsense) - 1
    assert "insure is not offered now (BJ5 3.14.2)" in noisy
    assert "hit takes no amount" in noisy
    assert "the double may be 100 at most (BJ5 3.22)" in noisy


def test_the_rules_say_why_a_hand_may_not_stand() -> None:
    """A hand under 12 must draw: seed 2 splits threes on box 1."""
    output = sit("rws-blackjack", lines=["100, 2 100", "s"], seed=PAIR)
    assert "box 1, hand 1 may not stand now (BJ5 3.19)" in output


def test_a_double_needs_the_chips() -> None:
    output = sit("rws-blackjack", "--chips", "100", lines=["90", "d", "d 11", "d 10"])
    assert "that takes 90 and you have 10 left" in output
    assert "that takes 11 and you have 10 left" in output
    assert "Box 1 · 90 + 10" in output
    check_money(output, 100)


def test_a_split_needs_the_chips() -> None:
    output = sit("rws-blackjack", "--chips", "299", lines=["100, 2 100", "p"], seed=PAIR)
    assert "that takes 100 and you have 99 left" in output
    enough = sit("rws-blackjack", "--chips", "300", lines=["100, 2 100", "p"], seed=PAIR)
    assert "Box 1/2 · 100" in enough
    assert "initial, box 1/2 " in enough
    check_money(enough, 300)


def test_insurance_needs_the_chips() -> None:
    output = sit(
        "live-blackjack", "--chips", "120", lines=["100", "i", "i 20"], seed=ACE_UP["live"]
    )
    assert "that takes 50 and you have 20 left" in output
    assert "insurance, box 1 " in output
    check_money(output, 120)


def test_a_raise_needs_the_chips() -> None:
    bets = "ante-player 10, ante-banker 10"
    output = sit("rws-knockout-baccarat", "--chips", "40", lines=[bets, "r 5", "r", "r", "f"])
    assert "raise takes 20 exactly" in output
    assert "that takes 20 and you have 0 left" in output
    check_money(output, 40)


def test_insurance_is_asked_box_by_box_and_only_the_box_asked_answers() -> None:
    lines = ["100, 2 100", "2 i 50", "y", "n", "s", "s"]
    output = sit("rws-blackjack", lines=lines, seed=ACE_UP["rws"])
    assert "not-your-turn: that is not asked now" in output
    assert "insured 50" in output
    assert "insurance, box 1 " in output
    assert "insurance, box 2 " not in output
    check_money(output, 1000)


def test_another_box_can_be_surrendered_before_the_first_play() -> None:
    output = sit("rws-blackjack", lines=["100, 2 100", "2 r", "s"], seed=1)
    assert "surrender another box (2 r)" in " ".join(output.split())
    assert [line["result"] for line in check_money(output, 1000).lines].count("surrender") == 1


def test_the_hole_card_stays_hidden_until_it_is_turned() -> None:
    output = sit("live-blackjack", lines=["100", "s"], seed=1)
    before, _, after = output.partition("box 1> ")
    assert "░░░" in before
    assert "shows " in before
    assert "░░░" not in after


def test_red_suits_are_red_and_black_ones_are_not() -> None:
    env = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": None}
    output = invoke("rws-blackjack", "--seed", "1", lines=["100, 2 100", "s", "s"], env=env).output
    assert re.search(r"\x1b\[1;31m\w+[♥♦]", output)
    assert re.search(r"\x1b\[1m\w+[♠♣]", output)
    assert not re.search(r"\x1b\[1;31m\w+[♠♣]|\x1b\[1m\w+[♥♦]", output)


def test_the_last_ten_spins_are_remembered() -> None:
    output = sit("live-roulette", lines=["red 1", *[""] * 11])
    results = re.findall(r"The ball rests in (\w+) ", output)
    assert len(results) == 12
    assert output.splitlines().count("  Last spins: " + " ".join(results[2:])) == 1


def test_the_last_coups_are_remembered() -> None:
    output = sit("live-baccarat", lines=["player 1", *[""] * 11])
    winners = re.findall(r"^  (P|B|T)\w+ (?:wins|at)\b", output, re.MULTILINE)
    by_the_money = {"win": "P", "lose": "B", "push": "T"}
    assert winners == [by_the_money[line["result"]] for line in ledger(output).lines]
    assert len(winners) == 12
    assert "  Last coups: " + " ".join(winners[2:]) in output.splitlines()


def test_quit_in_mid_round_plays_it_out() -> None:
    output = sit("rws-blackjack", lines=["100", "quit", "100"])
    assert "the round is played out without you" in output
    assert len(check_money(output, 1000).nets) == 1


def test_chips_gone_and_bought() -> None:
    output = sit("live-roulette", "--chips", "1", lines=["17 1", "17 1", "buy", "17 1", "quit"])
    assert "less than any bet: `buy` new chips, or `quit`" in output
    assert "that takes 1 and you have 0 left" in output
    assert len(check_money(output, 1, bought=1).nets) == 2


def test_why_prints_the_words_of_the_clause() -> None:
    output = sit("live-roulette", lines=["17 1", "why"])
    assert clause("LIVE 1.3").says.split()[0] in output.partition("bet> why")[2]


def test_a_shoe_that_runs_out_voids_the_round() -> None:
    """All cards but four are burned: R26."""
    output = sit("classic-blackjack-single", "--set", "burn-after-shuffle=49", lines=["100", "s"])
    assert "The round is void; every stake goes back." in output
    assert "You leave with 1000, 0 after 1 round" in output


def test_the_cut_card_brings_a_shuffle_between_rounds() -> None:
    output = sit("classic-blackjack-single", lines=["10", *["s", "s", "n", ""] * 20])
    assert output.count("The dealer shuffles a single deck.") >= 3


def test_settings_and_chips_of_the_house() -> None:
    args = ("--set", "decks=6", "--set", "chip-unit=5", "--set", "boxes=3", "--chips", "77.50")
    output = sit("rws-blackjack", *args, lines=["4 10", "7", "10"])
    assert "the boxes are 1 to 3" in output
    assert "multiple of the chip unit 5" in output
    assert "The dealer shuffles 6 decks." in output
    assert "Chips 77.5." in output


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("nope",), "unknown-game"),
        (("live-roulette", "--set", "decks=6"), "bad-setting"),
        (("rws-blackjack", "--set", "decks=2"), "bad-setting"),
        (("rws-blackjack", "--set", "decks"), "bad-setting"),
        (("rws-blackjack", "--set", "h17=perhaps"), "bad-setting"),
        (("rws-blackjack", "--chips", "many"), "bad-amount"),
        (("rws-blackjack", "--chips", "0"), "bad-amount"),
    ],
)
def test_a_table_that_cannot_open(args: tuple[str, ...], code: str) -> None:
    result = invoke(*args)
    assert result.exit_code == 2
    assert f"croupier: {code}: " in result.output
    assert "Traceback" not in result.output


def test_a_game_is_chosen_by_number_or_name() -> None:
    for number, game in enumerate(VARIANTS, 1):
        for said in (str(number), game):
            output = sit(lines=["0", "chess", said])
            assert output.count("Say a number from 1 to 9, or a name.") == 2
            assert f"\n{VARIANTS[game].title}\n" in output.partition(f"game> {said}\n")[2]


def test_nobody_need_choose() -> None:
    result = invoke()
    assert result.exit_code == 0
    assert result.exception is None
