"""What is asked of a house, L1 to L7, and the same of the bare server."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec
from benchmarks.live.histogram import Histogram
from benchmarks.live.players import Crowd, Player, feed_of, ignore, limited, now
from benchmarks.live.running import Running
from benchmarks.live.servers import Wanted

from croupier.engine.layout import Limits
from croupier.table.config import Clocks, TableConfig

Figures = dict[str, Any]

BOXES, WHEEL, LAST = "boxes", "wheel", "last"
LIMITS = Limits(5_00, 1_000_000_00)
CASTS = 10
"""Broadcasts a second in L1."""
GATHERED = 4
"""Broadcasts a second of a house whose bets pour in; the bare server sends as many beside."""
SPOTS = 6
"""On which each player has chips, so as many stand in each of its messages."""
CAST_BYTES = 900
"""About what a table's message takes."""


class Scale(msgspec.Struct, frozen=True):
    clients: int = 2_000
    many: int = 5_000
    """Clients at one table in L7."""
    cast_s: float = 10
    sustained: int = 2_000
    sustained_s: float = 10
    ramp: tuple[int, ...] = (2_500, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000)
    ramp_s: float = 3
    tables: int = 50
    seats: int = 20
    floor_s: float = 20
    returning: int = 1_000
    soak_s: float = 45


QUICK = Scale(
    clients=500,
    many=1_000,
    cast_s=3,
    sustained=1_000,
    sustained_s=3,
    ramp=(),
    tables=20,
    seats=10,
    floor_s=8,
    returning=200,
    soak_s=0,
)


def wheel(id: str, betting: int, pause: int = 1_000, game: str = "live-roulette") -> TableConfig:
    clocks = Clocks(betting=betting, pause=pause)
    return TableConfig(id, game, limits=LIMITS, clocks=clocks)


def full_house(store: str) -> Wanted:
    """One house for the crowd: boxes to sit down at, a wheel that waits, one with a last second."""
    hour = 3_600_000
    return Wanted(
        store, (wheel(BOXES, hour, game="live-blackjack"), wheel(WHEEL, hour), wheel(LAST, 5_000))
    )


@contextmanager
def measured(server: Running, crowd: Crowd, figures: Figures) -> Iterator[None]:
    """Processor time of the server, and how busy the players' own process was."""
    crowd.fresh()
    cpu, mine, begun = server.cpu(), time.process_time(), now()
    yield
    took = now() - begun
    figures["server_cpu_s"] = round(server.cpu() - cpu, 2)
    figures["server_busy"] = round((server.cpu() - cpu) / took, 2)
    figures["players_busy"] = round((time.process_time() - mine) / took, 2)
    figures["sent_late_p99_ms"] = crowd.late.told()["p99_ms"]
    figures["messages"] = crowd.messages


def answers(crowd: Crowd) -> Figures:
    return {
        "accepted": crowd.accepted,
        "refused": dict(crowd.refused),
        "unknown": crowd.unanswered,
        **{f"ack_{name}": value for name, value in crowd.acks.told().items()},
    }


class Watching:
    """The first player looks at what the table says; the others only receive it."""

    def __init__(self, crowd: Crowd) -> None:
        self._first = crowd.players[0]
        self.view: dict[str, Any] = {}
        self.closed_at = 0.0
        crowd.on_table = self._heard

    def _heard(self, player: Player, _: int, data: bytes, at: int, end: int) -> None:
        if player is self._first:
            message = msgspec.json.decode(memoryview(data)[at:end])
            self.view = message["view"]
            if "No more bets" in message["said"]:
                self.closed_at = now()

    async def until(self, phase: str) -> None:
        async with asyncio.timeout(60):
            while self.view.get("phase") != phase:
                await asyncio.sleep(0.005)


# L1: broadcasts --------------------------------------------------------------------------------


class Casts:
    """Each broadcast's time from when the command behind it was due, at every player. Every node
    tells in a feed of its own, so what has been told is counted by the feed."""

    def __init__(self, crowd: Crowd) -> None:
        self.due: list[float] = []
        self.took = Histogram()
        self.delivered = 0
        """Events, each counted for every player who heard of it."""
        self._of: dict[tuple[bytes, int], tuple[float, int]] = {}
        self._told: Counter[bytes] = Counter()
        crowd.on_table = self._heard

    def _heard(self, _: Player, n: int, data: bytes, at: int, end: int) -> None:
        feed = feed_of(data, at)
        heard = self._of.get((feed, n))
        if heard is None:
            events = len(msgspec.json.decode(memoryview(data)[at:end])["events"])
            # What came together in one commit is told together: the longest wait counts.
            due = self.due[self._told[feed]] if events else 0.0
            heard = self._of[feed, n] = due, events
            self._told[feed] += events
        due, events = heard
        if events:
            self.took.record(now() - due)
            self.delivered += events


