"""A player's own: purse and rounds. Nobody else's money is in any of it."""

import asyncio
import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.house.cage.cage import Cage
from croupier.house.protection.protection import Protection
from croupier.house.protection.view import NetDeposits
from croupier.house.records import (
    Cursor,
    OwnRound,
    RoundSummary,
    own_round,
    round_file,
    rounds_of,
)
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.unseen import unseen_cards
from croupier.house.roles import PLAYING
from croupier.kit.decode_errors import FORM
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import MOST
from croupier.roundfile import play, read
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import Answer, HttpRequest, endpoint
from croupier.server.http.forms import Body, Id, PageSize, Query
from croupier.server.http.lookups import Tables
from croupier.server.play_chips import ChipsView, PlayChips
from croupier.server.purse_feed import PurseFeed
from croupier.server.replay import Replay, replay_for_player
from croupier.story import Chapter, cited, tell

_MOST_IN_ONE = 2**31 - 1


class PurseView(msgspec.Struct, frozen=True):
    balance: int
    held: int
    """For cash-outs that wait at the cage."""
    session_ms: int
    """At play, since the session began."""
    net: int
    """Won or lost in it."""
    deposits: NetDeposits


class Refill(Body, frozen=True):
    id: Id


class RoundsQuery(Query, frozen=True):
    cursor: (
        Annotated[
            str,
            Meta(
                max_length=16_384,
                pattern=r"^[A-Za-z0-9_=-]*$",
                extra={FORM: "the `next` of the page before"},
            ),
        ]
        | None
    ) = None
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


@endpoint("GET", "/api/me/purse", roles=PLAYING)
async def purse(
    request: HttpRequest,
    books: BookReader,
    play_chips: PlayChips,
    protection: Protection,
    cage: Cage,
) -> PurseView:
    """What is in your purse, and how this session goes."""
    name = request.by.name
    balance = await books.balance(name) + play_chips.promised(name)
    session = protection.session(name)
    flow = cage.flow(name)
    deposits = NetDeposits(flow.paid_in, flow.paid_out, flow.net)
    held = cage.requests.held(name)
    return PurseView(balance, held, session.played, session.net, deposits)


@endpoint("GET", "/api/me/chips", roles=PLAYING)
async def chips(request: HttpRequest, play_chips: PlayChips) -> ChipsView:
    """Where your chips come from: the house, and when it gives again; or the cage, and where."""
    return play_chips.view(request.by.name, request.by.role)


@endpoint("POST", "/api/me/chips", roles=PLAYING)
async def refill(
    request: HttpRequest,
    body: Refill,
    books: BookReader,
    play_chips: PlayChips,
    purse_feed: PurseFeed,
) -> ChipsView:
    """Play chips for who has none left, within the own limits."""
    who = request.by
    await play_chips.refill(who.name, who.role, await books.balance(who.name), body.id)
    purse_feed.changed(who.name)
    return play_chips.view(who.name, who.role)


@endpoint("GET", "/api/me/rounds", roles=PLAYING)
async def rounds(
    request: HttpRequest, query: RoundsQuery, tables: Tables, books: BookReader
) -> RoundsPage:
    """The rounds you have bet in, newest first."""
    cursor = _cursor(query.cursor) if query.cursor else None
    name, indexes = request.by.name, dict(tables.indexes)
    page = await books.read(lambda reader: rounds_of(reader, indexes, name, cursor, query.limit))
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


@endpoint("GET", "/api/me/rounds/{table}/{round}", roles=PLAYING)
async def one_round(
    request: HttpRequest, tables: Tables, books: BookReader, cage: Cage
) -> OwnRound:
    """A round you have bet in: the cards, your bets, and each line with its clause."""
    index, entry = await _round_in(request, tables)
    played = await books.round(entry)
    corrected = cage.adjustments(index.table, entry.number)
    in_use = index.in_use(entry)
    return await asyncio.to_thread(own_round, played, request.by.name, corrected, in_use=in_use)


@endpoint("GET", "/api/me/rounds/{table}/{round}/replay", roles=PLAYING)
async def one_round_replay(request: HttpRequest, tables: Tables, books: BookReader) -> Replay:
    """The same as the table showed it: the views of then after each of its steps."""
    _, entry = await _round_in(request, tables)
    played = await books.round(entry)
    own_round(played, request.by.name)
    return await asyncio.to_thread(replay_for_player, played, request.by.name)


@endpoint("GET", "/api/me/rounds/{table}/{round}/file", roles=PLAYING)
async def one_round_file(
    request: HttpRequest, tables: Tables, books: BookReader
) -> Answer[dict[str, Any]]:
    """The same as a round file, which anyone can play again; the others have no names in it."""
    entry, file = await _own_file(request, tables, books)
    return Answer(file, file_name=f"{entry.config.id}-{entry.number}.json")


@endpoint("GET", "/api/me/rounds/{table}/{round}/story", roles=PLAYING)
async def one_round_story(request: HttpRequest, tables: Tables, books: BookReader) -> RoundStory:
    """What happened in it and why, sentence by sentence, with the clauses behind each."""
    _, file = await _own_file(request, tables, books)
    return await asyncio.to_thread(_story, file)


def _story(file: dict[str, Any]) -> RoundStory:
    chapters = tell(play(read(msgspec.json.encode(file))))
    return RoundStory(chapters, cited(chapters))


async def _own_file(
    request: HttpRequest, tables: Tables, books: BookReader
) -> tuple[RoundEntry, dict[str, Any]]:
    """For who had a bet in it, and once no card of it could still be dealt."""
    index, entry = await _round_in(request, tables)
    played = await books.round(entry)
    await asyncio.to_thread(own_round, played, request.by.name)
    if index.in_use(entry) and unseen_cards(played):
        raise Refused(
            Code.STALE, words("a card was never turned: come back when the shoe is opened")
        )
    return entry, round_file(played, request.by.name)


async def _round_in(request: HttpRequest, tables: Tables) -> tuple[TableIndex, RoundEntry]:
    index = tables.index(request.path["table"])
    return index, await tables.round(index.table, request.number("round"))
