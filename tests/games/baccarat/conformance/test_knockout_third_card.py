"""The third-card table, whole, for both baccarat games, against the table as it is printed."""

import pytest

from tests.support.notation import refused, settle

# Banker's first two cards → Player's third cards against which Banker draws, as printed.
PRINTED = {
    3: "0-1-2-3-4-5-6-7-9",
    4: "2-3-4-5-6-7",
    5: "4-5-6-7",
    6: "6-7",
}
WORTH = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}
GAMES = ["live-baccarat", "rws-knockout-baccarat"]
BETS = "ann player 100; bob banker 100; cat tie 10"


def pair_of(total: int, suits: str) -> tuple[str, str]:
    """Two cards that make the total without making a pair."""
    rank = {0: "Q", 1: "A"}.get(total, str(total))
    return f"{rank}{suits[0]}", f"K{suits[1]}"


def banker_draws(total: int, third: str) -> bool:
    if total in PRINTED:
        return str(WORTH[third]) in PRINTED[total].split("-")
    return total <= 2


def winner(ours: int, theirs: int) -> str:
    if ours == theirs:
        return "tie"
    return "player" if ours > theirs else "banker"


def check(game: str, hand: list[str], ours: int, theirs: int) -> None:
    """Exactly these cards make the coup: one fewer is missing, one more is left over."""
    outcome = settle(game, BETS, " ".join(hand))
    wins = {line.bet for line in outcome.lines if line.result == "win"}
    assert wins == {winner(ours, theirs)}, hand
    assert refused(game, BETS, " ".join(hand[:-1])).code == "card-missing", hand
    assert refused(game, BETS, " ".join([*hand, "2C"])).code == "card-left-over", hand


@pytest.mark.clause("NKB 3.7", "NKB 1.2", "LIVE 3.3.2", "LIVE 3.3", "R21")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("third", WORTH)
def test_banker_against_every_third_card_of_player(game: str, total: int, third: str) -> None:
    for players in range(6):
        first, second = pair_of(players, "SH")
        up, down = pair_of(total, "DC")
        hand = [first, up, second, down, f"{third}S"]
        ours = (players + WORTH[third]) % 10
        if not banker_draws(total, third):
            check(game, hand, ours, total)
            continue
        for fourth in ("K", "4", "9"):
            check(game, [*hand, f"{fourth}D"], ours, (total + WORTH[fourth]) % 10)


@pytest.mark.clause("NKB 3.6", "NKB 3.7", "LIVE 3.3.1", "LIVE 3.3.2", "R21")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [6, 7])
@pytest.mark.parametrize("total", range(8))
def test_player_stands_and_banker_draws_up_to_five(game: str, players: int, total: int) -> None:
    first, second = pair_of(players, "SH")
    up, down = pair_of(total, "DC")
    hand = [first, up, second, down]
    if total >= 6:
        check(game, hand, players, total)
        return
    for third, worth in WORTH.items():
        check(game, [*hand, f"{third}S"], players, (total + worth) % 10)


@pytest.mark.clause("NKB 3.7", "NKB 1.4", "LIVE 3.3.1", "LIVE 3.3.2", "R21")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", range(10))
@pytest.mark.parametrize("total", range(10))
def test_a_natural_on_either_side_stops_both(game: str, players: int, total: int) -> None:
    first, second = pair_of(players, "SH")
    up, down = pair_of(total, "DC")
    hand = [first, up, second, down]
    if max(players, total) >= 8:
        check(game, hand, players, total)
    elif players <= 5 or total <= 5:
        assert refused(game, BETS, " ".join(hand)).code == "card-missing"


@pytest.mark.clause("NKB 3.8", "LIVE 3.2", "R21")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", WORTH)
@pytest.mark.parametrize("second", WORTH)
def test_the_tens_of_two_cards_are_dropped(game: str, first: str, second: str) -> None:
    """Banker has 7, so Player wins with 8 or 9, ties with 7, and draws with 5 or less."""
    ours = (WORTH[first] + WORTH[second]) % 10
    hand = [f"{first}S", "KD", f"{second}H", "7C"]
    if ours >= 6:
        check(game, hand, ours, 7)
    else:
        check(game, [*hand, "AS"], ours + 1, 7)
