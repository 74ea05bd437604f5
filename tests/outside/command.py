"""The command in a process of its own, beside packages that are installed for a test."""

import os
import subprocess
import sys
from pathlib import Path


def croupier(*words: str, site: Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. `site`: the folder of the packages."""
    path = filter(None, (str(site), os.environ.get("PYTHONPATH")))
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )
