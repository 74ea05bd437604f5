"""Rules know no floats: money is integers, and every division says which way it rounds."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "croupier"
PURE = sorted(
    path
    for folder in ("kit", "engine", "games/*/engine", "games/*/books")
    for path in SOURCES.glob(f"{folder}/*.py")
)

BANNED = {"float", "round", "print", "open", "input", "hash", "id"}


def impurities(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"line {line}: the float {node.value}"
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"line {line}: a division that makes a float"
        if isinstance(node, ast.Call) and ast.unparse(node.func) in BANNED:
            yield f"line {line}: {ast.unparse(node.func)}()"
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Set):
            yield f"line {line}: the order of a set"


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(SOURCES)))
def test_no_floats_and_no_output(path: Path) -> None:
    assert list(impurities(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("source", ["x = 0.5", "x = a / b", "float(x)", "print(x)", "open(x)"])
def test_the_check_itself_can_fail(source: str) -> None:
    assert list(impurities(source))
