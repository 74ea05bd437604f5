"""The administrator's desk."""

from croupier.house.roles import Role
from tests.server.http.visiting import refusal, wheel
from tests.server.serving import PASSWORD, serving, table


async def test_hired_promoted_and_begun_anew() -> None:
    async with serving([wheel()]) as house:
        admin = await house.staff(Role.ADMINISTRATOR)
        new = {"name": "dora", "role": "dealer"}
        hired = await admin.call("POST", "/api/staff", new)
        dora = await house.api()
        await dora.login("dora", hired["password"])
        assert (await dora.call("GET", "/api/me"))["must"] == "password"
        await admin.call("PUT", "/api/staff/dora/role", {"role": "pit"})
        assert await refusal(dora, "GET", "/api/me") == "401 not-known", "her session has ended"
        members = {one["name"]: one for one in await admin.call("GET", "/api/staff")}
        assert set(members) == {"dora", "the-administrator"}
        assert (members["dora"]["role"], members["dora"]["must"]) == ("pit", "password")
        again = await admin.call("POST", "/api/staff/dora/reset")
        assert again["password"] != hired["password"]
        await dora.login("dora", again["password"])
        for body, said in (
            (new, "422 bad-name"),
            ({"name": "eve", "role": "player"}, "403 not-allowed"),
            ({"name": "eve", "role": "king"}, "400 bad-message"),
            ({"name": "E!", "role": "pit"}, "400 bad-message"),
        ):
            assert await refusal(admin, "POST", "/api/staff", body) == said, body


async def test_nobody_does_it_to_themselves_and_players_stay_players() -> None:
    async with serving([wheel()]) as house:
        admin = await house.staff(Role.ADMINISTRATOR)
        await house.player("ann")
        own, pit = "the-administrator", {"role": "pit"}
        assert await refusal(admin, "PUT", f"/api/staff/{own}/role", pit) == "403 not-allowed"
        assert await refusal(admin, "POST", f"/api/staff/{own}/reset") == "403 not-allowed"
        assert await refusal(admin, "PUT", "/api/staff/ann/role", pit) == "403 not-allowed"
        assert await refusal(admin, "POST", "/api/staff/ann/reset") == "403 not-allowed"
        assert await refusal(admin, "POST", "/api/staff/nobody/reset") == "404 not-found"
        shift = await house.staff(Role.SHIFT)
        assert await refusal(shift, "GET", "/api/staff") == "403 not-allowed"


async def test_a_block_ends_everything_and_can_be_lifted() -> None:
    game = "live-blackjack"
    async with serving([table(game)]) as house:
        ann = await house.player("ann")
        client = await house.client(ann)
        await client.join(game)
        await client.sit(game, 2)
        admin = await house.staff(Role.ADMINISTRATOR)
        path = "/api/accounts/ann/block"
        assert await refusal(admin, "DELETE", path) == "422 illegal-action"
        assert await refusal(admin, "POST", path, {"reason": "\x07"}) == "422 bad-text"
        await admin.call("POST", path, {"reason": "two accounts"})
        await client.until(lambda: client.bye)
        assert house.house.rooms[game].state.seats == {}
        assert await refusal(ann, "GET", "/api/me") == "401 not-known"
        login = {"name": "ann", "password": PASSWORD}
        assert await refusal(ann, "POST", "/api/login", login) == "403 blocked"
        (told,) = [
            one
            for one in (await admin.call("GET", "/api/accounts"))["accounts"]
            if one["name"] == "ann"
        ]
        assert told["blocked"] == "two accounts"
        await admin.call("DELETE", path)
        assert await refusal(ann, "POST", "/api/login", login) == "done"


async def test_accounts_page_by_page() -> None:
    async with serving([wheel()]) as house:
        for name in ("cat", "ann", "bob"):
            await house.player(name, chips=0)
        cashier = await house.staff(Role.CASHIER)
        first = await cashier.call("GET", "/api/accounts", query={"limit": 2})
        assert [one["name"] for one in first["accounts"]] == ["ann", "bob"]
        query = {"limit": 2, "after": first["next"]}
        rest = await cashier.call("GET", "/api/accounts", query=query)
        assert [one["name"] for one in rest["accounts"]] == ["cat", "the-cashier"]
        assert rest["next"] is None
        pit = await house.staff(Role.PIT)
        assert await refusal(pit, "GET", "/api/accounts") == "403 not-allowed"
