"""Blackjack Plus: Boom Busted, the bet on the dealer's bust."""

import pytest

from tests.support.notation import refused, settle

BJP = "rws-blackjack-plus"


@pytest.mark.clause("BJP 4.1", "BJP 4.1.3", "BJP 1.3", "BJP 3.26", "BJP 3.26.3")
@pytest.mark.parametrize(
    ("drawn", "pays"),
    [
        ("TC TH", 2),
        ("2C TC TH", 2),
        ("2C 2H TC TH", 4),
        ("2C 2H 2S 8C TC", 12),
        ("2C 2H 2S 2D 6C TC", 50),
        ("AC AH TC AS AD TH", 50),
        ("2C 2H 2S 2D 2C 4C TC", 200),
        ("2C 2H 2S 2D 2C 2H 2S TC", 200),
    ],
)
def test_boom_busted_pays_by_the_number_of_cards(drawn: str, pays: int) -> None:
    # The dealer shows a two; ann has nothing to do but stand.
    outcome = settle(BJP, "ann 1 100; bob boom-busted 10", f"TS 2D 8H {drawn}", "ann 1 stand")
    assert outcome.told() == [
        "ann initial#1 100 > 200 win BJP 3.24.1",
        f"bob boom-busted 10 > {10 + 10 * pays} win BJP 3.26",
    ]


@pytest.mark.clause("BJP 4.1.3", "BJP 1.3", "BJP 5.12.1", "R29")
@pytest.mark.parametrize(
    ("drawn", "ruling"),
    [
        ("3C 2C TC TH", "pit burn 1 @3"),
        ("2C 9C 9H TC TH", "dealer together 2 @4"),
        ("2C TC 9C 9H 4D TH", "dealer together 2 @5; pit burn 1 @7"),
    ],
)
def test_boom_busted_does_not_count_discarded_cards(drawn: str, ruling: str) -> None:
    # The dealer busts with four cards, which pays 2 to 1; five or more would pay more.
    cards = f"TS 2D 8H {drawn}"
    outcome = settle(BJP, "ann 1 100; ann boom-busted 10", cards, f"ann 1 stand; {ruling}")
    assert outcome.told()[-1] == "ann boom-busted 10 > 30 win BJP 3.26"


@pytest.mark.clause("BJP 3.26.2", "BJP 3.26")
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        ("TS 7D 8H TC", "90"),
        ("TS 6D 8H AC", "90"),  # a soft seventeen stands
        ("TS 6D 8H TC 5C", "-110"),  # twenty-one is no bust
        ("TS TD 8H AC", "-110"),  # nor is a blackjack
        ("TS 2D 8H 2C 2H 2S 2D 2C 2H 3H", "90"),  # eight cards, seventeen
    ],
)
def test_without_a_bust_boom_busted_loses(cards: str, net: str) -> None:
    outcome = settle(BJP, "ann 1 100; ann boom-busted 10", cards, "ann 1 stand")
    assert outcome.told()[-1] == "ann boom-busted 10 > 0 lose BJP 3.26"
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJP 3.26.1")
def test_the_dealer_draws_for_boom_busted_though_every_hand_is_bust() -> None:
    bets = "ann 1 100; bob 2 100; cat boom-busted 10"
    cards = "TS TH 6D 6S 6H 9S 9H TC 8C"
    outcome = settle(BJP, bets, cards, "ann 1 hit; bob 2 hit")
    assert outcome.net == {"ann": "-100", "bob": "-100", "cat": "20"}


@pytest.mark.clause("BJP 3.26.1", "BJP 3.24")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("TS TD 6H 6C TC", "ann 1 surrender", "-30"),
        ("AS 6D KH TC TD", "", "170"),  # the blackjack is paid before
        ("AS AD KH 5C TH TC", "ann 1 even-money", "120"),
        ("AS TD KH 5C TC", "", "170"),  # the waiting blackjack needs one card, the bust two
        ("AS TD KH AC", "", "-10"),  # the dealer's blackjack ends it
    ],
)
def test_the_dealer_draws_the_whole_hand_for_boom_busted_when_all_else_is_settled(
    cards: str, actions: str, net: str
) -> None:
    outcome = settle(BJP, "ann 1 100; ann boom-busted 10", cards, actions)
    assert outcome.net == {"ann": net}


