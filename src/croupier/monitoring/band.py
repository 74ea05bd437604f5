"""What the house should have won in a period, as a distribution, and where what it won lies in it.

Rounds are independent of each other, so the characteristic function of what a period brings is the
product of those of its rounds; one transform back gives every chance. Rounds with the same bets
share one, to a power. How far results stray at all is bounded by Bernstein's inequality.

Where the results are whole multiples of a unit, and few enough, the lattice is that unit and
nothing is rounded. Else the lattice is coarser, and each win is laid on the three places around it
so that its mean and its spread stay what they are; `error` has what that may cost in chances, and
`step` by how much a result may be out. Of a long period the rounds beyond MOST_KINDS different ones
are added up as one normal variable, and the error has Berry and Esseen's bound for it.
"""

from collections.abc import Callable, Hashable, Sequence
from math import ceil, fsum, gcd, log, log2, pi, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.monitoring.wins import Floats, RoundWins, Wins

Complexes = NDArray[np.complex128]

TAIL = 1e-12
"""The chance that is left outside of the lattice, at each end."""
COARSE_CELLS = 1 << 14
MOST_CELLS = 1 << 20
CELLS_OF_ALL = 1 << 25
"""Of the lattices of all kinds of rounds together, where nothing is rounded."""
MOST_KINDS = 20_000
_MOST_ERROR = 0.1
"""Of the rate: more is not put up with where it can be helped."""
_BERRY_ESSEEN = 0.56
_THREE_PLACES = 0.0642
"""The most of |f(f² - 1)| / 6: by so much, times the cube of the angle between two places, a term
of the characteristic function is out."""
_TINY = 1e-300
"""Below it a characteristic function is nothing."""
_AT_ONCE = 1 << 20
"""Places of characteristic functions that are held together."""
_EPS = float(np.finfo(np.float64).eps)


class BandPoint(msgspec.Struct, frozen=True):
    """Up to a moment of the period."""

    rounds: int
    win: int
    mean: float
    low: int
    high: int


class Band(msgspec.Struct, frozen=True, kw_only=True):
    rate: float
    """Honest periods lie outside the band with this chance at most."""
    rounds: int
    win: int
    mean: float
    stddev: float
    low: int
    high: int
    at_most: float
    """The chance of this win or a smaller one."""
    at_least: float
    """The chance of this win or a larger one."""
    error: float
    """By so much at most are the chances out; the band is that much wider."""
    step: int
    """By so much at most are amounts out; 1 or less where nothing was rounded."""

    @property
    def outside(self) -> bool:
        return not self.low <= self.win <= self.high


class _Kind:
    """Rounds with the same bets: how many there were up to each moment's end."""

    def __init__(self, wins: RoundWins, moments: int) -> None:
        self.wins = wins
        self.mean, self.variance = wins.mean, wins.variance
        self.parts = max(len(way.parts) for way in wins.ways)
        self.counts = [0] * moments


