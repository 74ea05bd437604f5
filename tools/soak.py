"""Runs everything that is too long for `make test`, one job after the other, and writes a report.

python -m tools.soak                    all jobs, for some hours
python -m tools.soak mutants takeover   some of them
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "soak-report.md"
LOGS = ROOT / ".soak"
TAIL_LINES = 25
JOBS = {
    "mutants": ("tools.mutants",),
    "claims": ("tools.mutants.claims", ""),  # of every clause
    "million-rounds": ("tools.simulate_check", "all", "--rounds", "1e6"),
    "takeover": ("benchmarks.takeover",),
    "guests": ("benchmarks.guests",),
    "watchdogs": ("tools.watchdogs", "--play", str(LOGS / "watchdogs.msgpack")),
    "alerts": ("benchmarks.monitoring", "honest"),
}
"""Mistakes planted in the rules, and where clauses are cited; a million rounds per variant, kernel
against engine; nodes killed, cut off and frozen; an hour of guests; doctored wheels, marked cards;
false alarms."""


class Outcome(msgspec.Struct, frozen=True):
    job: str
    status: int
    seconds: float
    tail: str


def run(job: str) -> Outcome:
    """Runs a job to its end; its whole output goes to a log file."""
    log = LOGS / f"{job}.log"
    started = time.monotonic()
    with log.open("w") as output:
        done = subprocess.run(
            [sys.executable, "-m", *JOBS[job]],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    tail = "\n".join(log.read_text().splitlines()[-TAIL_LINES:])
    return Outcome(job, done.returncode, time.monotonic() - started, tail)


def report(outcomes: list[Outcome]) -> str:
    lines = ["# Soak report", "", "| job | result | minutes |", "|---|---|--:|"]
    for done in outcomes:
        result = "passed" if done.status == 0 else f"failed, exit status {done.status}"
        lines.append(f"| {done.job} | {result} | {done.seconds / 60:.1f} |")
    for done in outcomes:
        lines += ["", f"## {done.job}", "", "```", done.tail, "```"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=f"of {', '.join(JOBS)}; default all")
    jobs = parser.parse_args().jobs or list(JOBS)
    if unknown := set(jobs) - set(JOBS):
        parser.error(f"no such job: {', '.join(sorted(unknown))}; choose from {', '.join(JOBS)}")
    LOGS.mkdir(exist_ok=True)
    outcomes: list[Outcome] = []
    for number, job in enumerate(jobs, 1):
        print(f"[{number}/{len(jobs)}] {job}: output in {LOGS.name}/{job}.log", flush=True)
        outcomes.append(run(job))
        # Written after every job: a run that is stopped leaves what it has found.
        REPORT.write_text(report(outcomes))
    print(f"report: {REPORT.name}")
    sys.exit(any(done.status for done in outcomes))


if __name__ == "__main__":
    main()
