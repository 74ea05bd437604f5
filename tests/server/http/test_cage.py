"""The cashier's window."""

from contextlib import closing
from pathlib import Path

import pytest

from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.kit.errors import Refused
from croupier.ledger import wallet
from croupier.store import open_store
from tests.support.api_calls import refusal, spin, wheel
from tests.support.live_clients import sync
from tests.support.live_house import serving
from tests.support.rewritten_history import flip_byte

DEPOSITS, WITHDRAWALS = "/api/cage/deposits", "/api/cage/withdrawals"


async def test_money_in_and_out_once_each() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann", chips=0)
        client = await house.client(ann)
        cashier = await house.staff(Role.CASHIER)
        cash = {"player": "ann", "amount": 200_00, "id": "slip-1"}
        told = await cashier.call("POST", DEPOSITS, cash)
        assert told["balance"] == 200_00
        assert told["deposited"] == {"day": 200_00, "week": 200_00, "month": 200_00}
        assert await cashier.call("POST", DEPOSITS, cash) == told, "the same slip again"
        assert await refusal(cashier, "POST", DEPOSITS, cash | {"amount": 1}) == "409 other-command"
        await client.until(lambda: client.purse and client.purse.balance == 200_00)
        out = {"player": "ann", "amount": 50_00, "id": "slip-2"}
        assert (await cashier.call("POST", WITHDRAWALS, out))["balance"] == 150_00
        assert (await cashier.call("POST", WITHDRAWALS, out))["balance"] == 150_00
        more = out | {"amount": 150_01, "id": "slip-3"}
        assert await refusal(cashier, "POST", WITHDRAWALS, more) == "422 short-of-funds"
        assert (await cashier.call("GET", "/api/cage/accounts/ann")) == told | {"balance": 150_00}


async def test_a_deposit_repeated_after_the_index_has_lost_it_says_what_is_the_matter(
    tmp_path: Path,
) -> None:
    """It was paid once; "try again" would end the house again at each new start."""
    path = tmp_path / "house.db"
    cash = {"player": "ann", "amount": 200_00, "id": "deposit-0001"}
    async with serving([], str(path)) as house:
        await house.player("ann", chips=0)
        await house.house.cage.deposit("ann", 200_00, "the-cashier", "deposit-0001")
    flip_byte(path, "commands", b"deposit-0001")

    async def repeated() -> None:
        async with serving([], str(path)) as house:
            cashier = await house.staff(Role.CASHIER)
            assert await refusal(cashier, "POST", DEPOSITS, cash) == "503 bad-books"
            alert = house.house.trouble.alert()
            assert alert is not None
            assert alert.kind is AlertKind.BOOKS_DAMAGED
            assert "Repeat no deposit" in alert.text

    with pytest.raises(Refused, match="the command deposit-0001 of the-cashier is in the journal"):
        await repeated()
    with closing(open_store(str(path))) as store:
        assert store.balance(wallet("ann")) == 200_00


async def test_the_players_own_limits_are_told_before_money_is_taken() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann", chips=0)
        cashier = await house.staff(Role.CASHIER)
        path = "/api/cage/accounts/ann"
        assert (await cashier.call("GET", path))["limits"] == []
        for kind, window, amount in (("deposit", "week", 100_00), ("loss", "day", 5_00)):
            wish = {"id": f"{kind}-1", "kind": kind, "window": window, "amount": amount}
            await ann.call("PUT", "/api/me/limits", wish)
        cash = {"player": "ann", "amount": 60_00, "id": "slip-1"}
        (limit,) = (await cashier.call("POST", DEPOSITS, cash))["limits"]
        assert (limit["window"], limit["amount"], limit["left"]) == ("week", 100_00, 40_00)
        assert limit["ends"] > house.house.clock.wall()
        more = cash | {"amount": limit["left"] + 1, "id": "slip-2"}
        assert await refusal(cashier, "POST", DEPOSITS, more) == "422 deposit-limit"
        await cashier.call("POST", DEPOSITS, more | {"amount": limit["left"], "id": "slip-3"})
        # A limit set lower than what was brought already leaves nothing, not less.
        wish = {"id": "lower", "kind": "deposit", "window": "week", "amount": 10_00}
        await ann.call("PUT", "/api/me/limits", wish)
        (limit,) = (await cashier.call("GET", path))["limits"]
        assert (limit["amount"], limit["left"]) == (10_00, 0)
        pit = await house.staff(Role.PIT)
        assert await refusal(pit, "GET", path) == "403 not-allowed"


