"""How evenly things move: when each frame came, and how much work was in it."""

from itertools import pairwise
from statistics import median, quantiles
from typing import Any

from benchmarks.web.playing import BLACKJACK, ROULETTE, Rounds
from benchmarks.web.visitor import Visitor
from playwright.sync_api import Browser

Figures = dict[str, Any]
SECONDS = {"blackjack": 4.0, "roulette": 5.5}
"""From "No more bets" until the cards lie, or the ball."""
LATE_MS = 20.0
_COLLECT = """(ms) => new Promise((done) => {
    const came = [];
    const frame = (at) => {
        came.push(at);
        if (at - came[0] < ms) requestAnimationFrame(frame);
        else done(came);
    };
    requestAnimationFrame(frame);
})"""
_WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration")


def still(browser: Browser, address: str, seconds: float = 4.0) -> Figures:
    """A bare page that counts its frames and does nothing else."""
    with Visitor(browser, address) as one:
        return _watched(one, seconds)


def moving(browser: Browser, address: str, table: str, rounds: int) -> Figures:
    """The same while a round is dealt; all frames of some rounds together."""
    with Visitor(browser, address) as one:
        one.come_to(table)
        play = Rounds(one.page, BLACKJACK if table == "blackjack" else ROULETTE)
        play.sit()
        found: list[Figures] = []
        for _ in range(rounds):
            play.bet()
            play.until_closed()
            found.append(_watched(one, SECONDS[table]))
            play.finish()
        return _together(found)


def _watched(one: Visitor, seconds: float) -> Figures:
    before = one.metrics()
    came: list[float] = one.page.evaluate(_COLLECT, seconds * 1000)
    after = one.metrics()
    gaps = [later - earlier for earlier, later in pairwise(came)]
    work = {name: (after[name] - before[name]) * 1000 for name in _WORK}
    return {"gaps": gaps, "work": work} | _told(gaps, work)


def _together(found: list[Figures]) -> Figures:
    gaps = [gap for one in found for gap in one["gaps"]]
    work = {name: sum(one["work"][name] for one in found) for name in _WORK}
    return {"gaps": gaps, "work": work} | _told(gaps, work)


def _told(gaps: list[float], work: dict[str, float]) -> Figures:
    return {
        "frames": len(gaps),
        "fps_median": round(1000 / median(gaps), 1),
        "frame_p95_ms": round(quantiles(gaps, n=20)[-1], 1),
        "late_percent": round(100 * sum(gap > LATE_MS for gap in gaps) / len(gaps), 1),
        "script_ms_a_frame": round(work["ScriptDuration"] / len(gaps), 2),
        "layout_ms_a_frame": round(
            (work["LayoutDuration"] + work["RecalcStyleDuration"]) / len(gaps), 2
        ),
        "main_thread_ms_a_frame": round(work["TaskDuration"] / len(gaps), 2),
    }
