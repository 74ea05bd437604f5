"""The back office, and the inspector's reading room."""

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest

from croupier.house.clock import DAY
from croupier.house.house_books import HOUSE_BOOKS
from croupier.house.records.sheet import day
from croupier.house.roles import Role
from tests.support.api_calls import WHEEL, player_with_round, refusal, spin, wheel
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import serving


async def test_figures_of_a_period() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await player_with_round(house)
        own = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{round}")
        returned = own["lines"][0]["returned"]
        shift = await house.staff(Role.SHIFT)
        told = await shift.call("GET", "/api/office/report")
        figures = told["total"]["figures"]
        assert (figures["rounds"], figures["handle"]) == (1, 10_00)
        assert figures["win"] == 10_00 - returned
        assert told["total"]["hold_bp"] == (10_00 - returned) * 10
        assert figures["expected"] == 27  # a thirty-seventh of ten
        today = day(house.house.clock.wall())
        assert set(told["tables"]) == {WHEEL}
        assert set(told["games"]) == {"live-roulette"}
        assert set(told["dealers"]) == {"virtual"}
        assert set(told["days"]) == {today}
        old = {"until": day(house.house.clock.wall() - DAY)}
        empty = await shift.call("GET", "/api/office/report", query=old)
        assert (empty["total"]["figures"]["rounds"], empty["total"]["hold_bp"]) == (0, None)
        pit = await house.staff(Role.PIT)
        assert await refusal(pit, "GET", "/api/office/report") == "403 not-allowed"


async def test_adjustments_and_cash_are_in_the_report() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        cashier, shift = await house.staff(Role.CASHIER), await house.staff(Role.SHIFT)
        out = {"player": "ann", "amount": 20_00, "id": "out"}
        await cashier.call("POST", "/api/cage/withdrawals", out)
        before = await shift.call("GET", "/api/office/report")
        signed: dict[str, Any] = {"reason": "miscalled", "by": "pia", "countersigned": "sam"}
        await house.house.cage.adjust("ann", 7_50, WHEEL, round, id="one", **signed)
        told = await shift.call("GET", "/api/office/report")
        assert told["total"]["figures"]["adjusted"] == 7_50
        assert told["total"]["win_after"] == before["total"]["figures"]["win"] - 7_50
        assert told["total"]["hold_bp"] == before["total"]["hold_bp"]
        cash = {"deposits": 1, "paid_in": 1_000_00, "withdrawals": 1, "paid_out": 20_00}
        assert told["cash"] == cash
        assert told["cash_days"] == {day(house.house.clock.wall()): cash}


async def test_guests_are_kept_apart() -> None:
    async with serving([wheel()]) as house:
        guest = await house.guest()
        await spin(guest, 30_00)
        shift = await house.staff(Role.SHIFT)
        told = await shift.call("GET", "/api/office/report")
        assert (told["total"]["figures"]["rounds"], told["tables"]) == (0, {})
        assert told["cash"]["paid_in"] == 0
        theirs = await shift.call("GET", "/api/office/report", query={"guests": "true"})
        assert theirs["total"]["figures"]["handle"] == 30_00
        (row,) = (await shift.call("GET", f"/api/office/rounds/{WHEEL}"))["rounds"]
        assert (row["bettors"], row["handle"], row["win"]) == (0, 0, 0)
        assert (row["guests"], row["guests_handle"]) == (1, 30_00)
        assert row["guests_win"] == theirs["total"]["figures"]["win"]
        whole = await shift.call("GET", f"/api/office/rounds/{WHEEL}/{row['round']}")
        assert whole["guests"] == [guest.api.name]


async def test_a_round_leads_to_those_beside_it_that_are_over() -> None:
    async with serving([wheel()]) as house:
        _, client, first = await player_with_round(house)
        second = await spin(client)
        pit = await house.staff(Role.PIT)
        path = f"/api/office/rounds/{WHEEL}"
        told = await pit.call("GET", f"{path}/{first}")
        assert (told["older"], told["newer"]) == (None, second)
        told = await pit.call("GET", f"{path}/{second}")
        assert (told["older"], told["newer"]) == (first, None)


async def test_every_card_has_its_place() -> None:
    game = "live-blackjack"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        round = table.view.round
        await table.deal("TS 6D AH TD")
        inspector = await house.staff(Role.INSPECTOR)
        told = await inspector.call("GET", f"/api/office/rounds/{game}/{round}")
        inputs = [one["input"] for one in told["inputs"]]
        assert inputs == ["hold", *["card"] * 4, "offers-closed"]
        places = [(one["card"], one["to"], one["box"]) for one in told["dealt"] if one]
        assert places == [
            ("TS", "box", 1),
            ("6D", "dealer", None),
            ("AH", "box", 1),
            ("TD", "dealer", None),
        ]


