"""Whether a wheel favours pockets, or sectors of neighbouring pockets.

An honest wheel gives every pocket the same chance, whatever came before. Each suspicion is another
law for the next pocket, and what it made of all spins, divided by what honesty made of them, is an
e-value (see `evalues`). Four suspicions share the rate of the alarm evenly:

- *pocket*: one pocket comes more often, by a tenth, by three tenths, or twice as often;
- *sector*: so do 2, 3, 5, 9 or 18 pockets that lie side by side on the wheel;
- *distance*: the ball falls as far from where it last lay as the time before, within 3, 7 or 13
  pockets: a hand that has become too steady, or a wheel that is not turned;
- *uneven*: the pockets differ in whatever way. The next is foretold from how often each has come,
  begun with a belief in evenness that is weak, middling or strong.

What has begun only lately is looked for from every thousandth spin on.
"""

from math import fsum

import msgspec

from croupier.monitoring.equipment import EquipmentSuspicion
from croupier.monitoring.evalues import CEILING, held_back, put_in

SINGLE_ZERO = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""The pockets of a wheel with one zero, as they lie side by side."""
BLOCK = 1_000
"""Spins from one start to the next."""
MORE = (0.1, 0.3, 1.0)
"""How much more often than it should: by a tenth, by three tenths, twice."""
SECTORS = (2, 3, 5, 9, 18)
DISTANCES = (3, 7, 13)
BELIEFS = (5.0, 50.0, 500.0)
"""Spins of each pocket that the belief in evenness is worth."""
SHARE = 0.25
"""Of the alarm's rate, for each suspicion."""


def wheel_order(pockets: int) -> tuple[int, ...]:
    """Of a wheel that is not known, by number."""
    return SINGLE_ZERO if pockets == len(SINGLE_ZERO) else tuple(range(pockets))


class Arc(msgspec.Struct, frozen=True):
    """Pockets side by side, by their places on the wheel."""

    first: int
    last: int


class Arcs(msgspec.Struct):
    """Every arc of some lengths that may be favoured, each by several strengths: what it says of
    all spins since it was looked for."""

    pockets: int
    lengths: tuple[int, ...]
    values: list[list[float]]
    """A row for each length and strength, a column for each place an arc may begin at."""

    @classmethod
    def of(cls, pockets: int, lengths: tuple[int, ...]) -> "Arcs":
        return cls(pockets, lengths, [[0.0] * pockets for _ in range(len(lengths) * len(MORE))])

    def begin(self, start: int) -> None:
        self.values = [put_in(row, start) for row in self.values]

    def feed(self, place: int) -> None:
        row = 0
        for length in self.lengths:
            inside = [(place - back) % self.pockets for back in range(length)]
            for more in MORE:
                outside = 1.0 - more * length / (self.pockets - length)
                values = [value * outside for value in self.values[row]]
                for start in inside:
                    values[start] = self.values[row][start] * (1.0 + more)
                self.values[row] = values
                row += 1

    def mean(self) -> float:
        return fsum(value for row in self.values for value in row) / (
            len(self.values) * self.pockets
        )

    def likeliest(self) -> Arc:
        """By all strengths together."""
        best = (-1.0, 0, 0)
        for number, length in enumerate(self.lengths):
            rows = self.values[number * len(MORE) : (number + 1) * len(MORE)]
            by_start = [fsum(values) for values in zip(*rows, strict=True)]
            start = max(range(self.pockets), key=by_start.__getitem__)
            best = max(best, (by_start[start], start, length))
        _, first, length = best
        return Arc(first, (first + length - 1) % self.pockets)


class WheelEvidence(msgspec.Struct):
    """Of one wheel, since it was put there."""

    pocket: Arcs
    sector: Arcs
    distance: Arcs
    """Arcs of the way from where the ball last lay."""
    uneven: list[float]
    """By each belief."""
    counts: list[int]
    """Of each pocket."""
    spins: int = 0
    last: int = -1
    """Where the ball last lay, as a place on the wheel; -1: it has not been spun."""

    @classmethod
    def of(cls, pockets: int) -> "WheelEvidence":
        return cls(
            Arcs.of(pockets, (1,)),
            Arcs.of(pockets, SECTORS),
            Arcs.of(pockets, DISTANCES),
            [1.0] * len(BELIEFS),
            [0] * pockets,
        )

    @property
    def pockets(self) -> int:
        return len(self.counts)

    @property
    def starts(self) -> int:
        return -(-self.spins // BLOCK)

    def feed(self, pocket: int) -> None:
        if self.spins % BLOCK == 0:
            for arcs in (self.pocket, self.sector, self.distance):
                arcs.begin(self.starts + 1)
        self.uneven = [
            min(value * self._foretold(pocket, belief) * self.pockets, CEILING)
            for value, belief in zip(self.uneven, BELIEFS, strict=True)
        ]
        place = wheel_order(self.pockets).index(pocket)
        self.pocket.feed(place)
        self.sector.feed(place)
        if self.last >= 0:
            self.distance.feed((place - self.last) % self.pockets)
        self.counts[pocket] += 1
        self.spins += 1
        self.last = place

    def _foretold(self, pocket: int, belief: float) -> float:
        """Its chance, by how often each has come."""
        return (self.counts[pocket] + belief) / (self.spins + belief * self.pockets)

    def suspicions(self) -> tuple[EquipmentSuspicion, ...]:
        if not self.spins:
            return ()
        order = wheel_order(self.pockets)
        pocket, sector = self.pocket.likeliest(), self.sector.likeliest()
        distance = self.distance.likeliest()
        most = max(range(self.pockets), key=self.counts.__getitem__)
        return (
            self._of_arcs("pocket", self.pocket, str(order[pocket.first])),
            self._of_arcs("sector", self.sector, f"{order[sector.first]} to {order[sector.last]}"),
            self._of_arcs("distance", self.distance, f"{distance.first} to {distance.last}"),
            _suspicion("uneven", fsum(self.uneven) / len(self.uneven), str(most)),
        )

    def _of_arcs(self, about: str, arcs: Arcs, suspected: str) -> EquipmentSuspicion:
        return _suspicion(about, held_back(self.starts) + arcs.mean(), suspected)


def _suspicion(about: str, value: float, suspected: str) -> EquipmentSuspicion:
    return EquipmentSuspicion(about, SHARE * value, SHARE, suspected)
