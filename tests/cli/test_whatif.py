"""`croupier whatif`, as it is typed."""

import pytest

from croupier.odds import compare, odds_of, rules_for_odds, strategy_of
from tests.support.command_line import QUICK, json_of, line_of, output_of, words_by_line


def test_a_bet_before_and_after() -> None:
    shown = output_of("whatif", "live-baccarat", "--set", "tie-pays=9 to 1")
    assert "tie-pays: 8 to 1 -> 9 to 1" in shown.splitlines()
    assert " ".join(line_of(shown, "tie")) == "tie 14.3596 4.8440 -9.5156 2.6409 2.9343 +0.2934"
    assert " ".join(line_of(shown, "banker")) == "banker 1.0579 1.0579 - 0.9274 0.9274 -"
    assert "ecision" not in shown


def test_a_blackjack_with_the_cells_that_change() -> None:
    after = rules_for_odds(QUICK, {"h17": False, "decks": 2})
    before = rules_for_odds(QUICK, {})
    found = compare((odds_of(before), strategy_of(before)), (odds_of(after), strategy_of(after)))
    shown = output_of("whatif", QUICK, "--set", "h17=false", "--set", "decks=2")
    lines = shown.splitlines()
    assert lines[1:4] == [
        "decks: 1 -> 2",
        "h17: true -> false",
        "The document (CLB) allows decks 1; not 2.",
    ]
    edge = found.bets[0].edge
    assert edge is not None
    assert line_of(shown, "initial")[3] == f"{100 * edge:+.4f}"
    assert f"Decisions that change: {len(found.strategy)}" in lines
    cells = [
        (f"{words[0]} {words[1]}", dealer, *words[-2:])
        for words in words_by_line(shown)
        if words and words[0] in ("hard", "soft", "pair")
        for dealer in words[2:-2]
    ]
    assert cells == [(one.hand, one.dealer, one.before, one.after) for one in found.strategy]
    assert "double, else hit" in shown


def test_an_ante_that_is_folded_now() -> None:
    shown = output_of(
        "whatif", "rws-knockout-baccarat", "--set", "ante-pays=1 to 2", "--set", "raise-multiple=5"
    )
    assert "ante-banker  8 9         raise   fold" in shown
    assert "Decisions that change: 2\n" in shown


def test_when_nothing_is_decided_otherwise() -> None:
    shown = output_of("whatif", "rws-knockout-baccarat", "--set", "tie-pays=9 to 1")
    assert "No decision changes." in shown


def test_a_wheel_in_a_few_lines() -> None:
    shown = output_of("whatif", "live-roulette", "--set", "straight-pays=36 to 1")
    assert line_of(shown, "straight")[1:5] == ["(37)", "2.7027", "0.0000", "-2.7027"]
    assert len(shown.splitlines()) == 12


def test_machines_are_told_both_and_the_difference() -> None:
    answer = json_of("whatif", "live-baccarat", "--set", "tie-pays=9 to 1")
    assert [*answer] == ["game", "settings", "bets", "strategy"]
    assert answer["settings"] == {"tie-pays": {"before": "8 to 1", "after": "9 to 1"}}
    tie = answer["bets"][-1]
    assert [*tie] == ["bet", "before", "after", "house_edge_change", "stddev_change"]
    assert tie["house_edge_change"] == pytest.approx(
        tie["after"]["house_edge"] - tie["before"]["house_edge"]
    )
    assert tie["house_edge_change"] < 0 < tie["stddev_change"]
    cells = json_of(
        "whatif", "rws-knockout-baccarat", "--set", "ante-pays=1 to 2", "--set", "raise-multiple=5"
    )["strategy"]
    assert cells[0] == {"hand": "ante-banker", "dealer": "8", "before": "raise", "after": "fold"}


def test_a_bet_only_one_of_them_has() -> None:
    shown = output_of("whatif", QUICK, "--set", "bet-behind=true")
    words = line_of(shown, "behind")
    assert (words[1], words[3], words[4], words[6]) == ("none", "-", "none", "-")
    (behind,) = (
        one
        for one in json_of("whatif", QUICK, "--set", "bet-behind=true")["bets"]
        if one["bet"] == "behind"
    )
    assert behind["before"] is None
    assert behind["house_edge_change"] is None


def test_what_is_set_already_changes_nothing() -> None:
    assert "nothing changes" in output_of("whatif", QUICK, "--set", "h17=true")


def test_a_pair_that_could_not_be_split_was_played_as_its_total() -> None:
    cells = json_of("whatif", QUICK, "--set", "max-hands=2")["strategy"]
    assert {"-"}.isdisjoint({one[when] for one in cells for when in ("before", "after")})
    assert {"hand": "pair 8,8", "dealer": "6", "before": "S", "after": "P"} in cells
    assert not [one for one in cells if one["hand"] in ("hard 4", "soft A,A", "pair 5,5")]
