"""A round that may be void, or interrupted, stands still until two people have said so, or one of
them no.

Proposals are the floor's facts and a held round is its table's: two journals, so the one is made to
agree with the other whenever either may have changed, and again every now and then.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress

from croupier.engine.inputs import Capacity, Interrupt, Ruling, Void
from croupier.house.floor.book import Signing
from croupier.house.floor.facts import AlertKind, Interruption, VoidAfterOutcome
from croupier.house.floor.floor import Floor
from croupier.house.people.people import People
from croupier.house.roles import PIT, Role
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import Phrase, words
from croupier.server.alert import Alert
from croupier.server.background import Background
from croupier.server.room import Room
from croupier.table.commands import HOUSE, Hold, Release, Rule
from croupier.table.rulings import may_be_void
from croupier.table.state import TableState

_ENDS_A_ROUND = VoidAfterOutcome | Interruption
"""What a round is held for."""


class VoidHolds:
    def __init__(
        self,
        rooms: Mapping[str, Room],
        floor: Floor,
        alert: Alert,
        spawn: Background,
        *,
        run: str,
    ) -> None:
        self._rooms = rooms
        self._floor = floor
        self._alert = alert
        self._spawn = spawn
        self._run = run
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def settle_all(self) -> None:
        """At the tables that are dealt here."""
        for table, room in self._rooms.items():
            if room.live.owned:
                await self.settle(table)

    async def settle(self, table: str) -> None:
        """Held while a void of the running round waits for its signature, and not a moment longer;
        a proposal that its round has overtaken is gone."""
        async with self._turns[table]:
            await self._drop_overtaken(table)
            if not await self._hold(table):
                # It ended before it could be held.
                await self._drop_overtaken(table)

    def round_over(self, table: str, state: TableState) -> None:
        """Told of everything that happens at a table."""
        waiting = (void for void in self._voids(table) if void.countersigned is None)
        if any(not _running(void, state) for void in waiting):
            self._spawn(self.settle(table))

    def _voids(self, table: str) -> list[Signing]:
        """Proposed, or signed and not known to be carried out."""
        return [
            signing
            for signing in (*self._floor.proposals(), *self._floor.unfinished())
            if isinstance(signing.what, _ENDS_A_ROUND) and signing.what.table == table
        ]

    def pending(self, table: str) -> list[Signing]:
        """Voids of the round that is being played there."""
        state = self._rooms[table].state
        return [void for void in self._voids(table) if _running(void, state)]

    async def _hold(self, table: str) -> bool:
        room = self._rooms[table]
        state, pending = room.state, self.pending(table)
        if bool(pending) is (state.held is not None):
            return True
        command = Hold(pending[0].by) if pending else Release()
        id = f"{table}:{self._run}:{secrets.token_hex(8)}"
        return (await room.live.ask(HOUSE, command, id, state.round_number)).ok

    async def _drop_overtaken(self, table: str) -> None:
        state = self._rooms[table].state
        for void in self._voids(table):
            if void.countersigned is not None or _running(void, state):
                continue
            assert isinstance(void.what, _ENDS_A_ROUND)
            with suppress(Refused):  # somebody was quicker; or the books say no, and it comes round
                await self._floor.overtaken(void.number, "the round is over")
                kind, text = _fell_through(void.what, void.by)
                await self._alert(kind, table, text, void.by, void.what.round)


def _fell_through(what: VoidAfterOutcome | Interruption, by: str) -> tuple[AlertKind, Phrase]:
    if isinstance(what, VoidAfterOutcome):
        return AlertKind.VOID, words(
            "the void of round {round} proposed by {name} fell through: it is over",
            round=what.round,
            name=by,
        )
    return AlertKind.INTERRUPTION, words(
        "the interruption of round {round} proposed by {name} fell through: it is over",
        round=what.round,
        name=by,
    )


def ruling_of(what: VoidAfterOutcome | Interruption) -> Ruling:
    if isinstance(what, Interruption):
        return Interrupt(Capacity.HOUSE)
    return Void(Capacity.PIT, what.reason)


def signed_ruling(signing: Signing, people: People) -> Rule:
    """What a void or an interruption is at its table, once two people of the pit have signed it;
    the shift manager signs for the house itself (R30)."""
    what = signing.what
    assert isinstance(what, _ENDS_A_ROUND)
    for name in (signing.by, signing.countersigned or ""):
        account = people.account(name)
        if account is None or account.role not in PIT:
            raise Refused(Code.NOT_ALLOWED, f"{name} is not of the pit any more", "R30")
    if signing.by == signing.countersigned:
        raise Refused(Code.SAME_PERSON, "a second person has to sign", "R30")
    if not isinstance(what, Interruption):
        return Rule(ruling_of(what), countersigned=signing.by)
    signer = people.account(signing.countersigned or "")
    if signer is None or signer.role is not Role.SHIFT:
        raise Refused(Code.NOT_ALLOWED, "only the shift manager speaks for the house", "R30")
    return Rule(ruling_of(what), countersigned=signing.by, reason=what.reason)


def _running(void: Signing, state: TableState) -> bool:
    what = void.what
    assert isinstance(what, _ENDS_A_ROUND)
    return state.round_number == what.round and may_be_void(state)
