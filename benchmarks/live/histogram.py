"""Times by the thousand in little room: buckets that grow with the time, within three percent."""

from collections import Counter

_FINE = 5
"""Each doubling of the time has 2**5 buckets."""


class Histogram:
    def __init__(self) -> None:
        self._buckets: Counter[int] = Counter()
        self.count = 0
        self.max_ms = 0.0

    def record(self, seconds: float) -> None:
        micros = max(0, int(seconds * 1e6))
        shift = max(0, micros.bit_length() - _FINE - 1)
        self._buckets[(shift << (_FINE + 1)) + (micros >> shift)] += 1
        self.count += 1
        self.max_ms = max(self.max_ms, seconds * 1000)

    def ms(self, share: float) -> float:
        """No more than this share took longer than the answer."""
        wanted, seen = share * self.count, 0
        for bucket in sorted(self._buckets):
            seen += self._buckets[bucket]
            if seen >= wanted:
                shift, top = bucket >> (_FINE + 1), bucket & ((1 << (_FINE + 1)) - 1)
                return min(self.max_ms, ((top + 1) << shift) / 1000)
        return 0.0

    def told(self) -> dict[str, float]:
        return {
            "p50_ms": round(self.ms(0.50), 1),
            "p99_ms": round(self.ms(0.99), 1),
            "max_ms": round(self.max_ms, 1),
        }
