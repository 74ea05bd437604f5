"""Whose seat is kept, and for how long: nobody finds a table full of people who are not there."""

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from croupier.client import Client
from croupier.house.clock import HOUR
from croupier.server.seats import KEPT_MS
from croupier.table.facts import Freed, SeatLeft
from croupier.table.recovery import facts_of
from croupier.wire import commands as say
from croupier.wire.messages import Notice
from tests.support.clock import HandClock
from tests.support.live_clients import assert_books_balance, reply_code, sync
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    bet,
    join_as,
    listen,
    next_round,
    no_more_bets,
    play_out,
    public_messages,
    untimed,
)

LIVE, BOXES, WHEEL = "live-blackjack", "rws-blackjack", "live-roulette"


def seats(house: LiveHouse, table: str = LIVE) -> dict[int, str]:
    return house.house.rooms[table].state.seats


async def sweep(house: LiveHouse, clock: HandClock, ms: int = 0) -> None:
    """Who is away is noticed when the house looks round, and counted from then."""
    await house.house.seats.give_up()
    clock.turn(ms)
    await house.house.seats.give_up()


def freed(house: LiveHouse, table: str = LIVE) -> list[SeatLeft]:
    entries = house.house.store.entries(table, limit=10_000)
    return [one for entry in entries for one in facts_of(entry) if isinstance(one, SeatLeft)]


def notices(heard: Iterable[object]) -> list[tuple[str, str]]:
    return [(one.code, one.text) for one in heard if isinstance(one, Notice)]


async def test_who_has_gone_to_another_table_gives_the_seat_up() -> None:
    clock = HandClock()
    async with serving([untimed(LIVE), untimed(WHEEL)], clock=clock) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob", 2)
        assert await reply_code(ann, say.Part, LIVE) == "ok"
        await ann.join(WHEEL)
        hers, his = listen(ann), listen(bob)
        await sweep(house, clock, KEPT_MS - 1)
        assert seats(house) == {1: "ann", 2: "bob"}
        await sweep(house, clock, 1)
        assert seats(house) == {2: "bob"}
        assert freed(house) == [SeatLeft("ann", 1, Freed.AWAY)]
        await sync(ann, bob)
        said = [text for message in public_messages(his, LIVE) for text in message.said]
        assert said == ["Seat 1 is free: ann has left"]
        ((code, text),) = notices(hers)
        assert code == "seat-given-up"
        assert "seat 1 was given up" in text
        assert await reply_code(bob, say.LeaveSeat, LIVE, 2) == "ok"
        assert await reply_code(bob, say.TakeSeat, LIVE, 1) == "ok"
        assert_books_balance(house)


async def test_any_device_at_the_table_keeps_the_seat_and_coming_back_begins_anew() -> None:
    clock = HandClock()
    async with serving([untimed(LIVE)], clock=clock) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        phone = await house.client(ann.api)
        await phone.join(LIVE)
        await reply_code(ann, say.Part, LIVE)
        await sweep(house, clock, KEPT_MS)
        await reply_code(phone, say.Part, LIVE)
        await sweep(house, clock, KEPT_MS - 1)
        await phone.join(LIVE)
        await sweep(house, clock, KEPT_MS)
        await reply_code(phone, say.Part, LIVE)
        await sweep(house, clock, KEPT_MS - 1)
        assert seats(house) == {1: "ann"}
        await sweep(house, clock, 1)
        assert seats(house) == {}


async def test_chips_that_lie_there_are_played_out_first() -> None:
    """The away player's own, and those of who bets behind the seat."""
    clock = HandClock()
    async with serving([untimed(LIVE)], clock=clock) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        await bet(ann, LIVE, ("initial", 20_00, 1))
        await bob.place(LIVE, "behind", 10_00, 1)
        await reply_code(ann, say.Part, LIVE)
        await sweep(house, clock, KEPT_MS)
        assert seats(house) == {1: "ann"}
        await no_more_bets(house, LIVE, bob)
        await sweep(house, clock, KEPT_MS)
        assert seats(house) == {1: "ann"}
        await _play_out(house, ann, bob)
        await sweep(house, clock, KEPT_MS)
        assert seats(house) == {}
        lines = house.house.rooms[LIVE].state.round.lines  # type: ignore[union-attr]
        assert {line.player for line in lines} == {"ann", "bob"}
        assert_books_balance(house)


