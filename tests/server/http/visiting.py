"""Short ways to ask, to be refused, and to have a round behind one."""

from typing import Any

import msgspec

from croupier.client import Api, Client, HouseRefused
from croupier.house.roles import Role
from croupier.table.config import TableConfig
from tests.server.serving import Open, table

WHEEL = "wheel"


def wheel(run: int = 1) -> TableConfig:
    """A run of so many spins is sealed at a time, so that it is soon opened."""
    return msgspec.structs.replace(table("live-roulette", id=WHEEL), wheel_run=run)


async def refusal(api: Api, method: str, path: str, body: Any = None, **query: Any) -> str:
    """The code, with the status where there is a choice: "403 not-allowed"."""
    try:
        await api.call(method, path, body, query or None)
    except HouseRefused as refused:
        return f"{refused.status} {refused.code}"
    return "done"


async def spin(client: Client, amount: int = 10_00) -> int:
    """A bet on red, and the round's number once it is over."""
    await client.join(WHEEL)
    await client.until(lambda: client.tables[WHEEL].phase == "betting")
    round = client.tables[WHEEL].round
    await client.place(WHEEL, "red", amount)
    await client.until(lambda: WHEEL in client.you and _over(client, round))
    return round


def _over(client: Client, round: int) -> bool:
    you = client.you[WHEEL]
    return you.round > round or bool(you.lines)


async def played(house: Open, name: str = "ann") -> tuple[Api, Client, int]:
    """A player with a round behind them."""
    api = await house.player(name)
    client = await house.client(api)
    return api, client, await spin(client)


async def stepped_up(house: Open, role: Role, name: str = "") -> Api:
    api = await house.staff(role, name)
    await house.step_up(api)
    return api


async def drafted(api: Api, incident: str, body: dict[str, Any]) -> Any:
    """The sheet of an incident, once it is reckoned."""
    while (draft := await api.call("POST", f"{incident}/draft", body))["sheet"] is None:
        assert draft["done"] <= draft["of"]
    return draft["sheet"]
