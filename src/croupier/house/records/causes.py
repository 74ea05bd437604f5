"""Which round a transfer belongs to, read off its cause."""

import re

_ROUND = re.compile(r"([a-z0-9][a-z0-9-]{0,31}):([0-9]{1,18})")


def round_of(cause: str) -> tuple[str, int] | None:
    """The table and the number of the round, as the tables and the cage write them."""
    match = _ROUND.fullmatch(cause)
    return (match[1], int(match[2])) if match else None
