"""What one person alone may not do (R5, R30): one proposes, another signs, and then it is done.

It is carried out under an id of the proposal's own, so that signing once more, after the house was
interrupted in between, finishes it and never does it twice.
"""

from typing import Annotated

from msgspec import Meta

from croupier.engine.inputs import VoidReason
from croupier.house.cage.cage import Cage
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import (
    Adjustment,
    IncidentRemedy,
    IncidentWaiver,
    Interruption,
    Proposal,
    VoidAfterOutcome,
)
from croupier.house.floor.floor import Floor
from croupier.house.floor.text import explained
from croupier.house.incidents.incidents import Incidents
from croupier.house.live_tables import LiveTables
from croupier.house.people.people import People
from croupier.house.roles import AT_THE_TABLE, PIT, Role
from croupier.house.stations.signed_texts import proposal_id
from croupier.house.stations.stations import Stations
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.ledger import MOST
from croupier.server.broadcast import Broadcast
from croupier.server.http.book_reader import BookReader
from croupier.server.http.endpoint import HttpRequest, endpoint
from croupier.server.http.floor import WATCHING
from croupier.server.http.forms import AccountName, Body, Id, Numbered, Round, TableId, Words
from croupier.server.http.lookups import Tables, player_named
from croupier.server.http.proposals import ProposalView, check_had_a_bet, views
from croupier.server.http.stations import check_station
from croupier.server.incident_remedy import RemedyDesk, waive_rest
from croupier.server.purse_feed import PurseFeed
from croupier.server.void_holds import VoidHolds, ruling_of, signed_ruling
from croupier.table.commands import Actor
from croupier.table.rulings import check_ruling, may_be_void
from croupier.wire.messages import NoticeCode


class AdjustmentProposal(Body, frozen=True):
    player: AccountName
    amount: Annotated[int, Meta(ge=-MOST, le=MOST)]
    """To the player, or below zero: from the player."""
    table: TableId
    round: Round
    reason: Words
    id: Id


class VoidProposal(Body, frozen=True):
    table: TableId
    round: Round
    reason: VoidReason
    id: Id


class InterruptionProposal(Body, frozen=True):
    table: TableId
    round: Round
    reason: Words
    id: Id


@endpoint("POST", "/api/adjustments", roles=PIT, signs=True)
async def propose_adjustment(
    request: HttpRequest,
    body: AdjustmentProposal,
    people: People,
    tables: Tables,
    books: BookReader,
    floor: Floor,
    stations: Stations,
) -> Numbered:
    """A correction of a settled round, proposed; the shift manager signs it."""
    what = Adjustment(body.player, body.amount, body.table, body.round, body.reason)
    player_named(people, body.player)
    await check_had_a_bet(what, tables, books)
    check_station(request, body.table, tables, stations)
    number = await floor.propose(what, request.by.name, body.id, signed=request.signed)
    return Numbered(number)


@endpoint("POST", "/api/voids", roles=PIT, signs=True)
async def propose_void(
    request: HttpRequest,
    body: VoidProposal,
    tables: Tables,
    floor: Floor,
    void_holds: VoidHolds,
    stations: Stations,
) -> Numbered:
    """The round that is being played is to count for nothing, though bets are decided already. It
    stands still until that is signed, declined or withdrawn."""
    check_station(request, body.table, tables, stations)
    what = VoidAfterOutcome(body.table, body.round, body.reason)
    return await _propose_ending(request, body.id, what, tables, floor, void_holds)


@endpoint("POST", "/api/interruptions", roles=PIT, signs=True)
async def propose_interruption(
    request: HttpRequest,
    body: InterruptionProposal,
    tables: Tables,
    floor: Floor,
    void_holds: VoidHolds,
    stations: Stations,
) -> Numbered:
    """The table cannot go on, and an outcome may be known already; a shift manager signs it (R4).
    The round stands still until that is signed, declined or withdrawn."""
    check_station(request, body.table, tables, stations)
    what = Interruption(body.table, body.round, explained(body.reason))
    return await _propose_ending(request, body.id, what, tables, floor, void_holds)


async def _propose_ending(
    request: HttpRequest,
    id: str,
    what: VoidAfterOutcome | Interruption,
    tables: Tables,
    floor: Floor,
    void_holds: VoidHolds,
) -> Numbered:
    fresh = False

    def check() -> None:
        nonlocal fresh
        _check_playing(tables, what)
        # R26, R4: no round is held for what could not end it.
        check_ruling(tables.room(what.table).state, ruling_of(what))
        fresh = True

    number = await floor.propose(what, request.by.name, id, check, signed=request.signed)
    await void_holds.settle(what.table)
    if fresh:
        # It may have ended before it could be held, and the proposal with it.
        _signing(floor, number)
    return Numbered(number)


@endpoint("GET", "/api/proposals", roles=WATCHING)
async def proposals(
    floor: Floor, tables: Tables, cage: Cage, books: BookReader
) -> tuple[ProposalView, ...]:
    """What waits for a second signature, and whose money it is about."""
    return await views(floor.proposals(), tables, cage, books)


@endpoint("DELETE", "/api/proposals/{number}", roles=PIT)
async def withdraw_proposal(request: HttpRequest, floor: Floor, void_holds: VoidHolds) -> None:
    """It is not to be done after all: withdrawn by who proposed it, or declined by another. A round
    that was held for it goes on."""
    what = await floor.withdraw_proposal(request.number(), request.by.name)
    await void_holds.settle(what.table)


