"""After a dealing error: go on or withdraw (R28), and which of two cards to take (R29)."""

import re

import pytest

from tests.play.occasions import BLACKJACK, cited, occurrence, until_asked
from tests.play.sitting import check_money, ledger
from tests.play.trainee import CHIPS, cards_of_box

CHOICES = pytest.mark.parametrize("game", BLACKJACK)


def chosen(game: str, *answers: str, name: str = "misplaced") -> str:
    """The evening of the misplaced card up to the choice, and then this."""
    right = {"misplaced": "reconstruct", "together": "together"}[name]
    sitting = occurrence(name, game)
    return sitting.replay([*until_asked(sitting), right, *answers])


@CHOICES
@pytest.mark.parametrize("word", ["w", "withdraw", "no", "n"])
def test_who_withdraws_takes_back_what_is_open(game: str, word: str) -> None:
    output = chosen(game, word)
    seen = check_money(output, CHIPS)
    stand = " ".join(output.partition("Your bets: ")[2].partition("You may")[0].split())
    open_bets = stand.count("is open")
    assert open_bets >= 1
    back = [line for line in seen.lines if line["result"] == "returned"]
    assert len(back) == open_bets
    assert {line["clause"] for line in back} == {cited(game, "5.7.3", "R28")}
    assert all(line["stake"] == line["returned"] for line in back)
    assert "The round is void" not in output


@CHOICES
@pytest.mark.parametrize("word", ["c", "continue", "yes", "y", ""])
def test_who_goes_on_gets_the_card(game: str, word: str) -> None:
    output = chosen(game, word)
    assert output.count("go on?> ") == 1
    assert "returned" not in {line["result"] for line in check_money(output, CHIPS).lines}
    put = re.search(r"^(.+) is put where it was due", output, re.MULTILINE)
    assert put
    if put[1] != "A card":
        # Face down it is not named.
        assert f"│{put[1]:<3}" in output.partition("go on?> ")[2]


@CHOICES
def test_something_else_is_no_answer_to_the_choice(game: str) -> None:
    output = chosen(game, "hit", "t 4s", "c 5", "x", "c")
    assert output.count("\nNo: ") == 4
    assert output.count("go on?> ") == 5
    assert output.count("(Enter: yes)") == 5
    assert output.count("Your bets: ") == 1
    check_money(output, CHIPS)


def test_a_bet_already_decided_is_not_taken_back() -> None:
    """R28: seen where Over 13 was lost before the error."""
    sitting = occurrence("found late", "rws-blackjack")
    output = sitting.replay([*until_asked(sitting), "misdeal", "w"])
    told = " ".join(output.partition("Your bets: ")[2].partition("You may")[0].split())
    over = re.search(r"over-13 on box 1 has (won|lost)", told)
    assert over
    results = {line[0].split()[0]: line["result"] for line in ledger(output).lines}
    assert results["over-13,"] == {"won": "win", "lost": "lose"}[over[1]]
    assert results["initial,"] == "returned"


def two_cards(output: str) -> tuple[str, str]:
    offered = re.search(r"You may take \(t\) (\w\w) or (\w\w)\.", output)
    assert offered, output
    return offered[1], offered[2]


def shown(card: str) -> str:
    return card[0].replace("T", "10") + dict(zip("SHDC", "♠♥♦♣", strict=True))[card[1]]


@CHOICES
@pytest.mark.parametrize("which", [0, 1])
def test_the_card_taken_comes_first_and_the_other_next(game: str, which: int) -> None:
    pair = two_cards(chosen(game, name="together"))
    taken, other = pair[which], pair[1 - which]
    for typed in (taken.lower(), taken.replace("T", "10")):
        output = chosen(game, f"t {typed}", "c", name="together")
        box = re.search(r"where box (\d)", " ".join(output.split()))
        assert box
        after = output.partition("go on?> ")[2]
        assert f"│{shown(taken):<3}" in cards_of_box(after, box[1])
        assert f"│{shown(other):<3}" in after
        check_money(output, CHIPS)


@CHOICES
def test_only_one_of_the_two_can_be_taken(game: str) -> None:
    one, other = two_cards(chosen(game, name="together"))
    third = next(card for card in ("2S", "3S", "4S") if card not in (one, other))
    output = chosen(game, f"t {third}", "t", "t 1x", "hit", f"t {one}", "c", name="together")
    assert output.count("\nNo: ") == 4
    assert f"one of {one} {other} is to be taken ({cited(game, '5.12', 'R29')})" in output
    assert "there is no card '1X'" in output
    check_money(output, CHIPS)


@CHOICES
def test_who_leaves_without_taking_gets_them_as_they_lie(game: str) -> None:
    output = chosen(game, name="together")
    left = output.partition("played out without you")[2]
    assert len(check_money(output, CHIPS).nets) == 1
    first, _ = two_cards(output)
    assert f"│{shown(first):<3}" in left


@CHOICES
def test_who_leaves_at_the_choice_goes_on(game: str) -> None:
    output = chosen(game)
    assert "go on?> \nYou leave; the round is played out without you." in output
    assert "returned" not in {line["result"] for line in check_money(output, CHIPS).lines}
