"""Seats that nobody sits in any more are given to others.

A seat is kept for a while for whoever has left the table, for another one or by a cut line; and not
at all for who has no session any more and cannot come back to it. Where chips lie in front of the
seat the table says no, and is asked again when they are played out. How long somebody who is there
may sit out is the table's own to count.
"""

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.house.clock import SECOND
from croupier.kit.phrase import Phrase, words
from croupier.table.commands import HOUSE, EndSession
from croupier.table.facts import BetsClosed, Fact, Freed, SeatLeft
from croupier.table.state import TableState

if TYPE_CHECKING:
    from croupier.server.house import House

KEPT_MS = 120 * SECOND
_WARNED = 2
"""Rounds before a seat is given up for want of a bet."""


class Seats:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._away: dict[tuple[str, str], int] = {}
        """Table and player: since when the player is not there."""

    async def give_up(self) -> None:
        """LIVE 2.5.2.13: whoever stays away has left, and is asked anew on coming back."""
        now = self._house.clock.forward()
        self._away = {one: self._away.get(one, now) for one in self._absent()}
        for (table, player), since in tuple(self._away.items()):
            if now - since >= KEPT_MS or self._logged_out(player):
                await self.end(table, player)

    async def end(self, table: str, player: str) -> bool:
        """Whether the player has left the table; not while chips lie in front of the seat."""
        live = self._house.hall.tables[table]
        if player not in live.state.seats.values() and player not in live.state.follows:
            return True
        id = f"{table}:{self._house.run}:{secrets.token_hex(8)}"
        return (await live.ask(HOUSE, EndSession(player), id)).ok

    def _absent(self) -> Iterator[tuple[str, str]]:
        for table, room in self._house.rooms.items():
            known = {*room.state.seats.values(), *room.state.follows}
            if known:
                here = {one.name for one in room.followers}
                yield from ((table, player) for player in known - here)

    def _logged_out(self, player: str) -> bool:
        account = self._house.people.account(player)
        return account is not None and not account.sessions


def told_to_players(fact: Fact, state: TableState) -> Iterator[tuple[str, str, Phrase]]:
    """Who is told what about a seat: player, code, words."""
    table = state.config.title or state.rules.title
    match fact:
        case BetsClosed():
            most = state.config.sit_out
            left = min(_WARNED, most - 1)
            for box, rounds in state.sat_out.items():
                if left > 0 and rounds == most - left:
                    yield (
                        state.seats[box],
                        "seat-kept",
                        words(
                            "{table}: you have not bet for {rounds} rounds. Seat {box} is kept for "
                            "{left} more.",
                            table=table,
                            rounds=rounds,
                            box=box,
                            left=left,
                        ),
                    )
        case SeatLeft(why=Freed.AWAY):
            said = words(
                "{table}: seat {box} was given up, since you were away.", table=table, box=fact.box
            )
            yield fact.player, "seat-given-up", said
        case SeatLeft(why=Freed.SAT_OUT):
            said = words(
                "{table}: seat {box} was given up, since you have not bet for {rounds} rounds.",
                table=table,
                box=fact.box,
                rounds=state.config.sit_out,
            )
            yield fact.player, "seat-given-up", said
