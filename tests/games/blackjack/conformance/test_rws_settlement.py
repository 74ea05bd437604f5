"""RWS Blackjack and Blackjack Plus: the dealer's hand, the final settlement, the sums."""

import pytest

from croupier.kit.money import format_amount
from tests.support.notation import refused, settle
from tests.support.rws import both, cites

ANN = {1: "ann"}


# --- the dealer --------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.23", "BJP 3.24")
@both
@pytest.mark.parametrize("shown", ["TD 7C", "9D 8C", "AD 6C", "6D AC", "AD 2C 4C", "AD AC 5C"])
def test_the_dealer_stands_on_17_soft_or_hard(game: str, shown: str) -> None:
    up, *drawn = shown.split()
    cards = f"TS {up} 8H {' '.join(drawn)}"
    assert settle(game, "ann 1 100", cards, "ann 1 stand").net == {"ann": "100"}
    refusal = refused(game, "ann 1 100", f"{cards} 2C", "ann 1 stand")
    assert refusal.code == "card-left-over"


@pytest.mark.clause("BJ5 3.23", "BJP 3.24")
@both
@pytest.mark.parametrize("shown", ["TD 6C", "9D 7C", "AD 5C", "2D 2C", "AD AC", "TD 5C AC"])
def test_the_dealer_draws_to_16(game: str, shown: str) -> None:
    up, *drawn = shown.split()
    cards = f"TS {up} 8H {' '.join(drawn)}"
    assert refused(game, "ann 1 100", cards, "ann 1 stand").code == "card-missing"


