"""A dealing shoe: shuffled decks, a cut card, and the cards burned off the top."""

from croupier.chance.shuffle import RandBelow, shuffle
from croupier.kit.cards import Card, shoe


class Shoe:
    """It starts empty; the first `shuffle` fills it."""

    def __init__(
        self, decks: int, randbelow: RandBelow, *, cut_card_from_back: int = 0, burn: int = 0
    ) -> None:
        self.decks = decks
        self.burn = burn
        self._cut = cut_card_from_back
        self._randbelow = randbelow
        self._left: list[Card] = []

    def __len__(self) -> int:
        """Cards left."""
        return len(self._left)

    def due_for_shuffle(self, needed: int = 1) -> bool:
        """Asked between rounds: the cut card is out, or the next round might not be dealt out."""
        return len(self) <= self._cut or len(self) < needed

    def shuffle(self) -> None:
        """All the decks again, shuffled; the first cards are burned."""
        self._left = shuffle(shoe(self.decks), self._randbelow)
        del self._left[len(self._left) - self.burn :]

    def draw(self) -> Card | None:
        """The next card, or None when there is none left."""
        return self._left.pop() if self._left else None