@endpoint("POST", "/api/proposals/{number}/signature", roles=PIT, stepped_up=True, signs=True)
async def sign(
    request: HttpRequest,
    body: Proposal | None,
    floor: Floor,
    tables: Tables,
    books: BookReader,
    cage: Cage,
    purse_feed: PurseFeed,
    broadcast: Broadcast,
    people: People,
    live_tables: LiveTables,
    void_holds: VoidHolds,
    incidents: Incidents,
    stations: Stations,
) -> None:
    """The second person's signature, after a fresh code: it is carried out at once. Sent is what
    was proposed, so that a station signs that, and not a number; without a station nothing has to
    be."""
    number, signer = request.number(), request.by
    signing = _signing(floor, number)
    what = signing.what
    if not isinstance(what, VoidAfterOutcome) and signer.role is not Role.SHIFT:
        clause = "R4" if isinstance(what, Interruption) else "R5"
        raise Refused(Code.NOT_ALLOWED, "this is signed by the shift manager", clause)
    if signing.countersigned is None:
        if body != what and (body is not None or request.signed):
            raise Refused(Code.STALE, "something else is proposed than what is signed", "R5")
        await _check(signing, signer.name, tables, books, incidents)
        check_station(request, what.table, tables, stations)
        await floor.countersign(number, signer.name, request.signed)
    try:
        match what:
            case Adjustment():
                await _adjust(signing, what, cage, purse_feed, broadcast)
            case VoidAfterOutcome() | Interruption():
                await _end_round(signing, what, people, live_tables)
            case IncidentRemedy():
                desk = RemedyDesk(incidents, cage, purse_feed, broadcast)
                await desk.put_right(signing, what, _signer(signing))
            case IncidentWaiver():
                await waive_rest(signing, what, _signer(signing), incidents)
    except Refused as refused:
        if refused.code not in (Code.NOT_STORED, Code.UNCLEAR):
            await floor.fell_through(number, refused.message)
            await void_holds.settle(what.table)
        raise
    await floor.carried_out(number)
    await void_holds.settle(what.table)


def _signing(floor: Floor, number: int) -> Signing:
    for signing in (*floor.proposals(), *floor.unfinished()):
        if signing.number == number:
            return signing
    raise Refused(Code.NOT_FOUND, f"there is no open proposal {number}")


async def _check(
    signing: Signing, signer: str, tables: Tables, books: BookReader, incidents: Incidents
) -> None:
    """What plainly cannot be carried out is not signed first."""
    what = signing.what
    if signing.by == signer:
        raise Refused(Code.SAME_PERSON, "a second person has to sign", "R5")
    if isinstance(what, VoidAfterOutcome | Interruption):
        _check_playing(tables, what)
        return
    if isinstance(what, IncidentRemedy):
        incidents.check_settled(what.incident, what.digest)
    if not isinstance(what, Adjustment):
        return
    await check_had_a_bet(what, tables, books)
    if await books.balance(what.player) + what.amount < 0:
        raise Refused(Code.SHORT_OF_FUNDS, f"{what.player} has not so much in the wallet")


def _check_playing(tables: Tables, what: VoidAfterOutcome | Interruption) -> None:
    state = tables.room(what.table).state
    if state.round_number != what.round or not may_be_void(state):
        raise Refused(Code.STALE, f"round {what.round} is not being played", "R30")


def _signer(signing: Signing) -> str:
    assert signing.countersigned is not None, "the floor has just noted who signed"
    return signing.countersigned


async def _adjust(
    signing: Signing,
    what: Adjustment,
    cage: Cage,
    purse_feed: PurseFeed,
    broadcast: Broadcast,
) -> None:
    await cage.adjust(
        what.player,
        what.amount,
        what.table,
        what.round,
        reason=what.reason,
        by=signing.by,
        countersigned=_signer(signing),
        id=proposal_id(signing.number),
    )
    broadcast.notice(what.player, NoticeCode.ADJUSTMENT, _adjusted(what))
    purse_feed.changed(what.player)
    # The others learn that there was one, not whose and how much.
    text = words("An adjustment was made to round {round}", round=what.round)
    broadcast.announce(what.table, text)


def _adjusted(what: Adjustment) -> Phrase:
    if what.amount > 0:
        return words(
            "Round {round} at {table} was adjusted: {amount:amount} paid to you. {reason}",
            round=what.round,
            table=what.table,
            amount=what.amount,
            reason=what.reason,
        )
    return words(
        "Round {round} at {table} was adjusted: {amount:amount} taken from you. {reason}",
        round=what.round,
        table=what.table,
        amount=-what.amount,
        reason=what.reason,
    )


async def _end_round(
    signing: Signing,
    what: VoidAfterOutcome | Interruption,
    people: People,
    live_tables: LiveTables,
) -> None:
    ruling, signer = signed_ruling(signing, people), _signer(signing)
    account = people.account(signer)
    assert account is not None, "accounts are never taken away"
    actor = Actor(signer, AT_THE_TABLE[account.role])
    live = live_tables.tables[what.table]
    id, signed = proposal_id(signing.number), signing.countersignature
    reply = await live.ask(actor, ruling, id, what.round, signed=signed)
    if not reply.ok:
        raise Refused(Code(reply.code), reply.message, reply.clause or None)
