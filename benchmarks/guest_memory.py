"""How much memory guests cost who come, bet once and go, and what they cost after a restart.

    python -m benchmarks.guest_memory [--guests 100000] [--together 500] [--expire] [--where]

A whole house on a SQLite file, with one wheel. Guests reach the socket application in this
process, without a network: hello, join, one bet, gone. After every tenth of them, with nobody left
in the house, the resident memory is read. `--expire` ends each guest's session, as two idle hours
would; `--where` lists which parts of the house hold how much. Then a process of its own opens the
same books. Finally the books are verified.
"""

import argparse
import asyncio
import ctypes
import gc
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, MutableMapping
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Sheet

from croupier.engine.layout import Limits
from croupier.house.people.sessions import digest_of
from croupier.server.house import House
from croupier.server.settings import HouseSettings
from croupier.server.socket import Sockets
from croupier.store import open_store
from croupier.table.commands import HOUSE, CloseBetting, LaidBet
from croupier.table.config import Clocks, Shuffle, TableConfig
from croupier.table.invariants import house_complaints
from croupier.table.state import TablePhase
from croupier.wire import commands as say

KEY = bytes(32)
TABLE = "live-roulette"
UNIT = 100
SETTINGS = HouseSettings(newcomers=10**9, requests=10**9, sockets=10**9, drain_s=0.0)
WHEEL = TableConfig(
    TABLE,
    TABLE,
    {},
    Limits(UNIT, 1000 * UNIT),
    clocks=Clocks(betting=10_000_000, decision=1_000, offer=1_000, choice=1_000, pause=0),
    shuffle=Shuffle(squarings=0),
)
IDS = count()


def open_house(url: str) -> House:
    house = House(open_store(url), key=KEY, settings=SETTINGS)
    house.open([WHEEL])
    house.start()
    return house


def resident_kib() -> int:
    """After everything that is garbage has gone back to the system."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


class Guest:
    """One guest's socket, as the server would hand it to the application."""

    def __init__(self, house: House, sockets: Sockets) -> None:
        self._house = house
        self._sockets = sockets
        self._said: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def play(self, *, expire: bool) -> None:
        people = self._house.people
        _, token = await people.open_guest()
        who = people.who(token)
        assert who is not None
        self._said.put_nowait({"type": "websocket.connect"})
        self._say(say.Hello(people.issue_ticket(who)))
        scope = {"type": "websocket", "headers": [], "client": ("127.0.0.1", 0)}
        visit = asyncio.create_task(self._sockets(scope, self._said.get, self._heard))
        await self._ask(say.Join, TABLE)
        bets = (LaidBet("red", UNIT),)
        reply = await self._ask(say.PlaceBets, TABLE, self._round, bets)
        assert reply["ok"], reply
        self._said.put_nowait({"type": "websocket.disconnect"})
        await visit
        if expire:
            await people._registry.close_session(digest_of(token), "expired")

    @property
    def _round(self) -> int:
        return self._house.rooms[TABLE].state.round_number

    def _say(self, message: say._Said) -> None:
        text = msgspec.json.encode(message).decode()
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    async def _ask(self, kind: Any, *fields: Any) -> dict[str, Any]:
        """Asked again under the same id while a busy machine cannot say what became of it."""
        message = kind(str(next(IDS)), *fields)
        reply = {"code": "unclear"}
        while reply["code"] == "unclear":
            answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            self._answers[message.id] = answer
            self._say(message)
            reply = await answer
        return reply

    async def _heard(self, message: MutableMapping[str, Any]) -> None:
        text = message.get("text") or message.get("bytes") or "{}"
        said = msgspec.json.decode(text)
        if said.get("type") == "reply":
            self._answers[said["re"]].set_result(said)


async def spin(house: House) -> None:
    """The round is played; betting on the next has begun."""
    live = house.live_tables.tables[TABLE]
    number = live.state.round_number
    assert (await live.ask(HOUSE, CloseBetting(), f"bench:{number}")).ok
    await betting(house, number + 1)


async def betting(house: House, number: int) -> None:
    state = house.rooms[TABLE].state
    while state.phase is not TablePhase.BETTING or state.round_number < number:
        await asyncio.sleep(0.01)
        state = house.rooms[TABLE].state


