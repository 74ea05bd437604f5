"""What is shown of a spin."""

from croupier.games import engine
from croupier.games.roulette import RouletteView, Round
from croupier.games.viewer import Viewer
from croupier.server.family import FamilyViews
from croupier.table.state import TableState
from croupier.wire.views import RoulettePlay


class RouletteViews(FamilyViews[Round]):
    def play(self, state: TableState, round: Round, viewer: Viewer) -> RoulettePlay:  # noqa: ARG002
        seen = engine.view(round, viewer)
        assert isinstance(seen, RouletteView)
        return RoulettePlay(seen.pocket, seen.colour)
