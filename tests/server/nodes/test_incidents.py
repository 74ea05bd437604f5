"""An incident of a house of several nodes: proposed at one, signed at another, paid once."""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import msgspec
import psycopg
import pytest

from croupier.client import Api, LaidBet
from croupier.client.client import new_id
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import IncidentRemedy
from croupier.house.incidents.facts import AdjustmentsMade
from croupier.house.roles import Role
from croupier.ledger import wallet
from croupier.server import house as server_house
from croupier.server.incident_remedy import RemedyDesk
from croupier.store.pages import every_entry
from croupier.store.protocol import Store
from croupier.table.cage import STREAM as CAGE
from croupier.table.cage import Adjusted, CageFact
from croupier.table.invariants import house_complaints
from tests.support.api_calls import WHEEL, draft_sheet, refusal, spin, stepped_up_staff, wheel
from tests.support.live_house import PASSWORD, secret_of, totp
from tests.support.node_processes import NodeProcesses, guests, node_processes
from tests.support.nodes import Nodes, nodes
from tests.support.serve_process import Served, croupier
from tests.support.tables_file import write_tables
from tests.support.waiting import until

INCIDENTS = "/api/incidents"
RIGHT = 500_00
"""What ann should have had back in each round."""


async def in_the_register(house: Nodes, rounds: int = 3) -> tuple[Api, IncidentRemedy]:
    """At the first node: rounds of ann, and the settled sheet by which they were paid too little.
    The pit, and what it would propose."""
    first = house.open["a"]
    ann = await first.client(await first.player("ann"))
    played = [await spin(ann) for _ in range(rounds)]
    pit, shift = await first.staff(Role.PIT), await first.staff(Role.SHIFT)
    wish = {"cause": "wheel", "table": WHEEL, "since_round": played[0], "until_round": played[-1]}
    number = (
        await pit.call("POST", INCIDENTS, wish | {"text": "the rotor was loose", "id": new_id()})
    )["number"]
    remedy = {"remedy": "by-hand", "returned": {"ann": RIGHT}}
    remedies = {"rounds": [{"round": one, "remedy": remedy} for one in played]}
    path = f"{INCIDENTS}/{number}"
    draft = await draft_sheet(pit, path, {"remedies": remedies})
    choice = {"remedies": remedies, "digest": draft["digest"]}
    await shift.call("POST", f"{path}/settlement", choice)
    owed = sum(row["should"] - row["paid"] for row in draft["rows"])
    return pit, IncidentRemedy(WHEEL, number, draft["digest"], 1, owed, 0)


def adjustments(store: Store) -> list[Adjusted]:
    decode = msgspec.json.Decoder(CageFact).decode
    facts = [decode(entry.body) for entry in every_entry(store, CAGE)]
    return [fact for fact in facts if isinstance(fact, Adjusted)]


def right(house: Nodes, before: int, what: IncidentRemedy) -> None:
    """It was paid once, told once, and the books are in order."""
    assert house.store.balance(wallet("ann")) == before + what.paid
    paid = [fact.round for fact in adjustments(house.store)]
    assert len(paid) == len(set(paid)) == 3
    assert list(house_complaints(house.store)) == []


async def known_everywhere(house: Nodes, what: IncidentRemedy) -> None:
    for node in house.open.values():
        await node.house.incidents.journal.follow()
        await node.house.cage.journal.follow()
        incidents = node.house.incidents
        assert incidents.rest(what.incident, node.house.cage.put_right) == ()
        made = [one.fact for one in incidents.get(what.incident).steps]
        (told,) = [fact for fact in made if isinstance(fact, AdjustmentsMade)]
        assert told.paid == what.paid


