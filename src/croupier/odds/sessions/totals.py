"""The result of a session: the sum of many equal rounds, exactly.

The characteristic function of a sum is a power of that of one round, so one transform back gives
every chance. Results lie on a lattice of whole units, and only so much of it is kept as is reached
but for a chance of 1e-16 at each end (`reach.py`): what lies beyond falls on the other end, so that
a session of many rounds costs no more than its deviation is wide.
"""

from math import ceil, floor, log2, sqrt

import numpy as np

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.nets import Floats, Ints, NetDistribution, RoundNets, checked_round
from croupier.odds.sessions.question import Bin
from croupier.odds.sessions.reach import TAIL, most_lost, most_won

MOST_CELLS = 1 << 22
_EPS = float(np.finfo(np.float64).eps)


class Totals:
    """Every result of the session and its chance."""

    def __init__(
        self, round: NetDistribution, rounds: int, least: int, chances: Floats, error: float
    ):
        self.least = least
        self.step = round.between
        self.chances = chances
        self.mean = rounds * round.mean
        self.deviation = sqrt(rounds) * round.deviation
        self.error = error
        """No chance of a result, nor of any set of results, is out by more than this."""
        self._upto = np.cumsum(chances)

    @property
    def results(self) -> Ints:
        return self.least + self.step * np.arange(len(self.chances), dtype=np.int64)

    @property
    def ahead(self) -> float:
        return float(self.chances[self.results > 0].sum())

    @property
    def even(self) -> float:
        return float(self.chances[self.results == 0].sum())

    @property
    def behind(self) -> float:
        return float(self.chances[self.results < 0].sum())

    def quantile(self, p: float) -> int:
        """The least result that is not exceeded with this chance."""
        at = int(np.searchsorted(self._upto, p))
        return self.least + self.step * min(at, len(self.chances) - 1)

    def at_most(self, result: int) -> float:
        """The chance of this result or a lower one."""
        at = (result - self.least) // self.step
        return float(self._upto[min(at, len(self._upto) - 1)]) if at >= 0 else 0.0

    def bins(self, wanted: int, outside: float = 1e-3) -> tuple[Bin, ...]:
        """About so many equally wide ones, one of which begins at zero; results that are rarer than
        `outside` at each end belong to the last ones there."""
        low, high = self.quantile(outside / 2), self.quantile(1 - outside / 2)
        width = self.step * max(1, ceil((high - low) / wanted / self.step))
        places = self.results // width
        first, last = low // width, high // width
        of = np.clip(places, first, last) - first
        shares = np.bincount(of, weights=self.chances, minlength=last - first + 1)
        return tuple(
            Bin(width * (first + n), width * (first + n + 1), float(p))
            for n, p in enumerate(shares)
        )


def totals(nets: RoundNets, rounds: int) -> Totals:
    round = checked_round(nets, rounds)
    start, step = rounds * round.worst, round.between
    # Lattice places above the worst that can be.
    low = max(0, floor((-most_lost(round, rounds) - start) / step))
    high = min(
        rounds * (round.best - round.worst) // step,
        ceil((most_won(round, rounds) - start) / step),
    )
    length = _length(high - low + 1)
    if length > MOST_CELLS:
        message = f"{rounds} rounds of these stakes end in too many ways: take rounder stakes"
        raise Refused(Code.LIMIT, message)
    places = (round.nets - round.worst) // step
    chances, error = _power(places, round.chances, rounds, length)
    kept = np.roll(chances, -(low % length))[: high - low + 1]
    cumulative = error * len(kept) + 2 * TAIL
    kept = np.maximum(kept, 0)
    return Totals(round, rounds, start + step * low, kept / kept.sum(), 2 * cumulative)


def _length(least: int) -> int:
    return 1 << max(1, (least - 1).bit_length())


def _power(places: Ints, chances: Floats, rounds: int, length: int) -> tuple[Floats, float]:
    """Chances of the sum, around a circle of places; and by how much one may be out.

    The characteristic function is summed term by term, with angles reduced as whole numbers: it is
    out by less than (terms + 8)·ε. Its power is out by at most n times that, times |φ|ⁿ⁻¹; so is
    the mean over all frequencies, which is what each chance is. The transform back adds 7·log2(L)·ε
    (Higham, 24.1), shared out over the cells.
    """
    frequencies = np.arange(length // 2 + 1, dtype=np.int64)
    circle = np.exp(-2j * np.pi / length * np.arange(length))
    phi = np.zeros(len(frequencies), dtype=np.complex128)
    for place, chance in zip(places.tolist(), chances.tolist(), strict=True):
        phi += chance * circle[frequencies * (place % length) % length]
    spectrum = _to_the(phi, rounds)
    slope = float(2 * np.sum(np.abs(phi) ** (rounds - 1))) / length
    back: Floats = np.fft.irfft(spectrum, length)
    transform = 7 * log2(length) * _EPS * float(np.linalg.norm(back)) / sqrt(length)
    return back, rounds * (len(places) + 8) * _EPS * slope + transform


def _to_the(base: np.ndarray, exponent: int) -> np.ndarray:
    result = np.ones_like(base)
    while exponent:
        if exponent & 1:
            result = result * base
        exponent >>= 1
        if exponent:
            base = base * base
    return result
