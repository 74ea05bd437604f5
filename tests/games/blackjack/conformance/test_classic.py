"""Classic blackjack from a shoe, two decks or one: what the three games share, and what not."""

import pytest

from croupier import Bet, CardDealt, begin, card, step, variant, waiting
from tests.support.notation import Outcome, refused, settle

SHOE, DOUBLE, SINGLE = (f"classic-blackjack-{name}" for name in ("shoe", "double", "single"))
EACH = pytest.mark.parametrize("game", [SHOE, DOUBLE, SINGLE])


def ann(game: str, cards: str, actions: str = "ann 1 stand", stake: int = 100) -> Outcome:
    return settle(game, f"ann 1 {stake}", cards, actions)


@EACH
@pytest.mark.clause("CLB 1", "CLB 16", "CLB 17")
@pytest.mark.parametrize(
    ("cards", "actions", "told"),
    [
        ("TS TD 9H 8C", "ann 1 stand", "100 > 200 win CLB 16"),
        ("TS TD 8H 9C", "ann 1 stand", "100 > 0 lose CLB 17"),
        ("TS TD 8H 8C", "ann 1 stand", "100 > 100 push CLB 17"),
        ("TS TD 8H 6C 9C", "ann 1 stand", "100 > 200 win CLB 16"),
        ("TS TD 6H 6C KC", "ann 1 hit", "100 > 0 lose CLB 12"),
        ("2S TD 2H 6C 9C", "ann 1 stand", "100 > 200 win CLB 16"),
    ],
)
def test_nearest_to_21_without_passing_it(game: str, cards: str, actions: str, told: str) -> None:
    assert ann(game, cards, actions).told() == [f"ann initial#1 {told}"]


@EACH
@pytest.mark.clause("CLB 2")
@pytest.mark.parametrize(
    ("hand", "actions", "total"),
    [
        ("KS 9H", "ann 1 stand", 19),
        ("QS 9H", "ann 1 stand", 19),
        ("JS 9H", "ann 1 stand", 19),
        ("TS 9H", "ann 1 stand", 19),
        ("2S 3H 4S 5S 6S", "ann 1 hit; ann 1 hit; ann 1 hit; ann 1 stand", 20),
        ("7S 8H 3S", "ann 1 hit; ann 1 stand", 18),
        ("AS 8H", "ann 1 stand", 19),
        ("AS 8H KS", "ann 1 hit; ann 1 stand", 19),
        ("AS AH 8S", "ann 1 hit; ann 1 stand", 20),
    ],
)
def test_what_cards_are_worth(game: str, hand: str, actions: str, total: int) -> None:
    first, second, *rest = hand.split()
    for dealers, hole in ((18, "8C"), (19, "9C"), (20, "QC")):
        outcome = ann(game, " ".join([first, "TD", second, hole, *rest]), actions)
        result = "push" if total == dealers else "win" if total > dealers else "lose"
        assert outcome.line("ann", "initial").result == result


@EACH
@pytest.mark.clause("CLB 3", "R20")
def test_three_hands_are_the_most(game: str) -> None:
    three = "ann 1 10; ann 4 20; ann 7 30"
    deal = "TS TH TC 6D 9S 8H 7S TD 2C"
    actions = "ann 1 stand; ann 4 stand; ann 7 stand"
    outcome = settle(game, three, deal, actions)
    # Nineteen, eighteen and seventeen against the dealer's eighteen.
    assert [(line.box, line.result) for line in outcome.lines] == [
        (1, "win"),
        (4, "push"),
        (7, "lose"),
    ]
    refusal = refused(game, f"{three}; ann 2 10", deal, actions)
    assert (refusal.code, refusal.clause) == ("limit", "CLB 3")
    # More chips on a hand one has are no fourth hand, and others have three of their own.
    settle(
        game,
        f"{three}; ann 4 20; bob 2 10",
        "TS 2H TH TC 6D 9S 2C 8H 7S TD 2D",
        "ann 1 stand; bob 2 stand; ann 4 stand; ann 7 stand",
    )