async def test_proposed_at_one_node_and_signed_at_another_it_is_paid_once() -> None:
    async with nodes([wheel()], "a", "b") as house:
        pit, what = await in_the_register(house)
        before = house.store.balance(wallet("ann"))
        number = (await pit.call("POST", f"{INCIDENTS}/1/remedy", {"id": new_id()}))["number"]
        shift = await stepped_up_staff(house.open["a"], Role.SHIFT)
        there = await house.open["b"].api(shift.token)
        floor = house.open["b"].house.floor
        await until(lambda: [one.number for one in floor.proposals()] == [number])
        sign = f"/api/proposals/{number}/signature"
        # Both at once: a shift manager presses the button in two windows.
        told = await asyncio.gather(refusal(there, "POST", sign), refusal(shift, "POST", sign))
        assert "done" in told
        right(house, before, what)
        await known_everywhere(house, what)
        page = await (await house.open["b"].api(pit.token)).call("GET", f"{INCIDENTS}/1")
        assert page["incident"]["owed"]["left"] == 0


async def test_carried_out_by_two_nodes_at_once() -> None:
    async with nodes([wheel()], "a", "b") as house:
        _, what = await in_the_register(house)
        before = house.store.balance(wallet("ann"))
        await asyncio.gather(*(put_right(house, name, what) for name in "ab"))
        right(house, before, what)
        await known_everywhere(house, what)


async def test_a_node_that_learns_in_the_middle_that_another_has_paid_pays_no_more() -> None:
    async with nodes([wheel()], "a", "b") as house:
        _, what = await in_the_register(house)
        before = house.store.balance(wallet("ann"))
        cage = house.open["b"].house.cage
        adjust = cage.adjust

        async def overtaken(*some: object, **more: object) -> bool:
            cage.adjust = adjust  # type: ignore[method-assign]
            await put_right(house, "a", what)
            await cage.journal.follow()
            return await adjust(*some, **more)  # type: ignore[arg-type]

        cage.adjust = overtaken  # type: ignore[method-assign]
        await put_right(house, "b", what)
        right(house, before, what)
        await known_everywhere(house, what)


async def put_right(house: Nodes, name: str, what: IncidentRemedy) -> None:
    """Signed by two, and carried out by this node."""
    one = house.open[name].house
    desk = RemedyDesk(one.incidents, one.cage, one.purse_feed, one.broadcast)
    await desk.put_right(Signing(1, what, "pit", 0, "shift"), what, "shift")


@pytest.mark.parametrize("paid", [0, 1, 2])
async def test_a_node_that_ends_between_payments_is_finished_by_another(
    paid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_house, "LAST_VISITS_S", 0.1)
    async with nodes([wheel()], "a", "b") as house:
        pit, what = await in_the_register(house)
        before = house.store.balance(wallet("ann"))
        number = (await pit.call("POST", f"{INCIDENTS}/1/remedy", {"id": new_id()}))["number"]
        shift = await stepped_up_staff(house.open["a"], Role.SHIFT)
        cage = house.open["a"].house.cage
        adjust, made, stands = cage.adjust, 0, asyncio.Event()

        async def standing_still(*some: object, **more: object) -> bool:
            nonlocal made
            if made == paid:
                stands.set()
                await asyncio.Event().wait()
            made += 1
            return await adjust(*some, **more)  # type: ignore[arg-type]

        cage.adjust = standing_still  # type: ignore[method-assign]
        sign = f"/api/proposals/{number}/signature"
        signing = asyncio.create_task(shift.call("POST", sign))
        await stands.wait()
        there = house.open["b"]
        again = await there.api(shift.token)
        people = there.house.people
        await until(lambda: (who := people.who(shift.token)) and people.stepped_up(who))
        signing.cancel()
        # The payment hangs, and a node that closes would wait for it for seven seconds.
        house.open["a"].server.config.timeout_graceful_shutdown = 0
        await house.close("a")
        await until(lambda: [one.number for one in there.house.floor.unfinished()] == [number])
        page = await again.call("GET", f"{INCIDENTS}/1")
        assert page["incident"]["owed"]["left"] > 0
        await again.call("POST", sign)
        assert there.house.floor.unfinished() == ()
        right(house, before, what)
        await known_everywhere(house, what)


# Processes, on PostgreSQL ---------------------------------------------------------------------


