"""Live blackjack: values, the deal, who wins, insurance, and what a 21 may do."""

from collections import Counter

import pytest

from croupier import (
    Act,
    Action,
    Bet,
    CardDealt,
    OffersClosed,
    Refused,
    begin,
    card,
    step,
    variant,
    waiting,
)
from croupier.engine.protocol import staked
from croupier.kit.cards import shoe
from tests.support.families import blackjack_rules
from tests.support.notation import Outcome, refused, settle

GAME = "live-blackjack"


def ann(cards: str, actions: str = "ann 1 stand", stake: int = 100, **fields: object) -> Outcome:
    return settle(GAME, f"ann 1 {stake}", cards, actions, **fields)


@pytest.mark.clause("LIVE 2.1.8", "LIVE 2.1.8a")
@pytest.mark.parametrize("rank", "23456789T")
def test_number_cards_are_worth_their_number(rank: str) -> None:
    """Nine and the card against the dealer's 17: a total above 17 wins, 17 itself pushes."""
    total = 9 + (10 if rank == "T" else int(rank))
    outcome = ann(f"{rank}S TD 9H 7C")
    won = {True: "100", False: "-100"}[total > 17]
    assert outcome.net == {"ann": "0" if total == 17 else won}


@pytest.mark.clause("LIVE 2.1.8b")
@pytest.mark.parametrize("rank", "JQK")
def test_pictures_are_worth_ten(rank: str) -> None:
    assert ann(f"{rank}S TD 9H 9C").line("ann", "initial").result == "push"


@pytest.mark.clause("LIVE 2.1.8c", "LIVE 2.1.1")
@pytest.mark.parametrize(
    ("hand", "actions", "total"),
    [
        ("AS 7H", "ann 1 stand", 18),
        ("AS AH", "ann 1 stand", 12),
        ("AS 7H TC", "ann 1 hit; ann 1 stand", 18),
        ("AS AH 9C", "ann 1 hit", 21),
        ("AS AH 9C", "ann 1 double", 21),
        ("AS 5H AC", "ann 1 hit; ann 1 stand", 17),
        ("AS 5H AC TC", "ann 1 hit; ann 1 hit; ann 1 stand", 17),
    ],
)
def test_an_ace_is_eleven_unless_that_is_too_much(hand: str, actions: str, total: int) -> None:
    first, second, *rest = hand.split()
    for dealers, hole in ((17, "7C"), (18, "8C"), (19, "9C"), (20, "KC")):
        outcome = ann(" ".join([first, "TD", second, hole, *rest]), actions)
        won = total > dealers
        result = "push" if total == dealers else "win" if won else "lose"
        assert outcome.line("ann", "initial").result == result


@pytest.mark.clause("LIVE 2.1.8c", "LIVE 2.4.4")
def test_the_dealers_ace_is_one_when_eleven_would_bust() -> None:
    # Ace and 4 is 15, with the ten hard 15, with the 3 hard 18.
    assert ann("TS AD 9H 4C TC 3C").net == {"ann": "100"}
    assert ann("TS AD 7H 4C TC 3C").net == {"ann": "-100"}


@pytest.mark.clause("LIVE 2.1.8d", "LIVE 2.1.8", "R16")
def test_eight_decks_of_52() -> None:
    deck = Counter(shoe(1))
    assert len(deck) == 52
    assert set(deck.values()) == {1}
    assert {one[0] for one in deck} == set("A23456789TJQK")
    assert {one[1] for one in deck} == set("HDCS")
    refusal = refused(GAME, "ann 1 100", " ".join(["2S"] * 9), "ann 1 stand")
    assert (refusal.code, refusal.clause) == ("card-impossible", "R16")


