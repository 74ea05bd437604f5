"""RWS Blackjack and Blackjack Plus: what a dealing error leaves open, and what it closes."""

import pytest

from croupier import (
    Bet,
    Capacity,
    CardDealt,
    Misdeal,
    OffersClosed,
    begin,
    card,
    step,
    variant,
    waiting,
)
from tests.support.notation import refused, settle
from tests.support.rws import both, cites

ANN = {1: "ann"}
TWO = "ann 1 100; bob 2 100"
SHARED = "ann 1 100; bob 1 30; cat 2 100"


# --- cards drawn together ----------------------------------------------------------------------


@pytest.mark.clause("R29", "BJ5 5.12", "BJP 5.12")
@both
@pytest.mark.parametrize("drawn", ["5C 7C KC", "7C 5C KC", "7C KC 5C"])
def test_of_three_cards_the_rest_follow_in_the_order_they_lie(game: str, drawn: str) -> None:
    # Ann takes the five: 17. Bob's is the seven: 21. The dealer's is the king: 16, then 18.
    cards = f"TS TH 6D 2H 4S {drawn} 2D"
    actions = "ann 1 hit; dealer together 3; ann take 5C; ann 1 stand; bob 2 hit; bob 2 stand"
    assert settle(game, TWO, cards, actions).net == {"ann": "-100", "bob": "100"}


@pytest.mark.clause("R29", "BJ5 5.12", "BJP 5.12")
@both
def test_who_does_not_pick_gets_them_as_they_lie(game: str) -> None:
    cards = "TS TH 6D 2H 4S 5C 7C KC 2D"
    actions = "ann 1 hit; dealer together 3; ann 1 timeout; ann 1 stand; bob 2 hit; bob 2 stand"
    assert settle(game, TWO, cards, actions).net == {"ann": "-100", "bob": "100"}


# --- a card placed out of order ----------------------------------------------------------------


@pytest.mark.clause("R28", "R11", "BJ5 3.21.1", "BJP 3.22.1")
@both
def test_nobody_follows_a_split_after_a_placed_card(game: str) -> None:
    cards = "8S TH TD 8H 2H 5C 8C TC 9C 7C 7D"
    actions = "ann 1 split; pit misdeal @5; pit place 2 1 @5; {}ann 1 split{}" + "; ann 1 stand" * 3
    actions += "; cat 2 stand"
    assert refused(game, SHARED, cards, actions.format("bob 1 follow; ", ""), seats=ANN).code == (
        "illegal-action"
    )
    # Who let it pass takes no part in the next split either.
    assert refused(game, SHARED, cards, actions.format("", "; bob 1 follow"), seats=ANN).code == (
        "illegal-action"
    )
    outcome = settle(game, SHARED, cards, actions.format("", ""), seats=ANN)
    assert [one.hand for one in outcome.lines if one.player == "bob"] == [1]


@pytest.mark.clause("R28", "R11", "BJ5 3.22.1", "BJP 3.23.1")
@both
def test_nor_a_double(game: str) -> None:
    cards = "5S TH TD 6H 2H 5C 9C 7D"
    actions = "ann 1 double; pit misdeal @5; pit place 2 1 @5; {}cat 2 stand"
    late = actions.format("bob 1 follow; ")
    assert refused(game, SHARED, cards, late, seats=ANN).code == "illegal-action"
    outcome = settle(game, SHARED, cards, actions.format(""), seats=ANN)
    assert outcome.net == {"ann": "200", "bob": "30", "cat": "0"}


@pytest.mark.clause("R28", "R9", "BJ5 3.14.2a", "BJP 3.15.2a", "BJ5 3.16", "BJP 3.17")
@both
@pytest.mark.parametrize(
    ("first", "offer"),
    [("AD", "ann 1 insure 50"), ("AD", "bob 2 insure 50"), ("6D", "bob 2 surrender")],
)
def test_a_placed_card_closes_the_window(game: str, first: str, offer: str) -> None:
    cards = f"TS TH {first} 2H 6S 5C {'7C' if first == 'AD' else 'TC 2D'}"
    actions = "pit misdeal; pit place 1 1; {}ann 1 stand; bob 2 stand"
    assert refused(game, TWO, cards, actions.format(f"{offer}; ")).code == "illegal-action"
    assert settle(game, TWO, cards, actions.format("")).status == "settled"


