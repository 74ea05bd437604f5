"""What one person alone may not do (R5, R30): one proposes, another signs, and then it is done.

It is carried out under an id of the proposal's own, so that signing once more, after the house was
interrupted in between, finishes it and never does it twice.
"""

from typing import Annotated, Any

from msgspec import Meta

from croupier.games.inputs import Capacity, Void, VoidReason
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import Adjustment, VoidAfterOutcome
from croupier.house.roles import AT_THE_TABLE, PIT, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.ledger import MOST
from croupier.server.house import House
from croupier.server.http.books import balance_of
from croupier.server.http.endpoint import Visit, endpoint
from croupier.server.http.floor import WATCHING
from croupier.server.http.forms import AccountName, Body, Id, Numbered, Round, TableId, Words
from croupier.server.http.places import number_in, player_named, room_of
from croupier.server.http.proposals import ProposalView, check_had_a_bet, views
from croupier.table.commands import Actor, Rule
from croupier.table.rulings import check_ruling
from croupier.table.state import TablePhase
from croupier.wire.messages import NoticeCode


class AdjustmentWish(Body, frozen=True):
    player: AccountName
    amount: Annotated[int, Meta(ge=-MOST, le=MOST)]
    """To the player, or below zero: from the player."""
    table: TableId
    round: Round
    reason: Words
    id: Id


class VoidWish(Body, frozen=True):
    table: TableId
    round: Round
    reason: VoidReason
    id: Id


@endpoint("POST", "/api/adjustments", roles=PIT, body=AdjustmentWish, answer=Numbered, signs=True)
async def propose_adjustment(visit: Visit) -> Any:
    """A correction of a settled round, proposed; the shift manager signs it."""
    wish: AdjustmentWish = visit.body
    what = Adjustment(wish.player, wish.amount, wish.table, wish.round, wish.reason)
    player_named(visit.house, wish.player)
    await check_had_a_bet(visit, what)
    return Numbered(await visit.house.floor.propose(what, visit.by.name, wish.id))


@endpoint("POST", "/api/voids", roles=PIT, body=VoidWish, answer=Numbered, signs=True)
async def propose_void(visit: Visit) -> Any:
    """The round that is being played is to count for nothing, though bets are decided already. It
    stands still until that is signed, declined or withdrawn."""
    wish: VoidWish = visit.body
    house, what = visit.house, VoidAfterOutcome(wish.table, wish.round, wish.reason)
    fresh = False

    def check() -> None:
        nonlocal fresh
        _check_playing(house, what)
        _check_cause(house, what)
        fresh = True

    number = await house.floor.propose(what, visit.by.name, wish.id, check)
    await house.void_holds.settle(wish.table)
    if fresh:
        # It may have ended before it could be held, and the proposal with it.
        _signing(visit, number)
    return Numbered(number)


@endpoint("GET", "/api/proposals", roles=WATCHING, answer=tuple[ProposalView, ...])
async def proposals(visit: Visit) -> Any:
    """What waits for a second signature, and whose money it is about."""
    return await views(visit, visit.house.floor.proposals())


@endpoint("DELETE", "/api/proposals/{number}", roles=PIT)
async def withdraw_proposal(visit: Visit) -> Any:
    """It is not to be done after all: withdrawn by who proposed it, or declined by another. A round
    that was held for it goes on."""
    what = await visit.house.floor.withdraw_proposal(number_in(visit), visit.by.name)
    await visit.house.void_holds.settle(what.table)


@endpoint("POST", "/api/proposals/{number}/signature", roles=PIT, stepped_up=True, signs=True)
async def sign(visit: Visit) -> Any:
    """The second person's signature, after a fresh code: it is carried out at once."""
    floor, number = visit.house.floor, number_in(visit)
    signing = _signing(visit, number)
    if isinstance(signing.what, Adjustment) and visit.by.role is not Role.SHIFT:
        raise Refused(Code.NOT_ALLOWED, "an adjustment is signed by the shift manager", "R5")
    await _check(visit, signing)
    if signing.countersigned is None:
        await floor.countersign(number, visit.by.name)
    try:
        await _carry_out(visit, signing)
    except Refused as refused:
        if refused.code is not Code.NOT_STORED:
            await floor.fell_through(number, refused.message)
            await visit.house.void_holds.settle(signing.what.table)
        raise
    await floor.carried_out(number)
    await visit.house.void_holds.settle(signing.what.table)


def _signing(visit: Visit, number: int) -> Signing:
    floor = visit.house.floor
    for one in (*floor.proposals(), *floor.unfinished()):
        if one.number == number:
            return one
    raise Refused(Code.NOT_FOUND, f"there is no open proposal {number}")


async def _check(visit: Visit, signing: Signing) -> None:
    """What plainly cannot be carried out is not signed first."""
    what = signing.what
    if signing.countersigned is not None:
        return
    if signing.by == visit.by.name:
        raise Refused(Code.SAME_PERSON, "a second person has to sign", "R5")
    if isinstance(what, VoidAfterOutcome):
        _check_playing(visit.house, what)
        return
    await check_had_a_bet(visit, what)
    if await balance_of(visit, what.player) + what.amount < 0:
        raise Refused(Code.SHORT_OF_FUNDS, f"{what.player} has not so much in the wallet")


def _check_playing(house: House, what: VoidAfterOutcome) -> None:
    state = room_of(house, what.table).state
    if state.round_number != what.round or state.phase is not TablePhase.PLAYING:
        raise Refused(Code.STALE, f"round {what.round} is not being played", "R30")


def _check_cause(house: House, what: VoidAfterOutcome) -> None:
    """R26: no round is held for what could not void it."""
    check_ruling(room_of(house, what.table).state, Void(Capacity.PIT, what.reason))


async def _carry_out(visit: Visit, signing: Signing) -> None:
    signer = signing.countersigned
    assert signer is not None, "the floor has just noted who signed"
    if isinstance(signing.what, Adjustment):
        await _adjust(visit.house, signing, signing.what, signer)
    else:
        await _void(visit.house, signing, signing.what, signer)


async def _adjust(house: House, signing: Signing, what: Adjustment, signer: str) -> None:
    await house.cage.adjust(
        what.player,
        what.amount,
        what.table,
        what.round,
        reason=what.reason,
        by=signing.by,
        countersigned=signer,
        id=f"proposal-{signing.number}",
    )
    house.purse_feed.notice(what.player, NoticeCode.ADJUSTMENT, _adjusted(what))
    house.purse_feed.changed(what.player)
    # The others learn that there was one, not whose and how much.
    room_of(house, what.table).announce(
        words("An adjustment was made to round {round}", round=what.round)
    )


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


async def _void(house: House, signing: Signing, what: VoidAfterOutcome, signer: str) -> None:
    account = house.people.account(signer)
    assert account is not None, "accounts are never taken away"
    if account.role not in PIT:
        raise Refused(Code.NOT_ALLOWED, f"{signer} is not of the pit any more", "R30")
    actor = Actor(signer, AT_THE_TABLE[account.role])
    ruling = Rule(Void(Capacity.PIT, what.reason), countersigned=signing.by)
    live = house.live_tables.tables[what.table]
    reply = await live.ask(actor, ruling, f"proposal-{signing.number}", what.round)
    if not reply.ok:
        raise Refused(Code(reply.code), reply.message, reply.clause or None)
