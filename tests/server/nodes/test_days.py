"""A day is closed over two nodes: each has a part in it, and one of them dies on the way."""

import asyncio
from typing import Any

from croupier.client import Api, HouseRefused
from croupier.house.days.checking import day_complaints, report_faults, sealed_days
from croupier.house.days.report import read_report
from croupier.house.roles import Role
from croupier.ledger import bank
from croupier.table.invariants import house_complaints
from tests.server.nodes.test_two_nodes import GAMES, RED, WHEEL, of, settled
from tests.support.day_close import count, tomorrow
from tests.support.live_house import StaffApi
from tests.support.live_play import bet, join_as, no_more_bets, untimed
from tests.support.nodes import Nodes, nodes
from tests.support.waiting import until

FILL, CREDIT = 50_00, -20_00


async def at(house: Nodes, node: str, api: StaffApi) -> StaffApi:
    """The same person at another node."""
    return await house.open[node].signed_in(api)


async def move_float(pit: Api, cashier: Api, amount: int, id: str) -> None:
    wish = {"table": WHEEL, "amount": amount, "reason": "the float is low", "id": id}
    asked = await pit.call("POST", "/api/cage/floats", wish)
    number = asked["asked"]["number"]
    while True:  # the other node has yet to hear of it
        try:
            await cashier.call("POST", f"/api/cage/floats/{number}/approval")
        except HouseRefused as refused:
            assert refused.code == "not-found"  # noqa: PT017
            await asyncio.sleep(0.01)
        else:
            return


async def test_a_day_is_closed_over_a_takeover() -> None:
    """Floats, fills and credits agree though the table, the count and the signature were each
    another node's."""
    async with nodes(map(untimed, GAMES), "a", "b") as house:
        await settled(house)
        dealer, other = of(house, WHEEL)
        ann = await join_as(house.open[other], WHEEL, "ann")
        pit, cashier, shift = [
            await house.open[dealer].staff(role) for role in (Role.PIT, Role.CASHIER, Role.SHIFT)
        ]
        far = await at(house, other, cashier)
        await move_float(pit, far, FILL, "f1")
        await bet(ann, WHEEL, RED)
        await no_more_bets(house.open[dealer], WHEEL)
        await ann.until(lambda: ann.tables[WHEEL].over)
        await move_float(await at(house, other, pit), cashier, CREDIT, "f2")
        days = {tomorrow(open) for open in house.open.values()}
        (day,) = days

        async def counted(api: Api, id: str) -> str:
            drafted = await api.call("GET", "/api/days/draft", query={"day": day})
            body: dict[str, Any] = count(day, drafted["expected_cash"]) | {"id": id}
            try:
                await api.call("POST", "/api/days/counts", body)
            except HouseRefused as refused:
                return refused.code
            return "counted"

        told = await asyncio.gather(counted(cashier, "c1"), counted(far, "c2"))
        assert sorted(told) == ["counted", "stale"]
        signing = await at(house, other, shift)
        await house.close(dealer)
        await until(lambda: house.dealer(WHEEL) == other)
        await house.open[other].step_up(signing)
        line = await signing.call("POST", "/api/days/signature", {"day": day})
        assert (line["number"], line["differences"], line["cash_difference"]) == (1, 0, 0)
        with house.store.snapshot() as reader:
            ((_, sealed),) = sealed_days(reader)
            assert list(day_complaints(reader)) == []
            assert list(report_faults(reader, sealed.report.encode())) == []
        money = read_report(sealed.report).figures.tables[WHEEL].money
        assert (money.drop, money.fills, money.credits) == (10_00, FILL, -CREDIT)
        assert money.closing == house.store.balance(bank(WHEEL))
        assert list(house_complaints(house.store)) == []
