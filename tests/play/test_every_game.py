"""Every game, played through a pipe as a stranger would."""

from decimal import Decimal

import pytest
from rich.cells import cell_len

from croupier import VARIANTS
from tests.play.sitting import check_money, invoke, ledger, sit

BETS = {
    "rws-blackjack": "100, 2 50, over 13 20, 2 player-pair 5",
    "rws-blackjack-plus": "100, 3 50, rws-pairs 5, boom 5",
    "live-blackjack": "7 100",
    "classic-blackjack-shoe": "100, 2 50, 3 25",
    "classic-blackjack-double": "100, 2 50",
    "classic-blackjack-single": "100",
    "live-baccarat": "player 100, tie 5",
    "rws-knockout-baccarat": "banker 100, winning-total-7 5, ante player 10, ante-banker 20",
    "live-roulette": "17 5, red 10, 17-18 5, corner 16-20 5, dozen 2 10, column:1 10",
}
ANSWERS = ["i 5", "p", "d", "raise", "s", "s", "h", "r", "f", "n", "s", "s", "s", "s"]
GAMES = pytest.mark.parametrize("game", VARIANTS)


def evening(game: str, rounds: int = 12) -> list[str]:
    """Bets, then answers for whatever is asked; what is asked nowhere is refused and harmless."""
    return [BETS[game], *ANSWERS, *(["same", *ANSWERS] * (rounds - 1))]


@GAMES
def test_it_is_played_and_every_cent_is_accounted_for(game: str) -> None:
    output = sit(game, "--chips", "5000", lines=evening(game), seed=7)
    seen = check_money(output, 5000)
    assert len(seen.nets) >= 8
    assert any(seen.nets)
    before = [Decimal(5000)]
    for net in seen.nets:
        before.append(before[-1] + net)
    assert set(seen.chips) <= set(before)


@GAMES
def test_the_same_seed_deals_the_same_evening(game: str) -> None:
    lines = evening(game, rounds=3)
    assert sit(game, lines=lines, seed=3) == sit(game, lines=lines, seed=3)
    assert sit(game, lines=lines, seed=3) != sit(game, lines=lines, seed=4)


@GAMES
def test_without_a_seed_chance_is_nobodys(game: str) -> None:
    lines = evening(game, rounds=6)
    first, second = (invoke(game, lines=lines) for _ in range(2))
    assert first.exit_code == second.exit_code == 0
    assert first.output != second.output
    assert "Seed" not in first.output


@GAMES
def test_the_screen_is_no_wider_than_80_columns(game: str) -> None:
    output = sit(game, lines=["help", "rules", *evening(game), "why"])
    assert max(cell_len(line) for line in output.splitlines()) <= 80


@GAMES
def test_a_pipe_that_ends_in_mid_round_settles_every_stake(game: str) -> None:
    output = sit(game, lines=[BETS[game]])
    seen = check_money(output, 1000)
    assert len(seen.nets) == 1
    assert seen.lines


@GAMES
def test_why_cites_the_clauses_of_the_last_settlement(game: str) -> None:
    lines = [BETS[game], *ANSWERS, "why"]
    output = sit(game, lines=lines)
    told = output.rpartition("bet> why")[2]
    for line in ledger(output).lines[-2:]:
        assert line["clause"] in told


@GAMES
def test_rules_lists_every_bet_with_its_pay(game: str) -> None:
    told = sit(game, lines=["rules"]).partition("bet> rules")[2]
    kinds = {spot.partition(":")[0] for spot in VARIANTS[game].spots()} - {"behind"}
    words = told.replace(",", " ").replace(":", " ").replace("(", " ").split()
    assert kinds <= set(words)
    assert "1 to 1" in told


@GAMES
def test_no_colour_means_no_escape_codes(game: str) -> None:
    lines = evening(game, rounds=2)
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": None}
    coloured = invoke(game, "--seed", "1", lines=lines, env=terminal)
    plain = invoke(game, "--seed", "1", lines=lines, env=terminal | {"NO_COLOR": "1"})
    piped = sit(game, lines=lines)
    assert "\x1b[" in coloured.output
    assert "\x1b" not in plain.output
    assert "\x1b" not in piped
