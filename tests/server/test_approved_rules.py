"""A house that deals under approved rules alone: no betting opens under others."""

from pathlib import Path

import msgspec
import pytest

from croupier.bus.memory import Faults
from croupier.client import Api, Client, new_id
from croupier.engine import protocol as engine
from croupier.engine.rules_digest import rules_digest
from croupier.house.approvals.approvals import Approvals
from croupier.house.approvals.facts import BetFigure, Program, RuleSet
from croupier.house.approvals.figures import differences, figures_of, rule_set
from croupier.house.floor.facts import AlertKind
from croupier.house.roles import Role
from croupier.kit.errors import Refused
from croupier.odds.game import odds_of
from croupier.store import open_store
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.facts import BettingOpened
from croupier.table.recovery import facts_of
from croupier.table.state import TablePhase
from croupier.wire import commands as say
from tests.support.api_calls import WHEEL, refusal, spin, stepped_up_staff, wheel
from tests.support.live_clients import assert_books_balance, reply_code
from tests.support.live_house import SETTINGS, LiveHouse, serving
from tests.support.nodes import nodes
from tests.support.waiting import until

ASKED = msgspec.structs.replace(SETTINGS, approved_rules=True)
RULES, LIST = "/api/approvals/rules", "/api/approvals"
GRACE = {"grace-seconds": 20}
"""Other rules of the same game."""


async def propose(shift: Api, table: str = WHEEL, **more: object) -> int:
    wish = {"table": table, "id": new_id()} | more
    number: int = (await shift.call("POST", RULES, wish))["number"]
    return number


async def approve(house: LiveHouse, table: str = WHEEL, **more: object) -> int:
    number = await propose(await house.staff(Role.SHIFT), table, **more)
    inspector = await house.staff(Role.INSPECTOR)
    if await refusal(inspector, "POST", f"{LIST}/{number}/signature") == "403 confirm-first":
        await house.step_up(inspector)
        await inspector.call("POST", f"{LIST}/{number}/signature")
    return number


async def pit_at(house: LiveHouse, table: str = WHEEL, name: str = "") -> Client:
    pit = await house.client(await house.staff(Role.PIT, name))
    await pit.join(table)
    return pit


def openings(reader: Reader, table: str = WHEEL) -> list[BettingOpened]:
    facts = (fact for entry in every_entry(reader, table) for fact in facts_of(entry))
    return [fact for fact in facts if isinstance(fact, BettingOpened)]


def phase(house: LiveHouse, table: str = WHEEL) -> TablePhase:
    return house.house.rooms[table].state.phase


