"""How long a house takes to open, and how much memory it needs, by the length of its history.

    python -m benchmarks.history [--rounds 10000,100000] [--keep FOLDER] [--json]

The books are made by playing: real tables of all nine games, on the real store, with the
checkpoints a house makes as it goes. Only the disk is not waited for while they are made. Then a
process of its own opens them as `croupier serve` does, and tells what it took. Beside it stands, in
the same run, an empty house, and the same books without their checkpoints, folded from the first
entry. The last column is what the process that plays is resident with when it has come so far.
"""

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from tests.support.cage import Cage
from tests.support.random_rounds import acts_of

import croupier
from croupier.chance import repeatable
from croupier.engine import protocol as engine
from croupier.engine.layout import Limits
from croupier.games.blackjack.engine import BlackjackRules
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_fold import ROUNDS_BETWEEN, TableFold
from croupier.server.books import opened_books
from croupier.server.house import House
from croupier.server.key_file import house_key
from croupier.server.settings import HouseSettings
from croupier.store import Batch, Result, Store, open_store
from croupier.store.sqlite import SqliteStore
from croupier.table.commands import Actor, Decide, LaidBet, PlaceBets, TableRole, TakeSeat
from croupier.table.config import TableConfig
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase
from croupier.table.table import Request

TABLES = 24
PLAYERS = tuple(f"player-{n}" for n in range(48))
UNIT = 100
BEGAN_MS = 1_700_000_000_000
BETWEEN_MS = 2_000

Playing = Generator[Batch, Sequence[Result], bool]
"""Hands out batches, and is sent what the store said to each."""


def configs() -> list[TableConfig]:
    games = list(croupier.VARIANTS)
    return [
        TableConfig(f"table-{n + 1}", games[n % len(games)], limits=Limits(5 * UNIT, 500 * UNIT))
        for n in range(TABLES)
    ]


class Maker:
    """Plays rounds at one table as fast as the store lets it."""

    def __init__(self, store: Store, config: TableConfig, key: bytes, n: int) -> None:
        self.now = BEGAN_MS
        self.fold = TableFold(config.id, store, PlayStatistics())
        start = self.fold.resume(store)
        self._store = store
        self._chosen = random.Random(n)
        self._players = [PLAYERS[(2 * n + i) % len(PLAYERS)] for i in range(2)]
        head = store.head(config.id)
        if head.seq:
            (last,) = store.entries(config.id, head.seq - 1, 1)
            self.now = last.at_ms
        self.runner = Runner.open(
            store,
            config,
            SealedOutcomes(key, repeatable(n + head.seq)),
            owner="history",
            now=self.now,
            wall=self.now,
            on_entry=self.fold.feed,
            start=start,
        )
        self._ids = head.seq

    def play(self) -> Generator[Batch, Sequence[Result], None]:
        """Round after round; every batch is for somebody else to commit."""
        while True:
            yield from self._round()
            self.now += BETWEEN_MS
            if self.fold.due(ROUNDS_BETWEEN):
                assert self.fold.keep(self._store, self.runner.table.epoch)

    def _round(self) -> Generator[Batch, Sequence[Result], None]:
        state = self.runner.table.state
        yield from self._wait_for_betting()
        number = state.round_number
        for n, player in enumerate(self._players, 1):
            boxes = isinstance(state.rules, BlackjackRules)
            behind = isinstance(state.rules, BlackjackRules) and state.rules.bet_behind
            if behind and n not in state.seats:
                yield from self._ask(player, TakeSeat(n))
            spots = [bet for bet in engine.spots(state.rules) if state.rules.is_main(bet)]
            bet = spots[0] if boxes else self._chosen.choice(spots)
            bets = (LaidBet(bet, 10 * UNIT, n if boxes else None),)
            yield from self._ask(player, PlaceBets(bets))
        while state.round_number == number and state.phase is not TablePhase.IDLE:
            if not (yield from self._decide()):
                yield from self._wait()

    def _ask(self, player: str, command: Any) -> Playing:
        self._ids += 1
        id = f"{self.runner.table.stream}-{self._ids}"
        request = Request(Actor(player, TableRole.PLAYER), command, id)
        ((_, reply),) = yield from self.runner.submitting([request], self.now, self.now)
        return reply.ok

    def _decide(self) -> Playing:
        for turn in self.runner.table.state.waiting.decisions:
            act = next(iter(acts_of(turn, self._chosen.choice(turn.options))))
            decide = Decide(act.action, act.box, act.amount, act.bet, act.card)
            return (yield from self._ask(turn.player, decide))
        return False

    def _wait_for_betting(self) -> Generator[Batch, Sequence[Result], None]:
        while self.runner.table.state.phase is not TablePhase.BETTING:
            yield from self._wait()

    def _wait(self) -> Playing:
        due = self.runner.due()
        assert due is not None
        self.now = max(self.now, due.at)
        return (yield from self.runner.ticking(self.now, self.now))


