"""Every line of the security page names a test, and each is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
_NAMED = re.compile(r"`((?:[\w/]+/)?test_\w+\.py)?(?:::(test_\w+))?`")
HOSTILE = "tests/server/hostile/"
LINES = [
    line
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.endswith("| shown by |")
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[2:60])
def test_every_line_names_tests_that_are_there(line: str) -> None:
    file, named = "", 0
    for path, test in _NAMED.findall(line):
        if not path and not test:
            continue
        # "::test_x" is of the file named before it.
        file = path or file
        source = ROOT / (file if "/" in file else HOSTILE + file)
        assert source.is_file(), source
        assert not test or f"def {test}(" in source.read_text(encoding="utf-8"), test
        named += 1
    assert named


def test_the_page_is_read() -> None:
    assert len(LINES) > 40
