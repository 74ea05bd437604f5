"""A server as a process: started on its own core, watched from outside, stopped in good order."""

import atexit
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
    def __init__(self, wanted: Wanted | None, bus: str = "", nodes: int = 1) -> None:
        """Without anything wanted: the bare server. Several nodes are one server to who looks at
        it, all on the one core."""
        self._processes: list[subprocess.Popen[str]] = []
        self.address = ""
        for n in range(nodes):
            if wanted is not None and bus:
                wanted = msgspec.structs.replace(wanted, bus=bus, node=f"n{n}", port=self.port)
            self._start(wanted)

    def _start(self, wanted: Wanted | None) -> None:
        kind = ["bare"] if wanted is None else ["house", msgspec.json.encode(wanted).decode()]
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.live.servers", *kind],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._processes.append(process)
        atexit.register(process.kill)  # should a scenario fail
        os.sched_setaffinity(process.pid, {SERVER_CORE})
        assert process.stdout is not None
        self.address = process.stdout.readline().strip()
        assert self.address, "the server did not open"

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2] or 0)

    def cpu(self) -> float:
        """Seconds of processor time so far, all threads, in the program and for it."""
        return sum(_cpu(process.pid) for process in self._processes)

    def rss_kib(self) -> int:
        return sum(_rss_kib(process.pid) for process in self._processes)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        for process in self._processes:
            process.send_signal(how)
        try:
            for process in self._processes:
                process.wait(60)
        finally:
            for process in self._processes:
                process.kill()
                process.wait()
                assert process.stdout is not None
                process.stdout.close()


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _rss_kib(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("the server has gone")
