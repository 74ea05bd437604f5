"""What the banks of tables hold: money, and apart from it the guests' play chips.

The ledger holds both in one account. How much of it is play chips follows from the rounds, so both
are read from the same snapshot.
"""

from collections.abc import Sequence

from croupier.house.days.figures import Floats
from croupier.house.records.office import guests_win
from croupier.house.table_fold import index_in
from croupier.ledger import bank
from croupier.store.protocol import Reader


def table_floats(reader: Reader, tables: Sequence[str]) -> dict[str, Floats]:
    """By table, also of tables that are no longer open. `reader` is a snapshot."""
    floats = {}
    for table, balance in zip(
        tables, reader.balances_of([bank(table) for table in tables]), strict=True
    ):
        ever_opened = reader.head(table).seq > 0
        play_chips = guests_win(index_in(reader, table)) if ever_opened else 0
        floats[table] = Floats(balance - play_chips, play_chips)
    return floats
