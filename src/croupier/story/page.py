"""What a story is made of: chapters of sentences, each sentence with the clauses behind it."""

import msgspec

from croupier.kit.phrase import Phrase


class Sentence(msgspec.Struct, frozen=True):
    text: str
    clauses: tuple[str, ...]
    """Citations such as "BJ5 3.23.1" or "R13": why it was so."""
    words: Phrase
    """The same for other languages."""


class Chapter(msgspec.Struct, frozen=True):
    heading: str
    sentences: tuple[Sentence, ...]
    words: Phrase
    """The heading for other languages."""


class StoryWriter:
    """Where the story is written down as the round goes."""

    def __init__(self) -> None:
        self._chapters: list[tuple[Phrase, list[Sentence]]] = []

    def turn_to(self, heading: Phrase) -> None:
        """Begin a chapter, or go on with it if it is the one being written."""
        if not self._chapters or self._chapters[-1][0] != heading:
            self._chapters.append((heading, []))

    def say(self, sentence: Phrase, *clauses: str) -> None:
        cited = tuple(dict.fromkeys(clause for clause in clauses if clause))
        self._chapters[-1][1].append(Sentence(str(sentence), cited, sentence))

    def chapters(self) -> tuple[Chapter, ...]:
        """What was written; a chapter nothing happened in is left out."""
        return tuple(
            Chapter(str(heading), tuple(sentences), heading)
            for heading, sentences in self._chapters
            if sentences
        )
