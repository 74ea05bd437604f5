"""The moments of a round that a camera may have seen, each by its entry in the journal."""

from collections.abc import Iterable

import msgspec

from croupier.store.values import Entry
from croupier.table.facts import BettingOpened, Fed, RulingWithdrawn, ScanTakenBack
from croupier.table.moments import BETWEEN_ROUNDS, MOMENTS, is_moment
from croupier.table.recovery import recorded


class Moment(msgspec.Struct, frozen=True):
    seq: int
    """The entry of the table's journal."""
    at_ms: int
    what: str
    """The kind of fact: "fed" for what went into the round, "shoe-changed" and others."""
    by: str
    input: int | None = None
    """Which of the round's inputs it is; none: it is none, or was taken back."""


def moments_of(entries: Iterable[Entry], round: int) -> tuple[Moment, ...]:
    """Of entries from the end of the round before on: what was done to the cards before bets were
    taken, and then everything until betting opens on the next round."""
    moments: list[Moment] = []
    inputs: list[int | None] = []
    """For every input of the round, where its moment is; none: it has none."""
    opened = False
    for entry in entries:
        body = recorded(entry)
        seen = is_moment(body)
        for fact in body.facts:
            if isinstance(fact, BettingOpened):
                if fact.round > round:
                    return tuple(moments)
                opened = fact.round == round
            if not opened and not isinstance(fact, BETWEEN_ROUNDS):
                continue
            undone = isinstance(fact, ScanTakenBack | RulingWithdrawn) and inputs
            if undone and (at := inputs.pop()) is not None:
                moments[at] = msgspec.structs.replace(moments[at], input=None)
            if isinstance(fact, Fed):
                inputs.append(len(moments) if seen else None)
            if seen and isinstance(fact, MOMENTS):
                input = len(inputs) - 1 if isinstance(fact, Fed) else None
                what = str(fact.__struct_config__.tag)
                moments.append(Moment(entry.seq, entry.at_ms, what, body.actor, input))
    return tuple(moments)
