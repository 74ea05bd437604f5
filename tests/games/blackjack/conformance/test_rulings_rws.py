"""The rulings on the two RWS blackjacks, one by one; the documents have tests of their own."""

import pytest

from croupier import Bet, CardDealt, begin, card, step, variant, waiting
from tests.support.notation import Outcome, refused, settle

BJ, PLUS = "rws-blackjack", "rws-blackjack-plus"
BOTH = pytest.mark.parametrize("game", [BJ, PLUS])
SHARED = "ann 1 100; bob 1 50"
SEATED = {"seats": {1: "ann"}}


def ann(
    cards: str, actions: str = "ann 1 stand", bets: str = "ann 1 100", **more: object
) -> Outcome:
    return settle(BJ, bets, cards, actions, **more)


@BOTH
@pytest.mark.clause("R6")
def test_the_dealer_gets_one_open_card_and_no_hole_card(game: str) -> None:
    bets = [Bet("bob", "initial", 10_00, box=4), Bet("ann", "initial", 10_00, box=2)]
    round = begin(variant(game), bets)
    order = []
    while (due := waiting(round).card) is not None:
        assert due.face_up
        order.append(due.box or due.to)
        round = step(round, CardDealt(card("5S"))).round
    assert order == [2, 4, "dealer", 2, 4]


@BOTH
@pytest.mark.clause("R6")
@pytest.mark.parametrize(("decks", "fits"), [(3, False), (4, True), (8, True), (9, False)])
def test_four_to_eight_decks(game: str, decks: int, fits: bool) -> None:
    refusal = refused(game, "ann 1 100", "TS", settings={"decks": decks})
    assert refusal.code == ("card-missing" if fits else "bad-setting")


@BOTH
@pytest.mark.clause("R7")
@pytest.mark.parametrize(
    ("bets", "seats", "decides"),
    [
        ("ann 1 10; bob 1 50", {1: "ann"}, "ann"),
        ("ann 1 10; bob 1 50", {}, "bob"),
        ("ann 1 50; bob 1 50", {}, "ann"),
        ("ann 1 10; bob 1 50", {1: "cat"}, "bob"),
        ("ann 1 10; bob 1 30; ann 1 30", {}, "ann"),
    ],
)
def test_who_decides_for_a_box(game: str, bets: str, seats: dict[int, str], decides: str) -> None:
    deal = "TS 6D 8H TD 9C"
    other = "bob" if decides == "ann" else "ann"
    assert settle(game, bets, deal, f"{decides} 1 stand", seats=seats).status == "settled"
    assert refused(game, bets, deal, f"{other} 1 stand", seats=seats).code == "not-your-turn"


@BOTH
@pytest.mark.clause("R7")
def test_surrender_binds_the_box_and_insurance_does_not(game: str) -> None:
    outcome = settle(game, SHARED, "TS 9D 6H", "ann 1 surrender", **SEATED)
    assert outcome.net == {"ann": "-50", "bob": "-25"}
    outcome = settle(game, SHARED, "TS AD 9H KC", "bob 1 insure 25; ann 1 stand", **SEATED)
    assert outcome.net == {"ann": "-100", "bob": "0"}
    outcome = settle(game, SHARED, "AS AD KH 7C", "bob 1 even-money", **SEATED)
    assert outcome.net == {"ann": "150", "bob": "50"}


@BOTH
@pytest.mark.clause("R8")
@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ("ann 1 400; bob 1 100", "card-missing"),
        ("ann 1 400; bob 1 101", "limit"),
        ("ann 1 5; bob 1 5", "card-missing"),
        ("ann 1 5; bob 1 4", "limit"),
        ("ann 1 600 over-limit", "card-missing"),
        ("ann 1 5 under-limit", "card-missing"),
    ],
)
def test_limits_are_for_the_box(game: str, bets: str, code: str) -> None:
    assert refused(game, bets, limits=("10", "500")).code == code


@BOTH
@pytest.mark.clause("R8")
def test_an_accepted_excess_is_scaled_but_not_below_the_minimum(game: str) -> None:
    bets = "ann 1 990 over-limit; bob 1 10 over-limit; cat 1 5 under-limit"
    outcome = settle(
        game, bets, "TS 6D 8H TD 9C", "ann 1 stand", limits=("10", "500"), seats={1: "ann"}
    )
    # 990 × 500 ÷ 1005 rounded down; bob keeps the minimum, cat was below it and is not scaled.
    assert outcome.net == {"ann": "492.53", "bob": "10", "cat": "5"}


