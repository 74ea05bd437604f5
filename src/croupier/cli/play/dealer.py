"""The dealer's hands: the one place where chance enters a round."""

from croupier.chance import RandBelow, Shoe
from croupier.engine.equipment import Cards, Wheel
from croupier.engine.inputs import BallRested, Capacity, CardDealt, Input, Void, VoidReason
from croupier.engine.layout import Bet
from croupier.engine.rules import Rules
from croupier.engine.waiting import Waiting
from croupier.kit.cards import Card

_CARDS_PER_HAND = 6
"""More than a hand nearly ever takes; should the shoe still run out, the round is void (R26)."""


class Dealer:
    def __init__(self, rules: Rules, randbelow: RandBelow) -> None:
        self._randbelow = randbelow
        self._equipment = rules.equipment
        self.shoe = _shoe(rules, randbelow)
        self.spoiled = False
        """The cards have to be counted and shuffled before they are dealt again."""
        self._next: list[Input] = []

    def prepare(self, bets: tuple[Bet, ...]) -> str | None:
        """Shuffle where the cut card is out or the cards might not do; never during a round."""
        hands = 1 + len({bet.box for bet in bets if bet.box is not None})
        # What was left undone in the last round lies among its discards now.
        self._next = []
        if self.shoe is None:
            return None
        if not (self.spoiled or self.shoe.due_for_shuffle(hands * _CARDS_PER_HAND)):
            return None
        self.shoe.shuffle()
        self.spoiled = False
        decks = "a single deck" if self.shoe.decks == 1 else f"{self.shoe.decks} decks"
        burns = f" and burns {self.shoe.burn}" if self.shoe.burn else ""
        return f"The dealer shuffles {decks}{burns}."

    def supply(self, waiting: Waiting) -> Input:
        """The card or the pocket the round waits for."""
        if self._next:
            return self._next.pop(0)
        if isinstance(self._equipment, Wheel):
            return BallRested(self._randbelow(self._equipment.pockets))
        assert self.shoe is not None
        known = waiting.card.exactly if waiting.card else None
        card = known or self.shoe.draw()
        return CardDealt(card) if card else Void(Capacity.PIT, VoidReason.OUT_OF_CARDS)

    # When a deal goes wrong ------------------------------------------------------------------

    @property
    def left(self) -> int:
        """Cards to deal."""
        return len(self.shoe) if self.shoe else 0

    def draw(self, count: int) -> tuple[Card, ...]:
        """Cards that leave the shoe out of turn; there must be so many."""
        drawn = [self.shoe.draw() for _ in range(count)] if self.shoe else []
        return tuple(card for card in drawn if card)

    def then(self, *inputs: Input) -> None:
        """What the dealer does next: such cards are dealt before any from the shoe."""
        self._next += inputs


def _shoe(rules: Rules, randbelow: RandBelow) -> Shoe | None:
    cards = rules.equipment
    if not isinstance(cards, Cards):
        return None
    return Shoe(cards.decks, randbelow, cut_card_from_back=cards.behind_cut, burn=cards.burned)
