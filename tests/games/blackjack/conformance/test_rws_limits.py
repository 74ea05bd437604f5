"""RWS Blackjack and Blackjack Plus: limits of a box, and bets that stood beyond them."""

import pytest

from croupier import Refused
from tests.support.notation import Outcome, refused, settle
from tests.support.rws import both, cites

ANN = {1: "ann"}
LIMITS = ("10", "500")
WIN = "TS 6D 8H TD 9C"
"""Eighteen stands and wins against a dealer's bust."""


def settled(
    game: str,
    bets: str,
    cards: str = WIN,
    actions: str = "ann 1 stand",
    limits: tuple[str, str] = LIMITS,
) -> Outcome:
    return settle(game, bets, cards, actions, seats=ANN, limits=limits)


def turned_down(
    game: str,
    bets: str,
    cards: str = WIN,
    actions: str = "ann 1 stand",
    limits: tuple[str, str] = LIMITS,
) -> Refused:
    return refused(game, bets, cards, actions, seats=ANN, limits=limits)


# --- what the house refuses --------------------------------------------------------------------


@pytest.mark.clause("BJ5 3.5", "BJP 3.5", "BJ5 5.1", "BJP 5.1", "BJ5 5.2", "BJP 5.2")
@both
@pytest.mark.parametrize(
    ("bets", "allowed"),
    [
        ("ann 1 10", True),
        ("ann 1 9", False),
        ("ann 1 500", True),
        ("ann 1 501", False),
        ("ann 1 400; bob 1 100", True),
        ("ann 1 400; bob 1 101", False),
        ("bob 1 400; ann 1 101", False),
        ("ann 1 300; ann 1 200", True),
        ("ann 1 300; ann 1 201", False),
        ("ann 1 5; bob 1 5", True),  # the minimum is the box's, on the sum of its bets
        ("ann 1 5; bob 1 4", False),
        ("ann 1 4; ann 1 6", True),
    ],
)
def test_limits_hold_for_the_sum_of_a_boxs_initial_bets(
    game: str, bets: str, allowed: bool
) -> None:
    if allowed:
        assert settled(game, bets).status == "settled"
    else:
        assert turned_down(game, bets).code == "limit"


@pytest.mark.clause("BJ5 3.5", "BJP 3.5", "BJ5 3.7", "BJP 3.7")
@both
def test_limits_are_each_boxs_own(game: str) -> None:
    bets, cards = "ann 1 500; ann 2 500", "TS TH 6D 8S 8H TD 9C"
    outcome = settle(game, bets, cards, "ann 1 stand; ann 2 stand", limits=LIMITS)
    assert outcome.net == {"ann": "1000"}
    low = "ann 1 500; ann 2 9"
    refusal = refused(game, low, cards, "ann 1 stand; ann 2 stand", limits=LIMITS)
    assert refusal.code == "limit"
    assert refusal.message.startswith("the sum of the initial bets on box 2 is under")


@pytest.mark.clause("BJ5 5.1", "BJP 5.1")
@pytest.mark.parametrize(
    ("game", "bet"), [("rws-blackjack", "player-pair"), ("rws-blackjack-plus", "rws-pairs")]
)
def test_side_bets_do_not_count_towards_the_boxs_limits(game: str, bet: str) -> None:
    outcome = settled(game, f"ann 1 500; ann 1 {bet} 500")
    assert outcome.net == {"ann": "0"}
    assert turned_down(game, f"ann 1 9; ann 1 {bet} 10").code == "limit"


@pytest.mark.clause("BJ5 3.5", "BJP 3.5")
@both
@pytest.mark.parametrize("amount", ["0", "-10", "10.5", "10.001", "abc"])
def test_an_initial_bet_is_made_in_whole_chips(game: str, amount: str) -> None:
    assert turned_down(game, f"ann 1 {amount}").code == "bad-amount"


# --- bets under the minimum that nobody noticed ------------------------------------------------


@pytest.mark.clause("BJ5 5.2.1", "BJP 5.2.1", "BJ5 5.2", "BJP 5.2")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [(WIN, "ann 1 stand", "5"), ("TS 6D 8H 9C", "ann 1 hit", "-5"), ("AS 6D KH", "", "7.5")],
)
def test_a_bet_under_the_minimum_that_was_accepted_plays_as_it_is(
    game: str, cards: str, actions: str, net: str
) -> None:
    outcome = settled(game, "ann 1 5 under-limit", cards, actions)
    assert outcome.net == {"ann": net}
    assert len(outcome.lines) == 1


