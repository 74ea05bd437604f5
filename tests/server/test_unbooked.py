"""A round that the books cannot hold does not stand still: the pit is told, and R4 ends it."""

import pytest

from croupier.ledger import MOST, wallet
from croupier.table.cage import CashMoved
from croupier.wire import commands as say
from tests.support.api_calls import refusal
from tests.support.live_clients import assert_books_balance, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, join_as, no_more_bets, untimed
from tests.support.waiting import until

WHEEL = "live-roulette"


async def fill(house: LiveHouse, player: str, left: int) -> None:
    """So much, and no more, goes into the wallet."""
    (balance,) = house.house.store.balances_of([wallet(player)])
    await house.house.cage._record(CashMoved(player, MOST - left - balance, "kim"), "fill")


@pytest.mark.clause("R4")
async def test_a_spin_that_cannot_be_paid_is_void_and_the_pit_is_told() -> None:
    async with serving([untimed(WHEEL)], randbelow=Stacked(pockets=[1])) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place(WHEEL, "red", 10_00)
        await fill(house, "ann", 15_00)
        await no_more_bets(house, WHEEL, ann)
        await ann.until(lambda: ann.you[WHEEL].lines)
        (line,) = ann.you[WHEEL].lines
        assert (line.result, line.returned, line.clause) == ("void", 10_00, "R4")
        assert house.house.store.balances_of([wallet("ann")]) == [MOST - 5_00]
        assert house.house.stopped() == ()
        await until(house.house.floor.open_alerts)
        said = [one.raised.text for one in house.house.floor.open_alerts()]
        assert said == ["What round 1 pays is more than the books can hold: it ends under R4"]
        assert_books_balance(house)


@pytest.mark.clause("R4")
async def test_where_a_bet_is_decided_the_round_waits_for_room_in_the_books() -> None:
    """R4 lets it go on, and it cannot: so the table is stopped, seen, and opened again later."""
    async with serving([by_hand("rws-blackjack")]) as house:
        table = await HandDealt.open(house, "rws-blackjack")
        ann, bob = [await table.player(*who, chips=100_00) for who in (("ann", 1), ("bob", 2))]
        await table.begin((ann, 1), (bob, 2))
        await table.deal("TS AH 6D 6H KC")  # bob has a blackjack, and a six does not beat it
        await table.decide(ann, "hit", 1)
        await fill(house, "bob", 249_00)
        await table.scan("TD")
        assert await table.reply_code(table.dealer, say.ConfirmResult) == "stopped"
        await table.dealer.until(lambda: table.view.standstill == "stopped")
        await house.house.cage.withdraw("bob", 1_000_00, "kim", "out")
        path = f"/api/tables/{table.table}/reopening"
        assert await refusal(table.pit.api, "POST", path) == "done"
        await sync(table.dealer)
        await table.over(ann, bob)
        assert_books_balance(house)
