"""Cards that were burned or thrown away, told together when the last of them is out."""

from croupier.kit.cards import Card
from croupier.story.page import Notebook
from croupier.story.words import card_names, plural


class RemovedCards:
    """What is to become of the next cards, and those that have gone that way."""

    def __init__(self, book: Notebook) -> None:
        self._book = book
        self._words: list[str] = []
        self._cards: list[Card] = []
        self._word = ""

    def expect(self, word: str, count: int = 1) -> None:
        """ "burned" or "thrown away", said of so many cards to come."""
        self._words += [word] * count

    def add(self, card: Card) -> None:
        word = self._words.pop(0) if self._words else "thrown away"
        if word != self._word:
            self.flush()
        self._word = word
        self._cards.append(card)
        if not self._words:
            self.flush()

    def flush(self) -> None:
        if self._cards:
            verb = plural(self._cards, "is", "are")
            self._book.say(f"{card_names(self._cards)} {verb} {self._word}.")
        self._cards = []