@pytest.mark.clause("R28", "BJ5 3.14.2a", "BJP 3.15.2a")
@cites("BJ5 3.14.2", "BJP 3.15.2")
def test_there_is_no_insurance_once_the_dealers_second_card_lies_there(
    game: str, clause: str
) -> None:
    # It was dealt too early, and stayed where it fell: an ace and a king.
    cards, actions = "TS AD KC 8H", "pit misdeal @2; pit place dealer @2; {}ann 1 stand"
    refusal = refused(game, "ann 1 100", cards, actions.format("ann 1 insure 50; "))
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)
    assert settle(game, "ann 1 100", cards, actions.format("")).net == {"ann": "-100"}


@pytest.mark.clause("R28", "BJ5 3.14.1", "BJP 3.15.1")
@both
def test_nor_even_money(game: str) -> None:
    cards, actions = "AS AD KC KH", "pit misdeal @2; pit place dealer @2"
    refusal = refused(game, "ann 1 100", cards, f"{actions}; ann 1 even-money")
    assert refusal.code in ("illegal-action", "action-left-over")
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "0"}


@pytest.mark.clause("R28")
@cites("BJ5 5.7", "BJP 5.7")
@pytest.mark.parametrize(
    "actions",
    [
        # A card in its order ends the disorder, in the deal and in the play.
        "pit misdeal @2; pit place 1 1 @3; ann 1 stand; bob 2 stand",
        "ann 1 hit; pit misdeal @5; pit place 1 1 @6; bob 2 stand",
        # So does a decision, and an offer taken.
        "pit misdeal; ann 1 stand; pit place 2 1; bob 2 stand",
        "ann 1 stand; pit misdeal; bob 2 stand; pit place dealer @5",
        "pit misdeal; ann 1 surrender; pit place 2 1; bob 2 stand",
    ],
)
def test_cards_are_placed_only_while_the_disorder_lasts(
    game: str, clause: str, actions: str
) -> None:
    refusal = refused(game, TWO, "TS TH 6D 2H 6S 5C TC 2D 3D", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("R28", "R9")
@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("rws-blackjack", "AS AD KH"),
        ("rws-blackjack-plus", "AS AD KH"),
        ("live-blackjack", "TS AD 9H 7C"),
        ("classic-blackjack-shoe", "TS AD 9H 7C"),
    ],
)
def test_nor_once_the_dealer_goes_on_over_an_open_offer(game: str, deal: str) -> None:
    round = begin(variant(game), [Bet("ann", "initial", 100_00, 1)])
    for one in deal.split():
        round = step(round, CardDealt(card(one))).round
    round = step(round, Misdeal(Capacity.PIT, reconstructed=False)).round
    assert "place" in waiting(round).rulings
    assert waiting(round).choices
    round = step(round, OffersClosed()).round
    assert "place" not in waiting(round).rulings
    assert not waiting(round).choices


@pytest.mark.clause("R28")
@both
def test_and_any_number_of_them_while_it_does(game: str) -> None:
    actions = "ann 1 stand; pit misdeal; pit place 2 1; pit place 2 1; bob 2 stand"
    outcome = settle(game, TWO, "TS TH 6D 2H 6S 2C 3C TC 2D", actions)
    assert outcome.net == {"ann": "-100", "bob": "100"}


# --- a reconstruction --------------------------------------------------------------------------


@pytest.mark.clause("R27", "R28", "BJ5 5.9", "BJP 5.9")
@cites("BJ5 5.7", "BJP 5.7")
@pytest.mark.parametrize(
    "misdeals", ["pit misdeal reconstructed", "pit misdeal; pit misdeal reconstructed"]
)
@pytest.mark.parametrize("place", ["pit place 2 1", "pit place dealer"])
def test_after_a_reconstruction_no_card_stays_out_of_order(
    game: str, clause: str, misdeals: str, place: str
) -> None:
    actions = f"{misdeals}; {place}; ann 1 stand; bob 2 stand"
    refusal = refused(game, TWO, "TS TH 6D 2H 6S 5C TC 2D", actions)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)