@pytest.mark.clause("LIVE 2.3.4", "LIVE 2.3.4a", "LIVE 2.3.4b", "LIVE 2.3.4c", "LIVE 2.3.4d")
def test_the_deal_goes_clockwise_and_ends_with_the_hole_card() -> None:
    bets = [Bet(name, "initial", 100_00, box=box) for name, box in (("bob", 5), ("ann", 2))]
    round = begin(variant(GAME), bets)
    order = []
    while waiting(round).card:
        due = waiting(round).card
        assert due is not None
        order.append((due.to, due.box, due.face_up))
        round = step(round, CardDealt(card("5S"))).round
    assert order == [
        ("box", 2, True),
        ("box", 5, True),
        ("dealer", None, True),
        ("box", 2, True),
        ("box", 5, True),
        ("dealer", None, False),
    ]


@pytest.mark.clause("LIVE 2.3.4")
def test_players_are_served_in_the_order_of_their_seats() -> None:
    two = "bob 5 100; ann 2 100"
    deal = "TS TH 6D 8S 9H TC 9C"
    assert settle(GAME, two, deal, "ann 2 stand; bob 5 stand").net == {"bob": "100", "ann": "100"}
    assert refused(GAME, two, deal, "bob 5 stand; ann 2 stand").code == "not-your-turn"


@pytest.mark.clause("LIVE 2.2.1a")
def test_a_dealer_over_21_pays_everyone_who_is_not() -> None:
    outcome = ann("TS TD 2H 6C TC")
    assert outcome.told() == ["ann initial#1 100 > 200 win LIVE 2.2.1a"]


@pytest.mark.clause("LIVE 2.2.1b")
def test_the_higher_hand_wins() -> None:
    assert ann("TS TD 9H 8C").told() == ["ann initial#1 100 > 200 win LIVE 2.2.1b"]


@pytest.mark.clause("LIVE 2.2.1d", "LIVE 2.2.1")
def test_the_lower_hand_loses() -> None:
    assert ann("TS TD 8H 9C").told() == ["ann initial#1 100 > 0 lose LIVE 2.2.1d"]


@pytest.mark.clause("LIVE 2.2.1c", "LIVE 2.2.3a", "LIVE 2.2.3", "LIVE 2.1.1", "R17")
@pytest.mark.parametrize("up", ["2D", "9D", "TD", "KD", "AD"])
@pytest.mark.parametrize("natural", ["AS KH", "TS AH", "QS AH", "AS JH"])
def test_a_blackjack_pays_three_to_two(up: str, natural: str) -> None:
    first, second = natural.split()
    outcome = ann(f"{first} {up} {second} 7C", "")
    assert outcome.told() == ["ann initial#1 100 > 250 win LIVE 2.2.3a"]


@pytest.mark.clause("LIVE 2.2.3a", "R1")
def test_three_to_two_on_an_odd_stake_is_paid_to_the_cent() -> None:
    assert ann("AS TD KH 7C", "", stake=7).net == {"ann": "10.5"}


@pytest.mark.clause("LIVE 2.2.1c", "LIVE 2.4.4")
def test_a_blackjack_wins_over_the_dealers_21() -> None:
    """Bob's hand makes the dealer draw to 21; ann's two cards still win."""
    deal = "AS TH TD KH 9H 4C 7C"
    outcome = settle(GAME, "ann 1 100; bob 2 100", deal, "bob 2 stand")
    assert outcome.net == {"ann": "150", "bob": "-100"}


@pytest.mark.clause("LIVE 2.1.1", "LIVE 2.2.2")
def test_twenty_one_in_three_cards_is_no_blackjack() -> None:
    assert ann("AS TD 4H 7C 6C", "ann 1 hit").net == {"ann": "100"}
    assert ann("7S TD 7H AC 7C", "ann 1 hit").told() == [
        "ann initial#1 100 > 0 lose LIVE 2.2.2",
    ]


@pytest.mark.clause("LIVE 2.2.2", "LIVE 2.2.3b", "R2")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS TD 8H 8C", "ann 1 stand"),
        ("TS TD 6H 5C 5S 6C", "ann 1 hit"),
        ("AS AD KH KC", ""),
        ("AS KD KH AC", ""),
    ],
)
def test_equal_hands_give_the_bet_back(cards: str, actions: str) -> None:
    assert ann(cards, actions).told() == ["ann initial#1 100 > 100 push LIVE 2.2.2"]


