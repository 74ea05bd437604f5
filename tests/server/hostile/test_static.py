"""What must not stand in the source at all."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import msgspec
import pytest

import croupier
from croupier.engine import protocol as engine
from croupier.server import odds_service

ROOT = Path(croupier.__file__).parent
VERIFY = ROOT / "house" / "verify" / "processes.py"
"""`croupier verify` looks at tables in processes of its own; nobody from outside can start it."""
STRANGERS = [
    path
    for path in (*(ROOT / "server").rglob("*.py"), *(ROOT / "house").rglob("*.py"))
    if path != VERIFY
]
CALLS = frozenset({"eval", "exec", "compile", "__import__", "breakpoint"})
MODULES = frozenset(
    {
        "random",
        "pickle",
        "marshal",
        "shelve",
        "subprocess",
        "multiprocessing",
        "pty",
        "yaml",
        "ctypes",
        "telnetlib",
        "ftplib",
    }
)
PROCESSES = re.compile(
    r"asyncio\.subprocess|(.*\.)?(create_)?subprocess_(exec|shell)|(.*\.)?ProcessPoolExecutor"
    r"|os\.(system|popen|fork|forkpty|exec\w+|spawn\w+|posix_spawnp?)"
)
MAY_START_ONE = ROOT / "server" / "odds_service.py"
"""The odds desk reckons beside the house: its own program, its own arguments, and no shell."""


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _trouble(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield f"{node.lineno}: calls {name}"
            case ast.Attribute() | ast.Name() if PROCESSES.fullmatch(ast.unparse(node)):
                yield f"{node.lineno}: starts a process with {ast.unparse(node)}"
            case ast.ImportFrom(module=str(module), names=names) if any(
                PROCESSES.fullmatch(one)
                for one in (module, *(f"{module}.{name.name}" for name in names))
            ):
                yield f"{node.lineno}: starts a process, by {module}"
            case ast.Import(names=names):
                yield from (
                    f"{node.lineno}: imports {one.name}"
                    for one in names
                    if one.name.partition(".")[0] in MODULES or PROCESSES.fullmatch(one.name)
                )
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
                yield f"{node.lineno}: imports from {module}"
            case ast.keyword(arg="debug" | "shell", value=ast.Constant(value=True)):
                yield f"{node.lineno}: {node.arg}=True"
            case ast.keyword(arg="verify", value=ast.Constant(value=False)):
                yield f"{node.lineno}: does not verify"


@pytest.mark.parametrize("path", STRANGERS, ids=_named)
def test_nothing_dangerous(path: Path) -> None:
    """No code from data, no process, no shell, and no chance but the operating system's."""
    trouble = list(_trouble(path))
    if path == MAY_START_ONE:
        trouble = [one for one in trouble if "starts a process" not in one]
    assert not trouble


def test_an_open_house_starts_no_processes_to_verify() -> None:
    code = "import sys, croupier.server.app, croupier.server.house; print(*sys.modules)"
    loaded = run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "croupier.house.verify.slow_check" in loaded.split()
    assert "croupier.house.verify.processes" not in loaded.split()


def test_the_one_process_is_always_one_of_two_programs() -> None:
    """What is asked goes in as arguments, a game's name, JSON and a word, never through a shell."""
    source = MAY_START_ONE.read_text(encoding="utf-8")
    started = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and PROCESSES.fullmatch(ast.unparse(node.func))
    ]
    (call,) = started
    assert ast.unparse(call.func) == "asyncio.create_subprocess_exec"
    assert [ast.unparse(one) for one in call.args] == ["*program", "*key"]
    assert (sys.executable, "-P", "-m", "croupier.odds.reckoning") == odds_service._PROGRAM
    assert (sys.executable, "-P", "-m", "croupier.odds.sessions") == odds_service._SESSIONS
    game, settings = odds_service._key(engine.variant("rws-blackjack", {"h17": True}))
    assert game == "rws-blackjack"
    assert msgspec.json.decode(settings)["h17"] is True


def test_the_watch_can_see(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import random\nfrom pickle import loads\neval('1')\nf(debug=True)\n")
    assert len(list(_trouble(bad))) == 4


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess",
        "from subprocess import run",
        "import asyncio.subprocess",
        "from asyncio import subprocess",
        "from asyncio.subprocess import PIPE",
        "from asyncio import create_subprocess_exec",
        "asyncio.create_subprocess_exec('ls')",
        "asyncio.create_subprocess_shell('ls')",
        "asyncio.subprocess.PIPE",
        "loop.subprocess_exec(f, 'ls')",
        "os.system('ls')",
        "os.popen('ls')",
        "os.execvp('ls', [])",
        "os.posix_spawn('ls', [], {})",
        "from os import fork",
        "from concurrent.futures import ProcessPoolExecutor",
    ],
)
def test_no_way_to_a_process_is_overlooked(tmp_path: Path, line: str) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(f"{line}\n")
    assert list(_trouble(bad))
