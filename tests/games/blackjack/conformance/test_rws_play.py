"""RWS Blackjack and Blackjack Plus: hit and stand, who must draw and who may not, doubling."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both, cites


@pytest.mark.clause("BJ5 3.17", "BJP 3.18", "BJ5 1.12", "BJP 1.13", "BJ5 1.33", "BJP 1.33")
@both
def test_a_player_draws_one_card_a_hit_as_often_as_wished(game: str) -> None:
    # 2 2 2 2 2 2 is twelve, the ace makes thirteen, the four seventeen: eight cards at will.
    cards = "2S 7D 2H 2C 2D 2S 2H AC 4C TC"
    actions = "ann 1 hit; " * 6 + "ann 1 stand"
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "0"}


@pytest.mark.clause("BJ5 3.18", "BJP 3.19", "BJ5 1.3", "BJP 1.4", "BJ5 1.9", "BJP 1.10")
@cites("BJ5 3.18", "BJP 3.19")
def test_a_hand_over_21_loses_at_once(game: str, clause: str) -> None:
    outcome = settle(game, "ann 1 100", "TS 6D 8H 7C", "ann 1 hit")
    assert outcome.told() == [f"ann initial#1 100 > 0 lose {clause}"]


@pytest.mark.clause("BJ5 3.18", "BJP 3.19")
@both
def test_a_bust_takes_every_bet_on_the_box(game: str) -> None:
    bets = "ann 1 100; bob 1 30"
    outcome = settle(game, bets, "TS 6D 8H 7C", "ann 1 hit", seats={1: "ann"})
    assert outcome.net == {"ann": "-100", "bob": "-30"}


@pytest.mark.clause("BJ5 3.18", "BJP 3.19")
@both
def test_a_bust_hand_has_no_more_to_say(game: str) -> None:
    refusal = refused(game, "ann 1 100", "TS 6D 8H 7C", "ann 1 hit; ann 1 stand")
    assert refusal.code == "action-left-over"
    bets, cards = "ann 1 100; bob 2 100", "TS TH 6D 8S 8H 7C TD 5C"
    refusal = refused(game, bets, cards, "ann 1 hit; ann 1 hit; bob 2 stand")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 3.19", "BJP 3.20")
@cites("BJ5 3.19", "BJP 3.20")
@pytest.mark.parametrize("hand", ["5S 6H", "2S 2H", "9S 2H", "7S 4H"])
def test_a_hand_below_12_may_not_stand(game: str, clause: str, hand: str) -> None:
    first, second = hand.split()
    refusal = refused(game, "ann 1 100", f"{first} 9D {second}", "ann 1 stand")
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("BJ5 3.19", "BJP 3.20")
@both
def test_a_hand_below_12_draws_again_until_it_is_not(game: str) -> None:
    cards = "2S 7D 3H 4C 3D TC"
    refusal = refused(game, "ann 1 100", cards, "ann 1 hit; ann 1 stand")
    assert refusal.code == "illegal-action"
    outcome = settle(game, "ann 1 100", cards, "ann 1 hit; ann 1 hit; ann 1 stand")
    assert outcome.net == {"ann": "-100"}  # twelve against seventeen


@pytest.mark.clause("BJ5 3.20", "BJP 3.21", "BJ5 1.30", "BJP 1.30")
@both
@pytest.mark.parametrize("hand", ["TS 2H", "AS AH", "AS 2H", "9S 3H", "TS 9H"])
def test_from_12_upwards_a_player_may_stand(game: str, hand: str) -> None:
    first, second = hand.split()
    # A pair of aces is a soft twelve. The dealer has twenty.
    outcome = settle(game, "ann 1 100", f"{first} TD {second} KC", "ann 1 stand")
    assert outcome.net == {"ann": "-100"}


@pytest.mark.clause("BJ5 3.20", "BJP 3.21", "BJ5 1.30", "BJP 1.30")
@both
def test_a_hand_that_stood_draws_no_more(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 6D 6S 8H 2C TD 5C"
    refusal = refused(game, bets, cards, "ann 1 stand; ann 1 hit; bob 2 stand")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 3.17", "BJP 3.18", "BJ5 1.27", "BJP 1.27")
@both
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("AS 9D 5H 5C TC", "ann 1 hit"),
        ("AS 9D AH 9C TC", "ann 1 hit"),
        ("2S 9D 8H AC TC", "ann 1 hit"),
    ],
)
def test_a_soft_21_takes_no_card_and_has_no_turn(game: str, cards: str, actions: str) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "100"}
    for more in ("hit", "stand", "double"):
        refusal = refused(game, "ann 1 100", cards, f"{actions}; ann 1 {more}")
        assert refusal.code == "action-left-over"


@pytest.mark.clause("BJ5 3.17", "BJP 3.18")
@both
@pytest.mark.parametrize("action", ["hit", "stand", "double", "split"])
def test_a_blackjack_takes_no_card_and_has_no_turn(game: str, action: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "AS TH TD KH 8H 9C"
    refusal = refused(game, bets, cards, f"ann 1 {action}; bob 2 stand")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 3.17", "BJP 3.18", "BJ5 1.11", "BJP 1.12")
@both
@pytest.mark.parametrize(
    ("cards", "hits"),
    [
        ("7S 9D 7H 7C", "ann 1 hit"),
        ("TS 9D 6H 5C", "ann 1 hit"),
        ("TS 9D 2H 8C AC", "ann 1 hit; ann 1 hit"),  # the ace counts one
    ],
)
def test_a_hard_21_may_draw_and_so_must_be_asked(game: str, cards: str, hits: str) -> None:
    assert refused(game, "ann 1 100", f"{cards} TD", hits).code == "decision-missing"
    bust = settle(game, "ann 1 100", f"{cards} 2C", f"{hits}; ann 1 hit")
    assert bust.net == {"ann": "-100"}
    stood = settle(game, "ann 1 100", f"{cards} TD", f"{hits}; ann 1 stand")
    assert stood.net == {"ann": "100"}


@pytest.mark.clause("BJ5 3.17", "BJP 3.18", "BJ5 3.21", "BJP 3.22", "R10")
@both
def test_a_hard_21_after_a_split_may_draw_too(game: str) -> None:
    # The first hand is 8, 3 and a ten.
    cards, split = "8S 6D 8H 3C TC", "ann 1 split; ann 1 hit"
    refusal = refused(game, "ann 1 100", f"{cards} 9D TD 9C", f"{split}; ann 1 stand")
    assert refusal.code == "decision-missing"
    stood = settle(game, "ann 1 100", f"{cards} 9D TD 9C", f"{split}; ann 1 stand; ann 1 stand")
    assert stood.net == {"ann": "200"}
    drawn = settle(game, "ann 1 100", f"{cards} 2C 9D TD 9C", f"{split}; ann 1 hit; ann 1 stand")
    assert [(line.hand, line.returned) for line in drawn.lines] == [(1, 0), (2, 200_00)]


# --- doubling ----------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.22", "BJP 3.23", "BJ5 1.6", "BJP 1.7")
@both
@pytest.mark.parametrize("hand", ["5S 6H", "TS 2H", "AS 6H", "8S 8H", "AS AH", "2S 3H", "TS TH"])
def test_any_first_two_cards_may_be_doubled(game: str, hand: str) -> None:
    first, second = hand.split()
    # An ace busts none of them; the dealer busts.
    outcome = settle(game, "ann 1 100", f"{first} 6D {second} AC TD 9C", "ann 1 double")
    assert outcome.net == {"ann": "200"}
    assert outcome.line("ann", "initial").stake == 200_00


@pytest.mark.clause("BJ5 3.22", "BJP 3.23", "BJ5 1.6", "BJP 1.7")
@both
@pytest.mark.parametrize(
    ("amount", "net"), [("1", "101"), ("60", "160"), ("99", "199"), ("100", "200")]
)
def test_a_double_is_any_amount_up_to_the_initial_bet(game: str, amount: str, net: str) -> None:
    actions = f"ann 1 double {amount}"
    outcome = settle(game, "ann 1 100", "5S 6D 6H TC TD 9C", actions)
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJ5 3.22", "BJP 3.23", "BJ5 1.6", "BJP 1.7")
@both
@pytest.mark.parametrize(
    ("amount", "code"),
    [("101", "limit"), ("200", "limit"), ("0", "bad-amount"), ("50.5", "bad-amount")],
)
def test_a_double_beyond_the_initial_bet_or_in_half_chips_is_refused(
    game: str, amount: str, code: str
) -> None:
    actions = f"ann 1 double {amount}"
    assert refused(game, "ann 1 100", "5S 6D 6H TC TD 9C", actions).code == code


@pytest.mark.clause("BJ5 3.22", "BJP 3.23", "BJ5 3.19", "BJP 3.20")
@both
def test_a_double_brings_exactly_one_card_even_below_12(game: str) -> None:
    # 2 3 and a 2: seven, and no more. The dealer ends with seventeen.
    outcome = settle(game, "ann 1 100", "2S 7D 3H 2C TD", "ann 1 double")
    assert outcome.net == {"ann": "-200"}
    refusal = refused(game, "ann 1 100", "2S 7D 3H 2C TD", "ann 1 double; ann 1 hit")
    assert refusal.code == "action-left-over"


@pytest.mark.clause("BJ5 3.22", "BJP 3.23")
@both
def test_only_two_cards_may_be_doubled(game: str) -> None:
    actions = "ann 1 hit; ann 1 double"
    assert refused(game, "ann 1 100", "2S 7D 3H 4C TD", actions).code == "illegal-action"


@pytest.mark.clause("BJ5 3.22", "BJP 3.23")
@both
def test_a_double_cannot_be_taken_back(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "5S TH 6D 6H 8H TC TD 9C"
    refusal = refused(game, bets, cards, "ann 1 double; ann withdraw; bob 2 stand")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.22.2", "BJP 3.23.2")
@cites("BJ5 3.22.2", "BJP 3.23.2")
def test_a_doubled_hand_that_busts_loses_all_of_it(game: str, clause: str) -> None:
    outcome = settle(game, "ann 1 100", "TS 6D 6H 9C", "ann 1 double 60")
    assert outcome.told() == [f"ann initial#1 160 > 0 lose {clause}"]


@pytest.mark.clause("BJ5 3.22", "BJP 3.23")
@both
@pytest.mark.parametrize(("drawn", "net"), [("9C", "0"), ("8C", "-150"), ("TC", "150")])
def test_a_doubled_hand_wins_loses_or_stands_off_with_its_whole_stake(
    game: str, drawn: str, net: str
) -> None:
    outcome = settle(game, "ann 1 100", f"5S TD 6H {drawn} KC", "ann 1 double 50")
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJ5 3.22", "BJP 3.23", "BJ5 3.5", "BJP 3.5")
@both
def test_doubles_and_splits_are_not_held_to_the_tables_maximum(game: str) -> None:
    limits = ("10", "100")
    cards = "8S 6D 8H 3C TC 3D TD TH 9C"
    actions = "ann 1 split; ann 1 double; ann 1 double"
    outcome = settle(game, "ann 1 100", cards, actions, limits=limits)
    assert outcome.net == {"ann": "400"}
