"""The back office, and the inspector's reading room."""

import io
import json
from zipfile import ZipFile

import pytest

from croupier.house.clock import DAY
from croupier.house.records.sheet import day
from croupier.house.roles import Role
from tests.server.dealing import HandDealt, by_hand
from tests.server.http.visiting import WHEEL, played, refusal, spin, wheel
from tests.server.serving import serving


async def test_figures_of_a_period() -> None:
    async with serving([wheel()]) as house:
        ann, _, round = await played(house)
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


async def test_a_whole_round_with_every_name() -> None:
    async with serving([wheel()]) as house:
        _, _, round = await played(house)
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
        ann, client, first = await played(house)
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
        assert newest["result"].split()[0] == str(whole["inputs"][0]["pocket"])
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
        ann, _, _ = await played(house)
        await house.player("bob", chips=5_00)
        inspector = await house.staff(Role.INSPECTOR)
        path, own = "/api/office/players/ann/statement", "/api/me/statement"
        rows = await inspector.call("GET", f"{path}.json")
        assert [one["what"] for one in rows][:3] == ["opening balance", "deposit", "stake"]
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
    url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("exports")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    async with serving([wheel()], url) as house:
        await played(house)
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
        await played(house)
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
            assert end["next"] is None, "a full page, and nothing after it"
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