@pytest.mark.clause("LIVE 2.2.3c", "LIVE 2.2.2", "LIVE 2.4.4")
def test_a_hand_over_21_loses_at_once_even_if_the_dealer_would_bust() -> None:
    assert ann("TS TD 6H 6C TC", "ann 1 hit").told() == ["ann initial#1 100 > 0 lose LIVE 2.2.3c"]
    two = settle(GAME, "ann 1 100; bob 2 100", "TS TH 6D 8H 9H 7C TD 9D", "ann 1 hit; bob 2 stand")
    assert two.told() == [
        "ann initial#1 100 > 0 lose LIVE 2.2.3c",
        "bob initial#1 100 > 200 win LIVE 2.2.1a",
    ]


@pytest.mark.clause("LIVE 2.4.4", "R17")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("AS 6D KH TC", ""),
        ("TS 6D 6H TC 5C 9C", "ann 1 hit"),
        ("AS 6D 5H TC 5C 9C", "ann 1 hit"),
    ],
)
@pytest.mark.parametrize("more", ["hit", "stand", "double", "timeout"])
def test_no_21_is_asked_for_a_decision(cards: str, actions: str, more: str) -> None:
    """Blackjack, a hard 21 and a soft 21 alike."""
    assert ann(cards, actions).status == "settled"
    refusal = refused(GAME, "ann 1 100", cards, f"{actions}; ann 1 {more}")
    assert refusal.code == "action-left-over"


@pytest.mark.clause("LIVE 2.4.4")
def test_any_hand_below_21_may_draw_or_stand() -> None:
    assert ann("TS TD KH 7C AC", "ann 1 hit").net == {"ann": "100"}
    assert ann("2S TD 2H 7C", "ann 1 stand").net == {"ann": "-100"}


@pytest.mark.clause("LIVE 2.4.4", "R16")
def test_the_dealer_draws_to_16_and_stands_on_all_17s() -> None:
    assert ann("TS TD 8H 6C AC").net == {"ann": "100"}
    assert ann("TS AD 8H 6C").net == {"ann": "100"}
    assert refused(GAME, "ann 1 100", "TS AD 8H 6C 4C", "ann 1 stand").code == "card-left-over"
    assert refused(GAME, "ann 1 100", "TS TD 8H 6C", "ann 1 stand").code == "card-missing"


@pytest.mark.clause("R16", "LIVE 2.4.4")
def test_drawing_to_a_soft_17_is_a_setting() -> None:
    settings = {"h17": True}
    assert ann("TS AD 8H 6C 4C", settings=settings).net == {"ann": "-100"}
    refusal = refused(GAME, "ann 1 100", "TS AD 8H 6C", "ann 1 stand", settings=settings)
    assert refusal.code == "card-missing"
    assert ann("TS TD 8H 7C", settings=settings).net == {"ann": "100"}


@pytest.mark.clause("LIVE 2.4.4", "R16")
@pytest.mark.parametrize(
    ("cards", "actions"),
    [
        ("TS TD 6H 6C TC", "ann 1 hit"),
        ("6S TD 6H 6C TC", "ann 1 double"),
        ("AS TD KH 6C", ""),
        ("AS 5D KH 6C", ""),
        ("8S TD 8H 6C 5C TC 5D TH", "ann 1 split; ann 1 hit; ann 1 hit"),
    ],
)
def test_the_dealer_takes_no_card_that_cannot_matter(cards: str, actions: str) -> None:
    """All hands bust, or nothing but blackjacks left: sixteen stays sixteen."""
    assert ann(cards, actions).status == "settled"
    assert refused(GAME, "ann 1 100", f"{cards} 2D", actions).code == "card-left-over"