@pytest.mark.clause("R28")
@both
def test_a_later_error_may_leave_what_an_earlier_one_did_not(game: str) -> None:
    actions = "pit misdeal reconstructed; pit misdeal; pit place 2 1; ann 1 stand; bob 2 stand"
    outcome = settle(game, TWO, "TS TH 6D 2H 6S 5C TC 2D", actions)
    assert outcome.net == {"ann": "-100", "bob": "100"}


@pytest.mark.clause("R27", "R28", "BJ5 5.9", "BJP 5.9", "BJ5 5.7.2", "BJP 5.7.2")
@both
@pytest.mark.parametrize(
    ("bets", "cards", "actions", "net"),
    [
        # A card that was asked for still comes.
        (
            TWO,
            "TS TH 6D 2H 9S 9C TC 2D",
            "ann 1 hit; pit misdeal reconstructed @5; ann 1 stand; bob 2 stand",
            {"ann": "100", "bob": "100"},
        ),
        # A double gets its one card.
        (
            TWO,
            "5S TH 6D 6H 9S 9C TC 2D",
            "ann 1 double; pit misdeal reconstructed @5; bob 2 stand",
            {"ann": "200", "bob": "100"},
        ),
        # The window is still open, and so is a split that may be followed.
        (
            TWO,
            "TS TH 6D 2H 9S TC 2D",
            "pit misdeal reconstructed; ann 1 surrender; bob 2 stand",
            {"ann": "-50", "bob": "100"},
        ),
        (
            TWO,
            "TS TH AD 9H 9S TC",
            "pit misdeal reconstructed; ann 1 insure 50; ann 1 stand; bob 2 stand",
            {"ann": "0", "bob": "-100"},
        ),
        (
            "ann 1 100; bob 1 30",
            "8S TD 8H TC 7C 7D",
            "ann 1 split; pit misdeal reconstructed @3; bob 1 follow; ann 1 stand; ann 1 stand",
            {"ann": "0", "bob": "0"},
        ),
    ],
)
def test_a_reconstruction_leaves_all_else_as_it_was(
    game: str, bets: str, cards: str, actions: str, net: dict[str, str]
) -> None:
    assert settle(game, bets, cards, actions).net == net


# --- the numbers of hands ----------------------------------------------------------------------


@pytest.mark.clause("R28", "BJ5 3.21.2", "BJP 3.22.2")
@cites("BJ5 5.7.3", "BJP 5.7.3")
def test_what_was_settled_on_a_hand_keeps_its_number_when_the_hand_is_split(
    game: str, clause: str
) -> None:
    actions = "pit misdeal; bob withdraw; ann 1 split; ann 1 stand; ann 1 stand"
    bets, cards = "ann 1 100; bob 1 30", "8S TD 8H TC 7C 7D"
    outcome = settle(game, bets, cards, actions, seats=ANN)
    assert outcome.told()[0] == f"bob initial#1 30 > 30 returned {clause}"
    assert [line.hand for line in outcome.lines] == [1, 1, 2]


@pytest.mark.clause("R28", "BJ5 3.21.2", "BJP 3.22.2")
@both
def test_a_later_hand_that_is_settled_moves_up_when_one_before_it_is_split(game: str) -> None:
    # Cards stayed on the second hand and bust it, 8 T T; then the first, 8 8, is split again.
    cards = "8S TD 8H 8C TC TH 9C TS 7D"
    actions = "ann 1 split; pit misdeal @4; pit place 1 2; pit place 1 2; ann 1 split"
    outcome = settle(game, "ann 1 100", cards, actions + "; ann 1 stand" * 2)
    assert [(line.hand, line.result) for line in outcome.lines] == [
        (3, "lose"),
        (1, "push"),
        (2, "win"),
    ]


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2")
@both
def test_the_hands_of_another_box_keep_theirs(game: str) -> None:
    # Ann's second hand busts; then bob splits his nines.
    cards = "8S 9H TD 8H 9S TC 6C KC TH 8C 7D"
    actions = "ann 1 split; ann 1 stand; ann 1 hit; bob 2 split; bob 2 stand; bob 2 stand"
    outcome = settle(game, TWO, cards, actions)
    assert [(line.player, line.hand, line.result) for line in outcome.lines] == [
        ("ann", 2, "lose"),
        ("ann", 1, "win"),
        ("bob", 1, "win"),
        ("bob", 2, "push"),
    ]
