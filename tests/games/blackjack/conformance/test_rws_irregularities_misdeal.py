"""RWS Blackjack and Blackjack Plus: dealing errors, and the choice each player then has."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import cites

BJ5 = "rws-blackjack"
BJP = "rws-blackjack-plus"
both = pytest.mark.parametrize("game", [BJ5, BJP])
ANN = {1: "ann"}
TWO = "ann 1 100; bob 2 100"
THREE = "ann 1 100; bob 2 100; cat 3 100"


# --- the choice --------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.7", "BJP 5.7", "BJ5 5.7.3", "BJP 5.7.3")
@cites("BJ5 5.7.3", "BJP 5.7.3")
@pytest.mark.parametrize("kind", ["misdeal", "misdeal reconstructed"])
def test_after_a_dealing_error_a_player_may_take_the_bet_back(
    game: str, clause: str, kind: str
) -> None:
    actions = f"ann 1 stand; pit {kind}; bob withdraw"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert outcome.told()[0] == f"bob initial#1 100 > 100 returned {clause}"
    assert outcome.net == {"ann": "-100", "bob": "0"}


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1", "BJ5 5.7.2", "BJP 5.7.2", "BJ5 5.7", "BJP 5.7")
@both
@pytest.mark.parametrize("kind", ["misdeal", "misdeal reconstructed"])
@pytest.mark.parametrize("answers", ["", "bob continue; ", "ann continue; bob continue; "])
def test_or_go_on_said_or_unsaid(game: str, kind: str, answers: str) -> None:
    actions = f"ann 1 stand; pit {kind}; {answers}bob 2 stand"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert outcome.net == {"ann": "-100", "bob": "-100"}


@pytest.mark.clause("BJ5 5.7", "BJP 5.7")
@both
def test_the_choice_is_every_players_though_the_error_was_on_one_box(game: str) -> None:
    actions = "ann 1 stand; pit misdeal; cat withdraw; ann withdraw; bob 2 stand"
    outcome = settle(game, THREE, "TS TH TC 6D 8S 9H 7C TD 5D", actions)
    assert outcome.net == {"ann": "0", "bob": "-100", "cat": "0"}


@pytest.mark.clause("BJ5 5.7", "BJP 5.7")
@both
@pytest.mark.parametrize(
    "answers",
    [
        "bob continue; bob withdraw",
        "bob withdraw; bob continue",
        "bob withdraw; bob withdraw",
        "zoe withdraw",
        "zoe continue",
    ],
)
def test_a_choice_is_made_once_by_players_of_the_round(game: str, answers: str) -> None:
    actions = f"ann 1 stand; pit misdeal; {answers}; bob 2 stand; cat 3 stand"
    refusal = refused(game, THREE, "TS TH TC 6D 8S 9H 7C TD 5D", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.7", "BJP 5.7")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "ann 1 stand; pit misdeal; bob 2 stand; cat withdraw; cat 3 stand",
        "ann 1 stand; pit misdeal; bob 2 stand; cat continue; cat 3 stand",
        "ann 1 stand; bob withdraw; bob 2 stand; cat 3 stand",  # there was no error
        "pit misdeal; ann 1 insure 50; bob withdraw; ann 1 stand; bob 2 stand; cat 3 stand",
    ],
)
def test_the_choice_closes_with_the_next_decision(game: str, actions: str) -> None:
    cards = "TS TH TC AD 8S 9H 7C KC"
    assert refused(game, THREE, cards, actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.7", "BJP 5.7")
@both
def test_the_choice_closes_with_the_next_card(game: str) -> None:
    # The error is found in the deal; two cards later nobody withdraws any more.
    actions = "pit misdeal @3; ann 1 stand; bob withdraw; bob 2 stand"
    refusal = refused(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert refusal.code == "illegal-action"


@pytest.mark.clause("BJ5 5.7", "BJP 5.7")
@both
def test_who_goes_on_has_the_choice_again_after_another_error(game: str) -> None:
    actions = "pit misdeal; ann 1 stand; pit misdeal; bob withdraw"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert outcome.net == {"ann": "-100", "bob": "0"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
def test_who_has_withdrawn_is_not_asked_again(game: str) -> None:
    actions = "pit misdeal; bob withdraw; ann 1 stand; pit misdeal; bob withdraw; cat 3 stand"
    refusal = refused(game, THREE, "TS TH TC 6D 8S 9H 7C TD 5D", actions)
    assert refusal.code == "illegal-action"


# --- what goes back ----------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
@pytest.mark.parametrize(
    ("bets", "cards", "actions", "net"),
    [
        # A double goes back whole.
        ("ann 1 100; bob 2 100", "5S TH 6D 6S 9H TC 7D 5D", "ann 1 double 60", "0"),
        # So does insurance.
        ("ann 1 100; bob 2 100", "TS TH AD 8S 9H KC", "ann 1 insure 50", "0"),
        # Both hands of a split.
        ("ann 1 100; bob 2 100", "8S TH 6D 8H 9H TC TD 5D", "ann 1 split", "0"),
        # A bust hand has lost, the other goes back.
        (
            "ann 1 100; bob 2 100",
            "8S TH 6D 8H 9H 6C TC 3C TD 5D",
            "ann 1 split; ann 1 hit",
            "-100",
        ),
        # Bust, with nothing left to give back.
        ("ann 1 100; bob 2 100", "TS TH 6D 8S 9H 7C TD 5D", "ann 1 hit", "-100"),
        # A surrender has been decided, though it is not yet settled.
        ("ann 1 100; bob 2 100", "TS TH 6D 8S 9H TD 5D", "ann 1 surrender", "-50"),
        # So has a blackjack against a six, and even money taken.
        ("ann 1 100; bob 2 100", "AS TH 6D KS 9H TD 5D", "", "150"),
        ("ann 1 100; bob 2 100", "AS TH AD KS 9H KC", "ann 1 even-money", "100"),
        # A blackjack against a ten or an ace has not.
        ("ann 1 100; bob 2 100", "AS TH TD KS 9H 8C", "", "0"),
        ("ann 1 100; bob 2 100", "AS TH AD KS 9H KC", "", "0"),
        ("ann 1 100; bob 2 100", "AS TH AD KS 9H KC", "ann 1 insure 50", "0"),
    ],
)
def test_what_is_not_yet_decided_goes_back_and_what_is_decided_stands(
    game: str, bets: str, cards: str, actions: str, net: str
) -> None:
    outcome = settle(game, bets, cards, f"{actions}; pit misdeal; ann withdraw; bob 2 stand")
    assert outcome.net["ann"] == net
    assert outcome.status == "settled"


@pytest.mark.clause("BJ5 5.7.3")
@pytest.mark.parametrize(
    ("at", "net"),
    [
        (1, "-20"),  # one three: over 13 is lost already, the pair and the under bet are open
        (4, "-30"),  # both cards lie there: 3 9, twelve: the pair is lost, under 13 won
        (5, "-30"),
    ],
)
def test_side_bets_stand_once_their_cards_lie_there(at: int, net: str) -> None:
    bets = f"{TWO}; ann 1 over-13 20; ann 1 under-13 20; ann 1 player-pair 30"
    dealt = {1: "3S TH 6D 9H TD 5D", 4: "3S TH 6D 9S 9H TD 5D", 5: "3S TH 6D 9S 9H TD 5D"}
    actions = f"pit misdeal @{at}; ann withdraw; bob 2 stand"
    assert settle(BJ5, bets, dealt[at], actions).net == {"ann": net, "bob": "-100"}


@pytest.mark.clause("BJP 5.7.3")
def test_boom_busted_and_an_open_pair_bet_go_back() -> None:
    bets = f"{TWO}; ann 1 rws-pairs 20; ann boom-busted 10"
    actions = "pit misdeal @1; ann withdraw; bob 2 stand"
    outcome = settle(BJP, bets, "TS TH 6D 9H TD 5D", actions)
    assert outcome.net == {"ann": "0", "bob": "-100"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3", "BJ5 3.9", "BJP 3.9")
@pytest.mark.parametrize(("game", "bet"), [(BJ5, "player-pair"), (BJP, "rws-pairs")])
def test_a_side_bettor_is_a_player_of_the_table_and_may_withdraw_too(game: str, bet: str) -> None:
    bets = f"{TWO}; zoe 1 {bet} 10"
    actions = "pit misdeal @2; zoe withdraw; ann 1 stand; bob 2 stand"
    outcome = settle(game, bets, "TS TH 6D TC 9H TD 5D", actions)
    assert outcome.net["zoe"] == "0"


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@pytest.mark.parametrize(("game", "bet"), [(BJ5, "player-pair"), (BJP, "rws-pairs")])
def test_a_side_bet_whose_box_was_given_up_before_its_second_card_is_returned(
    game: str, bet: str
) -> None:
    bets = f"{TWO}; bob 1 {bet} 10"
    actions = "pit misdeal @3; ann withdraw; bob 2 stand"
    outcome = settle(game, bets, "TS TH 6D 9H TD 5D", actions)
    assert outcome.line("bob", bet).result == "returned"
    assert outcome.net == {"ann": "0", "bob": "-100"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
@pytest.mark.parametrize(
    ("cards", "at"),
    [("TH 6D 9H TD 5D", 0), ("TS TH 6D 9H TD 5D", 1), ("TS TH 6D 9H TD 5D", 3)],
)
def test_a_box_given_up_in_the_deal_gets_no_more_cards(game: str, cards: str, at: int) -> None:
    # Bob has nineteen either way, and the dealer makes twenty-one.
    actions = f"pit misdeal @{at}; ann withdraw; bob 2 stand"
    outcome = settle(game, TWO, cards, actions)
    assert outcome.net == {"ann": "0", "bob": "-100"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
@pytest.mark.parametrize("at", [0, 2, 3, 5])
def test_a_round_all_have_withdrawn_from_is_settled_without_another_card(
    game: str, at: int
) -> None:
    cards = " ".join(["TS", "TH", "6D", "8S", "9H"][:at])
    outcome = settle(game, TWO, cards, f"pit misdeal @{at}; ann withdraw; bob withdraw")
    assert (outcome.status, outcome.net) == ("settled", {"ann": "0", "bob": "0"})


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
def test_a_bet_may_be_taken_back_while_the_dealer_draws(game: str) -> None:
    actions = "ann 1 stand; bob 2 stand; pit misdeal @6; bob withdraw"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert outcome.net == {"ann": "-100", "bob": "0"}
    actions += "; ann withdraw"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC", actions)
    assert (outcome.status, outcome.net) == ("settled", {"ann": "0", "bob": "0"})


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
def test_insurance_decided_by_the_second_card_stands_when_the_hand_is_withdrawn(game: str) -> None:
    actions = "ann 1 insure 50; ann 1 stand; bob 2 stand; pit misdeal @6; ann withdraw"
    outcome = settle(game, TWO, "TS TH AD 8S 9H 5C TC 3D", actions)
    assert outcome.net == {"ann": "-50", "bob": "0"}


# --- others on the box -------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3", "BJ5 1.26", "BJP 1.26")
@both
def test_when_the_seat_withdraws_the_next_on_the_box_decides(game: str) -> None:
    bets = "ann 1 100; bob 1 30; cat 1 50"
    actions = "pit misdeal; ann withdraw; cat 1 stand"
    outcome = settle(game, bets, "TS 6D 8H TC 9D", actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "30", "cat": "50"}
    wrong = "pit misdeal; ann withdraw; bob 1 stand"
    refusal = refused(game, bets, "TS 6D 8H TC 9D", wrong, seats=ANN)
    assert refusal.code == "not-your-turn"


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
def test_when_a_standing_player_withdraws_the_seat_goes_on(game: str) -> None:
    bets = "ann 1 100; bob 1 30"
    actions = "pit misdeal; bob withdraw; ann 1 hit; ann 1 stand"
    outcome = settle(game, bets, "TS 6D 2H 8C TC 9D", actions, seats=ANN)
    assert outcome.net == {"ann": "100", "bob": "0"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3")
@both
def test_a_card_the_seat_had_asked_for_is_not_forced_on_who_decides_next(game: str) -> None:
    bets = "ann 1 100; bob 1 30"
    actions = "ann 1 hit; pit misdeal @3; ann withdraw; bob 1 stand"
    outcome = settle(game, bets, "TS 6D 8H TC 9D", actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "30"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3", "BJ5 3.22.1", "BJP 3.23.1")
@both
def test_a_double_others_have_followed_still_gets_its_one_card(game: str) -> None:
    bets = "ann 1 100; bob 1 30"
    actions = "ann 1 double; bob 1 follow; pit misdeal @3; ann withdraw"
    outcome = settle(game, bets, "5S 6D 6H TC TD 9D", actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "60"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3", "BJ5 3.7", "BJP 3.7")
@both
def test_a_withdrawal_is_from_all_the_players_boxes(game: str) -> None:
    bets = "ann 1 100; ann 2 60; bob 2 30"
    actions = "pit misdeal; ann withdraw; bob 2 stand"
    outcome = settle(game, bets, "TS TH 6D 8S 9H TC 9D", actions)
    assert outcome.net == {"ann": "0", "bob": "30"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3", "BJ5 3.16", "BJP 3.17")
@both
def test_with_the_decision_goes_the_surrender(game: str) -> None:
    bets = "ann 1 100; bob 1 30"
    actions = "pit misdeal; ann withdraw; bob 1 surrender"
    outcome = settle(game, bets, "TS 6D 8H", actions, seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "-15"}


@pytest.mark.clause("BJ5 5.7.3", "BJP 5.7.3", "BJ5 3.16", "BJP 3.17")
@both
def test_a_standing_player_cannot_withdraw_from_a_surrender(game: str) -> None:
    bets = "ann 1 100; bob 1 30; cat 2 100"
    actions = "ann 1 surrender; pit misdeal; bob withdraw; cat 2 stand"
    outcome = settle(game, bets, "TS TH 6D 8S 9H TC 3D", actions, seats=ANN)
    assert outcome.net == {"ann": "-50", "bob": "-15", "cat": "0"}


@pytest.mark.clause("BJ5 5.7", "BJP 5.7", "BJ5 3.14.1", "BJP 3.15.1")
@both
@pytest.mark.parametrize(
    ("cards", "answer", "net"),
    [
        ("AS AD KH", "ann withdraw", "0"),
        ("AS AD KH", "ann 1 even-money", "100"),
        ("AS AD KH 9C", "ann continue", "150"),
    ],
)
def test_a_waiting_blackjack_has_the_choice_beside_its_own_offers(
    game: str, cards: str, answer: str, net: str
) -> None:
    outcome = settle(game, "ann 1 100", cards, f"pit misdeal @3; {answer}")
    assert outcome.net == {"ann": net}


# --- reconstruction ----------------------------------------------------------------------------


@pytest.mark.clause("BJ5 5.9", "BJP 5.9", "BJ5 1.24", "BJP 1.23", "BJ5 5.7.2", "BJP 5.7.2")
@both
@pytest.mark.parametrize(
    "actions",
    [
        "pit misdeal reconstructed @2; ann 1 stand; bob 2 stand",  # within the deal
        "pit misdeal reconstructed initial; ann 1 stand; bob 2 stand",  # in the window
        "ann 1 stand; pit misdeal reconstructed; bob 2 stand",  # a later error
        "ann 1 stand; pit misdeal reconstructed subsequent; bob 2 stand",
        "ann 1 stand; bob 2 stand; pit misdeal reconstructed @6",  # in the dealer's hand
    ],
)
def test_cards_are_reconstructed_until_the_settlement_they_belong_to(
    game: str, actions: str
) -> None:
    """The cards of the round are those of the intended order: it goes on as if rightly dealt."""
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert outcome.net == {"ann": "-100", "bob": "-100"}


@pytest.mark.clause("BJ5 5.10", "BJP 5.10", "BJ5 5.10.1", "BJP 5.10.1", "BJ5 5.9", "BJP 5.9")
@cites("BJ5 5.10.1", "BJP 5.10.1")
@pytest.mark.parametrize(
    "actions",
    [
        "ann 1 stand; pit misdeal reconstructed initial; bob 2 stand",
        "ann 1 stand; bob 2 stand; pit misdeal reconstructed initial @6",
    ],
)
def test_the_initial_deal_is_not_reconstructed_after_the_interim_settlement(
    game: str, clause: str, actions: str
) -> None:
    refusal = refused(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("BJ5 5.10.1", "BJP 5.10.1")
@both
def test_nothing_is_reconstructed_after_the_final_settlement(game: str) -> None:
    actions = "ann 1 stand; pit misdeal reconstructed"
    assert refused(game, "ann 1 100", "TS 9D 8H TC", actions).code == "illegal-action"


@pytest.mark.clause("BJ5 5.7.1", "BJP 5.7.1", "BJ5 5.10.1", "BJP 5.10.1")
@both
def test_an_error_of_the_deal_found_later_still_gives_the_choice(game: str) -> None:
    actions = "ann 1 stand; pit misdeal initial; bob withdraw"
    outcome = settle(game, TWO, "TS TH 6D 8S 9H TC 5D", actions)
    assert outcome.net == {"ann": "-100", "bob": "0"}
