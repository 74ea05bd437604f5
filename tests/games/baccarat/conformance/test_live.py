"""Live baccarat: who draws, who wins, what it pays."""

import pytest

from croupier import Bet, CardDealt, begin, card, cards, spots, step, variant, waiting
from tests.support.families import baccarat_view
from tests.support.notation import refused, settle

GAME = "live-baccarat"
BETS = "ann player 100; bob banker 100; cat tie 10"


def coup(hand: str, actions: str = "", **fields: object) -> dict[str, str]:
    return settle(GAME, BETS, hand, actions, **fields).net


PLAYER_WINS = {"ann": "100", "bob": "-100", "cat": "-10"}
BANKER_WINS = {"ann": "-100", "bob": "95", "cat": "-10"}
TIE = {"ann": "0", "bob": "0", "cat": "80"}


@pytest.mark.clause("LIVE 3.1")
def test_there_are_three_bets() -> None:
    assert spots(variant(GAME)) == {"player": False, "banker": False, "tie": False}
    for other in ("player-pair", "banker-pair", "winning-total-7", "ante-player", "initial"):
        assert refused(GAME, f"ann {other} 10", "9S KD QH 8C").code == "unknown-bet"


@pytest.mark.clause("LIVE 3.1")
def test_nearest_to_nine_wins() -> None:
    assert coup("9S KD QH 8C") == PLAYER_WINS
    assert coup("8S KD QH 9C") == BANKER_WINS
    assert coup("7S KD QH 6C") == PLAYER_WINS
    assert coup("6S KD QH 7C") == BANKER_WINS
    assert coup("9S 9D QH KC") == TIE


@pytest.mark.clause("LIVE 3.1", "R22")
def test_eight_decks_and_no_other_number() -> None:
    nine = " ".join(["9S"] * 9)
    assert refused(GAME, "ann tie 10", nine).code == "card-impossible"
    assert settle(GAME, BETS, "9S KD QH 8C", settings={"decks": 8}).net == PLAYER_WINS
    for decks in (1, 6, 7, 9):
        assert refused(GAME, BETS, "9S KD QH 8C", settings={"decks": decks}).code == "bad-setting"


@pytest.mark.clause("LIVE 3.3.3", "R22", "R2")
def test_what_the_bets_pay() -> None:
    outcome = settle(GAME, BETS, "9S KD QH 8C")
    assert outcome.told() == [
        "ann player 100 > 200 win LIVE 3.3.3",
        "bob banker 100 > 0 lose LIVE 3.3.3",
        "cat tie 10 > 0 lose LIVE 3.3.3",
    ]
    outcome = settle(GAME, BETS, "8S KD QH 9C")
    assert outcome.told() == [
        "ann player 100 > 0 lose LIVE 3.3.3",
        "bob banker 100 > 195 win LIVE 3.3.3",
        "cat tie 10 > 0 lose LIVE 3.3.3",
    ]


@pytest.mark.clause("LIVE 3.3.3", "R1")
@pytest.mark.parametrize(
    ("stake", "won"), [("1", "0.95"), ("7", "6.65"), ("20", "19"), ("9999", "9499.05")]
)
def test_banker_pays_95_cents_a_unit_to_the_cent(stake: str, won: str) -> None:
    assert settle(GAME, f"ann banker {stake}", "8S KD QH 9C").net == {"ann": won}


@pytest.mark.clause("LIVE 3.3.3")
def test_banker_winning_with_six_is_paid_like_any_other() -> None:
    assert settle(GAME, "ann banker 100", "2S 2D 3H 4C 8S").net == {"ann": "95"}


@pytest.mark.clause("LIVE 3.2", "R22", "R2")
def test_a_tie_gives_player_and_banker_back() -> None:
    assert settle(GAME, BETS, "6S KD QH 6C").told() == [
        "ann player 100 > 100 push LIVE 3.2",
        "bob banker 100 > 100 push LIVE 3.2",
        "cat tie 10 > 90 win LIVE 3.3.3",
    ]


