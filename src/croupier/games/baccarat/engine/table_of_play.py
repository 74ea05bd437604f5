"""Points, and who draws a third card (NKB 3.6 to 3.8, LIVE 3.2 and 3.3, R21).

Obeyed here too: NKB 1.2, 1.4.
"""

from croupier.kit.cards import Card

_POINTS = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {rank: int(rank) for rank in "23456789"}
_ANY = frozenset(_POINTS.values())

BANKER_DRAWS_ON: dict[int, frozenset[int]] = {
    0: _ANY,
    1: _ANY,
    2: _ANY,
    3: _ANY - {8},
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: frozenset(),
}
"""Banker's two cards → the Player third cards on which Banker draws (NKB 3.7, LIVE 3.3.2)."""


def card_points(card: Card) -> int:
    return _POINTS[card[0]]


def hand_points(cards: tuple[Card, ...]) -> int:
    """The units of the sum (NKB 3.8, LIVE 3.2)."""
    return sum(_POINTS[card[0]] for card in cards) % 10


def next_to_draw(player: tuple[Card, ...], banker: tuple[Card, ...]) -> str | None:
    """ "player" or "banker", or None when the coup is complete."""
    # NKB 3.5, LIVE 3.2: Player, Banker, Player, Banker.
    if len(player) + len(banker) < 4:
        return "player" if len(player) == len(banker) else "banker"
    ours, theirs = hand_points(player[:2]), hand_points(banker)
    # NKB 3.7, LIVE 3.3.1: an eight or nine in two cards ends the drawing, as Banker's third does.
    if ours >= 8 or theirs >= 8 or len(banker) == 3:
        return None
    if len(player) == 2 and ours <= 5:
        return "player"
    if len(player) == 2:
        # NKB 3.6, LIVE 3.3.2: Player stood, so Banker draws on 0 to 5.
        return "banker" if theirs <= 5 else None
    return "banker" if card_points(player[2]) in BANKER_DRAWS_ON[theirs] else None
