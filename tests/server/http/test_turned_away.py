"""Nobody is turned away unseen: the inspector reads of it, with the address it came from."""

from croupier.client.client import new_id
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.house.roles import STAFF, Role
from croupier.wire import commands as say
from tests.support.api_calls import refusal, wheel
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import PASSWORD, LiveHouse, serving

PATH = "/api/office/turned-away"


async def read(house: LiveHouse) -> list[tuple[str, str, str, str, int]]:
    told = await (await house.staff(Role.INSPECTOR)).call("GET", PATH)
    assert all(one["address"] == "127.0.0.1" for one in told)
    assert all(one["first_ms"] <= one["last_ms"] for one in told)
    return [(one["kind"], one["account"], one["what"], one["code"], one["times"]) for one in told]


async def test_failed_logins_are_kept() -> None:
    async with serving([wheel()]) as house:
        await house.player("ann")
        stranger = await house.api()
        for password in ("wrong horse", "wrong battery"):
            login = {"name": "ann", "password": password}
            assert await refusal(stranger, "POST", "/api/login", login) == "401 not-known"
        login = {"name": "nobody", "password": PASSWORD}
        assert await refusal(stranger, "POST", "/api/login", login) == "401 not-known"
        what = "POST /api/login"
        assert await read(house) == [
            ("login", "nobody", what, "not-known", 1),
            ("login", "ann", what, "not-known", 2),
        ]
        cashier = await house.staff(Role.CASHIER)
        assert await refusal(cashier, "POST", "/api/step-up", {"code": "000000"}) == "401 not-known"
        (latest, *_) = await read(house)
        assert latest == ("login", "the-cashier", "POST /api/step-up", "not-known", 1)


async def test_refused_roles_are_kept() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann")
        cash = {"player": "ann", "amount": 1_00, "id": "x"}
        assert await refusal(ann, "POST", "/api/cage/deposits", cash) == "403 not-allowed"
        client = await house.client(ann)
        assert (await client.ask(say.OpenTable(new_id(), "wheel"))).code == "not-allowed"
        assert await read(house) == [
            ("role", "ann", "socket open-table", "not-allowed", 1),
            ("role", "ann", "POST /api/cage/deposits", "not-allowed", 1),
        ]
        for role in STAFF - {Role.INSPECTOR}:
            assert await refusal(await house.staff(role), "GET", PATH) == "403 not-allowed"


async def test_refused_rulings_and_signatures_are_kept() -> None:
    game = "live-roulette"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann = await table.player("ann")
        await table.open_betting(ann)
        await table.bet(ann, "red", 10_00)
        await table.no_more_bets(ann)
        void = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)
        assert await table.reply_code(table.pit, say.Rule, void) == "illegal-action"
        wish = {"table": game, "round": 1, "reason": "unshuffled", "id": "x"}
        assert await refusal(table.pit.api, "POST", "/api/voids", wish) == "422 illegal-action"
        assert await read(house) == [
            ("ruling", "the-pit", "POST /api/voids", "illegal-action", 1),
            ("ruling", "the-pit", f"void foreign-card at {game}", "illegal-action", 1),
        ]
