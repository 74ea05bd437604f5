"""A round of blackjack as viewers see it."""

import msgspec

from croupier.kit.cards import Card
from croupier.wire.hands import BoxView


class BlackjackPlay(msgspec.Struct, frozen=True, tag_field="family", tag="blackjack"):
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    dealer_total: int | None
