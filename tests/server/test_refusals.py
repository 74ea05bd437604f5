"""What the socket does not take: at the door, out of turn, too much, or for a player's own good."""

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.client import Client, HouseRefused, LaidBet, new_id
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.house.clock import HOUR, MINUTE
from croupier.house.roles import Role
from croupier.server import rates
from croupier.server.handlers.dispatcher import MAY_SEND
from croupier.table.commands import Inspection, ShoeRecord
from croupier.wire import commands as say
from croupier.wire.messages import Bye, RealityCheck, Reply, Welcome
from tests.server.sockets import bare, hear, hello, send
from tests.server.test_bets import no
from tests.support.clock import HandClock
from tests.support.live_clients import MessageKind, message_class, reply_code, sync
from tests.support.live_house import SETTINGS, serving
from tests.support.live_play import bet, join_as, own_view, untimed
from tests.support.protected_house import ms

WHEEL, RWS = "live-roulette", "rws-blackjack"
HERE = "http://house.example"


def test_every_message_is_sent_in_some_test() -> None:
    folder = Path(__file__).parent
    written = "\n".join(path.read_text() for path in folder.glob("test_*.py"))
    unsent = [
        kind.__name__
        for kind in get_args(say.Asked)
        if not re.search(rf"\bsay\.{kind.__name__}\b", written)
    ]
    assert unsent == []


# Not a player's to ask --------------------------------------------------------------------------

_STAFFS: tuple[Any, ...] = (
    say.WatchFloor("id"),
    say.WatchCage("id"),
    say.Scan("id", WHEEL, 1, "AS"),
    say.Signed("id", "0" * 32, "A" * 88, "{}"),
    say.TakeBack("id", WHEEL, 1),
    say.OpenBetting("id", WHEEL),
    say.CloseBetting("id", WHEEL, 1),
    say.CloseOffers("id", WHEEL, 1),
    say.ConfirmResult("id", WHEEL, 1),
    say.ChangeShoe("id", WHEEL, ShoeRecord(8, True, True, True, 0)),
    say.PlaceFor("id", WHEEL, 1, "ann", "red", 5_00),
    say.MoveFor("id", WHEEL, 1, "ann", "red", "black"),
    say.InspectEquipment("id", WHEEL, Inspection(True, True)),
    say.ReplaceEquipment("id", WHEEL),
    say.OfferCut("id", WHEEL),
    say.BurnCards("id", WHEEL, 1),
    say.ShowBurned("id", WHEEL, ()),
    say.DeclineBurned("id", WHEEL),
    say.CallPit("id", WHEEL, "help"),
    say.WithdrawCall("id", WHEEL),
    say.AnswerCall("id", WHEEL),
    say.Rule("id", WHEEL, 1, Void(Capacity.PIT, VoidReason.FOREIGN_CARD)),
    say.PreviewRuling("id", WHEEL, 1, Void(Capacity.PIT, VoidReason.FOREIGN_CARD)),
    say.WithdrawRuling("id", WHEEL, 1),
    say.CheckMoves("id", WHEEL, 1),
    say.AllowSqueeze("id", WHEEL, 1, 1),
    say.RefuseSqueeze("id", WHEEL, 1, 1),
    say.ChangeDealer("id", WHEEL, "ann"),
    say.Reconfigure("id", WHEEL),
    say.Reshuffle("id", WHEEL),
    say.OpenTable("id", WHEEL),
    say.StageOutcomes("id", WHEEL, ()),
    say.CloseTable("id", WHEEL),
)


async def test_what_is_the_staffs_is_refused_to_players_and_guests() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann, guest = await join_as(house, WHEEL, "ann"), await house.guest()
        theirs = {kind for kind, roles in MAY_SEND.items() if Role.PLAYER not in roles}
        assert {type(one) for one in _STAFFS} == theirs
        for one in (ann, guest):
            for message in _STAFFS:
                reply = await one.ask(message)
                assert (reply.ok, reply.code, reply.clause) == (False, "not-allowed", "R30")
        assert house.house.live_tables.tables[WHEEL].state.round_number == 1


