"""Two sources of chance: one nobody can foretell, and one that can be repeated.

What nobody can foretell comes from the operating system, a byte at a time; every byte of it is seen
by the health tests on its way to a shuffle. From bytes to numbers goes `below`.
"""

import os
import random
from collections.abc import Callable

from croupier.chance.health import HealthTest
from croupier.chance.shuffle import RandBelow

ByteSource = Callable[[int], bytes]
"""So many bytes, each value equally likely."""


class SourceFailed(Exception):  # noqa: N818 -- what has happened
    """The source of chance has failed a health test: nothing more is drawn from it."""


class WatchedSource:
    """Bytes that are tested as they are drawn. Once a test has failed there are no more."""

    def __init__(self, draw: ByteSource = os.urandom) -> None:
        self._draw = draw
        self._test = HealthTest()
        self.drawn = 0
        self.on_failure: Callable[[str], None] = _nobody_is_told

    @property
    def failed(self) -> str:
        """Why; empty: it is in order."""
        return self._test.failed

    def bytes(self, count: int) -> bytes:
        if not self.failed:
            drawn = self._draw(count)
            self.drawn += len(drawn)
            if not self._test.feed(drawn) and len(drawn) == count:
                return drawn
            self._test.failed = self._test.failed or "the source gives fewer bytes than it should"
            self.on_failure(self.failed)
        raise SourceFailed(f"the random source has failed its health test: {self.failed}")

    def below(self, bound: int) -> int:
        return below(self.bytes, bound)


def below(draw: ByteSource, bound: int) -> int:
    """A number from 0 up to, not including, the bound. As few bytes as can hold it, and of these as
    few bits, the first ones; what is too large is passed over and drawn anew. So every number comes
    from equally many of all values of the bytes."""
    bits = (bound - 1).bit_length()
    count = (bits + 7) // 8
    while True:
        number = int.from_bytes(draw(count), "big") >> (8 * count - bits)
        if number < bound:
            return number


def fair() -> RandBelow:
    """The operating system's randomness; nobody can foretell or repeat it."""
    return WatchedSource().below


def repeatable(seed: int) -> RandBelow:
    """The same numbers for the same seed: to practise and to test, never for real money."""
    return random.Random(seed).randrange


def repeatable_bytes(seed: int) -> ByteSource:
    """The same bytes for the same seed: to test the tests."""
    return random.Random(seed).randbytes


def _nobody_is_told(why: str) -> None:
    """Whoever draws is told by the exception."""
