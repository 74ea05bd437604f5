"""An incident's sheet from the books."""

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

MOST_ROUNDS = 2_000
"""Rounds of one sheet."""


def read_sheet(
    reader: Reader,
    index: TableIndex,
    incident: IncidentOpened,
    remedies: Remedies,
    adjusted: Callable[[str, int], Sequence[Adjusted]],
) -> Sheet:
    """Of an incident that goes on: up to the last round."""
    last = incident.until_round or index.last
    if last - incident.since_round >= MOST_ROUNDS:
        message = f"a sheet has at most {MOST_ROUNDS} rounds: open a second incident for the rest"
        raise Refused(Code.LIMIT, message)

    def rounds() -> Iterator[tuple[PlayedRound, Sequence[Adjusted]]]:
        for number in range(incident.since_round, last + 1):
            entry = index.round(number)
            if entry is None or not entry.over:
                continue
            if incident.dealer in ("", entry.dealer):
                yield read_round(reader, index.table, entry), adjusted(index.table, number)

    scope = incident.since_round, last
    return make_sheet(incident.number, index.table, scope, remedies, rounds())