async def test_there_is_no_such_table() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        messages: tuple[tuple[MessageKind, tuple[object, ...]], ...] = (
            (say.TakeSeat, (1,)),
            (say.LeaveSeat, (1,)),
            (say.ChooseFollow, (True,)),
            (say.GiveEntropy, ("x",)),
            (say.PlaceCut, (100,)),
            (say.DeclineCut, ()),
            (say.AskBurned, ()),
            (say.PlaceBets, ((LaidBet("red", 5_00),),)),
            (say.CheckBets, ((LaidBet("red", 5_00),),)),
            (say.Decide, ("hit", 1)),
            (say.TurnCards, (1,)),
            (say.Squeeze, ()),
            (say.GiveConsent, ()),
            (say.WithdrawConsent, ()),
            (say.AskSqueeze, (1,)),
        )
        for kind, more in messages:
            every = message_class(kind).__struct_fields__
            fields = [one for one in every if one not in ("id", "table", "round")]
            named = dict(zip(fields, more, strict=False))
            if "round" in every:
                named["round"] = 1
            reply = await ann.ask(kind(id=new_id(), table="nowhere", **named))
            assert (reply.ok, reply.code) == (False, "unknown-table")


# At the door ------------------------------------------------------------------------------------


async def _farewell(socket: Any) -> Bye:
    """The last word; nothing comes after it."""
    last: Any = None
    try:
        while True:
            last = await hear(socket)
    except ConnectionClosed:
        assert isinstance(last, Bye)
        return last


@pytest.mark.parametrize("shortcut", [True, False])
@pytest.mark.parametrize(
    ("first", "code"),
    [
        (say.Hello("no-such-ticket"), "not-known"),
        (say.Ping("first"), "bad-message"),
        ("not json", "bad-message"),
        ({"type": "hello"}, "bad-message"),
    ],
)
async def test_a_bad_hello(first: Any, code: str, shortcut: bool) -> None:
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house, bare(house) as socket:
        await send(socket, first)
        assert (await _farewell(socket)).code == code


async def test_a_hello_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.socket.HELLO_S", 0.05)
    async with serving([untimed(WHEEL)]) as house, bare(house) as socket:
        assert (await _farewell(socket)).code == "bad-message"


async def test_a_ticket_is_good_once() -> None:
    async with serving([untimed(WHEEL)]) as house:
        api = await house.player("ann")
        ticket = await api.ticket()
        async with bare(house) as first, bare(house) as second:
            await send(first, say.Hello(ticket))
            assert isinstance(await hear(first), Welcome)
            await send(second, say.Hello(ticket))
            assert (await _farewell(second)).code == "not-known"


async def test_a_ticket_runs_out() -> None:
    clock = HandClock(ms(2026, 3, 2, 12))
    async with serving([untimed(WHEEL)], clock=clock) as house:
        api = await house.player("ann")
        ticket = await api.ticket()
        clock.turn(MINUTE)
        async with bare(house) as socket:
            await send(socket, say.Hello(ticket))
            assert (await _farewell(socket)).code == "not-known"


async def test_pages_from_elsewhere_are_turned_away() -> None:
    async with serving([untimed(WHEEL)]) as house:
        api = await house.player("ann")
        for origin in ("http://elsewhere.example", "null", HERE + ".elsewhere.example"):
            with pytest.raises(InvalidStatus) as refused:
                async with bare(house, origin=origin):
                    pass
            assert refused.value.response.status_code == 403
        for allowed in (HERE, None):
            async with bare(house, origin=allowed) as socket:
                await hello(socket, api)
                assert isinstance(await hear(socket), Welcome)


async def test_sockets_from_one_address_are_counted() -> None:
    settings = msgspec.structs.replace(SETTINGS, sockets=2)
    async with serving([untimed(WHEEL)], settings=settings) as house, bare(house), bare(house):
        with pytest.raises(InvalidStatus):
            async with bare(house):
                pass


