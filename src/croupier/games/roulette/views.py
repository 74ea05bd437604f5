"""What is shown of a spin."""

from croupier.engine import protocol as engine
from croupier.engine.viewer import Viewer
from croupier.games.roulette.engine import RouletteView, Round
from croupier.server.family import FamilyViews
from croupier.table.state import TableState
from croupier.wire.views import RoulettePlay


class RouletteViews(FamilyViews[Round]):
    def play(self, state: TableState, round: Round, viewer: Viewer) -> RoulettePlay:  # noqa: ARG002
        seen = engine.view(round, viewer)
        assert isinstance(seen, RouletteView)
        return RoulettePlay(seen.pocket, seen.colour)
