"""Numbers and pays as people say them."""

from collections.abc import Iterable

from croupier.kit.odds import Odds

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
)


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str, plural: str = "") -> str:
    """ "one deck", "eight decks", "six boxes"."""
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def spoken(odds: Odds) -> str:
    """ "3 to 2"; and "19 to 20 (0.95 to 1)" where the document thinks in decimals."""
    return f"{odds} ({odds.win / odds.stake:g} to 1)" if odds.stake > 5 else str(odds)


def listed(words: Iterable[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def cite(clauses: Iterable[str]) -> str:
    """ "BJ5 3.21, 3.22; R10": each book is named once."""
    books: dict[str, list[str]] = {}
    for clause in clauses:
        book, _, id = clause.rpartition(" ")
        books.setdefault(book, []).append(id)
    return "; ".join(f"{book} {', '.join(ids)}".strip() for book, ids in books.items())
