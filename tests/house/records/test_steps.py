"""A round is told in the order it went, with what lay on the table after every step."""

from croupier.games.inputs import Action
from croupier.games.layout import Bet
from croupier.house.records import own_round
from croupier.house.records.steps import OwnStep, dealt_and_lying
from croupier.table.commands import Decide
from croupier.table.rounds import PlayedRound, rounds
from tests.table.house import UNIT, player
from tests.table.test_human_dealer import DEALER, HumanTable, scans

GAME = "rws-blackjack"


def split_and_doubled() -> PlayedRound:
    """ann splits eights and doubles the first, bob stands in between boxes of his own."""
    table = HumanTable(GAME)
    table.begin(Bet("ann", "initial", 10 * UNIT, 1), Bet("bob", "initial", 10 * UNIT, 2))
    table.all_ok(DEALER, scans("8S TH 6C 8D 9H"))
    for action, cards in ((Action.SPLIT, "3S"), (Action.DOUBLE, "TC 2S"), (Action.HIT, "9C")):
        assert table.told(player("ann"), Decide(action, 1)) == "ok"
        table.all_ok(DEALER, scans(cards))
    assert table.told(player("ann"), Decide(Action.STAND, 1)) == "ok"
    assert table.told(player("bob"), Decide(Action.STAND, 2)) == "ok"
    table.all_ok(DEALER, scans("TD 4H"))
    (played,) = rounds(table.house.store, GAME)
    assert played.over
    return played


def words(step: OwnStep) -> str:
    if step.card is not None:
        return step.card.card
    if step.decision is not None:
        return f"{step.decision.by}: {step.decision.action} {step.decision.hand}"
    return step.ruling or str(step.pocket)


def lying(step: OwnStep) -> dict[str, str]:
    return {
        f"{hand.to}{hand.box or ''}.{hand.hand or ''}": " ".join(hand.cards) for hand in step.hands
    }


def test_cards_and_decisions_come_as_they_came() -> None:
    own = own_round(split_and_doubled(), "ann")
    told = [words(step) for step in own.steps]
    deal, play, dealer = told[:5], told[5:-2], told[-2:]
    assert deal == ["8S", "TH", "6C", "8D", "9H"]
    assert play == [
        "you: split 1",
        "3S",
        "you: double 1",
        "TC",
        "2S",
        "you: hit 2",
        "9C",
        "you: stand 2",
    ]
    assert dealer == ["TD", "4H"]


def test_a_split_hand_leaves_its_second_card_to_the_hand_it_makes() -> None:
    own = own_round(split_and_doubled(), "ann")
    after_deal, after_split = own.steps[4], own.steps[5]
    assert lying(after_deal) == {"box1.1": "8S 8D", "box2.1": "TH 9H", "dealer.": "6C"}
    assert lying(after_split) == {
        "box1.1": "8S",
        "box1.2": "8D",
        "box2.1": "TH 9H",
        "dealer.": "6C",
    }
    assert lying(own.steps[-1]) == {
        "box1.1": "8S 3S TC",
        "box1.2": "8D 2S 9C",
        "box2.1": "TH 9H",
        "dealer.": "6C TD 4H",
    }


def test_the_office_sees_every_input_with_what_lay_there() -> None:
    played = split_and_doubled()
    after_each = dealt_and_lying(played)[1]
    assert len(after_each) == len(played.inputs)
    assert after_each[-1] == own_round(played, "ann").steps[-1].hands
    assert [hand.cards for hand in after_each[0]] == [("8S",)]
