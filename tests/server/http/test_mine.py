"""A player's own: purse, rounds, statement."""

import csv
import io

from croupier.house.clock import DAY
from croupier.house.records.sheet import day, iso
from croupier.roundfile import play, read
from tests.support.api_calls import WHEEL, player_with_round, refusal, spin, wheel
from tests.support.live_house import PASSWORD, serving


async def test_purse_and_a_round_with_its_lines() -> None:
    async with serving([wheel()]) as house:
        ann, client, number = await player_with_round(house)
        told = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{number}")
        (line,) = told["lines"]
        assert (told["table"], told["round"], told["void"]) == (WHEEL, number, False)
        assert told["bets"] == [{"bet": "red", "amount": 10_00, "box": None}]
        assert (line["stake"], line["clause"][:4], bool(line["says"])) == (10_00, "LIVE", True)
        purse = await ann.call("GET", "/api/me/purse")
        assert purse["balance"] == 990_00 + line["returned"]
        assert purse["net"] == line["returned"] - 10_00
        assert purse["session_ms"] >= 0
        assert client.purse is not None


async def test_rounds_page_by_page() -> None:
    async with serving([wheel()]) as house:
        ann, client, first = await player_with_round(house)
        numbers = [first, await spin(client), await spin(client)]
        whole = await ann.call("GET", "/api/me/rounds")
        assert [one["round"] for one in whole["rounds"]] == numbers[::-1]
        assert whole["next"] is None
        page = await ann.call("GET", "/api/me/rounds", query={"limit": 2})
        rest = await ann.call("GET", "/api/me/rounds", query={"limit": 2, "cursor": page["next"]})
        assert page["rounds"] + rest["rounds"] == whole["rounds"]
        for wrong in ("x", "e30=", "ü", "eyJiZWZvcmUiOlsxLC0xXSwibmV3ZXN0IjpbMSwxXSwidG9sZCI6W119"):
            said = await refusal(ann, "GET", "/api/me/rounds", cursor=wrong)
            assert said == "400 bad-message", wrong
        assert await refusal(ann, "GET", "/api/me/rounds", limit=0) == "400 bad-message"
        assert await refusal(ann, "GET", "/api/me/rounds", limits=3) == "400 bad-message"


async def test_a_round_file_that_anyone_can_play_again() -> None:
    async with serving([wheel()]) as house:
        ann, _, number = await player_with_round(house)
        response = await ann.send("GET", f"/api/me/rounds/{WHEEL}/{number}/file")
        assert response.headers["content-disposition"] == (
            f'attachment; filename="{WHEEL}-{number}.json"'
        )
        (line,) = play(read(response.content)).lines
        told = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{number}")
        assert (line.player, line.returned) == ("ann", told["lines"][0]["returned"])


async def test_why_a_round_came_out_so_clause_by_clause() -> None:
    async with serving([wheel()]) as house:
        ann, client, number = await player_with_round(house)
        told = await ann.call("GET", f"/api/me/rounds/{WHEEL}/{number}/story")
        bets, spin, *_, sums = told["chapters"]
        assert bets["sentences"][0]["text"] == "ann bets 10 on red."
        pocket = client.tables[WHEEL].last[-1].result.facts["pocket"]  # type: ignore[union-attr]
        assert spin["sentences"][0]["text"].startswith(f"The ball comes to rest in {pocket}:")
        assert spin["sentences"][0]["clauses"] == ["LIVE 1.1"]
        assert sums["sentences"][0]["text"].startswith("ann staked 10")
        assert "LIVE 1.1" in told["clauses"]
        bob = await house.player("bob")
        code = await refusal(bob, "GET", f"/api/me/rounds/{WHEEL}/{number}/story")
        assert code == await refusal(bob, "GET", f"/api/me/rounds/{WHEEL}/{number}")


async def test_nobody_reads_a_round_of_somebody_else() -> None:
    async with serving([wheel()]) as house:
        _, _, number = await player_with_round(house)
        bob = await house.player("bob")
        for tail in ("", "/file"):
            path = f"/api/me/rounds/{WHEEL}/{number}{tail}"
            assert await refusal(bob, "GET", path) == "403 not-allowed"
        assert (await bob.call("GET", "/api/me/rounds"))["rounds"] == []


async def test_what_is_not_there() -> None:
    async with serving([wheel()]) as house:
        bob = await house.player("bob")
        for place, said in {
            "nowhere/1": "404 unknown-table",
            f"{WHEEL}/99": "404 not-found",
            f"{WHEEL}/0": "404 not-found",
            f"{WHEEL}/-1": "404 not-found",
            f"{WHEEL}/x": "404 not-found",
            f"{WHEEL}/١": "404 not-found",
            f"{WHEEL}/{'9' * 40}": "404 not-found",
        }.items():
            assert await refusal(bob, "GET", f"/api/me/rounds/{place}") == said, place


async def test_a_statement_for_a_spreadsheet_and_as_data() -> None:
    async with serving([wheel()]) as house:
        ann, _, number = await player_with_round(house)
        response = await ann.send("GET", "/api/me/statement")
        assert response.headers["content-type"] == "text/csv; charset=utf-8"
        today = day(house.house.clock.wall())
        assert f"-{today}.csv" in response.headers["content-disposition"]
        rows = list(csv.DictReader(io.StringIO(response.text)))
        assert [row["what"] for row in rows[:3]] == ["opening balance", "deposit", "stake"]
        assert (rows[2]["table"], rows[2]["round"]) == (WHEEL, str(number))
        assert (rows[1]["in"], rows[2]["out"]) == ("1000", "10")
        assert rows[1]["time"].endswith("Z")
        as_data = await ann.call("GET", "/api/me/statement.json")
        assert [one["what"].replace("-", " ") for one in as_data] == [row["what"] for row in rows]
        assert iso(as_data[1]["at_ms"]) == rows[1]["time"]
        balance = (await ann.call("GET", "/api/me/purse"))["balance"]
        assert as_data[-1]["balance"] == balance


async def test_a_statement_of_another_time_has_nothing_in_it() -> None:
    async with serving([wheel()]) as house:
        ann = await house.player("ann")
        now = house.house.clock.wall()
        before = {"since": day(now - 9 * DAY), "until": iso(now - DAY)}
        rows = await ann.call("GET", "/api/me/statement.json", query=before)
        assert [one["balance"] for one in rows] == [0, 0]
        for since, until in (
            ("2026-02-30", "2026-03-01"),
            ("2026-03-01", "2026-03-01"),
            ("2024-01-01", "2026-01-01"),
            ("1969-12-31", "1970-02-01"),
            ("yesterday", "2026-03-01"),
            ("2026-03-01T10:00", "2026-03-02"),
        ):
            said = await refusal(ann, "GET", "/api/me/statement", since=since, until=until)
            assert said == "400 bad-message", (since, until)


async def test_who_has_a_session_and_plays_may_and_nobody_else() -> None:
    async with serving([wheel()]) as house:
        stranger = await house.api()
        assert await refusal(stranger, "GET", "/api/me/purse") == "401 not-known"
        ann = await house.player("ann")
        ann.token = ""
        await ann.login("ann", PASSWORD)
        assert await refusal(ann, "GET", "/api/me/purse") == "done"
        assert await refusal(ann, "GET", "/api/floor") == "403 not-allowed"
