"""What the endpoints' bodies and queries are made of. Whatever is not named in them is refused."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.ledger import MOST

TABLE = r"^[a-z0-9][a-z0-9-]{0,31}\Z"
NAME = r"^[a-z0-9][a-z0-9_-]{0,63}\Z"

TableId = Annotated[str, Meta(pattern=TABLE)]
AccountName = Annotated[str, Meta(pattern=NAME)]
Round = Annotated[int, Meta(ge=1, le=MOST)]
Amount = Annotated[int, Meta(ge=1, le=MOST, description="In the smallest unit (cents).")]
Id = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,64}\Z",
        description="Made by the sender, used once: sent again it is not done again.",
    ),
]
Words = Annotated[str, Meta(min_length=1, max_length=1_200)]
When = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{3})?)?Z)?\Z",
        description="A day, or a moment, in UTC: 2026-03-01, 2026-03-01T18:00Z.",
    ),
]
PageSize = Annotated[int, Meta(ge=1, le=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent."""


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for, after the question mark."""


class PeriodQuery(Query, frozen=True):
    since: When | None = None
    """Without it: 31 days before the end."""
    until: When | None = None
    """Not included; without it: the end of today."""


class Reason(Body, frozen=True):
    reason: Words


class Remark(Body, frozen=True):
    note: Words


class Clearing(Body, frozen=True):
    note: Annotated[str, Meta(max_length=1_200)] = ""
    """What it was; only a change of shoe needs none."""


class Numbered(msgspec.Struct, frozen=True):
    number: int