def _cast_figures(casts: Casts, crowd: Crowd, figures: Figures, sent: int) -> Figures:
    figures["broadcasts"] = sent
    figures["delivered"] = round(casts.delivered / sent / len(crowd.players), 4)
    figures |= {f"cast_{name}": value for name, value in casts.took.told().items()}
    figures["cpu_us_per_message"] = round(figures["server_cpu_s"] * 1e6 / casts.took.count, 1)
    return figures


async def casts(server: Running, crowd: Crowd, scale: Scale) -> Figures:
    await crowd.each("join", table=BOXES)
    heard, figures = Casts(crowd), Figures()
    mover, sent = crowd.players[0], int(CASTS * scale.cast_s)

    def move(k: int, due: float) -> None:
        heard.due.append(due)
        id, what = crowd.id(), "leave-seat" if k % 2 else "take-seat"
        crowd.waiting[id] = due
        mover.say(msgspec.json.encode({"type": what, "id": id.decode(), "table": BOXES, "box": 1}))

    with measured(server, crowd, figures):
        await crowd.on_schedule(CASTS, scale.cast_s, move)
        await crowd.all_answered()
        await asyncio.sleep(0.5)
    assert crowd.accepted == sent, crowd.refused
    crowd.on_table = ignore
    await crowd.each("part", table=BOXES)
    return _cast_figures(heard, crowd, figures, sent)


def _cast(n: int) -> bytes:
    head = b'all {"type":"table","feed":"0123456789abcdef","n":%d,"events":[1],"pad":"%b"}'
    return head % (n, b"x" * (CAST_BYTES - len(head)))


async def bare_casts(server: Running, crowd: Crowd, scale: Scale) -> Figures:
    heard, figures, sent = Casts(crowd), Figures(), int(CASTS * scale.cast_s)

    def move(k: int, due: float) -> None:
        heard.due.append(due)
        crowd.players[0].say(_cast(k))

    with measured(server, crowd, figures):
        await crowd.on_schedule(CASTS, scale.cast_s, move)
        await asyncio.sleep(0.5)
    crowd.on_table = ignore
    return _cast_figures(heard, crowd, figures, sent)


# L2: bets --------------------------------------------------------------------------------------


def _bet_figures(crowd: Crowd, figures: Figures, begun: float) -> Figures:
    took = crowd.last_answer - begun
    figures |= answers(crowd)
    figures["accepted_per_s"] = round(crowd.accepted / took)
    figures["cpu_us_per_bet"] = round(figures["server_cpu_s"] * 1e6 / max(1, crowd.accepted))
    return figures


async def bets_at(
    server: Running, crowd: Crowd, round: int, rate: float, seconds: float
) -> Figures:
    players, figures = crowd.players, Figures(offered_per_s=rate)

    def send(k: int, due: float) -> None:
        player = players[k % len(players)]
        # The same few spots by turns: what a bet costs must not depend on how long the run lasts.
        spot = k % len(players) + player.bets % SPOTS
        player.bet(WHEEL, round, f"straight:{spot % 37}", due)

    begun = now()
    with measured(server, crowd, figures):
        await crowd.on_schedule(rate, seconds, send)
        await crowd.all_answered()
    return _bet_figures(crowd, figures, begun)


_STEP = ("offered_per_s", "accepted_per_s", "ack_p99_ms", "players_busy", "cpu_us_per_bet")


async def bets(server: Running, crowd: Crowd, scale: Scale) -> Figures:
    """Sustained, then faster and faster until the answers no longer come in time."""
    watching = Watching(crowd)
    await crowd.each("join", table=WHEEL)
    await watching.until("betting")
    round = watching.view["round"]
    await bets_at(server, crowd, round, scale.sustained / 2, 2)
    figures = await bets_at(server, crowd, round, scale.sustained, scale.sustained_s)
    ramp = []
    for rate in scale.ramp:
        step = await bets_at(server, crowd, round, rate, scale.ramp_s)
        ramp.append(step)
        if step["ack_p99_ms"] > 250 or step["accepted_per_s"] < 0.95 * rate:
            break
        figures["knee_per_s"] = rate
    figures["ramp"] = [{name: one[name] for name in _STEP} for one in ramp]
    crowd.on_table = ignore
    await crowd.each("part", table=WHEEL)
    return figures


