"""A player does not agree with a round; somebody of the pit looks, and answers."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.house.floor.book import Dispute
from croupier.house.roles import PIT, PLAYING, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import MOST
from croupier.server.http.books import round_from_books
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.forms import Body, Numbered, PageSize, Query, Round, TableId
from croupier.server.http.places import number_in, round_at
from croupier.wire.messages import NoticeCode

LongWords = Annotated[str, Meta(min_length=1, max_length=4_000)]


class Objection(Body, frozen=True):
    table: TableId
    round: Round
    text: LongWords


class Verdict(Body, frozen=True):
    answer: LongWords
    upheld: bool


class DisputesQuery(Query, frozen=True):
    open: bool = True
    """Only those that wait for an answer."""
    before: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    """The lowest number of the page before."""
    limit: PageSize = 100


class OwnDispute(msgspec.Struct, frozen=True):
    number: int
    table: str
    round: int
    text: str
    at_ms: int
    answered: bool
    answer: str
    upheld: bool
    closed_ms: int


class DisputeView(OwnDispute, frozen=True):
    player: str
    closed_by: str | None


def _told(one: Dispute) -> dict[str, Any]:
    said = one.opened
    return {
        "number": said.number,
        "table": said.table,
        "round": said.round,
        "text": said.text,
        "at_ms": one.at_ms,
        "answered": one.closed_by is not None,
        "answer": one.answer,
        "upheld": one.upheld,
        "closed_ms": one.closed_ms,
    }


@endpoint("POST", "/api/me/disputes", roles=PLAYING, body=Objection, answer=Numbered)
async def open_dispute(visit: Visit) -> Any:
    """About a round of your own; the pit is called."""
    asked: Objection = visit.body
    house, name = visit.house, visit.by.name
    entry = round_at(house, asked.table, asked.round)
    played = await round_from_books(visit, asked.table, entry)
    if not any(bet.player == name for bet in played.bets):
        raise Refused(Code.NOT_ALLOWED, words("you had no bet in round {asked}", asked=asked.round))
    return Numbered(await house.floor.open_dispute(name, asked.table, asked.round, asked.text))


@endpoint("GET", "/api/me/disputes", roles=PLAYING, answer=tuple[OwnDispute, ...])
async def own_disputes(visit: Visit) -> Any:
    """Your disputes, newest first, and what was answered."""
    found = visit.house.floor.disputes(open_only=False, player=visit.by.name)
    return tuple(OwnDispute(**_told(one)) for one in reversed(found))


@endpoint(
    "GET",
    "/api/disputes",
    roles=PIT | {Role.INSPECTOR},
    query=DisputesQuery,
    answer=tuple[DisputeView, ...],
)
async def disputes(visit: Visit) -> Any:
    """Everybody's disputes, newest first."""
    asked: DisputesQuery = visit.query
    before = asked.before or MOST + 1
    found = [
        one
        for one in reversed(visit.house.floor.disputes(open_only=asked.open))
        if one.opened.number < before
    ]
    return tuple(
        DisputeView(**_told(one), player=one.opened.player, closed_by=one.closed_by)
        for one in found[: asked.limit]
    )


@endpoint("POST", "/api/disputes/{number}/closing", roles=PIT, body=Verdict)
async def close_dispute(visit: Visit) -> Any:
    """The answer to the player, and whether they were right."""
    said: Verdict = visit.body
    floor, number = visit.house.floor, number_in(visit)
    await floor.close_dispute(number, visit.by.name, said.answer, said.upheld)
    opened = next(
        one.opened for one in floor.disputes(open_only=False) if one.opened.number == number
    )
    answered = words(
        "Your dispute about round {round} at {table} was answered.",
        round=opened.round,
        table=opened.table,
    )
    visit.house.purse_feed.notice(opened.player, NoticeCode.DISPUTE, answered)