@EACH
@pytest.mark.clause("R20")
def test_one_player_to_a_box_and_seven_boxes(game: str) -> None:
    for bets in ("ann 1 10; bob 1 10", "ann 0 10", "ann 8 10"):
        assert refused(game, bets, "", "").code == "illegal-bet"
    for bet in ("behind", "player-pair", "over-13", "boom-busted"):
        assert refused(game, f"ann 1 10; bob 1 {bet} 10", "", "").code == "unknown-bet"


@EACH
@pytest.mark.clause("R3a")
@pytest.mark.parametrize(
    ("bets", "fits"),
    [
        ("ann 1 10; ann 2 500", True),
        ("ann 1 9", False),
        ("ann 1 501", False),
        ("ann 1 10; ann 2 9", False),
        ("ann 1 300; ann 1 201", False),
    ],
)
def test_the_limits_hold_for_each_hand(game: str, bets: str, fits: bool) -> None:
    deal = "TS TH 6D 9S 9H TD 9D"
    actions = "ann 1 stand; ann 2 stand"
    if fits:
        settle(game, bets, deal, actions, limits=("10", "500"))
    else:
        assert refused(game, bets, deal, actions, limits=("10", "500")).code == "limit"


@EACH
@pytest.mark.clause("CLB 4")
def test_the_deal_ends_with_the_hole_card(game: str) -> None:
    bets = [Bet("bob", "initial", 10_00, box=6), Bet("ann", "initial", 10_00, box=3)]
    round = begin(variant(game), bets)
    order = []
    for one in ["2S", "3S", "4S", "5S", "6S", "7S"]:
        due = waiting(round).card
        assert due is not None
        order.append(due.box or due.to)
        round = step(round, CardDealt(card(one))).round
    assert order == [3, 6, "dealer", 3, 6, "dealer"]
    assert due is not None
    assert not due.face_up
    assert waiting(round).card is None


@pytest.mark.clause("CLB 7", "R20", "R1")
@pytest.mark.parametrize(
    ("game", "stake", "won"),
    [
        (SHOE, 100, "150"),
        (DOUBLE, 100, "150"),
        (SINGLE, 100, "120"),
        (SHOE, 7, "10.5"),
        (DOUBLE, 1, "1.5"),
        (SINGLE, 7, "8.4"),
        (SINGLE, 1, "1.2"),
    ],
)
@pytest.mark.parametrize("up", ["2D", "TD", "AD"])
def test_a_blackjack_pays_by_the_number_of_decks(game: str, stake: int, won: str, up: str) -> None:
    outcome = ann(game, f"AS {up} KH 7C", "", stake)
    assert outcome.net == {"ann": won}
    assert outcome.line("ann", "initial").clause == "CLB 7"


@EACH
@pytest.mark.clause("CLB 7")
def test_a_blackjack_is_paid_when_its_turn_comes(game: str) -> None:
    """Not before the hands in front of it: settlement goes round the table."""
    outcome = settle(game, "ann 1 10; bob 2 10", "TS AH 6D 9S KH TD 5D", "ann 1 stand")
    assert [line.player for line in outcome.lines] == ["ann", "bob"]
    assert outcome.net["ann"] == "-10"


@EACH
@pytest.mark.clause("CLB 7", "CLB 9", "R20")
def test_a_blackjack_beats_any_other_21(game: str) -> None:
    assert ann(game, "7S KD 7H AC 7D", "ann 1 hit").told() == ["ann initial#1 100 > 0 lose CLB 9"]
    deal = "AS TH TD KH 9H 4C 7D"
    outcome = settle(game, "ann 1 100; bob 2 100", deal, "bob 2 stand")
    assert outcome.line("ann", "initial").result == "win"
    assert outcome.line("bob", "initial").result == "lose"


