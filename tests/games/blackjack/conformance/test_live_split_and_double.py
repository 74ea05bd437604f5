"""Live blackjack: doubling, splitting, the dealer's blackjack, and what is hidden until when."""

import pytest

from croupier import (
    HOUSE,
    PUBLIC,
    Act,
    Action,
    Bet,
    Capacity,
    CardDealt,
    Interrupt,
    Misdeal,
    OffersClosed,
    Place,
    Round,
    Together,
    Viewer,
    begin,
    card,
    cards,
    step,
    variant,
    view,
    waiting,
)
from tests.support.families import blackjack_view
from tests.support.notation import Outcome, refused, settle

GAME = "live-blackjack"


def ann(cards: str, actions: str, stake: int = 100, **fields: object) -> Outcome:
    return settle(GAME, f"ann 1 {stake}", cards, actions, **fields)


@pytest.mark.clause("LIVE 2.2.6", "R18")
@pytest.mark.parametrize(
    "hand", ["6S 5H", "TS 2H", "AS 7H", "2S 2H", "TS KH", "9S AH", "5S 5H", "4S 3H"]
)
def test_any_first_two_cards_may_be_doubled(hand: str) -> None:
    first, second = hand.split()
    round_cards = f"{first} 6D {second} TC AC 9C"
    assert ann(round_cards, "ann 1 double").net == {"ann": "200"}


@pytest.mark.clause("LIVE 2.2.6", "R18")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("100", ""),
        ("1", ""),
        ("60", ""),
        ("101", "limit"),
        ("0", "bad-amount"),
        ("-1", "bad-amount"),
        ("0.5", "bad-amount"),
        ("1.01", "bad-amount"),
    ],
)
def test_a_double_adds_up_to_the_stake(amount: str, code: str) -> None:
    deal = "6S 6D 5H TC 9H 9C"
    if code:
        assert refused(GAME, "ann 1 100", deal, f"ann 1 double {amount}").code == code
    else:
        line = ann(deal, f"ann 1 double {amount}").line("ann", "initial")
        assert line.stake == (100 + int(amount)) * 100
        assert line.returned == 2 * line.stake


@pytest.mark.clause("R3a", "LIVE 2.2.6", "LIVE 2.2.7")
def test_doubles_splits_and_insurance_may_go_over_the_maximum() -> None:
    limits = ("10", "100")
    assert ann("6S 6D 5H TC 9H 9C", "ann 1 double", limits=limits).net == {"ann": "200"}
    split = "ann 1 split; ann 1 stand; ann 1 stand"
    assert ann("8S 6D 8H TC TS TH 9C", split, limits=limits).net == {"ann": "200"}
    assert ann("TS AD 9H KC", "ann 1 insure 5", 10, limits=limits).net == {"ann": "0"}


@pytest.mark.clause("LIVE 2.2.6")
def test_a_double_brings_one_card_and_no_turn_after_it() -> None:
    deal = "6S 6D 5H TC 2H 9C"
    assert ann(deal, "ann 1 double").net == {"ann": "200"}
    assert refused(GAME, "ann 1 100", deal, "ann 1 double; ann 1 hit").code == "action-left-over"


@pytest.mark.clause("LIVE 2.2.6")
def test_no_double_after_a_third_card() -> None:
    refusal = refused(GAME, "ann 1 100", "2S 6D 3H TC 6C", "ann 1 hit; ann 1 double")
    assert (refusal.code, refusal.clause) == ("illegal-action", "LIVE 2.2.6")


@pytest.mark.clause("LIVE 2.2.6", "R18")
@pytest.mark.parametrize("amount", [100, 40])
def test_a_blackjack_under_a_ten_takes_only_the_original_bet_of_a_double(amount: int) -> None:
    outcome = ann("6S KD 5H AC 9H", f"ann 1 double {amount}")
    assert outcome.told() == [
        f"ann initial#1 {100 + amount} > {amount} lose LIVE 2.2.6",
    ]
    assert outcome.net == {"ann": "-100"}


@pytest.mark.clause("LIVE 2.2.3c", "R18")
def test_a_double_that_bust_has_lost_all_whatever_the_dealer_had() -> None:
    outcome = ann("6S KD 6H AC TH", "ann 1 double")
    assert outcome.told() == ["ann initial#1 200 > 0 lose LIVE 2.2.3c"]


