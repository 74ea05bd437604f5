"""What is shown of a game of another package, unless it says otherwise: the cards at each place."""

from croupier.engine import protocol as engine
from croupier.engine.protocol import Round
from croupier.engine.viewer import Viewer
from croupier.server.family import FamilyViews
from croupier.table.state import TableState
from croupier.wire.views import HandsPlay, PlacedHand


class DealtOutViews(FamilyViews[Round]):
    def play(self, state: TableState, round: Round, viewer: Viewer) -> HandsPlay:  # noqa: ARG002
        hands = engine.hands(round, viewer)
        return HandsPlay(tuple(PlacedHand(place, cards) for place, cards in hands.items()))
