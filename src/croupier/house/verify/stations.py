"""Whether what stations have signed is signed by them, and is what was written; and whether all is
signed that had to be (I21)."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from croupier.engine.inputs import BallRested, CardDealt
from croupier.house.floor.facts import STREAM as FLOOR
from croupier.house.floor.facts import Countersigned, FloorFact, Proposal, Proposed, QuestionRuled
from croupier.house.stations.book import StationBook
from croupier.house.stations.facts import STREAM, StationFact
from croupier.house.stations.signed_texts import (
    command_id,
    countersigned_number,
    message_of,
    path_of,
    scanned_outcomes,
)
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.commands import STAFF_ROLES
from croupier.table.facts import Fed
from croupier.table.signed_command import SignedCommand
from croupier.table.table import News, Recorded

_CLEANED = frozenset({"reason", "text"})
"""The house has put these words into order before it wrote them."""
_MAY_BE_SIGNED = (b'"proposed"', b'"signed":{')
"""Most of what happens on the floor is neither."""


class SignedEntries:
    """Of one table, while somebody folds its journal."""

    def __init__(self, reader: Reader, table: str) -> None:
        self._reader = reader
        self._table = table
        self._book: StationBook | None = None

    def complaints(self, news: News, *, by_hand: bool) -> Iterator[Complaint]:
        """`by_hand`: people deal at the table."""
        where, recorded = f"{self._table} {news.seq}", news.recorded
        if recorded.signed is not None:
            for what in self._faults(news, recorded.signed):
                yield Complaint(where, f"I21: {what}")
        elif by_hand and recorded.role in STAFF_ROLES and self._had_to_sign(news):
            what = f"{recorded.actor} has a station, and has not signed it"
            yield Complaint(where, f"I21: {what}")

    def _had_to_sign(self, news: News) -> bool:
        theirs = self._stations().of(news.recorded.actor)
        return any(station.had_to_sign_at(news.at_ms) for station in theirs)

    def _faults(self, news: News, signed: SignedCommand) -> Iterator[str]:
        yield from _station_faults(self._stations(), signed, news.recorded.actor, news.at_ms)
        message = message_of(signed.text)
        (entry,) = self._reader.entries(self._table, news.seq - 1, 1)
        id = entry.command.id if entry.command else ""
        if (message.get("table"), command_id(signed.text)) != (self._table, id):
            yield "another message is signed than was written"
        elif (scanned := scanned_outcomes([message])) and scanned != _fed(news.recorded):
            yield f"{scanned[0]} is signed, and is not what was written"

    def _stations(self) -> StationBook:
        if self._book is None:
            self._book = _station_book(self._reader)
        return self._book


def ruling_complaints(reader: Reader) -> Iterator[Complaint]:
    """The same of what was proposed, signed and ruled on the floor."""
    decode = msgspec.json.Decoder(cast("type[FloorFact]", FloorFact)).decode
    stations: StationBook | None = None
    proposed: dict[int, Proposal] = {}
    for entry in every_entry(reader, FLOOR):
        if not any(mark in entry.body for mark in _MAY_BE_SIGNED):
            continue
        try:
            fact = decode(entry.body)
        except msgspec.DecodeError as error:
            yield Complaint(f"{FLOOR} {entry.seq}", f"I6: cannot be folded: {error}")
            return
        if isinstance(fact, Proposed):
            proposed[fact.number] = fact.what
        if not isinstance(fact, Proposed | Countersigned | QuestionRuled) or fact.signed is None:
            continue
        stations = stations or _station_book(reader)
        faults = list(_station_faults(stations, fact.signed, fact.by, entry.at_ms))
        if not _says(fact, fact.signed.text, proposed):
            faults.append("another request is signed than was written")
        for fault in faults:
            yield Complaint(f"{FLOOR} {entry.seq}", f"I21: {fault}")


def _says(
    fact: Proposed | Countersigned | QuestionRuled, text: str, proposed: dict[int, Proposal]
) -> bool:
    """Whether a request is that from which the fact came."""
    message = message_of(text)
    if isinstance(fact, Countersigned):
        what = proposed.get(fact.number)
        return countersigned_number(text) == fact.number and message == msgspec.to_builtins(what)
    written: dict[str, Any] = msgspec.to_builtins(fact.what if isinstance(fact, Proposed) else fact)
    same = all(
        value == written[name]
        for name, value in message.items()
        if name in written and name not in _CLEANED
    )
    return same and bool(path_of(text)) and message.get("id") == fact.id


def _station_faults(
    stations: StationBook, signed: SignedCommand, account: str, at_ms: int
) -> Iterator[str]:
    station = stations.stations.get(signed.station)
    if station is None or station.account != account:
        yield f"{signed.station} is no station of {account}"
        return
    if not station.has_signed(signed):
        yield f"{signed.station} has not signed it"
    if not station.may_have_signed_at(at_ms):
        yield f"{signed.station} was not registered yet, or revoked"


def _station_book(reader: Reader) -> StationBook:
    decode = msgspec.json.Decoder(cast("type[StationFact]", StationFact)).decode
    book = StationBook()
    for entry in every_entry(reader, STREAM):
        book.apply(decode(entry.body), entry.at_ms)
    return book


def _fed(recorded: Recorded) -> list[str]:
    """What was dealt by it; more may have come of it by itself."""
    for fact in recorded.facts:
        match fact:
            case Fed(input=CardDealt(card=card)):
                return [str(card)]
            case Fed(input=BallRested(pocket=pocket)):
                return [str(pocket)]
    return []
