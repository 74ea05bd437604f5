"""The story of a round in plain words: what happened, step by step, and under which clause.

    played = play(file)
    chapters = tell(played)

`cited(chapters)` is every clause they name, with what it says.
"""

from croupier.story.page import Chapter, Sentence
from croupier.story.tell import cited, tell

__all__ = ["Chapter", "Sentence", "cited", "tell"]
