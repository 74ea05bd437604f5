"""What `make lint` cannot look at in deploy/: it takes programs that pip does not install.

    python -m tools.check_deploy

Each check runs where its program is on the machine; what could not be checked is named, at the end
too. The exit status is 1 when a check has failed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

DEPLOY = Path(__file__).parents[1] / "deploy"
CHART = DEPLOY / "helm" / "croupier"
MOST_EXPOSED = 20
"""Of 100, by systemd's own reckoning."""


class Check(NamedTuple):
    what: str
    program: str
    commands: Callable[[Path], Iterator[list[str]]]
    """Given a folder for what they need besides; each must end well."""


def caddyfile(_: Path) -> Iterator[list[str]]:
    file = str(DEPLOY / "caddy" / "Caddyfile")
    yield ["caddy", "validate", "--adapter", "caddyfile", "--config", file]


def alerts(_: Path) -> Iterator[list[str]]:
    yield ["promtool", "check", "rules", str(DEPLOY / "prometheus" / "alerts.yaml")]
    yield ["promtool", "test", "rules", str(DEPLOY / "prometheus" / "alerts_test.yaml")]


def dashboard(folder: Path) -> Iterator[list[str]]:
    """Its expressions, as rules of their own."""
    panels = json.loads((DEPLOY / "grafana" / "croupier.json").read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel.get("targets", ())]
    rules = [
        {"record": f"panel:{number}", "expr": text.replace("$__rate_interval", "5m")}
        for number, text in enumerate(asked)
    ]
    file = folder / "dashboard.yaml"
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    yield ["promtool", "check", "rules", str(file)]


def units(folder: Path) -> Iterator[list[str]]:
    """As they are, but for the program: it need not be installed here."""
    for unit in (DEPLOY / "systemd").glob("*.service"):
        text = unit.read_text().replace("/opt/croupier/bin/croupier", "/bin/true")
        (folder / unit.name.replace("@", "@a")).write_text(text)
    names = sorted(map(str, folder.glob("*.service")))
    yield ["systemd-analyze", "verify", *names]
    for name in names:
        yield [
            "systemd-analyze",
            "security",
            "--offline=true",
            "--no-pager",
            f"--threshold={MOST_EXPOSED}",
            name,
        ]


def chart(folder: Path) -> Iterator[list[str]]:
    yield ["helm", "lint", "--strict", str(CHART)]
    more = ["--set", "serviceMonitor.enabled=true", "--set", "tables=x"]
    yield ["helm", "template", "house", str(CHART), *more, "--output-dir", str(folder)]
    made = map(str, sorted(folder.rglob("*.yaml")))
    yield [str(Path(sys.executable).with_name("kubernetes-validate")), "--strict", *made]


CHECKS = (
    Check("the proxy's Caddyfile", "caddy", caddyfile),
    Check("Prometheus alerts, and whom they call when", "promtool", alerts),
    Check("the dashboard's expressions", "promtool", dashboard),
    Check("systemd units, and how exposed they are", "systemd-analyze", units),
    Check("the Helm chart, and what it renders to", "helm", chart),
)


def fault_of(check: Check) -> str:
    """What the first command that did not end well has said."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "home").mkdir()
        environment = os.environ | {"HOME": str(folder / "home")}
        for key in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            environment.pop(key, None)
        for command in check.commands(folder):
            done = subprocess.run(
                command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            # systemd tells of a setting that it does not know, and goes on.
            unknown = re.search(r"Unknown key|Failed to parse", done.stdout)
            if done.returncode or unknown:
                return f"{' '.join(command)}\n{done.stdout}"
    return ""


def main() -> int:
    failed, unchecked = False, []
    for check in CHECKS:
        if shutil.which(check.program) is None:
            unchecked.append(f"{check.what} (no {check.program} here)")
        elif fault := fault_of(check):
            failed = True
            print(f"FAILED   {check.what}: {fault}")
        else:
            print(f"checked  {check.what}")
    for what in unchecked:
        print(f"NOT CHECKED  {what}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