@pytest.mark.clause("LIVE 2.3.6a")
def test_the_choices_after_two_cards() -> None:
    round = begin(variant(GAME), [Bet("ann", "initial", 100_00, box=1)])
    for one in ["8S", "AD", "8H", "7C"]:
        round = step(round, CardDealt(card(one))).round
    (offer,) = waiting(round).offers
    assert [(one.action, one.most) for one in offer.options] == [("insure", 50_00)]
    round = begin(variant(GAME), [Bet("ann", "initial", 100_00, box=1)])
    for one in ["8S", "6D", "8H", "7C"]:
        round = step(round, CardDealt(card(one))).round
    (asked,) = waiting(round).decisions
    assert {one.action for one in asked.options} == {"hit", "stand", "double", "split"}


@pytest.mark.clause("R17")
@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("TS 9D 6H 8C", "surrender"),
        ("TS AD 6H 8C", "surrender"),
        ("TS AD 6H 8C", "even-money"),
        ("TS 9D 6H 8C", "even-money"),
        ("TS 9D 6H 8C", "insure 50"),
        ("TS KD 6H 8C", "insure 50"),
    ],
)
def test_no_surrender_no_even_money_no_insurance_without_an_ace(cards: str, action: str) -> None:
    assert refused(GAME, "ann 1 100", cards, f"ann 1 {action}").code == "illegal-action"


@pytest.mark.clause("R17")
def test_a_blackjack_against_an_ace_takes_no_even_money() -> None:
    """The offer lapses, the dealer looks, and nothing is left to decide."""
    refusal = refused(GAME, "ann 1 100", "AS AD KH 7C", "ann 1 even-money")
    assert refusal.code == "action-left-over"
    assert ann("AS AD KH 7C", "").net == {"ann": "150"}


@pytest.mark.clause("R17", "LIVE 2.3.6c")
def test_a_missed_decision_stands() -> None:
    assert ann("TS 6D 2H TC 9C", "ann 1 timeout").net == {"ann": "100"}
    assert ann("TS 7D 2H TC", "ann 1 timeout").net == {"ann": "-100"}
    # Silence at the offer is no insurance, and silence on the hand a stand.
    assert ann("TS AD 9H 7C", "ann 1 timeout").told() == ["ann initial#1 100 > 200 win LIVE 2.2.1b"]


@pytest.mark.clause("LIVE 2.3.6c")
def test_players_are_shown_what_their_silence_means() -> None:
    assert blackjack_rules(GAME).silence is Action.STAND
    assert blackjack_rules(GAME, {"missed-decision": "house-draws"}).silence is None


@pytest.mark.clause("LIVE 2.3.6c")
def test_the_round_waits_for_the_player() -> None:
    assert refused(GAME, "ann 1 100", "TS 6D 2H TC 9C").code == "decision-missing"


@pytest.mark.clause("LIVE 2.2.5", "R17", "R2")
@pytest.mark.parametrize("hole", ["TC", "JC", "QC", "KC"])
def test_insurance_wins_two_to_one_on_a_ten(hole: str) -> None:
    outcome = ann(f"TS AD 9H {hole}", "ann 1 insure 50")
    assert outcome.told() == [
        "ann insurance 50 > 150 win LIVE 2.2.5",
        "ann initial#1 100 > 0 lose LIVE 2.2.2",
    ]


