"""What the rules leave open: ruled by the shift manager, told to the table, and kept."""

import pytest

from croupier.client.client import new_id
from croupier.house.roles import Role
from tests.support.api_calls import WHEEL, player_with_round, refusal, wheel
from tests.support.live_clients import sync
from tests.support.live_house import serving

TEXT = "A ball that leaves the wheel is spun again; the bets stand."


@pytest.mark.clause("BJ5 5.19", "BJP 5.19", "R30")
async def test_a_ruling_reaches_the_table_and_is_kept() -> None:
    async with serving([wheel()]) as house:
        ann, client, round = await player_with_round(house)
        shift, pit = await house.staff(Role.SHIFT), await house.staff(Role.PIT)
        desk = await house.client(await house.staff(Role.INSPECTOR))
        await desk.join(WHEEL)
        wish = {"table": WHEEL, "round": round, "text": f"  {TEXT}\n", "id": new_id()}
        number = (await shift.call("POST", "/api/rulings", wish))["number"]
        # Said twice, it is one ruling, told once.
        assert (await shift.call("POST", "/api/rulings", wish))["number"] == number == 1
        await sync(client, desk)
        for one in (client, desk):
            ruling = one.tables[WHEEL].ruling
            assert ruling is not None
            assert (ruling.number, ruling.round, ruling.text) == (1, round, TEXT)
            assert one.said.count(f"The shift manager rules: {TEXT}") == 1
        later = await house.guest()
        assert (await later.join(WHEEL)).ruling == client.tables[WHEEL].ruling
        for api in (pit, shift, desk.api):
            (kept,) = await api.call("GET", "/api/rulings")
            assert (kept["by"], kept["round"], kept["text"]) == ("the-shift", round, TEXT)
        (seen,) = await ann.call("GET", f"/api/tables/{WHEEL}/rulings")
        assert (seen["text"], "by" in seen) == (TEXT, False)


@pytest.mark.clause("BJ5 5.19", "R30")
async def test_only_the_shift_manager_rules_and_in_words() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await player_with_round(house)
        wish = {"table": WHEEL, "text": TEXT, "id": new_id()}
        for role in (Role.PIT, Role.DEALER, Role.INSPECTOR, Role.CASHIER):
            one = await house.staff(role)
            assert await refusal(one, "POST", "/api/rulings", wish) == "403 not-allowed"
        assert await refusal(ann, "POST", "/api/rulings", wish) == "403 not-allowed"
        assert await refusal(ann, "GET", "/api/rulings") == "403 not-allowed"
        shift = await house.staff(Role.SHIFT)
        for wrong, code in (
            ({"text": "?"}, "422 bad-text"),
            ({"text": "x" * 601}, "422 bad-text"),
            ({"table": "none"}, "404 unknown-table"),
            ({"round": round + 90}, "404 not-found"),
        ):
            said = await refusal(shift, "POST", "/api/rulings", wish | {"id": new_id()} | wrong)
            assert said == code
        assert await shift.call("GET", "/api/rulings") == []


async def test_rulings_are_read_by_table_and_page() -> None:
    async with serving([wheel()]) as house:
        shift = await house.staff(Role.SHIFT)
        for text in ("first", "second", "third"):
            wish = {"table": WHEEL, "text": text, "id": new_id()}
            await shift.call("POST", "/api/rulings", wish)
        page = await shift.call("GET", "/api/rulings", query={"limit": 2, "table": WHEEL})
        assert [one["text"] for one in page] == ["third", "second"]
        rest = await shift.call("GET", "/api/rulings", query={"before": page[-1]["number"]})
        assert [(one["text"], one["round"]) for one in rest] == [("first", None)]
        assert await shift.call("GET", "/api/rulings", query={"table": "other"}) == []
