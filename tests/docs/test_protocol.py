"""Every message, field and code is on the protocol page."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tools.protocol import NOT_ON_A_SOCKET, on_the_socket

from croupier.kit.errors import Code
from croupier.wire.commands import Asked
from croupier.wire.messages import Message, NoticeCode

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    return PAGE.partition(f"<!-- begin {name} -->")[2].partition(f"<!-- end {name} -->")[0]


@pytest.mark.parametrize("kind", on_the_socket(), ids=lambda kind: kind.__name__)
def test_every_field_of_every_message_is_on_the_page(kind: type[msgspec.Struct]) -> None:
    asked = kind in get_args(Asked)
    if asked or kind in get_args(Message):
        tag = kind.__struct_config__.tag
        (row,) = re.findall(rf"^\| `{tag}` \| (.*)$", block("asked" if asked else "told"), re.M)
    else:
        row = PAGE.partition(f"\n#### {kind.__name__}\n")[2].partition("\n#### ")[0]
    fields = kind.__struct_fields__
    assert [one for one in fields if not re.search(rf"\b{one}\b", row)] == []


def test_every_code_of_the_socket_is_on_the_page() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| \d+ \| (yes)? ", block("codes"), re.M))
    assert set(rows) == set(Code)
    assert {code for code, yes in rows.items() if not yes} == NOT_ON_A_SOCKET


SERVER = Path(__file__).parents[2] / "src" / "croupier" / "server"


def _literals(pattern: str) -> set[str]:
    """Codes that are written out where they are sent."""
    written = "\n".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    return set(re.findall(pattern, written))


def test_every_notice_is_on_the_page() -> None:
    told = PAGE.partition("### Notices")[2].partition("###")[0]
    assert [code for code in NoticeCode if f"`{code}`" not in told] == []


def test_every_last_word_is_on_the_page() -> None:
    codes = _literals(r'\.end(?:_all)?\("([a-z-]+)"')
    assert codes == {"closing", "logged-out", "moved"}
    told = PAGE.partition("### The end of a socket")[2].partition("###")[0]
    also = {Code.NOT_KNOWN, Code.TOO_OFTEN, Code.BAD_MESSAGE, Code.ON_BREAK, Code.EXCLUDED}
    also |= {Code.LIMIT, Code.NOT_ALLOWED}
    assert [code for code in sorted(codes | also) if f"`{code}`" not in told] == []


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.M)
    there = {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in headings}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= there


def test_numbers_that_are_bounds_stand_in_the_tables_alone() -> None:
    """Written by hand they would go stale."""
    by_hand = re.sub(r"<!-- begin (\w| )+ -->.*?<!-- end (\w| )+ -->", "", PAGE, flags=re.S)
    for bound in (
        "64 messages",
        "last 64",
        "KiB",
        "a quarter of a second",
        "thirty",
        "ten seconds",
    ):
        assert bound not in by_hand
