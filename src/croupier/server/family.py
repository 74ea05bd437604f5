"""What a family of games shows of its rounds to those at the table."""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from croupier.engine.protocol import Round
from croupier.engine.viewer import Viewer
from croupier.table.state import TableState
from croupier.wire.views import BoxView, ComingTurn, Play, SpotChips

R = TypeVar("R", bound=Round)


class FamilyViews(Generic[R]):
    """As it is here, play adds no chips, and nobody looks at cards that others do not see."""

    def play(self, state: TableState, round: R, viewer: Viewer) -> Play:
        """What this viewer may see of the round."""
        raise NotImplementedError

    def boxes(self, play: Play) -> tuple[BoxView, ...]:  # noqa: ARG002
        """Those of the round, for the house's people."""
        return ()

    def chips(self, laid: Iterable[SpotChips], round: R) -> Iterable[SpotChips]:  # noqa: ARG002
        """Every chip on the felt: what was bet, what play has added, and what goes back."""
        return laid

    def coming(self, state: TableState, round: R, player: str) -> Iterator[ComingTurn]:  # noqa: ARG002
        """What the player may say early, of turns that are still to come."""
        return iter(())

    def own_boxes(self, state: TableState, round: R, player: str) -> Iterator[BoxView]:  # noqa: ARG002
        """Boxes whose cards the player looks at while they lie face down for everyone else."""
        return iter(())
