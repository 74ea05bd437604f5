"""Stills of what a console's camera saw when something was done at its table, kept for some days.

One file a journal entry, in a folder of its table: its name says the entry, the time and the
SHA-256 of what is in it, so that a still which was changed is not shown.
"""

import hashlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.house.clock import HOUR

if TYPE_CHECKING:  # and PyAV with it, which is not needed otherwise
    from av import VideoFrame

_WIDTH, _HEIGHT = 640, 480
_QUALITY = 70
_TOGETHER = 1000
"""Entries whose stills lie in one folder."""
_DAY = 24 * HOUR


class Still(NamedTuple):
    path: Path
    seq: int
    at_ms: int
    sha256: str


class Stills:
    def __init__(self, folder: Path | None, days: int) -> None:
        """Without a folder none are kept."""
        self._folder = folder
        self._kept_ms = days * _DAY
        self._swept_ms = 0

    def keep(self, table: str, seq: int, at_ms: int, frame: "VideoFrame") -> None:
        if self._folder is None:
            return
        from av.video.reformatter import VideoReformatter  # noqa: PLC0415 -- for who keeps stills
        from PIL import Image  # noqa: PLC0415

        # Two entries may be kept of one frame at once, each on its own thread. A frame's own
        # reformatter must not be shared by threads: it crashes the process.
        image = Image.fromarray(VideoReformatter().reformat(frame, format="rgb24").to_ndarray())
        image.thumbnail((_WIDTH, _HEIGHT))
        written = BytesIO()
        image.save(written, "JPEG", quality=_QUALITY)
        body = written.getvalue()
        folder = self._of(table, seq)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{seq}_{at_ms}_{hashlib.sha256(body).hexdigest()}.jpg"
        # It gets its name when it is whole.
        half = path.with_suffix(".half")
        half.write_bytes(body)
        half.rename(path)

    def find(self, table: str, seq: int) -> Still | None:
        if self._folder is None:
            return None
        return next((s for s in _stills(self._of(table, seq)) if s.seq == seq), None)

    def read(self, still: Still) -> bytes | None:
        """What is in it; nothing, if that is not what was kept."""
        try:
            body = still.path.read_bytes()
        except OSError:  # its days are over
            return None
        return body if hashlib.sha256(body).hexdigest() == still.sha256 else None

    def sweep(self, now_ms: int) -> None:
        """Delete what was kept long enough; looked at once an hour."""
        if self._folder is None or now_ms - self._swept_ms < HOUR:
            return
        self._swept_ms = now_ms
        for folder in self._folder.glob("*/*"):
            kept = 0
            for still in _stills(folder):
                if now_ms - still.at_ms > self._kept_ms:
                    still.path.unlink(missing_ok=True)
                else:
                    kept += 1
            if not kept and not any(folder.iterdir()):
                folder.rmdir()

    def _of(self, table: str, seq: int) -> Path:
        assert self._folder is not None
        return self._folder / table / str(seq // _TOGETHER)


def _stills(folder: Path) -> Iterator[Still]:
    for path in folder.glob("*_*_*.jpg"):
        seq, at_ms, sha256 = path.stem.split("_")
        yield Still(path, int(seq), int(at_ms), sha256)
