"""A table at the moment its betting is opened, as one value: no chips lie there, no round is on,
and all that is left of its past fits in a few lines. A journal is gone on with from there."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from croupier.engine.inputs import VoidReason
from croupier.engine.layout import Bet, Layout
from croupier.kit.cards import Card
from croupier.table.config import TableConfig
from croupier.table.facts import BettingOpened, Fact, PitCalled
from croupier.table.handling import Handling
from croupier.table.state import Consent, ShoeInUse, Squeeze, TablePhase, TableState


class SavedTable(msgspec.Struct, frozen=True):
    """The names are those of `TableState`; what is not here is as it is at every such moment."""

    config: TableConfig
    terms: int
    round_number: int
    seats: dict[int, str]
    sat_out: dict[int, int]
    waiting_list: list[str]
    offered_seats: dict[int, str]
    follows: dict[str, bool]
    shoe: ShoeInUse | None
    restored: str
    shoes: int
    seen: dict[Card, int]
    shoe_decks: int
    spoiled: VoidReason | None
    dealer: str | None
    next_config: TableConfig | None
    closing: bool
    squeezes: dict[int, Squeeze]
    consents: dict[str, Consent]
    consents_given: int
    call: PitCalled | None
    handling: Handling
    last_bets: dict[str, tuple[Bet, ...]]
    next_shoe: ShoeInUse | None = None
    unused_shoes: int = 0


def may_be_saved(state: TableState, facts: Sequence[Fact]) -> bool:
    """Whether the entry with these facts has opened the betting, and nothing has come after."""
    opened = bool(facts) and isinstance(facts[-1], BettingOpened)
    return opened and state.phase is TablePhase.BETTING


def save(state: TableState) -> SavedTable:
    """To be written down at once: what it holds is the table's own, and goes on changing."""
    return SavedTable(**{name: getattr(state, name) for name in SavedTable.__struct_fields__})


def restore(saved: SavedTable) -> TableState:
    state = TableState(saved.config)
    for name in SavedTable.__struct_fields__:
        setattr(state, name, getattr(saved, name))
    state.seen = Counter(saved.seen)
    state.phase = TablePhase.BETTING
    state.layout = Layout(state.seats)
    return state