@pytest.mark.clause("LIVE 2.2.5")
@pytest.mark.parametrize("hole", ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"])
def test_insurance_is_lost_at_the_look_on_any_other_card(hole: str) -> None:
    round = begin(variant(GAME), [Bet("ann", "initial", 100_00, box=1)])
    for one in f"TS AD 9H {hole}".split():
        round = step(round, CardDealt(card(one))).round
    _, lines = step(round, Act("ann", Action.INSURE, 1, 50_00))
    assert [(one.bet, one.returned, one.result) for one in lines] == [("insurance", 0, "lose")]


@pytest.mark.clause("LIVE 2.2.5", "LIVE 2.2.2")
def test_a_blackjack_may_be_insured() -> None:
    assert ann("AS AD KH QC", "ann 1 insure 50").net == {"ann": "100"}
    assert ann("AS AD KH 9C", "ann 1 insure 50").net == {"ann": "100"}


@pytest.mark.clause("LIVE 2.2.5", "R17")
@pytest.mark.parametrize(
    ("stake", "unit", "most", "too_much"),
    [
        (100, "1", "50", "51"),
        (20, "1", "10", "11"),
        (25, "1", "13", "14"),
        (1, "1", "1", "2"),
        (25, "5", "15", "20"),
        (30, "5", "15", "20"),
        (5, "5", "5", "10"),
        (3, "0.5", "1.5", "2"),
    ],
)
def test_insurance_up_to_half_or_the_next_chip(
    stake: int, unit: str, most: str, too_much: str
) -> None:
    settings = {"chip-unit": unit}
    deal = "TS AD 9H KC"
    ann(deal, f"ann 1 insure {most}", stake, settings=settings)
    refusal = refused(GAME, f"ann 1 {stake}", deal, f"ann 1 insure {too_much}", settings=settings)
    assert (refusal.code, refusal.clause) == ("limit", "LIVE 2.2.5")


@pytest.mark.clause("LIVE 2.2.5")
@pytest.mark.parametrize("amount", ["0", "-5", "0.5", "ten"])
def test_insurance_is_whole_chips(amount: str) -> None:
    refusal = refused(GAME, "ann 1 100", "TS AD 9H KC", f"ann 1 insure {amount}")
    assert refusal.code == "bad-amount"


@pytest.mark.clause("LIVE 2.2.4", "LIVE 2.2.1")
def test_a_confirmed_bet_stays_untouched() -> None:
    two = "ann 1 100; bob 2 100"
    deal = "TS TH AD 9H 9S 7C"
    twice = "ann 1 insure 10; ann 1 insure 10"
    assert refused(GAME, two, deal, twice).code == "illegal-action"
    for change in ("withdraw", "continue"):
        refusal = refused(GAME, two, deal, f"ann 1 insure 10; bob 2 insure 10; ann {change}")
        assert (refusal.code, refusal.clause) == ("illegal-action", "LIVE 2.2.1")


@pytest.mark.clause("LIVE 2.2.4")
@pytest.mark.parametrize(
    ("deal", "said", "stake"),
    [
        ("TS TH AD 9H 9S 7C", Act("ann", Action.INSURE, 1, 30_00), 130_00),
        ("5S TH TD 6H 9S 7C", Act("ann", Action.DOUBLE, 1, 40_00), 140_00),
        ("8S TH TD 8H 9S 7C", Act("ann", Action.SPLIT, 1), 200_00),
    ],
)
def test_insurance_double_and_split_stand_as_confirmed_until_settled(
    deal: str, said: Act, stake: int
) -> None:
    bets = [Bet("ann", "initial", 100_00, 1), Bet("bob", "initial", 100_00, 2)]
    round = begin(variant(GAME), bets)
    for one in deal.split():
        round = step(round, CardDealt(card(one))).round
    round = step(round, said).round
    assert staked(round)["ann"] == stake
    # Nothing that ann could say now takes a chip off, or adds one.
    for action in Action:
        for amount in (None, 1_00, 40_00, 100_00):
            with pytest.raises(Refused):
                step(round, Act("ann", action, 1, amount))
    while not (waits := waiting(round)).over:
        if waits.decisions:
            (asked,) = waits.decisions
            round = step(round, Act(asked.player, Action.STAND, asked.box)).round
        else:
            round = step(round, OffersClosed() if waits.offers else CardDealt(card("2C"))).round
        assert staked(round)["ann"] == stake
    assert sum(line.stake for line in round.lines if line.player == "ann") == stake


@pytest.mark.clause("LIVE 2.2.5", "LIVE 2.3.8")
def test_insurance_is_too_late_once_the_dealer_has_looked() -> None:
    refusal = refused(GAME, "ann 1 100", "TS AD 2H 7C 3C", "ann 1 hit; ann 1 insure 50")
    assert (refusal.code, refusal.clause) == ("illegal-action", "LIVE 2.2.5")


@pytest.mark.clause("LIVE 2.2.1")
def test_the_bet_comes_before_the_first_card() -> None:
    """A round without bets takes no card."""
    assert refused(GAME, "", "TS 6D 9H TC").code == "card-left-over"
