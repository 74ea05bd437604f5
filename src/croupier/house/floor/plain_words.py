"""A line as it is meant, however it is written: capitals, accents, letters that look like others,
figures for letters, s p a c i n g. For comparing only; what is shown is what was written."""

import re
import unicodedata
from collections.abc import Iterator

_ALIKE = {
    **dict(zip("авеёзікморстухјѕԁ", "abeezikmopctyxjsd", strict=True)),  # Cyrillic
    **dict(zip("αβεικνορτυχ", "abeikvoptux", strict=True)),  # Greek
    **dict(zip("øłđı", "oldi", strict=True)),
    "ـ": "",  # a stroke that draws Arabic words out
}
_LIKE = str.maketrans(_ALIKE)
_FIGURES = str.maketrans("013457@$!|€+", "oieastasilet")
"""What stands for a letter inside a word; alone it is a figure, and 455 is a bet."""
_WORD = re.compile(r"[@$|€]*[^\W_]+(?:[@$!|€+*]+[^\W_]+)*[@$]*")
_DRAWN_OUT = re.compile(r"(.)\1{2,}")


def folded(text: str) -> str:
    """Small, without accents, and of one alphabet where letters look alike. An ñ is no n: a cono
    is nothing to take offence at."""
    small = unicodedata.normalize("NFKC", text).casefold()
    parts = (letter if letter == "ñ" else unicodedata.normalize("NFKD", letter) for letter in small)
    return "".join(
        letter for letter in "".join(parts) if not unicodedata.combining(letter)
    ).translate(_LIKE)


def plain_words(text: str) -> tuple[str, ...]:
    """The words; a star in one stands for some letter. Letters spelled one by one are a word, too;
    so are those that somebody has drawn out, without what was drawn out."""
    read = [_read(match.group()) for match in _WORD.finditer(folded(text))]
    words = (*read, *_put_together(read))
    short = (_DRAWN_OUT.sub(r"\1", word) for word in words)
    long = (_DRAWN_OUT.sub(r"\1\1", word) for word in words)
    return tuple(dict.fromkeys((*long, *short)))


def unspaced(text: str) -> str:
    """For scripts that do without spaces: only what is a letter."""
    kept = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in kept if unicodedata.category(letter)[0] == "L")


def _read(word: str) -> str:
    return word.translate(_FIGURES) if any(letter.isalpha() for letter in word) else word


def _put_together(words: list[str]) -> Iterator[str]:
    """Runs of scraps: f u c k, fu ck."""
    scraps: list[str] = []
    for word in (*words, ""):
        if 0 < len(word) <= 2 and not word.isdigit():
            scraps.append(word)
            continue
        if len(scraps) > 1:
            yield "".join(scraps)
        scraps = []
