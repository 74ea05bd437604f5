"""The close of a gaming day at a live house."""

from typing import Any

from croupier.client import Api
from croupier.house.clock import DAY, Clock, RealClock
from croupier.house.records.sheet import day as day_of
from croupier.house.roles import Role
from tests.support.live_house import LiveHouse


class Tomorrow(RealClock):
    """The real clock, a day ahead."""

    def wall(self) -> int:
        return super().wall() + DAY


def tomorrow(house: LiveHouse) -> str:
    """Put the clock of the day close alone a day ahead; returns the day that is over then."""
    clock: Clock = Tomorrow()
    house.house.day_close._clock = clock
    return day_of(clock.wall() - DAY)


def count(day: str, amount: int, **more: Any) -> dict[str, Any]:
    counts = [{"place": "drawer", "amount": amount}]
    return {"day": day, "counts": counts, "id": "c1"} | more


async def count_day(house: LiveHouse, day: str) -> Api:
    """Have a cashier count the drawer as the books expect."""
    cashier = await house.staff(Role.CASHIER)
    draft = await cashier.call("GET", "/api/days/draft", query={"day": day})
    await cashier.call("POST", "/api/days/counts", count(day, draft["expected_cash"]))
    return cashier
