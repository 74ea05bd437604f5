"""The mark: how far each journal had come when it was last acknowledged, kept apart from the books.

Books that are put back from an old copy are sound in themselves: every hash follows from the one
before. Only something outside them can tell that more had happened. A line a journal, all of one
width, each rewritten in place after a commit; no sync, for after a power cut a mark that lags says
nothing wrong, and a process that is killed loses nothing of it.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from croupier.store.errors import StoreFailed
from croupier.store.protocol import Reader
from croupier.store.values import Head
from croupier.store.whole_file import write_whole

_WIDTH = 1024
"""Bytes of a line: a divisor of the disk's blocks, and more than the longest name takes."""
_BEGIN = b"croupier mark 1"

Acknowledged = dict[str, tuple[int, bytes]]
"""The last entry of each journal, and its hash."""


class Mark:
    """Kept by the one process that writes; see `occupied`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None
        self._lines: dict[str, int] = {}

    def begin(self, heads: Mapping[str, Head]) -> None:
        """Anew, from what the books hold: whole or not at all, whenever the power goes."""
        written = {name: head for name, head in sorted(heads.items()) if head.seq}
        lines = (_line(name, head.seq, head.hash) for name, head in written.items())
        try:
            write_whole(self.path, b"".join((_BEGIN.ljust(_WIDTH - 1) + b"\n", *lines)))
            self.close()
            self._file = os.open(self.path, os.O_RDWR)
        except OSError as error:
            raise StoreFailed(f"cannot write the mark {self.path}: {error.strerror}") from error
        self._lines = {name: number for number, name in enumerate(written, 1)}

    def reached(self, stream: str, seq: int, hash: bytes) -> None:
        """After the commit, never before."""
        if self._file is None:
            return
        number = self._lines.setdefault(stream, len(self._lines) + 1)
        try:
            os.pwrite(self._file, _line(stream, seq, hash), number * _WIDTH)
        except OSError as error:
            raise StoreFailed(f"cannot write the mark {self.path}: {error.strerror}") from error

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def acknowledged(path: Path) -> Acknowledged:
    """What the mark says; nothing, if there is none."""
    heads: Acknowledged = {}
    with suppress(FileNotFoundError):
        text = path.read_bytes()
        lines = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
        if not lines or lines[0].strip() != _BEGIN:
            raise StoreFailed(f"{path} is no mark of a house")
        for line in lines[1:]:
            with suppress(ValueError):  # torn when the power went: it says nothing
                seq, hash, name = line.decode().rstrip().split(" ", 2)
                heads[name] = int(seq), bytes.fromhex(hash)
    return heads


def older_than(reader: Reader, known: Acknowledged) -> Iterator[tuple[str, str]]:
    """Where the books do not hold what was acknowledged: the journal, and how."""
    for stream, (seq, hash) in sorted(known.items()):
        head = reader.head(stream)
        if head.seq < seq:
            yield stream, f"ends at {head.seq}, but {seq} was acknowledged"
        elif head.seq == seq:
            if head.hash != hash:
                yield stream, f"entry {seq} is another than was acknowledged"
        elif [entry.hash for entry in reader.entries(stream, seq - 1, 1)] != [hash]:
            yield stream, f"entry {seq} is another than was acknowledged"


def heads_of(reader: Reader, streams: Iterable[str]) -> dict[str, Head]:
    return {stream: reader.head(stream) for stream in streams}


def _line(stream: str, seq: int, hash: bytes) -> bytes:
    return f"{seq} {hash.hex()} {stream}".encode().ljust(_WIDTH - 1) + b"\n"
