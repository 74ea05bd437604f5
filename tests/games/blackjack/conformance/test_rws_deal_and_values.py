"""RWS Blackjack and Blackjack Plus: boxes, decks, the order of the deal, what cards are worth."""

import pytest

from tests.support.notation import refused, settle
from tests.support.rws import both


@pytest.mark.clause("BJ5 2.2.1", "BJP 2.2.1")
@both
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_four_to_eight_decks_may_be_in_use(game: str, decks: int) -> None:
    outcome = settle(game, "ann 1 100", "AS 6D KH", settings={"decks": decks})
    assert outcome.net == {"ann": "150"}


@pytest.mark.clause("BJ5 2.2.1", "BJP 2.2.1")
@both
@pytest.mark.parametrize("decks", [0, 1, 3, 9, "8", 6.5])
def test_no_other_number_of_decks_is_allowed(game: str, decks: object) -> None:
    refusal = refused(game, "ann 1 100", "AS 6D KH", settings={"decks": decks})
    assert refusal.code == "bad-setting"


@pytest.mark.clause("BJ5 2.2.1", "BJP 2.2.1")
@both
@pytest.mark.parametrize(("decks", "last"), [(4, "5H"), (8, "AH")])
def test_each_deck_holds_a_card_once(game: str, decks: int, last: str) -> None:
    # Two aces of spades to the player, the dealer draws the others and ends on a soft 17.
    aces = " ".join(["AS"] * decks)
    settings = {"decks": decks}
    outcome = settle(game, "ann 1 100", f"{aces} {last}", "ann 1 stand", settings=settings)
    assert outcome.net == {"ann": "-100"}
    refusal = refused(game, "ann 1 100", f"{aces} AS", "ann 1 stand", settings=settings)
    assert refusal.code == "card-impossible"


@pytest.mark.clause("BJ5 2.1.1a", "BJP 2.1.1a")
@both
def test_the_layout_has_seven_boxes(game: str) -> None:
    bets = "; ".join(f"p{box} {box} 100" for box in range(1, 8))
    cards = "AS AH AD AC AS AH AD 6D KS KH KD KC KS KH KD"
    assert set(settle(game, bets, cards).net.values()) == {"150"}


@pytest.mark.clause("BJ5 2.1.1a", "BJP 2.1.1a")
@both
@pytest.mark.parametrize("box", [0, 8, 99])
def test_there_is_no_eighth_box(game: str, box: int) -> None:
    assert refused(game, f"ann {box} 100", "AS 6D KH").code == "illegal-bet"


@pytest.mark.clause("BJ5 2.1.1a", "BJP 2.1.1a")
@pytest.mark.parametrize(
    ("game", "bet"), [("rws-blackjack", "player-pair"), ("rws-blackjack-plus", "rws-pairs")]
)
def test_side_bets_have_no_eighth_box_either(game: str, bet: str) -> None:
    refusal = refused(game, f"ann 1 100; ann 8 {bet} 10", "AS 6D KH")
    assert refusal.code == "illegal-bet"


@pytest.mark.clause("BJ5 3.11", "BJP 3.11", "BJ5 1.15", "BJP 1.16")
@both
def test_two_rounds_of_cards_from_box_one_with_the_dealer_between(game: str) -> None:
    # Box 1 has 9 9, box 2 8 8, box 3 7 7, the dealer 6 and draws only when all have decided.
    outcome = settle(
        game,
        "ann 1 100; bob 2 100; cat 3 100",
        "9S 8S 7S 6D 9H 8H 7H TC AC",
        "ann 1 stand; bob 2 stand; cat 3 stand",
    )
    assert outcome.net == {"ann": "100", "bob": "-100", "cat": "-100"}


@pytest.mark.clause("BJ5 3.11", "BJP 3.11")
@both
def test_the_deal_goes_by_the_place_of_the_box_not_by_who_bet_first(game: str) -> None:
    outcome = settle(
        game,
        "cat 6 100; ann 2 100",
        "TS 2S 7D TH 3H TC TD",
        "ann 2 stand; cat 6 hit; cat 6 stand",
    )
    # Box 2 has twenty, box 6 has 2 3 T: fifteen. The dealer has seventeen.
    assert outcome.net == {"cat": "-100", "ann": "100"}


@pytest.mark.clause("BJ5 3.11", "BJP 3.11")
@both
def test_a_box_without_a_bet_gets_no_card(game: str) -> None:
    outcome = settle(game, "ann 1 100; bob 7 100", "AS KS 6D KH AH")
    assert outcome.net == {"ann": "150", "bob": "150"}


