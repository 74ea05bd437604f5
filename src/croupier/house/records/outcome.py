"""What a round came to, as facts: nobody has to take a sentence apart to draw a road from it.

One open value serves every family, rather than a union of a struct a family: a union is closed when
the protocol's decoders are made, so a family from outside this package could not add its own. What
is there is named by its family's file here, and worded where it is shown.
"""

from functools import cache

import msgspec

Fact = bool | int | str


class RoundOutcome(msgspec.Struct, frozen=True):
    family: str
    name: str
    """Which of the family's outcomes it is: "bust", "banker", "red"."""
    facts: dict[str, Fact] = {}
    """What more there is to it, by name: points, pairs, the pocket."""


def outcome_of(family: str, name: str, **facts: Fact) -> RoundOutcome:
    """The same value for the same outcome: an index holds one for every round ever played."""
    return _shared(family, name, tuple(facts.items()))


@cache
def _shared(family: str, name: str, facts: tuple[tuple[str, Fact], ...]) -> RoundOutcome:
    return RoundOutcome(family, name, dict(facts))
