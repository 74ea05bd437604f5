"""What comes before what: a command's effect before its answer, answers in the order of asking."""

import asyncio
from collections.abc import Iterable

import pytest

from croupier.client import Client, LaidBet
from croupier.engine.inputs import Action
from croupier.house.roles import Role
from croupier.server import room
from croupier.wire import commands as say
from croupier.wire.messages import (
    ChatMessage,
    FloorMessage,
    Message,
    Purse,
    Reply,
    StaffMessage,
    TableMessage,
    You,
)
from tests.server.sockets import M, bare, hear, hello, send
from tests.support.live_clients import sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving
from tests.support.live_play import Stacked, bet, join_as, listen, no_more_bets, own_view, untimed

WHEEL, RWS = "live-roulette", "rws-blackjack"

shortcuts = pytest.mark.parametrize("shortcut", [True, False])


async def before_the_answer(client: Client, message: say.ClientMessage) -> list[Message]:
    """What this socket heard from the asking to the answer."""
    heard = listen(client)
    reply = await client.ask(message)
    assert reply.ok, reply
    return heard[: heard.index(reply)]


def kinds(heard: Iterable[Message]) -> list[type]:
    return [type(one) for one in heard]


def only(heard: Iterable[Message], kind: type[M]) -> M:
    """The one message of this kind."""
    (found,) = [one for one in heard if isinstance(one, kind)]
    return found


@shortcuts
async def test_the_effect_comes_before_the_answer(shortcut: bool) -> None:
    tables = [untimed(WHEEL), untimed(RWS)]
    async with serving(tables, shortcut=shortcut, randbelow=Stacked("TS 9H 6D")) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.until(lambda: ann.purse)
        red = (LaidBet("red", 10_00),)
        assert await before_the_answer(ann, say.CheckBets("a", WHEEL, 1, red)) == []
        heard = await before_the_answer(ann, say.PlaceBets("b", WHEEL, 1, red))
        assert kinds(heard) == [TableMessage, You, Purse]
        assert only(heard, TableMessage).view.staked == 10_00
        assert only(heard, You).view.current_bet == 10_00
        assert only(heard, Purse).balance == 990_00
        assert kinds(await before_the_answer(ann, say.Say("c", WHEEL, "hello"))) == [ChatMessage]
        heard = await before_the_answer(ann, say.GiveEntropy("d", WHEEL, "ann"))
        assert kinds(heard) == [TableMessage]
        shoe = only(heard, TableMessage).view.shoe
        assert shoe is not None
        assert shoe.contributions == 1
        # Joining: the latest of the table and of the player's own, then the answer.
        assert kinds(await before_the_answer(ann, say.Join("e", RWS))) == [TableMessage, You]
        heard = await before_the_answer(ann, say.TakeSeat("f", RWS, 1))
        assert kinds(heard) == [TableMessage, You]
        assert only(heard, TableMessage).view.boxes[0].seat == "ann"
        assert only(heard, You).view.seats == (1,)
        await bet(ann, RWS, ("initial", 10_00, 1))
        await no_more_bets(house, RWS, ann)
        await ann.until(lambda: own_view(ann, RWS).asked)
        heard = await before_the_answer(ann, say.Decide("g", RWS, 1, Action.STAND, 1))
        events = [one.what for message in heard for one in getattr(message, "events", ())]
        assert events == ["stand"]
        await ann.until(lambda: own_view(ann, RWS).lines)
        await sync(ann)
        # Who follows a table no longer still hears of their own.
        await ann.do(say.Part("h", RWS))
        assert kinds(await before_the_answer(ann, say.LeaveSeat("i", RWS, 1))) == [You]


async def test_staff_see_the_effect_before_the_answer() -> None:
    async with serving([by_hand(RWS)]) as house:
        table = await HandDealt.open(house, RWS)
        await table.make_shoe()
        heard = await before_the_answer(table.dealer, say.OpenBetting("a", RWS))
        assert kinds(heard) == [TableMessage, StaffMessage]
        guide = only(heard, StaffMessage).view.guide
        assert guide is not None
        assert guide.step == "betting"
        heard = await before_the_answer(table.pit, say.WatchFloor("b"))
        assert kinds(heard) == [FloorMessage]
        inspector = await house.client(await house.staff(Role.INSPECTOR))
        heard = await before_the_answer(inspector, say.Join("c", RWS))
        assert kinds(heard) == [TableMessage, StaffMessage]