@pytest.mark.clause("BJ5 5.2.1", "BJP 5.2.1")
@both
def test_what_was_overlooked_on_one_box_is_refused_on_another(game: str) -> None:
    bets, cards = "ann 1 5 under-limit; bob 2 5", "TS TH 6D 8S 8H TD 9C"
    refusal = refused(game, bets, cards, "ann 1 stand; bob 2 stand", limits=LIMITS)
    assert refusal.code == "limit"


# --- excess that stood: pro rata ---------------------------------------------------------------


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 5.1", "BJP 5.1")
@cites("BJ5 5.1.1", "BJP 5.1.1")
def test_excess_is_settled_pro_rata_and_the_rest_goes_back_on_its_own_line(
    game: str, clause: str
) -> None:
    outcome = settled(game, "ann 1 600 over-limit; bob 1 400 over-limit")
    assert outcome.told()[:2] == [
        f"ann initial 300 > 300 returned {clause}",
        f"bob initial 200 > 200 returned {clause}",
    ]
    assert [(line.player, line.stake) for line in outcome.lines[2:]] == [
        ("ann", 300_00),
        ("bob", 200_00),
    ]
    assert outcome.net == {"ann": "300", "bob": "200"}
    assert outcome.data["players"]["ann"]["staked"] == "600"


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1")
@both
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        # 400 of 700 at a maximum of 500 is 285.71 in action, 300 is 214.28.
        (WIN, "ann 1 stand", {"ann": "285.71", "bob": "214.28"}),
        ("TS 6D 8H 9C", "ann 1 hit", {"ann": "-285.71", "bob": "-214.28"}),
        ("TS TD 8H 8C", "ann 1 stand", {"ann": "0", "bob": "0"}),
        ("AS 6D KH", "", {"ann": "428.56", "bob": "321.42"}),
        ("TS 9D 6H", "ann 1 surrender", {"ann": "-142.86", "bob": "-107.14"}),
        ("AS AD KH", "ann 1 even-money; bob 1 even-money", {"ann": "285.71", "bob": "214.28"}),
    ],
)
def test_what_pro_rating_makes_is_rounded_down_to_the_cent(
    game: str, cards: str, actions: str, net: dict[str, str]
) -> None:
    bets = "ann 1 400 over-limit; bob 1 300 over-limit"
    assert settled(game, bets, cards, actions).net == net


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1")
@both
def test_one_accepted_bet_over_the_limit_has_the_whole_box_pro_rated(game: str) -> None:
    outcome = settled(game, "ann 1 500; bob 1 500 over-limit")
    assert outcome.net == {"ann": "250", "bob": "250"}


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1")
@both
def test_a_lone_bet_over_the_maximum_plays_for_the_maximum(game: str) -> None:
    outcome = settled(game, "ann 1 800 over-limit")
    assert [(line.stake, line.returned) for line in outcome.lines] == [
        (300_00, 300_00),
        (500_00, 1000_00),
    ]


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1")
@both
def test_a_box_that_keeps_its_maximum_is_not_pro_rated(game: str) -> None:
    outcome = settled(game, "ann 1 300 over-limit; bob 1 200")
    assert outcome.net == {"ann": "300", "bob": "200"}
    assert len(outcome.lines) == 2


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1")
@both
def test_other_boxes_are_not_pro_rated(game: str) -> None:
    bets, cards = "ann 1 1000 over-limit; bob 2 400", "TS TH 6D 8S 8H TD 9C"
    outcome = settled(game, bets, cards, "ann 1 stand; bob 2 stand")
    assert outcome.net == {"ann": "500", "bob": "400"}


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1")
@both
def test_no_bet_is_cut_below_the_minimum(game: str) -> None:
    limits = ("100", "500")
    bets = "ann 1 900 over-limit; bob 1 100"
    # Ann's 900 of 1000 is 450; bob's 100 would be 50, and stays at the minimum.
    assert settled(game, bets, limits=limits).net == {"ann": "450", "bob": "100"}
    bets = "ann 1 850 over-limit; bob 1 150"
    outcome = settled(game, bets, limits=limits)
    assert outcome.net == {"ann": "425", "bob": "100"}
    assert outcome.lines[1].stake == 50_00  # what goes back to bob


@pytest.mark.clause("BJ5 5.1.2", "BJP 5.1.2")
@both
def test_a_bet_that_was_itself_below_the_minimum_is_not_pro_rated(game: str) -> None:
    limits = ("100", "500")
    outcome = settled(game, "ann 1 950 over-limit; bob 1 50", limits=limits)
    assert outcome.net == {"ann": "475", "bob": "50"}
    assert [line.player for line in outcome.lines] == ["ann", "ann", "bob"]


@pytest.mark.clause("BJ5 5.1.2", "BJP 5.1.2")
@both
def test_the_small_bet_still_counts_in_the_boxs_total(game: str) -> None:
    # 900 of 950 at a maximum of 500 is 473.68.
    outcome = settled(game, "ann 1 900 over-limit; bob 1 50", limits=("100", "500"))
    assert outcome.net == {"ann": "473.68", "bob": "50"}