@pytest.mark.clause("LIVE 2.2.2", "R18")
def test_a_doubled_21_loses_to_a_blackjack_under_a_ten() -> None:
    assert ann("6S KD 5H AC TH", "ann 1 double").net == {"ann": "-100"}


@pytest.mark.clause("LIVE 2.2.7", "R18")
def test_a_split_puts_an_equal_bet_on_the_second_hand() -> None:
    outcome = ann("8S 6D 8H TC 3S TS 2H KH 9C", "ann 1 split; ann 1 hit; ann 1 hit; ann 1 stand")
    assert outcome.told() == [
        "ann initial#1 100 > 200 win LIVE 2.2.1a",
        "ann initial#2 100 > 200 win LIVE 2.2.1a",
    ]


@pytest.mark.clause("LIVE 2.2.7", "R18")
@pytest.mark.parametrize("pair", ["8S 8H", "8S 8S", "TS KH", "JS QH", "AS AH", "2S 2H"])
def test_two_cards_of_equal_value_may_be_split(pair: str) -> None:
    first, second = pair.split()
    actions = "ann 1 split"
    if first[0] != "A":
        actions += "; ann 1 stand; ann 1 stand"
    assert ann(f"{first} 6D {second} TC 9S 9H 9C", actions).net == {"ann": "200"}


@pytest.mark.clause("LIVE 2.2.7", "R18")
@pytest.mark.parametrize("hand", ["8S 9H", "AS 9H", "TS 9H", "AS TH"])
def test_unequal_values_may_not_be_split(hand: str) -> None:
    first, second = hand.split()
    refusal = refused(GAME, "ann 1 100", f"{first} 6D {second} TC 9C", "ann 1 split")
    assert refusal.code == ("action-left-over" if hand == "AS TH" else "illegal-action")


@pytest.mark.clause("LIVE 2.2.7")
def test_the_first_hand_is_finished_before_the_second_gets_a_card() -> None:
    round = begin(variant(GAME), [Bet("ann", "initial", 100_00, box=1)])
    for one in ["8S", "6D", "8H", "TC"]:
        round = step(round, CardDealt(card(one))).round
    round = step(round, Act("ann", Action.SPLIT, 1)).round
    due = waiting(round).card
    assert due is not None
    assert (due.box, due.hand) == (1, 1)
    round = step(round, CardDealt(card("3S"))).round
    (asked,) = waiting(round).decisions
    assert asked.hand == 1
    assert [one.cards for one in blackjack_view(round).boxes[0].hands] == [("8S", "3S"), ("8H",)]
    round = step(round, Act("ann", Action.STAND, 1)).round
    due = waiting(round).card
    assert due is not None
    assert (due.box, due.hand) == (1, 2)


@pytest.mark.clause("LIVE 2.2.7", "R18")
@pytest.mark.parametrize("pair", ["8S 8H 8D", "TS TH KD"])
def test_no_hand_is_split_again(pair: str) -> None:
    first, second, third = pair.split()
    deal = f"{first} 6D {second} TC {third} 9S 9C"
    for hand in ("", "ann 1 stand; "):
        cards = deal if not hand else f"{first} 6D {second} TC 9S {third} 9C"
        refusal = refused(GAME, "ann 1 100", cards, f"ann 1 split; {hand}ann 1 split")
        assert (refusal.code, refusal.clause) == ("illegal-action", "LIVE 2.2.7")


@pytest.mark.clause("LIVE 2.2.7", "R18")
def test_split_aces_get_one_card_each_and_no_turn() -> None:
    outcome = ann("AS TD AH TH 5C 9C", "ann 1 split")
    assert outcome.net == {"ann": "-100"}
    assert outcome.told() == [
        "ann initial#1 100 > 0 lose LIVE 2.2.1d",
        "ann initial#2 100 > 100 push LIVE 2.2.2",
    ]
    for more in ("hit", "stand", "double", "split"):
        refusal = refused(GAME, "ann 1 100", "AS TD AH TH AC 9C", f"ann 1 split; ann 1 {more}")
        assert refusal.code == "action-left-over"


