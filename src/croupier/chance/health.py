"""Does the source of chance still work? Asked of every byte that is drawn, while the house runs.

The two continuous tests of NIST SP 800-90B (4.4): a value that repeats itself too often in a row,
and one that comes too often among 512. The source is the operating system's generator, which claims
eight bits of entropy in every byte; a sound one fails a test once in 2^40 bytes on average, at
most: at a thousand million bytes a year, once in a thousand years. They find a source that is
stuck, or nearly so. That nobody can foretell the bytes no test can show.
"""

import re
from math import comb

ALPHA_BITS = 40
"""A false alarm has a chance of 2^-40 a byte, for each test."""
ENTROPY = 8
"""Bits in a byte, as the operating system claims."""
WINDOW = 512

REPEATS = 1 + -(-ALPHA_BITS // ENTROPY)
"""So many equal bytes in a row are too many (SP 800-90B 4.4.1)."""


def too_many(window: int = WINDOW, entropy: int = ENTROPY, alpha_bits: int = ALPHA_BITS) -> int:
    """How often the first byte of a window must come in it for the test to fail (4.4.2): the least
    number that has a chance of 2^-alpha at most. In whole numbers, so exactly."""
    values = 2**entropy
    tail, all_ways = 0, values ** (window - 1)
    for others in range(window - 1, -1, -1):
        tail += comb(window - 1, others) * (values - 1) ** (window - 1 - others)
        if tail << alpha_bits > all_ways:
            return others + 2
    return 1


TOO_MANY = too_many()
_REPEATED = re.compile(rb"(.)\1{%d}" % (REPEATS - 1), re.DOTALL)


class HealthTest:
    def __init__(self) -> None:
        self.failed = ""
        """Why; empty: nothing is wrong."""
        self._last = self._first = -1
        self._run = 0
        self._seen = WINDOW
        self._like_first = 0

    def feed(self, drawn: bytes) -> str:
        """Why it fails, if it does: from then on for good."""
        if len(drawn) >= 2 * WINDOW:
            head = WINDOW - self._seen
            tail = len(drawn) - (len(drawn) - head) % WINDOW
            self._one_by_one(drawn[:head])
            if not self._all_at_once(drawn[head:tail]):
                self._one_by_one(drawn[head:tail])
            drawn = drawn[tail:]
        self._one_by_one(drawn)
        return self.failed

    def _all_at_once(self, windows: bytes) -> bool:
        """Whole windows, much faster; not if anything is wrong, so that it is found out what."""
        run = bytes([self._last]) * self._run + windows if self._run else windows
        if self.failed or _REPEATED.search(run):
            return False
        for at in range(0, len(windows), WINDOW):
            if windows.count(windows[at], at, at + WINDOW) >= TOO_MANY:
                return False
        self._last, self._seen = windows[-1], WINDOW
        self._run = len(run) - len(run.rstrip(windows[-1:]))
        return True

    def _one_by_one(self, drawn: bytes) -> None:
        for byte in drawn:
            if self.failed:
                return
            if byte == self._last:
                self._run += 1
                if self._run >= REPEATS:
                    self.failed = f"{byte:#04x} came {self._run} times in a row"
            else:
                self._last, self._run = byte, 1
            if self._seen == WINDOW:
                self._first, self._seen, self._like_first = byte, 1, 1
                continue
            self._seen += 1
            if byte == self._first:
                self._like_first += 1
                if self._like_first >= TOO_MANY:
                    times = f"{self._like_first} times among {self._seen}"
                    self.failed = self.failed or f"{byte:#04x} came {times} bytes"
