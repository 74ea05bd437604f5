"""What nobody has seen is not told while the shoe is still dealt from."""

from croupier.engine.inputs import Action, Burn, Capacity, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.house.records import OwnRound, own_round
from croupier.house.records.unseen import unseen_cards
from croupier.table.commands import Decide, Rule
from croupier.table.rounds import PlayedRound, rounds
from tests.support.human_table import DEALER, PIT, HumanTable, scans
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import player


def voided(*, burn: bool = False) -> PlayedRound:
    """The pit voids the round before anyone has decided: the hole card was never turned."""
    table = HumanTable("live-blackjack")
    table.begin(Bet("ann", "initial", 10 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 9D 6H KC"))
    if burn:
        table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 1))])
        table.all_ok(DEALER, scans("2C"))
    table.all_ok(PIT, [Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))])
    (played,) = rounds(table.house.store, "live-blackjack")
    assert played.over
    return played


def dealt(own: OwnRound) -> list[str]:
    return [step.card.card for step in own.steps if step.card is not None]


def test_a_hole_card_that_was_never_turned_stays_unseen() -> None:
    played = voided()
    assert unseen_cards(played) == {3}
    told = own_round(played, "ann", in_use=True)
    assert dealt(told) == ["TS", "9D", "6H", "??"]
    assert "KC" not in repr(told)
    opened = own_round(played, "ann", in_use=False)
    assert dealt(opened) == ["TS", "9D", "6H", "KC"]


def test_a_burned_card_stays_unseen() -> None:
    told = own_round(voided(burn=True), "ann", in_use=True)
    assert dealt(told) == ["TS", "9D", "6H", "??", "??"]
    assert "2C" not in repr(told)


def test_a_hole_card_that_was_turned_is_told() -> None:
    table = HumanTable("live-blackjack")
    table.begin(Bet("ann", "initial", 10 * UNIT, 1))
    table.all_ok(DEALER, scans("TS 9D 9H KC"))
    table.all_ok(player("ann"), [Decide(Action.STAND, 1)])
    (played,) = rounds(table.house.store, "live-blackjack")
    assert played.over
    assert unseen_cards(played) == frozenset()
