"""Every code that a client can meet on its socket, met there."""

from collections.abc import Awaitable, Callable
from typing import Any, Never

import msgspec
import pytest
from tools.protocol import NOT_ON_A_SOCKET

from croupier.client import Client, HouseRefused, LaidBet, new_id
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Limits
from croupier.house.clock import HOUR
from croupier.kit.errors import Code
from croupier.server import rates
from croupier.store.errors import StoreFailed, UnknownCommit
from croupier.table import judge
from croupier.table.commands import PlaceBets
from croupier.wire import commands as say
from tests.server.http.test_holds import ann_is_bust, proposed
from tests.server.sockets import bare, hear, send
from tests.support.clock import HandClock
from tests.support.live_clients import reply_code, sync
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import Stacked, bet, join_as, no_more_bets, own_view, untimed
from tests.support.protected_house import ms

WHEEL, RWS = "live-roulette", "rws-blackjack"
FOREIGN = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)

Scene = Callable[[LiveHouse, pytest.MonkeyPatch], Awaitable[str]]
"""What is done in a house with a wheel and a blackjack, and the code it brings."""
SCENES: dict[Code, Scene] = {}
DEALT_BY_HAND: set[Code] = set()
"""Scenes at a blackjack with a dealer of flesh and blood."""


def brings(code: Code, *, by_hand: bool = False) -> Callable[[Scene], Scene]:
    def enter(scene: Scene) -> Scene:
        SCENES[code] = scene
        if by_hand:
            DEALT_BY_HAND.add(code)
        return scene

    return enter


def test_every_code_of_the_socket_has_its_scene() -> None:
    assert set(SCENES) == set(Code) - NOT_ON_A_SOCKET


@pytest.mark.parametrize("code", [code for code in Code if code not in NOT_ON_A_SOCKET])
async def test_the_code_is_met_on_a_socket(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    blackjack = by_hand(RWS) if code in DEALT_BY_HAND else untimed(RWS)
    # An authenticator goes by the real time.
    clock = None if code in DEALT_BY_HAND else HandClock(ms(2026, 3, 2, 12))
    tables = [untimed(WHEEL), blackjack]
    async with serving(tables, clock=clock, randbelow=Stacked("TS 9H 6D")) as house:
        assert await SCENES[code](house, monkeypatch) == code


async def ann_at(house: LiveHouse, table: str, box: int | None = None) -> Client:
    return await join_as(house, table, "ann", box)


async def said(client: Client, message: Any) -> str:
    return (await client.ask(message)).code


# What is said of a bet ---------------------------------------------------------------------------


@brings(Code.BAD_FILE)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(
        await ann_at(house, WHEEL), say.PlaceBets, WHEEL, [LaidBet("red", 10_00, 1)]
    )


@brings(Code.UNKNOWN_BET)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(
        await ann_at(house, WHEEL), say.PlaceBets, WHEEL, [LaidBet("mauve", 10_00)]
    )


@brings(Code.BAD_AMOUNT)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(
        await ann_at(house, WHEEL), say.PlaceBets, WHEEL, [LaidBet("red", 10_01)]
    )


@brings(Code.LIMIT)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(
        await ann_at(house, WHEEL), say.PlaceBets, WHEEL, [LaidBet("red", 10_000_00)]
    )


@brings(Code.ILLEGAL_BET)
async def _(house: LiveHouse, _: Any) -> str:
    nowhere = [LaidBet("initial", 10_00, 8)]
    return await reply_code(await ann_at(house, RWS), say.PlaceBets, RWS, nowhere)


@brings(Code.NO_INITIAL_BET)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(
        await ann_at(house, RWS), say.PlaceBets, RWS, [LaidBet("player-pair", 10_00, 1)]
    )


@brings(Code.SHORT_OF_FUNDS)
async def _(house: LiveHouse, _: Any) -> str:
    client = await house.client(await house.player("poor", chips=1_00))
    await client.join(WHEEL)
    await client.until(lambda: client.tables[WHEEL].phase == "betting")
    return await reply_code(client, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])


@brings(Code.TOO_LATE)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, WHEEL)
    await bet(ann, WHEEL, ("red", 10_00))
    await no_more_bets(house, WHEEL, ann)
    return await reply_code(ann, say.GiveEntropy, WHEEL, "late")


