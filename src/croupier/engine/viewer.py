"""Who looks at a round. What a viewer may not know is left out, never merely greyed."""

import msgspec
from msgspec.structs import replace

from croupier.engine.layout import Bet
from croupier.engine.waiting import Waiting


class Viewer(msgspec.Struct, frozen=True):
    player: str | None = None
    house: bool = False

    @classmethod
    def of(cls, player: str) -> "Viewer":
        return cls(player=player)


PUBLIC = Viewer()
HOUSE = Viewer(house=True)
"""Staff at the table: they see players' face-down cards, but never the hole card."""


def own_bets(bets: tuple[Bet, ...], viewer: Viewer) -> tuple[Bet, ...]:
    """Around a wheel stand thousands: each sees the own chips, the house all of them."""
    return bets if viewer.house else tuple(bet for bet in bets if bet.player == viewer.player)


def visible_waiting(waiting: Waiting, viewer: Viewer) -> Waiting:
    """Everyone sees whose turn it is; what that player may do could tell hidden cards. A card that
    is still to come is told nobody (LIVE 2.4.2)."""
    if viewer.house:
        return waiting
    decisions = tuple(
        decision if decision.player == viewer.player else replace(decision, options=(), cards=())
        for decision in waiting.decisions
    )
    return replace(
        waiting,
        decisions=decisions,
        offers=tuple(offer for offer in waiting.offers if offer.player == viewer.player),
        choices=tuple(choice for choice in waiting.choices if choice.player == viewer.player),
        card=replace(waiting.card, exactly=None) if waiting.card else None,
        rulings=(),
    )
