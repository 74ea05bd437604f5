"""Whether a real wheel favours pockets, or sectors of neighbouring pockets.

An honest wheel gives every pocket the same chance, whatever came before. Each suspicion is another
law for the next pocket, and what it made of all spins, divided by what honesty made of them, is an
e-process (see `shoes`). Four suspicions share the rate of the alarm evenly:

- *pocket*: one pocket comes more often, by a tenth, by three tenths, or twice as often;
- *sector*: so do 2, 3, 5, 9 or 18 pockets that lie side by side on the wheel;
- *distance*: the ball falls as far from where it last lay as the time before, within 3, 7 or 13
  pockets: a hand that has become too steady, or a wheel that is not turned;
- *any*: the pockets differ in whatever way. The next is foretold from how often each has come,
  begun with a belief in evenness that is weak, middling or strong.

What has begun only lately is looked for from every thousandth spin on.
"""

from math import fsum

import msgspec

from croupier.monitoring.equipment import CEILING, EquipmentSuspicion, not_begun, start_weight

SINGLE_ZERO = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""The pockets of a wheel with one zero, as they lie side by side."""
BLOCK = 1_000
"""Spins from one possible beginning to the next."""
MORE = (0.1, 0.3, 1.0)
"""How much more often than it should: by a tenth, by three tenths, twice."""
SECTORS = (2, 3, 5, 9, 18)
DISTANCES = (3, 7, 13)
BELIEFS = (5.0, 50.0, 500.0)
"""Spins of each pocket that the belief in evenness is worth."""
SHARE = 0.25


def wheel_order(pockets: int) -> tuple[int, ...]:
    """Of a wheel that is not known, by number."""
    return SINGLE_ZERO if pockets == len(SINGLE_ZERO) else tuple(range(pockets))


class Arcs(msgspec.Struct):
    """Every arc of some lengths that may be favoured, each by several strengths: what it says of
    all spins since it was looked for. In order of length, strength, and the place it begins at."""

    pockets: int
    lengths: tuple[int, ...]
    values: list[list[float]] = []

    def begin(self, weight: float) -> None:
        if not self.values:
            many = len(self.lengths) * len(MORE)
            self.values = [[0.0] * self.pockets for _ in range(many)]
        self.values = [[min(value, CEILING) + weight for value in row] for row in self.values]

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

    def told(self) -> float:
        """The mean over all arcs, of what is put down on them."""
        return fsum(value for row in self.values for value in row) / self.count

    @property
    def count(self) -> int:
        return len(self.lengths) * len(MORE) * self.pockets

    def likeliest(self) -> tuple[int, int, float]:
        """Where it begins, how long it is, and its share of the weight, by any strength."""
        best = (-1.0, 0, 0)
        for number, length in enumerate(self.lengths):
            rows = self.values[number * len(MORE) : (number + 1) * len(MORE)]
            for start in range(self.pockets):
                best = max(best, (fsum(row[start] for row in rows), start, length))
        told = self.told() * self.count
        return best[1], best[2], best[0] / told if told else 0.0


class WheelEvidence(msgspec.Struct):
    """Of one wheel, since it was put there."""

    pockets: int
    spins: int = 0
    counts: list[int] = []
    last: int = -1
    """Where the ball last lay, as a place on the wheel; -1: it has not been spun."""
    pocket: Arcs | None = None
    sector: Arcs | None = None
    distance: Arcs | None = None
    any: list[float] = msgspec.field(default_factory=lambda: [1.0] * len(BELIEFS))

    @classmethod
    def of(cls, pockets: int) -> "WheelEvidence":
        return cls(
            pockets,
            counts=[0] * pockets,
            pocket=Arcs(pockets, (1,)),
            sector=Arcs(pockets, SECTORS),
            distance=Arcs(pockets, DISTANCES),
        )

    @property
    def begun(self) -> int:
        return -(-self.spins // BLOCK)

    def feed(self, pocket: int) -> None:
        assert self.pocket is not None
        assert self.sector is not None
        assert self.distance is not None
        if self.spins % BLOCK == 0:
            weight = start_weight(self.spins // BLOCK + 1)
            for arcs in (self.pocket, self.sector, self.distance):
                arcs.begin(weight)
        place = wheel_order(self.pockets).index(pocket)
        self.any = [
            min(
                value
                * ((self.counts[pocket] + belief) / (self.spins + belief * self.pockets))
                * self.pockets,
                CEILING,
            )
            for value, belief in zip(self.any, BELIEFS, strict=True)
        ]
        self.pocket.feed(place)
        self.sector.feed(place)
        if self.last >= 0:
            self.distance.feed((place - self.last) % self.pockets)
        self.counts[pocket] += 1
        self.spins += 1
        self.last = place

    def evidence(self) -> tuple[EquipmentSuspicion, ...]:
        if not self.spins:
            return ()
        assert self.pocket is not None
        assert self.sector is not None
        assert self.distance is not None
        kept, order = not_begun(self.begun), wheel_order(self.pockets)
        at, _, sure = self.pocket.likeliest()
        pocket = EquipmentSuspicion(
            "pocket", SHARE * (kept + self.pocket.told()), str(order[at]), sure
        )
        at, length, sure = self.sector.likeliest()
        ends = order[at], order[(at + length - 1) % self.pockets]
        named = f"{ends[0]} to {ends[1]}"
        sector = EquipmentSuspicion("sector", SHARE * (kept + self.sector.told()), named, sure)
        at, length, sure = self.distance.likeliest()
        named = f"{at} to {(at + length - 1) % self.pockets}"
        distance = EquipmentSuspicion(
            "distance", SHARE * (kept + self.distance.told()), named, sure
        )
        most = max(range(self.pockets), key=lambda pocket: self.counts[pocket])
        anyhow = EquipmentSuspicion("any", SHARE * fsum(self.any) / len(self.any), str(most), 0.0)
        return pocket, sector, distance, anyhow
