"""What a text says that a station has signed: a message of the socket, or a request.

A message is its JSON. A request is its method and path, a newline, and its body: so no text is
both.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from croupier.kit.errors import Refused
from croupier.table.scan_codes import ScanCommand, read_code

Message = Mapping[str, Any]

_REQUEST = re.compile(r"POST (/\S*)\n")
_SIGNATURE = re.compile(r"/api/proposals/([0-9]{1,15})/signature")
_PUBLIC = frozenset(
    {
        "scan",
        "take-back",
        "open-betting",
        "close-betting",
        "close-offers",
        "confirm-result",
        "rule",
        "withdraw-ruling",
    }
)
"""What belongs to the proof of a round. Other messages may hold somebody's words, or a name."""
_NOT_NAMES = frozenset({"type", "id", "table", "code"})


def message_of(text: str) -> Message:
    """Of a request, its body; nothing, if it is no message."""
    try:
        message = msgspec.json.decode(_REQUEST.sub("", text, count=1))
    except msgspec.DecodeError:
        return {}
    return message if isinstance(message, dict) else {}


def path_of(text: str) -> str:
    """Of a request; of a message there is none."""
    request = _REQUEST.match(text)
    return request[1] if request else ""


def proposal_id(number: int) -> str:
    """Under which what two people have signed is carried out."""
    return f"proposal-{number}"


def countersigned_number(text: str) -> int | None:
    """Of the proposal that a second person has signed."""
    request = _SIGNATURE.fullmatch(path_of(text))
    return int(request[1]) if request else None


def command_id(text: str) -> str:
    """Under which a table knows what came of it."""
    number = countersigned_number(text)
    return str(message_of(text).get("id", "")) if number is None else proposal_id(number)


def is_public(text: str, players: Collection[str]) -> bool:
    """Whether everybody may read it, once the round is over."""
    message = message_of(text)
    # Why a number of cards was burned is in somebody's words.
    reasoned = message.get("type") == "rule" and message.get("reason")
    known = message.get("type") in _PUBLIC or countersigned_number(text) is not None
    rest = [value for name, value in message.items() if name not in _NOT_NAMES]
    return known and not reasoned and not any(word in players for word in _words(rest))


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)


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
