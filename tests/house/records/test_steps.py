"""A round is told in the order it went, card by card and decision by decision."""

from croupier.engine.inputs import Action
from croupier.engine.layout import Bet
from croupier.house.records import own_round
from croupier.house.records.steps import OwnStep, dealt_cards
from croupier.table.commands import Decide
from croupier.table.rounds import PlayedRound, rounds
from tests.support.human_table import DEALER, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player

GAME = "rws-blackjack"


def split_and_doubled() -> PlayedRound:
    """ann splits eights and doubles the first, bob stands in between boxes of his own."""
    table = HumanTable(GAME)
    table.begin(Bet("ann", "initial", 10 * UNIT, 1), Bet("bob", "initial", 10 * UNIT, 2))
    table.all_ok(DEALER, scans("8S TH 6C 8D 9H"))
    for action, cards in ((Action.SPLIT, "3S"), (Action.DOUBLE, "TC 2S"), (Action.HIT, "9C")):
        assert table.reply_code(player("ann"), Decide(action, 1)) == "ok"
        table.all_ok(DEALER, scans(cards))
    assert table.reply_code(player("ann"), Decide(Action.STAND, 1)) == "ok"
    assert table.reply_code(player("bob"), Decide(Action.STAND, 2)) == "ok"
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


def test_the_office_sees_where_every_card_went() -> None:
    played = split_and_doubled()
    dealt = dealt_cards(played)
    assert len(dealt) == len(played.inputs)
    went = [(one.card, one.to, one.box, one.hand) for one in dealt if one is not None]
    assert went[:3] == [("8S", "box", 1, 1), ("TH", "box", 2, 1), ("6C", "dealer", None, None)]
    assert went[5:8] == [("3S", "box", 1, 1), ("TC", "box", 1, 1), ("2S", "box", 1, 2)]
    assert went[-1] == ("4H", "dealer", None, None)
