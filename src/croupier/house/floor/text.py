"""What people write, made fit to be shown to others."""

import unicodedata

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words

LONGEST = 300
"""Characters of a chat line, a reason or a note."""
MOST_MARKS = 3
"""Marks on one letter, beyond those it is written with: no language needs more, and a tower of
them lies over the lines of others."""
LEAST_REASON = 3
"""Letters of a reason for moving money."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing, though Unicode does not call them format characters."""


def clean(text: str, most: int = LONGEST) -> str:
    """Composed (NFC), white space collapsed, and nothing in it that turns, hides or rings."""
    if len(text) > 4 * most:
        raise _too_long(most)
    if any(_forbidden(letter) for letter in text):
        raise Refused(Code.BAD_TEXT, words("the text has characters that cannot be shown"))
    # Format characters go first: one between two others would keep them from being composed.
    seen = "".join(
        letter for letter in text if unicodedata.category(letter) != "Cf" and letter not in _BLANK
    )
    cleaned = " ".join(_few_marks(unicodedata.normalize("NFC", seen)).split())
    if all(unicodedata.category(letter)[0] in "MZ" for letter in cleaned):
        raise Refused(Code.BAD_TEXT, words("there is nothing to read in the text"))
    if len(cleaned) > most:
        raise _too_long(most)
    return cleaned


def _few_marks(text: str) -> str:
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def explained(text: str, most: int = LONGEST) -> str:
    """A reason that somebody can follow later: a word at least, not a dot or a single letter."""
    cleaned = clean(text, most)
    # A sign of Chinese says as much as several letters.
    letters = sum(
        2 if unicodedata.category(letter) == "Lo" else 1 for letter in cleaned if letter.isalpha()
    )
    if letters < LEAST_REASON:
        raise Refused(Code.BAD_TEXT, words("say in a few words why"), "R5")
    return cleaned


def _forbidden(letter: str) -> bool:
    """Controls that are no white space, half a character, and characters of nobody's alphabet."""
    return unicodedata.category(letter) in ("Cs", "Co", "Cc") and not letter.isspace()


def _too_long(most: int) -> Refused:
    return Refused(
        Code.BAD_TEXT,
        words(
            "the text has more than {most, plural, one {# character} other {# characters}}",
            most=most,
        ),
    )