@pytest.mark.clause("BJ5 3.23", "BJP 3.24")
@both
def test_the_dealer_draws_only_after_all_players_have_decided(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 6D 8S 2H 5C TD 9C"
    outcome = settle(game, bets, cards, "ann 1 stand; bob 2 hit; bob 2 stand")
    assert outcome.net == {"ann": "100", "bob": "100"}
    assert refused(game, bets, cards, "ann 1 stand").code == "decision-missing"


@pytest.mark.clause("BJ5 3.23", "BJP 3.24")
@both
@pytest.mark.parametrize(
    ("bets", "cards", "actions"),
    [
        ("ann 1 100", "TS 6D 8H 7C", "ann 1 hit"),  # bust
        ("ann 1 100", "AS 6D KH", ""),  # paid at once
        ("ann 1 100", "TS 6D 8H", "ann 1 surrender"),
        ("ann 1 100", "AS AD KH", "ann 1 even-money"),
        ("ann 1 100; bob 2 100", "AS TH 6D KH 8H 7C", "bob 2 hit"),
    ],
)
def test_the_dealer_draws_nothing_when_all_is_decided(
    game: str, bets: str, cards: str, actions: str
) -> None:
    settle(game, bets, cards, actions)
    assert refused(game, bets, f"{cards} 5C", actions).code == "card-left-over"


@pytest.mark.clause("BJ5 3.23", "BJP 3.24", "BJ5 3.15", "BJP 3.16")
@both
@pytest.mark.parametrize(
    ("bets", "cards", "actions"),
    [
        ("ann 1 100", "AS TD KH 5C", ""),  # a waiting blackjack
        ("ann 1 100", "TS AD 8H 7C 5C", "ann 1 insure 50; ann 1 hit"),  # insurance
        ("ann 1 100; bob 2 100", "AS TH TD KH 8H 7C 2C", "bob 2 hit"),
        ("ann 1 100", "AS AD KH 3C", ""),
    ],
)
def test_the_dealer_draws_the_second_card_alone_where_nothing_else_is_open(
    game: str, bets: str, cards: str, actions: str
) -> None:
    settle(game, bets, cards, actions)
    assert refused(game, bets, f"{cards} 5C", actions).code == "card-left-over"
    short = cards.rpartition(" ")[0]
    assert refused(game, bets, short, actions).code == "card-missing"


@pytest.mark.clause("BJ5 3.23", "BJP 3.24", "BJ5 3.15", "BJP 3.16")
@both
def test_a_live_hand_beside_a_waiting_blackjack_has_the_dealer_play_on(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "AS TH TD KH 8H 5C 2C"
    outcome = settle(game, bets, cards, "bob 2 stand")
    assert [(line.player, line.result) for line in outcome.lines] == [
        ("ann", "win"),
        ("bob", "win"),
    ]


# --- the comparison ----------------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.23.1", "BJP 3.24.1", "BJ5 4.1.1", "BJP 4.1.1", "BJ5 1.3", "BJP 1.4")
@cites("BJ5 3.23.1", "BJP 3.24.1")
@pytest.mark.parametrize("hand", ["TS 2H", "TS TH", "AS AH"])
def test_when_the_dealer_busts_every_hand_left_wins(game: str, clause: str, hand: str) -> None:
    first, second = hand.split()
    outcome = settle(game, "ann 1 100", f"{first} 6D {second} TD 9C", "ann 1 stand")
    assert outcome.told() == [f"ann initial#1 100 > 200 win {clause}"]


@pytest.mark.clause("BJ5 3.23.2", "BJP 3.24.2", "BJ5 4.1.1", "BJP 4.1.1", "BJ5 4.1", "BJP 4.1")
@cites("BJ5 3.23.2", "BJP 3.24.2")
@pytest.mark.parametrize("cards", ["TS TD 8H 7C", "AS TD 8H 8C", "TS 8D TH AC", "AS 6D 7H AC"])
def test_a_higher_total_wins_even_money(game: str, clause: str, cards: str) -> None:
    outcome = settle(game, "ann 1 100", cards, "ann 1 stand")
    assert outcome.told() == [f"ann initial#1 100 > 200 win {clause}"]


@pytest.mark.clause("BJ5 3.23.3", "BJP 3.24.3")
@cites("BJ5 3.23.3", "BJP 3.24.3")
@pytest.mark.parametrize("cards", ["TS TD 8H 9C", "TS AD 9H 9C", "AS 9D AH 8C", "TS 6D 2H TC 5C"])
def test_a_lower_total_loses(game: str, clause: str, cards: str) -> None:
    outcome = settle(game, "ann 1 100", cards, "ann 1 stand")
    assert outcome.told() == [f"ann initial#1 100 > 0 lose {clause}"]


@pytest.mark.clause("BJ5 3.23.4", "BJP 3.24.4", "BJ5 1.31", "BJP 1.31")
@cites("BJ5 3.23.4", "BJP 3.24.4")
@pytest.mark.parametrize("cards", ["TS 8D 8H TC", "AS TD 8H 9C", "TS AD 7H 6C", "TS 2D TH 8C TD"])
def test_an_equal_total_stands_off_soft_or_hard(game: str, clause: str, cards: str) -> None:
    outcome = settle(game, "ann 1 100", cards, "ann 1 stand")
    assert outcome.told() == [f"ann initial#1 100 > 100 push {clause}"]


@pytest.mark.clause("BJ5 1.9", "BJP 1.10")
@both
def test_the_final_settlement_goes_box_by_box_and_player_by_player(game: str) -> None:
    bets = "ann 1 100; bob 1 50; bob 2 20; ann 2 10"
    cards = "TS TH 6D 8S 9H TC 9C"
    outcome = settle(game, bets, cards, "ann 1 stand; bob 2 stand", seats={1: "ann", 2: "bob"})
    assert [(line.box, line.player) for line in outcome.lines] == [
        (1, "ann"),
        (1, "bob"),
        (2, "bob"),
        (2, "ann"),
    ]


@pytest.mark.clause("BJ5 1.9", "BJP 1.10", "BJ5 3.18", "BJP 3.19")
@both
def test_a_bust_is_collected_before_the_dealers_hand_is_compared(game: str) -> None:
    bets, cards = "ann 1 100; bob 2 100", "TS TH 6D 8S 8H 7C TD 9C"
    outcome = settle(game, bets, cards, "ann 1 stand; bob 2 hit")
    assert [line.player for line in outcome.lines] == ["bob", "ann"]


# --- a dealer's blackjack ----------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.15", "BJP 3.16", "BJ5 1.2", "BJP 1.2")
@both
@pytest.mark.parametrize("dealer", ["AD KC", "KD AC"])
def test_a_dealers_blackjack_beats_every_other_21(game: str, dealer: str) -> None:
    up, second = dealer.split()
    bets, cards = "ann 1 100; bob 2 100", f"AS TH {up} 5S 6H 5C 5D {second}"
    outcome = settle(game, bets, cards, "ann 1 hit; bob 2 hit; bob 2 stand")
    assert outcome.told() == [
        "ann initial#1 100 > 0 lose R13",
        "bob initial#1 100 > 0 lose R13",
    ]


@pytest.mark.clause("BJ5 3.22.2", "BJP 3.23.2")
@cites("BJ5 3.22.2", "BJP 3.23.2")
@pytest.mark.parametrize(("amount", "stake"), [("100", 200), ("60", 160), ("1", 101)])
def test_a_doubled_hand_loses_only_the_initial_bet_to_a_blackjack(
    game: str, clause: str, amount: str, stake: int
) -> None:
    outcome = settle(game, "ann 1 100", "5S TD 6H 9C AC", f"ann 1 double {amount}")
    assert outcome.told() == [f"ann initial#1 {stake} > {stake - 100} lose {clause}"]
    assert outcome.net == {"ann": "-100"}


@pytest.mark.clause("BJ5 3.22.2", "BJP 3.23.2", "BJ5 3.22.1", "BJP 3.23.1")
@both
def test_each_player_loses_the_own_initial_bet_whether_following_the_double_or_not(
    game: str,
) -> None:
    bets = "ann 1 100; bob 1 50; cat 1 30"
    actions = "ann 1 double; bob 1 follow 20"
    outcome = settle(game, bets, "5S TD 6H 9C AC", actions, seats=ANN)
    assert outcome.net == {"ann": "-100", "bob": "-50", "cat": "-30"}
    assert outcome.line("bob", "initial").stake == 70_00


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3")
@cites("BJ5 3.21.3", "BJP 3.22.3")
def test_split_hands_lose_one_initial_bet_together(game: str, clause: str) -> None:
    cards = "8S TD 8H TC 9C AC"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split; ann 1 stand; ann 1 stand")
    assert outcome.told() == [
        f"ann initial#1 100 > 0 lose {clause}",
        f"ann initial#2 100 > 100 returned {clause}",
    ]


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3")
@both
def test_a_bust_split_hand_has_lost_and_the_first_that_is_not_bust_carries_the_loss(
    game: str,
) -> None:
    cards = "8S TD 8H 6C TC 8C 9C TS AC"
    actions = "ann 1 split; ann 1 hit; ann 1 split; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100", cards, actions)
    assert [(line.hand, line.stake, line.returned, line.result) for line in outcome.lines] == [
        (1, 100_00, 0, "lose"),
        (2, 100_00, 0, "lose"),
        (3, 100_00, 100_00, "returned"),
    ]


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3", "BJ5 3.22.2", "BJP 3.23.2")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "lines"),
    [
        # The first hand doubled, both in: one initial bet is lost, the added 100 goes back.
        (
            "8S TD 8H 3C 9C TC AC",
            "ann 1 split; ann 1 double; ann 1 stand",
            [(200, 100, "lose"), (100, 100, "returned")],
        ),
        # The second doubled.
        (
            "8S TD 8H TC 3C 9C AC",
            "ann 1 split; ann 1 stand; ann 1 double 50",
            [(100, 0, "lose"), (150, 150, "returned")],
        ),
        # The first doubled and bust: lost whole; the second carries the one initial bet.
        (
            "8S TD 8H 5C 9C TC AC",
            "ann 1 split; ann 1 double; ann 1 stand",
            [(200, 0, "lose"), (100, 0, "lose")],
        ),
        # The second doubled and bust: it is settled first, and lost whole.
        (
            "8S TD 8H TC 5C 9C AC",
            "ann 1 split; ann 1 stand; ann 1 double",
            [(200, 0, "lose"), (100, 0, "lose")],
        ),
        # All bust: nothing is left for the dealer to decide, no card is drawn.
        (
            "8S TD 8H 5C 9C 6C TC",
            "ann 1 split; ann 1 double; ann 1 hit",
            [(200, 0, "lose"), (100, 0, "lose")],
        ),
    ],
)
def test_splits_with_doubles_against_a_blackjack(
    game: str, cards: str, actions: str, lines: list[tuple[int, int, str]]
) -> None:
    outcome = settle(game, "ann 1 100", cards, actions)
    found = [(one.stake // 100, one.returned // 100, one.result) for one in outcome.lines]
    assert found == lines


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3", "BJ5 3.21.1", "BJP 3.22.1")
@both
def test_a_split_against_a_blackjack_for_who_followed_and_who_did_not(game: str) -> None:
    bets = "ann 1 100; bob 1 50; cat 1 30"
    actions = "ann 1 split; bob 1 follow; ann 1 hit; ann 1 stand"
    # The first hand busts: bob loses it and one more stake, cat has lost all there was.
    outcome = settle(game, bets, "8S TD 8H 6C TC TH AC", actions, seats=ANN)
    assert outcome.net == {"ann": "-200", "bob": "-100", "cat": "-30"}


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3")
@both
def test_one_initial_bet_is_lost_on_each_box(game: str) -> None:
    cards = "8S 9S TD 8H 9H TC 9C TH 8C AC"
    actions = "ann 1 split; ann 1 stand; ann 1 stand; ann 2 split; ann 2 stand; ann 2 stand"
    outcome = settle(game, "ann 1 100; ann 2 60", cards, actions)
    assert outcome.net == {"ann": "-160"}


@pytest.mark.clause("BJ5 3.21.3", "BJP 3.22.3", "BJ5 1.2", "BJP 1.2")
@both
def test_a_split_21_does_not_stand_off_a_dealers_blackjack(game: str) -> None:
    outcome = settle(game, "ann 1 100", "AS TD AH TC KC AC", "ann 1 split")
    assert outcome.net == {"ann": "-100"}


# --- sums --------------------------------------------------------------------------------------


@pytest.mark.clause("BJ5 1.9", "BJP 1.10")
@both
def test_every_stake_has_a_line_and_the_lines_add_up(game: str) -> None:
    side = "player-pair" if game == "rws-blackjack" else "rws-pairs"
    bets = f"ann 1 100; bob 1 50; ann 1 {side} 10; cat 2 40"
    cards = "8S AH AD 8H KH 3C TC 9C KC"
    actions = (
        "ann 1 insure 50; cat 2 even-money; bob 1 insure 10;"
        "ann 1 split; bob 1 follow; ann 1 double 80; bob 1 follow 20; ann 1 stand"
    )
    outcome = settle(game, bets, cards, actions, seats=ANN)
    told = [(one.player, one.bet, format_amount(one.stake), one.result) for one in outcome.lines]
    assert told == [
        ("ann", side, "10", "win"),
        ("cat", "initial", "40", "win"),
        ("ann", "insurance", "50", "win"),
        ("bob", "insurance", "10", "win"),
        ("ann", "initial", "180", "lose"),
        ("ann", "initial", "100", "returned"),
        ("bob", "initial", "70", "lose"),
        ("bob", "initial", "50", "returned"),
    ]
    for player, sums in outcome.data["players"].items():
        own = [one for one in outcome.lines if one.player == player]
        assert sums["staked"] == format_amount(sum(one.stake for one in own))
        assert sums["returned"] == format_amount(sum(one.returned for one in own))
    # Insurance pays ann what the initial bet loses; bob is paid 20 and loses 50.
    paid = 110 if game == "rws-blackjack" else 60
    assert outcome.net == {"ann": str(paid), "bob": "-30", "cat": "40"}
