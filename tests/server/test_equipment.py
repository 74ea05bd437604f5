"""A real wheel that favours a pocket, and a random source that fails, in a real house."""

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from croupier.chance import WatchedSource
from croupier.client import Client
from croupier.client.client import new_id
from croupier.house.roles import Role
from croupier.table.commands import (
    Actor,
    Call,
    CloseBetting,
    Command,
    ConfirmResult,
    OpenBetting,
    TableRole,
)
from croupier.wire import commands as say
from tests.support.live_clients import ask_table, assert_books_balance, name_of, reply_code
from tests.support.live_dealing import HandDealt, bet_by_the_backs, by_hand
from tests.support.live_house import LiveHouse, human, serving, table
from tests.support.live_play import untimed

WHEEL, COUP = "live-roulette", "live-baccarat"


async def alerts(house: LiveHouse, kind: str) -> list[dict[str, Any]]:
    pit = await house.staff(Role.PIT)
    floor = await pit.call("GET", "/api/floor")
    return [alert for alert in floor["alerts"] if alert["kind"] == kind]


def is_round(client: Client, number: int) -> bool:
    return client.tables[WHEEL].round == number


def takes_bets(client: Client, table: str) -> bool:
    return client.tables[table].phase == "betting"


async def test_the_pit_is_called_for_a_wheel_and_it_survives_a_stop(tmp_path: Path) -> None:
    url = f"{tmp_path}/house.db"
    async with serving([by_hand(WHEEL)], url) as house:
        dealt = await HandDealt.open(house, WHEEL)
        ann = await dealt.player("ann")
        live, dealer = house.house.live_tables.tables[WHEEL], name_of(dealt.dealer)

        async def say_at_once(command: Command) -> None:
            """As fast as no client may."""
            actor = Actor(dealer, TableRole.DEALER)
            assert (await live.ask(actor, command, new_id())).ok

        for number in range(1, 27):
            await say_at_once(OpenBetting())
            await ann.until(partial(is_round, ann, number))
            await ann.place(WHEEL, "red", 10_00)
            await say_at_once(CloseBetting())
            await say_at_once(Call(17))
            await say_at_once(ConfirmResult())
        await say_at_once(OpenBetting())
        (alert,) = await alerts(house, "wheel")
        assert "times likelier than by chance, since round" in alert["text"]
        pit = await house.staff(Role.PIT)
        before = await pit.call("GET", f"/api/tables/{WHEEL}/equipment")
        assert before["kind"] == "wheel"
        assert before["seen"] == 26
        assert sum(suspected["told"] for suspected in before["suspected"]) == 1
        assert all(suspected["value"] > 1_000 for suspected in before["suspected"])
        assert {"name": "17", "count": 26, "expected": 26 / 37} in before["counts"]
    async with serving([by_hand(WHEEL)], url) as house:
        live = house.house.live_tables.tables[WHEEL]
        assert live.fold.equipment.watched.wheel is not None
        assert live.fold.equipment.watched.wheel.counts[17] == 26
        shift = await house.client(await house.staff(Role.SHIFT))
        await shift.join(WHEEL)
        assert await reply_code(shift, say.ReplaceEquipment, WHEEL, "levelled") == "ok"
        assert live.fold.equipment.watched.wheel is None


async def test_who_bets_by_the_backs_of_cards_is_named_to_the_pit_alone() -> None:
    async with serving([by_hand(COUP)]) as house:
        dealt = await HandDealt.open(house, COUP)
        ann = await dealt.player("ann", chips=10_000_00)
        await bet_by_the_backs(dealt, ann, 60)
        (alert,) = await alerts(house, "cards")
        assert str(alert["text"]).startswith(
            "ann bets as if it were known whether the next card is of 6-9; "
        )
        pit = await house.staff(Role.PIT)
        view = await pit.call("GET", f"/api/tables/{COUP}/equipment")
        strongest = view["suspected"][0]
        assert (strongest["about"], strongest["told"]) == ("marked", True)
        assert {one["about"] for one in view["suspected"]} == {"marked", "composition", "order"}
        for role in (Role.DEALER, Role.CASHIER):
            other = await house.staff(role)
            for path in (f"/api/tables/{COUP}/equipment", "/api/floor"):
                assert (await other.send("GET", path)).status_code == 403


async def test_the_virtual_dealers_tables_are_watched_and_can_begin_anew() -> None:
    async with serving([table(WHEEL)]) as house:
        ann = await house.client(await house.player("ann"))
        pit = await house.client(await house.staff(Role.PIT))
        live = house.house.live_tables.tables[WHEEL]
        for one in (ann, pit):
            await one.join(WHEEL)
        for number in (1, 2):
            await ann.until(partial(is_round, ann, number))
            await ann.place(WHEEL, "red", 10_00)
        await ann.until(lambda: ann.tables[WHEEL].round == 3)
        view = await (await house.staff(Role.PIT)).call("GET", f"/api/tables/{WHEEL}/equipment")
        assert (view["kind"], view["seen"]) == ("wheel", 2)
        assert await reply_code(pit, say.ReplaceEquipment, WHEEL, "another version") == "ok"
        assert live.fold.equipment.watched.wheel is None


async def test_a_source_that_fails_closes_the_tables_of_the_virtual_dealer() -> None:
    chance, broken = random.Random(1), asyncio.Event()

    def draw(count: int) -> bytes:
        return b"\x2a" * count if broken.is_set() else chance.randbytes(count)

    wheel = msgspec.structs.replace(table(WHEEL), wheel_run=1)
    tables = [untimed(COUP), untimed("rws-blackjack"), wheel, human("live-blackjack")]
    async with serving(tables, source=WatchedSource(draw)) as house:
        ann = await house.client(await house.player("ann"))
        for one in (COUP, WHEEL):
            await ann.join(one)
            await ann.until(partial(takes_bets, ann, one))
        await ann.place(COUP, "player", 10_00)
        broken.set()
        house.house.source.bytes(5)  # as any other table might have; one more is too many
        # What was sealed is dealt; the next run of the wheel cannot be drawn any more.
        await ann.place(WHEEL, "red", 10_00)
        await ann.until(lambda: ann.tables[WHEEL].standstill == "stopped")
        assert ann.you[WHEEL].lines
        ready = await (await house.api()).send("GET", "/readyz")
        assert ready.status_code == 503
        assert "the random source has failed: 0x2a came 6 times in a row" in ready.text
        # A round that goes on is finished, and then its table closes; one without bets at once.
        await ann.until(lambda: ann.tables[COUP].closing)
        live = house.house.live_tables.tables
        assert live["rws-blackjack"].state.phase == "closed"
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(COUP)
        assert await reply_code(pit, say.CloseBetting, COUP) == "ok"
        await ann.until(lambda: ann.tables[COUP].phase == "closed")
        assert ann.you[COUP].lines
        # People who deal by hand go on.
        assert not live["live-blackjack"].state.closing
        (alert,) = await alerts(house, "random-source")
        assert "0x2a came 6 times in a row" in str(alert["text"])
        refused = await ask_table(pit, say.OpenTable, "rws-blackjack")
        assert (refused.ok, refused.code) == (False, "illegal-action")
        assert "random source" in refused.message
        assert_books_balance(house)
