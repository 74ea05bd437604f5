"""What each thing a player may do now is worth, by the very cards that are left."""

import msgspec


class Worth(msgspec.Struct, frozen=True):
    action: str
    ev: float


class Advice(msgspec.Struct, frozen=True):
    game: str
    hand: tuple[str, ...]
    dealer: str
    actions: tuple[Worth, ...]
    """The best first, per unit of the initial bet."""
    insurance: float | None
    """Per unit insured, where it is offered."""
    looked: bool
    """The dealer has looked under the card, and found no blackjack."""
