"""RWS Blackjack and Blackjack Plus: who decides for a box, and the others who bet on it."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both

ANN = {1: "ann"}


# --- who decides -------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.8", "BJP 3.8", "BJ5 1.26", "BJP 1.26", "BJ5 1.32", "BJP 1.32")
@both
def test_the_seated_player_decides_though_others_bet_more(game: str) -> None:
    bets, cards = "bob 1 500; ann 1 100", "TS 6D 8H TD 9C"
    outcome = settle(game, bets, cards, "ann 1 stand", seats=ANN)
    assert outcome.net == {"bob": "500", "ann": "100"}
    assert refused(game, bets, cards, "bob 1 stand", seats=ANN).code == "not-your-turn"


@pytest.mark.clause("BJ5 1.26", "BJP 1.26")
@both
@pytest.mark.parametrize("seats", [{}, {1: "zoe"}, {2: "ann"}])
def test_with_nobody_betting_from_the_seat_the_highest_bet_decides(
    game: str, seats: dict[int, str]
) -> None:
    bets, cards = "ann 1 50; bob 1 100; cat 1 99", "TS 6D 8H TD 9C"
    assert settle(game, bets, cards, "bob 1 stand", seats=seats).net["bob"] == "100"
    for other in ("ann", "cat", "zoe"):
        refusal = refused(game, bets, cards, f"{other} 1 stand", seats=seats)
        assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 1.26", "BJP 1.26")
@both
def test_of_equal_bets_the_earliest_decides(game: str) -> None:
    bets, cards = "ann 1 50; bob 1 100; cat 1 100", "TS 6D 8H TD 9C"
    assert settle(game, bets, cards, "bob 1 stand").status == "settled"
    assert refused(game, bets, cards, "cat 1 stand").code == "not-your-turn"


@pytest.mark.clause("BJ5 1.26", "BJP 1.26")
@both
def test_bets_on_one_spot_add_up_to_the_highest(game: str) -> None:
    bets, cards = "bob 1 100; ann 1 60; ann 1 60", "TS 6D 8H TD 9C"
    assert settle(game, bets, cards, "ann 1 stand").net == {"bob": "100", "ann": "120"}


@pytest.mark.clause("BJ5 1.26", "BJP 1.26", "BJ5 3.8", "BJP 3.8")
@pytest.mark.parametrize(
    ("game", "bet"), [("rws-blackjack", "player-pair"), ("rws-blackjack-plus", "rws-pairs")]
)
def test_a_side_bet_alone_does_not_make_the_seat_decide(game: str, bet: str) -> None:
    bets, cards = f"ann 1 {bet} 50; bob 1 20", "TS 6D 8H TD 9C"
    outcome = settle(game, bets, cards, "bob 1 stand", seats=ANN)
    assert outcome.net == {"ann": "-50", "bob": "20"}
    assert refused(game, bets, cards, "ann 1 stand", seats=ANN).code == "not-your-turn"


@pytest.mark.clause("BJ5 3.8", "BJP 3.8", "BJ5 1.32", "BJP 1.32")
@both
@pytest.mark.parametrize("action", ["hit", "stand", "double", "split", "surrender", "timeout"])
def test_a_standing_player_calls_nothing_for_the_box(game: str, action: str) -> None:
    bets, cards = "ann 1 100; bob 1 50", "8S 6D 8H TD 9C"
    refusal = refused(game, bets, cards, f"bob 1 {action}", seats=ANN)
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 3.8", "BJP 3.8")
@both
def test_a_player_decides_only_for_the_own_box(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 6D 8S 8H TD 9C"
    for wrong in ("ann 2 stand", "bob 1 stand", "ann 3 stand"):
        assert refused(game, bets, cards, wrong).code == "not-your-turn"


@pytest.mark.clause("BJ5 3.6", "BJP 3.6")
@both
def test_the_rest_of_the_boxs_maximum_is_open_to_others(game: str) -> None:
    limits, cards = ("10", "500"), "TS 6D 8H TD 9C"
    bets = "ann 1 100; bob 1 300; cat 1 100"
    outcome = settle(game, bets, cards, "ann 1 stand", seats=ANN, limits=limits)
    assert outcome.net == {"ann": "100", "bob": "300", "cat": "100"}
    more = "ann 1 100; bob 1 300; cat 1 101"
    refusal = refused(game, more, cards, "ann 1 stand", seats=ANN, limits=limits)
    assert refusal.code == "limit"


# --- following a split -------------------------------------------------------------------------

SPLIT = "8S TD 8H TC 7C 7D"
"""Ann splits eights: eighteen wins and fifteen loses against the dealer's seventeen."""


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_a_standing_player_may_follow_a_split_with_an_equal_stake(game: str) -> None:
    actions = "ann 1 split; bob 1 follow; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100; bob 1 30", SPLIT, actions, seats=ANN)
    assert [(line.player, line.hand, line.stake, line.result) for line in outcome.lines] == [
        ("ann", 1, 100_00, "win"),
        ("ann", 2, 100_00, "lose"),
        ("bob", 1, 30_00, "win"),
        ("bob", 2, 30_00, "lose"),
    ]


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_who_does_not_follow_has_a_bet_on_the_first_hand_alone(game: str) -> None:
    actions = "ann 1 split; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100; bob 1 30", SPLIT, actions, seats=ANN)
    assert outcome.line("bob", "initial").hand == 1
    assert outcome.net == {"ann": "0", "bob": "30"}


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_the_first_hand_decides_for_who_did_not_follow_even_when_it_busts(game: str) -> None:
    cards = "8S TD 8H 6C TC TH 7D"
    actions = "ann 1 split; ann 1 hit; ann 1 stand"
    outcome = settle(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "-30"}


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_each_standing_player_answers_for_the_own_bet(game: str) -> None:
    actions = "ann 1 split; cat 1 follow; ann 1 stand; ann 1 stand"
    bets = "ann 1 100; bob 1 30; cat 1 20"
    outcome = settle(game, bets, SPLIT, actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "30", "cat": "0"}


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1", "BJ5 3.21", "BJP 3.22")
@both
@pytest.mark.parametrize(("amount", "code"), [("29", "limit"), ("31", "limit"), ("60", "limit")])
def test_a_split_is_followed_with_an_equal_stake_and_no_other(
    game: str, amount: str, code: str
) -> None:
    actions = f"ann 1 split; bob 1 follow {amount}; ann 1 stand; ann 1 stand"
    refusal = refused(game, "ann 1 100; bob 1 30", SPLIT, actions, seats=ANN)
    assert refusal.code == code


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "ann 1 split; ann 1 stand; bob 1 follow; ann 1 stand",  # a card later
        "ann 1 split; bob 1 follow; bob 1 follow; ann 1 stand; ann 1 stand",
        "bob 1 follow; ann 1 split; ann 1 stand; ann 1 stand",  # nothing to follow yet
    ],
)
def test_a_split_is_followed_directly_and_once(game: str, actions: str) -> None:
    refusal = refused(game, "ann 1 100; bob 1 30", SPLIT, actions, seats=ANN)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