@pytest.mark.clause("BJ5 3.11", "BJP 3.11", "BJ5 1.33", "BJP 1.33")
@both
def test_the_dealer_has_no_second_card_while_players_draw(game: str) -> None:
    # The fourth card is the player's third: the dealer's ten has no card under it.
    outcome = settle(game, "ann 1 100", "5S TD 6H TC 9C", "ann 1 hit; ann 1 stand")
    assert outcome.net == {"ann": "100"}


@pytest.mark.clause("BJ5 3.11", "BJP 3.11")
@both
@pytest.mark.parametrize("cards", ["", "TS", "TS 6D"])
def test_the_deal_waits_for_every_card(game: str, cards: str) -> None:
    assert refused(game, "ann 1 100", cards, "ann 1 stand").code == "card-missing"


@pytest.mark.clause("BJ5 3.11", "BJP 3.11", "BJ5 3.7", "BJP 3.7", "BJ5 3.8", "BJP 3.8")
@both
def test_boxes_decide_in_the_order_of_the_deal(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 6D 8S 9H TC 9C"
    late = settle(game, bets, cards, "ann 1 stand; bob 2 stand")
    assert late.net == {"ann": "100", "bob": "100"}
    assert refused(game, bets, cards, "bob 2 stand; ann 1 stand").code == "not-your-turn"


@pytest.mark.clause("BJ5 3.7", "BJP 3.7")
@both
def test_one_player_may_bet_on_several_boxes_each_settled_for_itself(game: str) -> None:
    outcome = settle(game, "ann 1 100; ann 4 60", "TS TH 7D TC 6H TD", "ann 1 stand; ann 4 stand")
    assert outcome.line("ann", "initial", box=1).returned == 200_00
    assert outcome.line("ann", "initial", box=4).returned == 0
    assert outcome.net == {"ann": "40"}


@pytest.mark.clause("BJ5 3.7", "BJP 3.7", "BJ5 1.32", "BJP 1.32")
@both
def test_one_player_may_bet_on_every_box_and_beside_others(game: str) -> None:
    bets = "; ".join(f"ann {box} 10" for box in range(1, 8)) + "; bob 3 50"
    cards = "AS AH AD AC AS AH AD 6D KS KH KD KC KS KH KD"
    outcome = settle(game, bets, cards, seats={3: "bob"})
    assert outcome.net == {"ann": "105", "bob": "75"}


@pytest.mark.clause("BJ5 1.14", "BJP 1.15")
@pytest.mark.parametrize(
    ("game", "side"), [("rws-blackjack", "player-pair"), ("rws-blackjack-plus", "rws-pairs")]
)
def test_a_side_bet_is_no_part_of_the_initial_bet(game: str, side: str) -> None:
    # Half of 100 may be insured, not half of 150; the double may be 100, not 150.
    bets = f"ann 1 100; ann 1 {side} 50"
    assert refused(game, bets, "5S AD 6H", "ann 1 insure 75").code == "limit"
    assert refused(game, bets, "5S 9D 6H", "ann 1 double 150").code == "limit"


@pytest.mark.clause("BJ5 3.2", "BJP 3.2", "BJ5 3.2.2", "BJP 3.2.2")
@pytest.mark.clause("BJ5 1.23", "BJP 1.22")
@both
@pytest.mark.parametrize(
    ("third", "net"),
    [("AC", "-100"), ("2C", "-100"), ("3C", "0"), ("4C", "100"), ("5C", "100")],
)
def test_cards_add_up_to_the_point_total(game: str, third: str, net: str) -> None:
    # A hard sixteen and one more, against nineteen.
    outcome = settle(game, "ann 1 100", f"9S TD 7H {third} 9C", "ann 1 hit; ann 1 stand")
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJ5 3.2.2", "BJP 3.2.2", "BJ5 3.2.3", "BJP 3.2.3", "BJ5 1.23", "BJP 1.22")
@both
@pytest.mark.parametrize("third", ["6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC"])
def test_six_and_more_take_a_sixteen_past_21(game: str, third: str) -> None:
    assert settle(game, "ann 1 100", f"9S TD 7H {third}", "ann 1 hit").net == {"ann": "-100"}


@pytest.mark.clause("BJ5 1.19", "BJP 1.19", "BJ5 3.2.3", "BJP 3.2.3")
@both
@pytest.mark.parametrize("card", ["TC", "JC", "QC", "KC", "JS", "QH", "KD"])
def test_tens_and_pictures_are_worth_ten_in_every_suit(game: str, card: str) -> None:
    outcome = settle(game, "ann 1 100", f"{card} 9D 8H TD", "ann 1 stand")
    assert outcome.net == {"ann": "-100"}
    outcome = settle(game, "ann 1 100", f"{card} 9D 9H TD", "ann 1 stand")
    assert outcome.net == {"ann": "0"}


@pytest.mark.clause("BJ5 3.2.1", "BJP 3.2.1", "BJ5 1.28", "BJP 1.28")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("AS 9D 8H TD", "ann 1 stand", "0"),  # eleven and eight against nineteen
        ("AS 9D 7H TD", "ann 1 stand", "-100"),
        ("AS 9D 4H 5C TD", "ann 1 hit; ann 1 stand", "100"),  # eleven, four, five: twenty
        ("AS 9D AH 8C TD", "ann 1 hit; ann 1 stand", "100"),  # only one ace is eleven: twenty
    ],
)
def test_an_ace_is_eleven_where_that_does_not_pass_21(
    game: str, cards: str, actions: str, net: str
) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": net}