@BOTH
@pytest.mark.clause("R9")
@pytest.mark.parametrize(
    ("cards", "actions", "code"),
    [
        # Against an ace insurance and even money, but no surrender,
        ("TS AD 6H KC", "ann 1 surrender", "illegal-action"),
        # against anything else surrender, but no insurance,
        ("TS 9D 6H KC", "ann 1 insure 50", "illegal-action"),
        ("TS KD 6H KC", "ann 1 even-money", "illegal-action"),
        # at most half,
        ("TS AD 6H KC", "ann 1 insure 51", "limit"),
        # not after a card, a decision, or twice,
        ("TS 9D 2H 2C", "ann 1 hit; ann 1 surrender", "illegal-action"),
        ("TS AD 2H 2C", "ann 1 hit; ann 1 insure 50", "illegal-action"),
        ("TS AD 6H KC", "ann 1 insure 10; ann 1 insure 10", "illegal-action"),
        # and even money for a blackjack only.
        ("TS AD 6H KC", "ann 1 even-money", "illegal-action"),
    ],
)
def test_what_the_window_offers(game: str, cards: str, actions: str, code: str) -> None:
    assert refused(game, "ann 1 100", cards, actions).code == code


@BOTH
@pytest.mark.clause("R9")
def test_a_blackjack_in_the_window(game: str) -> None:
    """Not surrendered; insured or paid even money, not both; paid at once against 2 to 9."""
    two = "ann 1 100; bob 2 100"
    assert refused(game, two, "AS TS 9D KH 6H", "ann 1 surrender").code == "illegal-action"
    deal = "AS TS AD KH 6H"
    for both in ("ann 1 insure 50; ann 1 even-money", "ann 1 even-money; ann 1 insure 50"):
        assert refused(game, two, deal, both).code == "illegal-action"
    at_once = settle(game, two, "AS TS 9D KH 6H TC", "bob 2 stand")
    assert [line.player for line in at_once.lines] == ["ann", "bob"]
    waits = settle(game, two, "TS AS KD 6H KH AC", "ann 1 stand")
    assert waits.net == {"ann": "-100", "bob": "0"}


@BOTH
@pytest.mark.clause("R10")
@pytest.mark.parametrize(
    ("cards", "actions", "code"),
    [
        ("5S 6D 6H", "ann 1 stand", "illegal-action"),
        ("2S 6D 2H", "ann 1 stand", "illegal-action"),
        ("AS 6D AH TD 9C", "ann 1 stand", ""),
        ("5S 6D 6H TC TD 9C", "ann 1 double", ""),
        ("AS 6D KH", "ann 1 hit", "action-left-over"),
        ("AS 6D 5H 5C TD 9C", "ann 1 hit; ann 1 hit", "action-left-over"),
        ("TS 6D 6H 5C", "ann 1 hit; ann 1 stand", "card-missing"),
        ("TS 6D 6H 5C 2C", "ann 1 hit; ann 1 hit", ""),
        ("TS 6D KH TD TC 9C 9S", "ann 1 split; ann 1 stand; ann 1 stand", ""),
        ("8S 6D 9H", "ann 1 split", "illegal-action"),
        ("8S 6D 8H 3C", "ann 1 split; ann 1 surrender", "illegal-action"),
        ("AS 6D AH AC AD TD 9C", "ann 1 split; ann 1 split", "action-left-over"),
        ("AS 6D AH 2C 3C TD 9C", "ann 1 split", ""),
        ("8S 6D 8H 3C TC", "ann 1 hit; ann 1 double", "illegal-action"),
    ],
)
def test_what_a_hand_may_do(game: str, cards: str, actions: str, code: str) -> None:
    if not code:
        assert settle(game, "ann 1 100", cards, actions).status == "settled"
    else:
        assert refused(game, "ann 1 100", cards, actions).code == code


