"""What a scanner types: one code and Enter, for a card, a pocket or a command.

Scanners differ: some write the ten as "10", some draw the suit, some put a word in front.
"""

import re
from collections.abc import Callable
from enum import StrEnum

from croupier.kit.cards import Card, card
from croupier.kit.errors import Code, Refused

NO_READ = "NOREAD"
"""What a scanner types when it saw a code and could not read it."""

_POCKET = re.compile(r"0|[1-9][0-9]{0,2}")
_SUITS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\N{VARIATION SELECTOR-16}")


class ScanCommand(StrEnum):
    """What the printed codes at the dealer's place ask for."""

    OPEN_BETTING = "open-betting"
    CLOSE_BETTING = "close-betting"
    TAKE_BACK = "take-back"
    CONFIRM_RESULT = "confirm-result"


def read_code(text: str) -> Card | int | ScanCommand:
    """A card, a pocket of the wheel or a command; anything else is refused, and changes nothing."""
    typed = text.strip().translate(_SUITS)
    if typed.upper() == NO_READ:
        raise Refused(Code.BAD_SCAN, "the scanner could not read it: scan it again")
    kind, _, code = typed.upper().rpartition(":")
    readings = [read(code) for read in _KINDS.get(kind, ())] if typed.isascii() else []
    for reading in readings:
        if reading is not None:
            return reading
    if code.isdigit() and kind in ("", "POCKET"):
        raise Refused(Code.BAD_SCAN, f"there is no pocket {code[:24]}")
    raise Refused(Code.BAD_SCAN, f"{text[:24]!r} is no card, no pocket and no command")


def _card(code: str) -> Card | None:
    try:
        return card("T" + code[2:] if code.startswith("10") else code)
    except Refused:
        return None


def _pocket(code: str) -> int | None:
    """Whether the wheel has it, the table knows."""
    return int(code) if _POCKET.fullmatch(code) else None


def _command(code: str) -> ScanCommand | None:
    name = code.lower()
    return ScanCommand(name) if name in set(ScanCommand) else None


_Read = Callable[[str], Card | int | ScanCommand | None]
_KINDS: dict[str, tuple[_Read, ...]] = {
    "": (_card, _pocket, _command),
    "CARD": (_card,),
    "POCKET": (_pocket,),
    "DO": (_command,),
}
"""The word in front → what may follow it."""
