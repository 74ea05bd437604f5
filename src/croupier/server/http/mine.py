"""A player's own: purse and rounds. Nobody else's money is in any of it."""

import asyncio
import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.house.protection.view import NetDeposits
from croupier.house.records import (
    Cursor,
    OwnRound,
    RoundSummary,
    own_round,
    round_file,
    rounds_of,
)
from croupier.house.records.index import RoundEntry
from croupier.house.records.unseen import unseen_cards
from croupier.house.roles import PLAYING
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import MOST
from croupier.roundfile import play, read
from croupier.server.http.books import (
    balance_of,
    from_books,
    round_from_books,
)
from croupier.server.http.endpoint import Answer, Visit, endpoint
from croupier.server.http.forms import Body, Id, PageSize, Query
from croupier.server.http.places import index_of, round_in
from croupier.server.play_chips import ChipsView
from croupier.story import Chapter, cited, tell
from croupier.table.rounds import PlayedRound

_MOST_IN_ONE = 2**31 - 1


class PurseView(msgspec.Struct, frozen=True):
    balance: int
    session_ms: int
    """At play, since the session began."""
    net: int
    """Won or lost in it."""
    deposits: NetDeposits


class Refill(Body, frozen=True):
    id: Id


class RoundsQuery(Query, frozen=True):
    cursor: Annotated[str, Meta(max_length=16_384)] | None = None
    """`next` of the page before."""
    limit: PageSize = 50


class RoundsPage(msgspec.Struct, frozen=True):
    rounds: tuple[RoundSummary, ...]
    next: str | None
    """None on the last page."""


class RoundStory(msgspec.Struct, frozen=True):
    chapters: tuple[Chapter, ...]
    clauses: dict[str, str]
    """What every clause it cites says."""


@endpoint("GET", "/api/me/purse", roles=PLAYING, answer=PurseView)
async def purse(visit: Visit) -> Any:
    """What is in your purse, and how this session goes."""
    name = visit.by.name
    balance = await balance_of(visit, name) + visit.house.promised(name)
    session = visit.house.protection.session(name)
    flow = visit.house.cage.flow(name)
    deposits = NetDeposits(flow.paid_in, flow.paid_out, flow.net)
    return PurseView(balance, session.played, session.net, deposits)


@endpoint("GET", "/api/me/chips", roles=PLAYING, answer=ChipsView)
async def chips(visit: Visit) -> Any:
    """Where your chips come from: the house, and when it gives again; or the cage, and where."""
    return visit.house.play_chips.view(visit.by.name, visit.by.role)


@endpoint("POST", "/api/me/chips", roles=PLAYING, body=Refill, answer=ChipsView)
async def refill(visit: Visit) -> Any:
    """Play chips for who has none left, within the own limits."""
    who, house = visit.by, visit.house
    balance = await balance_of(visit, who.name)
    await house.play_chips.refill(who.name, who.role, balance, visit.body.id)
    return house.play_chips.view(who.name, who.role)


@endpoint("GET", "/api/me/rounds", roles=PLAYING, query=RoundsQuery, answer=RoundsPage)
async def rounds(visit: Visit) -> Any:
    """The rounds you have bet in, newest first."""
    asked: RoundsQuery = visit.query
    cursor = _cursor(asked.cursor) if asked.cursor else None
    name, indexes = visit.by.name, dict(visit.house.listener.indexes)
    page = await from_books(
        visit, lambda reader: rounds_of(reader, indexes, name, cursor, asked.limit)
    )
    return RoundsPage(page.rounds, None if page.next is None else _written(page.next))


def _written(cursor: Cursor) -> str:
    return urlsafe_b64encode(msgspec.json.encode(cursor)).decode()


def _cursor(text: str) -> Cursor:
    """As we gave it out; somebody may have changed it, and then it must still do no harm."""
    try:
        cursor = msgspec.json.decode(urlsafe_b64decode(text.encode()), type=Cursor)
    except (binascii.Error, ValueError, msgspec.MsgspecError):
        raise Refused(Code.BAD_MESSAGE, "this is no cursor of ours") from None
    for place, n in (cursor.before, cursor.newest):
        if not (0 <= place <= MOST and 0 <= n <= _MOST_IN_ONE):
            raise Refused(Code.BAD_MESSAGE, "this is no cursor of ours")
    return cursor


@endpoint("GET", "/api/me/rounds/{table}/{round}", roles=PLAYING, answer=OwnRound)
async def one_round(visit: Visit) -> Any:
    """A round you have bet in: the cards, your bets, and each line with its clause."""
    entry, played = await _played(visit)
    corrected = visit.house.cage.adjustments(entry.config.id, entry.number)
    in_use = index_of(visit.house, entry.config.id).in_use(entry)
    return await asyncio.to_thread(own_round, played, visit.by.name, corrected, in_use=in_use)


@endpoint("GET", "/api/me/rounds/{table}/{round}/file", roles=PLAYING, answer=dict[str, Any])
async def one_round_file(visit: Visit) -> Any:
    """The same as a round file, which anyone can play again; the others have no names in it."""
    entry, value = await _own_file(visit)
    return Answer(value=value, file_name=f"{entry.config.id}-{entry.number}.json")


@endpoint("GET", "/api/me/rounds/{table}/{round}/story", roles=PLAYING, answer=RoundStory)
async def one_round_story(visit: Visit) -> Any:
    """What happened in it and why, sentence by sentence, with the clauses behind each."""
    _, value = await _own_file(visit)
    return await asyncio.to_thread(_story, value)


def _story(file: dict[str, Any]) -> RoundStory:
    chapters = tell(play(read(msgspec.json.encode(file))))
    return RoundStory(chapters, cited(chapters))


async def _own_file(visit: Visit) -> tuple[RoundEntry, dict[str, Any]]:
    """For who had a bet in it, and once no card of it could still be dealt."""
    entry, played = await _played(visit)
    await asyncio.to_thread(own_round, played, visit.by.name)
    if index_of(visit.house, entry.config.id).in_use(entry) and unseen_cards(played):
        raise Refused(
            Code.STALE, words("a card was never turned: come back when the shoe is opened")
        )
    return entry, round_file(played, visit.by.name)


async def _played(visit: Visit) -> tuple[RoundEntry, PlayedRound]:
    entry = round_in(visit)
    return entry, await round_from_books(visit, entry.config.id, entry)