async def play(url: str, guests: int, together: int, *, expire: bool, where: bool) -> list[Any]:
    house = open_house(url)
    sockets = Sockets(house)
    await betting(house, 1)
    rows = []
    for number in range(0, guests + 1, together):
        if number % max(together, guests // 10) == 0:
            await house._sweep_once()
            rows.append((number, resident_kib()))
            print(f"{number} guests: {rows[-1][1] / 1024:.0f} MiB", file=sys.stderr, flush=True)
            if where:
                print(*weights(house), sep="\n", file=sys.stderr, flush=True)
        if number < guests:
            async with asyncio.TaskGroup() as group:
                for _ in range(together):
                    group.create_task(Guest(house, sockets).play(expire=expire))
            await spin(house)
    await house.close()
    return rows


def weights(house: House) -> Iterable[str]:
    """The attributes of the house's parts with the most in them."""
    found = []
    skip = (type(house.store), House)
    for name, part in vars(house).items():
        for own, value in getattr(part, "__dict__", {}).items():
            if not isinstance(value, skip):
                found.append((_weight(value, set(), 0), f"{name}.{own}"))
    return [f"  {weight >> 10:8} KiB  {name}" for weight, name in sorted(found)[-14:]]


def _weight(value: Any, seen: set[int], depth: int) -> int:
    if id(value) in seen or depth > 12:
        return 0
    seen.add(id(value))
    weight = sys.getsizeof(value)
    if isinstance(value, dict):
        weight += sum(_weight(one, seen, depth + 1) for pair in value.items() for one in pair)
    elif isinstance(value, list | tuple | set | frozenset):
        weight += sum(_weight(one, seen, depth + 1) for one in value)
    elif isinstance(value, msgspec.Struct):
        fields = value.__struct_fields__
        weight += sum(_weight(getattr(value, one), seen, depth + 1) for one in fields)
    elif type(value).__module__.startswith("croupier.house.people.") or type(
        value
    ).__module__.startswith(("croupier.house.protection", "croupier.house.cage")):
        attributes = getattr(value, "__dict__", {})
        weight += sum(_weight(one, seen, depth + 1) for one in attributes.values())
    return weight


async def reopened(url: str) -> None:
    house = open_house(url)
    await asyncio.sleep(0)
    print(resident_kib())
    await house.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=100_000)
    parser.add_argument("--together", type=int, default=500)
    parser.add_argument("--expire", action="store_true")
    parser.add_argument("--where", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--reopen", default="")
    wanted = parser.parse_args()
    if wanted.reopen:
        asyncio.run(reopened(wanted.reopen))
        return
    with tempfile.TemporaryDirectory() as folder:
        url, empty = f"sqlite:{folder}/house.db", f"sqlite:{folder}/empty.db"
        rows = asyncio.run(
            play(
                url,
                wanted.guests,
                wanted.together,
                expire=wanted.expire,
                where=wanted.where,
            )
        )
        again, new = (
            int(
                subprocess.check_output(
                    [sys.executable, "-m", "benchmarks.guest_memory", "--reopen", one]
                )
            )
            for one in (url, empty)
        )
        with open_store(url).snapshot() as reader:
            assert not list(house_complaints(reader))
    if wanted.json:
        print(json.dumps({"rows": rows, "reopened_kib": again, "empty_kib": new}))
        return
    sheet = Sheet(title=f"Resident memory, {wanted.together} guests at a time")
    for title in ("guests", "MiB", "KiB a guest, of the last tenth"):
        sheet.add_column(title, justify="right")
    for (before, low), (guests, high) in zip([(0, rows[0][1]), *rows], rows, strict=False):
        each = f"{(high - low) / (guests - before):.2f}" if guests > before else ""
        sheet.add_row(f"{guests:,}", f"{high / 1024:.1f}", each)
    Console(width=100).print(sheet)
    print(
        f"opened again: {again / 1024:.1f} MiB, an empty house {new / 1024:.1f} MiB: "
        f"{(again - new) / wanted.guests:.2f} KiB a guest"
    )


if __name__ == "__main__":
    main()
