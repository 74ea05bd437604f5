"""Files that appear whole or not at all, readable by their owner alone."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def write_whole(path: Path, data: bytes) -> None:
    """Replace what is there."""
    with whole_file(path) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its place when everything is written and on the disk."""
    part = part_beside(path)
    try:
        with open_part(part) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def part_beside(path: Path) -> Path:
    """A name for the unfinished file. Nobody can guess it, to plant a link there; what a killed
    process left behind is in nobody's way."""
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")


def open_part(part: Path) -> BinaryIO:
    """A new file; never one that is there, nor what a link leads to."""
    return open(os.open(part, _NEW, 0o600), "wb")  # noqa: PTH123
