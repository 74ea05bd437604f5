"""What must not stand in the source at all."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier

ROOT = Path(croupier.__file__).parent
STRANGERS = [*(ROOT / "server").rglob("*.py"), *(ROOT / "house").rglob("*.py")]
CALLS = frozenset({"eval", "exec", "compile", "__import__", "breakpoint"})
MODULES = frozenset(
    {"random", "pickle", "marshal", "shelve", "subprocess", "yaml", "ctypes", "telnetlib", "ftplib"}
)


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _trouble(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield f"{node.lineno}: calls {name}"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr="system" | "popen")):
                yield f"{node.lineno}: asks a shell"
            case ast.Import(names=names):
                yield from (
                    f"{node.lineno}: imports {one.name}"
                    for one in names
                    if one.name.partition(".")[0] in MODULES
                )
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
                yield f"{node.lineno}: imports from {module}"
            case ast.keyword(arg="debug" | "shell", value=ast.Constant(value=True)):
                yield f"{node.lineno}: {node.arg}=True"
            case ast.keyword(arg="verify", value=ast.Constant(value=False)):
                yield f"{node.lineno}: does not verify"


@pytest.mark.parametrize("path", STRANGERS, ids=_named)
def test_nothing_dangerous(path: Path) -> None:
    """No code from data, no shell, and no chance but the operating system's."""
    assert not list(_trouble(path))


def test_the_watch_can_see(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import random\nfrom pickle import loads\neval('1')\nf(debug=True)\n")
    assert len(list(_trouble(bad))) == 4
