"""Lines that are cut, at every message there is: whoever comes back has missed nothing."""

import asyncio
from functools import partial
from typing import Any

import pytest

from croupier.client import Api, Client, HouseRefused, LaidBet, new_id
from croupier.kit.phrase import Phrase
from croupier.server import rates
from croupier.server.accounts import KEPT as KEPT_OWN
from croupier.server.feeds import KEPT, Feed
from croupier.table import commands as table_commands
from croupier.table.commands import Actor, TableRole
from croupier.wire import commands as say
from croupier.wire.messages import (
    Message,
    Notice,
    NoticeCode,
    Purse,
    Reply,
    TableMessage,
    Welcome,
    You,
)
from tests.server.sockets import bare, hear, hear_a, hello, send
from tests.support.live_clients import assert_books_balance, sync, until_balance
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import (
    Stacked,
    bet,
    cautious,
    join_as,
    listen,
    next_round,
    no_more_bets,
    own_view,
    play_out,
    untimed,
)

_BETS: dict[str, tuple[Any, ...]] = {
    "rws-blackjack": (("initial", 10_00, 1), ("player-pair", 5_00, 1)),
    "rws-knockout-baccarat": (("player", 10_00), ("ante-banker", 10_00)),
    "live-roulette": (("red", 10_00), ("straight:5", 5_00)),
}
MOST_CUTS = 60

Numbered = TableMessage | You | Purse | Notice


def numbered(heard: list[Message]) -> dict[tuple[str, int], Message]:
    """Messages of feeds by feed and number; none may come twice."""
    found: dict[tuple[str, int], Message] = {}
    for one in heard:
        if isinstance(one, Numbered):
            assert (one.feed, one.n) not in found, one
            found[one.feed, one.n] = one
    return found


class Cut:
    """A device whose line is cut after so many messages."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: list[Message] = []
        self.left = -1
        client.on_message = self._take

    def _take(self, message: Message) -> None:
        self.heard.append(message)
        if isinstance(message, Numbered):
            self.left -= 1
            if self.left == 0:
                cut(self.client)


def cut(client: Client) -> None:
    socket = client._socket
    assert socket is not None
    socket.transport.abort()


async def back(client: Client) -> None:
    welcome = await client.connect()
    assert welcome.resumed


async def seat(house: LiveHouse, game: str) -> Client:
    return await join_as(house, game, "ann", 1 if "blackjack" in game else None)


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many rounds are played so fast that a socket would be asked to slow down."""
    monkeypatch.setattr(rates, "BURST", 1_000_000)


@pytest.mark.parametrize("game", _BETS)
@pytest.mark.parametrize("at_once", [True, False])
async def test_a_device_cut_off_after_every_message_has_missed_nothing(
    game: str, at_once: bool
) -> None:
    """One round for every place to cut; the other device of the account hears it all."""
    async with asyncio.timeout(40), serving([untimed(game)]) as house:
        ann = await seat(house, game)
        device = await house.client(ann.api)
        await device.join(game)
        await sync(ann, device)
        whole, flaky = listen(ann), Cut(device)
        for after in range(1, MOST_CUTS):
            flaky.left = after
            await bet(ann, game, *_BETS[game])
            await _come_back(device, at_once)
            await no_more_bets(house, game, ann)
            await _come_back(device, at_once)
            await play_out(house, game, ann)
            balance = house.house.store.balance("wallet:ann")
            await until_balance(ann, balance)
            await next_round(house, game, ann)
            await stubborn(device, say.Ping(new_id()))
            enough, flaky.left = flaky.left > 0, -1
            # Its coming back has been told to both.
            feed = house.account("ann").feed
            for one in (ann, device):
                await one.until(partial(_has_all, one, feed))
            assert numbered(flaky.heard) == numbered(whole)
            _without_gaps(whole)
            assert own_view(ann, game) == own_view(device, game)
            assert ann.tables[game] == device.tables[game]
            assert ann.purse == device.purse
            if enough:
                break
        assert enough, "more messages than cuts"
        assert after > 5


async def _come_back(device: Client, at_once: bool) -> None:
    """If the line is cut by now."""
    if at_once:
        await stubborn(device, say.Ping(new_id()))


def _has_all(client: Client, feed: Feed) -> bool:
    assert client._own_mark is not None
    return client._own_mark.n == feed.n