async def _play_out(house: LiveHouse, ann: Client, *others: Client) -> None:
    await ann.join(LIVE)
    await play_out(house, LIVE, ann, *others)
    await reply_code(ann, say.Part, LIVE)


async def test_anothers_bet_on_the_box_keeps_the_seat_as_it_is() -> None:
    """A bet on the box of who is away and has not bet: who decides for it is not changed."""
    clock = HandClock()
    async with serving([untimed(BOXES)], clock=clock) as house:
        ann, bob = await join_as(house, BOXES, "ann", 1), await join_as(house, BOXES, "bob")
        await reply_code(ann, say.Part, BOXES)
        await bet(bob, BOXES, ("initial", 20_00, 1))
        await sweep(house, clock, KEPT_MS)
        assert seats(house, BOXES) == {1: "ann"}
        await bob.place_bets(BOXES)
        await sweep(house, clock)
        assert seats(house, BOXES) == {}


async def test_a_session_that_has_ended_keeps_no_seat() -> None:
    clock = HandClock()
    async with serving([untimed(LIVE)], clock=clock) as house:
        guest = await house.guest()
        await guest.join(LIVE)
        await guest.sit(LIVE, 3)
        api = guest.api
        await guest.close()
        await sweep(house, clock)
        assert list(seats(house)) == [3]
        await api.call("POST", "/api/logout")
        await sweep(house, clock)
        assert seats(house) == {}


async def test_after_a_restart_only_those_who_come_back_have_their_seats(tmp_path: Path) -> None:
    url, clock = f"sqlite:{tmp_path / 'house.db'}", HandClock()
    async with serving([untimed(LIVE)], url, clock=clock) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        for box in (2, 3):
            guest = await house.guest()
            await guest.join(LIVE)
            await guest.sit(LIVE, box)
        token = ann.api.token
    async with serving([untimed(LIVE)], url, clock=clock) as house:
        assert len(seats(house)) == 3
        again = await house.client(await house.api(token))
        await again.join(LIVE)
        await sweep(house, clock, KEPT_MS)
        assert seats(house) == {1: "ann"}
        late = await house.guest()
        await late.join(LIVE)
        await late.sit(LIVE, 2)
        gone = seats(house)[2]
    clock.turn(25 * HOUR)
    async with serving([untimed(LIVE)], url, clock=clock) as house:
        # Sessions last a day: nobody can come back to these.
        assert set(seats(house).values()) == {"ann", gone}
        await house.house.people.sweep()
        await sweep(house, clock)
        assert seats(house) == {}


async def test_who_is_there_and_does_not_bet_is_warned_and_then_gives_the_seat_up() -> None:
    clock = HandClock()
    config = replace(untimed(BOXES), sit_out=4)
    async with serving([config], clock=clock) as house:
        ann, bob = await join_as(house, BOXES, "ann", 1), await join_as(house, BOXES, "bob", 2)
        heard = listen(ann)
        for _ in range(4):
            assert seats(house, BOXES) == {1: "ann", 2: "bob"}
            await bet(bob, BOXES, ("initial", 20_00, 2))
            await no_more_bets(house, BOXES, ann, bob)
            await play_out(house, BOXES, bob, ann)
            await next_round(house, BOXES, ann, bob)
        assert seats(house, BOXES) == {2: "bob"}
        assert freed(house, BOXES) == [SeatLeft("ann", 1, Freed.SAT_OUT)]
        (warned, text), (given_up, _) = notices(heard)
        assert (warned, given_up) == ("seat-kept", "seat-given-up")
        assert "not bet for 2 rounds" in text
        assert "kept for 2 more" in text
        said = [text for message in public_messages(heard, BOXES) for text in message.said]
        assert "Seat 1 is free: ann has not bet for a while" in said
        assert_books_balance(house)
