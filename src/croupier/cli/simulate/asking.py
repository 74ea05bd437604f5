"""What is asked for in more than one way: so many rounds, and how they are played."""

from pathlib import Path

from croupier.cli.terminal import contents
from croupier.kit.errors import Code, Refused

_LONGEST = 30
"""Characters of a number."""


def parse_count(text: str, of: str = "rounds") -> int:
    """Read "1000000", "1_000_000", "1e9" or "2.5e6"."""
    try:
        whole = float(text) if len(text) <= _LONGEST else -1.0
        count = int(text) if text.isdecimal() else int(whole)
    except (ValueError, OverflowError):
        count = whole = -1
    if count < 1 or whole != count:
        message = f"{of} are a whole number from 1 up, such as 1e6, not {text[:_LONGEST]!r}"
        raise Refused(Code.BAD_SETTING, message)
    return count


def strategy_asked(asked: str | None) -> tuple[str | None, str]:
    """A name, or what stands in the file."""
    if asked is None or not (asked == "-" or "." in asked or "/" in asked or Path(asked).exists()):
        return asked, ""
    try:
        return None, contents(asked).decode()
    except UnicodeDecodeError:
        raise Refused(Code.BAD_FILE, f"{asked!r} is no text") from None