async def at_work(stack: AsyncExitStack, node: Served, name: str, one_time: str) -> Api:
    """Somebody of the house's first evening, set up and with a fresh code."""
    api = await stack.enter_async_context(Api(node.address))
    await api.login(name, one_time)
    changed = await api.call("POST", "/api/password", {"old": one_time, "new": PASSWORD})
    api.token = changed["token"]
    secret = secret_of((await api.call("POST", "/api/authenticator"))["uri"])
    await api.call("POST", "/api/authenticator/confirmation", {"code": totp(secret, 0)})
    await api.call("POST", "/api/step-up", {"code": totp(secret, 1)})
    return api


async def bets_of_one_round(house: NodeProcesses, stack: AsyncExitStack) -> tuple[int, list[str]]:
    """Five guests bet on red in one round; its number, and their names."""
    people = await stack.enter_async_context(guests())
    clients = [await people.come(house.running["a"], WHEEL) for _ in range(5)]
    first = clients[0]
    # The clock runs from the first bet on.
    await first.until(lambda: first.tables[WHEEL].phase == "betting")
    round = first.tables[WHEEL].round
    await asyncio.gather(*(one.place_bets(WHEEL, LaidBet("red", 10_00)) for one in clients))
    assert first.tables[WHEEL].round == round
    await first.until(lambda: first.tables[WHEEL].round > round)
    return round, sorted(one.api.name for one in clients)


async def test_a_process_killed_between_payments_leaves_them_to_another(
    tmp_path: Path, postgres_url: str
) -> None:
    """The third wallet is held by somebody else: the payments stand still there. Then kill -9."""
    tables = write_tables(tmp_path / "tables.toml", {WHEEL: "live-roulette"}, betting=3)
    with node_processes(tmp_path, postgres_url, tables, "a", "b") as house:
        async with AsyncExitStack() as stack:
            told = dict(line.split() for line in house.running["a"].said if line.startswith("  "))
            pit, shift = [
                await at_work(stack, house.running["a"], name, told[name])
                for name in ("pit", "shift")
            ]
            round, names = await bets_of_one_round(house, stack)
            path, sign = await proposed(pit, shift, round, names)
            owed = (await pit.call("GET", path))["incident"]["owed"]["left"]
            before = {name: house.books.balance(wallet(name)) for name in names}
            with psycopg.connect(postgres_url) as holder:
                held = "SELECT 1 FROM accounts WHERE name = %s FOR UPDATE"
                holder.execute(held, (wallet(names[2]),))
                signing = asyncio.create_task(shift.call("POST", sign))
                await until(lambda: len(adjustments(house.books)) == 2)
                house.end("a")
                with suppress(httpx.HTTPError):
                    await signing
            there = await stack.enter_async_context(Api(house.running["b"].address, shift.token))
            assert 0 < (await there.call("GET", path))["incident"]["owed"]["left"] < owed
            await there.call("POST", sign)
            page = await there.call("GET", path)
            assert page["incident"]["owed"]["left"] == 0
            assert [one["fact"]["fact"] for one in page["steps"]].count("adjustments-made") == 1
            made = adjustments(house.books)
            assert sorted(fact.player for fact in made) == names
            after = {name: house.books.balance(wallet(name)) for name in names}
            assert sum(after.values()) - sum(before.values()) == owed
    told_by = croupier("verify", "--store", postgres_url)
    assert (told_by.returncode, told_by.stderr) == (0, ""), told_by


async def proposed(pit: Api, shift: Api, round: int, names: list[str]) -> tuple[str, str]:
    """Everybody should have had 500 back. Where the incident is found, and the proposal signed."""
    wish = {"cause": "wheel", "table": WHEEL, "since_round": round, "until_round": round}
    wish |= {"text": "the rotor was loose", "id": new_id()}
    path = f"{INCIDENTS}/{(await pit.call('POST', INCIDENTS, wish))['number']}"
    remedy = {"remedy": "by-hand", "returned": dict.fromkeys(names, RIGHT)}
    remedies = {"rounds": [{"round": round, "remedy": remedy}]}
    draft = await draft_sheet(pit, path, {"remedies": remedies})
    choice = {"remedies": remedies, "digest": draft["digest"]}
    await shift.call("POST", f"{path}/settlement", choice)
    number = (await pit.call("POST", f"{path}/remedy", {"id": new_id()}))["number"]
    return path, f"/api/proposals/{number}/signature"
