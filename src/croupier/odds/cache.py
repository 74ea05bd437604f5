"""Main bets once solved are kept on disk: solving takes a second, and charts are asked for often.

A file is named by everything that bears on its answer and sealed by its own digest. One that is
missing, damaged or cannot be written costs the time to solve again, and nothing else.
"""

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np

from croupier.games.blackjack import BlackjackRules
from croupier.odds.blackjack import Column, MainBet, Progress, solve
from croupier.odds.blackjack.hands import Flags

METHOD = 3
"""Of `solve`: counted up whenever it would answer the same question otherwise."""
MOST_FILES = 2_000
"""A few kilobytes each; whoever asks for one shoe after another does not fill the disk."""

FIXED = {"game", "title", "document", "cites", "allowed", "clauses"}
"""Fields that say which variant this is; no house changes them."""

BESIDE = FIXED | {
    "decks",
    "boxes",
    "boxes_per_player",
    "shared_boxes",
    "face_down",
    "missed_decision",
    "player_pair",
    "over_under",
    "rws_pairs",
    "boom_busted",
    "insurance_pays",
    "insurance_rounds_up",
    "chip_unit",
    "grace_seconds",
    "burn_after_shuffle",
    "cut_card_from_back",
}
"""Fields that do not touch the main bet, the cards of the shoe being given; all others count."""

_DIGEST = sha256().digest_size


class _Kept(msgspec.Struct, frozen=True):
    """A `MainBet` in plain numbers."""

    ev: float
    ev_composition: float
    ev_not_following: float | None
    spread: list[tuple[int, int, float]]
    """Net as numerator and denominator, and its chance."""
    columns: dict[int, list[list[bool]]]


def solved(rules: BlackjackRules, shoe: Sequence[int], progress: Progress | None = None) -> MainBet:
    """`solve`, or what it said before."""
    file = _file(rules, shoe)
    if file is not None and (kept := _read(file)) is not None:
        return kept
    main = solve(rules, shoe, progress)
    if file is not None:
        with suppress(OSError):
            _write(file, main)
    return main


def cache_folder() -> Path | None:
    """$CROUPIER_CACHE, or `croupier` in the user's cache folder; None where there is no such, or
    where the variable is set to nothing: then nothing is kept."""
    if (chosen := os.environ.get("CROUPIER_CACHE")) is not None:
        return Path(chosen) if chosen else None
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if base.is_absolute():
        return base / "croupier"
    try:
        return Path.home() / ".cache" / "croupier"
    except RuntimeError:
        return None


def _file(rules: BlackjackRules, shoe: Sequence[int]) -> Path | None:
    folder = cache_folder()
    counted = {name: getattr(rules, name) for name in rules.__struct_fields__ if name not in BESIDE}
    question = msgspec.json.encode(
        (METHOD, counted, [int(count) for count in shoe]), order="sorted"
    )
    return folder and folder / "odds" / f"{sha256(question).hexdigest()}.bin"


def _read(file: Path) -> MainBet | None:
    try:
        content = file.read_bytes()
        digest, body = content[:_DIGEST], content[_DIGEST:]
        if digest != sha256(body).digest():
            return None
        kept = msgspec.msgpack.decode(body, type=_Kept)
    except (OSError, ValueError):
        return None
    return MainBet(
        kept.ev,
        kept.ev_composition,
        kept.ev_not_following,
        {Fraction(net, of): p for net, of, p in kept.spread},
        {shown: Column(*map(_flags, column)) for shown, column in kept.columns.items()},
    )


def _flags(cells: list[bool]) -> Flags:
    return np.array(cells, dtype=np.bool_)


def _write(file: Path, main: MainBet) -> None:
    """All of it or nothing, whoever else writes or reads there."""
    kept = _Kept(
        main.ev,
        main.ev_composition,
        main.ev_not_following,
        [(net.numerator, net.denominator, p) for net, p in main.spread.items()],
        {shown: [cells.tolist() for cells in column] for shown, column in main.columns.items()},
    )
    body = msgspec.msgpack.encode(kept)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(sha256(body).digest() + body)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    _drop_oldest(file.parent)


def _drop_oldest(folder: Path) -> None:
    """Whatever lies there: a run killed while it wrote has left a file of no use."""
    files = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime)
    for one in files[:-MOST_FILES]:
        one.unlink(missing_ok=True)
