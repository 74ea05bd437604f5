"""How many cards of a shoe everybody has seen, and how many of them count ten."""

import msgspec


class ShoeSeen(msgspec.Struct, frozen=True, array_like=True):
    shoe: int = 0
    """Which shoe of the table."""
    round: int = 0
    """The last round that is in it."""
    cards: int = 0
    tens: int = 0
    cards_before: int = 0
    """Up to the round before."""
    tens_before: int = 0

    def before(self, shoe: int, round: int) -> "ShoeSeen":
        """As it was when this round began, though the round may be in it already."""
        if shoe != self.shoe:
            return ShoeSeen(shoe, round)
        if round == self.round:
            cards, tens = self.cards_before, self.tens_before
        else:
            cards, tens = self.cards, self.tens
        return ShoeSeen(shoe, round, cards, tens, cards, tens)

    def plus(self, cards: int, tens: int) -> "ShoeSeen":
        return ShoeSeen(
            self.shoe, self.round, self.cards + cards, self.tens + tens, self.cards, self.tens
        )
