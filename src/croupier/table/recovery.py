"""A table comes back from its journal: the fold of its facts, and R4 if it was gone too long."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from croupier.chance.derived import closed_in_time
from croupier.chance.sealed import Sealed
from croupier.engine import protocol as engine
from croupier.engine.inputs import Capacity, Interrupt, Void, VoidReason
from croupier.kit.errors import Refused
from croupier.store.pages import entries_backwards, every_entry
from croupier.store.protocol import Reader, Store
from croupier.store.values import Entry
from croupier.table.commands import Command, ReturnBets, Rule
from croupier.table.config import TableConfig
from croupier.table.facts import EntropyGiven, Fact, OutcomesSealed, ShoePrepared, TableOpened
from croupier.table.guard import Guard
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import ShoeInUse, TablePhase, TableState
from croupier.table.table import News, OnEntry, Recorded, Table

RESEAL = "`croupier reseal` gives it up, and the next is sealed at the next start"


class BooksDamaged(Exception):  # noqa: N818
    """A journal, or what belongs to it, is not as it was written."""


class NoSuchTable(LookupError):  # noqa: N818 -- what is the matter, in the words of the trade
    """The journal has no such table."""


def recorded(entry: Entry) -> Recorded:
    return msgspec.json.decode(entry.body, type=Recorded)


def facts_of(entry: Entry) -> tuple[Fact, ...]:
    return recorded(entry).facts


def opened_by(stream: str, fact: Fact) -> TableState:
    """A table before its first fact, which opens it."""
    if not isinstance(fact, TableOpened):
        raise NoSuchTable(f"{stream} is not a table's journal")
    return TableState(fact.config)


def is_staged(reader: Reader, table: str) -> bool:
    """From its first entry on, or never."""
    opened = [facts_of(entry)[0] for entry in reader.entries(table, 0, 1)]
    return any(opened_by(table, fact).config.staged for fact in opened)


class Start(NamedTuple):
    """Where a fold goes on: the table after an entry, its sequence number, and when it was made."""

    state: TableState
    seq: int
    at_ms: int


def fold(
    reader: Reader,
    stream: str,
    to: int | None = None,
    on_entry: OnEntry | None = None,
    start: Start | None = None,
) -> Start:
    """What the journal comes to by its last entry (or by `to`); from its first, or from `start`."""
    state, seq, at_ms = start or (None, 0, 0)
    for entry in every_entry(reader, stream, seq):
        if to is not None and entry.seq > to:
            break
        body = recorded(entry)
        for fact in body.facts:
            if state is None:
                state = opened_by(stream, fact)
            state.apply(fact)
        seq, at_ms = entry.seq, entry.at_ms
        if on_entry is not None and state is not None:
            on_entry(News(seq, at_ms, body), state)
    if state is None:
        raise NoSuchTable(f"there is no table {stream}")
    return Start(state, seq, at_ms)


def recover(
    store: Store,
    stream: str,
    owner: str,
    outcomes: SealedOutcomes,
    *,
    guard: Guard | None = None,
    on_entry: OnEntry | None = None,
    start: Start | None = None,
    epoch: int | None = None,
) -> tuple[Table, int]:
    """Take the table over and bring it back as it stood; and when its last fact was made. `epoch`:
    under which it was claimed already."""
    epoch = epoch or store.claim(stream, owner)
    state, seq, at_ms = fold(store, stream, on_entry=on_entry, start=start)
    for shoe in (state.shoe, state.next_shoe):
        try:
            if shoe is not None:
                outcomes.hold(_unlocked(store, shoe.name), shoe.terms)
        except (BooksDamaged, Refused):
            # What is given up anyway need not be readable: then it is not published, either.
            if not state.restored:
                raise
    return Table(state, store, epoch, seq, guard=guard, on_entry=on_entry), at_ms


def _unlocked(store: Reader, name: str) -> Sealed:
    box = store.vault(name)
    if box is None:
        raise BooksDamaged(f"{name} is sealed, and not in the vault any more; {RESEAL}")
    try:
        return msgspec.msgpack.decode(box, type=Sealed)
    except msgspec.MsgspecError:
        raise BooksDamaged(f"what the vault holds of {name} cannot be read; {RESEAL}") from None


def new_table(
    store: Store,
    config: TableConfig,
    owner: str,
    *,
    guard: Guard | None = None,
    on_entry: OnEntry | None = None,
) -> Table:
    """A table that has no journal yet; its first fact is still to be committed."""
    epoch = store.claim(config.id, owner)
    return Table(TableState(config), store, epoch, 0, guard=guard, on_entry=on_entry)


def without_shoe(state: TableState) -> Iterator[Command]:
    """What becomes of a table whose sealed outcomes are given up. R26: a shoe whose order may be
    known is no better than one that was never shuffled, so its round is void, whatever is decided
    (decision 22). A wheel has no cause of that kind; R4 voids its round, for nothing is decided
    before the ball rests. Before "No more bets" there is no round: the stakes go back."""
    if state.phase is TablePhase.PLAYING:
        unshuffled = VoidReason.UNSHUFFLED in engine.void_causes(state.rules)
        yield Rule(
            Void(Capacity.PIT, VoidReason.UNSHUFFLED) if unshuffled else Interrupt(Capacity.HOUSE)
        )
    if state.phase is TablePhase.BETTING and state.layout.bets:
        yield ReturnBets()


def window_expired(reader: Reader, stream: str, seq: int, shoe: ShoeInUse, wall: int) -> bool:
    """Whether the shoe's contributions, if closed now, would have been open for so long that the
    last contributor could have evaluated the delay first (decision 42)."""
    assert shoe.terms is not None
    opened_ms = _window_opened_ms(reader, stream, seq, shoe.name)
    return not closed_in_time(wall - opened_ms, shoe.terms.squarings)


def _window_opened_ms(reader: Reader, stream: str, seq: int, shoe: str) -> int:
    """When the first contribution to the shoe was journalled; `seq`: the last entry."""
    opened_ms = 0
    for entry in entries_backwards(reader, stream, seq):
        facts = facts_of(entry)
        if any(isinstance(fact, EntropyGiven) and fact.is_for(shoe) for fact in facts):
            opened_ms = entry.at_ms
        sealed = (fact for fact in facts if isinstance(fact, OutcomesSealed | ShoePrepared))
        if any(fact.name == shoe for fact in sealed):
            break
    return opened_ms


def after_gap(state: TableState, gap_ms: int) -> Command | None:
    """R4: a gap within the grace changes nothing. Past it the engine says whether the round goes
    on; before "No more bets" there is no round, and the stakes go back."""
    if gap_ms <= state.rules.grace_seconds * 1000:
        return None
    if state.phase is TablePhase.PLAYING:
        return Rule(Interrupt(Capacity.HOUSE))
    betting = state.phase is TablePhase.BETTING and state.layout.bets
    return ReturnBets() if betting else None
