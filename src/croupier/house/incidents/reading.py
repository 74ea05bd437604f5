"""The sheet of an incident, from the books."""

from collections.abc import Callable, Iterator, Sequence

from croupier.house.incidents.facts import IncidentOpened
from croupier.house.incidents.remedies import Remedies
from croupier.house.incidents.sheet import Sheet, make_sheet
from croupier.house.records.index import TableIndex
from croupier.house.records.rounds import read_round
from croupier.kit.errors import Code, Refused
from croupier.store.protocol import Reader
from croupier.table.cage import Adjusted
from croupier.table.rounds import PlayedRound

MOST_ROUNDS = 25_000
"""Rounds of one sheet."""
MOST_ROWS = 150_000
"""Rows of one sheet: it is one entry of the register, and stays in memory."""


def last_round(incident: IncidentOpened, index: TableIndex) -> int:
    """Of an incident that goes on: the last there is. Refused where that is too many."""
    last = incident.until_round or index.last
    if last - incident.since_round >= MOST_ROUNDS:
        message = f"a sheet has at most {MOST_ROUNDS} rounds: open a second incident for the rest"
        raise Refused(Code.LIMIT, message)
    return last


def read_sheet(
    reader: Reader,
    index: TableIndex,
    incident: IncidentOpened,
    remedies: Remedies,
    adjusted: Callable[[str, int], Sequence[Adjusted]],
    *,
    last: int,
    tell: Callable[[int, int], None],
) -> Sheet:
    """Up to this round. `tell` is told how many rounds are done, of how many."""
    rows = 0

    def rounds() -> Iterator[tuple[PlayedRound, Sequence[Adjusted]]]:
        nonlocal rows
        for number in range(incident.since_round, last + 1):
            tell(number - incident.since_round, last - incident.since_round + 1)
            entry = index.round(number)
            if entry is None or not entry.over:
                continue
            if incident.dealer in ("", entry.dealer):
                played = read_round(reader, index.table, entry)
                rows += len({line.player for line in played.lines})
                if rows > MOST_ROWS:
                    message = f"a sheet has at most {MOST_ROWS} rows: choose fewer rounds"
                    raise Refused(Code.LIMIT, message)
                yield played, adjusted(index.table, number)

    scope = incident.since_round, last
    sheet = make_sheet(incident.number, index.table, scope, remedies, rounds())
    tell(last - incident.since_round + 1, last - incident.since_round + 1)
    return sheet
