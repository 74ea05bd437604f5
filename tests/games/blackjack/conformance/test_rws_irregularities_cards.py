"""RWS Blackjack and Blackjack Plus: cards out of order, too many, in the wrong place, together."""

import pytest

from tests.support.notation import refused, settle

BJ5 = "rws-blackjack"
BJP = "rws-blackjack-plus"
both = pytest.mark.parametrize("game", [BJ5, BJP])
ANN = {1: "ann"}
TWO = "ann 1 100; bob 2 100"


# --- cards that stay where they were dealt -----------------------------------------------------


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1")
@both
@pytest.mark.parametrize(
    ("place", "net"),
    [
        # The two that was dealt out of order makes ann's 18 a 20, or bob's 19 a 21, or the
        # dealer's 6 an 8; then the dealer draws a ten, and a three where that is due.
        ("1 1", {"ann": "100", "bob": "0"}),
        ("2 1", {"ann": "-100", "bob": "100"}),
        ("dealer", {"ann": "0", "bob": "100"}),
    ],
)
def test_a_card_that_cannot_be_put_in_order_stays_where_it_was_dealt(
    game: str, place: str, net: dict[str, str]
) -> None:
    cards = "TS TH 6D 8S 9H 2C TC" + ("" if place == "dealer" else " 3D")
    actions = f"ann 1 stand; pit misdeal; pit place {place}; bob 2 stand"
    assert settle(game, TWO, cards, actions).net == net


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1", "BJ5 3.18", "BJP 3.19")
@both
def test_who_goes_on_accepts_a_card_that_busts_the_hand(game: str) -> None:
    actions = "ann 1 stand; pit misdeal; pit place 2 1"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H 9C TC 5D", actions)
    assert outcome.net == {"ann": "-100", "bob": "-100"}


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1")
@both
def test_several_cards_may_lie_out_of_order_after_one_error(game: str) -> None:
    actions = "ann 1 stand; pit misdeal; pit place 2 1; pit place dealer; bob 2 stand"
    outcome = settle(game, TWO, "TS TH 6D 8S 5H 4C TC 4D", actions)
    assert outcome.net == {"ann": "-100", "bob": "-100"}  # 18 and 19 against 6 T 4


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1")
@both
def test_in_the_deal_the_others_are_dealt_what_they_still_lack(game: str) -> None:
    # The second card went to box 1 again; bob, the dealer and bob get theirs.
    actions = "pit misdeal @1; pit place 1 1 @1; ann 1 stand; bob 2 stand"
    outcome = settle(game, TWO, "TS 8S TH 6D 9H TC 2D", actions)
    assert outcome.net == {"ann": "0", "bob": "100"}


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "ann 1 stand; pit place 2 1; bob 2 stand",  # there was no error
        "ann 1 stand; pit misdeal reconstructed; pit place 2 1; bob 2 stand",
        "pit misdeal; ann 1 stand; pit place 2 1; bob 2 stand",  # a decision came between
        "pit misdeal; pit place 3 1; ann 1 stand; bob 2 stand",  # no such box
        "pit misdeal; pit place 2 2; ann 1 stand; bob 2 stand",  # no such hand
        "pit misdeal; pit place 2 0; ann 1 stand; bob 2 stand",
    ],
)
def test_a_card_is_placed_only_after_an_error_that_was_not_reconstructed(
    game: str, actions: str
) -> None:
    refusal = refused(game, TWO, "TS TH 6D 8S 9H 2C TC 3D", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.4.1", "BJP 5.4.1", "BJ5 5.7.1", "BJP 5.7.1")
@both
@pytest.mark.parametrize(("second", "net"), [("KC", "0"), ("5C", "-50")])
def test_insurance_is_decided_by_a_second_card_placed_with_the_dealer(
    game: str, second: str, net: str
) -> None:
    opening = "ann 1 insure 50; ann 1 stand; pit misdeal; pit place dealer"
    cards = f"TS TH AD 8S 9H {second}" + ("" if second == "KC" else " 2C")
    outcome = settle(game, TWO, cards, f"{opening}; house interrupt; bob 2 stand")
    assert (outcome.status, outcome.net["ann"]) == ("settled", net)


@pytest.mark.clause("BJ5 3.14.2a", "BJP 3.15.2a", "BJ5 3.14.1", "BJP 3.15.1")
@pytest.mark.clause("BJ5 3.16", "BJP 3.17")
@both
@pytest.mark.parametrize(
    ("cards", "offer"),
    [
        ("TS TH AD 8S 9H KC", "pit place dealer; ann 1 insure 50; ann 1 stand; bob 2 stand"),
        ("TS TH AD 2S 9H 3C KC", "pit place 1 1; bob 2 insure 50; ann 1 stand; bob 2 stand"),
        ("TS AH AD 8S KH KC", "pit place dealer; bob 2 even-money; ann 1 stand"),
        ("TS TH 9D 2S 9H 3C TC", "pit place 1 1; bob 2 surrender; ann 1 stand"),
    ],
)
def test_a_further_card_to_anyone_closes_the_window_though_it_lies_out_of_order(
    game: str, cards: str, offer: str
) -> None:
    assert refused(game, TWO, cards, f"pit misdeal; {offer}").code == "illegal-action"


@pytest.mark.clause("BJ5 3.16", "BJP 3.17", "BJ5 5.7.1", "BJP 5.7.1")
@both
def test_a_card_laid_on_a_hand_that_was_surrendered_changes_nothing(game: str) -> None:
    actions = "ann 1 surrender; pit misdeal; pit place 1 1; bob 2 stand"
    assert settle(game, TWO, "TS TH 6D 8S 9H TC TD 5C", actions).net["ann"] == "-50"


# --- cards thrown away -------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.10.2", "BJP 5.10.2", "BJ5 5.10", "BJP 5.10")
@both
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        ("TS 9D 8H TC 2C", "-100"),  # nineteen stands, though 21 or a bust lies there
        ("TS 7D 8H TC 9C", "100"),
        ("TS AD 8H 6C 4C", "100"),  # a soft seventeen was complete
        ("TS 6D 8H TC 9C 2C", "100"),  # so was a bust
        ("TS TD 8H AC 5C", "-100"),  # and a blackjack
    ],
)
def test_a_dealers_overdraw_is_discarded_and_the_total_before_it_stands(
    game: str, cards: str, net: str
) -> None:
    actions = "ann 1 stand; pit discard overdraw"
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": net}