@pytest.mark.parametrize("who", ["ann 1", "cat 2"])
def test_only_standing_players_of_the_box_follow(game: str, who: str) -> None:
    bets = "ann 1 100; bob 1 30; cat 2 100"
    cards = "8S TH TD 8H 8C TC 7C 7D"
    actions = f"ann 1 split; {who} follow; ann 1 stand; ann 1 stand; cat 2 stand"
    refusal = refused(game, bets, cards, actions, seats=ANN)
    assert refusal.code in ("illegal-action", "not-your-turn")


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_who_followed_may_follow_the_next_split_too(game: str) -> None:
    # The first hand is split again: 8 T, 8 9, then the old second hand 8 7.
    cards = "8S TD 8H 8C TC 9C 7C 7D"
    actions = "ann 1 split; bob 1 follow; ann 1 split; bob 1 follow" + "; ann 1 stand" * 3
    outcome = settle(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    results = [(one.hand, one.result) for one in outcome.lines if one.player == "bob"]
    assert results == [(1, "win"), (2, "push"), (3, "lose")]


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_who_declined_the_first_split_takes_no_part_in_later_ones(game: str) -> None:
    cards = "8S TD 8H 8C TC 9C 7C 7D"
    late = "ann 1 split; ann 1 split; bob 1 follow" + "; ann 1 stand" * 3
    refusal = refused(game, "ann 1 100; bob 1 30", cards, late, seats=ANN)
    assert refusal.code == "illegal-action"
    actions = "ann 1 split; ann 1 split" + "; ann 1 stand" * 3
    outcome = settle(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    # Bob stays on the first of the hands formed: eighteen.
    assert [(one.hand, one.result) for one in outcome.lines if one.player == "bob"] == [(1, "win")]


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_who_declines_a_later_split_stays_on_the_first_of_the_two_hands_it_forms(game: str) -> None:
    # Followed the first, declined the split of the second hand: bob is on hands 1 and 2 of 3.
    cards = "8S TD 8H TC 8C 9C 7C 7D"
    actions = "ann 1 split; bob 1 follow; ann 1 stand; ann 1 split; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    results = [(one.hand, one.result) for one in outcome.lines if one.player == "bob"]
    assert results == [(1, "win"), (2, "push")]


@pytest.mark.clause("BJ5 3.21.1", "BJP 3.22.1")
@both
def test_split_aces_may_be_followed_too(game: str) -> None:
    cards = "AS TD AH 9C 2C 8D"
    actions = "ann 1 split; bob 1 follow"
    outcome = settle(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "0"}


# --- following a double ------------------------------------------------------------------------

DOUBLE = "5S TD 6H 9C 9D"
"""Ann doubles eleven and makes twenty against nineteen."""


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1")
@both
@pytest.mark.parametrize(
    ("answer", "stake"), [("bob 1 follow", 60), ("bob 1 follow 10", 40), ("bob 1 follow 30", 60)]
)
def test_a_standing_player_may_follow_a_double_with_up_to_the_own_stake(
    game: str, answer: str, stake: int
) -> None:
    outcome = settle(game, "ann 1 100; bob 1 30", DOUBLE, f"ann 1 double 50; {answer}", seats=ANN)
    assert outcome.line("ann", "initial").stake == 150_00
    assert outcome.line("bob", "initial").stake == stake * 100
    assert outcome.net == {"ann": "150", "bob": str(stake)}


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1")
@both
def test_who_does_not_follow_a_double_keeps_the_stake_and_shares_the_one_card(game: str) -> None:
    # A two makes thirteen: nobody may draw on.
    cards = "5S TD 6H 2C 9D"
    outcome = settle(game, "ann 1 100; bob 1 30", cards, "ann 1 double", seats=ANN)
    assert outcome.net == {"ann": "-200", "bob": "-30"}


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1")
@both
@pytest.mark.parametrize(
    ("amount", "code"),
    [("31", "limit"), ("100", "limit"), ("0", "bad-amount"), ("0.5", "bad-amount")],
)
def test_a_double_is_followed_with_no_more_than_the_own_stake(
    game: str, amount: str, code: str
) -> None:
    actions = f"ann 1 double; bob 1 follow {amount}"
    refusal = refused(game, "ann 1 100; bob 1 30", DOUBLE, actions, seats=ANN)
    assert refusal.code == code


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1")
@both
def test_nobody_takes_a_followed_double_back(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 30; cat 2 100", "5S TH TD 6H 8H 9C 9D"
    actions = "ann 1 double; bob 1 follow; bob withdraw; cat 2 stand"
    assert refused(game, bets, cards, actions, seats=ANN).code == "illegal-action"


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1")
@both
def test_after_the_card_it_is_too_late_to_follow_a_double(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 30; cat 2 100", "5S TH TD 6H 8H 9C 9D"
    actions = "ann 1 double; cat 2 stand; bob 1 follow"
    assert refused(game, bets, cards, actions, seats=ANN).code == "action-left-over"
    bets += "; dan 3 100"
    cards = "5S TH TC TD 6H 8H 8C 9C 9D"
    actions = "ann 1 double; cat 2 stand; bob 1 follow; dan 3 stand"
    assert refused(game, bets, cards, actions, seats=ANN).code == "illegal-action"


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1", "BJ5 3.21.1", "BJP 3.22.1")
@both
def test_who_declined_a_split_may_still_follow_the_double_of_the_first_hand(game: str) -> None:
    cards = "8S TD 8H 3C 9C TC 9D"
    actions = "ann 1 split; ann 1 double; bob 1 follow; ann 1 stand"
    outcome = settle(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    # Twenty wins twice the stake, eighteen loses to nineteen.
    assert outcome.net == {"ann": "100", "bob": "60"}


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1", "BJ5 3.21.1", "BJP 3.22.1")
@both
def test_who_has_no_stake_on_a_hand_cannot_follow_its_double(game: str) -> None:
    cards = "8S TD 8H TC 3C 9C 9D"
    actions = "ann 1 split; ann 1 stand; ann 1 double; bob 1 follow"
    refusal = refused(game, "ann 1 100; bob 1 30", cards, actions, seats=ANN)
    assert refusal.code in ("illegal-action", "action-left-over")
