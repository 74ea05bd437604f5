"""One round read back by its entry in the index, from the journal entries of that round alone."""

from croupier.house.records.round_entry import RoundEntry
from croupier.store.protocol import PAGE, Reader
from croupier.table.recovery import NoSuchTable
from croupier.table.rounds import PlayedRound, round_from
from croupier.table.state import TableState


def read_round(reader: Reader, table: str, entry: RoundEntry) -> PlayedRound:
    """The same as a walk through the whole journal gives."""
    before = TableState(entry.config)
    before.seats = dict(entry.seats)
    # As many as the round has, and the one that opens the next.
    page = min(PAGE, max(entry.last_seq - entry.first_seq, 0) + 2)
    played = round_from(reader, table, entry.first_seq, before, page)
    if played is None or played.number != entry.number:
        raise NoSuchTable(f"{table} has no round {entry.number}")
    return played