@pytest.mark.clause("BJ5 5.10.2", "BJP 5.10.2")
@both
def test_every_card_too_many_is_discarded(game: str) -> None:
    actions = "ann 1 stand; pit discard overdraw; pit discard overdraw"
    outcome = settle(game, "ann 1 100", "TS TD 8H 8C 5C 6C", actions)
    assert outcome.net == {"ann": "0"}
    short = refused(game, "ann 1 100", "TS TD 8H 8C 5C", actions)
    assert short.code == "card-missing"


@pytest.mark.clause("BJ5 5.10.2", "BJP 5.10.2")
@both
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS 6D 8H TC 5C", "ann 1 stand; pit discard overdraw @4"),  # sixteen is not complete
        ("TS 6D 8H 5C", "pit discard overdraw @3; ann 1 stand"),
    ],
)
def test_there_is_no_overdraw_on_a_hand_that_is_not_complete(
    game: str, cards: str, actions: str
) -> None:
    assert refused(game, "ann 1 100", cards, actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.10.2", "BJP 5.10.2", "R12", "R27")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("TS 6D 8H 7C 5C", "ann 1 hit; pit discard overdraw", "-100"),  # every hand has bust
        ("TS 6D 8H 7C 5C 9C", "ann 1 hit; pit discard overdraw; pit discard overdraw", "-100"),
        ("AS 6D KH 5C", "pit discard overdraw", "150"),  # the blackjack is paid already
        ("TS 6D 8H 7C 5C", "ann 1 hit; pit discard overdraw @4", "-100"),
    ],
)
def test_a_dealer_who_need_not_draw_draws_too_much(
    game: str, cards: str, actions: str, net: str
) -> None:
    """The dealer draws only what a bet still needs: with all decided, any card is too many."""
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": net}


