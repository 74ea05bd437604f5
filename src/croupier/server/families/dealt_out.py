"""What is shown of a round in which cards are dealt out and nobody decides anything."""

from croupier.games.dealt_out import Round, view
from croupier.games.viewer import Viewer
from croupier.server.family import FamilyViews
from croupier.table.state import TableState
from croupier.wire.views import HandsPlay, PlacedHand


class DealtOutViews(FamilyViews[Round]):
    def play(self, state: TableState, round: Round, viewer: Viewer) -> HandsPlay:  # noqa: ARG002
        hands = view(round, viewer).hands
        return HandsPlay(tuple(PlacedHand(place, cards) for place, cards in hands.items()))
