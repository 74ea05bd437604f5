"""Whether what comes out of a real shoe is a full set of decks, shuffled.

Under an honest shoe the next card is any of those that have not come out yet, each equally likely,
whatever came before. Each suspicion is another law for the next card; what it made of all cards
so far, divided by what honesty made of them, is a martingale that starts at one (an e-process). By
Ville's inequality it ever reaches a thousand for at most one honest set of cards in a thousand,
however long it is dealt from and however often somebody looks. A weighted sum of such is one again,
so many suspicions share that one rate.

Cards that nobody saw, burned or behind the cut card, change nothing: the others are still without
an order. Only products and quotients are formed, and sums that are exact, so that a journal folds
to the same bits on every machine.
"""

from math import fsum

import msgspec

from croupier.kit.cards import DECK, Card
from croupier.monitoring.equipment import CEILING, EquipmentSuspicion, not_begun, start_weight

KINDS = len(DECK)
_NUMBER = {card: number for number, card in enumerate(DECK)}
SHARE = 0.5
"""Of the alarm's rate, for what the shoe is made of; the other half is for its order."""

ENTER, LEAVE = 1 / 200, 1 / 100
"""A run of the old order begins before one card in two hundred, and is over after a hundred."""
BETWEEN = (1 / 16, 1 / 2, 7 / 8)
"""Which part of the cards in a run are others that were shuffled in between: hardly any, as after
one riffle, as after three."""


def number_of(card: Card) -> int:
    return _NUMBER[card]


def of_new_cards(decks: int) -> list[int]:
    """The order in which decks leave their maker."""
    ranks = list(range(13))
    # Spades and diamonds from the ace up, clubs and hearts from the king down.
    suits = [(0, ranks), (2, ranks), (3, ranks[::-1]), (1, ranks[::-1])]
    return [13 * suit + rank for suit, order in suits for rank in order] * decks


class Made(msgspec.Struct):
    """What the shoes so far say of each card: one too few of it, or one too many."""

    missing: list[float]
    extra: list[float]


class RunOf(msgspec.Struct):
    """Where in the old order the cards may be now: a forward filter over its places.

    Hidden is whether the shoe follows the old order, and from which place. A card that follows goes
    on to the next place; one that was shuffled in between is any card, and the place stays. The
    weight of place j is `scale * weights[j] + even`, so that a card costs as many steps as the old
    order has cards like it, not as many as it has places."""

    places: dict[int, list[int]]
    """Of each kind of card."""
    length: int
    between: float
    weights: list[float]
    scale: float = 1.0
    even: float = 0.0
    free: float = 1.0
    """That it follows nothing just now."""

    def feed(self, kind: int, left: int, all_left: int) -> float:
        """How much likelier the card is than from an honest shoe, in which `left` of `all_left`
        are like it."""
        hits = []
        for place in self.places.get(kind, ()):
            weight = self.scale * self.weights[place] + self.even
            hits.append((place, weight * (1 - self.between) * all_left / left))
        inside = 1.0 - self.free
        ratio = self.free + self.between * inside + fsum(hit for _, hit in hits)
        stays = (1 - LEAVE) * self.between / ratio
        self.scale *= stays
        self.even *= stays
        if self.scale < 1e-100:
            self.weights = [weight * self.scale for weight in self.weights]
            self.scale = 1.0
        goes_on = 0.0
        for place, hit in hits:
            if place + 1 < self.length:
                moved = hit * (1 - LEAVE) / ratio
                self.weights[place + 1] += moved / self.scale
                goes_on += moved
        free = 1.0 - (stays * inside + goes_on)
        self.even += ENTER * free / self.length
        self.free = free * (1 - ENTER)
        return ratio


ORDERS = ("dealt", "dealt-backwards", "collected", "collected-backwards")
"""What may have been kept of the shoe before: the order in which its cards were dealt, or the order
in which they were gathered from the felt, hand by hand; and either turned over."""


