"""tests/README.md: its examples run, its helpers exist, its rules hold."""

import ast
import asyncio
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
HELPERS = re.findall(r"^\| (`[^|]+`) \| [^|]+ \| (`[^|]+`) \|$", PAGE, re.MULTILINE)
FOLDERS = re.findall(r"`tests/(\w+)/`", PAGE)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_examples_run(code: str) -> None:
    """Those without fixtures; of the others, the imports."""
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)
    for name, test in names.items():
        if name.startswith("test_") and inspect.isfunction(test):
            if inspect.signature(test).parameters:
                continue
            result = test()
            if inspect.iscoroutine(result):
                asyncio.run(result)


@pytest.mark.parametrize(("helpers", "modules"), HELPERS)
def test_every_helper_is_where_the_page_says(helpers: str, modules: str) -> None:
    found = [import_module(f"tests.support.{name}") for name in re.findall(r"\w+", modules)]
    for helper in re.findall(r"\w+", helpers):
        assert any(hasattr(module, helper) for module in found), helper


def test_every_folder_is_on_the_page() -> None:
    folders = {path.parent.name for path in TESTS.glob("*/__init__.py")}
    assert folders - {"support"} <= {*FOLDERS}


def test_no_test_imports_from_a_test_file_of_another_folder() -> None:
    wrong = [
        f"{file.relative_to(TESTS)}: {module}"
        for file in TESTS.rglob("*.py")
        for module in _imported(file)
        if re.fullmatch(r"tests\.(.*\.)?(test_\w+|conftest)", module)
        and module.split(".")[1] != file.relative_to(TESTS).parts[0]
    ]
    assert wrong == []


def _imported(file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
