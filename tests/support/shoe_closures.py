"""A shoe dealt by hand, and the closure that accounts for its cards."""

from msgspec.structs import replace

from croupier.engine.inputs import Action, Burn, Capacity
from croupier.house.closures import Closure
from croupier.house.closures.accounting import (
    ShoeTerms,
    account_for,
    ended_shoes,
    shoe_spans,
)
from croupier.house.house_signature import HouseSignature
from croupier.table.commands import BurnCards, ChangeShoe, Decide, Rule, TakeBack
from tests.support.human_table import ANN, DEALER, PIT, HumanTable, initial, scans
from tests.support.virtual_house import VirtualHouse, fresh_shoe

SIGNATURE = HouseSignature(bytes(range(32)))


SINGLE = "classic-blackjack-single"


def closures_of(house: VirtualHouse, game: str) -> list[Closure]:
    """Of every shoe that is done with, the oldest first."""
    state, seq = house.runners[game].table.state, house.runners[game].table.seq
    terms = ShoeTerms.of(state.config)
    spans = list(shoe_spans(house.store, game, ended_shoes(state), seq))
    return [account_for(house.store, terms, span) for span in spans[::-1]]


def shoe_dealt_by_hand() -> HumanTable:
    """A shoe of one deck: a round of five cards, one burned in it and seen, two burned unseen."""
    table = HumanTable(SINGLE)
    table.begin(initial("ann", 1))
    table.all_ok(PIT, [Rule(Burn(Capacity.PIT, 1))])
    table.all_ok(DEALER, [*scans("3S"), TakeBack(), *scans("2S")])
    table.all_ok(DEALER, scans("TS 6D 9H TD"))
    table.all_ok(ANN, [Decide(Action.STAND, 1)])
    table.all_ok(DEALER, scans("9C"))
    table.all_ok(PIT, [BurnCards(2)])
    return table


GONE = ("2S", "TS", "6D", "9H", "TD", "9C")
"""What was seen of that shoe."""


def close_shoe(table: HumanTable, **record: object) -> Closure:
    """Replace the shoe with a fresh one; returns the closure of the old one."""
    fresh = fresh_shoe(table.state).record
    table.all_ok(DEALER, [ChangeShoe(replace(fresh, **record))])
    (closure,) = closures_of(table.house, table.game)
    return closure
