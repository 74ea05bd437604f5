"""What waits for a second signature, with the money it is about: nobody signs it unseen."""

from collections.abc import Iterable, Sequence

import msgspec

from croupier.engine import protocol as engine
from croupier.engine.lines import Line
from croupier.engine.standing import established
from croupier.house.cage.cage import Cage
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import Adjustment, Interruption, Proposal, VoidAfterOutcome
from croupier.house.records.rounds import read_round
from croupier.kit.errors import Code, Refused
from croupier.server.http.book_reader import BookReader
from croupier.server.http.lookups import Tables
from croupier.store.protocol import Reader

_MOST_SHARES = 400
"""Told one by one; a wheel with thousands is told by its totals."""


class Share(msgspec.Struct, frozen=True):
    """What one player has in the round, and what comes of it once it is signed."""

    player: str
    staked: int
    returned: int
    """In the round as it was settled; of a void, what goes back."""
    adjusted: int = 0
    """By adjustments made before; below zero: taken."""
    result: int = 0
    """What the round comes to for the player then."""


class ProposalView(msgspec.Struct, frozen=True):
    number: int
    what: Proposal
    by: str
    at_ms: int
    countersigned: str | None
    shares: tuple[Share, ...]
    """The player's whose result is adjusted; of a void, of everyone with a bet (at most 400)."""
    players: int
    """How many it is about."""
    returned: int
    """What goes back to all of them, or went."""


async def views(
    signings: Sequence[Signing], tables: Tables, cage: Cage, books: BookReader
) -> tuple[ProposalView, ...]:
    # A table may have been taken away since: then there is nothing to be shown, or to be signed.
    whats = [signing.what for signing in signings if signing.what.table in tables.rooms]
    shares: dict[Proposal, list[Share]] = {
        what: _back(tables, what)
        for what in whats
        if isinstance(what, VoidAfterOutcome | Interruption)
    }
    adjustments = [what for what in whats if isinstance(what, Adjustment)]
    if adjustments:
        shares |= await books.read(
            lambda reader: {
                what: [_share(what, _lines(reader, tables, what), cage)] for what in adjustments
            }
        )
    return tuple(_view(signing, shares.get(signing.what, [])) for signing in signings)


async def check_had_a_bet(what: Adjustment, tables: Tables, books: BookReader) -> None:
    """R5: a correction of what was settled, and for whoever had no bet nothing was."""
    played = await books.round(await tables.finished_round(what.table, what.round))
    if not any(line.player == what.player for line in played.lines):
        message = f"{what.player} had no bet in round {what.round} at {what.table}"
        raise Refused(Code.ILLEGAL_ACTION, message, "R5")


def _lines(reader: Reader, tables: Tables, what: Adjustment) -> Iterable[Line]:
    entry = tables.find_finished_round(what.table, what.round)
    return read_round(reader, what.table, entry).lines


def _share(what: Adjustment, lines: Iterable[Line], cage: Cage) -> Share:
    own = [line for line in lines if line.player == what.player]
    staked, returned = sum(line.stake for line in own), sum(line.returned for line in own)
    made = cage.adjustments(what.table, what.round)
    before = sum(adjusted.amount for adjusted in made if adjusted.player == what.player)
    result = returned - staked + before + what.amount
    return Share(what.player, staked, returned, before, result)


def _back(tables: Tables, what: VoidAfterOutcome | Interruption) -> list[Share]:
    """All that was put down goes back; nothing, where the round is not being played any more, or an
    interruption finds a bet decided, and the round goes on (R4)."""
    state = tables.room(what.table).state
    if state.round is None or state.round_number != what.round:
        return []
    if isinstance(what, Interruption) and established(engine.standings(state.round)):
        return []
    staked = engine.staked(state.round)
    return [Share(player, amount, amount) for player, amount in sorted(staked.items())]


def _view(signing: Signing, shares: Sequence[Share]) -> ProposalView:
    return ProposalView(
        signing.number,
        signing.what,
        signing.by,
        signing.at_ms,
        signing.countersigned,
        tuple(shares[:_MOST_SHARES]),
        len(shares),
        sum(share.returned for share in shares),
    )
