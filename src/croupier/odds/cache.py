"""What takes long to reckon is kept on disk: charts and odds are asked for often.

A file is named by everything that bears on its answer and sealed by its own digest. One that is
missing, damaged or cannot be written costs the time to reckon again, and nothing else.
"""

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any, TypeVar

import msgspec

from croupier.engine.rules import Rules

METHOD = 4
"""Counted up whenever the same question would be answered otherwise."""
MOST_FILES = 2_000
"""A few kilobytes each; whoever asks for one shoe after another does not fill the disk."""

STALE_S = 600
"""Nobody writes that long: it is what a killed run has left."""
FIXED = {"game", "title", "document", "allowed"}
"""Fields that say which variant this is; no house changes them."""

_DIGEST = sha256().digest_size

T = TypeVar("T")


def as_played(rules: Rules, beside: Collection[str] = FIXED) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__ if name not in beside}


def kept(question: object, kind: type[T], reckon: Callable[[], T]) -> T:
    """What is reckoned, or what it came to before."""
    file = _file(question)
    if file is not None and (body := _read(file)) is not None:
        with suppress(msgspec.MsgspecError):
            return msgspec.msgpack.decode(body, type=kind)
    answer = reckon()
    if file is not None:
        with suppress(OSError):
            _write(file, msgspec.msgpack.encode(answer))
    return answer


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


def _file(question: object) -> Path | None:
    folder = cache_folder()
    key = msgspec.to_builtins((METHOD, question), str_keys=True, order="sorted")
    return folder and folder / "odds" / f"{sha256(msgspec.json.encode(key)).hexdigest()}.bin"


def _read(file: Path) -> bytes | None:
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, body = content[:_DIGEST], content[_DIGEST:]
    return body if digest == sha256(body).digest() else None


def _write(file: Path, body: bytes) -> None:
    """All of it or nothing, whoever else writes or reads there."""
    import tempfile  # noqa: PLC0415 -- slow, and whoever only reads has no use for it

    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(sha256(body).digest() + body)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    _tidy(file.parent)


def _tidy(folder: Path) -> None:
    """The oldest go when there are too many, and what a run killed while it wrote has left."""
    by_age = sorted((file.stat().st_mtime, file) for file in folder.iterdir())
    for at, file in by_age:
        if file.suffix != ".bin" and at < time() - STALE_S:
            file.unlink(missing_ok=True)
    for _, file in by_age[:-MOST_FILES]:
        file.unlink(missing_ok=True)
