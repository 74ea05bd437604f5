"""RWS Blackjack and Blackjack Plus: what a standing player who declined may do later, and how the
house plays for nobody."""

import pytest

from croupier import Act, Action, Bet, CardDealt, OffersClosed, begin, card, step, variant, waiting
from croupier.engine.protocol import Round
from tests.support.notation import refused, settle
from tests.support.rws import both, cites

ANN = {1: "ann"}
BETS = "ann 1 100; bob 1 30"


# --- declining a double, or a split -------------------------------------------------------------

TWICE = "8S TD 8H 3C 7C 8C 9C TC 7D"
"""Eights split: 8 3 doubled with a seven; then 8 8, split again into 8 9 and 8 T."""


@pytest.mark.clause("BJ5 3.22.1", "BJP 3.23.1", "BJ5 3.21.1", "BJP 3.22.1", "R11")
@both
def test_who_declined_a_double_may_still_follow_a_split(game: str) -> None:
    actions = "ann 1 split; bob 1 follow; ann 1 double; ann 1 split; bob 1 follow"
    outcome = settle(game, BETS, TWICE, actions + "; ann 1 stand" * 2, seats=ANN)
    bobs = [(one.hand, one.stake, one.result) for one in outcome.lines if one.player == "bob"]
    assert bobs == [(1, 30_00, "win"), (2, 30_00, "push"), (3, 30_00, "win")]


@pytest.mark.clause("R11")
@both
@pytest.mark.parametrize("left", [OffersClosed(), Act("bob", Action.DECLINE, 1)])
def test_however_the_double_was_declined(game: str, left: Act | OffersClosed) -> None:
    round = begin(variant(game), _bets(), seats=ANN)
    round = _dealt(round, "8S TD 8H")
    for one in (Act("ann", Action.SPLIT, 1), Act("bob", Action.FOLLOW, 1)):
        round = step(round, one).round
    round = _dealt(round, "3C")
    for input in (Act("ann", Action.DOUBLE, 1), left):
        round = step(round, input).round
    round = _dealt(round, "7C 8C")
    round = step(round, Act("ann", Action.SPLIT, 1)).round
    (offer,) = waiting(round).offers
    assert (offer.player, offer.options[0].action) == ("bob", Action.FOLLOW)


@pytest.mark.clause("R11", "R15", "BJ5 5.3", "BJP 5.3")
@cites("BJ5 3.21", "BJP 3.22")
def test_who_declined_a_split_does_not_split_when_the_decision_falls_to_them(
    game: str, clause: str
) -> None:
    # Bob stays on 8 8, the first of the two hands; then ann walks away.
    cards = "8S TD 8H 8C TC 7D"
    actions = "ann 1 split; ann 1 timeout; bob 1 {}; bob 1 stand"
    refusal = refused(game, BETS, cards, actions.format("split"), seats=ANN)
    assert (refusal.code, refusal.clause) == ("illegal-action", clause)
    outcome = settle(game, BETS, cards, actions.format("stand"), seats=ANN)
    assert outcome.net == {"ann": "0", "bob": "-30"}


@pytest.mark.clause("R11", "R15", "BJ5 5.3", "BJP 5.3")
@both
def test_who_followed_the_split_does(game: str) -> None:
    cards = "8S TD 8H 8C TC 9C TH 7D"
    actions = "ann 1 split; bob 1 follow; ann 1 timeout; bob 1 split" + "; bob 1 stand" * 3
    outcome = settle(game, BETS, cards, actions, seats=ANN)
    # Ann, who walked away, stays on the first of the two hands it forms: 18, and 18 on the last.
    assert outcome.net == {"ann": "200", "bob": "60"}


def _bets() -> list[Bet]:
    return [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 30_00, 1)]


def _dealt(round: Round, cards: str) -> Round:
    for one in cards.split():
        round = step(round, CardDealt(card(one))).round
    return round


# --- the house plays ---------------------------------------------------------------------------