@pytest.mark.clause("LIVE 3.2", "R21")
@pytest.mark.parametrize(
    ("hand", "points"),
    [("9S 7D", 6), ("5S 5D 5H", 5), ("TS 9D", 9), ("KS QD JH", 0), ("AS 9D", 0), ("AS AD AH", 3)],
)
def test_only_the_last_digit_counts(hand: str, points: int) -> None:
    coup = begin(variant(GAME), [Bet("ann", "tie", 10_00)])
    third = len(hand.split()) == 3
    first, second, *rest = cards(hand)
    # Banker gets 7 and stands, so that a third card is only ever Player's.
    for one in (first, card("KC"), second, card("7C"), *rest):
        coup = step(coup, CardDealt(one)).round
    assert baccarat_view(coup).player_points == points
    assert len(baccarat_view(coup).player) == (3 if third else 2)


@pytest.mark.clause("LIVE 3.2")
@pytest.mark.parametrize(
    ("bet", "fits"), [("10", True), ("500", True), ("9", False), ("501", False)]
)
@pytest.mark.parametrize("spot", ["player", "banker", "tie"])
def test_a_bet_outside_the_limits_is_rejected(spot: str, bet: str, fits: bool) -> None:
    if fits:
        settle(GAME, f"ann {spot} {bet}", "9S KD QH 8C", limits=("10", "500"))
    else:
        refusal = refused(GAME, f"ann {spot} {bet}", "9S KD QH 8C", limits=("10", "500"))
        assert (refusal.code, refusal.clause) == ("limit", "LIVE 3.2")


@pytest.mark.clause("LIVE 3.2", "R21")
@pytest.mark.parametrize("natural", ["8", "9"])
@pytest.mark.parametrize("other", "0123456789")
@pytest.mark.parametrize("side", ["player", "banker"])
def test_a_natural_ends_the_drawing(natural: str, other: str, side: str) -> None:
    other = other.replace("0", "T").replace("1", "A")
    ours, theirs = (natural, other) if side == "player" else (other, natural)
    four = f"{ours}S {theirs}D QH KC"
    assert settle(GAME, BETS, four).status == "settled"
    assert refused(GAME, BETS, f"{four} 2D").code == "card-left-over"


@pytest.mark.clause("LIVE 3.2")
def test_eight_or_nine_in_three_cards_is_no_natural() -> None:
    # Player comes to 9 with a third card; Banker's 3 draws against it all the same.
    assert coup("2S KD 3H 3C 4D 6C") == TIE
    assert refused(GAME, BETS, "2S KD 3H 3C 4D").code == "card-missing"


@pytest.mark.clause("LIVE 3.2", "LIVE 3.3", "R21")
def test_no_hand_has_more_than_three_cards() -> None:
    assert coup("KS KD QH QC JD JC") == TIE
    assert refused(GAME, BETS, "KS KD QH QC JD JC TD").code == "card-left-over"


@pytest.mark.clause("LIVE 3.2", "R21")
def test_player_banker_player_banker_then_players_third_before_bankers() -> None:
    coup = begin(variant(GAME), [Bet("ann", "tie", 10_00)])
    order = []
    while not coup.over:
        due = waiting(coup).card
        assert due is not None
        order.append(due.to)
        coup = step(coup, CardDealt(card("KS"))).round
    assert order == ["player", "banker", "player", "banker", "player", "banker"]


@pytest.mark.clause("LIVE 3.2")
def test_every_card_of_a_coup_lies_open() -> None:
    coup = begin(variant(GAME), [Bet("ann", "tie", 10_00)])
    for one in cards("2S KD 3H 4C"):
        coup = step(coup, CardDealt(one)).round
    seen = baccarat_view(coup)
    assert (seen.player, seen.banker) == (("2S", "3H"), ("KD", "4C"))
    assert (seen.player_points, seen.banker_points) == (5, 4)
    seen = baccarat_view(step(step(coup, CardDealt(card("4D"))).round, CardDealt(card("5C"))).round)
    assert (seen.player, seen.banker) == (("2S", "3H", "4D"), ("KD", "4C", "5C"))
    assert (seen.player_points, seen.banker_points) == (9, 9)


