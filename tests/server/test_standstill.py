"""A table at which nothing can happen says so, in the lobby and to who sits there."""

from croupier.client import Client
from croupier.house.clock import HOUR
from croupier.house.roles import Role
from croupier.table.commands import Hold
from croupier.wire import commands as say
from tests.support.clock import HandClock
from tests.support.live_clients import reply_code, sync
from tests.support.live_house import LiveHouse, human, serving
from tests.support.live_play import (
    Stacked,
    bet,
    house_command,
    join_as,
    no_more_bets,
    untimed,
)

WHEEL, LIVE = "live-roulette", "live-blackjack"


async def lobby(house: LiveHouse, table: str = WHEEL) -> str | None:
    rows = await (await house.api()).call("GET", "/api/lobby")
    (found,) = (one["standstill"] for one in rows if one["table"] == table)
    return found  # type: ignore[no-any-return]


async def look(house: LiveHouse, *clients: Client) -> None:
    """What the house does every two seconds."""
    for room in house.house.rooms.values():
        room.look()
    await sync(*clients)


async def test_who_stands_before_a_reality_check_or_has_no_chips_keeps_no_table_waiting() -> None:
    clock = HandClock()
    async with serving([untimed(WHEEL)], clock=clock) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert await reply_code(ann, say.Part, WHEEL) == "ok"
        assert await lobby(house) == "players"
        await ann.join(WHEEL)
        assert await lobby(house) is None
        assert ann.tables[WHEEL].standstill is None
        clock.turn(HOUR)
        assert await lobby(house) == "players"
        await look(house, ann)
        assert ann.tables[WHEEL].standstill == "players"
        await ann.acknowledge()
        await look(house, ann)
        assert ann.tables[WHEEL].standstill is None
        await house.house.cage.withdraw("ann", 996_00, "cashier", "all-but-four")
        house.house.purse_feed.changed("ann")
        await ann.until(lambda: ann.purse is not None and ann.purse.balance == 4_00)
        assert await lobby(house) == "players"
        bob = await join_as(house, WHEEL, "bob")
        await bet(bob, WHEEL, ("red", 10_00))
        assert await lobby(house) is None


async def test_a_table_dealt_by_hand_waits_for_its_dealer() -> None:
    async with serving([human(LIVE)]) as house:
        assert await lobby(house, LIVE) == "dealer"
        api = await house.staff(Role.DEALER, "dora")
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(LIVE)
        assert await reply_code(pit, say.ChangeDealer, LIVE, "dora") == "ok"
        assert await lobby(house, LIVE) == "dealer"  # on duty, and not here
        dora = await house.client(api)
        assert await lobby(house, LIVE) is None
        await dora.close()
        await look(house, pit)
        assert pit.tables[LIVE].standstill == "dealer"


async def test_a_held_round_and_a_table_that_stopped_say_so() -> None:
    cards = Stacked("TS 9H 6D 8C", burned=6)  # no blackjack: the round waits for ann
    async with serving([untimed(LIVE), untimed(WHEEL)], randbelow=cards) as house:
        ann = await join_as(house, LIVE, "ann", 1)
        await bet(ann, LIVE, ("initial", 10_00, 1))
        await no_more_bets(house, LIVE, ann)
        await house_command(house, LIVE, Hold("pit"))
        assert await lobby(house, LIVE) == "held"
        house.house.live_tables.tables[WHEEL].stopped = "as if"
        assert await lobby(house, WHEEL) == "stopped"
