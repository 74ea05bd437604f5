"""The way from bytes to cards, counted out: no test, but a proof for the sizes that are counted.

`below` is run over every value its bytes can have; the shuffle over every row of numbers it can
draw. If each outcome comes from equally many, and what comes in is even, what comes out is even.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import factorial, prod

import msgspec

from croupier.chance.derived import word_below
from croupier.chance.examination.shuffles import Shuffler
from croupier.chance.source import ByteSource, below

BOUNDS = (*range(1, 65), 104, 208, 256, 312, 416)
"""Every bound of a deck, and those of larger shoes; with 37, the wheel's."""
DECKS = range(1, 8)
MOST_ROWS = 10_000
"""Of numbers; a shuffle that can draw more of them is counted out no further."""
ONE_BYTE, TWO_BYTES = 1, 2

Below = Callable[[ByteSource, int], int]


class Counted(msgspec.Struct, frozen=True):
    what: str
    outcomes: int
    ways: int
    """In which each of them comes about, if that is the same for all."""
    even: bool


class _DrawAnew(Exception):  # noqa: N818 -- what is to be done
    """What was drawn is passed over."""


def from_words(draw: ByteSource, bound: int) -> int:
    """As an order that is derived makes them of words of four bytes; here of one or two, by the
    same rule, so that all values of a word can be gone through."""
    size = _size(bound)
    return word_below(iter(lambda: int.from_bytes(draw(size), "big"), None), bound, size)


def _size(bound: int) -> int:
    return TWO_BYTES if bound > 256 else ONE_BYTE


def count_numbers(below: Below = below, bounds: tuple[int, ...] = BOUNDS) -> Iterator[Counted]:
    """Over all values of the bytes that a number is made of: how many give each number, and how
    many are passed over."""
    for bound in bounds:
        size = _size(bound)
        counts: Counter[int] = Counter()
        for value in range(256**size):
            try:
                counts[below(_once(value.to_bytes(size, "big")), bound)] += 1
            except _DrawAnew:
                continue
        ways = set(counts.values())
        even = len(ways) == 1 and set(counts) == set(range(bound))
        how = ", by the rule for words" if below is from_words else ""
        yield Counted(f"a number below {bound}{how}", bound, min(ways), even)


def _once(value: bytes) -> ByteSource:
    """The bytes that are asked for, once."""
    rest = [value]

    def draw(count: int) -> bytes:
        if not rest:
            raise _DrawAnew
        return rest.pop()[:count]

    return draw


def count_orders(shuffling: Shuffler, decks: range = DECKS) -> Iterator[Counted]:
    """Over all rows of numbers that a shuffle of few cards can draw: how many give each order."""
    for cards in decks:
        counts: Counter[tuple[int, ...]] = Counter()
        bounds = bounds_of(shuffling, cards)
        if prod(bounds) > MOST_ROWS:
            return
        for row in product(*map(range, bounds)):
            numbers = iter(row)
            order = shuffling(list(range(cards)), lambda _, numbers=numbers: next(numbers))  # type: ignore[misc]
            counts[tuple(order)] += 1
        ways = set(counts.values())
        even = len(ways) == 1 and len(counts) == factorial(cards)
        yield Counted(f"an order of {cards} cards", factorial(cards), min(ways), even)


def bounds_of(shuffling: Shuffler, cards: int) -> list[int]:
    """Below what it draws, one after the other."""
    bounds: list[int] = []

    def note(bound: int) -> int:
        bounds.append(bound)
        return 0

    shuffling(list(range(cards)), note)
    return bounds