@EACH
@pytest.mark.clause("CLB 17", "CLB 9")
@pytest.mark.parametrize("dealer", [("AD", "QC"), ("KD", "AC")])
def test_two_blackjacks_push(game: str, dealer: tuple[str, str]) -> None:
    up, hole = dealer
    assert ann(game, f"AS {up} KH {hole}", "").told() == ["ann initial#1 100 > 100 push CLB 17"]


@EACH
@pytest.mark.clause("R20")
def test_a_blackjack_under_a_ten_takes_a_double_whole(game: str) -> None:
    assert ann(game, "6S KD 5H AC 9H", "ann 1 double").told() == [
        "ann initial#1 200 > 0 lose R20",
    ]
    assert ann(game, "6S KD 5H AC 9H", "ann 1 double 40").net == {"ann": "-140"}
    assert ann(game, "6S KD 6H AC TH", "ann 1 double").told() == [
        "ann initial#1 200 > 0 lose CLB 12"
    ]


@EACH
@pytest.mark.clause("CLB 11")
def test_players_act_in_turn_from_the_dealers_left(game: str) -> None:
    bets = "bob 5 10; ann 2 10"
    deal = "TS TH 6D 9S 9H TD 9D"
    assert settle(game, bets, deal, "ann 2 stand; bob 5 stand").net == {"bob": "10", "ann": "10"}
    for actions in ("bob 5 stand; ann 2 stand", "bob 2 stand", "ann 5 stand", "ann 3 stand"):
        assert refused(game, bets, deal, actions).code == "not-your-turn"


@EACH
@pytest.mark.clause("CLB 11", "R20")
@pytest.mark.parametrize("action", ["split", "surrender", "even-money", "follow"])
def test_hitting_doubling_and_standing_are_all_there_is(game: str, action: str) -> None:
    assert refused(game, "ann 1 100", "8S 6D 8H TC", f"ann 1 {action}").code == "illegal-action"


@EACH
@pytest.mark.clause("CLB 11", "R20")
@pytest.mark.parametrize(
    ("amount", "code"), [("100", ""), ("1", ""), ("101", "limit"), ("0.5", "bad-amount")]
)
def test_any_two_cards_may_be_doubled_up_to_the_stake(game: str, amount: str, code: str) -> None:
    for hand in ("6S 5H", "TS KH", "AS 2H", "2S 2H"):
        first, second = hand.split()
        deal = f"{first} 6D {second} TC AC 9C"
        if code:
            assert refused(game, "ann 1 100", deal, f"ann 1 double {amount}").code == code
        else:
            assert ann(game, deal, f"ann 1 double {amount}").net == {"ann": str(100 + int(amount))}
    late = refused(game, "ann 1 100", "2S 6D 3H TC 4C", "ann 1 hit; ann 1 double")
    assert late.code == "illegal-action"


@EACH
@pytest.mark.clause("CLB 11")
def test_a_house_that_splits_still_says_whether_split_hands_double(game: str) -> None:
    cards, actions = "8S 6D 8H TC 3C", "ann 1 split; ann 1 double"
    settings = {"max-hands": 2}
    refusal = refused(game, "ann 1 100", cards, actions, settings=settings)
    assert (refusal.code, refusal.clause) == ("illegal-action", "CLB 11")


@EACH
@pytest.mark.clause("CLB 12")
def test_a_player_may_draw_without_limit_up_to_21(game: str) -> None:
    deal = "2S TD 2H 9C 2C 2D 3S 3H 3C 3D"
    actions = "; ".join(["ann 1 hit"] * 6 + ["ann 1 stand"])
    assert ann(game, deal, actions).net == {"ann": "100"}


@EACH
@pytest.mark.clause("CLB 12", "R20")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [("AS 6D KH TC", ""), ("TS 6D 6H TC 5C 9C", "ann 1 hit"), ("AS 6D 5H TC 5C 9C", "ann 1 hit")],
)
def test_no_21_takes_a_card(game: str, cards: str, actions: str) -> None:
    assert ann(game, cards, actions).status == "settled"
    refusal = refused(game, "ann 1 100", cards, f"{actions}; ann 1 hit")
    assert refusal.code == "action-left-over"


