"""Hands and boxes as viewers see them."""

import msgspec

from croupier.engine.lines import Result
from croupier.kit.cards import Card

_View = msgspec.Struct


class HandView(_View, frozen=True):
    cards: tuple[Card, ...]
    """"??" lies face down."""
    total: int | None
    soft: bool
    stake: int
    """Of everyone on it."""
    behind: int
    """How much of that is theirs who bet behind the seat."""
    blackjack: bool
    bust: bool
    doubled: bool
    surrendered: bool


class BoxView(_View, frozen=True):
    number: int
    seat: str | None
    offered: str | None = None
    """A free seat that is kept for somebody of the waiting list."""
    decider: str | None = None
    initial: int = 0
    missing: int = 0
    """While bets are taken, on a box that players share: what its initial bets lack of the minimum.
    Those who have bet there may raise their bets or withdraw them (BJ5 5.2, BJP 5.2)."""
    behind: int = 0
    behind_count: int = 0
    insurance: int = 0
    """Of everyone on it."""
    even_money: bool = False
    """Somebody on it has taken even money."""
    hands: tuple[HandView, ...] = ()
    results: tuple[Result, ...] = ()
    """Of the decider's hands, once they are settled."""


class PlacedHand(_View, frozen=True):
    place: str
    cards: tuple[Card, ...]


class HandsPlay(_View, frozen=True, tag_field="family", tag="hands"):
    """Of a family from another package: hands at places that have a name."""

    hands: tuple[PlacedHand, ...]
