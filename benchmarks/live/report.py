"""The figures as a sheet to read: what was promised, what was found, and the bare server beside."""

from typing import Any

from rich.table import Table

Found = dict[str, dict[str, dict[str, Any]]]

_ROWS = (
    ("L1", "broadcast p50", "cast_p50_ms", "ms"),
    ("L1", "broadcast p99", "cast_p99_ms", "ms"),
    ("L1", "broadcast max", "cast_max_ms", "ms"),
    ("L1", "delivered, of all", "delivered", ""),
    ("L1", "server's time a message", "cpu_us_per_message", "µs"),
    ("L2", "bets a second, sustained", "accepted_per_s", ""),
    ("L2", "answer p50", "ack_p50_ms", "ms"),
    ("L2", "answer p99", "ack_p99_ms", "ms"),
    ("L2", "server's time a bet", "cpu_us_per_bet", "µs"),
    ("L2", "most a second with p99 ≤ 250 ms", "knee_per_s", ""),
    ("L2", "unknown", "unknown", ""),
    ("L2", "players' process busy", "players_busy", ""),
    ("L3", "accepted", "accepted", ""),
    ("L3", "refused", "refused", ""),
    ("L3", "unknown", "unknown", ""),
    ("L3", "last answer after the cut", "last_answer_after_cut_s", "s"),
    ("L4", "answer p99", "ack_p99_ms", "ms"),
    ("L4", "longest round ÷ median", "starved", ""),
    ("L4", "unknown", "unknown", ""),
    ("L5", "open again after kill -9", "open_again_s", "s"),
    ("L5", "all in sync after that", "all_in_sync_s", "s"),
    ("L7", "broadcast to many, p50", "cast_p50_ms", "ms"),
    ("L7", "broadcast to many, p99", "cast_p99_ms", "ms"),
    ("L7", "broadcast to many, max", "cast_max_ms", "ms"),
    ("L7", "delivered, of all", "delivered", ""),
    ("L7", "server's time a message", "cpu_us_per_message", "µs"),
    ("L7", "players' process busy", "players_busy", ""),
    ("L6 idle", "memory a client", "kib_per_client", "KiB"),
    ("L6 soak", "growth, last two thirds", "growth_percent", "%"),
)


def sheet(found: Found) -> Table:
    sides = [side for side in found if found[side]]
    shown = Table(box=None, pad_edge=False, header_style="dim")
    shown.add_column("")
    shown.add_column("what")
    for side in sides:
        shown.add_column(side, justify="right")
    for scenario, what, field, unit in _ROWS:
        cells = [_cell(found[side].get(scenario, {}).get(field), unit) for side in sides]
        if any(cells):
            shown.add_row(scenario, what, *cells)
    books = [_books(found[side]) for side in sides]
    shown.add_row("", "books", *books)
    return shown


def _cell(value: Any, unit: str) -> str:
    if value is None:
        return ""
    told = f"{sum(value.values()):,}" if isinstance(value, dict) else f"{value:,}"
    return f"{told} {unit}".strip()


def _books(scenarios: dict[str, dict[str, Any]]) -> str:
    """One broken ledger and the rest counts for nothing."""
    told = {one["books"] for one in scenarios.values() if "books" in one}
    return next((one for one in told if one != "in order"), "in order" if told else "")
