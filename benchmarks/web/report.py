"""The figures as sheets to read."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table

_LOADING = (
    ("scripts", "script files", ""),
    ("script_gzipped", "script, gzipped", "bytes"),
    ("script_on_the_wire", "script as it came", "bytes"),
    ("usable_ms", "from setting out to betting", "ms"),
)
_FRAMES = (
    ("fps_median", "frames a second, median", ""),
    ("frame_p95_ms", "a frame, p95", "ms"),
    ("late_percent", "frames over 20 ms", "%"),
    ("script_ms_a_frame", "script a frame", "ms"),
    ("layout_ms_a_frame", "style and layout a frame", "ms"),
    ("main_thread_ms_a_frame", "main thread a frame", "ms"),
)
_MEMORY = (
    ("rounds", "rounds", ""),
    ("heap_kib_first", "heap at the first sample", "KiB"),
    ("heap_kib", "heap at the end", "KiB"),
    ("heap_bytes_a_round", "growth a round", "bytes"),
    ("nodes_first", "nodes at the first sample", ""),
    ("nodes", "nodes at the end", ""),
    ("listeners_first", "listeners at the first sample", ""),
    ("listeners", "listeners at the end", ""),
)
SHEETS = {"loading": _LOADING, "frames": _FRAMES, "memory": _MEMORY}


def sheet(name: str, found: Mapping[str, Mapping[str, Any]]) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="dim")
    shown.add_column(name)
    for side in found:
        shown.add_column(side, justify="right")
    for field, what, unit in SHEETS[name]:
        shown.add_row(what, *(_cell(one.get(field), unit) for one in found.values()))
    return shown


def _cell(value: Any, unit: str) -> str:
    return "" if value is None else f"{value:,} {unit}".strip()