@brings(Code.STALE)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(
        await ann_at(house, WHEEL), say.PlaceBets, WHEEL, [LaidBet("red", 10_00)], round=7
    )


@brings(Code.OTHER_COMMAND)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, RWS)
    await ann.do(say.TakeSeat("id", RWS, 1))
    return await said(ann, say.TakeSeat("id", RWS, 2))


@brings(Code.CLOSING)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, WHEEL)
    house.house.draining = True
    return await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])


@brings(Code.NOT_STORED)
async def _(house: LiveHouse, monkeypatch: pytest.MonkeyPatch) -> str:
    def full(_: object) -> Never:
        raise StoreFailed("the disk is full")

    ann = await ann_at(house, WHEEL)
    with monkeypatch.context() as broken:
        broken.setattr(house.house.store, "commit", full)
        return await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])


@brings(Code.UNCLEAR)
async def _(house: LiveHouse, monkeypatch: pytest.MonkeyPatch) -> str:
    def silent(_: object) -> Never:
        raise UnknownCommit("no answer")

    ann = await ann_at(house, WHEEL)
    with monkeypatch.context() as broken:
        broken.setattr(house.house.store, "commit", silent)
        return await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])


# Of a decision, and of the table -----------------------------------------------------------------


@brings(Code.NOT_YOUR_TURN)
async def _(house: LiveHouse, _: Any) -> str:
    ann, bob = await ann_at(house, RWS, 1), await join_as(house, RWS, "bob")
    await bet(ann, RWS, ("initial", 10_00, 1))
    await no_more_bets(house, RWS, ann, bob)
    await ann.until(lambda: own_view(ann, RWS).asked)
    return await reply_code(bob, say.Decide, RWS, "hit", 1)


@brings(Code.ILLEGAL_ACTION)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, RWS, 1)
    await bet(ann, RWS, ("initial", 10_00, 1))
    await no_more_bets(house, RWS, ann)
    await ann.until(lambda: own_view(ann, RWS).asked)
    return await reply_code(ann, say.Decide, RWS, "split", 1)


