"""RWS Blackjack and Blackjack Plus: splitting."""

import pytest

from croupier import Act, Action, Bet, CardDealt, Refused, begin, card, step, variant
from tests.support.families import blackjack_round
from tests.support.notation import refused, settle
from tests.support.rws import both


@pytest.mark.clause("BJ5 3.21", "BJP 3.22", "BJ5 1.29", "BJP 1.29")
@both
@pytest.mark.parametrize("pair", ["8S 8H", "TS KH", "QS JH", "KS KH", "9S 9H"])
def test_two_first_cards_of_equal_value_may_be_split(game: str, pair: str) -> None:
    first, second = pair.split()
    cards = f"{first} 6D {second} 9C 8C TD 9D"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split; ann 1 stand; ann 1 stand")
    assert [(line.hand, line.stake, line.returned) for line in outcome.lines] == [
        (1, 100_00, 200_00),
        (2, 100_00, 200_00),
    ]


@pytest.mark.clause("BJ5 3.21", "BJP 3.22", "BJ5 1.29", "BJP 1.29")
@both
@pytest.mark.parametrize("hand", ["8S 7H", "AS JH", "TS 9H", "AS 2H"])
def test_two_cards_of_different_value_may_not_be_split(game: str, hand: str) -> None:
    first, second = hand.split()
    bets, cards = "ann 1 100; bob 2 100", f"{first} TH 6D {second} 8H TD 9D"
    refusal = refused(game, bets, cards, "ann 1 split; bob 2 stand")
    assert refusal.code in ("illegal-action", "not-your-turn")


@pytest.mark.clause("BJ5 3.21", "BJP 3.22")
@both
@pytest.mark.parametrize("amount", [99_00, 101_00])
def test_a_split_is_for_an_equal_stake_and_no_other(game: str, amount: int) -> None:
    round = begin(variant(game), [Bet("ann", "initial", 100_00, 1)])
    for dealt in ("8S", "6D", "8H"):
        round = step(round, CardDealt(card(dealt))).round
    with pytest.raises(Refused) as refusal:
        step(round, Act("ann", Action.SPLIT, 1, amount))
    assert refusal.value.code == "limit"
    split = blackjack_round(step(round, Act("ann", Action.SPLIT, 1, 100_00)).round)
    assert split.boxes[0].hands[1].stakes


@pytest.mark.clause("BJ5 3.21", "BJP 3.22")
@both
def test_only_the_first_two_cards_may_be_split(game: str) -> None:
    actions = "ann 1 hit; ann 1 split"
    refusal = refused(game, "ann 1 100", "4S 6D 4H 4C TC", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_the_second_hand_gets_its_card_after_the_first_has_been_played(game: str) -> None:
    # 8+3+9 is twenty and stands, then 8+T: eighteen. The dealer has nineteen.
    cards = "8S TD 8H 3C 9C TC 9D"
    actions = "ann 1 split; ann 1 hit; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100", cards, actions)
    assert [line.returned for line in outcome.lines] == [200_00, 0]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
@pytest.mark.parametrize("cards", ["8S 6D 8H", "8S 6D 8H TC"])
def test_each_split_hand_must_get_a_card(game: str, cards: str) -> None:
    refusal = refused(game, "ann 1 100", cards, "ann 1 split; ann 1 stand")
    assert refusal.code == "card-missing"


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "BJ5 3.19", "BJP 3.20")
@both
def test_a_split_hand_below_12_must_draw_too(game: str) -> None:
    refusal = refused(game, "ann 1 100", "2S 6D 2H 3C", "ann 1 split; ann 1 stand")
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_three_splits_make_four_hands(game: str) -> None:
    cards = "8S 6D 8H 8C 8D TS TH TC TD 9C 7C"
    actions = "ann 1 split; ann 1 split; ann 1 split" + "; ann 1 stand" * 4
    outcome = settle(game, "ann 1 100", cards, actions)
    assert [line.hand for line in outcome.lines] == [1, 2, 3, 4]
    assert outcome.data["players"]["ann"] == {"staked": "400", "returned": "800", "net": "400"}


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_there_is_no_fourth_split(game: str) -> None:
    cards = "8S 6D 8H 8C 8D 8S"
    actions = "ann 1 split; ann 1 split; ann 1 split; ann 1 split"
    assert refused(game, "ann 1 100", cards, actions).code == "illegal-action"


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_the_limit_of_four_hands_holds_for_each_box(game: str) -> None:
    cards = "8S 8S 6D 8H 8H TC 9C 7C TD TH 9D"
    actions = "ann 1 split; ann 1 stand; ann 1 stand; ann 2 split; ann 2 stand; ann 2 stand"
    outcome = settle(game, "ann 1 100; ann 2 50", cards, actions)
    assert [(line.box, line.hand) for line in outcome.lines] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert outcome.net == {"ann": "300"}


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_a_hand_split_again_comes_right_after_the_one_it_came_from(game: str) -> None:
    # Hands: 8 T; then 8 8 of the second hand, split: 8 9 and 8 7. In that order.
    cards = "8S TD 8H TC 8C 9C 7C 7D"
    actions = "ann 1 split; ann 1 stand; ann 1 split; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100", cards, actions)
    # Against seventeen: eighteen wins, seventeen stands off, fifteen loses.
    assert [(line.hand, line.result) for line in outcome.lines] == [
        (1, "win"),
        (2, "push"),
        (3, "lose"),
    ]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_the_first_hand_split_again_pushes_the_second_one_back(game: str) -> None:
    # 8 8 split; the first draws an eight and is split: 8 T, 8 9; the old second hand is third.
    cards = "8S TD 8H 8C TC 9C 7C 7D"
    actions = "ann 1 split; ann 1 split; ann 1 stand; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100", cards, actions)
    assert [line.result for line in outcome.lines] == ["win", "push", "lose"]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_aces_are_split_once_with_one_card_each_and_no_turn(game: str) -> None:
    # Twelve and twenty against eighteen, with no further word from ann.
    outcome = settle(game, "ann 1 100", "AS TD AH AC 9C 8D", "ann 1 split")
    assert [line.result for line in outcome.lines] == ["lose", "win"]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "BJ5 3.22", "BJP 3.23", "BJ5 1.6", "BJP 1.7")
