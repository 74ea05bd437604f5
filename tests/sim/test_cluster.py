"""A run on a Dask cluster that is really started: a scheduler, and two workers of whom one dies."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from croupier.engine.protocol import variant
from croupier.kit.errors import Refused
from croupier.sim import checkpoint as checkpoints
from croupier.sim import cluster as clusters
from croupier.sim import simulate
from tests.support.command_line import run_command

PATIENCE_S = 120
SEED, ROUNDS = 17, 3_000_000


class Cluster:
    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._log = (folder / "log").open("wb")
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        begun = time.monotonic()
        while not self._file.exists() or not self._file.read_text():
            assert self.scheduler.poll() is None
            assert time.monotonic() - begun < PATIENCE_S
            time.sleep(0.05)
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers = [
            self._start("worker", "--nthreads", "1", "--no-nanny", "--name", name) for name in "ab"
        ]

        connect: Any = Client
        with connect(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=PATIENCE_S)

    def _start(self, what: str, *options: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self._file)]
        return subprocess.Popen(
            [*command, "--no-dashboard", *options], stdout=self._log, stderr=self._log
        )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    try:
        yield started
    finally:
        started.close()


def test_a_worker_is_killed_in_the_middle_and_no_round_is_lost(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters.Cluster, "part_s", 0.002)
    parts: list[int] = []

    def kill_one(done: int, _of: int) -> None:
        parts.append(done)
        if len(parts) == 3:
            cluster.workers[0].kill()

    rules = variant("rws-knockout-baccarat")
    result = simulate(rules, ROUNDS, seed=SEED, cluster=cluster.address, progress=kill_one)
    assert cluster.workers[0].wait() != 0
    assert cluster.workers[1].poll() is None
    assert len(parts) > 10
    assert result.device == "cluster"
    assert result.rounds == ROUNDS
    assert (result.tally == simulate(rules, ROUNDS, seed=SEED).tally).all()


def test_a_scheduler_that_is_lost_is_told(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And what was done is kept."""
    monkeypatch.setattr(clusters.Cluster, "part_s", 0.002)
    parts: list[int] = []

    def kill(done: int, _of: int) -> None:
        parts.append(done)
        if len(parts) == 3:
            cluster.scheduler.kill()

    rules, file = variant("live-baccarat"), tmp_path / "run"
    with pytest.raises(Refused, match="was lost; what was done is kept"):
        simulate(
            rules,
            10 * ROUNDS,
            seed=SEED,
            cluster=cluster.address,
            progress=kill,
            checkpoint=file,
        )
    kept = checkpoints.read(file)
    assert kept is not None
    assert kept.units == parts[-1]
    result = simulate(rules, ROUNDS, checkpoint=file)
    assert (result.tally == simulate(rules, result.rounds, seed=SEED).tally).all()


def test_a_worker_with_another_version(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "METHOD", 0)
    with pytest.raises(Refused, match="a worker of the cluster failed: RuntimeError: it has"):
        simulate(variant("live-roulette"), 1000, cluster=cluster.address)


def test_nobody_at_that_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_CONNECT_S", 1)
    asked = ["simulate", "live-baccarat", "--cluster", "tcp://127.0.0.1:9"]
    done = run_command(*asked)
    assert done.exit_code == 2
    assert done.stderr.startswith(
        "croupier: bad-setting: the cluster at 'tcp://127.0.0.1:9' cannot"
    )
    assert done.stderr.count("\n") == 1
