"""Guests who come, play and go for as long as you like: memory over time, and the books at the end.

    python -m benchmarks.guests [--minutes 60] [--rate 8] [--stay 10] [--json FILE]

A house with a table of each game, in a process of its own, as `croupier serve` opens it. Each guest
opens a session and a socket, plays as the house's bots do, and leaves in the middle of whatever is
on. The exit status is 1 if memory has grown by more than 5 % since half of the
time, by which the house has as many guests as it remembers, or if `croupier verify` finds anything.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from benchmarks.live.running import Running
from benchmarks.live.servers import KEY, Wanted
from websockets.exceptions import WebSocketException

from croupier.client import Api, Client, HouseRefused
from croupier.client.bot import Bot
from croupier.house.tables_file import default_tables
from croupier.table.config import Clocks

WARM_UP = 1 / 2
MAX_GROWTH_PERCENT = 5
SAMPLES = 60
CLOCKS = Clocks(betting=3_000, decision=2_000, offer=2_000, choice=2_000, pause=500, showing=0)


class Sample(msgspec.Struct, frozen=True):
    minutes: float
    guests: int
    """So far, gone or not."""
    rss_mib: float
    refused: dict[str, int]
    """Visits that ended early, by code or exception."""


class Guests:
    """Guests of one house, each with a stay of random length at a table of random choice."""

    def __init__(self, address: str, tables: tuple[str, ...], stay_s: float) -> None:
        self.address = address
        self.tables = tables
        self.stay_s = stay_s
        self.came = 0
        self.rounds = 0
        self.refused: Counter[str] = Counter()
        self._here: set[asyncio.Task[None]] = set()
        self._random = random.Random(1)

    def come(self) -> None:
        task = asyncio.create_task(self._visit())
        self._here.add(task)
        task.add_done_callback(self._here.discard)

    async def leave(self) -> None:
        for task in self._here:
            task.cancel()
        await asyncio.gather(*self._here, return_exceptions=True)

    async def _visit(self) -> None:
        self.came += 1
        table, stay_s = self._random.choice(self.tables), self._random.uniform(0, 2 * self.stay_s)
        try:
            async with Api(self.address) as api:
                await api.guest()
                async with Client(api) as client:
                    bot = Bot(client, table, self._random.randrange(2**32))
                    with suppress(TimeoutError):
                        async with asyncio.timeout(stay_s):
                            await bot.play()
                    self.rounds += bot.rounds
        except HouseRefused as refused:
            self.refused[refused.code] += 1
        except (TimeoutError, OSError, httpx.HTTPError, WebSocketException) as error:
            self.refused[type(error).__name__] += 1


async def play(server: Running, guests: Guests, minutes: float, rate: float) -> list[Sample]:
    samples: list[Sample] = []
    began, number = time.monotonic(), 0
    seconds = minutes * 60
    while (now := time.monotonic() - began) < seconds:
        if now >= len(samples) * seconds / SAMPLES:
            samples.append(sample(server, guests, now))
            print(msgspec.json.encode(samples[-1]).decode(), flush=True)
        # Guests who are late, because this process was, come now.
        while number < now * rate:
            guests.come()
            number += 1
        await asyncio.sleep(1 / rate)
    samples.append(sample(server, guests, now))
    await guests.leave()
    return samples


def sample(server: Running, guests: Guests, now_s: float) -> Sample:
    rss = round(server.rss_kib() / 1024, 1)
    return Sample(round(now_s / 60, 1), guests.came, rss, dict(guests.refused))


def figures(samples: list[Sample]) -> dict[str, Any]:
    warm, last = samples[int(len(samples) * WARM_UP)], samples[-1]
    grown = last.rss_mib - warm.rss_mib
    return {
        "minutes": last.minutes,
        "guests": last.guests,
        "rss_mib": [warm.rss_mib, last.rss_mib],
        "growth_percent": round(100 * grown / warm.rss_mib, 1),
        "kib_per_guest": round(1024 * grown / max(1, last.guests - warm.guests), 2),
    }


def soak(data: Path, minutes: float, rate: float, stay_s: float) -> dict[str, Any]:
    key = data / "house.key"
    key.touch(0o600)
    key.write_text(KEY.hex() + "\n")
    tables = tuple(msgspec.structs.replace(table, clocks=CLOCKS) for table in default_tables())
    server = Running(Wanted(str(data / "house.db"), tables))
    guests = Guests(server.address, tuple(table.id for table in tables), stay_s)
    found = figures(asyncio.run(play(server, guests, minutes, rate)))
    found |= {"rounds": guests.rounds, "refused": dict(guests.refused)}
    server.stop()
    return found | verify(data)


def verify(data: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "croupier", "verify", "--data", str(data)]
    store = ["--store", str(data / "house.db")]
    done = subprocess.run([*command, *store], capture_output=True, text=True, check=False)
    return {"verify": done.returncode, "verify_output": (done.stdout + done.stderr).splitlines()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=8, help="guests who come in a second")
    parser.add_argument("--stay", type=float, default=10, help="seconds, on average")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        found = soak(Path(data), options.minutes, options.rate, options.stay)
    print(json.dumps(found, indent=1))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))
    sys.exit(found["growth_percent"] > MAX_GROWTH_PERCENT or found["verify"] != 0)


if __name__ == "__main__":
    main()
