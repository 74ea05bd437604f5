"""Shoes that are done with are certified, and one that does not close is an incident, once."""

import asyncio

from croupier.client.bot import Bot
from croupier.client.client import new_id
from croupier.engine.inputs import Action
from croupier.house.closures import Verdict
from croupier.house.floor.facts import AlertKind
from croupier.house.incidents import Cause
from croupier.table.commands import ShoeRecord
from croupier.table.config import Clocks
from croupier.wire import commands as say
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving, table

SINGLE = "classic-blackjack-single"


def _fresh(left: int) -> ShoeRecord:
    return ShoeRecord(1, True, True, True, 0, left=left)


async def _dealt(house: LiveHouse) -> HandDealt:
    """A round of five cards from one deck."""
    hand = await HandDealt.open(house, SINGLE)
    ann = await hand.player("ann", 1)
    await hand.begin((ann, 1))
    await hand.deal("TS 6D 9H TD")
    await ann.do(say.Decide(new_id(), SINGLE, hand.view.round, Action.STAND, 1))
    await sync(hand.dealer)
    await hand.deal("9C")
    return hand


async def test_a_shoe_that_comes_out_even_is_certified_and_no_incident() -> None:
    async with serving([by_hand(SINGLE)]) as opened:
        hand, house = await _dealt(opened), opened.house
        await house.shoe_closing.settle()
        assert list(house.closures.newest_first()) == [], "it is in use"
        await hand.ok(hand.dealer, say.ChangeShoe, _fresh(left=47))
        await house.shoe_closing.settle()
        ((number, certificate),) = house.closures.newest_first()
        assert (number, certificate.closure.verdict) == (1, Verdict.CLOSES)
        assert house.incidents.all() == ()
        assert_books_balance(opened)


async def test_a_shoe_that_does_not_opens_one_incident_and_calls_the_pit() -> None:
    async with serving([by_hand(SINGLE)]) as opened:
        hand, house = await _dealt(opened), opened.house
        await hand.ok(hand.dealer, say.ChangeShoe, _fresh(left=46))
        await asyncio.gather(house.shoe_closing.settle(), house.shoe_closing.settle())
        (incident,) = house.incidents.all()
        said = incident.opened
        assert (said.cause, said.table, said.by) == (Cause.SHOE, SINGLE, "house")
        assert (said.since_round, said.until_round) == (1, 1)
        assert said.text == "shoe 1 does not close: 51 of 52 cards are accounted for"
        alerts = [one.raised for one in house.floor.open_alerts()]
        assert [one.text for one in alerts if one.kind is AlertKind.NOT_CLOSED] == [said.text]
        assert house.closures.last(SINGLE) == 1


async def test_virtual_shoes_are_certified_when_they_are_opened() -> None:
    quick = Clocks(betting=50, decision=10_000, offer=10_000, choice=10_000, pause=0, showing=0)
    async with serving([table(SINGLE, clocks=quick)]) as opened, asyncio.TaskGroup() as work:
        player, house = await opened.guest(), opened.house
        playing = work.create_task(Bot(player, SINGLE, seed=1).play())
        await player.until(lambda: house.live_tables.tables[SINGLE].state.shoes > 1)
        playing.cancel()
        await house.shoe_closing.settle()
        assert house.closures.get(1).closure.verdict is Verdict.CLOSES
        assert_books_balance(opened)
