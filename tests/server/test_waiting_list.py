"""A seat that is taken has a waiting list: the first is offered the next that is freed."""

import random
from functools import partial
from pathlib import Path

from croupier.client import Client
from croupier.house.clock import SECOND
from croupier.server.projection import PlayerParts, you_view
from croupier.server.seats import KEPT_MS, OFFERED_S
from croupier.wire import commands as say
from croupier.wire.messages import Notice
from croupier.wire.views import YouView
from tests.support.clock import HandClock
from tests.support.live_clients import assert_books_balance, reply_code, sync
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import join_as, listen, untimed

LIVE, WHEEL = "live-blackjack", "live-roulette"
SMALL = untimed(LIVE, boxes=2)


def state(house: LiveHouse) -> tuple[dict[int, str], list[str], dict[int, str]]:
    now = house.house.rooms[LIVE].state
    return now.seats, now.waiting_list, now.offered_seats


async def full(house: LiveHouse, *waiting: str) -> dict[str, Client]:
    """Ann and bob sit, the others wait."""
    here = {name: await join_as(house, LIVE, name, box) for name, box in (("ann", 1), ("bob", 2))}
    for name in waiting:
        here[name] = await join_as(house, LIVE, name)
        assert await reply_code(here[name], say.JoinWaiting, LIVE) == "ok"
    await sync(*here.values())
    return here


async def sweep(house: LiveHouse, clock: HandClock, ms: int) -> None:
    await house.house.seats.give_up()
    clock.turn(ms)
    await house.house.seats.give_up()


async def test_the_first_is_offered_the_seat_and_sits_down() -> None:
    async with serving([SMALL]) as house:
        here = await full(house, "cat", "dan")
        cat, dan = here["cat"], here["dan"]
        assert (cat.you[LIVE].waiting, dan.you[LIVE].waiting) == (1, 2)
        assert (cat.tables[LIVE].waiting, cat.you[LIVE].may_wait) == (2, False)
        heard = listen(cat)
        assert await reply_code(here["ann"], say.LeaveSeat, LIVE, 1) == "ok"
        await sync(*here.values())
        assert state(house) == ({2: "bob"}, ["dan"], {1: "cat"})
        assert (cat.you[LIVE].offered, cat.you[LIVE].waiting) == (1, None)
        assert dan.you[LIVE].waiting == 1
        assert dan.tables[LIVE].boxes[0].offered == "cat"
        (notice,) = (one for one in heard if isinstance(one, Notice))
        assert notice.code == "seat-offered"
        assert "within 30 seconds" in notice.text
        assert await reply_code(dan, say.TakeSeat, LIVE, 1) == "illegal-bet"
        assert await reply_code(cat, say.TakeSeat, LIVE, 1) == "ok"
        assert state(house) == ({1: "cat", 2: "bob"}, ["dan"], {})
        assert_books_balance(house)


async def test_who_does_not_answer_or_says_no_makes_way_for_the_next() -> None:
    clock = HandClock()
    async with serving([SMALL], clock=clock) as house:
        here = await full(house, "cat", "dan", "eve")
        await reply_code(here["bob"], say.LeaveSeat, LIVE, 2)
        await sweep(house, clock, OFFERED_S * SECOND - 1)
        assert state(house)[2] == {2: "cat"}
        await sweep(house, clock, 1)
        assert state(house) == ({1: "ann"}, ["eve"], {2: "dan"})
        await sync(*here.values())
        assert here["cat"].you[LIVE].waiting is None
        assert await reply_code(here["dan"], say.LeaveWaiting, LIVE) == "ok"
        assert state(house) == ({1: "ann"}, [], {2: "eve"})
        await sweep(house, clock, OFFERED_S * SECOND)
        assert state(house) == ({1: "ann"}, [], {})
        assert await reply_code(here["cat"], say.TakeSeat, LIVE, 2) == "ok"
        assert_books_balance(house)


async def test_there_is_a_list_only_where_no_seat_is_free_and_once_for_each() -> None:
    async with serving([SMALL, untimed(WHEEL)]) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        assert not ann.you[LIVE].may_wait
        bob = await join_as(house, LIVE, "bob")
        assert await reply_code(bob, say.JoinWaiting, LIVE) == "illegal-action"
        assert await reply_code(bob, say.TakeSeat, LIVE, 2) == "ok"
        assert await reply_code(bob, say.JoinWaiting, LIVE) == "illegal-action"
        cat = await join_as(house, LIVE, "cat")
        assert cat.you[LIVE].may_wait
        assert await reply_code(cat, say.JoinWaiting, LIVE) == "ok"
        assert await reply_code(cat, say.JoinWaiting, LIVE) == "illegal-action"
        assert await reply_code(cat, say.JoinWaiting, WHEEL) == "illegal-action"
        assert await reply_code(cat, say.LeaveWaiting, LIVE) == "ok"
        assert await reply_code(cat, say.LeaveWaiting, LIVE) == "illegal-action"
        (row,) = (one for one in await cat.lobby() if one.table == LIVE)
        assert (row.seats_free, row.waiting) == (0, 0)


async def test_who_has_left_the_table_waits_no_longer() -> None:
    clock = HandClock()
    async with serving([SMALL], clock=clock) as house:
        here = await full(house, "cat", "dan")
        await here["cat"].close()
        await sweep(house, clock, KEPT_MS)
        assert state(house)[1] == ["dan"]
        await here["ann"].close()
        await sweep(house, clock, KEPT_MS)
        assert state(house) == ({2: "bob"}, [], {1: "dan"})
        assert_books_balance(house)


async def test_the_list_outlives_the_house(tmp_path: Path) -> None:
    url, clock = f"sqlite:{tmp_path / 'house.db'}", HandClock()
    async with serving([SMALL], url, clock=clock) as house:
        here = await full(house, "cat", "dan")
        await reply_code(here["ann"], say.LeaveSeat, LIVE, 1)
        before = state(house)
        assert before == ({2: "bob"}, ["dan"], {1: "cat"})
    async with serving([SMALL], url, clock=clock) as house:
        assert state(house) == before


def _shows(client: Client, view: YouView) -> bool:
    return client.you[LIVE] == view


async def test_everybody_always_knows_how_it_stands() -> None:
    """Whatever is done about seats, what each was told last is what they would be told now."""
    chosen, clock = random.Random(7), HandClock()
    async with serving([SMALL], clock=clock) as house:
        names = ("ann", "bob", "cat", "dan", "eve")
        here = {name: await join_as(house, LIVE, name) for name in names}
        for _ in range(40):
            client, box = here[chosen.choice(names)], chosen.choice((1, 2))
            match chosen.randrange(5):
                case 0 | 1:
                    await reply_code(client, say.TakeSeat, LIVE, box)
                case 2:
                    await reply_code(client, say.LeaveSeat, LIVE, box)
                case 3:
                    await reply_code(client, say.JoinWaiting, LIVE)
                case 4:
                    await sweep(house, clock, OFFERED_S * SECOND)
            now = house.house.rooms[LIVE].state
            for name, client in here.items():
                view = you_view(now, name, PlayerParts(now))
                await client.until(partial(_shows, client, view))