def _without_gaps(heard: list[Message]) -> None:
    by_feed: dict[str, list[int]] = {}
    for feed, n in numbered(heard):
        by_feed.setdefault(feed, []).append(n)
    for numbers in by_feed.values():
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize("game", _BETS)
async def test_a_player_cut_off_after_every_message_plays_on(game: str) -> None:
    """The only device: what was not answered is asked again under its id, and has one effect."""
    async with asyncio.timeout(40), serving([untimed(game)]) as house:
        ann = await seat(house, game)
        await sync(ann)
        flaky = Cut(ann)
        before = 1_000_00
        for after in range(1, MOST_CUTS):
            flaky.left = after
            round = ann.tables[game].round
            bets = tuple(LaidBet(*one) for one in _BETS[game])
            await stubborn(ann, say.PlaceBets(new_id(), game, round, bets))
            await stubborn(ann, say.Ping(new_id()))
            staked = sum(chip[1] for chip in _BETS[game])
            assert own_view(ann, game).current_bet == staked
            assert house.house.store.balance("wallet:ann") == before - staked
            await no_more_bets(house, game)
            await _play_stubbornly(ann, game)
            await stubborn(ann, say.Ping(new_id()))
            enough = flaky.left > 0
            before += sum(line.net for line in own_view(ann, game).lines)
            assert house.house.store.balance("wallet:ann") == before
            await next_round(house, game)
            await stubborn(ann, say.Ping(new_id()))
            _without_gaps(flaky.heard)
            if enough:
                break
        assert enough, "more messages than cuts"
        assert after > 5
        assert_books_balance(house)


async def stubborn(client: Client, message: Any) -> None:
    """Ask until it is answered, coming back where the line is cut."""
    while True:
        try:
            if not client.connected:
                await back(client)
            await client.do(message)
        except HouseRefused as refused:
            if refused.code != "gone":
                raise
            await asyncio.sleep(0)
        else:
            return


async def _play_stubbornly(client: Client, game: str) -> None:
    while not client.tables[game].over:
        await stubborn(client, say.Ping(new_id()))
        asks = own_view(client, game).asked
        decisions = [ask for ask in asks if ask.kind == "decision"] or asks
        if decisions:
            ask = decisions[0]
            round = client.tables[game].round
            action = cautious(ask, client)
            decide = say.Decide(new_id(), game, round, action, ask.box, bet=ask.bet)
            await stubborn(client, decide)
        else:
            await asyncio.sleep(0.001)


# Too long ago -----------------------------------------------------------------------------------


async def _stir(house: LiveHouse, times: int) -> None:
    """So many messages of the table's feed."""
    live = house.house.live_tables.tables["rws-blackjack"]
    bob = Actor("bob", TableRole.PLAYER)
    for _ in range(times):
        seated = 7 in live.state.seats
        command = table_commands.LeaveSeat(7) if seated else table_commands.TakeSeat(7)
        assert (await live.ask(bob, command, new_id())).ok


@pytest.mark.parametrize("missed", [0, 1, KEPT - 1, KEPT, KEPT + 1])
async def test_a_table_mark_too_old_is_answered_with_the_latest(missed: int) -> None:
    table = "rws-blackjack"
    async with serving([untimed(table)]) as house:
        ann = await join_as(house, table, "ann")
        await sync(ann)
        room = house.house.rooms[table]
        mark = say.Mark(room.feed.name, room.feed.n)
        await ann.do(say.Part(new_id(), table))
        await _stir(house, missed)
        heard = listen(ann)
        told = await ann.do(say.Join(new_id(), table, mark))
        numbers = [one.n for one in heard if isinstance(one, TableMessage)]
        if missed <= KEPT:
            assert told == {"resumed": True}
            assert numbers == list(range(mark.n + 1, mark.n + missed + 1))
        else:
            assert told == {"resumed": False}
            assert numbers == [mark.n + missed]
        await _stir(house, 2)
        await sync(ann)
        assert room.feed.n == mark.n + missed + 2
        assert ann.tables[table].boxes[6].seat == (None if missed % 2 == 0 else "bob")