@BOTH
@pytest.mark.clause("R10")
def test_four_hands_are_the_most_and_none_is_a_blackjack(game: str) -> None:
    deal = "TS 6D TH TC TD AS AH 9S 9H"
    split = "ann 1 split; ann 1 split; ann 1 split"
    # Four tens: the first two hands get aces, 21 each, and have no turn.
    outcome = settle(game, "ann 1 100", f"{deal} KC 9C", f"{split}; ann 1 stand; ann 1 stand")
    assert len(outcome.lines) == 4
    assert max(line.returned for line in outcome.lines) == 200_00
    again = "TS 6D TH TC TD KS"
    assert refused(game, "ann 1 100", again, f"{split}; ann 1 split").code == "illegal-action"


@BOTH
@pytest.mark.clause("R11")
def test_standing_players_follow_or_decline(game: str) -> None:
    deal = "8S 6D 8H TS TH TD 9C"
    stands = "; ann 1 stand; ann 1 stand"
    joined = settle(game, SHARED, deal, f"ann 1 split; bob 1 follow{stands}", **SEATED)
    assert joined.net == {"ann": "200", "bob": "100"}
    declined = settle(game, SHARED, deal, f"ann 1 split{stands}", **SEATED)
    assert declined.net == {"ann": "200", "bob": "50"}
    assert declined.line("bob", "initial").hand == 1
    late = refused(game, SHARED, deal, "ann 1 split; ann 1 stand; bob 1 follow", **SEATED)
    assert late.code == "illegal-action"
    less = refused(game, SHARED, deal, "ann 1 split; bob 1 follow 20", **SEATED)
    assert less.code == "limit"
    doubles = "6S 6D 5H TC TD 9C"
    part = settle(game, SHARED, doubles, "ann 1 double; bob 1 follow 20", **SEATED)
    assert part.net == {"ann": "200", "bob": "70"}
    more = refused(game, SHARED, doubles, "ann 1 double; bob 1 follow 51", **SEATED)
    assert more.code == "limit"


@BOTH
@pytest.mark.clause("R12")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS AD 8H 6C", "ann 1 stand"),  # soft 17 stands
        ("TS 6D 6H TC", "ann 1 hit"),  # bust: no card at all
        ("AS 6D KH", ""),  # paid at once: no card at all
        ("AS TD KH 6C", ""),  # a waiting blackjack: the second card alone
        ("TS AD 6H TC 5C", "ann 1 insure 50; ann 1 hit"),  # insurance: the second card alone
    ],
)
def test_the_dealer_draws_what_some_bet_needs(game: str, cards: str, actions: str) -> None:
    assert settle(game, "ann 1 100", cards, actions).status == "settled"
    assert refused(game, "ann 1 100", f"{cards} 2C", actions).code == "card-left-over"
    shorter = " ".join(cards.split()[:-1])
    assert refused(game, "ann 1 100", shorter, actions).code == "card-missing"


@pytest.mark.clause("R12")
def test_boom_busted_needs_the_whole_hand() -> None:
    bets = "ann 1 100; ann boom-busted 10"
    outcome = settle(PLUS, bets, "TS 6D 6H TC TD 9C", "ann 1 hit")
    assert outcome.line("ann", "boom-busted").result == "win"


@BOTH
@pytest.mark.clause("R13")
@pytest.mark.parametrize(
    ("cards", "actions", "net"),
    [
        ("TS KD 6H 5C AC", "ann 1 hit; ann 1 stand", "-100"),  # 21, not blackjack
        ("AS KD KH AC", "", "0"),
        ("6S KD 5H 9C AC", "ann 1 double", "-100"),
        ("6S KD 6H TC", "ann 1 double", "-200"),  # bust
        ("8S KD 8H TC TH AC", "ann 1 split; ann 1 stand; ann 1 stand", "-100"),
        ("8S KD 8H 3C TC TH AC", "ann 1 split; ann 1 double; ann 1 stand", "-100"),
        # One hand bust with its double, the other loses one initial bet.
        ("8S KD 8H 4C TC TH AC", "ann 1 split; ann 1 double; ann 1 stand", "-300"),
    ],
)
def test_what_a_dealers_blackjack_takes(game: str, cards: str, actions: str, net: str) -> None:
    assert settle(game, "ann 1 100", cards, actions).net == {"ann": net}


@BOTH
@pytest.mark.clause("R13")
def test_the_first_hand_that_is_not_bust_carries_the_loss(game: str) -> None:
    actions = "ann 1 split; ann 1 hit; ann 1 stand"
    outcome = settle(game, "ann 1 100", "8S KD 8H 4C TC TH AC", actions)
    assert [(line.hand, line.result) for line in outcome.lines] == [(1, "lose"), (2, "lose")]
    actions = "ann 1 split; ann 1 stand; ann 1 stand"
    outcome = settle(game, "ann 1 100", "8S KD 8H TC TH AC", actions)
    assert [(line.hand, line.result) for line in outcome.lines] == [(1, "lose"), (2, "returned")]


