"""Seats that nobody sits in any more are given to others.

A seat is kept for a while for whoever has left the table, for another one or by a cut line; and not
at all for who has no session any more and cannot come back to it. Where chips lie in front of the
seat the table says no, and is asked again when they are played out. How long somebody who is there
may sit out is the table's own to count.
"""

import secrets
from collections.abc import Iterator, Mapping

from croupier.house.clock import SECOND, Clock
from croupier.house.people.names import is_guest
from croupier.house.people.people import People
from croupier.kit.phrase import Phrase, words
from croupier.server.room import Room
from croupier.table.commands import HOUSE, EndSession, LapseOffer
from croupier.table.facts import BetsClosed, Fact, Freed, OfferLapsed, SeatLeft, SeatOffered
from croupier.table.state import TableState
from croupier.wire.messages import NoticeCode

KEPT_MS = 120 * SECOND
OFFERED_S = 30
"""How long a seat is offered to somebody of the waiting list, before it is the next one's."""
_WARNED = 2
"""Rounds before a seat is given up for want of a bet."""


class Seats:
    def __init__(
        self, rooms: Mapping[str, Room], people: People, clock: Clock, *, run: str
    ) -> None:
        self._rooms = rooms
        self._people = people
        self._clock = clock
        self._run = run
        self._away: dict[tuple[str, str], int] = {}
        """Table and player: since when the player is not there."""
        self._offered: dict[tuple[str, int, str], int] = {}
        """Table, seat and player: since when it is offered."""

    async def give_up(self) -> None:
        """LIVE 2.5.2.13: whoever stays away has left, and is asked anew on coming back."""
        now = self._clock.forward()
        self._away = {absent: self._away.get(absent, now) for absent in self._absent()}
        for (table, player), since in tuple(self._away.items()):
            if now - since >= KEPT_MS or self._logged_out(player):
                await self.end(table, player)
        await self._lapse()

    async def end_everywhere(self, player: str) -> None:
        """Where a stake still lies it is played out, and the seat is free then."""
        for table in self._rooms:
            await self.end(table, player)

    async def _lapse(self) -> None:
        """Nobody has to wait for who does not answer."""
        now = self._clock.forward()
        offers = (
            (table, box, player)
            for table, room in self._rooms.items()
            if room.live.owned
            for box, player in room.state.offered_seats.items()
        )
        self._offered = {offer: self._offered.get(offer, now) for offer in offers}
        for (table, box, player), since in tuple(self._offered.items()):
            if now - since >= OFFERED_S * SECOND:
                await self._ask(table, LapseOffer(box, player))

    async def end(self, table: str, player: str) -> bool:
        """Whether the player has left the table; not while chips lie in front of the seat."""
        if player not in _known(self._rooms[table].state):
            return True
        return await self._ask(table, EndSession(player))

    async def _ask(self, table: str, command: EndSession | LapseOffer) -> bool:
        id = f"{table}:{self._run}:{secrets.token_hex(8)}"
        return (await self._rooms[table].live.ask(HOUSE, command, id)).ok

    def _absent(self) -> Iterator[tuple[str, str]]:
        for table, room in self._rooms.items():
            if room.live.owned and (known := _known(room.state)):
                here = {follower.name for follower in room.followers} | room.elsewhere
                yield from ((table, player) for player in known - here)

    def _logged_out(self, player: str) -> bool:
        account = self._people.account(player)
        return is_guest(player) if account is None else not account.sessions


def _known(state: TableState) -> set[str]:
    """Whose place at the table is kept."""
    waiting = (*state.waiting_list, *state.offered_seats.values())
    return {*state.seats.values(), *state.follows, *waiting}


def seat_notices(fact: Fact, state: TableState) -> Iterator[tuple[str, NoticeCode, Phrase]]:
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
                        NoticeCode.SEAT_KEPT,
                        words(
                            "{table}: you have not bet for "
                            "{rounds, plural, one {# round} other {# rounds}}. "
                            "Seat {box} is kept for {left} more.",
                            table=table,
                            rounds=rounds,
                            box=box,
                            left=left,
                        ),
                    )
        case SeatOffered():
            text = words(
                "{table}: seat {box} is yours, if you take it within {seconds} seconds.",
                table=table,
                box=fact.box,
                seconds=OFFERED_S,
            )
            yield fact.player, NoticeCode.SEAT_OFFERED, text
        case OfferLapsed():
            text = words("{table}: seat {box} has gone to the next.", table=table, box=fact.box)
            yield fact.player, NoticeCode.SEAT_OFFER_LAPSED, text
        case SeatLeft(why=Freed.AWAY):
            text = words(
                "{table}: seat {box} was given up, since you were away.", table=table, box=fact.box
            )
            yield fact.player, NoticeCode.SEAT_GIVEN_UP, text
        case SeatLeft(why=Freed.SAT_OUT):
            text = words(
                "{table}: seat {box} was given up, since you have not bet for "
                "{rounds, plural, one {# round} other {# rounds}}.",
                table=table,
                box=fact.box,
                rounds=state.config.sit_out,
            )
            yield fact.player, NoticeCode.SEAT_GIVEN_UP, text
