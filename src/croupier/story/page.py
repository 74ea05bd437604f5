"""What a story is made of: chapters of sentences, each sentence with the clauses behind it."""

import msgspec


class Sentence(msgspec.Struct, frozen=True):
    text: str
    clauses: tuple[str, ...] = ()
    """Citations such as "BJ5 3.23.1" or "R13": why it was so."""


class Chapter(msgspec.Struct, frozen=True):
    heading: str
    sentences: tuple[Sentence, ...]


class Notebook:
    """Where the story is written down as the round goes."""

    def __init__(self) -> None:
        self._chapters: list[tuple[str, list[Sentence]]] = []

    def turn_to(self, heading: str) -> None:
        """Begin a chapter, or go on with it if it is the one being written."""
        if not self._chapters or self._chapters[-1][0] != heading:
            self._chapters.append((heading, []))

    def say(self, text: str, *clauses: str) -> None:
        """Write a sentence; somebody's name at its beginning is kept as it is spelt."""
        cited = tuple(dict.fromkeys(one for one in clauses if one))
        self._chapters[-1][1].append(Sentence(text, cited))

    def chapters(self) -> tuple[Chapter, ...]:
        """What was written; a chapter nothing happened in is left out."""
        return tuple(
            Chapter(heading, tuple(sentences)) for heading, sentences in self._chapters if sentences
        )
