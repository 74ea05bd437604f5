"""Amounts that are none, money spent twice at once, and money by those who must not have any."""

import asyncio
from typing import Any

import msgspec
import pytest

from croupier.client import LaidBet
from croupier.client.client import new_id
from croupier.house.roles import STAFF, Role
from croupier.ledger import escrow, wallet
from croupier.store.invariants import complaints
from croupier.wire import commands as say
from tests.support.live_house import human, serving, table

NO_AMOUNTS = (
    "0",
    "-1",
    "-0",
    "1.5",
    "5e2",
    "true",
    "null",
    '"500"',
    "[500]",
    str(2**53),
    str(2**63),
)


async def test_no_endpoint_takes_an_amount_that_is_none() -> None:
    async with serving([table("live-roulette")]) as house:
        await house.player("ann", 100_00)
        cashier = await house.staff(Role.CASHIER)
        for path in ("/api/cage/deposits", "/api/cage/withdrawals"):
            for n, amount in enumerate((*NO_AMOUNTS, "NaN", "Infinity", "9" * 5_000)):
                response = await cashier._http.post(
                    path,
                    content=f'{{"player":"ann","amount":{amount},"id":"x{n}"}}',
                    headers={
                        "Authorization": f"Bearer {cashier.token}",
                        "Content-Type": "application/json",
                    },
                )
                assert response.status_code in (400, 422), (path, amount, response.text)
        assert house.house.store.balances_of([wallet("ann")]) == [100_00]


async def test_no_message_moves_an_amount_that_is_none() -> None:
    async with serving([human("live-roulette")]) as house:
        ann = await house.client(await house.player("ann", 100_00))
        pit = await house.client(await house.staff(Role.PIT))
        await pit.do(say.OpenBetting(new_id(), "live-roulette"))
        view = await ann.join("live-roulette")
        assert ann._socket is not None
        for amount in NO_AMOUNTS:
            text = msgspec.json.encode(
                {
                    "type": "place-bets",
                    "id": "1",
                    "table": "live-roulette",
                    "round": view.round,
                    "bets": [{"bet": "red", "amount": msgspec.Raw(amount.encode())}],
                }
            )
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            ann._answers["1"] = answer
            await ann._socket.send(text, text=True)
            reply = await answer
            assert (reply.ok, reply.code) == (False, "bad-message"), amount
        assert ann.you["live-roulette"].current_bet == 0


async def test_money_cannot_be_spent_twice_at_once() -> None:
    """Five sockets bet it, and the cashier pays it out, all in the same moment."""
    ids = [f"wheel-{n}" for n in range(5)]
    async with serving([human("live-roulette", id=id) for id in ids]) as house:
        api = await house.player("ann", 100_00)
        cashier, pit = await house.staff(Role.CASHIER), await house.staff(Role.PIT)
        supervisor = await house.client(pit)
        for id in ids:
            await supervisor.do(say.OpenBetting(new_id(), id))
        devices = [await house.client(api) for _ in ids]
        for one, id in zip(devices, ids, strict=True):
            await one.join(id)

        all_of_it = (LaidBet("red", 100_00),)

        async def bet(one: Any, id: str) -> bool:
            reply = await one.ask(say.PlaceBets(new_id(), id, one.tables[id].round, all_of_it))
            assert reply.ok or reply.code == "short-of-funds", reply
            return bool(reply.ok)

        async def withdraw() -> bool:
            body = {"player": "ann", "amount": 100_00, "id": new_id()}
            response = await cashier.send("POST", "/api/cage/withdrawals", body)
            assert response.is_success or "short-of-funds" in response.text, response.text
            return response.is_success

        done = await asyncio.gather(
            *(bet(one, id) for one, id in zip(devices, ids, strict=True)),
            *(withdraw() for _ in range(10)),
        )
        assert sum(done) == 1
        stakes = [escrow(id, str(devices[n].tables[id].round)) for n, id in enumerate(ids)]
        held = house.house.store.balances_of([wallet("ann"), *stakes])
        assert min(held) == 0
        assert sum(held) == (100_00 if any(done[:5]) else 0)
        with house.house.store.snapshot() as reader:
            assert not list(complaints(reader))


async def test_a_deposit_sent_twice_is_one() -> None:
    async with serving([]) as house:
        await house.player("ann", 0)
        cashier = await house.staff(Role.CASHIER)
        body = {"player": "ann", "amount": 50_00, "id": "one"}
        many = (cashier.send("POST", "/api/cage/deposits", body) for _ in range(10))
        assert all(response.is_success for response in await asyncio.gather(*many))
        assert house.house.store.balances_of([wallet("ann")]) == [50_00]
        other = await cashier.send("POST", "/api/cage/deposits", body | {"amount": 60_00})
        assert other.status_code == 409


async def test_staff_have_no_purse() -> None:
    async with serving([table("live-roulette")]) as house:
        cashier = await house.staff(Role.CASHIER)
        await house.staff(Role.PIT)
        for name in ("the-cashier", "the-pit", "house", "cage", "nobody-at-all"):
            body = {"player": name, "amount": 50_00, "id": new_id()}
            response = await cashier.send("POST", "/api/cage/deposits", body)
            assert response.status_code in (403, 404), (name, response.text)
        assert house.house.store.balances_of([wallet("the-cashier")]) == [0]


@pytest.mark.parametrize("role", sorted(STAFF))
async def test_staff_cannot_bet(role: Role) -> None:
    async with serving([table("live-roulette")]) as house:
        one = await house.client(await house.staff(role))
        view = await one.join("live-roulette")
        for asked in (
            say.PlaceBets(new_id(), "live-roulette", view.round, (LaidBet("red", 10_00),)),
            say.CheckBets(new_id(), "live-roulette", view.round, (LaidBet("red", 10_00),)),
            say.TakeSeat(new_id(), "live-roulette", 1),
        ):
            reply = await one.ask(asked)
            assert (reply.code, reply.clause) == ("not-allowed", "R30")


async def test_a_players_books_are_nobody_elses() -> None:
    """Whatever one asks with one's own session is about oneself; the rest is not found."""
    async with serving([table("live-roulette")]) as house:
        ann, bob = await house.player("ann", 70_00), await house.player("bob", 30_00)
        assert (await bob.call("GET", "/api/me/purse"))["balance"] == 30_00
        assert (await bob.send("GET", "/api/me/purse?player=ann")).json()["balance"] == 30_00
        for path in ("/api/cage/accounts/ann", "/api/cage/movements?player=ann", "/api/accounts"):
            assert (await bob.send("GET", path)).status_code == 403
        assert (await ann.call("GET", "/api/me/purse"))["balance"] == 70_00
