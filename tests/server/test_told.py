"""The round that the protocol page tells is played by it, word by word."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from croupier.table.config import Clocks
from tests.server.sockets import bare
from tests.support.live_house import LiveHouse, serving, table
from tests.support.live_play import no_more_bets

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
TOLD = PAGE.partition("## A round, told")[2].partition("```\n")[2].partition("```")[0].splitlines()
WHEEL, ROUND = "live-roulette", 12
_SAYS = re.compile(r'"(type|re|ok|code)":("[^"]*"|true|false)')


def test_the_page_tells_a_round() -> None:
    assert sum(line.startswith("→") for line in TOLD) == 5
    assert sum('"type"' in line for line in TOLD) > 15


async def test_the_round_is_played_as_it_is_told() -> None:
    """With nothing but HTTP, a socket and the page."""
    async with (
        serving([table(WHEEL, clocks=Clocks())]) as house,
        httpx.AsyncClient(base_url=house.address) as http,
        bare(house) as socket,
    ):
        stranger = Stranger(house, http, socket)
        for line in TOLD:
            await stranger.follow(line)


class Stranger:
    """Does what stands on the left of the page, and waits for what stands on the right."""

    def __init__(self, house: LiveHouse, http: httpx.AsyncClient, socket: ClientConnection) -> None:
        self.house, self.http, self.socket = house, http, socket
        self.ticket = ""
        self.round = 0
        self.closed = False
        """From "No more bets" on the wheel turns by itself: what comes of it may come either side
        of an answer."""
        self.early: list[dict[str, Any]] = []

    async def follow(self, line: str) -> None:
        words = line.split()
        if words[0] in ("GET", "POST"):
            await self._request(words[0], words[1])
        elif words[0] == "→":
            said = json.loads(line.removeprefix("→"))
            said |= {"ticket": self.ticket} if said["type"] == "hello" else {}
            said |= {"round": self.round} if "round" in said else {}
            await self.socket.send(json.dumps(said))
        else:
            if "No more bets" in line:
                self.closed = True
                await no_more_bets(self.house, WHEEL)
            told = {name: json.loads(value) for name, value in _SAYS.findall(line)}
            await self._hear(told, line)

    async def _request(self, method: str, path: str) -> None:
        path = path.replace(f"/{ROUND}", f"/{self.round}")
        answer = await self.http.request(method, path)
        assert answer.status_code == 200, (path, answer.text)
        told = answer.json()
        if "token" in told:
            self.http.headers["Authorization"] = f"Bearer {told['token']}"
        self.ticket = told.get("ticket", self.ticket)

    async def _hear(self, told: dict[str, Any], line: str) -> None:
        """The next message is the one that is told; after "No more bets", one of the next is."""
        for one in self.early:
            if told.items() <= one.items() and _shows(one, line):
                self.early.remove(one)
                return
        while True:
            heard = json.loads(await self.socket.recv())
            if heard["type"] == "table":
                self.round = heard["view"]["round"]
            if told.items() <= heard.items() and _shows(heard, line):
                return
            assert self.closed, (line, heard)
            self.early.append(heard)


def _shows(heard: dict[str, Any], line: str) -> bool:
    """What the page picks out of a view is in it."""
    view = heard.get("view") or heard.get("data") or heard
    picked = re.findall(r'"(phase|over|current_bet|said)":("\w+"|\w+|\[.*?\])', line)
    return all((heard if name == "said" else view)[name] == json.loads(of) for name, of in picked)
