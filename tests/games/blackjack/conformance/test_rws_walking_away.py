"""RWS Blackjack and Blackjack Plus: a player who walks away, or does not answer in time."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both

ANN = {1: "ann"}


@pytest.mark.clause("BJ5 5.3", "BJP 5.3")
@both
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        ("2S 7D 3H 4C 3D TC", "-100"),  # 5, 9, 12: the house stands for ann
        ("5S 7D 6H TC TD", "100"),  # 11 and a ten
        ("TS 7D 2H TD", "-100"),  # twelve stands at once
        ("TS 7D TH TD", "100"),
        ("AS 7D AH TD", "-100"),  # a pair of aces is a soft twelve
        ("AS 7D 3H TD", "-100"),  # a soft fourteen
        ("2S 7D 9H TC TD", "100"),
    ],
)
def test_the_house_draws_a_lone_players_hand_to_12_and_settles_it(
    game: str, cards: str, net: str
) -> None:
    assert settle(game, "ann 1 100", cards, "ann 1 timeout").net == {"ann": net}


@pytest.mark.clause("BJ5 5.3", "BJP 5.3")
@both
def test_the_house_draws_no_further_than_it_must(game: str) -> None:
    assert refused(game, "ann 1 100", "TS 7D 2H", "ann 1 timeout").code == "card-missing"
    refusal = refused(game, "ann 1 100", "TS 7D 2H 5C TD TC", "ann 1 timeout")
    assert refusal.code == "card-left-over"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3")
@both
def test_a_player_may_walk_away_in_the_middle_of_a_hand(game: str) -> None:
    cards = "2S 7D 3H 4C 9C TC"
    outcome = settle(game, "ann 1 100", cards, "ann 1 hit; ann 1 timeout")
    assert outcome.net == {"ann": "100"}  # 2 3 4 9 against seventeen


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 3.21.2", "BJP 3.22.2")
@both
def test_the_house_plays_every_hand_of_the_box(game: str) -> None:
    # 8 2 draws a nine and stands; 8 T stands.
    cards = "8S 7D 8H 2C 9C TC TD"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split; ann 1 timeout")
    assert [(line.hand, line.result) for line in outcome.lines] == [(1, "win"), (2, "win")]
    refusal = refused(game, "ann 1 100", cards, "ann 1 split; ann 1 timeout; ann 1 timeout")
    assert refusal.code == "action-left-over"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3")
@both
def test_the_players_other_boxes_are_still_the_players(game: str) -> None:
    bets, cards = "ann 1 100; ann 2 100", "TS TH 7D 2S 2H 9C TD"
    outcome = settle(game, bets, cards, "ann 1 timeout; ann 2 hit; ann 2 stand")
    assert outcome.net == {"ann": "0"}
    assert refused(game, bets, cards, "ann 1 timeout").code == "decision-missing"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 1.26", "BJP 1.26")
@both
def test_with_standing_players_the_highest_bet_decides_instead(game: str) -> None:
    bets = "ann 1 100; bob 1 30; cat 1 50"
    cards = "TS 7D 2H 8C TD"
    actions = "ann 1 timeout; cat 1 hit; cat 1 stand"
    outcome = settle(game, bets, cards, actions, seats=ANN)
    assert outcome.net == {"ann": "100", "bob": "30", "cat": "50"}
    for wrong in ("bob 1 stand", "ann 1 stand"):
        refusal = refused(game, bets, cards, f"ann 1 timeout; {wrong}", seats=ANN)
        assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 1.26", "BJP 1.26")
@both
def test_of_equal_standing_bets_the_earliest_decides(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 50; cat 1 50", "TS 7D 2H TD"
    assert settle(game, bets, cards, "ann 1 timeout; bob 1 stand", seats=ANN).net["bob"] == "-50"
    refusal = refused(game, bets, cards, "ann 1 timeout; cat 1 stand", seats=ANN)
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3")
@both
def test_when_all_have_walked_away_the_house_plays(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 30; cat 1 50", "5S 7D 6H TC TD"
    actions = "ann 1 timeout; cat 1 timeout; bob 1 timeout"
    outcome = settle(game, bets, cards, actions, seats=ANN)
    assert outcome.net == {"ann": "100", "bob": "30", "cat": "50"}


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 3.22", "BJP 3.23")
@both
def test_who_takes_over_doubles_with_the_own_stake(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 30", "5S 7D 6H TC TD"
    outcome = settle(game, bets, cards, "ann 1 timeout; bob 1 double 30", seats=ANN)
    assert outcome.net == {"ann": "100", "bob": "60"}
    refusal = refused(game, bets, cards, "ann 1 timeout; bob 1 double 31", seats=ANN)
    assert refusal.code == "limit"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 3.16", "BJP 3.17")
@both
def test_who_takes_over_in_time_may_surrender_the_box(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 30", "TS 9D 6H"
    outcome = settle(game, bets, cards, "ann 1 timeout; bob 1 surrender", seats=ANN)
    assert outcome.net == {"ann": "-50", "bob": "-15"}


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 1.26", "BJP 1.26")
@both
def test_a_player_in_the_seat_without_a_bet_has_nothing_to_miss(game: str) -> None:
    bets, cards = "bob 1 100; cat 1 50", "TS 7D 2H TD"
    refusal = refused(game, bets, cards, "ann 1 timeout; bob 1 stand", seats=ANN)
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3")
@both
def test_nobody_misses_a_decision_of_somebody_elses_box(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 7D 2S 2H TD"
    assert refused(game, bets, cards, "bob 2 timeout; ann 1 stand").code == "not-your-turn"


@pytest.mark.clause("BJ5 5.3", "BJP 5.3", "BJ5 3.14.2a", "BJP 3.15.2a")
@both
def test_the_play_of_the_house_closes_the_window_too(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "5S TH AD 6S 8H 9C KC"
    refusal = refused(game, bets, cards, "ann 1 timeout; bob 2 insure 50; bob 2 stand")
    assert refusal.code == "illegal-action"
    outcome = settle(game, bets, cards, "bob 2 insure 50; ann 1 timeout; bob 2 stand")
    assert outcome.net == {"ann": "-100", "bob": "0"}