@pytest.mark.clause("BJP 3.26.1")
def test_without_boom_busted_the_dealer_draws_nothing_for_bust_hands() -> None:
    assert settle(BJP, "ann 1 100", "TS 6D 6H 9S", "ann 1 hit").net == {"ann": "-100"}
    refusal = refused(BJP, "ann 1 100", "TS 6D 6H 9S TC 8C", "ann 1 hit")
    assert refusal.code == "card-left-over"


@pytest.mark.clause("BJP 3.26.1", "BJP 3.24")
def test_for_boom_busted_the_dealer_still_stands_on_17() -> None:
    bets = "ann 1 100; ann boom-busted 10"
    assert settle(BJP, bets, "TS 6D 6H 9S AC", "ann 1 hit").net == {"ann": "-110"}
    refusal = refused(BJP, bets, "TS 6D 6H 9S AC TC", "ann 1 hit")
    assert refusal.code == "card-left-over"


@pytest.mark.clause("BJP 3.25", "BJP 3.26.3")
def test_boom_busted_is_settled_last_and_within_the_round() -> None:
    bets = "ann boom-busted 10; ann 1 100; ann 1 rws-pairs 5; bob 2 100"
    cards = "8S TH 6D 8H 9H TC TD"
    outcome = settle(BJP, bets, cards, "ann 1 stand; bob 2 stand")
    assert [(line.player, line.bet, line.box) for line in outcome.lines] == [
        ("ann", "rws-pairs", 1),
        ("ann", "initial", 1),
        ("bob", "initial", 2),
        ("ann", "boom-busted", None),
    ]


@pytest.mark.clause("BJP 3.26.3")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("TS 6D 8H TC TD", "ann 1 stand", "100"),
        ("TS 6D 8H TC 2D", "ann 1 stand", "0"),
        ("TS 6D 8H TC 5D", "ann 1 stand", "-100"),
    ],
)
def test_boom_busted_leaves_the_hand_alone(cards: str, actions: str, net: str) -> None:
    with_boom = settle(BJP, "ann 1 100; ann boom-busted 10", cards, actions)
    assert settle(BJP, "ann 1 100", cards, actions).net == {"ann": net}
    initial = with_boom.line("ann", "initial")
    assert initial.returned - initial.stake == int(net) * 100


@pytest.mark.clause("BJP 3.9.1")
def test_any_player_may_bet_boom_busted_once_there_is_an_initial_bet_anywhere() -> None:
    bets = "bob boom-busted 10; ann 7 100; cat boom-busted 20"
    outcome = settle(BJP, bets, "TS 6D 8H TC TD", "ann 7 stand")
    assert outcome.net == {"bob": "20", "ann": "100", "cat": "40"}


@pytest.mark.clause("BJP 3.9.1")
def test_boom_busted_without_any_initial_bet_is_refused() -> None:
    refusal = refused(BJP, "bob boom-busted 10", "")
    assert (refusal.code, refusal.clause) == ("no-initial-bet", "BJP 3.9.1")


@pytest.mark.clause("BJP 3.9.1")
def test_boom_busted_lies_on_no_box() -> None:
    refusal = refused(BJP, "ann 1 100; ann 1 boom-busted 10", "TS 6D 8H TC TD", "ann 1 stand")
    assert refusal.code == "bad-file"


@pytest.mark.clause("BJP 3.9.1")
def test_boom_busted_may_exceed_the_initial_bet_up_to_the_tables_maximum() -> None:
    cards, limits = "TS 6D 8H TC 5D", ("10", "500")
    outcome = settle(BJP, "ann 1 10; ann boom-busted 500", cards, "ann 1 stand", limits=limits)
    assert outcome.net == {"ann": "-510"}
    more = "ann 1 10; ann boom-busted 300; ann boom-busted 201"
    assert refused(BJP, more, cards, "ann 1 stand", limits=limits).code == "limit"


@pytest.mark.clause("BJP 3.9.1", "BJP 5.15")
def test_boom_busted_found_where_nobody_has_an_initial_bet_is_returned() -> None:
    outcome = settle(BJP, "bob boom-busted 10 late-found", "")
    assert outcome.line("bob", "boom-busted").result == "returned"
    assert (outcome.status, outcome.net) == ("settled", {"bob": "0"})
