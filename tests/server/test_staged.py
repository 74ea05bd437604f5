"""A staged table: known cards, the same engine, no money, and nothing for players."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.client import Api, Client, HouseRefused, new_id
from croupier.engine.inputs import Action, Capacity, Misdeal, Void, VoidReason
from croupier.house.days.cuts import cut_at
from croupier.house.days.figures import Position
from croupier.house.days.reckoning import day_figures
from croupier.house.fairness import CheckResult, FairRecord, check_record
from croupier.house.roles import Role
from croupier.house.verify.closures import closure_complaints
from croupier.roundfile import play, read
from croupier.store import open_store
from croupier.store.protocol import Store
from croupier.table.config import TableConfig
from croupier.wire import commands as say
from tests.support.api_calls import WHEEL, refusal, spin, wheel
from tests.support.command_line import run_command
from tests.support.live_clients import assert_books_balance, reply_code
from tests.support.live_house import SETTINGS, LiveHouse, serving, table

LAB = "lab-1"
SHOE = "classic-blackjack-shoe"


def staged(game: str = "live-roulette", id: str = LAB, **settings: Any) -> TableConfig:
    return msgspec.structs.replace(table(game, id=id, **settings), staged=True)


async def lab(house: LiveHouse, at: str = LAB) -> Client:
    client = await house.client(await house.staff(Role.LAB))
    await client.join(at)
    return client


async def betting(client: Client, after: int = 0, at: str = LAB) -> int:
    await client.until(
        lambda: client.tables[at].phase == "betting" and client.tables[at].round > after
    )
    return client.tables[at].round


async def staged_spin(client: Client, after: int = 0, bet: str = "red") -> int:
    round = await betting(client, after)
    await client.place(LAB, bet, 10_00)
    await client.until(lambda: client.tables[LAB].round == round and client.tables[LAB].over)
    return round


def books(store: Store) -> tuple[object, ...]:
    """All that money says of a house."""
    return tuple(sorted(store.balances())), tuple(store.ledger((0, 0)))


async def test_what_was_said_comes_round_by_round_and_no_money_moves() -> None:
    async with serving([staged(), wheel()]) as house:
        await house.player("ann")
        before = books(house.house.store)
        me = await lab(house)
        assert me.tables[LAB].staged
        assert await reply_code(me, say.StageOutcomes, LAB, ("17", "0", "32")) == "ok"
        round = 0
        for pocket in (17, 0, 32):
            round = await staged_spin(me, round)
            result = me.tables[LAB].last[-1].result
            assert result is not None
            assert f"{pocket}" in msgspec.json.encode(result).decode()
        assert books(house.house.store) == before
        assert_books_balance(house)


async def test_cards_are_dealt_in_the_order_that_was_typed() -> None:
    async with serving([staged(SHOE)]) as house:
        me = await lab(house)
        typed = ("as", "9D", "KS", "7H", "QH")
        assert await reply_code(me, say.StageOutcomes, LAB, typed) == "ok"
        round = await betting(me)
        await me.place(LAB, "initial", 10_00, 1)
        await me.until(lambda: me.tables[LAB].round == round and me.tables[LAB].over)
        (line,) = me.you[LAB].lines
        # An ace and a king: a blackjack, paid at once, though nobody has any chips.
        assert (line.result, line.stake) == ("win", 10_00)
        told_ = await (await house.staff(Role.LAB)).call("GET", f"/api/staged/{LAB}/rounds/{round}")
        assert told_["staged"]
        assert told_["file"]["cards"][:4] == ["AS", "9D", "KS", "7H"]
        # The round file is played again by anyone, to the same lines.
        again = play(read(msgspec.json.encode(told_["file"])))
        assert msgspec.to_builtins(list(again.lines)) == told_["lines"]
        assert_books_balance(house)


async def test_cards_that_are_not_in_the_shoe_and_tables_that_are_not_staged() -> None:
    async with serving([staged("classic-blackjack-single"), wheel()]) as house:
        me = await lab(house)
        assert await reply_code(me, say.StageOutcomes, LAB, ("AS", "AS")) == "card-impossible"
        assert await reply_code(me, say.StageOutcomes, LAB, ("1S",)) == "bad-file"
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(WHEEL)
        assert await reply_code(pit, say.StageOutcomes, WHEEL, ("7",)) == "illegal-action"
        assert await reply_code(me, say.StageOutcomes, WHEEL, ("7",)) == "not-allowed"


async def test_a_staged_table_is_not_there_for_players() -> None:
    async with serving([staged(), wheel()]) as house:
        ann, guest, nobody = await house.player("ann"), await house.guest(), await house.api()
        client = await house.client(ann)
        for one in (client, guest):
            assert [seen.table for seen in await one.lobby()] == [WHEEL]
            with pytest.raises(HouseRefused, match="unknown-table"):
                await one.join(LAB)
            bets = say.PlaceBets(new_id(), LAB, 1, ())
            assert (await one.ask(bets)).code == "unknown-table"
        for api in (ann, nobody):
            assert [seen["table"] for seen in await api.call("GET", "/api/lobby")] == [WHEEL]
            for path in ("rules", "spots", "odds", "rules.html"):
                asked = await refusal(api, "GET", f"/api/tables/{LAB}/{path}")
                assert asked == "404 unknown-table", path
            assert await refusal(api, "GET", f"/api/fair/{LAB}/1") == "404 unknown-table"
            assert await refusal(api, "GET", f"/api/fair/{LAB}") == "404 unknown-table"
        assert LAB not in (await nobody.call("GET", "/")).decode()
        inspector = await house.staff(Role.INSPECTOR)
        seen = await inspector.call("GET", "/api/lobby")
        assert {one["table"]: one["staged"] for one in seen} == {LAB: True, WHEEL: False}


async def test_a_lab_looks_on_elsewhere_and_bets_nowhere_else() -> None:
    async with serving([staged(), wheel()]) as house:
        me = await lab(house)
        await me.join(WHEEL)
        await me.until(lambda: me.tables[WHEEL].phase == "betting")
        with pytest.raises(HouseRefused, match="not-allowed"):
            await me.place(WHEEL, "red", 10_00)


async def figures(api: Api) -> object:
    return [
        await api.call("GET", "/api/office/report", query={"guests": guests})
        for guests in ("false", "true")
    ]


def facts_counted(house: LiveHouse) -> list[str]:
    lines = house.house.metrics.text().decode().splitlines()
    return [line for line in lines if "BetsClosed" in line or "BetsPlaced" in line]


async def test_a_staged_round_is_in_no_figure(tmp_path: Path) -> None:
    url = str(tmp_path / "books.db")
    async with serving([staged(), wheel()], url) as house:
        await spin(await house.client(await house.player("ann")))
        shift = await house.staff(Role.SHIFT)
        before = await figures(shift)
        taken = await shift.call("GET", "/api/floor/today")
        counted = facts_counted(house)
        me = await lab(house)
        round = await staged_spin(me)
        round = await staged_spin(me, round)
        assert await figures(shift) == before
        today = await shift.call("GET", "/api/floor/today")
        assert today[LAB]["turnover"] == today[LAB]["guests_turnover"] == 0
        assert today[WHEEL] == taken[WHEEL]
        assert facts_counted(house) == counted
        band = await shift.call("GET", "/api/office/band", query={"by": "table"})
        assert [row["name"] for row in band["rows"]] == [WHEEL]
        # A day closes: the books hold nothing of it, and nobody looks for it there.
        now = house.house.clock.wall() + 1
        with house.house.store.snapshot() as reader:
            cut = cut_at(reader, {}, now)
            indexes = house.house.live_tables.indexes
            day = day_figures(reader, indexes, Position(), cut, 0)
        assert LAB not in day.tables
        assert [one for one in day.checks if one.expected != one.found] == []
        # The office reads it, and sees what it is.
        whole = await shift.call("GET", f"/api/office/rounds/{LAB}/{round}")
        assert whole["config"]["staged"]
    async with serving([staged(), wheel()], url) as house:
        # Nor after a restart, from what is kept.
        assert await figures(await house.staff(Role.SHIFT, "late")) == before
        assert_books_balance(house)


async def test_the_record_of_a_staged_round_says_so_and_is_no_proof() -> None:
    run = msgspec.structs.replace(staged(), wheel_run=1)
    async with serving([run]) as house:
        me = await lab(house)
        round = await staged_spin(me)
        await betting(me, round)
        inspector = await house.staff(Role.INSPECTOR)
        record = await inspector.call("GET", f"/api/fair/{LAB}/{round}")
        assert record["staged"] is True
        assert "known beforehand" in record["note"]
        findings = {
            one.check: one.verdict for one in check_record(msgspec.convert(record, FairRecord))
        }
        assert findings.pop("staged") is CheckResult.WRONG
        assert set(findings.values()) == {CheckResult.HOLDS}


async def test_the_pit_rules_there_as_anywhere() -> None:
    async with serving([staged("live-blackjack")]) as house:
        me = await lab(house)
        pit = await house.client(await house.staff(Role.PIT))
        await pit.join(LAB)
        assert await reply_code(me, say.StageOutcomes, LAB, ("TS", "9D", "6S", "7H")) == "ok"
        round = await betting(me)
        await me.sit(LAB, 1)
        await me.place(LAB, "initial", 10_00, 1)
        await me.until(lambda: bool(me.you[LAB].asked))
        void = Void(Capacity.PIT, VoidReason.UNSHUFFLED)
        code = await reply_code(pit, say.Rule, LAB, ruling=void, round=round)
        assert code == "illegal-action"
        misdeal = Misdeal(Capacity.PIT, reconstructed=False)
        assert await reply_code(pit, say.Rule, LAB, ruling=misdeal, round=round) == "ok"


async def test_what_was_typed_in_the_middle_of_a_round_holds_from_the_next() -> None:
    async with serving([staged(SHOE)]) as house:
        me = await lab(house)
        first = ("TS", "9D", "5S", "7H", "2C", "3C")
        assert await reply_code(me, say.StageOutcomes, LAB, first) == "ok"
        round = await betting(me)
        await me.place(LAB, "initial", 10_00, 1)
        await me.until(lambda: bool(me.you[LAB].asked))
        assert await reply_code(me, say.StageOutcomes, LAB, ("AS", "9D", "KS", "7H")) == "ok"
        await me.decide(LAB, Action.STAND, 1)
        next = await betting(me, round)
        await me.place(LAB, "initial", 10_00, 1)
        await me.until(lambda: me.tables[LAB].round == next and me.tables[LAB].over)
        api = await house.staff(Role.LAB)
        files = [
            (await api.call("GET", f"/api/staged/{LAB}/rounds/{number}"))["file"]["cards"]
            for number in (round, next)
        ]
        assert [cards[:4] for cards in files] == [list(first[:4]), ["AS", "9D", "KS", "7H"]]
        assert_books_balance(house)


async def test_what_is_told_of_a_staged_round_and_shoe_afterwards_says_so() -> None:
    async with serving([staged(SHOE), wheel()]) as house:
        me = await lab(house)
        typed = ("AS", "9D", "KS", "7H")
        round = 0
        for _ in range(2):  # what is typed begins a fresh shoe, and ends the one before
            assert await reply_code(me, say.StageOutcomes, LAB, typed) == "ok"
            round = await betting(me, round)
            await me.place(LAB, "initial", 10_00, 1)
            await me.until(lambda: me.tables[LAB].round == round and me.tables[LAB].over)  # noqa: B023
        await spin(await house.client(await house.player("ann")))
        shift = await house.staff(Role.SHIFT)
        for table_, is_staged in ((LAB, True), (WHEEL, False)):
            listed = await shift.call("GET", f"/api/office/rounds/{table_}")
            assert {row["staged"] for row in listed["rounds"]} == {is_staged}
        replay = await shift.call("GET", f"/api/office/rounds/{LAB}/{round}/replay")
        assert replay["view"]["staged"]
        await house.house.shoe_closing.settle()
        (closed, *_) = await shift.call("GET", "/api/closures")
        assert closed["closure"]["staged"] is True
        file = (await shift.send("GET", f"/api/closures/{closed['number']}")).content
        shown = run_command("closure", "-", input=file)
        assert "staged for a test: known cards, no money" in shown.output
        assert shown.exit_code == 0
        assert list(closure_complaints(house.house.store)) == []


async def test_no_float_and_no_incident_is_of_a_staged_table() -> None:
    async with serving([staged(), wheel()]) as house:
        pit = await house.staff(Role.PIT)
        assert (await pit.call("GET", "/api/cage/floats"))["banks"].keys() == {WHEEL}
        wish = {"table": LAB, "amount": 50_00, "reason": "the float is low", "id": new_id()}
        assert await refusal(pit, "POST", "/api/cage/floats", wish) == "422 illegal-action"
        incident = {"cause": "shoe", "table": LAB, "since_round": 1, "text": "a card is missing"}
        incident |= {"id": new_id()}
        assert await refusal(pit, "POST", "/api/incidents", incident) == "422 illegal-action"


async def test_a_lab_plays_rules_that_are_yet_to_be_approved() -> None:
    asked = msgspec.structs.replace(SETTINGS, approved_rules=True, approved_program=True)
    async with serving([staged()], settings=asked) as house:
        await staged_spin(await lab(house))


async def test_a_table_is_staged_from_its_first_round_or_never(tmp_path: Path) -> None:
    url = str(tmp_path / "books.db")
    async with serving([staged()], url) as house:
        await staged_spin(await lab(house))
    plain = msgspec.structs.replace(staged(), staged=False)
    store = open_store(url)
    store.close()
    async with serving([plain], url) as house:
        # The journal says what it is, whatever is written in a file.
        assert house.house.rooms[LAB].staged
