"""`croupier advise`, as it is typed."""

import pytest

from croupier.odds import ShoeComposition, advise, rules_for_odds
from tests.support.command_line import QUICK, SPLITS, json_of, output_of, words_by_line


def test_the_best_comes_first_and_is_marked() -> None:
    found = advise(rules_for_odds(SPLITS, {}), ShoeComposition.of_decks(8), "8,8", "9")
    lines = words_by_line(output_of("advise", SPLITS, "--hand", "8,8", "--dealer", "9"))
    assert lines[0] == ["Live", "Blackjack:", "8,8", "against", "9"]
    best = found.actions[0].ev
    assert lines[2:] == [
        [one.action, f"{one.ev:+.6f}", f"{one.ev - best:+.6f}" if one.ev < best else "best"]
        for one in found.actions
    ]
    assert lines[2] == [found.actions[0].action, f"{best:+.6f}", "best"]
    assert {one.action for one in found.actions} == {"hit", "stand", "double", "split"}


def test_insurance_stands_apart_and_the_look_is_told() -> None:
    shown = output_of("advise", SPLITS, "--hand", "9,7", "--dealer", "A")
    insured = 128 / 413 * 3 - 1
    assert f"Insurance, per unit insured: {insured:+.6f}\n" in shown
    assert "insure" not in [words[0] for words in words_by_line(shown)]
    assert "The dealer has looked, and the round goes on" in shown
    assert "looked" not in output_of("advise", SPLITS, "--hand", "9,7", "--dealer", "9")


def test_machines_are_told_the_same() -> None:
    answer = json_of("advise", SPLITS, "--hand", "9S,7D", "--dealer", "A")
    assert [*answer] == ["game", "hand", "dealer", "actions", "insurance", "looked"]
    assert (answer["hand"], answer["dealer"], answer["looked"]) == (["9S", "7D"], "A", True)
    assert answer["insurance"] == pytest.approx(128 / 413 * 3 - 1)
    worth = [one["ev"] for one in answer["actions"]]
    assert worth == sorted(worth, reverse=True)


def test_settings_and_cards_seen_count() -> None:
    def worth(*words: str) -> dict[str, float]:
        actions = json_of("advise", QUICK, "--hand", "T,6", "--dealer", "T", *words)["actions"]
        return {one["action"]: one["ev"] for one in actions}

    assert {*worth()} == {"hit", "stand", "double"}
    assert {*worth("--set", "double=false")} == {"hit", "stand"}
    assert worth("--seen", "5,5,5,5")["hit"] < worth()["hit"]
    fives = "--shoe", "T=8,6=8,5=20"
    assert max(worth(*fives), key=worth(*fives).__getitem__) == "double"


def test_the_deck_count_is_remarked_on() -> None:
    words = "advise", QUICK, "--hand", "T,6", "--dealer", "T", "--set", "decks=2"
    assert "The document (CLB) allows decks 1; not 2." in output_of(*words)
