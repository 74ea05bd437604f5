"""JSON from strangers: strict as everywhere, and only of whole characters."""

import json
from typing import Any

from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse


def read_json(text: str | bytes, what: str = "a message") -> Any:
    value = parse(text, what, Code.BAD_MESSAGE)
    if b"\\u" in text if isinstance(text, bytes) else "\\u" in text:
        _check_whole(value, what)
    return value


def _check_whole(value: Any, what: str) -> None:
    """An escape can name half a character, which no store keeps and no socket carries."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except (UnicodeEncodeError, RecursionError):
        raise Refused(Code.BAD_MESSAGE, f"this is not {what}: half a character") from None
