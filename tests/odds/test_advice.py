"""What each action is worth, and which hands there is nothing to say about."""

import pytest

from croupier.engine.protocol import variant
from croupier.kit.errors import Code, Refused
from croupier.odds import ShoeComposition, advise, odds_of, parse_shoe, rules_for_odds
from croupier.odds.advice import Advice

RWS, LIVE = variant("rws-blackjack"), variant("live-blackjack")
SHOE = ShoeComposition.of_decks(8)


def worth(advice: Advice) -> dict[str, float]:
    return {one.action: one.ev for one in advice.actions}


def test_only_what_may_be_done_is_valued_and_the_best_comes_first() -> None:
    two = advise(RWS, SHOE, "8,8", "T")
    assert two.actions[0].action == "surrender"
    assert {*worth(two)} == {"surrender", "split", "hit", "stand", "double"}
    assert {*worth(advise(RWS, SHOE, "5,4,3", "T"))} == {"hit", "stand"}
    # BJ5 3.19: a hand below 12 must draw; R9: no surrender against an ace.
    assert {*worth(advise(RWS, SHOE, "6,5", "A"))} == {"hit", "double"}
    assert {*worth(advise(variant("classic-blackjack-shoe"), SHOE, "8,8", "6"))} == {
        "hit",
        "stand",
        "double",
    }


def test_insurance_is_worth_what_this_very_shoe_makes_of_it() -> None:
    rich = parse_shoe("A=2,5=2,9=2,T=30")
    assert (advise(RWS, rich, "5,9", "A").insurance or 0) > 0
    fair = advise(RWS, SHOE, "9,9", "A")
    assert fair.insurance == pytest.approx(3 * 128 / 413 - 1)
    assert advise(RWS, SHOE, "9,9", "T").insurance is None


def test_a_blackjack_against_an_ace_is_insured_paid_at_once_or_waited_with() -> None:
    """R9: even money is 1; waiting is worth 3 to 2 unless the dealer has one too."""
    natural = worth(advise(RWS, SHOE, "A,K", "A"))
    assert natural == {"even-money": 1.0, "stand": pytest.approx(1.5 * (1 - 127 / 413))}
    assert not advise(LIVE, SHOE, "A,K", "A").looked
    assert advise(LIVE, SHOE, "T,6", "A").looked


def test_after_the_look_a_hand_is_worth_more_than_before() -> None:
    looked = worth(advise(LIVE, SHOE, "T,6", "A"))["hit"]
    blind = worth(
        advise(rules_for_odds("live-blackjack", {"look-under-ace": False}), SHOE, "T,6", "A")
    )
    blackjack = 127 / 413
    assert blind["hit"] == pytest.approx(looked * (1 - blackjack) - blackjack, abs=2e-3)


def test_giving_up_comes_before_the_look() -> None:
    """All is weighed as it is then; else playing on would look better than it is."""
    looks = {"hole-card": True, "look-under-ten": True, "look-under-ace": True}
    found = advise(rules_for_odds("rws-blackjack", looks), SHOE, "T,4", "T")
    assert found.actions[0].action == "surrender"
    assert not found.looked
    third = advise(rules_for_odds("rws-blackjack", looks), SHOE, "T,2,2", "T")
    assert third.looked
    assert "surrender" not in worth(third)


def test_a_hard_twenty_one_may_draw_where_the_house_lets_it() -> None:
    assert worth(advise(RWS, SHOE, "T,6,5", "6"))["hit"] == pytest.approx(-1)
    assert "hit" not in worth(advise(LIVE, SHOE, "T,6,5", "6"))


def test_cards_seen_are_gone() -> None:
    pictures = ",".join(32 * "JQK")
    assert worth(advise(RWS, SHOE, "T,6", "T", pictures))["hit"] > -0.45
    assert worth(advise(RWS, SHOE, "T,6", "T"))["hit"] < -0.55


@pytest.mark.parametrize(
    ("hand", "dealer", "seen", "code"),
    [
        ("T,T,5", "6", "", Code.ILLEGAL_ACTION),
        ("8", "6", "", Code.ILLEGAL_ACTION),
        ("8,8", "6,5", "", Code.BAD_SETTING),
        ("8,X", "6", "", Code.BAD_SETTING),
        ("8,8", "6", ",".join(["8"] * 31), Code.CARD_IMPOSSIBLE),
    ],
)
def test_a_hand_that_cannot_occur(hand: str, dealer: str, seen: str, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        advise(RWS, SHOE, hand, dealer, seen)
    assert refused.value.code is code


def test_a_game_without_hands() -> None:
    with pytest.raises(Refused, match="no hands to play"):
        advise(variant("live-roulette"), SHOE, "8,8", "6")


@pytest.mark.parametrize("shoe", ["A=1,T=1", "2=6,A=2", "A=5,2=3"])
def test_a_shoe_too_short_for_a_round(shoe: str) -> None:
    with pytest.raises(Refused, match="too few cards"):
        odds_of(RWS, parse_shoe(shoe), bets=["initial"])


def test_a_shoe_too_short_for_a_hand() -> None:
    """After the one ten nothing brings the dealer to seventeen."""
    few = parse_shoe("2=4,3=4,T=1")
    with pytest.raises(Refused, match="too few cards"):
        advise(RWS, few, "2,2", "2")
    with pytest.raises(Refused, match="too few cards"):
        advise(RWS, few, "T,3", "2")
    assert worth(advise(RWS, parse_shoe("2=4,3=4,T=9"), "T,T", "3"))["stand"] > 0


def test_a_dealer_who_must_have_a_blackjack() -> None:
    with pytest.raises(Refused, match="nothing is left to decide"):
        advise(LIVE, parse_shoe("A=1,9=2,T=14"), "9,9", "A")


def test_a_shoe_too_short_for_a_double() -> None:
    """A hand that would be hit again leaves the dealer no hand to finish; a doubled one does."""
    few = parse_shoe("A=3,5=2,9=2")
    unsplit = rules_for_odds("live-blackjack", {"max-hands": 1})
    with pytest.raises(Refused, match="too few cards"):
        advise(unsplit, few, "5,5", "A")
    undoubled = rules_for_odds("live-blackjack", {"max-hands": 1, "double": False})
    assert {*worth(advise(undoubled, few, "5,5", "A"))} == {"hit", "stand"}


def test_a_shoe_too_short_for_a_split() -> None:
    """Hit or stood on, two sixes leave the dealer enough; the second card of a split may not."""
    few = parse_shoe("3=1,6=6")
    with pytest.raises(Refused, match="too few cards"):
        advise(LIVE, few, "6,6", "6")
    unsplit = rules_for_odds("live-blackjack", {"max-hands": 1})
    assert {*worth(advise(unsplit, few, "6,6", "6"))} == {"hit", "stand", "double"}


def test_suits_that_are_not_known_cost_one_bet_only() -> None:
    plus = variant("rws-blackjack-plus")
    some = SHOE.without(["5"])
    assert {bet.bet for bet in odds_of(plus, some).bets} == {"initial", "boom-busted", "insurance"}
    with pytest.raises(Refused, match="suits"):
        odds_of(plus, some, bets=["rws-pairs"])