@both
@pytest.mark.parametrize("more", ["hit", "stand", "double", "split"])
def test_split_aces_may_do_nothing_more(game: str, more: str) -> None:
    cards = "AS TD AH AC 9C 8D"
    refusal = refused(game, "ann 1 100", cards, f"ann 1 split; ann 1 {more}")
    assert refusal.code == "action-left-over"
    bets, cards = "ann 1 100; bob 2 100", "AS TH TD AH 9H AC 9C 8D"
    refusal = refused(game, bets, cards, f"ann 1 split; ann 1 {more}; bob 2 stand")
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "BJ5 1.2", "BJP 1.2")
@both
@pytest.mark.parametrize("pair", ["AS AH", "TS TH", "KS QH", "TS JH"])
def test_21_on_a_split_pair_is_paid_even_money(game: str, pair: str) -> None:
    first, second = pair.split()
    filler = "T" if first[0] == "A" else "A"
    cards = f"{first} 6D {second} {filler}C {filler}D TC 9C"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split")
    assert [line.returned for line in outcome.lines] == [200_00, 200_00]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "BJ5 1.27", "BJP 1.27")
@both
def test_21_on_a_split_ten_is_a_soft_21_that_may_not_be_doubled_or_drawn_to(game: str) -> None:
    # The first hand has no turn: what is said next is said for the second, a nineteen.
    cards = "TS 6D TH AC 9C TC 9D"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split; ann 1 stand")
    assert [line.stake for line in outcome.lines] == [100_00, 100_00]
    doubled = settle(game, "ann 1 100", "TS 6D TH AC 9C 2C TC 9D", "ann 1 split; ann 1 double")
    assert [line.stake for line in doubled.lines] == [100_00, 200_00]


@pytest.mark.clause("BJ5 3.22", "BJP 3.23", "BJ5 1.6", "BJP 1.7")
@both
def test_a_split_hand_may_be_doubled_for_up_to_its_stake(game: str) -> None:
    cards = "8S 6D 8H 3C TC 9C TD 9D"
    actions = "ann 1 split; ann 1 double {}; ann 1 stand"
    outcome = settle(game, "ann 1 100", cards, actions.format(40))
    assert [line.stake for line in outcome.lines] == [140_00, 100_00]
    assert outcome.net == {"ann": "240"}
    assert refused(game, "ann 1 100", cards, actions.format(101)).code == "limit"


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3")
@both
def test_a_split_hand_that_busts_loses_what_is_on_it_and_the_other_goes_on(game: str) -> None:
    cards = "8S 6D 8H 5C TC 9C TD 9D"
    actions = "ann 1 split; ann 1 double; ann 1 stand"
    outcome = settle(game, "ann 1 100", cards, actions)
    assert [(line.hand, line.stake, line.returned) for line in outcome.lines] == [
        (1, 200_00, 0),
        (2, 100_00, 200_00),
    ]


@pytest.mark.clause("BJ5 3.21", "BJP 3.22")
@both
def test_where_all_split_hands_bust_the_dealer_draws_nothing(game: str) -> None:
    cards = "8S 6D 8H 6C TC 7C TD"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split; ann 1 hit; ann 1 hit")
    assert outcome.net == {"ann": "-200"}
