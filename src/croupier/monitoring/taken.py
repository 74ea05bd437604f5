"""What of a round that is over the house's statistics are made from."""

import msgspec


class TakenBet(msgspec.Struct, frozen=True, array_like=True):
    """One player's bet, and what it came to, doubles, splits and raises with it."""

    player: str
    bet: str
    stake: int
    """As it was first put down."""
    net: int
    """The player's."""
    box: int | None = None


class PlayedHand(msgspec.Struct, frozen=True, array_like=True):
    """A box of blackjack, as whoever decided for it played it. Cards by their values, from zero:
    the ace, two to nine, and all that count ten."""

    player: str
    shown: int
    """The dealer's first card."""
    cards: tuple[int, ...]
    """Of the hand; of one that was split, the pair."""
    doubled: bool
    split: bool
    stake: int
    net: int


class InsuranceOffer(msgspec.Struct, frozen=True, array_like=True):
    """Insurance or even money, taken or not, while so many cards were unseen."""

    player: str
    unseen: int
    unseen_tens: int
    taken: bool
    ten: bool
    """Whether the dealer's second card was one."""


class RoundTaken(msgspec.Struct, frozen=True, array_like=True):
    bets: tuple[TakenBet, ...] = ()
    hands: tuple[PlayedHand, ...] = ()
    offers: tuple[InsuranceOffer, ...] = ()