@shortcuts
async def test_bets_among_others_are_told_to_the_table_later(shortcut: bool) -> None:
    """The player's own view and purse come before the answer all the same."""
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house:
        ann, bob = await join_as(house, WHEEL, "ann"), await join_as(house, WHEEL, "bob")
        await bet(ann, WHEEL, ("red", 10_00))
        await bet(bob, WHEEL, ("red", 10_00))
        await ann.until(lambda: ann.tables[WHEEL].staked == 20_00)
        more = (LaidBet("red", 10_00), LaidBet("black", 5_00))
        heard = await before_the_answer(ann, say.PlaceBets("late", WHEEL, 1, more))
        assert kinds(heard) == [You, Purse]
        assert room.GATHERED > 0
        await ann.until(lambda: ann.tables[WHEEL].staked == 25_00)


@shortcuts
async def test_answers_come_in_the_order_of_asking(shortcut: bool) -> None:
    """What takes a commit is not overtaken by what takes none."""
    async with serving([untimed(RWS)], shortcut=shortcut) as house, bare(house) as socket:
        await hello(socket, await house.player("ann"))
        asked: list[say.ClientMessage] = [
            say.TakeSeat("a", RWS, 1),
            say.Ping("b"),
            say.Lobby("c"),
            say.LeaveSeat("d", RWS, 1),
            say.CheckBets("e", "nowhere", 1, ()),
            say.TakeSeat("f", RWS, 2),
        ]
        for message in asked:
            await send(socket, message)
        answered: list[str] = []
        async with asyncio.timeout(30):
            while len(answered) < len(asked):
                one = await hear(socket)
                answered += [one.re] if isinstance(one, Reply) else []
        assert answered == [message.id for message in asked]


async def test_nothing_is_sent_for_a_refusal_or_an_answer_given_again() -> None:
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann", 1)
        await sync(ann)
        heard = listen(ann)
        assert not (await ann.ask(say.TakeSeat("taken", RWS, 1))).ok
        await ann.do(say.LeaveSeat("up", RWS, 1))
        heard.clear()
        await ann.do(say.LeaveSeat("up", RWS, 1))
        assert kinds(heard) == [Reply]


async def test_the_latest_has_the_number_of_the_last_message() -> None:
    """A view that is sent to somebody who joins takes no number from the others."""
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann", 1)
        heard = listen(ann)
        bob = await join_as(house, RWS, "bob")
        first = await before_the_answer(bob, say.Join("again", RWS))
        await bob.sit(RWS, 2)
        await sync(ann, bob)
        numbers = [one.n for one in heard if isinstance(one, TableMessage)]
        assert [one.n for one in first if isinstance(one, TableMessage)] == [numbers[0] - 1]


# least and most ----------------------------------------------------------------------------------


async def test_the_range_of_a_spot() -> None:
    """`least` is a chip, not the table's minimum; `most` the maximum, not what is left under it."""
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")

        spots = await ann.api.call("GET", f"/api/tables/{WHEEL}/spots")
        assert len(spots) == 151
        view = ann.tables[WHEEL]
        (spot,) = [one for one in spots if one["bet"] == "red"]
        assert (spot["least"], spot["most"]) == (view.chip_unit, view.limits.max)
        assert view.chip_unit < view.limits.min
        least = LaidBet("red", spot["least"])
        checked = await ann.check_bets(WHEEL, least)
        assert ([one.bet for one in checked.short], checked.closed) == (["red"], ())
        assert (await ann.ask(say.PlaceBets("under", WHEEL, 1, (least,)))).code == "limit"
        full = await ann.check_bets(WHEEL, LaidBet("red", spot["most"]))
        assert (full.refused, full.short) == ((), ())
        assert [(one.bet, one.code) for one in full.closed] == [("red", "limit")]
