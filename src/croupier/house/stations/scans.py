"""What a message says that a station has signed."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.kit.errors import Refused
from croupier.table.scan_codes import ScanCommand, read_code

Message = Mapping[str, Any]


def message_of(text: str) -> Message:
    """Nothing, if it is no message."""
    try:
        message = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return message if isinstance(message, dict) else {}


def of_round(message: Message, table: str, round: int) -> bool:
    """Whether it was meant for that round; some commands name the table alone."""
    return message.get("table") == table and message.get("round", round) == round


def scanned_outcomes(messages: Iterable[Message]) -> list[str]:
    """Cards and pockets in their order, but for those taken back."""
    outcomes: list[str] = []
    for message in messages:
        if message.get("type") == "scan":
            try:
                read = read_code(str(message.get("code", "")))
            except Refused:
                continue
            if not isinstance(read, ScanCommand):
                outcomes.append(str(read))
                continue
            taken_back = read is ScanCommand.TAKE_BACK
        else:
            taken_back = message.get("type") == "take-back"
        if taken_back and outcomes:
            outcomes.pop()
    return outcomes