@pytest.mark.parametrize("missed", [1, KEPT_OWN, KEPT_OWN + 1])
async def test_an_own_mark_too_old_begins_anew(
    missed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = "rws-blackjack"
    async with serving([untimed(table)]) as house:
        ann = await join_as(house, table, "ann")
        await ann.until(lambda: ann.purse)
        monkeypatch.setattr(house.house.purse_feed, "changed", lambda player: None)
        feed = house.account("ann").feed
        mark = say.Mark(feed.name, feed.n)
        for number in range(missed):
            house.house.purse_feed.notice("ann", NoticeCode.DISPUTE, Phrase(f"word {number}"))
        async with bare(house) as socket:
            await hello(socket, ann.api, mark)
            welcome = await hear_a(socket, Welcome)
            assert welcome.resumed is (missed <= KEPT_OWN)
            assert (welcome.feed, welcome.n) == (feed.name, mark.n + missed)
            if welcome.resumed:
                words = [await hear_a(socket, Notice) for _ in range(missed)]
                assert [one.text for one in words] == [f"word {n}" for n in range(missed)]
                assert [one.n for one in words] == list(range(mark.n + 1, welcome.n + 1))
            house.house.purse_feed.notice("ann", NoticeCode.DISPUTE, Phrase("the next"))
            following = await hear_a(socket, Notice)
            assert (following.text, following.n) == ("the next", welcome.n + 1)


@pytest.mark.parametrize("wrong", ["another", "later"])
async def test_a_mark_of_another_feed_is_answered_with_the_latest(wrong: str) -> None:
    table = "live-roulette"
    async with serving([untimed(table)]) as house:
        ann = await join_as(house, table, "ann")
        feed = house.house.rooms[table].feed
        mark = say.Mark("another", 1) if wrong == "another" else say.Mark(feed.name, feed.n + 1)
        async with bare(house) as socket:
            await hello(socket, ann.api, mark)
            welcome = await hear_a(socket, Welcome)
            assert not welcome.resumed
            join = say.Join(new_id(), table, mark)
            await send(socket, join)
            seen: list[Message] = []
            while not seen or getattr(seen[-1], "re", "") != join.id:
                seen.append(await hear(socket))
            assert isinstance(seen[-1], Reply)
            assert seen[-1].data == {"resumed": False}
            (view,) = [one for one in seen if isinstance(one, TableMessage)]
            assert (view.feed, view.n) == (feed.name, feed.n)


# Another house ----------------------------------------------------------------------------------


async def test_after_a_restart_everything_begins_anew(lasting_url: str) -> None:
    table = "rws-blackjack"
    # A blackjack would be paid at once, and then something was decided.
    async with serving([untimed(table)], lasting_url, randbelow=Stacked("TS 9H 6D")) as house:
        ann = await join_as(house, table, "ann", 1)
        await bet(ann, table, ("initial", 10_00, 1))
        await no_more_bets(house, table, ann)
        before, marks = ann.welcome, ann.tables[table]
        assert before is not None
        token = ann.api.token
        heard = listen(ann)
        house.server.stop()
        await ann.until(lambda: ann.bye)
        assert ann.bye is not None
        assert ann.bye.code == "closing"
        assert ann.tables[table].void
    async with serving([untimed(table)], lasting_url) as house, Api(house.address, token) as api:
        api.name = "ann"
        ann.api = api
        heard.clear()
        welcome = await ann.connect()
        assert not welcome.resumed
        assert welcome.house != before.house
        assert welcome.feed != before.feed
        await sync(ann)
        (view,) = [one for one in heard if isinstance(one, TableMessage)]
        assert view.view.round == marks.round
        # R4: nothing was decided, so the round is void.
        assert view.view.void
        assert [(line.bet, line.returned) for line in own_view(ann, table).lines] == [
            ("initial", 10_00)
        ]
        await until_balance(ann, 1_000_00)
        assert own_view(ann, table).seats == (1,)
        assert_books_balance(house)
        await ann.close()


async def test_bets_go_back_when_the_house_closes(lasting_url: str) -> None:
    """R4: before "No more bets" there is no round to go on with."""
    table = "live-roulette"
    async with serving([untimed(table)], lasting_url) as house:
        ann = await join_as(house, table, "ann")
        await bet(ann, table, ("red", 10_00))
        token = ann.api.token
    async with serving([untimed(table)], lasting_url) as house, Api(house.address, token) as api:
        api.name = "ann"
        async with Client(api) as again:
            await again.join(table)
            await sync(again)
            assert own_view(again, table).confirmed == ()
            await again.until(lambda: again.purse and again.purse.balance == 1_000_00)
            live = house.house.live_tables.tables[table]
            assert live.state.layout.bets == ()
