"""A round's public record, taken out of its table's journal."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.chance.delay import Delayed
from croupier.chance.sealed import Opening
from croupier.engine import protocol as engine
from croupier.engine.inputs import Burn
from croupier.house.fairness.record import (
    FairDelay,
    FairRecord,
    FairShoe,
    Note,
    Scheme,
    StationSignature,
    UnsignedEntry,
)
from croupier.house.records.index import TableIndex
from croupier.house.records.round_entry import RoundEntry
from croupier.house.records.roundcopy import renamed_file
from croupier.house.records.rounds import read_round
from croupier.house.stations.book import Station
from croupier.house.stations.signed_texts import is_public
from croupier.kit.cards import HIDDEN
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.table.commands import STAFF_ROLES, TABLES_FILE
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BettingOpened,
    ContributionsClosed,
    DelayPassed,
    EntropyGiven,
    Fed,
    OutcomesCut,
    OutcomesOpened,
    OutcomesSealed,
    PreparedShoeInUse,
    ShoePrepared,
)
from croupier.table.recovery import facts_of, recorded
from croupier.table.rounds import PlayedRound


def fair_record(
    reader: Reader, index: TableIndex, number: int, stations: Iterable[Station] = ()
) -> FairRecord | None:
    """None if there is no such round, or it is not over. `stations`: all there ever were."""
    entry = index.round(number)
    # The index may be ahead of a snapshot.
    if entry is None or not entry.over or entry.ended_seq > reader.head(index.table).seq:
        return None
    played = read_round(reader, index.table, entry)
    (betting,) = reader.entries(index.table, entry.first_seq - 1, 1)
    shoe = _shoe(reader, index, entry, played.used)
    names = _names(played)
    signatures, unsigned = _by_stations(reader, index.table, entry, tuple(stations), names)
    return FairRecord(
        played.config.id,
        number,
        played.config.dealer,
        betting.seq,
        betting.at_ms,
        Note.STAGED if played.config.staged else _note(shoe),
        shoe,
        _file(played, shoe, names),
        tuple(replace(line, player=names[line.player]) for line in played.lines),
        signatures,
        _rules(betting),
        True if played.config.staged else msgspec.UNSET,
        unsigned,
    )


def _by_stations(
    reader: Reader,
    table: str,
    entry: RoundEntry,
    stations: Sequence[Station],
    players: Collection[str],
) -> tuple[tuple[StationSignature, ...], tuple[UnsignedEntry, ...] | msgspec.UnsetType]:
    """What staff have signed in the round, and what they have not. After its end that is a card
    ruled to be discarded (R27), and not what is done at the table between two rounds."""
    if entry.config.dealer is not DealerKind.HUMAN:
        return (), msgspec.UNSET
    by_id = {station.id: station for station in stations}
    signatures: list[StationSignature] = []
    unsigned: list[UnsignedEntry] = []
    for journal_entry in every_entry(reader, table, entry.first_seq - 1):
        seq, body = journal_entry.seq, recorded(journal_entry)
        if seq > entry.ended_seq:
            if any(isinstance(fact, BettingOpened) for fact in body.facts):
                break
            if not any(isinstance(fact, Fed) for fact in body.facts):
                continue
        if body.role not in STAFF_ROLES or body.actor == TABLES_FILE.name:
            continue
        signed = body.signed
        station = by_id.get(signed.station) if signed else None
        if signed is None or station is None:
            theirs = (each for each in stations if each.account == body.actor)
            owed = any(each.had_to_sign_at(journal_entry.at_ms) for each in theirs)
            unsigned.append(UnsignedEntry(seq, owed))
        elif is_public(signed.text, players):
            key = station.id, station.algorithm, station.public
            signatures.append(StationSignature(seq, *key, signed.signature, signed.text))
    return tuple(signatures), tuple(unsigned)


def _rules(betting: Entry) -> str | msgspec.UnsetType:
    opened = (fact for fact in facts_of(betting) if isinstance(fact, BettingOpened))
    return next((fact.rules for fact in opened if fact.rules), msgspec.UNSET)


def _names(played: PlayedRound) -> dict[str, str]:
    """Nobody is named to strangers."""
    known = dict.fromkeys([*(bet.player for bet in played.bets), *played.seats.values()])
    return {player: f"player-{number}" for number, player in enumerate(known, 1)}


def _note(shoe: FairShoe | None) -> Note:
    if shoe is None:
        return Note.BY_HAND
    return Note.NOT_YET if shoe.opening is None else Note.OPENED


def _file(
    played: PlayedRound, shoe: FairShoe | None, names: dict[str, str]
) -> dict[str, Any] | None:
    """None while the rest of the shoe could be told from cards that nobody has seen."""
    in_use = shoe is not None and shoe.opening is None
    return None if in_use and _has_unseen_cards(played) else renamed_file(played, names)


def _has_unseen_cards(played: PlayedRound) -> bool:
    shown = msgspec.json.encode(engine.view(played.round))
    return HIDDEN.encode() in shown or any(isinstance(input, Burn) for input in played.inputs)


def _shoe(reader: Reader, index: TableIndex, entry: RoundEntry, used: int) -> FairShoe | None:
    """What the round was dealt from, read from its sealing to the round's end; None where a person
    dealt."""
    in_use_seq = index.sealed_before(entry)
    if entry.config.dealer is DealerKind.HUMAN or not in_use_seq:
        return None
    found = _sealing(reader, index, in_use_seq)
    if found is None:
        return None
    sealing, sealed = found
    entropy: list[str] = []
    cut, place = 0, sealed.burned
    given_ms: int | None = None
    delay: FairDelay | None = None
    for journal_entry in every_entry(reader, index.table, sealing.seq):
        if journal_entry.seq > entry.ended_seq:
            break
        for fact in facts_of(journal_entry):
            match fact:
                case EntropyGiven() if fact.is_for(sealed.name):
                    entropy.append(fact.entropy)
                    given_ms = journal_entry.at_ms if given_ms is None else given_ms
                case ContributionsClosed() if sealed.terms and fact.name == sealed.name:
                    at = journal_entry.seq, given_ms, journal_entry.at_ms
                    delay = FairDelay(sealed.terms, *at, fact.digest)
                case DelayPassed() if delay is not None and fact.name == sealed.name:
                    result = Delayed(fact.output, fact.proof)
                    delay = replace(delay, passed_ms=journal_entry.at_ms, result=result)
                case OutcomesCut() if fact.name == sealed.name:
                    cut = fact.cut
                case Fed() if in_use_seq < journal_entry.seq <= entry.begun_seq:
                    place += fact.used
    return FairShoe(
        sealed.name,
        sealed.commitment,
        sealed.size,
        sealed.burned,
        tuple(entropy),
        cut,
        place,
        used,
        sealing.seq,
        sealing.at_ms,
        _opening(reader, index, entry, sealed.name),
        Scheme.CUT if sealed.terms is None else Scheme.DELAY,
        delay,
    )


def _sealing(
    reader: Reader, index: TableIndex, in_use_seq: int
) -> tuple[Entry, OutcomesSealed | ShoePrepared] | None:
    """The entry that committed to what is in use from this one on; an earlier one, where it was
    prepared."""
    (entry,) = reader.entries(index.table, in_use_seq - 1, 1)
    for fact in facts_of(entry):
        if isinstance(fact, OutcomesSealed):
            return entry, fact
        if isinstance(fact, PreparedShoeInUse):
            return _preparation(reader, index, in_use_seq, fact.name)
    return None


def _preparation(
    reader: Reader, index: TableIndex, in_use_seq: int, name: str
) -> tuple[Entry, ShoePrepared] | None:
    for seq in index.prepared_before(in_use_seq):
        (entry,) = reader.entries(index.table, seq - 1, 1)
        for fact in facts_of(entry):
            if isinstance(fact, ShoePrepared) and fact.name == name:
                return entry, fact
    return None


def _opening(reader: Reader, index: TableIndex, entry: RoundEntry, name: str) -> Opening | None:
    """The next sealing after the round opens what it was dealt from, or gives it up unopened."""
    following = index.sealed_after(entry)
    for journal_entry in () if following is None else reader.entries(index.table, following - 1, 1):
        for fact in facts_of(journal_entry):
            if isinstance(fact, OutcomesOpened) and fact.name == name:
                return Opening(fact.salt, fact.outcomes)
    return None
