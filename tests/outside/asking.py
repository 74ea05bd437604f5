"""A round file as a value, and the command in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping

from croupier.roundfile import Played, play, read


def settle(file: Mapping[str, object]) -> Played:
    return play(read(json.dumps(file)))


def croupier(site: object, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(site), *_path()]), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )


def _path() -> list[str]:
    said = os.environ.get("PYTHONPATH", "")
    return said.split(os.pathsep) if said else []