async def test_a_cashier_counts_the_day() -> None:
    async with serving([wheel()]) as house:
        await house.player("ann")  # by another cashier
        guest = await house.api()
        await guest.guest()
        cashier = await house.staff(Role.CASHIER)
        for path, amount in ((DEPOSITS, 30_00), (DEPOSITS, 20_00), (WITHDRAWALS, 70_00)):
            cash = {"player": "ann", "amount": amount, "id": f"slip-{amount}"}
            await cashier.call("POST", path, cash)
        told = await cashier.call("GET", "/api/cage/day")
        assert told["net"] == -20_00
        assert told["cash"] == {
            "deposits": 2,
            "paid_in": 50_00,
            "withdrawals": 1,
            "paid_out": 70_00,
        }
        inspector = await house.staff(Role.INSPECTOR)
        assert await refusal(inspector, "GET", "/api/cage/day") == "403 not-allowed"


async def test_movements_tell_nothing_of_play() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann")
        client = await house.client(ann)
        await spin(client)
        await sync(client)
        cashier = await house.staff(Role.CASHIER)
        query = {"player": "ann"}
        (moved,) = await cashier.call("GET", "/api/cage/movements", query=query)
        assert (moved["what"], moved["amount"], moved["cause"]) == (
            "deposit",
            1_000_00,
            "by cashier",
        )
        assert moved["by"] == "cashier"
        old = {"player": "ann", "until": "2020-01-01"}
        assert await cashier.call("GET", "/api/cage/movements", query=old) == []
        assert await refusal(cashier, "GET", "/api/cage/movements") == "400 bad-message"


async def test_only_players_have_business_here() -> None:
    async with serving([wheel()]) as house:
        guest = await house.api()
        await guest.guest()
        await house.staff(Role.PIT)
        cashier = await house.staff(Role.CASHIER)
        for name, said in {
            guest.name: "403 not-allowed",
            "the-pit": "403 not-allowed",
            "nobody": "404 not-found",
        }.items():
            cash = {"player": name, "amount": 1_00, "id": f"for-{name}"}
            for path in (DEPOSITS, WITHDRAWALS):
                assert await refusal(cashier, "POST", path, cash) == said
            assert await refusal(cashier, "GET", f"/api/cage/accounts/{name}") == said
        for wrong in ({"amount": 0}, {"amount": -5}, {"amount": 2**53}, {"id": ""}, {"id": "a\n"}):
            cash = {"player": "ann", "amount": 1_00, "id": "x"} | wrong
            assert await refusal(cashier, "POST", DEPOSITS, cash) == "400 bad-message", wrong
        await house.player("ann")
        cash = {"player": "ann", "amount": 10**12 + 1, "id": "x"}
        for path in (DEPOSITS, WITHDRAWALS):
            assert await refusal(cashier, "POST", path, cash) == "422 limit"
        cash = {"player": "ann", "amount": 1_00, "id": "x"}
        for role in (Role.SHIFT, Role.ADMINISTRATOR, Role.INSPECTOR):
            somebody = await house.staff(role)
            assert await refusal(somebody, "POST", DEPOSITS, cash) == "403 not-allowed"


async def test_a_blocked_account_brings_nothing_and_keeps_its_money() -> None:
    async with serving([wheel()]) as house:
        await house.player("ann")
        admin, cashier = await house.staff(Role.ADMINISTRATOR), await house.staff(Role.CASHIER)
        await admin.call("POST", "/api/accounts/ann/block", {"reason": "a lost card"})
        cash = {"player": "ann", "amount": 10_00, "id": "in"}
        assert await refusal(cashier, "POST", DEPOSITS, cash) == "403 blocked"
        assert (await cashier.call("POST", WITHDRAWALS, cash | {"id": "out"}))["balance"] == 990_00