class ShoeEvidence(msgspec.Struct):
    """Of one set of cards, over all the shoes that are made of it. What is here is kept; the filter
    over places is made again from the cards of the shoe in use."""

    decks: int
    shoes: int = 0
    made: Made = msgspec.field(default_factory=lambda: Made([0.0] * KINDS, [0.0] * KINDS))
    out: list[int] = msgspec.field(default_factory=lambda: [0] * KINDS)
    """Of each kind, from the shoe in use: dealt, or burned and shown."""
    out_before: list[int] = msgspec.field(default_factory=lambda: [0] * KINDS)
    """From the shoes before it."""
    expected_before: float = 0.0
    """How many of each kind an honest set would have shown in them, on average."""
    orders_before: list[list[int]] = []
    """Of the shoe before: as dealt, and as collected."""
    dealt: list[int] = []
    """In order."""
    followed: list[float] = msgspec.field(
        default_factory=lambda: [0.0] * len(ORDERS) * len(BETWEEN)
    )
    """What the shoes before say of each order and each way to shuffle cards in between."""

    def fresh_shoe(self, collected: list[int]) -> "ShoeEvidence":
        """The same cards again, said to be shuffled; `collected`: as they lay in the rack."""
        if self.shoes and self.dealt:
            orders = [self.dealt, collected]
            made = Made(self.missing(), self.extra())
            followed = OrderFilter(self).now
        else:
            orders = self.orders_before or [of_new_cards(self.decks)]
            made, followed = self.made, self.followed
        number = self.shoes + 1
        weight = start_weight(number)
        return ShoeEvidence(
            self.decks,
            number,
            Made(
                [min(value, CEILING) + weight for value in made.missing],
                [min(value, CEILING) + weight for value in made.extra],
            ),
            out_before=[a + b for a, b in zip(self.out_before, self.out, strict=True)],
            expected_before=self.expected_before + sum(self.out) / KINDS,
            orders_before=orders,
            followed=[min(value, CEILING) + weight for value in followed],
        )

    @property
    def size(self) -> int:
        return KINDS * self.decks

    def room_for(self, kind: int) -> bool:
        return self.out[kind] < self.decks

    def show(self, kind: int) -> None:
        """A card that was burned, and is shown."""
        self.out[kind] += 1

    def deal(self, kind: int) -> None:
        self.out[kind] += 1
        self.dealt.append(kind)

    def missing(self) -> list[float]:
        """Of n cards of a kind k are out, s of all N: a set without one of them deals that with
        (1 - k/n) / (1 - s/N) times the chance of a full set."""
        n, s, size = self.decks, sum(self.out), self.size
        if s >= size:
            return [0.0] * KINDS
        rest = (size - s) / size
        return [
            carried * ((n - k) / n / rest)
            for carried, k in zip(self.made.missing, self.out, strict=True)
        ]

    def extra(self) -> list[float]:
        """And a set with one more of them with (1 - s/(N+1)) / (1 - k/(n+1))."""
        n, s, size = self.decks, sum(self.out), self.size
        rest = (size + 1 - s) / (size + 1)
        return [
            carried * (rest * (n + 1) / (n + 1 - k))
            for carried, k in zip(self.made.extra, self.out, strict=True)
        ]

    def composition(self) -> EquipmentSuspicion:
        missing, extra = self.missing(), self.extra()
        told = fsum(missing) + fsum(extra)
        value = not_begun(self.shoes) + told / (2 * KINDS)
        most, suspected = max(
            [(weight, f"missing {card}") for weight, card in zip(missing, DECK, strict=True)]
            + [(weight, f"extra {card}") for weight, card in zip(extra, DECK, strict=True)]
        )
        return EquipmentSuspicion(
            "composition", SHARE * value, suspected, most / told if told else 0.0
        )

    def order(self, now: list[float]) -> EquipmentSuspicion:
        """`now` is what the filter says."""
        told = fsum(now)
        value = not_begun(self.shoes) + told / len(now)
        ways = len(BETWEEN)
        orders = [fsum(now[at : at + ways]) for at in range(0, len(now), ways)]
        most, suspected = max(zip(orders, ORDERS, strict=True))
        if len(self.orders_before) == 1:
            suspected = suspected.replace("dealt", "new").replace("collected", "new")
        return EquipmentSuspicion(
            "order", (1 - SHARE) * value, suspected, most / told if told else 0.0
        )


class OrderFilter:
    """The shoe in use held against the order of the one before."""

    def __init__(self, evidence: ShoeEvidence) -> None:
        self._decks = evidence.decks
        self._out = [0] * KINDS
        self._gone = 0
        orders = evidence.orders_before or [of_new_cards(evidence.decks)]
        # A set of new cards has one order, which stands for both.
        both = (orders[0], orders[-1])
        self._runs = [
            _run(order[::step], between)
            for order in both
            for step in (1, -1)
            for between in BETWEEN
        ]
        self.now = list(evidence.followed)
        for kind in evidence.dealt:
            self.feed(kind)

    def feed(self, kind: int) -> None:
        left = self._decks - self._out[kind]
        all_left = KINDS * self._decks - self._gone
        self.now = [
            min(value * run.feed(kind, left, all_left), CEILING)
            for value, run in zip(self.now, self._runs, strict=True)
        ]
        self._out[kind] += 1
        self._gone += 1


def _run(order: list[int], between: float) -> RunOf:
    places: dict[int, list[int]] = {}
    for place, kind in enumerate(order):
        places.setdefault(kind, []).append(place)
    length = max(1, len(order))
    even = ENTER / length
    return RunOf(places, length, between, [0.0] * length, even=even, free=1 - ENTER)