@pytest.mark.clause("BJ5 5.10.3", "BJP 5.10.3", "BJ5 5.10", "BJP 5.10")
@both
def test_cards_dealt_to_a_box_without_a_bet_are_discarded(game: str) -> None:
    actions = "ann 1 stand; pit discard no-bet; bob 2 hit; bob 2 stand"
    outcome = settle(game, TWO, "TS TH 6D 8S 2H KC 9H TC 2D", actions)
    assert outcome.net == {"ann": "0", "bob": "100"}
    actions = "ann 1 stand; bob 2 stand; pit discard no-bet @6"  # in the dealer's hand
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC KC 2D", actions)
    assert outcome.net == {"ann": "0", "bob": "100"}


@pytest.mark.clause("BJ5 5.10.3", "BJP 5.10.3", "BJ5 5.9", "BJP 5.9")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "pit discard no-bet @1; ann 1 stand; bob 2 stand",
        "pit discard no-bet; ann 1 stand; bob 2 stand",  # in the window
        "ann 1 stand; bob 2 stand; pit discard no-bet",  # the round is finished
    ],
)
def test_before_the_interim_settlement_such_cards_are_put_back_in_order(
    game: str, actions: str
) -> None:
    refusal = refused(game, TWO, "TS TH 9D 8S 9H TC KC", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.7", "BJP 5.7")
@both
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("2C 3C TS 6D 8H TC 2D", "pit burn 2 @0; ann 1 stand"),
        ("TS 2C 6D 8H TC 2D", "pit burn 1 @1; ann 1 stand"),
        ("TS 6D 8H 2C TC 2D", "ann 1 stand; pit burn 1 @3"),
        ("TS 6D 8H 2C TC 2D", "pit burn 1; ann 1 stand"),
        ("TS 6D 8H TC 2C 3C 4C 2D", "ann 1 stand; pit burn 3 @4"),
    ],
)
def test_burned_cards_are_out_of_the_round(game: str, cards: str, actions: str) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "0"}


@pytest.mark.clause("R9", "R10", "BJ5 3.16", "BJP 3.17", "BJ5 3.22", "BJP 3.23")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("TS 9D 6H 2C", "ann 1 surrender", "-50"),
        ("6S 6D 5H 2C TC TD 8C", "ann 1 double", "200"),
    ],
)
def test_a_burned_card_is_no_card_of_the_hand_nor_of_the_window(
    game: str, cards: str, actions: str, net: str
) -> None:
    assert settle(game, "ann 1 100", cards, f"pit burn 1 @3; {actions}").net == {"ann": net}


@pytest.mark.clause("R28", "BJ5 3.13", "BJP 3.13")
@pytest.mark.parametrize(
    ("game", "side_bet", "returned"),
    [
        (BJ5, "player-pair", 120_00),
        (BJ5, "under-13", 0),
        (BJP, "rws-pairs", 130_00),
    ],
)
def test_side_bets_are_decided_by_the_first_two_cards_though_a_third_was_placed(
    game: str, side_bet: str, returned: int
) -> None:
    # Ann's two eights, then a four laid there by mistake before bob's second card.
    bets, cards = f"{TWO}; ann 1 {side_bet} 10", "8S TH 6D 8C 4C 9H TD 2C"
    rulings = "pit misdeal @4; pit place 1 1 @4"
    outcome = settle(game, bets, cards, f"{rulings}; ann 1 stand; bob 2 stand")
    assert outcome.line("ann", side_bet).returned == returned