@pytest.mark.parametrize("shortcut", [True, False])
async def test_logging_out_closes_the_socket(shortcut: bool) -> None:
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house:
        ann = await join_as(house, WHEEL, "ann")
        again = await house.api()
        await again.login("ann", "correct horse battery")
        other = await house.client(again)
        await ann.api.call("POST", "/api/logout")
        await _until_closed(ann)
        assert ann.bye is not None
        assert ann.bye.code == "logged-out"
        # Another session of the same account goes on.
        await sync(other)
        with pytest.raises(HouseRefused) as refused:
            await ann.api.ticket()
        assert refused.value.code == "not-known"


async def _until_closed(client: Client) -> None:
    with pytest.raises(HouseRefused, match="gone"):
        await client.until(lambda: False)


# Messages that are none -------------------------------------------------------------------------


def bets_message(bet: str) -> str:
    head = '{"type":"place-bets","id":"x","table":"live-roulette","round":1'
    return f'{head},"bets":[{bet}]}}'


_BAD: tuple[Any, ...] = (
    "not json",
    "[]",
    "{}",
    '{"type":"dance","id":"x"}',
    '{"type":"ping"}',
    '{"type":"ping","id":""}',
    '{"type":"ping","id":"x","more":1}',
    '{"type":"ping","id":"x","id":"x"}',
    '{"type":"hello","ticket":"again"}',
    '{"type":"join","id":"x","table":5}',
    bets_message('{"bet":"red","amount":0}'),
    bets_message('{"bet":"red","amount":-5}'),
    bets_message('{"bet":"red","amount":1.5}'),
    bets_message('{"bet":"red","amount":1e30}'),
    bets_message('{"bet":"red","amount":NaN}'),
    '{"type":"say","id":"x","table":"live-roulette","text":"\\ud800"}',
    "[" * 5_000,
    b"\x00\x01",
)


@pytest.mark.parametrize("bad", _BAD)
async def test_a_bad_message_is_answered_and_the_next_is_heard(bad: Any) -> None:
    async with serving([untimed(WHEEL)]) as house, bare(house) as socket:
        await hello(socket, await house.player("ann"))
        assert isinstance(await hear(socket), Welcome)
        await socket.send(bad)
        await send(socket, say.Ping("after"))
        replies = [one for one in [await hear(socket) for _ in range(3)] if isinstance(one, Reply)]
        assert [(one.ok, one.code) for one in replies] == [(False, "bad-message"), (True, "")]
        assert replies[0].re in ("x", "")
        assert replies[1].re == "after"


async def test_a_binary_message_that_is_json_is_taken() -> None:
    async with serving([untimed(WHEEL)]) as house, bare(house) as socket:
        await hello(socket, await house.player("ann"))
        await socket.send(msgspec.json.encode(say.Ping("binary")))
        heard = [await hear(socket) for _ in range(3)]
        assert "binary" in [one.re for one in heard if isinstance(one, Reply)]


@pytest.mark.parametrize("shortcut", [True, False])
async def test_an_oversized_message_cuts_the_line(shortcut: bool) -> None:
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house, bare(house) as socket:
        await hello(socket, await house.player("ann"))
        await socket.send(" " * (16 * 1024 + 1))
        with suppress(ConnectionClosed):
            while True:
                await hear(socket)
        assert socket.close_code == 1009


@pytest.mark.parametrize("shortcut", [True, False])
async def test_a_flood_is_answered_and_then_cut(shortcut: bool) -> None:
    async with serving([untimed(WHEEL)], shortcut=shortcut) as house, bare(house) as socket:
        calm = await join_as(house, WHEEL, "bob")
        await hello(socket, await house.player("ann"))
        codes: list[str] = []

        async def read() -> None:
            try:
                while True:
                    one = await hear(socket)
                    if isinstance(one, Reply | Bye):
                        codes.append(one.code)
            except ConnectionClosed:
                pass

        reading = asyncio.create_task(read())
        try:
            for number in range(10 * (rates.BURST + rates.MOST_HASTE)):
                await send(socket, say.Ping(f"flood-{number}"))
        except ConnectionClosed:
            pass
        await reading
        assert codes[: rates.BURST] == [""] * rates.BURST
        assert codes.count("too-often") >= rates.MOST_HASTE
        assert set(codes) == {"", "too-often"}
        await sync(calm)