def make(folder: Path, rounds: int) -> None:
    """Play on until there are so many rounds in the books."""
    folder.mkdir(mode=0o700, exist_ok=True)
    key = house_key(folder / "house.key")
    with closing(open_store(f"sqlite:{folder / 'house.db'}")) as store:
        assert isinstance(store, SqliteStore)
        store._db.execute("PRAGMA synchronous = OFF")
        cage = Cage(store, "history")
        for player in PLAYERS:
            cage.buy_in(player, 10_000_000 * UNIT, by="cashier", id=f"in-{player}", wall=BEGAN_MS)
        makers = [Maker(store, config, key, n) for n, config in enumerate(configs())]
        done = sum(maker.runner.table.state.round_number for maker in makers)
        began, first = time.monotonic(), done
        playing = [maker.play() for maker in makers]
        batches = [next(table) for table in playing] if done < rounds else []
        for steps in count():
            if steps % 1_000 == 0:
                done = sum(maker.runner.table.state.round_number for maker in makers)
                rate = (done - first) / (time.monotonic() - began)
                print(f"\r{done} of {rounds} rounds, {rate:.0f}/s ", end="", file=sys.stderr)
            if done >= rounds:
                break
            results = store.commit(batches)
            batches = [table.send(said) for table, said in zip(playing, results, strict=True)]
        print(file=sys.stderr)
        for maker in makers:
            maker.fold.keep(store, maker.runner.table.epoch)


def memory_mib() -> float:
    """Resident, now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


async def opening(folder: Path) -> dict[str, float]:
    before, began = memory_mib(), time.perf_counter()
    with opened_books(folder, "", "nobody") as books:
        house = House(
            books.store,
            key=books.key,
            settings=HouseSettings(),
            mark=books.mark,
            occupation=books.occupation,
        )
        house.open(configs())
        books.mark_now()
        took, memory = time.perf_counter() - began, memory_mib()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        await house.live_tables.keep_checkpoints(all=True)
        await asyncio.to_thread(house.committer.close)
        return {"seconds": took, "mib": memory - before, "peak_mib": peak}


def measured(folder: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.history", "--open", str(folder)],
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(json.loads(done.stdout))


def discard(folder: Path) -> None:
    with closing(open_store(f"sqlite:{folder / 'house.db'}")) as store:
        for config in configs():
            store.discard(config.id)


def row(what: str, folder: Path) -> dict[str, Any]:
    size = (folder / "house.db").stat().st_size / 2**20
    return {"what": what, "file_mib": size, **measured(folder)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", default="10000")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--folded", type=int, default=10_000, help="up to here without, too")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--open", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.open:
        print(json.dumps(asyncio.run(opening(given.open))))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        rows = []
        make(folder, 0)
        rows.append(row("no rounds", folder))
        for rounds in map(int, given.rounds.split(",")):
            make(folder, rounds)
            if rounds <= given.folded:
                discard(folder)
                rows.append(row(f"{rounds:,} rounds, folded from the first entry", folder))
                row("", folder)  # and once more, so that what was made anew is there
            played = {"playing_mib": memory_mib()}
            rows.append(row(f"{rounds:,} rounds", folder) | played)
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    for books in rows:
        playing = f", playing {books['playing_mib']:6.1f} MiB" if "playing_mib" in books else ""
        print(
            f"{books['what']:48} {books['seconds']:7.2f} s  {books['mib']:7.1f} MiB more, "
            f"peak {books['peak_mib']:6.1f} MiB, file {books['file_mib']:8.1f} MiB{playing}"
        )


if __name__ == "__main__":
    main()