@pytest.mark.clause("BJ5 5.11", "BJP 5.11")
@both
def test_a_card_found_face_up_is_simply_the_next_card(game: str) -> None:
    """It needs no ruling: whoever is due a card gets it, and no choice is offered."""
    cards = "5S TH 6D 6S 9H KC TC 5D"
    outcome = settle(game, TWO, cards, "ann 1 hit; ann 1 stand; bob 2 stand")
    assert outcome.net == {"ann": "0", "bob": "-100"}
    refusal = refused(game, TWO, cards, "ann 1 hit; bob withdraw; ann 1 stand; bob 2 stand")
    assert refusal.code == "illegal-action"


# --- cards drawn together ----------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
@pytest.mark.parametrize(
    ("pick", "last", "net"),
    [
        ("8C", "9C", "100"),  # T 2 8 against 6 4 9
        ("4C", "3C", "-100"),  # T 2 4 against 6 8 3
    ],
)
def test_the_player_picks_one_and_the_other_is_the_next_card(
    game: str, pick: str, last: str, net: str
) -> None:
    actions = f"ann 1 hit; dealer together 2; ann take {pick}; ann 1 stand"
    outcome = settle(game, "ann 1 100", f"TS 6D 2H 8C 4C {last}", actions)
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
def test_of_three_cards_the_others_follow_in_order(game: str) -> None:
    # Ann takes the ace for 19; the four and the ten go to the dealer: 6 4 T.
    cards = "TS 6D 8H 4C AC TC"
    actions = "ann 1 hit; dealer together 3; ann take AC; ann 1 stand"
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "-100"}


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
@pytest.mark.parametrize(
    ("cards", "picked", "net"),
    [
        # The first two cards of all: ann takes the nine, the ten is bob's. 6 T 4 beats both.
        ("TS 9H 6D 9S 9D TC 4D", "dealer together 2 @0; ann take 9H", "-100"),
        # Bob's first and the dealer's: bob takes the ten, the six is the dealer's, who busts.
        ("TS 6H TD 9S 9D TC 8D", "dealer together 2 @1; bob take TD", "100"),
        # Bob's second and the next, which is the dealer's second: 6 5 T.
        ("TS TH 6D 9S 5C 9C TD", "dealer together 2 @4; bob take 9C", "-100"),
    ],
)
def test_cards_together_in_the_initial_deal(game: str, cards: str, picked: str, net: str) -> None:
    outcome = settle(game, TWO, cards, f"{picked}; ann 1 stand; bob 2 stand")
    assert outcome.net == {"ann": net, "bob": net}


@pytest.mark.clause("BJ5 5.12", "BJP 5.12", "BJ5 3.8", "BJP 3.8")
@both
def test_the_player_who_decides_for_the_box_picks(game: str) -> None:
    bets = "ann 1 100; bob 1 50"
    cards = "TS 6D 2H 8C 4C KC"
    actions = "ann 1 hit; dealer together 2; {} take 8C; ann 1 stand"
    outcome = settle(game, bets, cards, actions.format("ann"), seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "0"}
    refusal = refused(game, bets, cards, actions.format("bob"), seats=ANN)
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
@pytest.mark.parametrize("instead", ["ann take KC", "ann take 2H", "ann 1 stand", "ann 1 hit"])
def test_one_of_the_cards_has_to_be_taken(game: str, instead: str) -> None:
    actions = f"ann 1 hit; dealer together 2; {instead}; ann 1 stand"
    refusal = refused(game, "ann 1 100", "TS 6D 2H 8C 4C KC", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
def test_the_round_waits_for_the_pick(game: str) -> None:
    actions = "ann 1 hit; dealer together 2"
    refusal = refused(game, "ann 1 100", "TS 6D 2H 8C 4C KC", actions)
    assert refusal.code == "decision-missing"


@pytest.mark.clause("BJ5 5.12", "BJP 5.12")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "dealer together 2 @3; ann 1 hit; ann take 8C; ann 1 stand",  # no card is due
        "ann 1 hit; dealer together 1; ann take 8C; ann 1 stand",  # one is not together
        "ann 1 hit; ann take 8C; ann 1 stand",  # nothing to pick from
    ],
)
def test_cards_come_together_only_where_a_card_is_due(game: str, actions: str) -> None:
    refusal = refused(game, "ann 1 100", "TS 6D 2H 8C 4C KC", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.12.1", "BJP 5.12.1")
@both
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        # In the dealer's hand: eighteen against 6 T 2, the two fives are out.
        ("TS 6D 8H TC 5C 5D 2D", "ann 1 stand; dealer together 2 @4"),
        # The dealer's second card.
        ("TS 6D 8H 5C 5D TC 2D", "ann 1 stand; dealer together 2"),
        # The dealer's first card, in the initial deal.
        ("TS AC KC 6D 8H TC 2D", "dealer together 2 @1; ann 1 stand"),
        ("TS AC KC QC 6D 8H TC 2D", "dealer together 3 @1; ann 1 stand"),
    ],
)
def test_cards_together_on_the_dealers_hand_are_discarded_and_another_is_drawn(
    game: str, cards: str, actions: str
) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "0"}


