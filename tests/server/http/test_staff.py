"""The administrator's desk."""

from msgspec.structs import replace

from croupier.client import Api
from croupier.house.clock import DAY, HOUR
from croupier.house.people.facts import STREAM, StaffAgreed
from croupier.house.roles import Role
from tests.server.hostile.callers import Callers
from tests.support.api_calls import refusal, stepped_up_staff, wheel
from tests.support.clock import HandClock
from tests.support.live_house import PASSWORD, SETTINGS, LiveHouse, serving, table


async def test_hired_promoted_and_begun_anew() -> None:
    async with serving([wheel()]) as house:
        admin = await stepped_up_staff(house, Role.ADMINISTRATOR)
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
        admin = await stepped_up_staff(house, Role.ADMINISTRATOR)
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


# Nobody alone is two people -------------------------------------------------------------------


async def hired(house: LiveHouse, admin: Api, name: str, role: str) -> Api:
    """Made by this administrator, and set up by whoever has the one-time password."""
    told = await admin.call("POST", "/api/staff", {"name": name, "role": role})
    return await house._set_up(name, told["password"])


async def test_staff_are_made_reset_and_moved_after_a_fresh_code() -> None:
    async with serving([wheel()]) as house:
        admin = await house.staff(Role.ADMINISTRATOR)
        await house.staff(Role.PIT)
        new, post = {"name": "dora", "role": "dealer"}, {"role": "cashier"}
        for method, path, body in (
            ("POST", "/api/staff", new),
            ("PUT", "/api/staff/the-pit/role", post),
            ("POST", "/api/staff/the-pit/reset", None),
            ("POST", "/api/staff/the-pit/agreement", None),
        ):
            assert await refusal(admin, method, path, body) == "403 confirm-first", path


async def test_one_administrator_alone_moves_no_money() -> None:
    """Makes a cashier, a pit and a shift manager, and would pay out a million."""
    async with serving([wheel()]) as house:
        admin = await stepped_up_staff(house, Role.ADMINISTRATOR)
        await house.player("ann", chips=0)
        cashier = await hired(house, admin, "cash-desk", "cashier")
        pit, shift = [await hired(house, admin, f"my-{one}", one) for one in ("pit", "shift")]
        cash = {"player": "ann", "amount": 1_000_000_00, "id": "one"}
        for path in ("deposits", "withdrawals"):
            assert await refusal(cashier, "POST", f"/api/cage/{path}", cash) == "403 not-yet"
        wish = {"player": "ann", "amount": 1_000_000_00, "table": "wheel", "round": 1}
        wish |= {"reason": "mine", "id": "two"}
        void = {"table": "wheel", "round": 1, "reason": "foreign-card", "id": "three"}
        for one in (pit, shift):
            assert await refusal(one, "POST", "/api/adjustments", wish) == "403 not-yet"
            assert await refusal(one, "POST", "/api/voids", void) == "403 not-yet"
            assert await refusal(one, "POST", "/api/proposals/1/signature") == "403 not-yet"
        me = await pit.call("GET", "/api/me")
        assert 0 < me["signs_from_ms"] - house.house.clock.wall() <= DAY
        # A second administrator of the same making answers for nobody, and makes nobody.
        other = await hired(house, admin, "other-admin", "administrator")
        await house.step_up(other)
        agree = "/api/staff/cash-desk/agreement"
        assert await refusal(other, "POST", agree) == "403 not-yet"
        new = {"name": "more", "role": "cashier"}
        assert await refusal(other, "POST", "/api/staff", new) == "403 not-yet"
        assert await refusal(admin, "POST", agree) == "403 same-person"
        said = [one["text"] for one in (await pit.call("GET", "/api/floor"))["alerts"]]
        assert any("cash-desk" in one and "may not sign yet" in one for one in said)


async def test_a_second_administrator_answers_for_a_new_account() -> None:
    async with serving([wheel()]) as house:
        admin = await stepped_up_staff(house, Role.ADMINISTRATOR)
        second = await stepped_up_staff(house, Role.ADMINISTRATOR, "second")
        await house.player("ann", chips=0)
        cashier = await hired(house, admin, "cash-desk", "cashier")
        await hired(house, admin, "dora", "dealer")
        stands = {one["name"]: one for one in await second.call("GET", "/api/staff")}
        assert stands["dora"]["signs_from_ms"] is None, "a dealer signs nothing"
        told = stands["cash-desk"]
        assert (told["changed_by"], told["signs_from_ms"] is not None) == (
            "the-administrator",
            True,
        )
        await second.call("POST", "/api/staff/cash-desk/agreement")
        cash = {"player": "ann", "amount": 10_00, "id": "one"}
        assert await refusal(cashier, "POST", "/api/cage/deposits", cash) == "done"
        path = "/api/staff/cash-desk/agreement"
        assert await refusal(second, "POST", path) == "422 illegal-action"
        with house.house.store.snapshot() as reader:
            (last,) = [e for e in reader.entries(STREAM, limit=1_000) if b"staff-agreed" in e.body]
        assert StaffAgreed("cash-desk", "second").by.encode() in last.body


async def test_whoever_was_reset_or_moved_is_new_again() -> None:
    async with serving([wheel()]) as house:
        admin = await stepped_up_staff(house, Role.ADMINISTRATOR)
        await house.player("ann", chips=0)
        cashier, pit = await house.staff(Role.CASHIER), await house.staff(Role.PIT)
        cash = {"player": "ann", "amount": 10_00, "id": "one"}
        assert await refusal(cashier, "POST", "/api/cage/deposits", cash) == "done"
        told = await admin.call("POST", "/api/staff/the-cashier/reset")
        cashier = await house._set_up("the-cashier", told["password"])
        more = cash | {"id": "two"}
        assert await refusal(cashier, "POST", "/api/cage/deposits", more) == "403 not-yet"
        assert (await pit.call("GET", "/api/me"))["signs_from_ms"] is None
        await admin.call("PUT", "/api/staff/the-pit/role", {"role": "shift"})
        stands = {one["name"]: one for one in await admin.call("GET", "/api/staff")}
        assert stands["the-pit"]["changed_by"] == "the-administrator"
        assert stands["the-pit"]["signs_from_ms"] is not None


async def test_in_a_house_with_one_administrator_time_passes() -> None:
    clock = HandClock()
    async with serving([wheel()], clock=clock) as house:
        people, callers = house.house.people, Callers(house, clock)
        await callers.staff(Role.ADMINISTRATOR)
        await people.open_staff("cash-desk", Role.CASHIER, "the-administrator")
        account = people.account("cash-desk")
        assert account is not None
        assert people.signs_from(account) == clock.wall() + DAY
        clock.turn(DAY - HOUR)
        assert people.signs_from(account) is not None
        clock.turn(HOUR)
        assert people.signs_from(account) is None


async def test_a_house_may_wait_longer_or_not_at_all() -> None:
    for hours in (0, 48):
        settings = replace(SETTINGS, staff_wait_h=hours)
        async with serving([wheel()], settings=settings) as house:
            people = house.house.people
            await people.open_staff("cash-desk", Role.CASHIER, "somebody")
            account = people.account("cash-desk")
            assert account is not None
            at = people.signs_from(account)
            assert at == (account.changed_ms + hours * HOUR if hours else None)
