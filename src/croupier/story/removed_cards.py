"""Cards that were burned or thrown away, told together when the last of them is out."""

from croupier.kit.cards import Card
from croupier.kit.phrase import words
from croupier.story.page import StoryWriter


class RemovedCards:
    """What is to become of the next cards, and those that have gone that way."""

    def __init__(self, write: StoryWriter) -> None:
        self._write = write
        self._to_burn: list[bool] = []
        self._cards: list[Card] = []
        self._burned = False

    def expect(self, *, burned: bool, count: int = 1) -> None:
        """So many cards to come are burned, or thrown away."""
        self._to_burn += [burned] * count

    def add(self, card: Card) -> None:
        burned = self._to_burn.pop(0) if self._to_burn else False
        if burned != self._burned:
            self.flush()
        self._burned = burned
        self._cards.append(card)
        if not self._to_burn:
            self.flush()

    def flush(self) -> None:
        if not self._cards:
            return
        cards, count = tuple(self._cards), len(self._cards)
        if self._burned:
            told = words(
                "{cards:faces} {count, plural, one {is} other {are}} burned.",
                cards=cards,
                count=count,
            )
        else:
            told = words(
                "{cards:faces} {count, plural, one {is} other {are}} thrown away.",
                cards=cards,
                count=count,
            )
        self._write.say(told)
        self._cards = []
