"""Whether what stations have signed is signed by them, and is what was written (I21)."""

from collections.abc import Iterator
from typing import cast

import msgspec

from croupier.games.inputs import BallRested, CardDealt
from croupier.house.clock import MINUTE
from croupier.house.stations.book import StationBook
from croupier.house.stations.facts import STREAM, StationFact
from croupier.house.stations.scans import message_of, scanned_outcomes
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.facts import Fed
from croupier.table.signed_command import SignedCommand
from croupier.table.table import News, Recorded

_CLOCKS_MS = MINUTE
"""How far the clocks of two nodes may be apart."""


class SignedEntries:
    """Of one table, while somebody folds its journal."""

    def __init__(self, reader: Reader, table: str) -> None:
        self._reader = reader
        self._table = table
        self._book: StationBook | None = None

    def complaints(self, news: News) -> Iterator[Complaint]:
        signed = news.recorded.signed
        if signed is not None:
            where = f"{self._table} {news.seq}"
            for what in self._faults(news, signed):
                yield Complaint(where, f"I21: {what}")

    def _faults(self, news: News, signed: SignedCommand) -> Iterator[str]:
        station = self._stations().stations.get(signed.station)
        if station is None or station.account != news.recorded.actor:
            yield f"{signed.station} is no station of {news.recorded.actor}"
            return
        if not station.has_signed(signed):
            yield f"{signed.station} has not signed it"
        if news.at_ms < station.registered_ms - _CLOCKS_MS:
            yield f"{signed.station} was not registered yet"
        if station.revoked_ms and news.at_ms > station.revoked_ms + _CLOCKS_MS:
            yield f"{signed.station} was revoked"
        message = message_of(signed.text)
        (entry,) = self._reader.entries(self._table, news.seq - 1, 1)
        id = entry.command.id if entry.command else ""
        if (message.get("table"), message.get("id")) != (self._table, id):
            yield "another message is signed than was written"
        elif (scanned := scanned_outcomes([message])) and scanned != _fed(news.recorded):
            yield f"{scanned[0]} is signed, and is not what was written"

    def _stations(self) -> StationBook:
        if self._book is None:
            decode = msgspec.json.Decoder(cast("type[StationFact]", StationFact)).decode
            self._book = StationBook()
            for entry in every_entry(self._reader, STREAM):
                self._book.apply(decode(entry.body), entry.at_ms)
        return self._book


def _fed(recorded: Recorded) -> list[str]:
    """What was dealt by it; more may have come of it by itself."""
    for fact in recorded.facts:
        match fact:
            case Fed(input=CardDealt(card=card)):
                return [str(card)]
            case Fed(input=BallRested(pocket=pocket)):
                return [str(pocket)]
    return []
