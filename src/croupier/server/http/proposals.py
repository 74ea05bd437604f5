"""What waits for a second signature, with the money it is about: nobody signs it unseen."""

from collections.abc import Iterable, Sequence

import msgspec

from croupier.games import engine
from croupier.games.lines import Line
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import Adjustment, Proposal, VoidAfterOutcome
from croupier.house.records.rounds import read_round
from croupier.kit.errors import Code, Refused
from croupier.server.house import House
from croupier.server.http.books import from_books, round_from_books
from croupier.server.http.endpoint import Visit
from croupier.server.http.places import finished_round, room_of
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


async def views(visit: Visit, signings: Sequence[Signing]) -> tuple[ProposalView, ...]:
    house = visit.house
    # A table may have been taken away since: then there is nothing to be shown, or to be signed.
    whats = [one.what for one in signings if one.what.table in house.rooms]
    shares: dict[Proposal, list[Share]] = {
        what: _back(house, what) for what in whats if isinstance(what, VoidAfterOutcome)
    }
    adjusted = [what for what in whats if isinstance(what, Adjustment)]
    if adjusted:
        shares |= await from_books(visit, lambda reader: _read(reader, house, adjusted))
    return tuple(_view(one, shares.get(one.what, [])) for one in signings)


def _read(
    reader: Reader, house: House, adjusted: Sequence[Adjustment]
) -> dict[Proposal, list[Share]]:
    return {what: [_adjusted(house, what, _lines(reader, house, what))] for what in adjusted}


async def check_had_a_bet(visit: Visit, what: Adjustment) -> None:
    """R5: a correction of what was settled, and for whoever had no bet nothing was."""
    entry = finished_round(visit.house, what.table, what.round)
    played = await round_from_books(visit, what.table, entry)
    if not any(line.player == what.player for line in played.lines):
        said = f"{what.player} had no bet in round {what.round} at {what.table}"
        raise Refused(Code.ILLEGAL_ACTION, said, "R5")


def _lines(reader: Reader, house: House, what: Adjustment) -> Iterable[Line]:
    return read_round(reader, what.table, finished_round(house, what.table, what.round)).lines


def _adjusted(house: House, what: Adjustment, lines: Iterable[Line]) -> Share:
    own = [line for line in lines if line.player == what.player]
    staked, returned = sum(line.stake for line in own), sum(line.returned for line in own)
    made = house.cage.adjustments(what.table, what.round)
    before = sum(one.amount for one in made if one.player == what.player)
    result = returned - staked + before + what.amount
    return Share(what.player, staked, returned, before, result)


def _back(house: House, what: VoidAfterOutcome) -> list[Share]:
    """All that was put down goes back; nothing, where the round is not being played any more."""
    state = room_of(house, what.table).state
    if state.round is None or state.round_number != what.round:
        return []
    staked = engine.staked(state.round)
    return [Share(player, amount, amount) for player, amount in sorted(staked.items())]


def _view(one: Signing, shares: Sequence[Share]) -> ProposalView:
    return ProposalView(
        one.number,
        one.what,
        one.by,
        one.at_ms,
        one.countersigned,
        tuple(shares[:_MOST_SHARES]),
        len(shares),
        sum(share.returned for share in shares),
    )