@pytest.mark.clause("R14")
@pytest.mark.parametrize(
    ("game", "bets", "code"),
    [
        (BJ, "ann 1 100; bob 2 player-pair 10", "no-initial-bet"),
        (BJ, "bob 1 player-pair 10; ann 1 100", "card-missing"),
        (BJ, "ann 1 100; bob 2 player-pair 10 late-found", "card-missing"),
        (BJ, "ann 1 100; ann 1 over-13 101", "limit"),
        (BJ, "ann 1 100; ann 1 over-13 100; ann 1 under-13 100", "card-missing"),
        (BJ, "ann 1 100; bob 1 over-13 100", "card-missing"),
        (BJ, "ann 1 100; bob 1 over-13 101", "limit"),
        (BJ, "ann 1 100; bob 1 50; bob 1 over-13 51", "limit"),
        (PLUS, "ann 1 100; bob 2 rws-pairs 10", "no-initial-bet"),
        (PLUS, "ann 1 100; bob boom-busted 10", "card-missing"),
        (PLUS, "bob boom-busted 10", "no-initial-bet"),
    ],
)
def test_what_a_side_bet_needs(game: str, bets: str, code: str) -> None:
    assert refused(game, bets, seats={1: "ann"}).code == code


@pytest.mark.clause("R14")
@pytest.mark.parametrize(
    ("hand", "over", "under"),
    [
        ("TS 4H", "win", "lose"),
        ("TS 3H", "lose", "lose"),
        ("TS 2H", "lose", "win"),
        ("AS KH", "lose", "win"),
        ("AS 2H", "lose", "win"),
    ],
)
def test_thirteen_loses_both_and_an_ace_is_one(hand: str, over: str, under: str) -> None:
    first, second = hand.split()
    bets = "ann 1 100; ann 1 over-13 10; ann 1 under-13 10"
    hits = "" if hand == "AS KH" else "ann 1 hit; ann 1 hit; ann 1 stand"
    more = "" if hand == "AS KH" else " 2C 2D TD 9C"
    outcome = settle(BJ, bets, f"{first} 6D {second}{more}", hits)
    assert outcome.line("ann", "over-13").result == over
    assert outcome.line("ann", "under-13").result == under


@pytest.mark.clause("R14")
def test_a_side_bet_found_too_late_is_returned() -> None:
    bets = "ann 1 100; bob 2 player-pair 10 late-found"
    outcome = ann("TS 6D 8H TD 9C", bets=bets)
    assert outcome.line("bob", "player-pair").result == "returned"


@BOTH
@pytest.mark.clause("R15")
def test_walking_away_passes_the_decision_on_and_then_to_the_house(game: str) -> None:
    # The house draws 5 5 to 14 and stands.
    alone = settle(game, "ann 1 100", "5S 6D 5H 4C TD 9C", "ann 1 timeout")
    assert alone.net == {"ann": "100"}
    three = "ann 1 100; bob 1 50; cat 1 80"
    passed = settle(
        game,
        three,
        "5S 6D 5H 4C 5C TD 9C",
        "ann 1 timeout; cat 1 hit; cat 1 hit; cat 1 stand",
        **SEATED,
    )
    assert passed.net == {"ann": "100", "bob": "50", "cat": "80"}
    deal = "5S 6D 5H 4C TD 9C"
    assert refused(game, three, deal, "ann 1 timeout; bob 1 hit", **SEATED).code == "not-your-turn"
    gone = "ann 1 timeout; cat 1 timeout; bob 1 timeout"
    assert settle(game, three, deal, gone, **SEATED).net == {"ann": "100", "bob": "50", "cat": "80"}


@BOTH
@pytest.mark.clause("R15")
def test_walking_away_from_one_box_is_not_leaving_the_others(game: str) -> None:
    bets = "ann 1 100; ann 2 100"
    outcome = settle(game, bets, "TS 5S 6D 6H 5H TC TD 9C", "ann 1 timeout; ann 2 double 100")
    assert outcome.net == {"ann": "300"}
