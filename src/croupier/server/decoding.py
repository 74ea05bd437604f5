"""From the text of a message to what it says."""

from typing import Any, get_args

from croupier.kit.decode_errors import NotDecoded, converted
from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse_message
from croupier.wire.commands import Asked

LARGEST_MESSAGE = 16 * 1024


def decode(text: str | bytes) -> Any:
    """A message of the protocol, or a refusal that says what is wrong with it."""
    if len(text) > LARGEST_MESSAGE:
        raise Refused(Code.BAD_MESSAGE, f"a message has at most {LARGEST_MESSAGE} bytes")
    value = parse_message(text)
    # A union is looked through anew each time: it is for those who name no kind of it.
    tag = value.get("type") if isinstance(value, dict) else None
    return of_protocol(value, _KINDS.get(tag, Asked) if isinstance(tag, str) else Asked)


_KINDS: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(Asked)}


def of_protocol(value: Any, kind: Any, whole: str = "the message", *, strict: bool = True) -> Any:
    """Refused where it is none; `whole` names it in a sentence."""
    try:
        return converted(value, kind, whole, strict=strict)
    except NotDecoded as error:
        raise Refused(Code.BAD_MESSAGE, str(error)[:500]) from None
