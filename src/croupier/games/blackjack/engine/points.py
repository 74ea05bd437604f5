"""What cards are worth (BJ5 3.2, BJP 3.2, LIVE 2.1.8, CLB 2).

Obeyed here: BJ5 1.3, 1.11, 1.19, 1.23, 1.27, 1.28, 3.1, 3.2.2, 3.2.3;
BJP 1.2, 1.4, 1.12, 1.19, 1.22, 1.27, 1.28, 3.1, 3.2.1, 3.2.2, 3.2.3;
LIVE 2.1.8a, 2.1.8b, 2.1.8c, 2.1.8d; CLB 1.
"""

from typing import NamedTuple

from croupier.kit.cards import Card

VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {rank: int(rank) for rank in "23456789"}


class Points(NamedTuple):
    total: int
    soft: bool
    """One ace counts eleven."""


def value(card: Card) -> int:
    """An ace counts one here: as Over/Under 13 sees it (BJ5 3.13.2)."""
    return VALUES[card[0]]


def points(cards: tuple[Card, ...]) -> Points:
    """The best total: an ace is eleven unless that would go over 21 (BJ5 3.2.1, LIVE 2.1.8)."""
    hard = 0
    ace = False
    for card in cards:
        rank = card[0]
        hard += VALUES[rank]
        ace = ace or rank == "A"
    return Points(hard + 10, True) if ace and hard <= 11 else Points(hard, False)


def is_bust(cards: tuple[Card, ...]) -> bool:
    return points(cards).total > 21


def is_natural(cards: tuple[Card, ...]) -> bool:
    """An ace and a ten as the first two cards (BJ5 1.2, LIVE 2.1.1, CLB 7)."""
    return len(cards) == 2 and points(cards).total == 21


def same_value(cards: tuple[Card, ...]) -> bool:
    """Two cards that may be split: a ten and a king too (BJ5 3.21, R10)."""
    return len(cards) == 2 and value(cards[0]) == value(cards[1])
