"""Whether the band holds what it says, and how soon what is wrong is found: by simulation.

python -m benchmarks.monitoring coverage      days of every game beside their band of 99 %
python -m benchmarks.monitoring honest        how often evidence rises where nothing is wrong
python -m benchmarks.monitoring alerts        rounds until the alarm where something is
python -m benchmarks.monitoring speed         the band and the alerts over a million rounds
python -m benchmarks.monitoring all DIR       all of it, and the pictures into a folder
"""

import sys
from pathlib import Path

from benchmarks.monitoring.alerts import alerts, honest
from benchmarks.monitoring.coverage import coverage
from benchmarks.monitoring.pictures import pictures
from benchmarks.monitoring.speed import speed


def everything(folder: Path) -> None:
    coverage()
    honest()
    pictures(folder, alerts())
    speed()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["coverage"]:
            coverage()
        case ["honest"]:
            honest()
        case ["alerts"]:
            alerts()
        case ["speed"]:
            speed()
        case ["all", folder]:
            everything(Path(folder))
        case _:
            sys.exit(__doc__)
