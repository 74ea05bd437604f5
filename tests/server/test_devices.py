"""Several devices at once: contested seats, one account on many screens, and a slow reader."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from croupier.client import Api, Client, HouseRefused, LaidBet, new_id
from croupier.engine import protocol as engine
from croupier.house.roles import Role
from croupier.kit.phrase import Phrase
from croupier.server import sender
from croupier.server.accounts import MOST_SOCKETS
from croupier.wire import commands as say
from croupier.wire.messages import (
    FloorMessage,
    Message,
    Notice,
    NoticeCode,
    Purse,
    Reply,
    StaffMessage,
    TableMessage,
    Welcome,
    You,
)
from tests.server.sockets import bare, hear, hello, send
from tests.server.test_bets import no
from tests.support.live_clients import sync, until_balance
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    bet,
    join_as,
    listen,
    next_round,
    no_more_bets,
    own_view,
    play_out,
    public_messages,
    untimed,
)

RWS, LIVE, WHEEL = "rws-blackjack", "live-blackjack", "live-roulette"


def much(table: str) -> say.CheckBets:
    """A question with a long answer: every spot of the wheel is full."""
    full = tuple(LaidBet(spot, 500_00) for spot in engine.spots(engine.variant(WHEEL)))
    return say.CheckBets(new_id(), table, 1, full)


# Seats ------------------------------------------------------------------------------------------


@pytest.mark.clause("LIVE 2.1.3")
async def test_a_contested_seat_goes_to_exactly_one(lasting_url: str) -> None:
    async with serving([untimed(LIVE)], lasting_url) as house:
        rivals = [await join_as(house, LIVE, name) for name in ("ann", "bob", "cat", "dan")]
        for box in (1, 2, 3):
            left = [one for one in rivals if not own_view(one, LIVE).seats]
            replies = await asyncio.gather(
                *(one.ask(say.TakeSeat(new_id(), LIVE, box)) for one in left)
            )
            await sync(*rivals)
            (winner,) = [one for one, reply in zip(left, replies, strict=True) if reply.ok]
            assert own_view(winner, LIVE).seats == (box,)
            refusals = {(reply.code, reply.clause) for reply in replies if not reply.ok}
            assert refusals == {("illegal-bet", "LIVE 2.1.3")}
            for one in rivals:
                assert one.tables[LIVE].boxes[box - 1].seat == winner.api.name


async def test_seats_are_taken_and_left() -> None:
    async with serving([untimed(LIVE), untimed(WHEEL)]) as house:
        ann, bob = await join_as(house, LIVE, "ann", 1), await join_as(house, LIVE, "bob")
        heard = listen(bob)
        assert await no(ann, say.TakeSeat, LIVE, 2) == ("illegal-bet", "LIVE 2.4.5")
        assert await no(bob, say.TakeSeat, LIVE, 8) == ("illegal-bet", "")
        assert await no(bob, say.TakeSeat, WHEEL, 1) == ("illegal-bet", "")
        assert await no(bob, say.LeaveSeat, LIVE, 1) == ("illegal-bet", "")
        await ann.do(say.LeaveSeat(new_id(), LIVE, 1))
        assert own_view(ann, LIVE).seats == ()
        await bob.sit(LIVE, 1)
        await sync(bob)
        events = [
            (one.by, one.what, one.box)
            for told in public_messages(heard, LIVE)
            for one in told.events
        ]
        assert events == [("ann", "leave", 1), ("bob", "sit", 1)]
        (lobby, _) = await ann.lobby()
        assert (lobby.seats, lobby.seats_free, lobby.players) == (7, 6, 2)


# One account ------------------------------------------------------------------------------------


async def test_two_devices_see_the_same() -> None:
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann", 1)
        second = await house.client(ann.api)
        await second.join(RWS)
        # Both are told what is in the purse when a device comes, and that is read first.
        await second.until(lambda: second.purse)
        await sync(ann, second)
        heard = [listen(one) for one in (ann, second)]
        # What one device has placed lies on the other too, which may add to it.
        await ann.place(RWS, "initial", 10_00, 1)
        await sync(second)
        assert own_view(second, RWS).current_bet == 10_00
        await second.place(RWS, "player-pair", 5_00, 1)
        await sync(ann)
        assert own_view(ann, RWS).current_bet == 15_00
        await no_more_bets(house, RWS)
        await play_out(house, RWS, second)
        balance = house.house.store.balance("wallet:ann")
        for one in (ann, second):
            await until_balance(one, balance)
        await sync(ann, second)
        mine, other = [
            [one for one in each if isinstance(one, You | Purse | TableMessage)] for each in heard
        ]
        assert mine == other
        assert own_view(ann, RWS) == own_view(second, RWS)
        # Nobody else has heard any of it.
        assert {one.view.table for one in mine if isinstance(one, You)} == {RWS}


async def test_what_is_ones_own_is_told_to_nobody_else() -> None:
    async with serving([untimed(RWS)]) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob", 2)
        await sync(bob)
        heard = listen(bob)
        checked = await ann.check_bets(RWS, LaidBet("initial", 10_00, 1))
        assert checked.refused == ()
        await sync(ann, bob)
        assert heard[:-1] == []


@pytest.mark.parametrize("shortcut", [True, False])
async def test_a_sixth_socket_is_refused(shortcut: bool) -> None:
    async with serving([untimed(RWS)], shortcut=shortcut) as house:
        devices = [await house.guest()]
        api = devices[0].api
        devices += [await house.client(api) for _ in range(MOST_SOCKETS - 1)]
        sixth = Client(api)
        with pytest.raises(HouseRefused) as refused:
            await sixth.connect()
        assert refused.value.code == "limit"
        await sixth.close()
        assert len(house.account(api.name).devices) == MOST_SOCKETS
        await devices[0].close()
        account = house.account(api.name)
        await _until(lambda: len(account.devices) < MOST_SOCKETS)
        assert isinstance(await sixth.connect(), Welcome)
        await sixth.close()


async def test_parting_ends_the_telling_and_keeps_the_seat() -> None:
    async with serving([untimed(RWS)]) as house:
        ann, bob = await join_as(house, RWS, "ann", 1), await join_as(house, RWS, "bob")
        await ann.do(say.Part(new_id(), RWS))
        heard = listen(ann)
        await bet(bob, RWS, ("initial", 10_00, 2))
        await sync(ann)
        assert public_messages(heard, RWS) == []
        assert bob.tables[RWS].boxes[0].seat == "ann"
        assert await no(ann, say.Part, "no-table") == ("unknown-table", "")
        assert await no(ann, say.Join, "no-table") == ("unknown-table", "")


# A slow reader ----------------------------------------------------------------------------------


def _narrow(house: LiveHouse) -> socket.socket:
    """A connection through which little fits at once, on both of its ends."""
    (listening,) = house.server.servers[0].sockets
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    narrow = socket.create_connection(listening.getsockname(), timeout=30)
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.setblocking(False)
    return narrow


@asynccontextmanager
async def reading_slowly(
    house: LiveHouse, api: Api, **more: Any
) -> AsyncIterator[tuple[ClientConnection, socket.socket]]:
    """One who has said hello, and reads only when the test does."""
    with _narrow(house) as small:
        async with bare(house, sock=small, max_queue=1, **more) as raw:
            await hello(raw, api)
            assert isinstance(await hear(raw), Welcome)
            yield raw, small


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("shortcut", [True, False])
async def test_a_slow_reader_is_left_behind_and_brought_up_to_date(
    shortcut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "MOST_UNSENT", 80_000)
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house, asyncio.timeout(120):
        ann = await join_as(house, WHEEL, "ann")
        slow = await house.player("slow")
        heard = listen(ann)
        async with reading_slowly(house, slow) as (raw, small):
            asked: list[say.ClientMessage] = [say.Join(new_id(), WHEEL)]
            asked += [much(WHEEL) for _ in range(16)]
            for one in asked:
                await send(raw, one)
            (device,) = house.account("slow").devices
            await _until(lambda: device.sender.lagging_since is not None)
            # The others are served as ever.
            for number in (1, 2, 3):
                await bet(ann, WHEEL, ("red", 10_00))
                await no_more_bets(house, WHEEL, ann)
                await play_out(house, WHEEL, ann)
                assert own_view(ann, WHEEL).round == number
                await next_round(house, WHEEL, ann)
            house.house.purse_feed.notice("slow", NoticeCode.MUTED, Phrase("told meanwhile"))
            told = public_messages(heard, WHEEL)
            assert [one.n for one in told] == list(range(told[0].n, told[0].n + len(told)))
            assert device.sender.lagging_since is not None
            # Now it reads: every answer, and of the table what was kept for it and the latest.
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            read: list[Message] = []
            while len(answers(read)) < len(asked) or latest(read).n < told[-1].n:
                read.append(await hear(raw))
            assert answers(read) == [one.id for one in asked]
            assert len(public_messages(read, WHEEL)) < len(told)
            assert latest(read).view == ann.tables[WHEEL]
            assert [one.code for one in read if isinstance(one, Notice)] == [NoticeCode.MUTED]
            assert device.sender.lagging_since is None
            # And it hears what comes next.
            await bet(ann, WHEEL, ("red", 10_00))
            while latest(read).n == told[-1].n:
                read.append(await hear(raw))
            assert latest(read).view.staked == 10_00


def answers(read: list[Message]) -> list[str]:
    return [one.re for one in read if isinstance(one, Reply)]


def latest(read: list[Message]) -> TableMessage:
    return public_messages(read, WHEEL)[-1]


@pytest.mark.parametrize("shortcut", [True, False])
async def test_slow_staff_are_brought_up_to_date(
    shortcut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The floor and what only the house sees, as they are by then."""
    monkeypatch.setattr(sender, "MOST_UNSENT", 80_000)
    async with serving([by_hand(RWS)], shortcut=shortcut) as house, asyncio.timeout(120):
        table = await HandDealt.open(house, RWS)
        for number in range(30):
            house.house.floor.chat.say(f"guest-{number}", RWS, "long talk " * 20, False)
        slow = await house.staff(Role.PIT, "slow")
        async with reading_slowly(house, slow) as (raw, small):
            await send(raw, say.WatchFloor(new_id()))
            (device,) = house.account("slow").devices
            while device.sender.lagging_since is None:
                await send(raw, say.Join(new_id(), RWS))
                await asyncio.sleep(0.02)
            await table.open_betting(table.pit)
            await table.ok(table.dealer, say.CallPit, "a card fell")
            await sync(table.pit)
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            read: list[Message] = []
            while device.sender.lagging_since is not None:
                read.append(await hear(raw))
            last = new_id()
            await send(raw, say.Ping(last))
            while last not in answers(read):
                read.append(await hear(raw))
        floor = [one for one in read if isinstance(one, FloorMessage)][-1]
        assert "a card fell" in [one.text for one in floor.alerts]
        staff = [one for one in read if isinstance(one, StaffMessage)][-1]
        assert staff.view == table.pit.staff[RWS]


@pytest.mark.parametrize("shortcut", [True, False])
async def test_one_large_message_is_no_slow_reader(
    shortcut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "MOST_UNSENT", 1_000)
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house:
        ann = await join_as(house, WHEEL, "ann")
        for _ in range(3):
            assert len((await ann.do(much(WHEEL)))["closed"]) == 151


@pytest.mark.parametrize("shortcut", [True, False])
async def test_who_never_reads_is_cut_off(shortcut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.house.SWEEP_S", 0.02)
    monkeypatch.setattr("croupier.server.house.SLOWEST_S", 0.0)
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house:
        slow = await house.player("slow")
        with suppress(ConnectionClosed):
            async with reading_slowly(house, slow, close_timeout=1) as (raw, _):
                for _ in range(36):
                    await send(raw, much(WHEEL))
                await _until(lambda: house.house.accounts.get("slow") is None)
                while True:
                    await hear(raw)
