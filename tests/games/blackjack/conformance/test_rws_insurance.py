"""RWS Blackjack and Blackjack Plus: insurance and even money, against a dealer's ace and before
anyone's third card."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both, cites

# --- insurance ---------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2", "BJ5 3.14.2b", "BJP 3.15.2b")
@pytest.mark.clause("BJ5 1.16", "BJP 1.17", "BJ5 4.1.1", "BJP 4.1.1", "BJ5 3.14", "BJP 3.15")
@cites("BJ5 3.14.2", "BJP 3.15.2")
@pytest.mark.parametrize("ten", ["TC", "JC", "QC", "KC"])
def test_insurance_pays_2_to_1_on_a_dealers_blackjack(game: str, clause: str, ten: str) -> None:
    outcome = settle(game, "ann 1 100", f"TS AD 8H {ten}", "ann 1 insure 50; ann 1 stand")
    assert outcome.told() == [
        f"ann insurance 50 > 150 win {clause}",
        "ann initial#1 100 > 0 lose R13",
    ]
    assert outcome.net == {"ann": "0"}


@pytest.mark.clause("BJ5 3.14.2b", "BJP 3.15.2b")
@cites("BJ5 3.14.2b", "BJP 3.15.2b")
@pytest.mark.parametrize(
    ("drawn", "net"), [("9C", "-150"), ("7C", "-50"), ("6C", "50"), ("5C TC 9C", "50")]
)
def test_without_a_blackjack_insurance_loses_and_play_goes_on(
    game: str, clause: str, drawn: str, net: str
) -> None:
    outcome = settle(game, "ann 1 100", f"TS AD 8H {drawn}", "ann 1 insure 50; ann 1 stand")
    assert outcome.told()[0] == f"ann insurance 50 > 0 lose {clause}"
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJ5 3.14.2b", "BJP 3.15.2b")
@both
def test_21_with_three_cards_is_no_blackjack_for_insurance(game: str) -> None:
    outcome = settle(game, "ann 1 100", "TS AD 8H 2C 8C", "ann 1 insure 50; ann 1 stand")
    assert outcome.net == {"ann": "-150"}


@pytest.mark.clause("BJ5 3.14.2a", "BJP 3.15.2a")
@both
@pytest.mark.parametrize(
    ("stake", "amount", "code"),
    [
        ("100", "51", "limit"),
        ("100", "100", "limit"),
        ("25", "13", "limit"),
        ("25", "12.5", "bad-amount"),
        ("1", "1", "limit"),
        ("1", "0.5", "bad-amount"),
        ("100", "0", "bad-amount"),
        ("100", "-5", "bad-amount"),
    ],
)
def test_insurance_is_at_most_half_the_initial_bet_in_whole_chips(
    game: str, stake: str, amount: str, code: str
) -> None:
    actions = f"ann 1 insure {amount}; ann 1 stand"
    assert refused(game, f"ann 1 {stake}", "TS AD 8H KC", actions).code == code


@pytest.mark.clause("BJ5 3.14.2a", "BJP 3.15.2a")
@both
@pytest.mark.parametrize(
    ("stake", "amount", "net"),
    [
        ("100", "50", "0"),
        ("100", "1", "-98"),
        ("25", "12", "-1"),
        ("3", "1", "-1"),
        ("2", "1", "0"),
    ],
)
def test_any_insurance_up_to_half_is_taken(game: str, stake: str, amount: str, net: str) -> None:
    actions = f"ann 1 insure {amount}; ann 1 stand"
    assert settle(game, f"ann 1 {stake}", "TS AD 8H KC", actions).net == {"ann": net}


@pytest.mark.clause("BJ5 3.14.2a", "BJP 3.15.2a")
@both
def test_a_smaller_chip_lets_a_stake_of_one_be_insured(game: str) -> None:
    settings = {"chip-unit": "0.50"}
    actions = "ann 1 insure 0.50; ann 1 stand"
    outcome = settle(game, "ann 1 1", "TS AD 8H KC", actions, settings=settings)
    assert outcome.net == {"ann": "0"}


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2")
@both
def test_each_player_insures_the_own_bet(game: str) -> None:
    bets = "ann 1 100; bob 1 60; cat 1 40"
    actions = "bob 1 insure 30; cat 1 insure 10; ann 1 stand"
    outcome = settle(game, bets, "TS AD 8H KC", actions, seats={1: "ann"})
    assert outcome.net == {"ann": "-100", "bob": "0", "cat": "-20"}


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2")
@both
def test_half_is_of_the_own_bet_not_of_the_box(game: str) -> None:
    bets, cards = "ann 1 100; bob 1 60", "TS AD 8H KC"
    refusal = refused(game, bets, cards, "bob 1 insure 31; ann 1 stand", seats={1: "ann"})
    assert refusal.code == "limit"


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2")
@both
@pytest.mark.parametrize("who", ["bob 1", "ann 2", "zoe 1"])
def test_nobody_insures_a_box_they_have_no_bet_on(game: str, who: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH AD 8S 8H KC"
    refusal = refused(game, bets, cards, f"{who} insure 10; ann 1 stand; bob 2 stand")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2")
@both
def test_a_second_insurance_is_refused(game: str) -> None:
    actions = "ann 1 insure 20; ann 1 insure 20; ann 1 stand"
    assert refused(game, "ann 1 100", "TS AD 8H KC", actions).code == "illegal-action"


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2", "BJ5 3.7", "BJP 3.7")
@both
def test_a_player_on_two_boxes_insures_each_for_itself(game: str) -> None:
    bets, cards = "ann 1 100; ann 2 60", "TS TH AD 8S 8H KC"
    outcome = settle(game, bets, cards, "ann 2 insure 30; ann 1 stand; ann 2 stand")
    assert outcome.net == {"ann": "-100"}
    assert outcome.line("ann", "insurance").box == 2


@pytest.mark.clause("BJ5 3.14", "BJP 3.15", "BJ5 1.16", "BJP 1.17")
@both
@pytest.mark.parametrize("shown", ["2D", "9D", "TD", "KD"])
def test_there_is_no_insurance_against_anything_but_an_ace(game: str, shown: str) -> None:
    actions = "ann 1 insure 50; ann 1 stand"
    assert refused(game, "ann 1 100", f"TS {shown} 8H 9C", actions).code == "illegal-action"


@pytest.mark.clause("BJ5 3.14.2a", "BJP 3.15.2a")
@both
@pytest.mark.parametrize("first", ["ann 1 stand", "ann 1 hit"])
def test_the_first_play_of_anyone_closes_insurance_for_all(game: str, first: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH AD 2S 8H 9C KC"
    stand = "" if first.endswith("stand") else "ann 1 stand; "
    refusal = refused(game, bets, cards, f"{first}; bob 2 insure 50; {stand}bob 2 stand")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.14.2a", "BJP 3.15.2a")
@both
def test_the_window_is_one_for_all_boxes_in_any_order(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100; cat 3 100", "TS TH TC AD 8S 8H 8C KC"
    actions = "cat 3 insure 50; ann 1 insure 50; bob 2 insure 50"
    plays = "ann 1 stand; bob 2 stand; cat 3 stand"
    outcome = settle(game, bets, cards, f"{actions}; {plays}")
    assert outcome.net == {"ann": "0", "bob": "0", "cat": "0"}


@pytest.mark.clause("BJ5 3.14.2b", "BJP 3.15.2b", "BJ5 1.9", "BJP 1.10")
@both
def test_insurance_outlives_a_bust_hand_and_needs_the_second_card_alone(game: str) -> None:
    # The dealer's 5 makes no blackjack; sixteen is not drawn to, since nothing depends on it.
    outcome = settle(game, "ann 1 100", "TS AD 8H 7C 5C", "ann 1 insure 50; ann 1 hit")
    assert outcome.net == {"ann": "-150"}
    assert [line.bet for line in outcome.lines] == ["initial", "insurance"]


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2", "BJ5 3.21.3", "BJP 3.22.3")
@both
def test_insurance_pays_beside_split_hands(game: str) -> None:
    actions = "ann 1 insure 50; ann 1 split; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100", "8S AD 8H TC 9C KC", actions)
    assert outcome.net == {"ann": "0"}  # +100 on insurance, one initial bet lost


@pytest.mark.clause("BJ5 3.14.2", "BJP 3.15.2", "BJ5 3.14.1", "BJP 3.15.1")
@both
@pytest.mark.parametrize(("second", "net"), [("KC", "100"), ("5C", "100"), ("9C", "100")])
def test_a_blackjack_may_be_insured(game: str, second: str, net: str) -> None:
    # A stand-off and 100 on the insurance, or 150 less 50.
    outcome = settle(game, "ann 1 100", f"AS AD KH {second}", "ann 1 insure 50")
    assert outcome.net == {"ann": net}


# --- even money --------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.14.1", "BJP 3.15.1", "BJ5 1.8", "BJP 1.9")
@cites("BJ5 3.14.1", "BJP 3.15.1")
def test_even_money_pays_a_blackjack_1_to_1_at_once(game: str, clause: str) -> None:
    # Nothing is left to draw for.
    outcome = settle(game, "ann 1 100", "AS AD KH", "ann 1 even-money")
    assert outcome.told() == [f"ann initial#1 100 > 200 win {clause}"]


@pytest.mark.clause("BJ5 3.14.1", "BJP 3.15.1")
@cites("BJ5 3.14.1", "BJP 3.15.1")
def test_without_even_money_two_blackjacks_stand_off(game: str, clause: str) -> None:
    outcome = settle(game, "ann 1 100", "AS AD KH KC")
    assert outcome.told() == [f"ann initial#1 100 > 100 push {clause}"]


@pytest.mark.clause("BJ5 3.14.1", "BJP 3.15.1")
@both
@pytest.mark.parametrize("second", ["9C", "AC", "5C"])
def test_without_even_money_a_blackjack_beats_an_ace_that_makes_none(
    game: str, second: str
) -> None:
    assert settle(game, "ann 1 100", f"AS AD KH {second}").net == {"ann": "150"}


@pytest.mark.clause("BJ5 3.14.1", "BJP 3.15.1", "BJ5 1.8", "BJP 1.9")
@both
def test_even_money_is_each_players_own(game: str) -> None:
    bets = "ann 1 100; bob 1 60; cat 1 40"
    actions = "cat 1 even-money; bob 1 insure 30"
    outcome = settle(game, bets, "AS AD KH KC", actions, seats={1: "ann"})
    assert outcome.net == {"ann": "0", "bob": "60", "cat": "40"}


@pytest.mark.clause("BJ5 3.14.1", "BJP 3.15.1")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "ann 1 insure 50; ann 1 even-money",
        "ann 1 even-money; ann 1 insure 50",
        "ann 1 even-money; ann 1 even-money",
    ],
)
def test_insurance_and_even_money_exclude_each_other(game: str, actions: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "AS TH AD KH 8H KC"
    assert refused(game, bets, cards, f"{actions}; bob 2 stand").code == "illegal-action"


@pytest.mark.clause("BJ5 1.8", "BJP 1.9")
@both
@pytest.mark.parametrize(
    "cards", ["TS AD 8H KC", "AS AD 9H KC", "AS AD AH KC", "TS 9D 8H TC", "TS TD 9H TC"]
)
def test_even_money_needs_a_blackjack_and_a_dealers_ace(game: str, cards: str) -> None:
    assert refused(game, "ann 1 100", cards, "ann 1 even-money").code == "illegal-action"


@pytest.mark.clause("BJ5 1.8", "BJP 1.9")
@both
def test_even_money_is_not_offered_against_a_ten(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "AS TH TD KH 8H 9C"
    refusal = refused(game, bets, cards, "ann 1 even-money; bob 2 stand")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.14.1", "BJP 3.15.1")
@both
def test_even_money_comes_before_anyones_third_card(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100; cat 3 100", "TS AH TC AD 8S KH 8C 9C"
    refusal = refused(game, bets, cards, "ann 1 stand; bob 2 even-money; cat 3 stand")
    assert refusal.code == "illegal-action"
    outcome = settle(game, bets, cards, "bob 2 even-money; ann 1 stand; cat 3 stand")
    assert outcome.net == {"ann": "-100", "bob": "100", "cat": "-100"}
