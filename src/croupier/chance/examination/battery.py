"""All tests of a source, held together to one confidence, and what is proved by counting."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from croupier.chance.examination import dieharder
from croupier.chance.examination.counting import (
    Counted,
    count_numbers,
    count_orders,
    from_words,
)
from croupier.chance.examination.exact import chi_squared
from croupier.chance.examination.shuffles import Shuffler, Tested, examine_shuffles
from croupier.chance.examination.streams import ByteReader, Numbers, Stream, numbers, stream_of
from croupier.chance.examination.wheels import examine_wheel
from croupier.chance.health import REPEATS, TOO_MANY, WINDOW
from croupier.chance.shuffle import shuffle
from croupier.chance.source import ByteSource, WatchedSource

if TYPE_CHECKING:
    from croupier.chance.examination.shuffles import Orders

CONFIDENCE = 0.99
DECK, POCKETS = 52, 37
SPINS_FOR_A_SHUFFLE = 5
A_RUN = 200
"""Spins that are sealed together, each run from a seed of its own."""
RAW_BYTES = 1 << 20
Progress = Callable[[str, int, int], object]


class Battery(msgspec.Struct, frozen=True):
    source: str
    stream: Stream
    shuffles: int
    decks: int
    spins: int
    confidence: float
    limit: float
    """The least p that a test may have: so that an honest source passes them all with at least the
    confidence, the rest is shared evenly among the tests (Bonferroni)."""
    tests: tuple[Tested, ...]
    counted: tuple[Counted, ...]
    not_run: tuple[str, ...]
    health: str

    @property
    def passed(self) -> bool:
        return all(test.passed for test in self.tests) and all(one.even for one in self.counted)


def run_battery(
    source: WatchedSource,
    *,
    name: str,
    shuffles: int,
    stream: Stream = Stream.ORDER,
    decks: int = 1,
    with_dieharder: bool = True,
    shuffling: Shuffler = shuffle,
    chance: Numbers | None = None,
    progress: Progress = lambda _what, _done, _total: None,
) -> Battery:
    """`shuffling` and `chance` are the house's own, unless a test brings broken ones."""
    chance = chance or numbers(source, stream)
    draw = ByteReader(stream_of(source, stream))
    spins = SPINS_FOR_A_SHUFFLE * shuffles
    orders = _orders(shuffles, decks * DECK, shuffling, chance, progress)
    tests = list(examine_shuffles(orders))
    tests += examine_wheel(POCKETS, [*_spins(spins, chance, progress)])
    tests.append(_raw(draw))
    not_run = []
    if not with_dieharder:
        not_run.append("dieharder: not asked for")
    elif dieharder.installed() is None:
        not_run.append("dieharder: it is not installed here (Debian: apt-get install dieharder)")
    else:
        for done, test in enumerate(dieharder.examine_bytes(draw)):
            progress("dieharder", done + 1, len(dieharder.TESTS))
            tests.append(test)
    limit = (1 - CONFIDENCE) / len(tests)
    judged = tuple(msgspec.structs.replace(test, passed=test.p >= limit) for test in tests)
    counted = (*count_numbers(), *count_numbers(from_words), *count_orders(shuffling))
    health = (
        f"{source.drawn:,} bytes drawn, no byte {REPEATS} times in a row, none {TOO_MANY} times"
        f" among {WINDOW}"
    )
    return Battery(
        source=name,
        stream=stream,
        shuffles=shuffles,
        decks=decks,
        spins=spins,
        confidence=CONFIDENCE,
        limit=limit,
        tests=judged,
        counted=counted,
        not_run=tuple(not_run),
        health=health,
    )


def _orders(
    shuffles: int, cards: int, shuffling: Shuffler, chance: Numbers, progress: Progress
) -> "Orders":
    import numpy as np  # noqa: PLC0415 -- not for every command

    orders = np.empty((shuffles, cards), np.int16)
    for number in range(shuffles):
        orders[number] = shuffling(list(range(cards)), chance())
        if number % 1_000 == 0:
            progress("shuffles", number, shuffles)
    return orders


def _spins(spins: int, chance: Numbers, progress: Progress) -> Iterator[int]:
    for number in range(spins):
        if number % A_RUN == 0:
            progress("spins", number, spins)
            randbelow = chance()
        yield randbelow(POCKETS)


def _raw(draw: ByteSource) -> Tested:
    drawn = draw(RAW_BYTES)
    counts = [drawn.count(value) for value in range(256)]
    p = chi_squared(counts, [RAW_BYTES / 256] * 256)
    return Tested(f"bytes: every value, of {RAW_BYTES:,}", p, "each equally likely")
