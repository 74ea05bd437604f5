"""A player shares a round of theirs: a link that anyone may open, until it is withdrawn."""

import asyncio

import msgspec

from croupier.house.floor.book import Share
from croupier.house.floor.facts import RoundShared
from croupier.house.floor.floor import Floor
from croupier.house.people.people import People
from croupier.house.records import own_round
from croupier.house.records.own import OwnLine
from croupier.house.records.steps import OwnStep
from croupier.house.roles import PLAYING
from croupier.house.share_links import ShareLinks
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.http.book_reader import BookReader, ConcurrencyLimit
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.forms import Body, Round, TableId
from croupier.server.http.lookups import Tables
from croupier.server.rates import AddressRates
from croupier.server.replay import Replay, box_name, replay_for_player
from croupier.table.rounds import PlayedRound

_READERS = ConcurrencyLimit(3)
"""Anybody may ask for a shared round, and each is read from the journal."""


class ShareRequest(Body, frozen=True):
    table: TableId
    round: Round
    named: bool = False
    """Whether your name stands there."""


class ShareView(msgspec.Struct, frozen=True):
    number: int
    table: str
    round: int
    named: bool
    at_ms: int
    token: str
    """The page is `/shared/{token}`."""


class SharedRound(msgspec.Struct, frozen=True):
    """Nobody's name is in it, but the player's where they said so; and no balance."""

    game: str
    round: int
    begun_ms: int
    void: bool
    player: str | None
    steps: tuple[OwnStep, ...]
    lines: tuple[OwnLine, ...]
    replay: Replay


@endpoint("POST", "/api/me/shares", roles=PLAYING)
async def share(
    request: HttpRequest,
    body: ShareRequest,
    tables: Tables,
    books: BookReader,
    floor: Floor,
    links: ShareLinks,
    address_rates: AddressRates,
) -> ShareView:
    """A link to a round of your own that is over; asked for again, it is the same."""
    address_rates.attempt("share", request.address)
    name = request.by.name
    played = await books.round(await tables.finished_round(body.table, body.round))
    if not any(bet.player == name for bet in played.bets):
        raise Refused(Code.NOT_ALLOWED, words("you had no bet in round {asked}", asked=body.round))
    number = await floor.share(name, body.table, body.round, body.named)
    made = next(share for share in floor.shares(name) if share.shared.number == number)
    return _view(made, links)


@endpoint("GET", "/api/me/shares", roles=PLAYING)
async def shares(request: HttpRequest, floor: Floor, links: ShareLinks) -> tuple[ShareView, ...]:
    """The rounds you share, newest first."""
    return tuple(_view(share, links) for share in reversed(floor.shares(request.by.name)))


@endpoint("DELETE", "/api/me/shares/{number}", roles=PLAYING)
async def withdraw_share(request: HttpRequest, floor: Floor) -> None:
    """From now on the link shows nothing."""
    await floor.withdraw_share(request.number(), request.by.name)


@endpoint("GET", "/api/shared/{token}", roles=None)
async def shared_round(
    request: HttpRequest,
    tables: Tables,
    books: BookReader,
    floor: Floor,
    people: People,
    links: ShareLinks,
    address_rates: AddressRates,
) -> SharedRound:
    """The round behind a link, step by step, for anyone."""
    address_rates.attempt("shared", request.address)
    shared = await _shared(request.path["token"], floor, people, links)
    index = tables.index(shared.table)
    entry = await tables.finished_round(shared.table, shared.round)
    with _READERS:
        played = await books.round(entry)
        in_use = index.in_use(entry)
        return await asyncio.to_thread(_seen, played, shared, in_use=in_use)


async def _shared(token: str, floor: Floor, people: People, links: ShareLinks) -> RoundShared:
    number = links.number(token)
    if number is None:
        raise Refused(Code.NOT_FOUND, words("this is no link of this house"))
    # At another node it may have been made or withdrawn, or its player blocked, a moment ago.
    await floor.journal.follow()
    await people.journal.follow()
    shared = floor.shared(number)
    player = None if shared is None else await asyncio.to_thread(people.find, shared.player)
    if shared is None or player is None or player.blocked is not None:
        raise Refused(Code.NOT_FOUND, words("this link was withdrawn"))
    return shared


def _seen(played: PlayedRound, shared: RoundShared, *, in_use: bool) -> SharedRound:
    name = shared.player if shared.named else box_name(played, shared.player)
    own = own_round(played, shared.player, in_use=in_use)
    return SharedRound(
        own.game,
        own.round,
        own.begun_ms,
        own.void,
        shared.player if shared.named else None,
        own.steps,
        own.lines,
        replay_for_player(played, shared.player, name),
    )


def _view(share: Share, links: ShareLinks) -> ShareView:
    shared = share.shared
    return ShareView(
        shared.number,
        shared.table,
        shared.round,
        shared.named,
        share.at_ms,
        links.token(shared.number),
    )
