"""What players ask to be kept to, over HTTP; and what it does to their sockets and seats."""

import pytest

from croupier.client import Api, Client, HouseRefused
from croupier.house.roles import Role
from tests.support.api_calls import refusal, wheel
from tests.support.live_house import PASSWORD, LiveHouse, serving, table

BLACKJACK = "live-blackjack"


async def test_a_limit_is_set_once_and_a_higher_one_waits() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann", chips=300_00)
        wish = {"id": "one", "kind": "deposit", "window": "day", "amount": 500_00}
        told = await ann.call("PUT", "/api/me/limits", wish)
        (row,) = [one for one in told["limits"] if one["amount"] is not None]
        assert (row["kind"], row["window"], row["used"]) == ("deposit", "day", 300_00)
        higher = wish | {"id": "two", "amount": 900_00}
        told = await ann.call("PUT", "/api/me/limits", higher)
        (row,) = [one for one in told["limits"] if one["amount"] is not None]
        waiting = row["change"]
        assert (row["amount"], waiting["amount"]) == (500_00, 900_00)
        assert await ann.call("PUT", "/api/me/limits", higher) == told, "asked again, it waits on"
        other = higher | {"amount": 1}
        assert await refusal(ann, "PUT", "/api/me/limits", other) == "409 other-command"
        cashier = await house.staff(Role.CASHIER)
        cash = {"player": "ann", "amount": 200_01, "id": "c1"}
        said = await refusal(cashier, "POST", "/api/cage/deposits", cash)
        assert said == "422 deposit-limit"


async def test_a_reality_check() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann")
        told = await ann.call("PUT", "/api/me/reality-check", {"minutes": 20})
        assert told["reality_check"] == 20
        for minutes in (-1, 1441, "x", True):
            body = {"minutes": minutes}
            assert await refusal(ann, "PUT", "/api/me/reality-check", body) == "400 bad-message"


async def _seated(house: LiveHouse) -> tuple[Api, Client]:
    ann = await house.player("ann")
    client = await house.client(ann)
    await client.join(BLACKJACK)
    await client.sit(BLACKJACK, 3)
    return ann, client


async def test_an_exclusion_ends_play_at_once_and_leaves_the_money() -> None:
    async with serving([table(BLACKJACK)]) as house:
        ann, client = await _seated(house)
        told = await ann.call("POST", "/api/me/exclusion", {"days": 183})
        assert told["excluded_until"] > house.house.clock.wall()
        await client.until(lambda: client.bye)
        assert client.bye is not None
        assert client.bye.code == "excluded"
        assert house.house.rooms[BLACKJACK].state.seats == {}
        assert await refusal(ann, "POST", "/api/tickets") == "403 excluded"
        # The account is not closed: its owner reads it, and is paid.
        await ann.login("ann", PASSWORD)
        assert await refusal(ann, "POST", "/api/tickets") == "403 excluded"
        assert await refusal(ann, "GET", "/api/me/statement") == "done"
        cashier = await house.staff(Role.CASHIER)
        cash = {"player": "ann", "amount": 1_000_00, "id": "out"}
        assert (await cashier.call("POST", "/api/cage/withdrawals", cash))["balance"] == 0
        again = cash | {"amount": 1_00, "id": "in"}
        assert await refusal(cashier, "POST", "/api/cage/deposits", again) == "403 excluded"
        assert await refusal(ann, "POST", "/api/me/exclusion", {"days": 182}) == "400 bad-message"
        assert await refusal(ann, "POST", "/api/me/exclusion", {}) == "400 bad-message"
        assert await refusal(ann, "POST", "/api/me/exclusion", {"days": None}) == "done"
        assert await refusal(ann, "POST", "/api/me/exclusion", {"days": 1000}) == "403 excluded"


async def test_a_ticket_from_before_is_no_way_in() -> None:
    async with serving([table(BLACKJACK)]) as house:
        ann = await house.player("ann")
        ticket = await ann.ticket()

        async def known() -> str:
            return ticket

        ann.ticket = known  # type: ignore[method-assign]
        await ann.call("POST", "/api/me/exclusion", {"days": None})
        with pytest.raises(HouseRefused, match="excluded"):
            await house.client(ann)


async def test_a_break() -> None:
    async with serving([table(BLACKJACK)]) as house:
        ann, client = await _seated(house)
        told = await ann.call("POST", "/api/me/break", {"hours": 2})
        assert told["break_until"] > house.house.clock.wall()
        await client.until(lambda: client.bye)
        assert client.bye is not None
        assert client.bye.code == "on-break"
        assert house.house.rooms[BLACKJACK].state.seats == {}
        assert await refusal(ann, "POST", "/api/tickets") == "403 on-break"
        assert await refusal(ann, "POST", "/api/me/break", {"hours": 1}) == "403 on-break"


async def test_staff_have_no_limits_of_their_own() -> None:
    async with serving([wheel()]) as house:
        pit = await house.staff(Role.PIT)
        assert await refusal(pit, "GET", "/api/me/limits") == "403 not-allowed"
        assert await refusal(pit, "POST", "/api/me/break", {"hours": 1}) == "403 not-allowed"
