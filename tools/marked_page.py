"""The part of a page that a tool writes: what stands between two marks."""

import sys
from pathlib import Path


def between(page: Path, begin: str, end: str) -> str:
    """What stands there now."""
    return page.read_text(encoding="utf-8").split(begin)[1].split(end)[0].strip()


def write_or_check(page: Path, begin: str, end: str, now: str, tool: str) -> None:
    """With `--write` it is put there; without, a page that says something else is complained of."""
    if "--write" in sys.argv:
        before, _, rest = page.read_text(encoding="utf-8").partition(begin)
        after = rest.partition(end)[2]
        page.write_text(f"{before}{begin}\n\n{now}\n\n{end}{after}", encoding="utf-8")
    elif now != between(page, begin, end):
        sys.exit(f"docs/{page.name} is out of date: python -m {tool} --write")