@pytest.mark.clause("LIVE 2.2.7", "LIVE 2.1.1")
def test_an_ace_and_a_ten_after_a_split_are_21_and_no_blackjack() -> None:
    aces = ann("AS TD AH 9C KC QC", "ann 1 split")
    assert [line.returned for line in aces.lines] == [200_00, 200_00]
    tens = ann("KS TD TH 9C AC AH", "ann 1 split")
    assert tens.net == {"ann": "200"}
    # Against the dealer's own 21 they push; a blackjack would have won.
    push = ann("AS TD AH 5C KC QC 6C", "ann 1 split")
    assert {line.result for line in push.lines} == {"push"}


@pytest.mark.clause("LIVE 2.2.6", "LIVE 2.2.7", "R18")
def test_a_split_hand_may_be_doubled() -> None:
    outcome = ann("8S 6D 8H TC 3S TS TH 9C", "ann 1 split; ann 1 double 50; ann 1 stand")
    assert outcome.told() == [
        "ann initial#1 150 > 300 win LIVE 2.2.1a",
        "ann initial#2 100 > 200 win LIVE 2.2.1a",
    ]


@pytest.mark.clause("LIVE 2.2.7")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ("ann 1 hit; ann 1 split", "illegal-action"),
        ("ann 1 split; ann 1 surrender", "illegal-action"),
        ("bob 1 split", "not-your-turn"),
        ("ann 2 split", "not-your-turn"),
    ],
)
def test_when_a_split_is_refused(actions: str, code: str) -> None:
    assert refused(GAME, "ann 1 100", "4S 6D 4H TC 4D TH 9C", actions).code == code


@pytest.mark.clause("R18", "LIVE 2.2.2", "LIVE 2.2.6", "LIVE 2.2.3c")
@pytest.mark.parametrize(
    ("cards", "actions", "told"),
    [
        # Each split hand loses its stake.
        (
            "8S KD 8H AC TS TH",
            "ann 1 split; ann 1 stand; ann 1 stand",
            ["#1 100 > 0 lose R18", "#2 100 > 0 lose R18"],
        ),
        # A doubled one loses its own stake and gets the double back.
        (
            "8S KD 8H AC 3S TS TH",
            "ann 1 split; ann 1 double; ann 1 stand",
            ["#1 200 > 100 lose LIVE 2.2.6", "#2 100 > 0 lose R18"],
        ),
        # One that bust has lost all, the other its stake.
        (
            "8S KD 8H AC 4S TS TH",
            "ann 1 split; ann 1 double; ann 1 stand",
            ["#1 200 > 0 lose LIVE 2.2.3c", "#2 100 > 0 lose R18"],
        ),
        # Twenty-ones after a split are no blackjacks.
        ("AS KD AH AC TS TH", "ann 1 split", ["#1 100 > 0 lose R18", "#2 100 > 0 lose R18"]),
    ],
)
def test_a_blackjack_under_a_ten_against_split_hands(
    cards: str, actions: str, told: list[str]
) -> None:
    assert ann(cards, actions).told() == [f"ann initial{one}" for one in told]


@pytest.mark.clause("LIVE 2.3.8", "R16")
def test_under_an_ace_the_dealer_looks_and_the_round_is_over() -> None:
    assert ann("8S AD 8H KC", "").told() == ["ann initial#1 100 > 0 lose LIVE 2.2.2"]
    refusal = refused(GAME, "ann 1 100", "8S AD 8H KC", "ann 1 split")
    assert refusal.code == "action-left-over"


@pytest.mark.clause("LIVE 2.3.8", "R16")
def test_under_a_ten_the_dealer_does_not_look() -> None:
    assert refused(GAME, "ann 1 100", "8S KD 8H AC").code == "decision-missing"
    assert ann("TS KD 8H AC", "ann 1 stand").net == {"ann": "-100"}


@pytest.mark.clause("R16")
def test_looking_under_a_ten_is_a_setting() -> None:
    settings = {"look-under-ten": True}
    assert ann("8S KD 8H AC", "", settings=settings).net == {"ann": "-100"}
    assert ann("AS KD TH AC", "", settings=settings).net == {"ann": "0"}
    refusal = refused(GAME, "ann 1 100", "8S KD 8H 9C", settings=settings)
    assert refusal.code == "decision-missing"


