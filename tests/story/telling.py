"""Stories of rounds written on a few lines (see `tests.support.notation`)."""

import json
from typing import Any

from croupier.roundfile import play, read
from croupier.story import cited, tell
from tests.support.notation import round_file


class Story:
    def __init__(
        self, game: str, bets: str, cards: str = "", actions: str = "", **fields: Any
    ) -> None:
        file = read(json.dumps(round_file(game, bets, cards, actions, **fields)))
        self.chapters = tell(play(file))
        self.clauses = cited(self.chapters)
        self.headings = [chapter.heading for chapter in self.chapters]
        self.sentences = [
            f"{one.text} [{', '.join(one.clauses)}]"
            for chapter in self.chapters
            for one in chapter.sentences
        ]

    def tells(self, *facts: str) -> None:
        """Each fact in a sentence of its own, in this order."""
        rest = list(self.sentences)
        for fact in facts:
            at = next((n for n, one in enumerate(rest) if fact in one), None)
            assert at is not None, "\n".join([f"not told, or not there: {fact}", *self.sentences])
            rest = rest[at + 1 :]

    def never_tells(self, words: str) -> None:
        assert not [one for one in self.sentences if words in one]
