"""Cards of a round that nobody has seen: they are no news while the shoe is still dealt from."""

from croupier.engine import protocol as engine
from croupier.engine.inputs import Burn, CardDealt
from croupier.table.rounds import PlayedRound


def unseen_cards(played: PlayedRound) -> frozenset[int]:
    """By their number in the deal: burned ones, and a hole card that was never turned."""
    burned, unseen, hole, number, dealers = 0, set(), None, 0, 0
    for round, input, _ in played.replay():
        due = engine.waiting(round).card
        if isinstance(input, Burn):
            burned += input.count
        if isinstance(input, CardDealt) and due is not None:
            if due.to == "discard" and burned:
                burned -= 1
                unseen.add(number)
            if due.to == "dealer":
                dealers += 1
                hole = number if dealers == 2 else hole
            number += 1
    if hole is not None and getattr(played.round, "hole_down", False):
        unseen.add(hole)
    return frozenset(unseen)
