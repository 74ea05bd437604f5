"""`croupier games` and `croupier rules`, as they are typed."""

import json

import pytest

from croupier import VARIANTS
from croupier.rulebooks import rulebooks
from tests.support.command_line import run_command


def test_games_lists_every_variant() -> None:
    done = run_command("games")
    assert done.exit_code == 0
    for rules in VARIANTS.values():
        assert rules.game in done.stdout
        assert rules.title in done.stdout
    assert "10 January 2024" in done.stdout


def test_games_as_json() -> None:
    done = run_command("games", "--json")
    listed = {one["game"]: one for one in json.loads(done.stdout)}
    assert list(listed) == list(VARIANTS)
    for book in rulebooks():
        for game in book.games:
            document = listed[game]["document"]
            assert (document["title"], document["version"]) == (book.title, book.version)
            assert document["effective"] == book.effective
    assert listed["classic-blackjack-single"]["pays"] == "Blackjack 6 to 5"
    assert listed["classic-blackjack-double"]["decks"] == 2
    assert listed["live-roulette"]["decks"] is None
    assert listed["live-roulette"]["limits"] == {"min": "1", "max": "10000"}


@pytest.mark.parametrize("game", VARIANTS)
def test_rules_in_all_three_ways(game: str) -> None:
    plain, html, data = (
        run_command("rules", game, "--min", "25", "--max", "2500", *how)
        for how in ([], ["--html"], ["--json"])
    )
    assert [one.exit_code for one in (plain, html, data)] == [0, 0, 0]
    assert plain.stdout.startswith(VARIANTS[game].title)
    assert html.stdout.startswith("<!DOCTYPE html>")
    assert json.loads(data.stdout)["game"] == game
    for one in (plain, html, data):
        assert "Minimum 25, maximum 2500" in one.stdout


def test_settings_and_side_limits_are_shown() -> None:
    settings = ("decks=6", "h17=true", "blackjack-pays=6 to 5", "chip-unit=5")
    typed = [word for one in settings for word in ("--set", one)]
    limits = ["--min", "10", "--side-min", "5", "--side-max", "50"]
    done = run_command("rules", "rws-blackjack", "--json", *typed, *limits)
    data = json.loads(done.stdout)
    notices = [one["text"] for one in data["notices"]]
    assert "Blackjack pays 6 to 5." in notices
    assert "Player Pair, Over 13 and Under 13: minimum 5, maximum 50, each." in notices
    changed = {one["name"]: one["value"] for one in data["settings"] if one["document_value"]}
    assert changed == {"decks": "6", "h17": "true", "blackjack-pays": "6 to 5", "chip-unit": "5"}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["faro"], "there is no game 'faro'"),
        (["rws-blackjack", "--set", "decks=9"], "decks must be one of 4, 5, 6, 7, 8"),
        (["rws-blackjack", "--set", "jokers=2"], "has no setting 'jokers'"),
        (["rws-blackjack", "--set", "decks"], "name=value"),
        (["rws-blackjack", "--set", "h17=maybe"], "h17 must be true or false"),
        (["live-roulette", "--min", "ten"], "is not a decimal string"),
        (["live-roulette", "--min", "0"], "limits must be more than nothing"),
        (["live-roulette", "--min", "-5"], "limits must be more than nothing"),
        (["live-roulette", "--min", "50", "--max", "10"], "minimum 50 is above the maximum 10"),
        (["live-roulette", "--html", "--json"], "exclude each other"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_line(typed: list[str], words: str) -> None:
    done = run_command("rules", *typed)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
