"""What the endpoints' bodies and queries are made of. Whatever is not named in them is refused."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from croupier.house.clock import DAY
from croupier.kit.decode_errors import FORM
from croupier.kit.errors import Code, Refused
from croupier.ledger import MOST

T = TypeVar("T")

TABLE = r"^[a-z0-9][a-z0-9-]{0,31}\Z"
NAME = r"^[a-z0-9][a-z0-9_-]{0,63}\Z"

DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z"

_TABLE_FORM = {FORM: "1 to 32 lower-case letters, digits and hyphens"}
_NAME_FORM = {FORM: "1 to 64 lower-case letters, digits, hyphens and underscores"}
TableId = Annotated[str, Meta(pattern=TABLE, extra=_TABLE_FORM)]
AccountName = Annotated[str, Meta(pattern=NAME, extra=_NAME_FORM)]
Round = Annotated[int, Meta(ge=1, le=MOST)]
Amount = Annotated[int, Meta(ge=1, le=MOST, description="In the smallest unit (cents).")]
Id = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,64}\Z",
        description="Made by the sender, used once: sent again it is not done again.",
        extra={FORM: "1 to 64 printable characters without spaces"},
    ),
]
Words = Annotated[str, Meta(min_length=1, max_length=1_200)]
When = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{3})?)?Z)?\Z",
        description="A day, or a moment, in UTC: 2026-03-01, 2026-03-01T18:00Z.",
        extra={FORM: "a day or a moment in UTC, such as 2026-03-01 or 2026-03-01T18:00Z"},
    ),
]
PageSize = Annotated[int, Meta(ge=1, le=200)]
LongWords = Annotated[str, Meta(min_length=1, max_length=4_000)]

LONGEST_STATEMENT = 366 * DAY
_USUAL_PERIOD = 31 * DAY
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent."""


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for, after the question mark."""


class PeriodQuery(Query, frozen=True):
    since: When | None = None
    """Without it: 31 days before the end."""
    until: When | None = None
    """Not included; without it: the end of today."""

    def period(self, now: int, longest: int | None = None) -> tuple[int, int]:
        """From when, and until when it is not any more."""
        until = moment(self.until) if self.until else now - now % DAY + DAY
        since = moment(self.since) if self.since else max(0, until - _USUAL_PERIOD)
        if since >= until:
            raise Refused(Code.BAD_MESSAGE, "the period ends before it begins")
        if longest is not None and until - since > longest:
            raise Refused(Code.BAD_MESSAGE, f"a period has at most {longest // DAY} days")
        return since, until


def moment(text: str) -> int:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Code.BAD_MESSAGE, "there is no such day or time") from None
    milliseconds = (at.replace(tzinfo=UTC) - _EPOCH) // _MILLISECOND
    if milliseconds < 0:
        raise Refused(Code.BAD_MESSAGE, "that is before any house had books")
    return milliseconds


class NewestQuery(Query, frozen=True, kw_only=True):
    """Of what is numbered, a page at a time, the newest first."""

    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The lowest number of the page before."""
    limit: PageSize = 100

    def page(self, oldest_first: Sequence[T], number: Callable[[T], int]) -> list[T]:
        before = self.before or MOST + 1
        return [item for item in reversed(oldest_first) if number(item) < before][: self.limit]


class Remark(Body, frozen=True):
    note: Words


class Clearing(Body, frozen=True):
    note: Annotated[str, Meta(max_length=1_200)] = ""
    """What it was; only a change of shoe needs none."""


class Numbered(msgspec.Struct, frozen=True):
    number: int
