"""A checkpoint (c2sp.org/tlog-checkpoint): how large a log was, and its root, as the text of a
signed note."""

import re
from base64 import b64decode, b64encode

import msgspec

from croupier.tlog.merkle import HASH_BYTES

_SIZE = re.compile(r"0|[1-9][0-9]{0,17}")


class LogCheckpoint(msgspec.Struct, frozen=True):
    origin: str
    """Which log it is."""
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def parse_checkpoint(text: str) -> LogCheckpoint:
    """The lines after the first three say nothing that is known here."""
    lines = text.split("\n")
    if len(lines) < 4 or lines[-1] or not all(lines[:-1]) or not _SIZE.fullmatch(lines[1]):
        raise ValueError("that is no checkpoint of a log")
    try:
        root = b64decode(lines[2], validate=True)
    except ValueError:
        raise ValueError("the root of the checkpoint is not base64") from None
    if len(root) != HASH_BYTES:
        raise ValueError("the root of the checkpoint is no hash")
    return LogCheckpoint(lines[0], int(lines[1]), root)