async def bare_bets(server: Running, crowd: Crowd, scale: Scale) -> Figures:
    """The same message a bet, echoed, while as many broadcasts go out as a house sends."""
    players = crowd.players

    async def cast() -> None:
        for n in range(10**9):
            players[0].say(_cast(n))
            await asyncio.sleep(1 / GATHERED)

    async def at(rate: float, seconds: float) -> Figures:
        figures, begun = Figures(offered_per_s=rate), now()
        with measured(server, crowd, figures):
            await crowd.on_schedule(
                rate, seconds, lambda k, due: players[k % len(players)].echo_bet(due)
            )
            await crowd.all_answered()
        return _bet_figures(crowd, figures, begun)

    casting = asyncio.create_task(cast())
    await at(scale.sustained / 2, 1)
    figures = await at(scale.sustained, scale.sustained_s)
    for rate in scale.ramp:
        step = await at(rate, scale.ramp_s)
        if step["ack_p99_ms"] > 250 or step["accepted_per_s"] < 0.95 * rate:
            break
        figures["knee_per_s"] = rate
    casting.cancel()
    return figures


# L3: the last second ---------------------------------------------------------------------------


async def last_second(server: Running, crowd: Crowd, rounds: int = 2) -> Figures:
    """Three bets of everyone in the last second of betting. The worst of some rounds counts: only
    from the second on does a settled round lie on the table."""
    watching, worst, players = Watching(crowd), Figures(), crowd.players
    await crowd.each("join", table=LAST)
    for _ in range(rounds):
        await watching.until("betting")
        figures, round, begun = Figures(), watching.view["round"], now()
        players[0].bet(LAST, round, "straight:7", begun)
        while watching.view["clock"] is None:
            await asyncio.sleep(0.002)
        cut = now() + watching.view["clock"]["left_ms"] / 1000
        await asyncio.sleep(cut - 1 - now())

        def send(k: int, due: float, round: int = round) -> None:
            players[k % len(players)].bet(LAST, round, f"straight:{k % 37}", due)

        with measured(server, crowd, figures):
            await crowd.on_schedule(3 * len(players), 1, send)
            await crowd.all_answered()
        figures |= answers(crowd)
        figures["last_answer_after_cut_s"] = round_s(crowd.last_answer - cut)
        while watching.closed_at < begun:
            await asyncio.sleep(0.005)
        figures["no_more_bets_after_cut_s"] = round_s(watching.closed_at - cut)
        if figures["last_answer_after_cut_s"] > worst.get("last_answer_after_cut_s", -9):
            worst = figures
    crowd.on_table = ignore
    await crowd.each("part", table=LAST)
    return worst


async def bare_last_second(server: Running, crowd: Crowd) -> Figures:
    players, figures = crowd.players, Figures()
    cut = now() + 1
    with measured(server, crowd, figures):
        await crowd.on_schedule(
            3 * len(players), 1, lambda k, due: players[k % len(players)].echo_bet(due)
        )
        await crowd.all_answered()
    return figures | answers(crowd) | {"last_answer_after_cut_s": round_s(crowd.last_answer - cut)}


def round_s(seconds: float) -> float:
    return round(seconds, 2)


# L4: a full house ------------------------------------------------------------------------------


def floor(store: str, scale: Scale) -> Wanted:
    games = ("live-roulette", "live-baccarat")
    tables = (wheel(f"t{n}", 4_000, game=games[n % 2]) for n in range(scale.tables))
    return Wanted(store, tuple(tables))


class Tables:
    """One player of each table looks; how long a round takes is told by when the next begins."""

    def __init__(self, crowd: Crowd, tables: int) -> None:
        self._eyes = {id(player): n for n, player in enumerate(crowd.players[:tables])}
        self.views: list[dict[str, Any]] = [{} for _ in range(tables)]
        self.began: list[list[float]] = [[] for _ in range(tables)]
        crowd.on_table = self._heard

    def _heard(self, player: Player, _: int, data: bytes, at: int, end: int) -> None:
        table = self._eyes.get(id(player))
        if table is None:
            return
        before = self.views[table]
        view = self.views[table] = msgspec.json.decode(memoryview(data)[at:end])["view"]
        if view["phase"] == "betting" and before.get("round") != view["round"]:
            self.began[table].append(now())

    def rounds(self) -> list[float]:
        return [after - before for began in self.began for before, after in pairwise(began)]


