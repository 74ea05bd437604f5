"""Who has ended rounds before their time, and how often: for the inspector by name, and for anyone,
at each table, by number (decision 43)."""

from collections import defaultdict

import msgspec

from croupier.house.floor.play_statistics import EndedRounds, PlayStatistics
from croupier.house.live_tables import LiveTables
from croupier.house.roles import Role
from croupier.server.http.endpoint import endpoint


class EndedBy(msgspec.Struct, frozen=True):
    """Of one person."""

    name: str
    tables: tuple[str, ...]
    """Where the person has ended rounds."""
    rounds: int
    """How many were played at these tables."""
    voids: int
    interruptions: int
    by_two: int
    """How many of both a second person has signed: they count for each of the two."""
    rate_ppm: int
    """Voids and interruptions in a million rounds."""


class EndedAtTable(msgspec.Struct, frozen=True):
    """The same of one person at one table, without the name."""

    person: str
    """"person-1" is who ended a round there first."""
    voids: int
    interruptions: int
    by_two: int
    rate_ppm: int


@endpoint("GET", "/api/office/ended-rounds", roles=frozenset({Role.INSPECTOR}))
async def ended_rounds(live_tables: LiveTables) -> tuple[EndedBy, ...]:
    """Who has voided or interrupted rounds, the highest rate first. Test tables are left out."""
    return ended_by_person(live_tables.statistics)


def ended_by_person(statistics: PlayStatistics) -> tuple[EndedBy, ...]:
    tables: defaultdict[str, list[str]] = defaultdict(list)
    for table, counts in statistics.tables.items():
        for name in counts.ended:
            tables[name].append(table)
    rows = [_of_person(statistics, name, sorted(where)) for name, where in tables.items()]
    return tuple(sorted(rows, key=lambda row: (-row.rate_ppm, row.name)))


def ended_at_table(statistics: PlayStatistics, table: str) -> tuple[EndedAtTable, ...]:
    counts = statistics.of(table)
    return tuple(
        EndedAtTable(
            f"person-{number}",
            ended.voids,
            ended.interruptions,
            ended.by_two,
            _rate_ppm(ended.rounds, counts.rounds),
        )
        for number, ended in enumerate(counts.ended.values(), 1)
    )


def _of_person(statistics: PlayStatistics, name: str, tables: list[str]) -> EndedBy:
    whole, rounds = EndedRounds(), 0
    for table in tables:
        counts = statistics.of(table)
        ended = counts.ended[name]
        rounds += counts.rounds
        whole.voids += ended.voids
        whole.interruptions += ended.interruptions
        whole.by_two += ended.by_two
    return EndedBy(
        name,
        tuple(tables),
        rounds,
        whole.voids,
        whole.interruptions,
        whole.by_two,
        _rate_ppm(whole.rounds, rounds),
    )


def _rate_ppm(ended: int, rounds: int) -> int:
    # A round that is interrupted first is not over yet.
    return ended * 1_000_000 // max(1, rounds)