class PlayedPeriod:
    """Rounds of a period as they are read, in any order; cut into so many moments."""

    def __init__(self, moments: int = 1) -> None:
        self._moments = moments
        self._kinds: dict[Hashable, _Kind] = {}
        self._won = [0] * moments
        self._rounds = [0] * moments
        self._mean = [0.0] * moments
        self._variance = [0.0] * moments
        self._rest = np.zeros((moments, 3))
        """Of rounds beyond the kinds that are kept: mean, variance, third moment."""
        self._farthest = 0.0

    def add(
        self,
        kind: Hashable,
        wins: Callable[[], RoundWins],
        win: int,
        moment: int = 0,
        *,
        rounds: int = 1,
    ) -> None:
        """A round, or several that are alike: what its bets may bring, by a name for all with the
        same bets, and what it brought the house."""
        known = self._kinds.get(kind)
        if known is None:
            known = _Kind(wins(), self._moments)
            around = (known.wins.most - known.mean, known.mean - known.wins.least)
            self._farthest = max(self._farthest, *around)
            if len(self._kinds) < MOST_KINDS:
                self._kinds[kind] = known
            else:
                moments = known.mean, known.variance, known.wins.third
                self._rest[moment] += [rounds * each for each in moments]
        known.counts[moment] += rounds
        self._won[moment] += win
        self._rounds[moment] += rounds
        self._mean[moment] += rounds * known.mean
        self._variance[moment] += rounds * known.variance

    @property
    def rounds(self) -> int:
        return sum(self._rounds)

    @property
    def win(self) -> int:
        return sum(self._won)

    @property
    def mean(self) -> float:
        return fsum(self._mean)

    @property
    def stddev(self) -> float:
        return sqrt(fsum(self._variance))

    @property
    def deviations(self) -> float:
        """How many standard deviations the win is from its mean."""
        return (self.win - self.mean) / self.stddev if self.stddev else 0.0

    def band(self, rate: float) -> Band:
        told = self._band(rate, self._results())
        if told.error > rate * _MOST_ERROR and not self._rest.any():
            # Few rounds, and far apart what they may bring: take the time.
            told = min(told, self._band(rate, self._results(MOST_CELLS)), key=_error_of)
        return told

    def _band(self, rate: float, results: "_Results") -> Band:
        (phi,) = self._functions(results, [[sum(kind.counts)] for kind in self._kinds.values()])
        mean, variance, third = self._rest.sum(0)
        phi *= results.normal(mean, variance)
        error = self._error(results, phi, third, variance)
        upto = results.upto(phi, self.mean)
        low, high = results.band(upto, rate, error)
        return Band(
            rate=rate,
            rounds=self.rounds,
            win=self.win,
            mean=self.mean,
            stddev=self.stddev,
            low=low,
            high=high,
            at_most=results.at_most(upto, self.win),
            at_least=1 - results.at_most(upto, self.win - results.unit),
            error=error,
            step=0 if results.exact else results.step,
        )

    def course(self, rate: float) -> tuple[BandPoint, ...]:
        """The band up to the end of every moment, as it is drawn: after the first rounds of a
        period, where the error may be a large part of the rate, it is not widened by all of it."""
        results = self._results()
        half = results.length // 2 + 1
        steps = self._functions(results, [kind.counts for kind in self._kinds.values()])
        points: list[BandPoint] = []
        phi = np.ones(half, dtype=np.complex128)
        rounds = win = 0
        mean = 0.0
        rest = np.zeros(3)
        for moment in range(self._moments):
            rest += self._rest[moment]
            phi *= steps[moment] * results.normal(*self._rest[moment, :2])
            rounds += self._rounds[moment]
            win += self._won[moment]
            mean += self._mean[moment]
            error = min(self._error(results, phi, rest[2], rest[1]), rate * _MOST_ERROR)
            low, high = results.band(results.upto(phi, mean), rate, error)
            points.append(BandPoint(rounds, win, mean, low, high))
        return tuple(points)

    def _functions(self, results: "_Results", counts: Sequence[Sequence[int]]) -> Complexes:
        """The characteristic functions of as many sums as there are counts of each kind. Powers are
        multiples of logarithms, so that all of them are one product of matrices."""
        half = results.length // 2 + 1
        logs = np.zeros((len(counts[0]) if counts else 1, half), dtype=np.complex128)
        kinds, many = list(self._kinds.values()), max(1, _AT_ONCE // half)
        for first in range(0, len(kinds), many):
            functions = np.array([results.function(kind.wins) for kind in kinds[first:][:many]])
            functions[np.abs(functions) < _TINY] = _TINY
            logs += np.array(counts[first:][:many], dtype=np.float64).T @ np.log(functions)
        logs.real = np.maximum(logs.real, log(_TINY))
        powers: Complexes = np.exp(logs)
        return powers

    def _results(self, cells_at_most: int = 0) -> "_Results":
        """`cells_at_most`: with so many nothing has to be rounded, whatever it costs."""
        kinds = [kind.wins for kind in self._kinds.values()]
        spread = fsum(self._variance)
        reach = _reach(spread, self._farthest)
        unit = 0
        for wins in kinds:
            for way in wins.ways:
                for part in way.parts:
                    unit = gcd(unit, *part.wins.tolist())
        unit = unit or 1
        cells = _power_of_two(2 * reach / unit + 4)
        most = max(cells_at_most, min(MOST_CELLS, CELLS_OF_ALL // max(1, len(kinds))))
        exact = cells <= max(most, COARSE_CELLS) and not self._rest.any()
        if exact:
            return _Results(unit, unit, cells, exact=True)
        step = max(1, ceil((2 * reach + 4) / COARSE_CELLS))
        return _Results(step, unit, COARSE_CELLS, exact=step <= 1)

    def _error(self, results: "_Results", phi: Complexes, third: float, variance: float) -> float:
        """By how much a chance of any row of results may be out: of the difference of two
        characteristic functions, at frequency j, no more than the part 1/j comes to bear."""
        rounds = self.rounds
        parts = sum(kind.parts * sum(kind.counts) for kind in self._kinds.values())
        frequency = np.arange(1, len(phi))
        size = np.abs(phi[1:])
        digits = rounds * (48 + 7 * log2(results.length)) * _EPS
        error = 2 * TAIL + float(np.sum(digits * size / frequency)) + digits / results.length
        if not results.exact:
            angle = 2 * pi * frequency / results.length
            out = np.minimum(parts * _THREE_PLACES * angle**3, 1.0)
            error += float(np.sum(out * size / frequency))
        if variance > 0:
            error += _BERRY_ESSEEN * third / variance**1.5
        return min(error, 1.0)


class _Results:
    """The lattice on which results lie, around a circle of places."""

    def __init__(self, step: int, unit: int, length: int, *, exact: bool) -> None:
        self.step, self.unit, self.length, self.exact = step, unit, length, exact

    def function(self, wins: RoundWins) -> Complexes:
        """The characteristic function of a round."""
        phi = np.zeros(self.length // 2 + 1, dtype=np.complex128)
        for way in wins.ways:
            of_way = np.ones_like(phi)
            for part in way.parts:
                of_way *= np.fft.rfft(self._laid(part))
            phi += way.chance * of_way
        return phi

    def _laid(self, part: Wins) -> Floats:
        if self.exact:
            return self._circle(part.wins // self.step, part.chances)
        near = np.rint(part.wins / self.step)
        off = part.wins / self.step - near
        place = near.astype(np.int64)
        return (
            self._circle(place - 1, part.chances * (off**2 - off) / 2)
            + self._circle(place, part.chances * (1 - off**2))
            + self._circle(place + 1, part.chances * (off**2 + off) / 2)
        )

    def _circle(self, places: NDArray[np.int64], chances: Floats) -> Floats:
        laid = np.zeros(self.length)
        np.add.at(laid, places % self.length, chances)
        return laid

    def normal(self, mean: float, variance: float) -> Complexes | float:
        if not variance:
            return 1.0
        angle = 2 * pi * np.arange(self.length // 2 + 1) / (self.length * self.step)
        function: Complexes = np.exp(-1j * angle * mean - angle**2 * variance / 2)
        return function

    def upto(self, phi: Complexes, mean: float) -> tuple[int, Floats]:
        """The first place, and from there on the chance of each place or a lower one."""
        chances = np.maximum(np.fft.irfft(phi, self.length), 0)
        first = round(mean / self.step) - self.length // 2
        chances = np.roll(chances, -(first % self.length))
        return first, np.cumsum(chances / chances.sum())

    def at_most(self, upto: tuple[int, Floats], win: int) -> float:
        first, cumulative = upto
        at = win // self.step - first
        return float(cumulative[min(at, len(cumulative) - 1)]) if at >= 0 else 0.0

    def band(self, upto: tuple[int, Floats], rate: float, error: float) -> tuple[int, int]:
        """Below and above it lies half of the rate at most, each."""
        first, cumulative = upto
        half = max(rate / 2 - error, TAIL)
        low = int(np.searchsorted(cumulative, half, side="right"))
        high = int(np.searchsorted(cumulative, 1 - half, side="left"))
        wider = 0 if self.exact else 1
        return (
            (first + low - wider) * self.step,
            (first + min(high, len(cumulative) - 1) + wider) * self.step,
        )


def _reach(variance: float, farthest: float) -> float:
    """How far a sum strays from its mean but for a chance of TAIL, at each end (Bernstein)."""
    third = farthest * -log(TAIL) / 3
    return third + sqrt(third**2 + 2 * variance * -log(TAIL))


def _power_of_two(least: float) -> int:
    return 1 << max(4, (ceil(least) - 1).bit_length())


def _error_of(band: Band) -> float:
    return band.error


def moment_of(at_ms: int, since_ms: int, until_ms: int, moments: int) -> int:
    """Which of so many equal parts of a period a time is in."""
    return min(moments - 1, (at_ms - since_ms) * moments // max(1, until_ms - since_ms))