async def test_a_whole_round_with_every_name() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await player_with_round(house)
        inspector = await house.staff(Role.INSPECTOR)
        path = f"/api/office/rounds/{WHEEL}/{round}"
        told = await inspector.call("GET", path)
        assert [one["player"] for one in told["lines"]] == ["ann"]
        assert [one["input"] for one in told["inputs"]] == ["ball"]
        assert told["file"]["game"] == "live-roulette"
        cashier = await house.staff(Role.CASHIER)
        assert await refusal(cashier, "GET", path) == "403 not-allowed"
        assert await refusal(inspector, "GET", f"/api/office/rounds/{WHEEL}/77") == "404 not-found"


async def test_the_rounds_of_a_period_newest_first() -> None:
    async with serving([wheel()]) as house:
        ann, client, first = await player_with_round(house)
        second = await spin(client)
        pit = await house.staff(Role.PIT)
        path = f"/api/office/rounds/{WHEEL}"
        told = await pit.call("GET", path)
        assert [one["round"] for one in told["rounds"]] == [second, first]
        assert told["next"] is None
        newest = told["rounds"][0]
        whole = await pit.call("GET", f"{path}/{second}")
        assert newest["ended_ms"] == whole["ended_ms"]
        assert (newest["dealer"], newest["bettors"], newest["void"]) == ("virtual", 1, False)
        own = (await ann.call("GET", f"/api/me/rounds/{WHEEL}/{second}"))["lines"][0]
        assert (newest["handle"], newest["win"]) == (10_00, 10_00 - own["returned"])
        assert newest["result"]["facts"] == {"pocket": whole["inputs"][0]["pocket"]}
        page = await pit.call("GET", path, query={"limit": 1})
        assert [one["round"] for one in page["rounds"]] == [second]
        rest = await pit.call("GET", path, query={"limit": 1, "before": page["next"]})
        assert ([one["round"] for one in rest["rounds"]], rest["next"]) == ([first], None)
        old = {"until": day(house.house.clock.wall() - DAY)}
        assert await pit.call("GET", path, query=old) == {"rounds": [], "next": None}
        assert await refusal(pit, "GET", "/api/office/rounds/nowhere") == "404 unknown-table"
        for role in (Role.CASHIER, Role.DEALER, Role.ADMINISTRATOR):
            assert await refusal(await house.staff(role), "GET", path) == "403 not-allowed"
        assert await refusal(ann, "GET", path) == "403 not-allowed"


async def test_the_inspector_reads_the_statement_the_player_has() -> None:
    async with serving([wheel()]) as house:
        ann, _, _ = await player_with_round(house)
        await house.player("bob", chips=5_00)
        inspector = await house.staff(Role.INSPECTOR)
        path, own = "/api/office/players/ann/statement", "/api/me/statement"
        rows = await inspector.call("GET", f"{path}.json")
        assert [one["what"] for one in rows][:3] == ["opening-balance", "deposit", "stake"]
        assert rows == await ann.call("GET", f"{own}.json")
        sheet = await inspector.send("GET", path)
        assert sheet.content == (await ann.send("GET", own)).content
        assert "statement-ann-" in sheet.headers["content-disposition"]
        old = {"until": day(house.house.clock.wall() - DAY)}
        assert len(await inspector.call("GET", f"{path}.json", query=old)) == 2
        for name, said in {"nobody": "404 not-found", "the-inspector": "403 not-allowed"}.items():
            other = f"/api/office/players/{name}/statement.json"
            assert await refusal(inspector, "GET", other) == said
        for somebody in (ann, await house.staff(Role.CASHIER), await house.staff(Role.SHIFT)):
            for one in (path, f"{path}.json"):
                assert await refusal(somebody, "GET", one) == "403 not-allowed"


