"""A player does not agree with a round; somebody of the pit looks, and answers."""

import msgspec

from croupier.house.floor.book import Dispute
from croupier.house.floor.floor import Floor
from croupier.house.roles import PIT, PLAYING, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.broadcast import Broadcast
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body, LongWords, NewestQuery, Numbered, Round, TableId
from croupier.server.http.lookups import Tables
from croupier.wire.messages import NoticeCode


class Objection(Body, frozen=True):
    table: TableId
    round: Round
    text: LongWords


class DisputeAnswer(Body, frozen=True):
    answer: LongWords
    upheld: bool


class DisputesQuery(NewestQuery, frozen=True):
    open: bool = True
    """Only those that wait for an answer."""


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


def _own(dispute: Dispute) -> OwnDispute:
    opened = dispute.opened
    return OwnDispute(
        opened.number,
        opened.table,
        opened.round,
        opened.text,
        dispute.at_ms,
        dispute.closed_by is not None,
        dispute.answer,
        dispute.upheld,
        dispute.closed_ms,
    )


def _view(dispute: Dispute) -> DisputeView:
    own = msgspec.structs.asdict(_own(dispute))
    return DisputeView(**own, player=dispute.opened.player, closed_by=dispute.closed_by)


@endpoint("POST", "/api/me/disputes", roles=PLAYING)
async def open_dispute(
    request: HttpRequest, body: Objection, tables: Tables, books: BookReader, floor: Floor
) -> Numbered:
    """About a round of your own; the pit is called."""
    name = request.by.name
    played = await books.round(await tables.round(body.table, body.round))
    if not any(bet.player == name for bet in played.bets):
        raise Refused(Code.NOT_ALLOWED, words("you had no bet in round {asked}", asked=body.round))
    return Numbered(await floor.open_dispute(name, body.table, body.round, body.text))


@endpoint("GET", "/api/me/disputes", roles=PLAYING)
async def own_disputes(request: HttpRequest, floor: Floor) -> tuple[OwnDispute, ...]:
    """Your disputes, newest first, and what was answered."""
    own = floor.disputes(open_only=False, player=request.by.name)
    return tuple(map(_own, reversed(own)))


@endpoint("GET", "/api/disputes", roles=PIT | {Role.INSPECTOR})
async def disputes(query: DisputesQuery, floor: Floor) -> tuple[DisputeView, ...]:
    """Everybody's disputes, newest first."""
    everyones = floor.disputes(open_only=query.open)
    return tuple(map(_view, query.page(everyones, lambda dispute: dispute.opened.number)))


@endpoint("POST", "/api/disputes/{number}/closing", roles=PIT)
async def close_dispute(
    request: HttpRequest, body: DisputeAnswer, floor: Floor, broadcast: Broadcast
) -> None:
    """The answer to the player, and whether they were right."""
    number = request.number()
    await floor.close_dispute(number, request.by.name, body.answer, body.upheld)
    opened = next(
        dispute.opened
        for dispute in floor.disputes(open_only=False)
        if dispute.opened.number == number
    )
    answered = words(
        "Your dispute about round {round} at {table} was answered.",
        round=opened.round,
        table=opened.table,
    )
    broadcast.notice(opened.player, NoticeCode.DISPUTE, answered)
