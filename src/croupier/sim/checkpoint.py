"""What was done of a run, in a file: to go on another day, and come to the same as in one go."""

import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from croupier.kit.errors import Code, Refused
from croupier.sim.plan import Plan
from croupier.sim.run import Done

METHOD = 1
"""Counted up whenever the same seed would come to other totals, or a tally be told otherwise."""
EVERY_S = 20.0


class Checkpoint(msgspec.Struct, frozen=True):
    method: int
    plan: dict[str, Any]
    seed: int
    units: int
    seconds: float
    tally: bytes
    digest: str = ""

    def sealed(self) -> "Checkpoint":
        bare = msgspec.structs.replace(self, digest="")
        digest = sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()
        return msgspec.structs.replace(self, digest=digest)

    @property
    def done(self) -> Done:
        return Done(self.units, np.frombuffer(self.tally, dtype="<i8").astype(np.int64))


def read(file: Path) -> Checkpoint | None:
    """None where there is none yet."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _bad(file, f"cannot be read: {error.strerror}") from None
    try:
        checkpoint = msgspec.json.decode(content, type=Checkpoint)
    except msgspec.MsgspecError:
        raise _bad(file, "is no checkpoint of a simulation") from None
    if checkpoint.sealed().digest != checkpoint.digest:
        raise _bad(file, "is damaged: its digest does not fit what it holds")
    return checkpoint


def check_same_run(file: Path, found: Checkpoint, plan: Plan, seed: int | None) -> None:
    """It is gone on with as it was begun."""
    if found.method != METHOD:
        raise _bad(file, "was written by another version, whose totals do not fit")
    other = next(_differences(found.plan, plan.named()), None)
    if other is not None:
        raise _bad(file, f"is of another run: {other}")
    if seed is not None and seed != found.seed:
        raise _bad(file, f"is of another run: its seed is {found.seed}, not {seed}")


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> Any:
    for name in sorted(before.keys() | now.keys()):
        was, asked = before.get(name), now.get(name)
        if isinstance(was, dict) and isinstance(asked, dict):
            yield from _differences(was, asked)
        elif was != asked:
            yield f"its {name.replace('_', '-')} is {_short(was)}, not {_short(asked)}"


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 40 else text[:40] + "…"


class Keeper:
    """Writes a run down: now and then, and when it is told to."""

    def __init__(self, file: Path, plan: Plan, seed: int, seconds: float) -> None:
        """`seconds` are those the run has taken before."""
        self._file, self._plan, self._seed = file, plan.named(), seed
        self._before, self._begun = seconds, time.monotonic()
        self._written = self._begun

    def now_and_then(self, done: Done) -> None:
        if time.monotonic() - self._written >= EVERY_S:
            self.write(done)

    def write(self, done: Done) -> None:
        """All of it or nothing."""
        now = time.monotonic()
        seconds = self._before + now - self._begun
        tally = done.tally.astype("<i8").tobytes()
        kept = Checkpoint(METHOD, self._plan, self._seed, done.units, seconds, tally).sealed()
        beside = self._file.with_name(self._file.name + ".new")
        try:
            beside.write_bytes(msgspec.json.encode(kept))
            beside.replace(self._file)
        except OSError as error:
            raise _bad(self._file, f"cannot be written: {error.strerror}") from None
        self._written = now


def _bad(file: Path, what: str) -> Refused:
    return Refused(Code.BAD_FILE, f"the checkpoint {str(file)!r} {what}")
