"""JSON as strangers send it: strict, bounded, and never a traceback."""

import json
from typing import Any, NoReturn

from croupier.kit.errors import Code, Refused

LARGEST = 16 * 1024 * 1024
"""Bytes; a round file with ten thousand bettors fits many times."""

_DIGITS = 18
_HUGE: int = 10**18


class Fraction:
    """A JSON number with a point or an exponent: legal JSON, but nothing here is one."""


def parse(text: str | bytes, what: str = "a round file") -> Any:
    """Of a file; what is wrong in a field is told with the field."""
    try:
        return _parse(text)
    except _NotJson as error:
        raise Refused(Code.BAD_FILE, f"this is not {what}: {error}") from None


def parse_message(text: str | bytes) -> Any:
    """Of a message or a request. An escape can name half a character, which no store keeps and no
    socket carries: it is refused wherever it stands."""
    try:
        value = _parse(text)
        if (b"\\u" if isinstance(text, bytes) else "\\u") in text:  # type: ignore[operator]
            json.dumps(value, ensure_ascii=False, default=str).encode()
    except _NotJson as error:
        raise Refused(Code.BAD_MESSAGE, f"this is not JSON: {error}") from None
    except UnicodeEncodeError:
        raise Refused(Code.BAD_MESSAGE, "this is not JSON: half a character") from None
    return value


def _parse(text: str | bytes) -> Any:
    if len(text) > LARGEST:
        raise _bad(f"larger than {LARGEST // 1024 // 1024} MiB")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return _STRICT.decode(text)
    except UnicodeDecodeError:
        raise _bad("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise _bad(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise _bad("nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise _bad(f"the field {twice[:40]!r} stands twice")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise _bad(f"{name} is not JSON")


def _whole(digits: str) -> int:
    # No field needs more digits; what is longer stays too large for any of them.
    if len(digits) > _DIGITS:
        return -_HUGE if digits.startswith("-") else _HUGE
    return int(digits)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_constant=_no_constant,
    parse_int=_whole,
    parse_float=lambda _: Fraction(),
)


class _NotJson(Exception):  # noqa: N818 -- what it is
    """Why it is not."""


def _bad(why: str) -> _NotJson:
    return _NotJson(why)
