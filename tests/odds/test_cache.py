"""Solved main bets kept on disk: found again, told apart, and never believed when damaged."""

import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.engine.rules import settable
from croupier.engine.variants import VARIANTS
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.main_bet import MainBet
from croupier.games.blackjack.odds.numbering import values_of
from croupier.games.blackjack.odds.solve import solve
from croupier.games.blackjack.odds.solved import BESIDE, solved
from croupier.kit.odds import Odds
from croupier.odds import odds_of, parse_shoe, rules_for_odds, strategy_of
from croupier.odds.cache import FIXED, MOST_FILES, STALE_S, cache_folder

SHOE = parse_shoe("A=8,5=24,T=24")
"""Few values, and so quick to solve."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    return tmp_path / "odds"


def rules(game: str = "live-blackjack") -> BlackjackRules:
    found = rules_for_odds(game, {})
    assert isinstance(found, BlackjackRules)
    return found


def asked(rules: BlackjackRules, shoe: tuple[int, ...] = values_of(SHOE)) -> tuple[MainBet, bool]:
    """What it comes to, and whether it had to be solved."""
    told: list[int] = []
    return solved(rules, shoe, lambda done, of: told.append(done)), bool(told)


def test_what_was_solved_is_found_again_to_the_last_bit(folder: Path) -> None:
    first, anew = asked(rules())
    assert anew
    second, anew = asked(rules())
    assert not anew
    assert first == second == solve(rules(), values_of(SHOE))
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_odds_and_strategy_ask_there() -> None:
    told: list[int] = []
    odds_of(rules(), SHOE, progress=lambda done, of: told.append(done))
    assert told
    told.clear()
    strategy_of(rules(), SHOE, progress=lambda done, of: told.append(done))
    assert not told


@pytest.mark.parametrize("game", ["live-baccarat", "rws-knockout-baccarat", "rws-blackjack-plus"])
def test_odds_told_again_are_the_same_and_nothing_is_added(game: str, folder: Path) -> None:
    first = odds_of(VARIANTS[game])
    kept = {*folder.iterdir()}
    assert kept
    assert odds_of(VARIANTS[game]) == first
    assert {*folder.iterdir()} == kept


def test_a_pay_of_baccarat_is_part_of_the_question() -> None:
    def worth_of_tie(pays: str) -> float:
        rules = rules_for_odds("live-baccarat", {"tie-pays": pays})
        return odds_of(rules, bets=["tie"]).bets[0].ev

    assert worth_of_tie("8 to 1") < worth_of_tie("9 to 1")


def test_another_shoe_is_another_question() -> None:
    asked(rules())
    assert asked(rules(), values_of(SHOE.without("5")))[1]


def otherwise(rules: BlackjackRules, field: str) -> BlackjackRules:
    value = getattr(rules, field)
    if isinstance(value, bool):
        return replace(rules, **{field: not value})
    if isinstance(value, StrEnum):
        return replace(rules, **{field: next(one for one in type(value) if one != value)})
    if isinstance(value, int):
        return replace(rules, **{field: value - 1 if value else 1})
    return replace(rules, **{field: Odds(6, 5)})


@pytest.mark.parametrize("field", sorted({*settable(BlackjackRules)} - BESIDE))
def test_every_rule_of_play_is_part_of_the_question(field: str) -> None:
    asked(rules())
    assert asked(otherwise(rules(), field))[1]


@pytest.mark.parametrize("field", sorted({*settable(BlackjackRules)} & BESIDE))
def test_what_is_left_out_makes_no_difference(field: str) -> None:
    """Where hands, and aces if they may be, are split again."""
    again = replace(rules(), max_hands=4)
    first, _ = asked(again)
    changed = otherwise(again, field)
    assert not asked(changed)[1]
    assert first == solve(changed, values_of(SHOE))


def test_what_is_left_out_is_there() -> None:
    assert {*BlackjackRules.__struct_fields__} >= BESIDE - FIXED


def test_variants_that_play_alike_are_solved_once() -> None:
    assert VARIANTS["rws-blackjack"] != VARIANTS["rws-blackjack-plus"]
    asked(rules("rws-blackjack"))
    assert not asked(rules("rws-blackjack-plus"))[1]


@pytest.mark.parametrize(
    "damaged",
    [
        lambda content: b"",
        lambda content: content[:20],
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: bytes([content[0] ^ 1]) + content[1:],
        lambda content: content[:50] + bytes([content[50] ^ 1]) + content[51:],
        lambda content: b"no such thing" * 200,
    ],
)
def test_a_damaged_file_is_solved_and_written_again(
    folder: Path, damaged: Callable[[bytes], bytes]
) -> None:
    first, _ = asked(rules())
    (file,) = folder.iterdir()
    content = file.read_bytes()
    file.write_bytes(damaged(content))
    again, anew = asked(rules())
    assert anew
    assert first == again
    assert file.read_bytes() == content
    assert [*folder.iterdir()] == [file]


def test_where_nothing_can_be_written_it_is_solved_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "file"))
    first, _ = asked(rules())
    again, anew = asked(rules())
    assert anew
    assert first == again


def test_a_folder_in_the_place_of_the_file_harms_nothing(folder: Path) -> None:
    asked(rules())
    (file,) = folder.iterdir()
    file.unlink()
    (file / "in the way").mkdir(parents=True)
    assert asked(rules())[1]
    assert [*folder.iterdir()] == [file]


def test_the_oldest_go_when_there_are_too_many(folder: Path) -> None:
    folder.mkdir()
    old = [folder / f"{number:04}.bin" for number in range(MOST_FILES)]
    for number, file in enumerate(old):
        file.touch()
        os.utime(file, (number, number))
    asked(rules())
    assert not asked(rules())[1]
    assert len([*folder.iterdir()]) == MOST_FILES
    assert not old[0].exists()
    assert old[1].exists()


def test_what_a_killed_run_has_left_goes_and_what_is_being_written_stays(folder: Path) -> None:
    folder.mkdir()
    left, being_written = folder / "tmpkilled", folder / "tmpwriting"
    left.touch()
    being_written.touch()
    long_ago = left.stat().st_mtime - STALE_S - 60
    os.utime(left, (long_ago, long_ago))
    asked(rules())
    assert not left.exists()
    assert being_written.exists()


def test_whose_folder_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_folder() == tmp_path
    monkeypatch.setenv("CROUPIER_CACHE", "")
    assert cache_folder() is None
    monkeypatch.delenv("CROUPIER_CACHE")
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache/ann")
    assert cache_folder() == Path("/var/cache/ann/croupier")
    for unset in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", unset)
        assert cache_folder() == Path("/home/ann/.cache/croupier")