@brings(Code.CARD_IMPOSSIBLE, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    """Nine of a kind out of eight decks."""
    table = await HandDealt.open(house, RWS)
    players = [await table.player(f"seat-{box}", box) for box in range(1, 8)]
    await table.begin(*zip(players, range(1, 8), strict=True))
    codes = [await table.reply_code(table.dealer, say.Scan, "2S") for _ in range(9)]
    assert set(codes[:8]) == {"ok"}
    return codes[8]


@brings(Code.BAD_SCAN, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    table, *_others = await ann_is_bust(house)
    return await table.reply_code(table.dealer, say.Scan, "1Z")


@brings(Code.NOT_SIGNED, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    table = await HandDealt.open(house, RWS)
    opening = say.OpenBetting(new_id(), RWS)
    text = msgspec.json.encode(opening).decode()
    return await said(table.dealer, say.Signed(opening.id, "0" * 32, "A" * 86 + "==", text))


@brings(Code.BAD_SETTING, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    table = await HandDealt.open(house, RWS)
    return await table.reply_code(table.pit, say.Reconfigure, limits=Limits(10_00, 5_00))


@brings(Code.NOT_APPROVED, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    table = await HandDealt.open(house, RWS)
    house.house.approvals.asks_rules = True
    return await table.reply_code(table.pit, say.Reconfigure, settings={"h17": True})


@brings(Code.COUNTERSIGN, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    table, *_others = await ann_is_bust(house)
    return await table.reply_code(table.pit, say.Rule, FOREIGN)


@brings(Code.HELD, by_hand=True)
async def _(house: LiveHouse, _: Any) -> str:
    table, _ann, bob = await ann_is_bust(house)
    await proposed(table)
    await sync(bob)
    return await table.reply_code(bob, say.Decide, "stand", 2)


# Of what people say ------------------------------------------------------------------------------


@brings(Code.TOO_OFTEN)
async def _(house: LiveHouse, monkeypatch: pytest.MonkeyPatch) -> str:
    ann = await ann_at(house, WHEEL)
    monkeypatch.setattr(rates, "PER_SECOND", 0)
    codes = [await said(ann, say.Ping(new_id())) for _ in range(rates.BURST + 1)]
    return codes[-1]


@brings(Code.BAD_TEXT)
async def _(house: LiveHouse, _: Any) -> str:
    return await reply_code(await ann_at(house, WHEEL), say.Say, WHEEL, "\u202e")


@brings(Code.BAD_MESSAGE)
async def _(house: LiveHouse, _: Any) -> str:
    return await said(await ann_at(house, WHEEL), say.Ping(""))


@brings(Code.UNKNOWN_TABLE)
async def _(house: LiveHouse, _: Any) -> str:
    return await said(await ann_at(house, WHEEL), say.Join("id", "nowhere"))


@brings(Code.NOT_ALLOWED)
async def _(house: LiveHouse, _: Any) -> str:
    return await said(await ann_at(house, WHEEL), say.WatchFloor("id"))


@brings(Code.NOT_KNOWN)
async def _(house: LiveHouse, _: Any) -> str:
    async with bare(house) as socket:
        await send(socket, say.Hello("no-such-ticket"))
        bye: Any = await hear(socket)
        return str(bye.code)


@brings(Code.ABUSIVE)
async def _(house: LiveHouse, _: Any) -> str:
    return await said(await ann_at(house, WHEEL), say.Say("id", WHEEL, "what an asshole"))


@brings(Code.PERSONAL_DATA)
async def _(house: LiveHouse, _: Any) -> str:
    return await said(await ann_at(house, WHEEL), say.Say("id", WHEEL, "write to ann@example.com"))


# When something fails ----------------------------------------------------------------------------


def _fails(*_: object) -> Never:
    raise KeyError("a bug of ours")


@brings(Code.BROKEN)
async def _(house: LiveHouse, patch: pytest.MonkeyPatch) -> str:
    ann = await ann_at(house, WHEEL)
    patch.setitem(judge._JUDGES, PlaceBets, _fails)
    return await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])


@brings(Code.STOPPED)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, WHEEL)
    house.house.live_tables.tables[WHEEL]._stop(RuntimeError("it cannot go on"))
    return await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])


# For a player's own good -------------------------------------------------------------------------


@brings(Code.EXCLUDED)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, WHEEL)
    await ann.api.call("POST", "/api/me/exclusion", {"days": 200})
    return await _sent_away(ann)


@brings(Code.ON_BREAK)
async def _(house: LiveHouse, _: Any) -> str:
    ann = await ann_at(house, WHEEL)
    await ann.api.call("POST", "/api/me/break", {"hours": 1})
    return await _sent_away(ann)


async def _sent_away(client: Client) -> str:
    with pytest.raises(HouseRefused, match="gone"):
        await client.until(lambda: False)
    assert client.bye is not None
    return client.bye.code


@brings(Code.TIME_LIMIT)
async def _(house: LiveHouse, _: Any) -> str:
    return await _limited(house, {"kind": "time", "window": "day", "amount": 30, "id": "limit"})


@brings(Code.LOSS_LIMIT)
async def _(house: LiveHouse, _: Any) -> str:
    return await _limited(house, {"kind": "loss", "window": "day", "amount": 5_00, "id": "limit"})


@brings(Code.STAKE_LIMIT)
async def _(house: LiveHouse, _: Any) -> str:
    limit = {"kind": "stake", "window": "round", "amount": 5_00, "id": "limit"}
    return await _limited(house, limit)


@brings(Code.REALITY_CHECK)
async def _(house: LiveHouse, _: Any) -> str:
    return await _limited(house, None)


async def _limited(house: LiveHouse, limit: dict[str, Any] | None) -> str:
    """A bet after an hour at play."""
    ann = await ann_at(house, WHEEL)
    if limit is not None:
        await ann.api.call("PUT", "/api/me/limits", limit)
        await ann.api.call("PUT", "/api/me/reality-check", {"minutes": 0})
    clock = house.house.clock
    assert isinstance(clock, HandClock)
    clock.turn(HOUR)
    return await reply_code(ann, say.PlaceBets, WHEEL, [LaidBet("red", 10_00)])
