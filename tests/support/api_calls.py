"""Calls of the HTTP API: refusals, staff with a fresh code, a player who has played a round."""

from typing import Any

import msgspec

from croupier.client import Api, Client, HouseRefused
from croupier.client.station import Station
from croupier.house.roles import Role
from croupier.table.config import TableConfig
from tests.support.live_house import LiveHouse, StaffApi, table

WHEEL = "wheel"


def wheel(run: int = 1) -> TableConfig:
    """A wheel whose pockets are sealed for so many spins at a time."""
    return msgspec.structs.replace(table("live-roulette", id=WHEEL), wheel_run=run)


async def refusal(api: Api, method: str, path: str, body: Any = None, **query: Any) -> str:
    """Status and code of a refused call, as "403 not-allowed"; "done" if it was not refused."""
    try:
        await api.call(method, path, body, query or None)
    except HouseRefused as refused:
        return f"{refused.status} {refused.code}"
    return "done"


async def spin(client: Client, amount: int = 10_00) -> int:
    """Bet on red; returns the number of the round once it is over."""
    await client.join(WHEEL)
    await client.until(lambda: client.tables[WHEEL].phase == "betting")
    round = client.tables[WHEEL].round
    await client.place(WHEEL, "red", amount)
    await client.until(lambda: WHEEL in client.you and _over(client, round))
    return round


def _over(client: Client, round: int) -> bool:
    you = client.you[WHEEL]
    return you.round > round or bool(you.lines)


async def player_with_round(house: LiveHouse, name: str = "ann") -> tuple[Api, Client, int]:
    """A player who has played one round, with a socket, and the round's number."""
    api = await house.player(name)
    client = await house.client(api)
    return api, client, await spin(client)


async def stepped_up_staff(house: LiveHouse, role: Role, name: str = "") -> StaffApi:
    """Staff who have just confirmed with a code of their authenticator."""
    api = await house.staff(role, name)
    await house.step_up(api)
    return api


async def staff_with_station(house: LiveHouse, role: Role, name: str = "") -> StaffApi:
    """Staff with a fresh code, whose station signs what they ask for."""
    api = await stepped_up_staff(house, role, name)
    station = await Station.register(api, "desk")
    api.sign = station.headers
    return api


async def draft_sheet(api: Api, incident: str, body: dict[str, Any]) -> Any:
    """The sheet of an incident, once it is calculated."""
    while (draft := await api.call("POST", f"{incident}/draft", body))["sheet"] is None:
        assert draft["done"] <= draft["of"]
    return draft["sheet"]