async def test_a_table_under_rules_nobody_approved_stays_closed_and_the_others_open() -> None:
    other = msgspec.structs.replace(wheel(), id="other", settings=GRACE)
    async with serving([wheel(), other], settings=ASKED) as house:
        assert phase(house) is phase(house, "other") is TablePhase.CLOSED
        pit = await pit_at(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "not-approved"
        alerts = house.house.floor.open_alerts()
        assert {(one.raised.kind, one.raised.table) for one in alerts} == {
            (AlertKind.NOT_APPROVED, WHEEL),
            (AlertKind.NOT_APPROVED, "other"),
        }
        digest = rules_digest(engine.variant("live-roulette"))
        assert any(digest[:12] in one.raised.text for one in alerts)
        await approve(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "ok"
        assert await reply_code(pit, say.OpenTable, "other") == "not-approved"
        player = await house.client(await house.player("ann"))
        await spin(player)
        assert openings(house.house.store)[0].rules == digest
        assert openings(house.house.store, "other") == []
        assert_books_balance(house)


async def test_it_takes_the_shift_manager_and_the_inspector() -> None:
    async with serving([wheel()], settings=ASKED) as house:
        shift, inspector = await house.staff(Role.SHIFT), await house.staff(Role.INSPECTOR)
        wish = {"table": WHEEL, "id": new_id()}
        for role in (Role.PIT, Role.INSPECTOR, Role.ADMINISTRATOR, Role.LAB):
            assert await refusal(await house.staff(role), "POST", RULES, wish) == "403 not-allowed"
        number = await propose(shift)
        path = f"{LIST}/{number}/signature"
        assert await refusal(shift, "POST", path) == "403 not-allowed"
        assert await refusal(inspector, "POST", path) == "403 confirm-first"
        await house.step_up(inspector)
        assert await refusal(inspector, "POST", path) == "done"
        assert await refusal(inspector, "POST", path) == "422 illegal-action"
        (entry,) = (await shift.call("GET", LIST))["approvals"]
        approval = entry["approval"]
        assert entry["in_force"]
        assert (approval["proposed_by"], approval["approved_by"]) == (
            "the-shift",
            "the-inspector",
        )
        subject = approval["subject"]
        assert (subject["game"], subject["document"]) == ("live-roulette", "LIVE")
        assert {one["bet"]: one["ev"] for one in subject["figures"]}["red"] == "-1/37"


async def test_a_new_inspector_of_one_administrator_alone_cannot_approve_yet() -> None:
    async with serving([wheel()], settings=ASKED) as house:
        number = await propose(await house.staff(Role.SHIFT))
        admin = await stepped_up_staff(house, Role.ADMINISTRATOR)
        body = {"name": "new-eyes", "role": "inspector"}
        one_time = (await admin.call("POST", "/api/staff", body))["password"]
        fresh = await house._set_up("new-eyes", one_time)
        await house.step_up(fresh)
        assert await refusal(fresh, "POST", f"{LIST}/{number}/signature") == "403 not-yet"


async def test_the_pit_cannot_change_a_table_to_rules_nobody_approved() -> None:
    async with serving([wheel()], settings=ASKED) as house:
        await approve(house)
        pit = await pit_at(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "ok"
        assert await reply_code(pit, say.Reconfigure, WHEEL, settings=GRACE) == "not-approved"
        assert house.house.rooms[WHEEL].state.next_config is None
        # Limits are no rules.
        limits = msgspec.structs.replace(wheel().limits, max=400_00)
        assert await reply_code(pit, say.Reconfigure, WHEEL, limits=limits) == "ok"
        await approve(house, settings=GRACE)
        assert await reply_code(pit, say.Reconfigure, WHEEL, settings=GRACE) == "ok"


async def test_a_withdrawn_approval_lets_the_round_end_and_no_other_begin(tmp_path: Path) -> None:
    url = str(tmp_path / "books.db")
    async with serving([wheel()], url, settings=ASKED) as house:
        number = await approve(house)
        pit = await pit_at(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "ok"
        player = await house.client(await house.player("ann"))
        await player.join(WHEEL)
        await player.until(lambda: player.tables[WHEEL].phase == "betting")
        round = player.tables[WHEEL].round
        await player.place(WHEEL, "red", 10_00)
        shift = await stepped_up_staff(house, Role.SHIFT)
        body = {"reason": "the lab asks for it"}
        await shift.call("POST", f"{LIST}/{number}/withdrawal", body)
        await player.until(lambda: player.tables[WHEEL].phase == "closed")
        # The round that was on is settled, and its player is paid or not by it.
        assert house.house.rooms[WHEEL].live.fold.index.rounds[round].over
        assert await reply_code(pit, say.OpenTable, WHEEL) == "not-approved"
        assert_books_balance(house)
    async with serving([wheel()], url, settings=ASKED) as house:
        assert phase(house) is TablePhase.CLOSED
        assert openings(house.house.store)[-1].round == round
        late = await pit_at(house, name="late")
        assert await reply_code(late, say.OpenTable, WHEEL) == "not-approved"


async def test_books_that_were_open_before_the_house_asked_are_closed_at_the_start(
    tmp_path: Path,
) -> None:
    url = str(tmp_path / "books.db")
    async with serving([wheel()], url) as house:
        await spin(await house.client(await house.player("ann")))
    store = open_store(url)
    before = len(openings(store))
    store.close()
    async with serving([wheel()], url, settings=ASKED) as house:
        assert phase(house) is TablePhase.CLOSED
        pit = await pit_at(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "not-approved"
        assert len(openings(house.house.store)) == before
        assert_books_balance(house)


async def test_an_approval_holds_from_when_it_says_until_it_says() -> None:
    async with serving([wheel()], settings=ASKED) as house:
        pit = await pit_at(house)
        await approve(house, since="2099-01-01")
        assert await reply_code(pit, say.OpenTable, WHEEL) == "not-approved"
        shift = await house.staff(Role.SHIFT)
        wish = {"table": WHEEL, "id": new_id(), "until": "2020-01-01"}
        assert await refusal(shift, "POST", RULES, wish) == "400 bad-message"
        await approve(house, until="2099-01-01")
        assert await reply_code(pit, say.OpenTable, WHEEL) == "ok"
        nobody = await house.api()
        page = await nobody.call("GET", f"/api/tables/{WHEEL}/rules")
        approval = page["approval"]
        assert approval["since_ms"] <= house.house.clock.wall() < approval["until_ms"]
        assert (approval["proposed_by"], approval["approved_by"]) == ("the-shift", "the-inspector")
        printed = (await nobody.send("GET", f"/api/tables/{WHEEL}/rules.html")).text
        assert f"Set of rules: SHA-256 {page['digest']}" in printed
        assert "Approved by the-inspector, proposed by the-shift, since 20" in printed
        assert "until 2099-01-01 00:00 UTC" in printed


async def test_the_other_node_neither_opens_it() -> None:
    async with nodes([wheel()], "a", "b", settings=ASKED) as house:
        await until(lambda: house.dealer(WHEEL) != "")
        dealer = house.dealer(WHEEL)
        other = "b" if dealer == "a" else "a"
        assert phase(house.open[dealer]) is TablePhase.CLOSED
        there = await pit_at(house.open[other])
        assert await reply_code(there, say.OpenTable, WHEEL) == "not-approved"
        number = await approve(house.open[other])
        here: Approvals = house.open[dealer].house.approvals
        await until(
            lambda: (
                number in here.book.approvals
                and here.of_rules(engine.variant("live-roulette")) is not None
            )
        )
        assert await reply_code(there, say.OpenTable, WHEEL) == "ok"
        shift = await stepped_up_staff(house.open[other], Role.SHIFT)
        await shift.call("POST", f"{LIST}/{number}/withdrawal", {"reason": "a mistake in it"})
        await until(lambda: phase(house.open[dealer]) is TablePhase.CLOSED)
        # And who takes the table over opens it no sooner.
        await house.close(dealer)
        await until(lambda: house.dealer(WHEEL) == other)
        assert await reply_code(there, say.OpenTable, WHEEL) == "not-approved"


async def test_one_node_decides_on_what_was_proposed_at_another_a_moment_ago() -> None:
    async with nodes([wheel()], "a", "b") as house:
        house.exchange.faults = Faults(lost=1)
        one, other = (open.house.approvals for open in house.open.values())
        number = await one.propose(Program("0" * 64, "next"), "shift", "1")
        await other.approve(number, "inspector")
        await one.withdraw(number, "inspector", "it was another")
        with pytest.raises(Refused, match="withdrawn already"):
            await other.decline(number, "inspector", "too late")


async def test_another_program_is_told_and_kept_from_dealing_where_that_is_asked(
    tmp_path: Path,
) -> None:
    asked = msgspec.structs.replace(SETTINGS, approved_program=True)
    url = str(tmp_path / "books.db")
    async with serving([wheel()], url) as house:
        await until(lambda: bool(house.house.approvals.book.starts))
        root = house.house.approvals.program.root
        # As if another had run before.
        store = house.house.approvals
        files = store.program.files | {"__init__.py": "0" * 64}
        store.program = type(store.program)(files)
        await store.note_start("")
    async with serving([wheel()], url, settings=asked) as house:
        assert phase(house) is TablePhase.CLOSED
        pit = await pit_at(house)
        assert await reply_code(pit, say.OpenTable, WHEEL) == "not-approved"
        inspector = await stepped_up_staff(house, Role.INSPECTOR)
        program = await inspector.call("GET", "/api/program")
        assert program["digest"] == root
        assert program["changes"] == {"changed": ["__init__.py"], "added": [], "gone": []}
        await until(
            lambda: (
                AlertKind.PROGRAM in [one.raised.kind for one in house.house.floor.open_alerts()]
            )
        )
        shift = await house.staff(Role.SHIFT)
        number = (await shift.call("POST", "/api/approvals/program", {"id": new_id()}))["number"]
        await inspector.call("POST", f"{LIST}/{number}/signature")
        assert await reply_code(pit, say.OpenTable, WHEEL) == "ok"


async def test_figures_that_are_not_those_of_the_program_are_named() -> None:
    async with serving([wheel()], settings=ASKED) as house:
        number = await approve(house)
        inspector = await house.staff(Role.INSPECTOR)
        path = f"{LIST}/{number}/figures"
        checked = await inspector.call("GET", path)
        assert (checked["same_rules"], checked["changed"]) == (True, [])
        rules = engine.variant("live-roulette", GRACE)
        recorded = rule_set(rules, odds_of(rules))
        figures = tuple(
            BetFigure("red", "-1/38", one.stddev) if one.bet == "red" else one
            for one in recorded.figures
        )
        planted = msgspec.structs.replace(recorded, figures=figures)
        other = await house.house.approvals.propose(planted, "the-shift", "planted")
        checked = await inspector.call("GET", f"{LIST}/{other}/figures")
        assert [(one["bet"], one["now"]["ev"]) for one in checked["changed"]] == [("red", "-1/37")]
        # And the pit is told, once it is approved, without anybody asking.
        await house.house.approvals.approve(other, "the-inspector")
        await house.house.approved_tables.check_figures(house.house.odds)
        told_ = [one.raised for one in house.house.floor.open_alerts()]
        (alert,) = [one for one in told_ if "figures of the approved rules" in one.text]
        assert planted.digest[:12] in alert.text


def test_a_last_digit_of_a_reckoning_in_floats_is_no_difference() -> None:
    then = (BetFigure("initial", "-0.001914123", "1.131700000"),)
    for ev, same in (("-0.001914124", True), ("-0.001914223", False)):
        now = (BetFigure("initial", ev, "1.131700000"),)
        assert (not list(differences(then, now))) is same
    exact = figures_of(odds_of(engine.variant("live-roulette")).bets)
    assert list(differences(exact, exact)) == []


@pytest.mark.parametrize("asked", [False, True])
async def test_rounds_name_their_rules_everywhere(asked: bool) -> None:
    async with serving([wheel()], settings=ASKED if asked else SETTINGS) as house:
        if asked:
            await approve(house)
            assert await reply_code(await pit_at(house), say.OpenTable, WHEEL) == "ok"
        api = await house.player("ann")
        round = await spin(await house.client(api))
        digest = rules_digest(engine.variant("live-roulette"))
        shift = await house.staff(Role.SHIFT)
        whole = await shift.call("GET", f"/api/office/rounds/{WHEEL}/{round}")
        assert whole["rules"] == digest
        record = await api.call("GET", f"/api/fair/{WHEEL}/{round}")
        assert record["rules"] == digest
        assert "staged" not in record


def test_a_rule_set_says_which_document_it_is_of() -> None:
    rules = engine.variant("live-roulette")
    recorded = rule_set(rules, odds_of(rules))
    assert isinstance(recorded, RuleSet)
    assert recorded.digest == rules_digest(rules)
    assert recorded.settings["grace-seconds"] == 15
