"""What a command costs before it has said anything: the processor time of a fresh process, user and
system, beside that of a bare interpreter; run by `make bench`."""

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

RUNS = 7
CROUPIER = str(Path(sys.executable).with_name("croupier"))
COMMANDS = (
    (sys.executable, "-c", "pass"),
    (CROUPIER, "--help"),
    (CROUPIER, "games"),
    (CROUPIER, "rules", "rws-blackjack"),
    (CROUPIER, "settle", "examples/split-and-double.json"),
    (CROUPIER, "explain", "examples/misdeal.json"),
    (CROUPIER, "odds", "rws-blackjack"),
    (CROUPIER, "odds", "live-baccarat"),
)


def processor_seconds(command: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    print(f"processor seconds of a command, the median and the least of {RUNS}")
    for command in COMMANDS:
        processor_seconds(command)  # what it compiles or keeps, it has from here on
        taken = [processor_seconds(command) for _ in range(RUNS)]
        name = " ".join((Path(command[0]).name, *command[1:]))
        print(f"{name:<48} {median(taken):6.3f} {min(taken):6.3f}")


if __name__ == "__main__":
    main()
