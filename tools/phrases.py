"""Every phrase the house can say, found where it is said: the first argument of `words`.

`tools.protocol` writes them to `web/src/i18n/en/said.json`; the other languages translate it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from croupier.engine.rules import describe
from croupier.engine.variants import VARIANTS
from croupier.kit.phrase import KINDS, places, words

SOURCES = Path(__file__).parent.parent / "src" / "croupier"


def phrases() -> list[str]:
    """Each once, in the order of the sources; then what every setting means."""
    found: dict[str, None] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for call in _said_in(path):
            found[_key(path, call)] = None
    for rules in VARIANTS.values():
        for field in rules.settings():
            found[describe(type(rules), field)] = None
    return list(found)


def _said_in(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda one: (one.lineno, one.col_offset)):
        if ast.unparse(call.func) == words.__name__:
            yield call


def _key(path: Path, call: ast.Call) -> str:
    """What is not written out could not be found, and a place nobody fills would stay empty."""
    match call.args:
        case [ast.Constant(value=str(key))]:
            filled = places(key)
        case _:
            raise SystemExit(f"{_at(path, call)}: the phrase is not written out")
    if filled.keys() != {one.arg for one in call.keywords}:
        raise SystemExit(f"{_at(path, call)}: the places and what fills them differ")
    if unknown := {kind or None for kind in filled.values()} - KINDS.keys():
        raise SystemExit(f"{_at(path, call)}: there is no kind {unknown}")
    return key


def _at(path: Path, call: ast.Call) -> str:
    return f"{path.relative_to(SOURCES)}:{call.lineno}"