@pytest.mark.clause("BJ5 3.2.1", "BJP 3.2.1", "BJ5 1.11", "BJP 1.12")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("AS 9D 7H TC TD", "ann 1 hit; ann 1 stand", "-100"),  # A 7 T: eighteen
        ("AS 9D 8H TC TD", "ann 1 hit; ann 1 stand", "0"),  # A 8 T: nineteen
        ("AS 9D 5H 8C 6C TD", "ann 1 hit; ann 1 hit; ann 1 stand", "100"),  # A 5 8 6: twenty
        ("TS 9D 6H AC TD", "ann 1 hit; ann 1 stand", "-100"),  # T 6 A: seventeen, not 27
        ("AS 9D AH TC 7C TD", "ann 1 hit; ann 1 hit; ann 1 stand", "0"),  # A A T 7: nineteen
    ],
)
def test_an_ace_is_one_where_eleven_would_pass_21(
    game: str, cards: str, actions: str, net: str
) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": net}


@pytest.mark.clause("BJ5 3.1", "BJP 3.1")
@both
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS TD 6H 5C TC", "ann 1 hit; ann 1 stand"),  # a hard 21
        ("AS TD 6H 4C TC", "ann 1 hit"),  # a soft 21
        ("TS 9D TH TC", "ann 1 stand"),  # twenty, nearer than nineteen
    ],
)
def test_the_total_nearest_21_without_passing_it_wins(game: str, cards: str, actions: str) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "100"}


@pytest.mark.clause("BJ5 3.1", "BJP 3.1", "BJ5 1.3", "BJP 1.4")
@both
def test_a_total_past_21_is_bust_even_where_the_dealer_would_have_bust_too(game: str) -> None:
    bets = "ann 1 100; bob 2 100"
    outcome = settle(game, bets, "TS TH 6D 6S 8H 6C TC 9C", "ann 1 hit; bob 2 stand")
    assert outcome.net == {"ann": "-100", "bob": "100"}


@pytest.mark.clause("BJ5 1.3", "BJP 1.4")
@both
def test_exactly_21_is_not_bust(game: str) -> None:
    outcome = settle(game, "ann 1 100", "TS 6D 6H 5C TC 5D", "ann 1 hit; ann 1 stand")
    assert outcome.net == {"ann": "0"}


@pytest.mark.clause("BJ5 1.2", "BJP 1.2")
@both
@pytest.mark.parametrize("ten", ["TH", "JH", "QH", "KH"])
@pytest.mark.parametrize("order", ["{ace} 6D {ten}", "{ten} 6D {ace}"])
def test_an_ace_and_any_ten_as_first_two_cards_are_a_blackjack(
    game: str, ten: str, order: str
) -> None:
    outcome = settle(game, "ann 1 100", order.format(ace="AS", ten=ten))
    assert outcome.net == {"ann": "150"}


@pytest.mark.clause("BJ5 1.2", "BJP 1.2")
@both
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS 9D 5H 6C TC", "ann 1 hit; ann 1 stand"),
        ("AS 9D 5H 5C TC", "ann 1 hit"),
        ("7S 9D 7H 7C TC", "ann 1 hit; ann 1 stand"),
    ],
)
def test_21_with_more_than_two_cards_is_no_blackjack(game: str, cards: str, actions: str) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": "100"}


@pytest.mark.clause("BJ5 1.2", "BJP 1.2", "BJ5 1.27", "BJP 1.27")
@both
def test_an_ace_and_a_ten_after_a_split_are_a_soft_21_and_no_blackjack(game: str) -> None:
    # Both split hands make 21 with two cards: each is paid even money and takes no card.
    outcome = settle(game, "ann 1 100", "TS 6D KH AC AD TC TD", "ann 1 split")
    assert outcome.net == {"ann": "200"}
    assert [line.hand for line in outcome.lines] == [1, 2]
