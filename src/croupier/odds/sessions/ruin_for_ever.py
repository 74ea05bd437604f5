"""Ruin however long the play: certain, unless the rounds are worth something.

For a walk that drifts upwards the chance of ever falling below the mark is Σ c·zˣ over the roots of
Σ p·z^net = 1 inside the unit circle; the largest, s, is the one the chance falls off by. They are
not looked for one by one: 1 - Σ p·z^net is a product of one factor with the roots inside and one
with those outside (Wiener and Hopf). The former is 1 - Σ d·z^(-h), where d is the chance that the
walk first falls below where it began by h. With these chances the walk from any height is a plain
recurrence.
"""

from math import exp

import numpy as np

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.nets import Floats, NetDistribution, RoundNets
from croupier.odds.sessions.ruin import Ruin

_NEGLIGIBLE = 1e-14
_SETTLED = 1e-13
_NOTHING = 1e-30
_FEWEST, _MOST = 1 << 13, 1 << 19
_DEEPEST, _HIGHEST = 4_000, 200_000
"""Steps that a round may lose, and that are followed upwards."""


def ruin_for_ever(nets: RoundNets) -> Ruin:
    round = NetDistribution.of(nets)
    if not round.lost:
        return Ruin(round.step, np.zeros(1))
    if round.mean <= 1e-12 * round.deviation:
        return CertainRuin(round.step, np.ones(1))
    places = (round.nets // round.step).astype(np.float64)
    rate = _rate(places, round.chances)
    first_fall = _first_fall(places, round.chances, rate)
    return RareRuin(round.step, _from_heights(first_fall, rate), rate)


class CertainRuin(Ruin):
    def at(self, above: int) -> float:  # noqa: ARG002
        return 1.0


class RareRuin(Ruin):
    """From some height on it falls off by the largest root alone."""

    def __init__(self, step: int, chances: Floats, rate: float) -> None:
        super().__init__(step, chances)
        self.rate = rate

    def at(self, above: int) -> float:
        further = above // self.step - (len(self.chances) - 1)
        if further <= 0:
            return super().at(above)
        return float(self.chances[-1]) * exp(-self.rate * further)


def _rate(places: Floats, chances: Floats) -> float:
    """t > 0 with Σ p·e^(-t·net) = 1; e^-t is the root nearest to one."""

    def excess(t: float) -> float:
        with np.errstate(over="ignore"):
            return float(np.expm1(-t * places) @ chances)

    high = 1e-9
    while excess(high) <= 0:
        high *= 2
    low = high / 2 if high > 1e-9 else 0.0
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (low, middle) if excess(middle) > 0 else (middle, high)
    return high


def _first_fall(places: Floats, chances: Floats, rate: float) -> Floats:
    """The chance of first falling below the start by 1, 2, … steps."""
    depth, length = int(-places[0]), _FEWEST
    logs = np.ones(1)
    # Until the series has died away before its end.
    while np.max(np.abs(logs[-(len(logs) // 4 + 1) :])) >= _NEGLIGIBLE:
        if depth > _DEEPEST or length > _MOST:
            raise _too_fine()
        logs = _inner_logs(places, chances, rate, length)
        length *= 2
    inner = _exponential(logs[: depth - 1])
    # The factor that was taken out is put back: (1 - e^-t·y)·inner, in powers of y = 1/z.
    falls: Floats = -np.convolve(inner, (1.0, -exp(-rate)))[1:]
    return np.maximum(falls, 0)


def _inner_logs(places: Floats, chances: Floats, rate: float, length: int) -> Floats:
    """Powers of 1/z in the logarithm of (1 - Σ p·z^net) / (1 - z)(1 - s/z), on the unit circle
    between its roots at one and s; both are taken out since they lie next to it."""
    angles = np.pi * (2 * np.arange(length) + 1) / length
    log_z = 1j * angles
    left = np.zeros(length, dtype=np.complex128)
    for place, chance in zip(places.tolist(), chances.tolist(), strict=True):
        left -= chance * np.expm1(place * log_z)
    logs = np.log(left) - np.log(-np.expm1(log_z)) - np.log(-np.expm1(-rate - log_z))
    # Between the angles of a transform, so that none is zero: turned back by half of one.
    turned = np.exp(1j * angles[0] * np.arange(length // 2))
    powers: Floats = np.real(np.fft.ifft(logs)[: length // 2] * turned)
    return powers[1:]


def _exponential(logs: Floats) -> Floats:
    """exp of the power series Σ logs[k-1]·yᵏ, to as many powers."""
    series: Floats = np.zeros(len(logs) + 1)
    series[0] = 1
    slopes = logs * np.arange(1, len(logs) + 1)
    for n in range(1, len(series)):
        series[n] = slopes[:n] @ series[:n][::-1] / n
    return series


def _from_heights(first_fall: Floats, rate: float) -> Floats:
    """At each height: fall below the mark at once, or to a lower height and go on from there."""
    depth, ratio = len(first_fall), exp(-rate)
    chances = [1.0] * depth
    recent = np.ones(depth)
    backwards = first_fall[::-1].copy()
    settled = 0
    # Until the other roots have died away, or nothing is left.
    while settled < depth and recent[-1] > _NOTHING:
        if len(chances) > _HIGHEST:
            raise _too_fine()
        chance = float(backwards @ recent)
        settled = settled + 1 if abs(chance - ratio * recent[-1]) < _SETTLED * chance else 0
        recent = np.append(recent[1:], chance)
        chances.append(chance)
    return np.array(chances[depth:])


def _too_fine() -> Refused:
    """Results that lie next to a coarser lattice: too many roots lie next to the circle."""
    message = "ruin for ever is not found for results so fine: take rounder stakes"
    return Refused(Code.LIMIT, message)