async def full_floor(server: Running, crowd: Crowd, scale: Scale) -> Figures:
    tables, figures, held = Tables(crowd, scale.tables), Figures(), Counter[str]()
    players = crowd.players
    await limited(
        64, (one.ask("join", table=f"t{n % scale.tables}") for n, one in enumerate(players))
    )
    spots = ("red", "banker")

    def send(k: int, due: float) -> None:
        number = k % len(players) % scale.tables
        view = tables.views[number]
        if view["phase"] != "betting":
            held["held"] += 1  # "No more bets" was heard
        else:
            players[k % len(players)].bet(f"t{number}", view["round"], spots[number % 2], due)

    with measured(server, crowd, figures):
        await crowd.on_schedule(len(players) / 2.5, scale.floor_s, send)
        await crowd.all_answered()
    took = tables.rounds()
    figures |= answers(crowd)
    figures["rounds"] = len(took)
    figures["not_sent_while_closed"] = held["held"]
    figures["round_median_s"], figures["round_max_s"] = round_s(median(took)), round_s(max(took))
    figures["starved"] = round_s(max(took) / median(took))
    return figures


# L5: everybody comes back ----------------------------------------------------------------------


async def restart(server: Running, crowd: Crowd, wanted: Wanted) -> tuple[Running, Figures]:
    """Killed without warning; then everyone asks for a ticket, says hello and joins at once."""
    watching = Watching(crowd)
    await crowd.each("join", table=WHEEL)
    await watching.until("betting")
    await bets_at(server, crowd, watching.view["round"], 500, 2)
    tokens = [player.token for player in crowd.players]
    server.stop(signal.SIGKILL)
    crowd.leave()
    crowd.players, crowd.on_table = [], ignore
    begun = now()
    server = Running(msgspec.structs.replace(wanted, port=server.port))
    opened = now()
    took = Histogram()

    async def back(token: str) -> Player:
        player = await crowd.come_back(token)
        await player.ask("join", table=WHEEL)
        took.record(now() - opened)
        return player

    figures = Figures()
    with measured(server, crowd, figures):
        crowd.players = await asyncio.gather(*(back(token) for token in tokens))
    figures["open_again_s"] = round_s(opened - begun)
    figures["all_in_sync_s"] = round_s(now() - opened)
    figures |= {f"back_{name}": value for name, value in took.told().items()}
    return server, figures


# L6: memory ------------------------------------------------------------------------------------


async def come_in(server: Running, crowd: Crowd, clients: int, *, bare: bool = False) -> Figures:
    """Everyone comes in, and the server's memory is looked at before and after."""
    await crowd.gather(50, bare=bare)  # what is loaded at first use is nobody's own
    before = server.rss_kib()
    await crowd.gather(clients - 50, bare=bare)
    await asyncio.sleep(1)
    after = server.rss_kib()
    return {"rss_mib": after // 1024, "kib_per_client": round((after - before) / (clients - 50), 1)}


async def soak(server: Running, crowd: Crowd, scale: Scale) -> Figures:
    """Rounds of five seconds with bets all the time; memory after a third of it and at the end."""
    watching, figures, seen = Watching(crowd), Figures(), []
    await crowd.each("join", table=LAST)
    await watching.until("betting")
    players = crowd.players

    def send(k: int, due: float) -> None:
        view = watching.view
        if view["phase"] == "betting":
            players[k % len(players)].bet(LAST, view["round"], f"straight:{k % 37}", due)

    with measured(server, crowd, figures):
        for _ in range(3):
            await crowd.on_schedule(500, scale.soak_s / 3, send)
            seen.append(server.rss_kib())
        await crowd.all_answered()
    figures |= answers(crowd)
    figures["seconds"] = scale.soak_s
    figures["rss_mib"] = [one // 1024 for one in seen]
    figures["growth_percent"] = round(100 * (seen[-1] - seen[0]) / seen[0], 1)
    crowd.on_table = ignore
    return figures


def wanted_of(only: Iterable[str], *names: str) -> bool:
    return not only or any(name in only for name in names)
