"""What anyone may read: rules, fairness, the front page, the protocol."""

import gzip
import hashlib
import re
from base64 import b64encode
from pathlib import Path

import httpx
import pytest
import schemathesis
from schemathesis.core.result import Ok

from croupier import rulebooks
from croupier.house.fairness import CheckResult, check_record, read_record
from croupier.server import client_pages
from tests.support.api_calls import WHEEL, player_with_round, refusal, spin, wheel
from tests.support.live_house import serving, table


async def test_rules_are_those_of_this_table() -> None:
    async with serving([table("live-baccarat"), wheel()]) as house:
        anyone = await house.api()
        page = await anyone.call("GET", f"/api/tables/{WHEEL}/rules")
        assert page["game"] == "live-roulette"
        assert page["notices"][0]["text"].startswith("Minimum 5, maximum 500")
        assert await refusal(anyone, "GET", "/api/tables/nowhere/rules") == "404 unknown-table"


async def test_what_a_clause_says() -> None:
    async with serving([wheel()]) as house:
        anyone = await house.api()
        told = await anyone.call("GET", "/api/clauses/LIVE%201.4")
        assert (told["clause"], told["says"]) == ("LIVE 1.4", rulebooks.clause("LIVE 1.4").says)
        assert await refusal(anyone, "GET", "/api/clauses/LIVE%2099") == "404 not-found"


async def test_pages_may_show_their_own_style_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_pages, "BUILT", tmp_path)  # as if no client was built
    async with serving([wheel()]) as house:
        anyone = await house.api()
        for path in ("/", f"/api/tables/{WHEEL}/rules.html"):
            response = await anyone.send("GET", path)
            assert response.headers["content-type"] == "text/html; charset=utf-8"
            (policy,) = response.headers.get_list("content-security-policy")
            (style,) = re.findall("<style>(.*?)</style>", response.text, re.DOTALL)
            digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
            assert f"style-src 'sha256-{digest}'" in policy
            assert "default-src 'none'" in policy
            assert "<script" not in response.text
            assert " style=" not in response.text
        front = await anyone.send("GET", "/")
        for link in re.findall('href="(/[^"]+)"', front.text):
            assert (await anyone.send("GET", link)).status_code == 200, link
        other = await anyone.send("GET", "/api/lobby")
        assert "script-src 'self'" in other.headers["content-security-policy"]


async def test_scripts_are_sent_packed_to_whoever_can_unpack_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = b"export const table = 'blackjack';" * 20
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Croupier</title>")
    (tmp_path / "assets" / "app.js").write_bytes(script)
    (tmp_path / "assets" / "app.js.gz").write_bytes(gzip.compress(script))
    monkeypatch.setattr(client_pages, "BUILT", tmp_path)
    async with serving([wheel()]) as house:
        anyone = await house.api()
        packed = await anyone.send("GET", "/assets/app.js")
        async with httpx.AsyncClient(base_url=house.address) as old:
            plain = await old.get("/assets/app.js", headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["content-type"].startswith("text/javascript")
        assert packed.content == script
        assert "content-encoding" not in plain.headers
        assert plain.content == script
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        assert (await anyone.send("GET", "/assets/other.js")).status_code == 404


async def test_a_round_can_be_checked_once_its_run_is_opened() -> None:
    async with serving([wheel(run=2)]) as house:
        _, client, number = await player_with_round(house)
        anyone = await house.api()
        path = f"/api/fair/{WHEEL}/{number}"
        early = await anyone.send("GET", path)
        verdicts = {one.check: one.verdict for one in check_record(read_record(early.content))}
        assert verdicts["sealed"] is CheckResult.HOLDS
        assert verdicts["opening"] is CheckResult.NOT_YET
        await spin(client)
        await client.until(lambda: client.tables[WHEEL].round == number + 2)
        record = read_record((await anyone.send("GET", path)).content)
        assert {one.verdict for one in check_record(record)} == {CheckResult.HOLDS}
        assert {line.player for line in record.lines} == {"player-1"}
        assert await refusal(anyone, "GET", f"/api/fair/{WHEEL}/{number + 2}") == "404 not-found"
        assert await refusal(anyone, "GET", "/api/fair/nowhere/1") == "404 unknown-table"


async def test_every_commitment_of_a_table_and_its_opening() -> None:
    async with serving([wheel(run=1)]) as house:
        _, client, number = await player_with_round(house)
        await spin(client)
        await client.until(lambda: client.tables[WHEEL].round == number + 2)
        anyone = await house.api()
        whole = await anyone.call("GET", f"/api/fair/{WHEEL}")
        first_open, *opened = whole["shoes"]
        assert first_open["opening"] is None, "the newest is in use"
        assert [len(one["opening"]["outcomes"]) for one in opened] == [1, 1]
        record = await anyone.call("GET", f"/api/fair/{WHEEL}/{number}")
        assert record["shoe"]["commitment"] == opened[-1]["commitment"]
        paged, before = [], None
        for _ in range(3):
            query = {"limit": 1} | ({"before": before} if before else {})
            page = await anyone.call("GET", f"/api/fair/{WHEEL}", query=query)
            paged += page["shoes"]
            before = page["next"]
        assert (paged, before) == (whole["shoes"], None)
        assert await refusal(anyone, "GET", "/api/fair/nowhere") == "404 unknown-table"


async def test_the_protocol_is_served_and_can_be_loaded() -> None:
    async with serving([wheel()]) as house:
        anyone = await house.api()
        document = await anyone.call("GET", "/api/openapi.json")
        loaded = schemathesis.openapi.from_dict(document)
        loaded.validate()
        found = list(loaded.get_all_operations())
        operations = [one.ok() for one in found if isinstance(one, Ok)]
        assert len(operations) == len(found)
        assert "GET /api/fair/{table}/{round}" in {one.label for one in operations}
        names = [
            method["operationId"] for path in document["paths"].values() for method in path.values()
        ]
        assert len(names) == len(set(names)) == len(operations)
        socket = await anyone.call("GET", "/api/socket-schema.json")
        assert {"ClientSays", "HouseSays", "PlaceBets", "TableMessage"} <= set(socket["$defs"])
