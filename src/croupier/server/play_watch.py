"""Follows the rounds of the tables that are dealt here, and calls the pit where something speaks
against a player, a dealer or a table.

It goes from round to round by the index, at its own pace: what the play is measured by may take
seconds to reckon the first time, and nothing is lost meanwhile. How far it has come is kept with
the table's checkpoints; after a stop, or at another node that deals there from now on, it goes on
from there. The same rounds come to the same evidence and the same alarms, and each alarm has an id:
nobody is told twice.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice, takewhile

import msgspec

from croupier.house.floor.facts import AlertKind
from croupier.house.live_table import LiveTable
from croupier.house.live_tables import LiveTables
from croupier.house.people.names import is_guest
from croupier.house.records.index import VIRTUAL
from croupier.house.records.round_entry import RoundEntry
from croupier.kit.errors import Refused
from croupier.kit.phrase import Phrase, words
from croupier.monitoring.table_evidence import (
    ALPHA,
    Measures,
    Suspect,
    Suspicion,
    TableEvidence,
    TrailEvidence,
)
from croupier.monitoring.taken import RoundTaken
from croupier.server.alert import Alert
from croupier.server.odds_service import OddsService
from croupier.table.config import TableConfig
from croupier.table.rulings import may_be_void

_LOG = logging.getLogger("croupier.house")
AT_ONCE = 256
"""Rounds that are followed before anybody else has a turn."""


class PlayWatch:
    def __init__(self, live_tables: LiveTables, odds: OddsService, alert: Alert) -> None:
        self._live_tables = live_tables
        self._odds = odds
        self._alert = alert
        self._measures: dict[int, tuple[TableConfig, Measures]] = {}
        self._turn = asyncio.Lock()
        self._owned: set[str] = set()
        """The tables that were dealt here when it looked last."""

    async def follow(self) -> None:
        """All rounds that are over by now; those of rules that cannot be reckoned wait."""
        async with self._turn:
            owned = self._live_tables.owned()
            for live in owned:
                if live.id not in self._owned:
                    await asyncio.to_thread(self._take_up, live)
            self._owned = {live.id for live in owned}
            for live in owned:
                with suppress(Refused):
                    while await self._follow(live):
                        pass

    def _take_up(self, live: LiveTable) -> None:
        """Another node may have dealt there, and followed further than was known here."""
        before = live.fold.evidence
        kept = live.fold.kept_evidence(self._live_tables.store)
        if _unpacked(kept).round > _unpacked(before).round and live.fold.evidence is before:
            live.fold.evidence = kept

    def evidence(self, table: str) -> TableEvidence:
        """As far as it was followed."""
        live = self._live_tables.tables.get(table)
        return TableEvidence() if live is None else _unpacked(live.fold.evidence)

    async def _follow(self, live: LiveTable) -> bool:
        """The next rounds; whether there may be more."""
        before = live.fold.evidence
        evidence = _unpacked(before)
        if evidence.round >= live.fold.index.last:
            return False
        rounds = await asyncio.to_thread(_next_rounds, live, evidence.round)
        if not rounds:
            return False
        for entry in rounds:
            await self._measure(entry.config)
        alarms = await asyncio.to_thread(self._add, evidence, rounds)
        for round, alarm in alarms:
            text = _words(alarm, live.id)
            _LOG.warning("unusual play", extra={"table": live.id, "text": str(text)})
            id = f"unusual:{live.id}:{alarm.suspicion}:{alarm.suspect}:{alarm.name}:{round}"
            await self._alert(AlertKind.UNUSUAL, live.id, text, "house", round, id=id)
        if live.fold.evidence is not before or not live.owned:
            return False  # the table was read back meanwhile, or is dealt elsewhere
        live.fold.evidence = msgspec.msgpack.encode(evidence)
        return len(rounds) == AT_ONCE

    async def _measure(self, config: TableConfig) -> None:
        if id(config) not in self._measures:
            figures = await self._odds.play(config.check())
            # The configuration is held: its id stays its own.
            self._measures[id(config)] = config, Measures(figures)

    def _add(
        self, evidence: TableEvidence, rounds: Iterable[RoundEntry]
    ) -> list[tuple[int, TrailEvidence]]:
        return [
            (entry.number, alarm)
            for entry in rounds
            for alarm in evidence.follow(
                entry.number,
                None if entry.dealer == VIRTUAL else entry.dealer,
                _for_money(entry.taken),
                self._measures[id(entry.config)][1],
            )
        ]


def _unpacked(packed: bytes) -> TableEvidence:
    return msgspec.msgpack.decode(packed, type=TableEvidence) if packed else TableEvidence()


def _next_rounds(live: LiveTable, after: int) -> list[RoundEntry]:
    """R31: one that may still be found to be void waits until the next begins."""
    state = live.state
    unsettled = state.round_number if may_be_void(state) else None
    rounds = islice(live.fold.index.over_after(after), AT_ONCE)
    return list(takewhile(lambda entry: unsettled is None or entry.number < unsettled, rounds))


def _for_money(taken: RoundTaken) -> RoundTaken:
    """Play chips are nobody's gain."""
    return RoundTaken(
        tuple(bet for bet in taken.bets if not is_guest(bet.player)),
        tuple(hand for hand in taken.hands if not is_guest(hand.player)),
        tuple(offer for offer in taken.offers if not is_guest(offer.player)),
    )


def _words(found: TrailEvidence, table: str) -> Phrase:
    match found.suspicion, found.suspect:
        case Suspicion.WINS, Suspect.PLAYER:
            what = words("{name} wins more than the bets can be worth", name=found.name)
        case Suspicion.WINS, Suspect.DEALER:
            what = words("players win more than they should while {name} deals", name=found.name)
        case Suspicion.WINS, _:
            what = words("players win more here than they should")
        case Suspicion.LOSSES, _:
            what = words("players lose more here than they should")
        case Suspicion.PAYS, _:
            what = words("a bet came to what the rules never pay for it")
        case Suspicion.DECISIONS, _:
            what = words(
                "{name} decides against all odds, and wins: as if more were known", name=found.name
            )
        case _:
            what = words(
                "{name} insures when it wins, and not when it loses: as if the card were known",
                name=found.name,
            )
    return words(
        "{what}; since about round {since} of {table}. Honest play comes to that less than once in "
        "{times}",
        what=what,
        since=found.since,
        table=table,
        times=round(1 / ALPHA),
    )
