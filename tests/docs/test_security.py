"""Every line of the security page names a test that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
_NAMED = re.compile(r"`((?:[\w/]+/)?test_\w+(?:\.py)?)::(test_\w+)")


def test_every_test_that_is_named_is_there() -> None:
    found = _NAMED.findall(PAGE)
    assert len(found) > 20
    missing = [f"{file}::{test}" for file, test in found if not _there(file, test)]
    assert missing == []


def _there(file: str, test: str) -> bool:
    name = Path(file).stem
    named = (ROOT / "tests").rglob(f"{name}.py")
    return any(f"def {test}(" in path.read_text(encoding="utf-8") for path in named)
