"""`python -m tools.mutants`: plant, run, tell."""

import argparse
import hashlib
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools.mutants.kept import SOURCES, OutOfDate, equivalents, files, planted, slips
from tools.mutants.memory import UNNOTICED, Memory
from tools.mutants.operators import Mutant
from tools.mutants.page import write
from tools.mutants.reach import TESTS, measure
from tools.mutants.running import Run


def main() -> int:
    said = _arguments()
    chosen = [_within(one) for one in said.files] or files()
    every = [mutant for file in chosen for mutant in slips(file)]
    by_hand = [one for one in planted() if one.file in chosen]
    excused = equivalents(every)
    mutants = by_hand if said.planted else [*by_hand, *every]
    if not said.equivalents:
        mutants = [one for one in mutants if one.name not in excused]
    mutants = sorted(mutants, key=_drawn)[: said.sample] if said.sample else mutants
    began = time.monotonic()
    fates = _meet(mutants, said)
    wrong = [told for one in mutants if (told := _wrong(one, fates, excused))]
    for told in wrong:
        print(told)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes = (time.monotonic() - began) / 60, (used.ru_utime + used.ru_stime) / 60
    took = "{:.1f} minutes, {:.1f} of a processor".format(*minutes)
    if said.write:
        write(fates, f"The last run tried {len(mutants)} mistakes: {took}.")
    print(
        f"{len(mutants)} mistakes planted, {took}: {len(wrong)} that no test notices; "
        f"{len(excused)} more that nobody could notice"
    )
    return 1 if wrong else 0


def _wrong(one: Mutant, fates: dict[str, str], excused: dict[str, str]) -> str:
    """What is to be mended about it, if anything."""
    fate = fates.get(one.name, "broken: it was not tried")
    if fate.startswith("broken"):
        return f"{one.name} could not be planted: {fate}"
    if fate == UNNOTICED and one.name not in excused:
        return f"{one.file}:{one.lines.start} {one.function}: {one.change}"
    if fate != UNNOTICED and one.name in excused:
        return f"{one.name} is listed as equivalent, but {fate} notices it"
    return ""


def _drawn(mutant: Mutant) -> str:
    """By lot, but the same each time."""
    return hashlib.sha256(mutant.name.encode()).hexdigest()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="files of the rules; all if none")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", nargs="+", default=TESTS, help="what has to notice them")
    parser.add_argument("--at-most", type=int, help="tests a mistake meets, for a first look")
    parser.add_argument("--sample", type=int, help="so many of them, drawn by lot")
    parser.add_argument("--planted", action="store_true", help="those written by hand alone")
    parser.add_argument(
        "--equivalents", action="store_true", help="try the listed equivalents too (slow)"
    )
    parser.add_argument("--write", action="store_true", help="write docs/mutants.md")
    return parser.parse_args()


def _within(path: str) -> str:
    whole = Path(path).resolve()
    return str(whole.relative_to(SOURCES) if whole.is_relative_to(SOURCES) else path)


def _meet(mutants: list[Mutant], said: argparse.Namespace) -> dict[str, str]:
    """Mutant → the test that noticed it."""
    reach = measure(said.tests, said.jobs)
    memory = Memory.of(said.tests)
    fates = {one.name: fate for one in mutants if (fate := memory.still(one.name)) is not None}
    left = [one for one in mutants if one.name not in fates]
    fresh = {one.name: files for one in left if (files := memory.changed(one.name)) is not None}
    run = Run(reach, list(memory.files), said.jobs, memory.killers(), fresh, said.at_most)
    for done, (mutant, fate) in enumerate(_told(run.fates(left), len(left)), 1):
        fates[mutant.name] = fate
        if fate != UNNOTICED or said.at_most is None:
            memory.note(mutant.name, fate)
        if done % 50 == 0 or done == len(left):
            memory.keep()
    return fates


def _told(fates: Iterator[tuple[Mutant, str]], all: int) -> Iterator[tuple[Mutant, str]]:
    """A line of progress, overwritten on a terminal."""
    unnoticed, began = 0, time.monotonic()
    end = "\r" if sys.stderr.isatty() else "\n"
    for done, (mutant, fate) in enumerate(fates, 1):
        if fate == UNNOTICED:
            unnoticed += 1
            print(f"unnoticed: {mutant.name}", file=sys.stderr, flush=True)
        if done % (10 if end == "\r" else 100) == 0 or done == all:
            passed = time.monotonic() - began
            text = f"{done} of {all}, {unnoticed} unnoticed, {passed / 60:.1f} minutes"
            print(text, end=end, file=sys.stderr, flush=True)
        yield mutant, fate


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OutOfDate as error:
        sys.exit(f"tools.mutants: {error}")
