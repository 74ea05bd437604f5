"""How a bet came to stand: the mark excuses the spot it lies on, and nothing else (R8, R14)."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both

LIMITS = ("10", "500")
CARDS = "TS TH 6D 9H 9S TC 2D"
STAND = "ann 1 stand; bob 2 stand"


@pytest.mark.clause("R8", "BJ5 5.1", "BJP 5.1", "BJ5 5.2", "BJP 5.2")
@both
@pytest.mark.parametrize(
    "bets",
    [
        "ann 1 600 over-limit; bob 2 600",
        "bob 2 600; ann 1 600 over-limit",
        "ann 1 5 under-limit; bob 2 5",
        "bob 2 5; ann 1 5 under-limit",
        # One kind of mark does not stand for the other.
        "ann 1 5 over-limit; bob 2 100",
        "ann 1 600 under-limit; bob 2 100",
    ],
)
def test_a_box_is_not_excused_by_what_was_accepted_on_another(game: str, bets: str) -> None:
    assert refused(game, bets, CARDS, STAND, limits=LIMITS).code == "limit"


@pytest.mark.clause("R8", "BJ5 5.1.1", "BJP 5.1.1")
@both
@pytest.mark.parametrize(
    "chips", ["ann 1 600 over-limit; ann 1 100", "ann 1 100; ann 1 600 over-limit"]
)
def test_chips_added_to_an_accepted_excess_are_scaled_with_it(game: str, chips: str) -> None:
    outcome = settle(game, f"{chips}; bob 2 100", CARDS, STAND, limits=LIMITS)
    back, played = (line for line in outcome.lines if line.player == "ann")
    assert (back.stake, back.returned, back.result) == (200_00, 200_00, "returned")
    assert (played.stake, played.returned) == (500_00, 1000_00)


@pytest.mark.clause("R8", "BJ5 5.2.1", "BJP 5.2.1")
@both
@pytest.mark.parametrize("chips", ["ann 1 4 under-limit; ann 1 3", "ann 1 4; ann 1 3 under-limit"])
def test_chips_added_to_a_bet_accepted_under_the_minimum_play_as_they_are(
    game: str, chips: str
) -> None:
    outcome = settle(game, f"{chips}; bob 2 100", CARDS, STAND, limits=LIMITS)
    assert outcome.net == {"ann": "7", "bob": "100"}


@pytest.mark.clause("R14", "BJ5 5.15", "BJP 5.15")
@pytest.mark.parametrize(
    ("game", "side"), [("rws-blackjack", "player-pair"), ("rws-blackjack-plus", "rws-pairs")]
)
def test_a_side_bet_found_late_excuses_no_other(game: str, side: str) -> None:
    bets = f"ann 1 100; bob 2 100; cat 3 {side} 10 late-found"
    outcome = settle(game, bets, CARDS, STAND)
    assert outcome.line("cat", side).result == "returned"
    for other in (f"dan 4 {side} 10", f"cat 4 {side} 10", f"dan 3 {side} 10"):
        assert refused(game, f"{bets}; {other}", CARDS, STAND).code == "no-initial-bet"