@pytest.mark.clause("BJ5 5.12.2", "BJP 5.12.2")
@both
@pytest.mark.parametrize(
    ("actions", "cards", "net"),
    [
        # On a player's hand: bob takes his bet back, and so may ann, whose card it was.
        (
            "ann 1 hit; dealer together 2; ann take 8C; bob withdraw; ann 1 stand",
            "TS TH 6D 2H 9H 8C 4C KC",
            {"ann": "0", "bob": "0"},
        ),
        (
            "ann 1 hit; dealer together 2; ann take 8C; ann withdraw; bob 2 stand",
            "TS TH 6D 2H 9H 8C 4C KC",
            {"ann": "0", "bob": "-100"},
        ),
        # In the deal: bob gets no second card, the ace goes to ann as her third.
        (
            "dealer together 2 @3; ann take 8C; bob withdraw; ann 1 hit; ann 1 stand",
            "TS TH 6D 8C AC TC 2D",
            {"ann": "100", "bob": "0"},
        ),
        # On the dealer's hand.
        (
            "ann 1 stand; bob 2 stand; dealer together 2 @6; bob withdraw",
            "TS TH 6D 8H 9H TC 4C KC 5D",
            {"ann": "-100", "bob": "0"},
        ),
    ],
)
def test_cards_together_are_a_dealing_error_with_the_choice_for_all(
    game: str, actions: str, cards: str, net: dict[str, str]
) -> None:
    assert settle(game, TWO, cards, actions).net == net


@pytest.mark.clause("BJ5 5.12", "BJP 5.12", "BJ5 5.3", "BJP 5.3")
@both
def test_where_nobody_is_left_to_pick_the_cards_come_as_they_lie(game: str) -> None:
    cards = "5S 6D 6H TC 9C 2D"
    outcome = settle(game, "ann 1 100", cards, "ann 1 timeout; dealer together 2")
    assert outcome.net == {"ann": "100"}  # 21 against 6 9 2


@pytest.mark.clause("BJ5 5.12", "BJP 5.12", "BJ5 5.5.1", "BJP 5.5.1", "BJ5 5.4.2", "BJP 5.4.2")
@both
@pytest.mark.parametrize("ruling", ["pit void foreign-card", "house interrupt"])
def test_a_round_may_be_voided_while_cards_lie_there_to_be_picked(game: str, ruling: str) -> None:
    actions = f"ann 1 hit; dealer together 2; {ruling}"
    outcome = settle(game, "ann 1 100", "TS 6D 2H 8C 4C", actions)
    assert (outcome.status, outcome.net) == ("void", {"ann": "0"})