@pytest.mark.clause("BJ5 5.1.2", "BJP 5.1.2", "BJ5 5.2.1", "BJP 5.2.1")
@both
def test_a_bet_overlooked_as_too_small_plays_as_it_is_on_an_overfull_box(game: str) -> None:
    # 600 of 605 at a maximum of 500 is 495.86.
    outcome = settled(game, "ann 1 600 over-limit; bob 1 5 under-limit")
    assert outcome.net == {"ann": "495.86", "bob": "5"}


# --- play with a part in action ----------------------------------------------------------------

OVER = "ann 1 400 over-limit; bob 1 300 over-limit"
"""285.71 and 214.28 in action."""


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 3.22", "BJP 3.23")
@both
@pytest.mark.parametrize(
    ("amount", "net"), [("", "571.42"), ("285.71", "571.42"), ("285", "570.71"), ("1", "286.71")]
)
def test_a_double_is_measured_on_the_part_in_action(game: str, amount: str, net: str) -> None:
    outcome = settled(game, OVER, "5S 6D 6H TC TD 9C", f"ann 1 double {amount}")
    assert outcome.net == {"ann": net, "bob": "214.28"}


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 3.22", "BJP 3.23")
@both
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ("ann 1 double 286", "limit"),
        ("ann 1 double 400", "limit"),
        ("ann 1 double 100.50", "bad-amount"),
        ("ann 1 double; bob 1 follow 215", "limit"),
    ],
)
def test_a_double_beyond_the_part_in_action_is_refused(game: str, actions: str, code: str) -> None:
    assert turned_down(game, OVER, "5S 6D 6H TC TD 9C", actions).code == code


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 3.21", "BJP 3.22")
@both
def test_a_split_adds_the_part_in_action(game: str) -> None:
    actions = "ann 1 split; bob 1 follow; ann 1 stand; ann 1 stand"
    outcome = settled(game, OVER, "8S 6D 8H TC 9C TD 9D", actions)
    stakes = [(one.player, one.hand, one.stake) for one in outcome.lines if one.hand]
    assert stakes == [
        ("ann", 1, 285_71),
        ("ann", 2, 285_71),
        ("bob", 1, 214_28),
        ("bob", 2, 214_28),
    ]


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 3.14.2a", "BJP 3.15.2a")
@both
def test_insurance_is_measured_on_the_part_in_action(game: str) -> None:
    cards = "TS AD 8H KC"
    outcome = settled(game, OVER, cards, "ann 1 insure 142; bob 1 insure 107; ann 1 stand")
    assert outcome.net == {"ann": "-1.71", "bob": "-0.28"}
    assert turned_down(game, OVER, cards, "ann 1 insure 143; ann 1 stand").code == "limit"


@pytest.mark.clause("BJ5 5.1.1", "BJ5 3.13.2d")
@pytest.mark.parametrize(("player", "most"), [("ann", 285), ("bob", 214), ("cat", 285)])
def test_over_and_under_are_measured_on_the_part_in_action(player: str, most: int) -> None:
    game = "rws-blackjack"
    settled(game, f"{OVER}; {player} 1 over-13 {most}")
    assert turned_down(game, f"{OVER}; {player} 1 over-13 {most + 1}").code == "limit"


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 3.22.2", "BJP 3.23.2")
@both
def test_a_dealers_blackjack_takes_the_part_in_action_from_a_double(game: str) -> None:
    outcome = settled(game, OVER, "5S TD 6H TC AC", "ann 1 double")
    assert outcome.net == {"ann": "-285.71", "bob": "-214.28"}


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 5.17", "BJP 5.17")
@both
def test_a_void_gives_back_the_part_in_action_beside_the_excess(game: str) -> None:
    outcome = settled(game, OVER, "TS 6D 8H", "pit void foreign-card")
    assert outcome.status == "void"
    assert outcome.data["players"]["ann"] == {"staked": "400", "returned": "400", "net": "0"}
    assert outcome.data["players"]["bob"] == {"staked": "300", "returned": "300", "net": "0"}


@pytest.mark.clause("BJ5 5.1.1", "BJP 5.1.1", "BJ5 5.7.3", "BJP 5.7.3")
@both
def test_a_withdrawn_bet_gives_back_the_part_in_action(game: str) -> None:
    actions = "pit misdeal; ann withdraw; bob 1 stand"
    outcome = settled(game, OVER, WIN, actions)
    assert outcome.net == {"ann": "0", "bob": "214.28"}
    assert outcome.data["players"]["ann"]["returned"] == "400"