def table(*bets: Bet) -> Round:
    return begin(variant(GAME), bets or [Bet("ann", "initial", 100_00, box=1)])


def deal(round: Round, text: str) -> Round:
    for one in cards(text):
        round = step(round, CardDealt(one)).round
    return round


@pytest.mark.clause("LIVE 2.1.1", "LIVE 2.3.8", "LIVE 2.3.4d", "LIVE 2.3.4a", "LIVE 2.3.4c")
@pytest.mark.clause("LIVE 2.4.2")
@pytest.mark.parametrize("viewer", [PUBLIC, HOUSE, Viewer.of("ann")])
def test_the_hole_card_is_hidden_from_everyone_until_all_are_served(viewer: Viewer) -> None:
    round = deal(table(), "2S 6D 3H TC")
    seen = blackjack_view(round, viewer)
    assert seen.boxes[0].hands[0].cards == ("2S", "3H")
    assert (seen.dealer, seen.dealer_total) == (("6D", "??"), None)
    round = deal(step(round, Act("ann", Action.HIT, 1)).round, "4C")
    assert blackjack_view(round, viewer).dealer == ("6D", "??")
    round = step(round, Act("ann", Action.STAND, 1)).round
    seen = blackjack_view(round, viewer)
    assert (seen.dealer, seen.dealer_total) == (("6D", "TC"), 16)


@pytest.mark.clause("LIVE 2.3.8")
@pytest.mark.parametrize("viewer", [PUBLIC, HOUSE, Viewer.of("ann")])
def test_a_look_that_finds_no_blackjack_shows_nobody_the_card(viewer: Viewer) -> None:
    round = deal(table(), "TS AD 9H 7C")
    assert blackjack_view(round, viewer).dealer == ("AD", "??")
    round = step(round, OffersClosed()).round
    assert blackjack_view(round, viewer).dealer == ("AD", "??")
    assert [one.player for one in waiting(round).decisions] == ["ann"]


@pytest.mark.clause("LIVE 2.3.8")
def test_a_look_that_finds_a_blackjack_turns_the_card() -> None:
    round = step(deal(table(), "TS AD 9H KC"), OffersClosed()).round
    assert blackjack_view(round).dealer == ("AD", "KC")
    assert view(round).over


@pytest.mark.clause("LIVE 2.3.8", "R4")
@pytest.mark.parametrize("viewer", [PUBLIC, HOUSE, Viewer.of("ann")])
def test_a_void_does_not_tell_the_hole_card(viewer: Viewer) -> None:
    round = step(deal(table(), "TS KD 9H AC"), Interrupt(Capacity.HOUSE)).round
    assert round.void
    assert blackjack_view(round, viewer).dealer == ("KD", "??")


@pytest.mark.clause("LIVE 2.3.8", "R28")
def test_a_card_placed_on_the_dealers_hand_does_not_turn_the_hole_card() -> None:
    round = deal(table(), "TS 6D 2H TC")
    round = step(round, Misdeal(Capacity.PIT, reconstructed=False)).round
    round = deal(step(round, Place(Capacity.PIT, dealer=True)).round, "3C")
    assert blackjack_view(round).dealer[1] == "??"
    assert blackjack_view(round).dealer_total is None


@pytest.mark.clause("LIVE 2.4.2")
def test_cards_still_to_come_are_shown_to_nobody_at_the_table() -> None:
    """Of two cards that left the shoe together, the second is not told before it is dealt."""
    bets = [Bet(name, "initial", 100_00, box=box) for box, name in ((1, "ann"), (2, "bob"))]
    round = deal(table(*bets), "TS TH 6D 2S 2H TC")
    round = step(round, Act("ann", Action.HIT, 1)).round
    round = step(round, Together(Capacity.DEALER, cards("5C 9C"))).round
    assert all(not one.cards for one in view(round, Viewer.of("bob")).waiting.decisions)
    round = step(round, Act("ann", Action.TAKE, card=card("5C"))).round
    round = step(round, Act("ann", Action.STAND, 1)).round
    round = step(round, Act("bob", Action.HIT, 2)).round
    due = waiting(round).card
    assert due is not None
    assert due.exactly == "9C"
    for viewer in (PUBLIC, Viewer.of("bob")):
        shown = view(round, viewer).waiting.card
        assert shown is not None
        assert shown.exactly is None