@pytest.mark.clause("R15", "BJ5 5.3", "BJP 5.3", "BJ5 3.19", "BJP 3.20")
@both
@pytest.mark.parametrize(
    ("below", "hand", "drawn"),
    [
        (12, "5S 6H", "TC"),
        (12, "TS 2H", ""),
        (15, "TS 4H", "7C"),  # a hand the house's own rule has draw
        (15, "TS 5H", ""),
        (0, "5S 6H", "TC"),  # to 12 in any case
        (0, "TS 2H", ""),
    ],
)
def test_for_nobody_the_house_draws_to_12_and_wherever_a_hand_must_draw(
    game: str, below: int, hand: str, drawn: str
) -> None:
    first, second = hand.split()
    cards = f"{first} TD {second} {drawn} 7D"
    outcome = settle(game, "ann 1 100", cards, "ann 1 timeout", settings={"must-draw-below": below})
    won = {"5S 6H": "100", "TS 4H": "100"}.get(hand, "-100")
    assert outcome.net == {"ann": won}


@pytest.mark.clause("R15", "BJ5 5.3", "BJP 5.3")
@both
def test_who_walks_away_leaves_the_own_box_and_no_other(game: str) -> None:
    # Ann, bob and cat in turn; bob's eleven is drawn to by the house, ann and cat decide.
    bets = "ann 1 100; bob 2 100; cat 3 100"
    cards = "TS 5H TC TD 8S 6H 2C TH 9C 7D"
    actions = "ann 1 stand; bob 2 timeout; cat 3 hit; cat 3 stand"
    outcome = settle(game, bets, cards, actions)
    assert outcome.net == {"ann": "100", "bob": "100", "cat": "100"}
    assert refused(game, bets, cards, "ann 1 stand; bob 2 timeout; bob 2 hit").code == (
        "not-your-turn"
    )


# --- aces again --------------------------------------------------------------------------------

AGAIN = {"resplit-aces": True}


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "R10")
@both
def test_where_the_house_allows_aces_again_they_stop_at_the_fourth_hand(game: str) -> None:
    # A A on the first of four hands: it may not be split, and takes no card.
    cards = "AS TD AH AC AD AS 9C 9D 9H 7D"
    outcome = settle(game, "ann 1 100", cards, "; ".join(["ann 1 split"] * 3), settings=AGAIN)
    assert [line.result for line in outcome.lines] == ["lose", "win", "win", "win"]
    more = "; ".join(["ann 1 split"] * 4)
    assert refused(game, "ann 1 100", cards, more, settings=AGAIN).code in (
        "not-your-turn",
        "action-left-over",
    )


@pytest.mark.clause("BJ5 3.21.2", "BJP 3.22.2", "R10")
@both
@pytest.mark.parametrize("hands", [2, 3])
def test_or_at_the_house_s_own_maximum(game: str, hands: int) -> None:
    cards = {2: "AS TD AH AC 9C 7D", 3: "AS TD AH AC AD 9C 9D 7D"}[hands]
    actions = "; ".join(["ann 1 split"] * (hands - 1))
    settings = AGAIN | {"max-hands": hands}
    outcome = settle(game, "ann 1 100", cards, actions, settings=settings)
    assert [line.result for line in outcome.lines] == ["lose", *["win"] * (hands - 1)]


@pytest.mark.clause("R10", "BJ5 3.21.2", "BJP 3.22.2", "BJ5 3.22", "BJP 3.23")
@both
@pytest.mark.parametrize("action", ["double", "hit"])
def test_a_split_ace_is_split_again_or_stands_but_is_not_doubled_or_drawn_to(
    game: str, action: str
) -> None:
    cards = "AS TD AH AC 9C 7D"
    actions = f"ann 1 split; ann 1 {action}"
    assert refused(game, "ann 1 100", cards, actions, settings=AGAIN).code == "illegal-action"
    outcome = settle(game, "ann 1 100", cards, "ann 1 split; ann 1 stand", settings=AGAIN)
    assert [line.result for line in outcome.lines] == ["lose", "win"]


@pytest.mark.clause("R28", "R10", "R32", "BJ5 3.21.2", "BJP 3.22.2")
@both
def test_a_split_ace_has_its_card_though_the_pair_may_be_split_again(game: str) -> None:
    actions = "ann 1 split; pit misdeal @4; pit place 1 1 @4"
    refusal = refused(game, "ann 1 100", "AS TD AH AC 5C 9C 7D", actions, settings=AGAIN)
    assert (refusal.code, refusal.clause) == ("illegal-action", "R32")
