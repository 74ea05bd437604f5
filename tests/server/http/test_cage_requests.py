"""A player asks the cage; a cashier decides; the player hears of it."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.client import Client, new_id
from croupier.house.cage.book import Chips
from croupier.house.roles import Role
from croupier.wire import commands as say
from croupier.wire.messages import Notice
from tests.support.api_calls import refusal, wheel
from tests.support.live_house import SETTINGS, serving
from tests.support.live_play import untimed
from tests.support.nodes import nodes

MINE, CAGE = "/api/me/cage-requests", "/api/cage/requests"
BUY_IN = {"way": "buy-in", "amount": 50_00, "note": "by card", "id": "wish-1"}


def notices(client: Client) -> list[str]:
    return [notice.text for notice in client.notices if isinstance(notice, Notice)]


async def test_a_buy_in_from_the_wish_to_the_purse() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann", chips=0)
        purse = await house.client(ann)
        cashier = await house.staff(Role.CASHIER)
        desk = await house.client(cashier)
        await desk.ask(say.WatchCage(new_id()))
        await desk.until(lambda: desk.cage and desk.cage.waiting == 0)
        asked = await ann.call("POST", MINE, BUY_IN)
        assert await ann.call("POST", MINE, BUY_IN) == asked, "the same wish again"
        await desk.until(lambda: desk.cage and (desk.cage.waiting, desk.cage.newest) == (1, 1))
        (waiting,) = await cashier.call("GET", CAGE)
        assert waiting == asked | {"player": "ann"}
        approved = await cashier.call("POST", f"{CAGE}/1/approval")
        assert await cashier.call("POST", f"{CAGE}/1/approval") == approved, "clicked twice"
        assert (approved["status"], approved["decided_by"]) == ("approved", "the-cashier")
        await purse.until(lambda: purse.purse and purse.purse.balance == 50_00)
        await purse.until(lambda: "Your buy-in of 50 is in your purse." in notices(purse))
        await desk.until(lambda: desk.cage and desk.cage.waiting == 0)
        assert await cashier.call("GET", CAGE) == []
        assert await cashier.call("GET", f"{CAGE}?waiting=false") == [approved]
        (mine,) = await ann.call("GET", MINE)
        assert mine | {"player": "ann"} == approved


async def test_a_cash_out_is_held_then_refused_with_a_reason() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann", chips=80_00)
        purse = await house.client(ann)
        cashier = await house.staff(Role.CASHIER)
        wish = {"way": "cash-out", "amount": 80_00, "id": "wish-1"}
        await ann.call("POST", MINE, wish)
        await purse.until(lambda: purse.purse and purse.purse.balance == 0)
        assert (await ann.call("GET", "/api/me/purse"))["held"] == 80_00
        account = await cashier.call("GET", "/api/cage/accounts/ann")
        assert (account["balance"], account["held"]) == (0, 80_00)
        more = wish | {"amount": 1, "id": "wish-2"}
        assert await refusal(ann, "POST", MINE, more) == "422 short-of-funds"
        await cashier.call("POST", f"{CAGE}/1/refusal", {"reason": "no passport"})
        await purse.until(lambda: purse.purse and purse.purse.balance == 80_00)
        said = "The cage has refused your cash-out of 80: no passport"
        await purse.until(lambda: said in notices(purse))
        assert await refusal(cashier, "POST", f"{CAGE}/1/approval") == "422 stale"
        kinds = [row["what"] for row in await ann.call("GET", "/api/me/statement.json")]
        assert kinds == ["opening-balance", "deposit", "held", "released", "closing-balance"]


async def test_a_player_withdraws_while_it_waits() -> None:
    async with serving([wheel()]) as house:
        ann, bob = await house.player("ann"), await house.player("bob")
        await ann.call("POST", MINE, BUY_IN | {"way": "cash-out"})
        path = f"{MINE}/1/withdrawal"
        assert await refusal(bob, "POST", path) == "404 not-found"
        withdrawn = await ann.call("POST", path)
        assert withdrawn["status"] == "withdrawn"
        assert await ann.call("POST", path) == withdrawn
        assert (await ann.call("GET", "/api/me/purse"))["balance"] == 1_000_00


async def test_who_may_ask_and_who_may_decide() -> None:
    async with serving([wheel()]) as house:
        await (await house.player("ann")).call("POST", MINE, BUY_IN)
        guest = await house.api()
        await guest.guest()
        assert await refusal(guest, "POST", MINE, BUY_IN) == "403 not-allowed"
        inspector, pit = await house.staff(Role.INSPECTOR), await house.staff(Role.PIT)
        assert len(await inspector.call("GET", CAGE)) == 1
        for path, body in (("approval", None), ("refusal", {"reason": "because"})):
            for who in (inspector, pit):
                told = await refusal(who, "POST", f"{CAGE}/1/{path}", body)
                assert told == "403 not-allowed"
        assert await refusal(pit, "GET", CAGE) == "403 not-allowed"


async def test_who_is_blocked_buys_nothing_and_has_the_own_money() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann")
        cashier = await house.staff(Role.CASHIER)
        await ann.call("POST", MINE, BUY_IN)
        await ann.call("POST", MINE, BUY_IN | {"way": "cash-out", "id": "wish-2"})
        await house.house.people.block("ann", "pit", "cheating at cards")
        assert await refusal(cashier, "POST", f"{CAGE}/1/approval") == "403 blocked"
        await cashier.call("POST", f"{CAGE}/2/approval")


async def test_play_chips_are_not_cashed() -> None:
    async with serving([wheel()], settings=replace(SETTINGS, members=Chips.PLAY)) as house:
        ann = await house.player("ann", chips=0)
        assert await refusal(ann, "POST", MINE, BUY_IN) == "422 illegal-action"


@pytest.mark.parametrize(
    "wrong", [{"amount": 0}, {"amount": 1.5}, {"way": "both"}, {"note": "a" * 121}, {"id": ""}]
)
async def test_what_is_no_wish_is_refused(wrong: dict[str, object]) -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann")
        assert await refusal(ann, "POST", MINE, BUY_IN | wrong) == "400 bad-message"


async def test_it_survives_a_restart(tmp_path: Path) -> None:
    url = f"{tmp_path}/house.db"
    async with serving([wheel()], url) as house:
        ann = await house.player("ann")
        await ann.call("POST", MINE, BUY_IN | {"way": "cash-out"})
        token = ann.token
    async with serving([wheel()], url) as house:
        again = await house.api(token)
        (waiting,) = await again.call("GET", MINE)
        assert waiting["status"] == "waiting"
        cashier = await house.staff(Role.CASHIER, "other-cashier")
        await cashier.call("POST", f"{CAGE}/1/approval")
        assert (await again.call("GET", "/api/me/purse"))["balance"] == 950_00


async def test_asked_at_one_node_and_decided_at_another() -> None:
    async with nodes([untimed("live-roulette")], "a", "b") as house:
        a, b = house.open["a"], house.open["b"]
        ann = await a.player("ann", chips=0)
        purse = await a.client(ann)
        cashier = await b.staff(Role.CASHIER)
        desk = await b.client(cashier)
        await desk.ask(say.WatchCage(new_id()))
        await ann.call("POST", MINE, BUY_IN)
        await desk.until(lambda: desk.cage and desk.cage.waiting == 1)
        await asyncio.gather(*(cashier.call("POST", f"{CAGE}/1/approval") for _ in range(2)))
        await purse.until(lambda: purse.purse and purse.purse.balance == 50_00)
        await purse.until(lambda: "Your buy-in of 50 is in your purse." in notices(purse))
