"""Numbers and pays as people say them."""

from collections.abc import Iterable

from croupier.kit.odds import Odds
from croupier.kit.phrase import Item, Phrase, words

_NUMBERS = (
    *(words("two"), words("three"), words("four"), words("five"), words("six"), words("seven")),
    *(words("eight"), words("nine"), words("ten"), words("eleven"), words("twelve")),
    *(words("thirteen"), words("fourteen"), words("fifteen"), words("sixteen")),
    *(words("seventeen"), words("eighteen")),
)
"""From two on: a language says none and one in its own way with every noun."""


def number(count: int) -> Item:
    index = count - 2
    return _NUMBERS[index] if 0 <= index < len(_NUMBERS) else count


def decks(count: int) -> Phrase:
    return words("one deck") if count == 1 else words("{count} decks", count=number(count))


def pay(odds: Odds) -> Phrase:
    return words("{win} to {stake}", win=odds.win, stake=odds.stake)


def spoken(odds: Odds) -> Phrase:
    """ "3 to 2"; and "19 to 20 (0.95 to 1)" where the document thinks in decimals."""
    if odds.stake <= 5:
        return pay(odds)
    return words(
        "{win} to {stake} ({decimal} to 1)",
        win=odds.win,
        stake=odds.stake,
        decimal=f"{odds.win / odds.stake:g}",
    )


def cite(clauses: Iterable[str]) -> str:
    """ "BJ5 3.21, 3.22; R10": each book is named once."""
    books: dict[str, list[str]] = {}
    for clause in clauses:
        book, _, id = clause.rpartition(" ")
        books.setdefault(book, []).append(id)
    return "; ".join(f"{book} {', '.join(ids)}".strip() for book, ids in books.items())