async def test_whoever_keeps_sending_nonsense_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "BURST", 100_000)
    async with serving([untimed(WHEEL)]) as house, bare(house) as socket:
        await hello(socket, await house.player("ann"))
        try:
            for _ in range(2 * rates.MOST_HASTE):
                await socket.send("nonsense")
        except ConnectionClosed:
            pass
        codes = []
        with suppress(ConnectionClosed):
            while True:
                one = await hear(socket)
                codes += [one.code] if isinstance(one, Reply | Bye) else []
        assert codes == ["bad-message"] * (rates.MOST_HASTE + 1)


# For a player's own good ------------------------------------------------------------------------


async def test_a_loss_limit_refuses_the_bet_that_would_break_it() -> None:
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        limit = {"kind": "loss", "window": "day", "amount": 30_00, "id": "limit-1"}
        await ann.api.call("PUT", "/api/me/limits", limit)
        assert (await no(ann, say.PlaceBets, WHEEL, [LaidBet("red", 40_00)]))[0] == "loss-limit"
        assert own_view(ann, WHEEL).current_bet == 0
        await bet(ann, WHEEL, ("red", 30_00))
        assert (await no(ann, say.PlaceBets, WHEEL, [LaidBet("red", 35_00)]))[0] == "loss-limit"
        assert own_view(ann, WHEEL).current_bet == 30_00


async def test_a_reality_check_waits_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.house.SWEEP_S", 0.02)
    clock = HandClock(ms(2026, 3, 2, 12))
    async with serving([untimed(WHEEL)], clock=clock) as house:
        ann = await join_as(house, WHEEL, "ann")
        await bet(ann, WHEEL, ("red", 10_00))
        # Nothing to answer yet.
        assert (await ann.ask(say.Acknowledge(new_id()))).ok
        clock.turn(HOUR)
        await ann.until(lambda: [one for one in ann.notices if isinstance(one, RealityCheck)])
        (check,) = [one for one in ann.notices if isinstance(one, RealityCheck)]
        assert check.session_ms == HOUR
        more = [LaidBet("red", 10_00), LaidBet("black", 10_00)]
        assert (await no(ann, say.PlaceBets, WHEEL, more))[0] == "reality-check"
        assert own_view(ann, WHEEL).current_bet == 10_00
        assert (await ann.ask(say.Acknowledge(new_id()))).ok
        assert await reply_code(ann, say.PlaceBets, WHEEL, more) == "ok"
        assert own_view(ann, WHEEL).current_bet == 20_00


async def test_who_excludes_themselves_is_shown_out() -> None:
    async with serving([untimed(RWS)]) as house:
        ann = await join_as(house, RWS, "ann", 1)
        second = await house.client(ann.api)
        await ann.api.call("POST", "/api/me/exclusion", {"days": 200})
        for one in (ann, second):
            await _until_closed(one)
            assert one.bye is not None
            assert one.bye.code == "excluded"


async def test_a_break_keeps_out_and_its_time_does_not_count() -> None:
    clock = HandClock(ms(2026, 3, 2, 12))
    async with serving([untimed(RWS)], clock=clock) as house:
        ann = await join_as(house, RWS, "ann")
        await house.house.protection.take_break("ann", 1)
        assert (await no(ann, say.TakeSeat, RWS, 1))[0] == "on-break"
        await ann.close()
        for _ in range(2):
            with pytest.raises(HouseRefused) as refused:
                await ann.connect()
            assert refused.value.code == "on-break"
        clock.turn(HOUR + MINUTE)
        await ann.connect()
        clock.turn(10 * MINUTE)
        assert house.house.protection.session("ann").played == 10 * MINUTE
        await ann.sit(RWS, 1)
        assert own_view(ann, RWS).seats == (1,)
