"""One step of a round: what it was like before, what happened, what it was like after."""

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

from croupier.engine.inputs import Input
from croupier.engine.layout import Limits
from croupier.engine.lines import Line
from croupier.kit.odds import Odds
from croupier.kit.phrase import Item, Phrase

R = TypeVar("R")


class Moment(NamedTuple, Generic[R]):
    before: R
    input: Input | None
    """None for the opening: "No more bets"."""
    after: R
    lines: tuple[Line, ...]
    """What this step settled."""


class Opening(NamedTuple, Generic[R]):
    """The table at "No more bets"."""

    round: R
    limits: Limits
    seats: Mapping[int, str]


class Ending(NamedTuple):
    """Which stake it is, why it ended as it did, and what it pays where it won."""

    stake: Phrase
    why: Item = ""
    pays: Odds | None = None