@pytest.mark.clause("LIVE 3.2")
def test_nobody_asks_for_a_card() -> None:
    refusal = refused(GAME, BETS, "9S KD QH 8C", "ann hit")
    assert refusal.code == "action-left-over"


@pytest.mark.clause("R24", "R26")
@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("foreign-card", "R26"),
        ("short-shoe", "R26"),
        ("excess-cards", "R26"),
        ("out-of-cards", "R26"),
        ("unshuffled", "R26"),
        ("wrong-count", "R24"),
    ],
)
@pytest.mark.parametrize("out", range(5))
def test_a_coup_is_void_at_any_card(reason: str, clause: str, out: int) -> None:
    hand = " ".join(["2S", "KD", "3H", "4C"][:out])
    outcome = settle(GAME, BETS, hand, f"pit void {reason} @{out}")
    assert outcome.status == "void"
    assert outcome.told() == [
        f"ann player 100 > 100 void {clause}",
        f"bob banker 100 > 100 void {clause}",
        f"cat tie 10 > 10 void {clause}",
    ]


@pytest.mark.clause("R24", "R28")
def test_a_misdeal_is_put_right_or_the_coup_is_void() -> None:
    assert coup("9S KD QH 8C", "pit misdeal reconstructed @2") == PLAYER_WINS
    outcome = settle(GAME, BETS, "9S KD", "pit misdeal @2")
    assert outcome.status == "void"
    assert {line.clause for line in outcome.lines} == {"R24"}


@pytest.mark.clause("R28")
@pytest.mark.parametrize("answer", ["withdraw", "continue"])
def test_nobody_chooses_in_a_coup(answer: str) -> None:
    refusal = refused(GAME, BETS, "9S KD QH 8C", f"pit misdeal reconstructed @2; bob {answer}")
    assert refusal.code == "action-left-over"


@pytest.mark.clause("R4")
@pytest.mark.parametrize("out", range(5))
def test_an_interrupted_coup_has_decided_nothing_before_its_last_card(out: int) -> None:
    hand = " ".join(["2S", "KD", "3H", "4C"][:out])
    outcome = settle(GAME, BETS, hand, f"house interrupt @{out}")
    assert outcome.status == "void"
    assert {line.clause for line in outcome.lines} == {"R4"}


@pytest.mark.clause("R26", "R30")
def test_burned_cards_belong_to_nobody() -> None:
    assert coup("9S 2C 3C 4C KD QH 8C", "pit burn 3 @1") == PLAYER_WINS


@pytest.mark.clause("R29")
def test_cards_drawn_together_to_no_players_hand_are_discarded() -> None:
    assert coup("9S KD 2C 3C QH 8C", "dealer together 2 @2") == PLAYER_WINS


@pytest.mark.clause("R27", "R28", "R30")
@pytest.mark.parametrize(
    "ruling",
    ["pit place 1 1 @2", "pit place dealer @2", "pit discard no-bet @2", "pit burn 0 @2"],
)
def test_what_has_no_place_in_a_coup(ruling: str) -> None:
    assert refused(GAME, BETS, "9S KD QH 8C", ruling).code == "illegal-action"


@pytest.mark.clause("R5")
@pytest.mark.parametrize(
    "ruling",
    [
        "pit void foreign-card",
        "pit void wrong-count",
        "house interrupt",
        "pit misdeal",
        "pit burn 1",
    ],
)
def test_a_finished_coup_stands(ruling: str) -> None:
    refusal = refused(GAME, BETS, "9S KD QH 8C", ruling)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R5")