async def test_the_export_is_a_whole_file_and_nothing_stays_behind(
    lasting_url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("exports")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    async with serving([wheel()], lasting_url) as house:
        await player_with_round(house)
        inspector = await house.staff(Role.INSPECTOR)
        response = await inspector.send("GET", "/api/office/export")
        assert response.headers["content-type"] == "application/zip"
        today = day(house.house.clock.wall())
        assert response.headers["content-disposition"].endswith(f'-{today}.zip"')
        with ZipFile(io.BytesIO(response.content)) as archive:
            assert archive.testzip() is None
            manifest = json.loads(archive.read("manifest.json"))
            assert WHEEL in manifest["journals"]
            assert len(archive.read("rounds.jsonl").splitlines()) == 1
        assert list(folder.iterdir()) == []
        admin = await house.staff(Role.ADMINISTRATOR)
        assert await refusal(admin, "GET", "/api/office/export") == "403 not-allowed"


async def test_journals_are_read_page_by_page() -> None:
    async with serving([wheel()]) as house:
        await player_with_round(house)
        inspector = await house.staff(Role.INSPECTOR)
        for stream in (WHEEL, "house/people", "house/cage"):
            path = f"/api/office/journal/{stream}"
            page = await inspector.call("GET", path, query={"limit": 2})
            assert [one["seq"] for one in page["entries"]] in ([1], [1, 2])
            if page["next"]:
                rest = await inspector.call("GET", path, query={"after": page["next"]})
                assert rest["entries"][0]["seq"] == 3
            after = {"after": page["last"] - 1, "limit": 1}
            end = await inspector.call("GET", path, query=after)
            assert [one["seq"] for one in end["entries"]] == [page["last"]]
            # The house plays on: what has come since is told, and else nothing after a full page.
            assert (end["next"] is None) is (end["last"] == page["last"])
        opened = (await inspector.call("GET", "/api/office/journal/house/cage"))["entries"][0]
        assert opened["body"] == {
            "fact": "cash-moved",
            "player": "ann",
            "amount": 1_000_00,
            "by": "cashier",
        }
        for stream in ("nowhere", "house/nothing", "house/people/", "a%00b", "..", "people/vault"):
            said = await refusal(inspector, "GET", f"/api/office/journal/{stream}")
            assert said == "404 not-found", stream
        shift = await house.staff(Role.SHIFT)
        said = await refusal(shift, "GET", "/api/office/journal/house/people")
        assert said == "403 not-allowed"


async def test_journals_are_read_from_the_newest_back_and_searched() -> None:
    async with serving([wheel()]) as house:
        await player_with_round(house)
        await house.player("bob", chips=5_00)
        inspector = await house.staff(Role.INSPECTOR)
        people = "/api/office/journal/house/people"

        async def seqs(path: str = people, **query: object) -> tuple[list[int], int | None]:
            page = await inspector.call("GET", path, query=query)
            return [one["seq"] for one in page["entries"]], page["next"]

        last = (await inspector.call("GET", people))["last"]
        newest: dict[str, Any] = {"before": 2**53 - 1}
        assert await seqs(**newest, limit=2) == ([last, last - 1], last - 1)
        assert await seqs(before=last - 1, limit=200) == (list(range(last - 2, 0, -1)), None)
        opened = await inspector.call("GET", people, query={**newest, "kind": "account-opened"})
        names = [one["body"]["name"] for one in opened["entries"]]
        assert names == ["the-inspector", "bob", "ann"]
        assert "session-opened" in opened["kinds"]
        assert set(opened["house"]) == set(HOUSE_BOOKS), "any of them can be chosen"
        of_bob = await inspector.call("GET", people, query={**newest, "person": "bob"})
        assert {one["body"]["name"] for one in of_bob["entries"]} == {"bob"}
        cage = "/api/office/journal/house/cage"
        by = await seqs(cage, **newest, person="cashier")
        assert by == ([2, 1], None), "who made an entry is a person of it too"
        assert await seqs(cage, person="ann") == ([1], None)
        today = day(house.house.clock.wall())
        tomorrow = day(house.house.clock.wall() + DAY)
        assert await seqs(cage, since=today, until=tomorrow) == ([1, 2], None)
        assert await seqs(cage, **newest, until=today) == ([], None)
        table = f"/api/office/journal/{WHEEL}"
        facts = await inspector.call("GET", table, query={**newest, "kind": "bets-placed"})
        for one in facts["entries"]:
            assert "bets-placed" in [fact["fact"] for fact in one["body"]["facts"]]
        assert facts["entries"]


async def test_a_long_search_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.http.journals.MOST_READ", 3)
    async with serving([wheel()]) as house:
        for name in ("ann", "bob", "cat", "dan"):
            await house.player(name, chips=5_00)
        inspector = await house.staff(Role.INSPECTOR)
        path, query = "/api/office/journal/house/cage", {"before": 2**53 - 1, "person": "ann"}
        page = await inspector.call("GET", path, query=query)
        assert (page["entries"], page["next"]) == ([], 2)
        page = await inspector.call("GET", path, query=query | {"before": 2})
        assert ([one["seq"] for one in page["entries"]], page["next"]) == ([1], None)


async def test_a_round_that_goes_on_is_nobodys_to_read() -> None:
    game = "live-blackjack"
    async with serving([by_hand(game)]) as house:
        table = await HandDealt.open(house, game)
        ann = await table.player("ann", 1)
        await table.begin((ann, 1))
        await table.deal("TS 6D")
        inspector = await house.staff(Role.INSPECTOR)
        path = f"/api/office/rounds/{game}/{table.view.round}"
        assert await refusal(inspector, "GET", path) == "422 stale"
        page = await inspector.call("GET", f"/api/office/journal/{game}")
        facts = [one["fact"] for entry in page["entries"] for one in entry["body"]["facts"]]
        assert "seat-taken" in facts
        assert not {"betting-opened", "bets-closed", "fed"} & set(facts)
        assert (page["next"], page["last"]) == (None, page["entries"][-1]["seq"])
