"""Players close betting: each confirms, or the only one at the table deals now (R33)."""

import asyncio

import pytest
from msgspec.structs import replace

from croupier.client import Client, new_id
from croupier.client.bot import Bot
from croupier.table.config import MIN_BETTING
from croupier.wire import commands as say
from tests.support.live_clients import assert_books_balance, reply_code, sync
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import UNTIMED, bet, join_as, no_more_bets, own_view, untimed

WHEEL, BOXES = "live-roulette", "rws-blackjack"
AT_ONCE = replace(UNTIMED, min_betting=0)


def waited_for(client: Client, table: str) -> tuple[int, int]:
    view = client.tables[table]
    return view.finished, view.awaited


async def two_at_boxes(house: LiveHouse) -> tuple[Client, Client]:
    ann, bob = [await join_as(house, BOXES, name, box) for name, box in (("ann", 1), ("bob", 2))]
    await bet(ann, BOXES, ("initial", 10_00, 1))
    await bet(bob, BOXES, ("initial", 10_00, 2))
    return ann, bob


@pytest.mark.clause("LIVE 3.2", "R33")
async def test_the_round_begins_when_both_have_finished() -> None:
    async with serving([untimed(BOXES, clocks=AT_ONCE)]) as house:
        ann, bob = await two_at_boxes(house)
        await ann.finish_betting(BOXES)
        await ann.until(lambda: own_view(ann, BOXES).finished)
        await bob.until(lambda: waited_for(bob, BOXES) == (1, 1))
        assert bob.tables[BOXES].closes_early
        await bob.finish_betting(BOXES)
        await ann.until(lambda: ann.tables[BOXES].phase == "playing")
        assert waited_for(ann, BOXES) == (0, 0)
        assert_books_balance(house)


async def test_who_takes_it_back_is_waited_for_again() -> None:
    async with serving([untimed(BOXES)]) as house:
        ann, bob = await two_at_boxes(house)
        await ann.finish_betting(BOXES)
        await ann.finish_betting(BOXES, done=False)
        await bob.finish_betting(BOXES)
        await ann.until(lambda: waited_for(ann, BOXES) == (1, 1))
        await sync(ann)
        assert not own_view(ann, BOXES).finished
        assert ann.tables[BOXES].phase == "betting"


async def test_the_clock_shows_the_time_that_is_left() -> None:
    async with serving([untimed(BOXES)]) as house:
        ann, bob = await two_at_boxes(house)
        await ann.finish_betting(BOXES)
        await bob.finish_betting(BOXES)

        def left() -> int:
            clock = bob.tables[BOXES].clock
            return 0 if clock is None else clock.left_ms

        await bob.until(lambda: left() <= MIN_BETTING)


@pytest.mark.clause("R33")
async def test_alone_at_the_table_one_deals_now() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        watcher = await house.client(await house.api())
        await watcher.join(WHEEL)
        assert not own_view(ann, WHEEL).deals_now
        await bet(ann, WHEEL, ("red", 10_00))
        await ann.until(lambda: own_view(ann, WHEEL).deals_now)
        await ann.finish_betting(WHEEL)
        await ann.until(lambda: ann.tables[WHEEL].over)
        assert_books_balance(house)


async def test_beside_a_player_who_may_still_bet_one_does_not() -> None:
    """Nobody sits at a wheel: who is here may have chips in hand."""
    async with serving([untimed(WHEEL)]) as house:
        ann, bob = [await join_as(house, WHEEL, name) for name in ("ann", "bob")]
        await bet(ann, WHEEL, ("red", 10_00))
        await sync(ann)
        assert not own_view(ann, WHEEL).deals_now
        await ann.finish_betting(WHEEL)
        assert house.house.live_tables.tables[WHEEL].state.phase == "betting"
        await bet(bob, WHEEL, ("black", 10_00))
        await ann.until(lambda: waited_for(ann, WHEEL) == (1, 1))


@pytest.mark.clause("R33")
async def test_who_comes_and_goes_decides_whether_one_deals_now() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        await ann.until(lambda: own_view(ann, WHEEL).deals_now)
        bob = await join_as(house, WHEEL, "bob")
        await ann.until(lambda: not own_view(ann, WHEEL).deals_now)
        await bob.do(say.Part(new_id(), WHEEL))
        await ann.until(lambda: own_view(ann, WHEEL).deals_now)


async def test_what_the_table_refuses() -> None:
    async with serving([untimed(WHEEL), replace(untimed(BOXES), early_close=False)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert await reply_code(ann, say.FinishBetting, WHEEL) == "illegal-action"
        await bet(ann, WHEEL, ("red", 10_00))
        number = ann.tables[WHEEL].round
        assert await reply_code(ann, say.FinishBetting, WHEEL, round=number + 1) == "stale"
        await no_more_bets(house, WHEEL, ann)
        assert await reply_code(ann, say.FinishBetting, WHEEL) == "illegal-action"
        await ann.join(BOXES)
        await ann.sit(BOXES, 1)
        await bet(ann, BOXES, ("initial", 10_00, 1))
        assert await reply_code(ann, say.FinishBetting, BOXES) == "illegal-action"
        assert not ann.tables[BOXES].closes_early


async def test_a_bot_finishes_after_somebody_else_has() -> None:
    async with serving([untimed(BOXES, clocks=AT_ONCE)]) as house:
        playing = asyncio.create_task(Bot(await house.guest(), BOXES, seed=1).play())
        try:
            ann = await join_as(house, BOXES, "ann")
            await ann.until(lambda: ann.tables[BOXES].bettors == 1)
            (free, *_) = [box.number for box in ann.tables[BOXES].boxes if box.seat is None]
            await bet(ann, BOXES, ("initial", 10_00, free))
            await ann.until(lambda: waited_for(ann, BOXES) == (0, 2))
            await ann.finish_betting(BOXES)
            await ann.until(lambda: ann.tables[BOXES].phase == "playing")
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
