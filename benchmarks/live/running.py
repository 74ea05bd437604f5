"""A server as a process: started on its own core, watched from outside, stopped in good order."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
from benchmarks.live.servers import Wanted

SERVER_CORE, PLAYERS_CORE = 0, min(1, (os.cpu_count() or 1) - 1)
_TICKS = os.sysconf("SC_CLK_TCK")


class Running:
    def __init__(self, wanted: Wanted | None) -> None:
        """Without anything wanted: the bare server."""
        kind = ["bare"] if wanted is None else ["house", msgspec.json.encode(wanted).decode()]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.live.servers", *kind],
            stdout=subprocess.PIPE,
            text=True,
        )
        os.sched_setaffinity(self._process.pid, {SERVER_CORE})
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address, "the server did not open"

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def cpu(self) -> float:
        """Seconds of processor time so far, all threads, in the program and for it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def rss_kib(self) -> int:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        raise AssertionError("the server has gone")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(how)
        try:
            self._process.wait(60)
        finally:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