@EACH
@pytest.mark.clause("R20")
def test_a_missed_decision_stands_on_that_hand_alone(game: str) -> None:
    assert ann(game, "TS 6D 2H TC 9C", "ann 1 timeout").net == {"ann": "100"}
    outcome = settle(
        game,
        "ann 1 10; ann 2 10",
        "TS 2S 6D 9S 2H TD 8S 3C",
        "ann 1 timeout; ann 2 hit; ann 2 stand",
    )
    assert outcome.net == {"ann": "-10"}


@EACH
@pytest.mark.clause("CLB 14", "CLB 15", "R20")
@pytest.mark.parametrize(
    ("dealer", "draws"),
    [
        ("TD 7C", False),
        ("TD 6C", True),
        ("AD 6C", True),
        ("6D AC", True),
        ("AD 7C", False),
        ("9D 8C", False),
        ("TD 2C", True),
    ],
)
def test_the_dealer_hits_soft_17_and_stands_on_hard(game: str, dealer: str, draws: bool) -> None:
    up, hole = dealer.split()
    deal = f"TS {up} 9H {hole}"
    if draws:
        assert refused(game, "ann 1 100", deal, "ann 1 stand").code == "card-missing"
    else:
        assert ann(game, deal).status == "settled"
        assert refused(game, "ann 1 100", f"{deal} 2S", "ann 1 stand").code == "card-left-over"


@EACH
@pytest.mark.clause("CLB 15", "CLB 14")
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        # A 2 4 is soft 17, and draws a 4: 21.
        ("TS AD 9H 2C 4C 4D", "-100"),
        # A 6 T is hard 17, and stands.
        ("TS AD 8H 6C TH", "100"),
        # A A 5 is soft 17, and draws an ace: 18.
        ("TS AD 8H AC 5C AH", "0"),
    ],
)
def test_soft_17_in_more_cards(game: str, cards: str, net: str) -> None:
    assert ann(game, cards).net == {"ann": net}


@EACH
@pytest.mark.clause("R20")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [("TS TD 6H 6C KC", "ann 1 hit"), ("AS TD KH 6C", ""), ("6S TD 6H 6C KC", "ann 1 double")],
)
def test_the_dealer_draws_only_when_it_matters(game: str, cards: str, actions: str) -> None:
    assert ann(game, cards, actions).status == "settled"
    assert refused(game, "ann 1 100", f"{cards} 2C", actions).code == "card-left-over"


@pytest.mark.clause("R20")
@pytest.mark.parametrize(
    ("game", "decks", "allowed"),
    [
        (SHOE, 6, True),
        (SHOE, 8, True),
        (SHOE, 9, False),
        (SHOE, 1, False),
        (DOUBLE, 2, True),
        (DOUBLE, 1, False),
        (DOUBLE, 6, False),
        (SINGLE, 1, True),
        (SINGLE, 2, False),
    ],
)
def test_how_many_decks(game: str, decks: int, allowed: bool) -> None:
    settings = {"decks": decks}
    if allowed:
        settle(game, "ann 1 100", "TS TD 9H 8C", "ann 1 stand", settings=settings)
        hand = " ".join(["2S"] * (decks + 1))
        assert refused(game, "ann 1 100", hand, settings=settings).code == "card-impossible"
    else:
        refusal = refused(game, "ann 1 100", "TS TD 9H 8C", settings=settings)
        assert refusal.code == "bad-setting"


@pytest.mark.clause("R20")
@pytest.mark.parametrize(("game", "decks"), [(SHOE, 6), (DOUBLE, 2), (SINGLE, 1)])
def test_how_many_decks_unless_set(game: str, decks: int) -> None:
    assert refused(game, "ann 1 100", " ".join(["2S"] * (decks + 1))).code == "card-impossible"
    assert refused(game, "ann 1 100", " ".join(["2S"] * decks)).code != "card-impossible"
