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
    if any(_forbidden(one) for one in text):
        raise Refused(Code.BAD_TEXT, words("the text has characters that cannot be shown"))
    # Format characters go first: one between two others would keep them from being composed.
    seen = "".join(one for one in text if unicodedata.category(one) != "Cf" and one not in _BLANK)
    told = " ".join(_few_marks(unicodedata.normalize("NFC", seen)).split())
    if all(unicodedata.category(one)[0] in "MZ" for one in told):
        raise Refused(Code.BAD_TEXT, words("there is nothing to read in the text"))
    if len(told) > most:
        raise _too_long(most)
    return told


def _few_marks(text: str) -> str:
    kept, marks = [], 0
    for one in text:
        marks = marks + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(one)
    return "".join(kept)


def explained(text: str, most: int = LONGEST) -> str:
    """A reason that somebody can follow later: a word at least, not a dot or a single letter."""
    told = clean(text, most)
    # A sign of Chinese says as much as several letters.
    letters = sum(2 if unicodedata.category(one) == "Lo" else 1 for one in told if one.isalpha())
    if letters < LEAST_REASON:
        raise Refused(Code.BAD_TEXT, words("say in a few words why"), "R5")
    return told


def _forbidden(one: str) -> bool:
    """Controls that are no white space, half a character, and characters of nobody's alphabet."""
    return unicodedata.category(one) in ("Cs", "Co", "Cc") and not one.isspace()


def _too_long(most: int) -> Refused:
    return Refused(
        Code.BAD_TEXT,
        words(
            "the text has more than {most, plural, one {# character} other {# characters}}",
            most=most,
        ),
    )
