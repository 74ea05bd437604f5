"""A day is closed over HTTP: the cashier counts, the shift manager signs, anyone checks it."""

import pytest

from croupier.house.days.report import read_sealed_file, seal_faults
from croupier.house.records.sheet import day as day_of
from croupier.house.roles import EVERYONE, PIT, Role
from croupier.ledger import bank
from croupier.store import open_store
from tests.support.api_calls import WHEEL, player_with_round, refusal, spin, stepped_up_staff, wheel
from tests.support.day_close import count, count_day, tomorrow
from tests.support.live_house import serving, table
from tests.support.live_play import Stacked

READERS = {Role.CASHIER, Role.SHIFT, Role.INSPECTOR, Role.ADMINISTRATOR}


async def test_a_day_is_counted_signed_and_handed_out() -> None:
    async with serving([wheel()]) as house:
        await player_with_round(house)
        day = tomorrow(house)
        cashier = await count_day(house, day)
        told = await cashier.call("GET", "/api/days")
        assert told["waiting"]["day"] == day == told["open"]
        assert (told["first"], told["over"], told["days_open"]) == (True, True, 1)
        shift = await house.staff(Role.SHIFT)
        body = {"day": day}
        assert await refusal(shift, "POST", "/api/days/signature", body) == "403 confirm-first"
        await house.step_up(shift)
        line = await shift.call("POST", "/api/days/signature", body)
        assert (line["number"], line["differences"], line["cash_difference"]) == (1, 0, 0)
        assert (line["counted"]["by"], line["countersigned"]["by"]) == (
            "the-cashier",
            "the-shift",
        )
        inspector = await house.staff(Role.INSPECTOR)
        report = await inspector.call("GET", f"/api/days/{day}")
        assert report["figures"]["tables"][WHEEL]["money"]["drop"] == 10_00
        assert report["figures"]["cash"]["paid_in"] == 1_000_00
        file = (await inspector.send("GET", f"/api/days/{day}/file")).content
        assert seal_faults(*read_sealed_file(file)) == []
        page = (await inspector.send("GET", f"/api/days/{day}/page")).text
        assert line["sha256"] in page
        assert "the-shift" in page
        assert "<td>1,000.00</td>" in page


async def test_who_counted_does_not_sign_and_may_take_it_back() -> None:
    async with serving([wheel()]) as house:
        await player_with_round(house)
        day = tomorrow(house)
        shift = await stepped_up_staff(house, Role.SHIFT)
        draft = await shift.call("GET", "/api/days/draft", query={"day": day})
        await shift.call("POST", "/api/days/counts", count(day, draft["expected_cash"]))
        body = {"day": day}
        assert await refusal(shift, "POST", "/api/days/signature", body) == "403 same-person"
        await shift.call("DELETE", f"/api/days/counts/{day}")
        assert await refusal(shift, "POST", "/api/days/signature", body) == "422 stale"


async def test_days_are_for_those_who_count_sign_and_inspect() -> None:
    async with serving([wheel()]) as house:
        for role in EVERYONE - {Role.GUEST, Role.PLAYER}:
            api = await house.staff(role)
            reads = role in READERS
            assert (await refusal(api, "GET", "/api/days") == "done") is reads
            signs = role in {Role.CASHIER, Role.SHIFT}
            said = await refusal(api, "POST", "/api/days/counts", count("2026-03-02", 1))
            assert (said != "403 not-allowed") is signs
            floats = role in PIT | {Role.CASHIER, Role.INSPECTOR}
            assert (await refusal(api, "GET", "/api/cage/floats") == "done") is floats


async def test_today_and_no_day_are_refused() -> None:
    async with serving([wheel()]) as house:
        await player_with_round(house)
        cashier = await house.staff(Role.CASHIER)
        today = day_of(house.house.clock.wall())
        for day, said in ((today, "422 illegal-action"), ("2026-02-31", "404 not-found")):
            assert await refusal(cashier, "POST", "/api/days/counts", count(day, 1)) == said
        assert await refusal(cashier, "GET", "/api/days/2026-01-01") == "404 not-found"
        assert await refusal(cashier, "GET", "/api/days/yesterday") == "404 not-found"


