"""The files of the program that runs, measured again once a day and whenever the inspector asks.

What runs was read at the start. A file that is changed on disk afterwards may still be loaded, is
sent to browsers, and is what deals after the next start.
"""

import asyncio
import logging
from pathlib import Path

import msgspec

from croupier.house.clock import HOUR, Clock
from croupier.house.floor.facts import AlertKind
from croupier.house.program_digests import Changes, ProgramFiles, changes, program_at
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.alert import Alert
from croupier.server.metrics import Metrics

_LOG = logging.getLogger("croupier.approvals")
CHECK_EVERY_MS = 24 * HOUR
_UNREADABLE = ""
"""In place of a digest."""


class ProgramCheck(msgspec.Struct, frozen=True):
    """The files on disk against those at the start of the house."""

    at_ms: int
    changes: Changes


class ProgramWatch:
    def __init__(
        self, folder: Path, started: ProgramFiles, alert: Alert, metrics: Metrics, clock: Clock
    ) -> None:
        self._folder = folder
        self._started = started
        self._alert = alert
        self._metrics = metrics
        self._clock = clock
        self._due = clock.forward() + CHECK_EVERY_MS
        self._reported = started.root
        self.last: ProgramCheck | None = None

    async def check_daily(self) -> None:
        if self._clock.forward() >= self._due:
            await self.check()

    async def check(self) -> ProgramCheck:
        """Alert the pit once for each program found that is not the one started."""
        self._due = self._clock.forward() + CHECK_EVERY_MS
        try:
            found = await asyncio.to_thread(program_at, self._folder)
        except OSError as error:
            self._metrics.program_changed.set(1)
            await self._report_unreadable(error)
            message = f"a file of the program cannot be read: {error.filename}"
            raise Refused(Code.BAD_FILE, message) from error
        differing = changes(self._started.files, found.files)
        files = len(differing.changed) + len(differing.added) + len(differing.gone)
        self._metrics.program_changed.set(files)
        self.last = ProgramCheck(self._clock.wall(), differing)
        if found.root != self._reported:
            self._reported = found.root
            if differing:
                await self._report(found.root, files)
        return self.last

    async def _report_unreadable(self, error: OSError) -> None:
        if self._reported != _UNREADABLE:
            self._reported = _UNREADABLE
            _LOG.error("the program cannot be read", extra={"why": str(error)})
            text = words("A file of the running program cannot be read any more")
            await self._alert(AlertKind.PROGRAM, "", text, "approvals")

    async def _report(self, digest: str, files: int) -> None:
        _LOG.error("the program was changed on disk", extra={"digest": digest, "files": files})
        text = words(
            "Files of the running program were changed on disk since the house started: {files}",
            files=files,
        )
        await self._alert(AlertKind.PROGRAM, "", text, "approvals")
