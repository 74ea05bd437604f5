"""RWS Blackjack and Blackjack Plus: surrender before anyone's third card, and the interim
settlement that follows."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both, cites

# --- surrender ---------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.16", "BJP 3.17", "BJ5 1.34", "BJP 1.34")
@cites("BJ5 3.16", "BJP 3.17")
@pytest.mark.parametrize("shown", ["2D", "9D", "TD", "KD"])
def test_a_surrender_gives_half_back_and_the_dealer_draws_nothing(
    game: str, clause: str, shown: str
) -> None:
    outcome = settle(game, "ann 1 100", f"TS {shown} 6H", "ann 1 surrender")
    assert outcome.told() == [f"ann initial#1 100 > 50 surrender {clause}"]


@pytest.mark.clause("BJ5 3.16", "BJP 3.17")
@both
def test_half_of_an_odd_stake_is_given_back_to_the_cent(game: str) -> None:
    assert settle(game, "ann 1 25", "TS 9D 6H", "ann 1 surrender").net == {"ann": "-12.5"}


@pytest.mark.clause("BJ5 3.16", "BJP 3.17", "BJ5 1.34", "BJP 1.34")
@both
def test_there_is_no_surrender_against_an_ace(game: str) -> None:
    refusal = refused(game, "ann 1 100", "TS AD 6H KC", "ann 1 surrender")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.16", "BJP 3.17")
@both
@pytest.mark.parametrize("shown", ["TD", "9D"])
def test_a_blackjack_cannot_be_surrendered(game: str, shown: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", f"AS TH {shown} KH 8H 9C"
    refusal = refused(game, bets, cards, "ann 1 surrender; bob 2 stand")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.16", "BJP 3.17")
@both
@pytest.mark.parametrize("hand", ["5S 6H", "AS 9H", "8S 8H", "AS AH", "TS TH"])
def test_any_other_two_cards_may_be_surrendered(game: str, hand: str) -> None:
    first, second = hand.split()
    outcome = settle(game, "ann 1 100", f"{first} 9D {second}", "ann 1 surrender")
    assert outcome.net == {"ann": "-50"}


@pytest.mark.clause("BJ5 3.16", "BJP 3.17", "BJ5 1.32", "BJP 1.32")
@both
def test_a_surrender_binds_every_bet_on_the_box(game: str) -> None:
    bets = "ann 1 100; bob 1 60; cat 1 5"
    outcome = settle(game, bets, "TS 9D 6H", "ann 1 surrender", seats={1: "ann"})
    assert outcome.net == {"ann": "-50", "bob": "-30", "cat": "-2.5"}


@pytest.mark.clause("BJ5 3.16", "BJP 3.17", "BJ5 3.8", "BJP 3.8")
@both
@pytest.mark.parametrize("who", ["bob 1", "cat 1", "zoe 1", "ann 2"])
def test_only_who_decides_for_the_box_may_surrender_it(game: str, who: str) -> None:
    bets, cards = "ann 1 100; bob 1 60; cat 2 100", "TS TH 9D 6S 8H TC"
    actions = f"{who} surrender; ann 1 stand; cat 2 stand"
    assert refused(game, bets, cards, actions, seats={1: "ann"}).code == "not-your-turn"


@pytest.mark.clause("BJ5 3.16", "BJP 3.17")
@both
def test_a_later_box_may_surrender_before_an_earlier_one_plays(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 9D 8S 6H TC"
    outcome = settle(game, bets, cards, "bob 2 surrender; ann 1 stand")
    assert outcome.net == {"ann": "-100", "bob": "-50"}
    refusal = refused(game, bets, cards, "ann 1 stand; bob 2 surrender")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.16", "BJP 3.17", "BJ5 3.21", "BJP 3.22")
@both
@pytest.mark.parametrize(
    ("cards", "first"),
    [("8S 9D 8H 3C", "split"), ("8S 9D 3H 2C", "hit"), ("TS 9D 3H 2C", "hit")],
)
def test_no_surrender_after_a_split_or_a_card(game: str, cards: str, first: str) -> None:
    refusal = refused(game, "ann 1 100", cards, f"ann 1 {first}; ann 1 surrender")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.16", "BJP 3.17")
@both
@pytest.mark.parametrize("second", ["surrender", "stand", "hit"])
def test_a_surrendered_box_has_nothing_more_to_decide(game: str, second: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 9D 6S 8H TC"
    actions = f"ann 1 surrender; ann 1 {second}; bob 2 stand"
    assert refused(game, bets, cards, actions).code in ("not-your-turn", "illegal-action")


# --- the interim settlement --------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.15", "BJP 3.16", "BJ5 4.1.1", "BJP 4.1.1")
@cites("BJ5 3.15", "BJP 3.16")
@pytest.mark.parametrize("shown", list("23456789"))
def test_a_blackjack_against_2_to_9_is_paid_3_to_2_at_once(
    game: str, clause: str, shown: str
) -> None:
    outcome = settle(game, "ann 1 100", f"AS {shown}D KH")
    assert outcome.told() == [f"ann initial#1 100 > 250 win {clause}"]


@pytest.mark.clause("BJ5 3.15", "BJP 3.16")
@cites("BJ5 3.15", "BJP 3.16")
@pytest.mark.parametrize("ten", ["TD", "JD", "QD", "KD"])
def test_against_a_ten_a_blackjack_waits_for_the_second_card(
    game: str, clause: str, ten: str
) -> None:
    tie = settle(game, "ann 1 100", f"AS {ten} KH AC")
    assert tie.told() == [f"ann initial#1 100 > 100 push {clause}"]
    won = settle(game, "ann 1 100", f"AS {ten} KH 2C")
    assert won.told() == [f"ann initial#1 100 > 250 win {clause}"]
    assert refused(game, "ann 1 100", f"AS {ten} KH").code == "card-missing"


@pytest.mark.clause("BJ5 1.17", "BJP 1.18", "BJ5 3.15", "BJP 3.16")
@both
def test_surrenders_come_before_blackjacks_and_both_before_the_play(game: str) -> None:
    bets = "ann 1 100; bob 2 100; cat 3 100"
    cards = "AS TH TC 6D KH 6H 9C TS 9S"
    outcome = settle(game, bets, cards, "bob 2 surrender; cat 3 stand")
    assert [line.player for line in outcome.lines] == ["bob", "ann", "cat"]
    assert outcome.net == {"ann": "150", "bob": "-50", "cat": "100"}


@pytest.mark.clause("BJ5 1.17")
def test_version_5_settles_side_bets_then_surrenders_then_blackjacks() -> None:
    bets = (
        "ann 1 100; bob 2 100; cat 3 100; ann 1 under-13 10; bob 2 over-13 10; cat 3 player-pair 5"
    )
    cards = "AS TH TC 6D KH 6H 9C TS 9S"
    outcome = settle("rws-blackjack", bets, cards, "bob 2 surrender; cat 3 stand")
    assert [(line.player, line.bet) for line in outcome.lines] == [
        ("ann", "under-13"),
        ("bob", "over-13"),
        ("cat", "player-pair"),
        ("bob", "initial"),
        ("ann", "initial"),
        ("cat", "initial"),
    ]


@pytest.mark.clause("BJP 1.18")
def test_plus_settles_pairs_then_even_money_and_insurance_with_the_second_card() -> None:
    bets = "ann 1 100; bob 2 100; bob 2 rws-pairs 10; cat 3 100"
    cards = "AS TH TC AD KH TD 9C KC"
    actions = "cat 3 insure 50; ann 1 even-money; bob 2 stand; cat 3 stand"
    outcome = settle("rws-blackjack-plus", bets, cards, actions)
    assert [(line.player, line.bet) for line in outcome.lines] == [
        ("bob", "rws-pairs"),
        ("ann", "initial"),
        ("cat", "insurance"),
        ("bob", "initial"),
        ("cat", "initial"),
    ]