async def test_the_pit_asks_for_a_fill_and_the_cage_gives_it() -> None:
    async with serving([wheel()]) as house:
        pit, cashier = await house.staff(Role.PIT), await house.staff(Role.CASHIER)
        wish = {"table": WHEEL, "amount": 50_00, "reason": "the float is low", "id": "f1"}
        assert await refusal(cashier, "POST", "/api/cage/floats", wish) == "403 not-allowed"
        asked = await pit.call("POST", "/api/cage/floats", wish)
        path = f"/api/cage/floats/{asked['asked']['number']}"
        assert await refusal(pit, "POST", f"{path}/approval") == "403 not-allowed"
        await cashier.call("POST", f"{path}/approval")
        assert house.house.store.balance(bank(WHEEL)) == 50_00
        told = await pit.call("GET", "/api/cage/floats")
        assert told["banks"] == {WHEEL: {"money": 50_00, "play_chips": 0}}
        assert told["changes"][0]["decision"]["by"] == "the-cashier"
        wish = {"table": "nowhere", "amount": 1_00, "reason": "the float is low", "id": "f2"}
        assert await refusal(pit, "POST", "/api/cage/floats", wish) == "404 unknown-table"


async def test_a_float_shows_guests_play_chips_apart_and_none_is_taken_back_as_money() -> None:
    black = Stacked("", pockets=(2, 2))
    async with serving([wheel()], randbelow=black) as house:
        await player_with_round(house)
        await spin(await house.guest(), 30_00)
        pit, cashier = await house.staff(Role.PIT), await house.staff(Role.CASHIER)
        (held,) = (await cashier.call("GET", "/api/cage/floats"))["banks"].values()
        assert held == {"money": 10_00, "play_chips": 30_00}
        for amount, came in ((-10_01, "422 short-of-funds"), (-10_00, "done")):
            wish = {"table": WHEEL, "amount": amount, "reason": "too high", "id": f"f{amount}"}
            number = (await pit.call("POST", "/api/cage/floats", wish))["asked"]["number"]
            assert await refusal(cashier, "POST", f"/api/cage/floats/{number}/approval") == came
        (held,) = (await cashier.call("GET", "/api/cage/floats"))["banks"].values()
        assert held == {"money": 0, "play_chips": 30_00}


async def test_a_credit_of_a_removed_table_takes_no_guests_play_chips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = open_store("memory:")
    monkeypatch.setattr(store, "close", lambda: None)
    wish = {"table": WHEEL, "amount": -30_00, "reason": "the table goes", "id": "f1"}
    async with serving([wheel()], store=store, randbelow=Stacked("", pockets=(2,))) as house:
        await spin(await house.guest(), 30_00)
        pit = await house.staff(Role.PIT)
        number = (await pit.call("POST", "/api/cage/floats", wish))["asked"]["number"]
    assert store.balance(bank(WHEEL)) == 30_00
    async with serving([table("live-baccarat")], store=store) as house:
        cashier = await house.staff(Role.CASHIER, "kim")
        path = f"/api/cage/floats/{number}/approval"
        assert await refusal(cashier, "POST", path) == "422 short-of-funds"
    assert store.balance(bank(WHEEL)) == 30_00


async def test_the_next_house_knows_the_closed_days(monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store("memory:")
    monkeypatch.setattr(store, "close", lambda: None)
    async with serving([wheel()], store=store) as house:
        await player_with_round(house)
        day = tomorrow(house)
        await count_day(house, day)
        shift = await stepped_up_staff(house, Role.SHIFT)
        await shift.call("POST", "/api/days/signature", {"day": day})
    async with serving([wheel()], store=store) as house:
        inspector = await house.staff(Role.INSPECTOR, "ira")
        told = await inspector.call("GET", "/api/days")
        assert [report["day"] for report in told["reports"]] == [day]
