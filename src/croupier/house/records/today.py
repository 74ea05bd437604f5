"""What a table has taken today and how fast it is dealt, for whoever watches over the floor."""

import msgspec

from croupier.house.clock import DAY
from croupier.house.records.index import TableIndex
from croupier.house.records.office import played_at

HOUR = 60 * 60 * 1000


class TableToday(msgspec.Struct, frozen=True):
    """Of the UTC day, as far as it has gone; void rounds were never at risk."""

    turnover: int
    """What players staked."""
    guests_turnover: int
    """What guests staked, in play chips."""
    pace: int
    """Rounds that have ended in the last hour, void ones too."""


def table_today(index: TableIndex, now_ms: int) -> TableToday:
    midnight = now_ms // DAY * DAY
    players, guests = (
        sum(played.staked for *_, played in played_at(index, midnight, now_ms + 1, guests))
        for guests in (False, True)
    )
    return TableToday(players, guests, sum(1 for _ in index.finished(now_ms - HOUR, now_ms + 1)))
