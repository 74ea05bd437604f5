"""Whether what comes out of a shoe is a full set of decks, shuffled.

Under an honest shoe the next card is any of those that have not come out yet, each equally likely,
whatever came before. Each suspicion is another law for the next card; what it made of all cards
so far, divided by what honesty made of them, is an e-value that may be looked at after every card
(see `evalues`). A weighted sum of such is one again, so many suspicions share one rate of alarms.

Cards that nobody saw, burned or behind the cut card, change nothing: the others are still without
an order. Only products and quotients are formed, and sums that are exact, so that a journal folds
to the same bits on every machine.

A card is told by its kind here: its place in `DECK`, from 0 to 51.
"""

from math import fsum

import msgspec

from croupier.kit.cards import DECK, Card
from croupier.monitoring.equipment import EquipmentSuspicion
from croupier.monitoring.evalues import CEILING, held_back, put_in

KINDS = len(DECK)
_KIND = {card: kind for kind, card in enumerate(DECK)}
SHARE = 1 / 3
"""Of the alarm's rate: for what the shoe is made of, for its order, and for who knows its cards
(`marked`)."""

ENTER, LEAVE = 1 / 200, 1 / 100
"""A run of the old order begins before one card in two hundred, and is over after a hundred."""
BETWEEN = (1 / 16, 1 / 2, 7 / 8)
"""Which part of the cards in a run are others that were shuffled in between: hardly any, as after
one riffle, as after three."""
ORDERS = ("dealt", "dealt-backwards", "collected", "collected-backwards")
"""What may have been kept of the shoe before: the order in which its cards were dealt, or the order
in which they were gathered from the felt, hand by hand; and either turned over."""


def kind_of(card: Card) -> int:
    return _KIND[card]


def factory_order(decks: int) -> list[int]:
    """The order in which decks leave their maker."""
    ranks = list(range(13))
    # Spades and diamonds from the ace up, clubs and hearts from the king down.
    suits = [(0, ranks), (2, ranks), (3, ranks[::-1]), (1, ranks[::-1])]
    return [13 * suit + rank for suit, order in suits for rank in order] * decks


class ShoeEvidence(msgspec.Struct):
    """Of one set of cards, over all the shoes that are made of it. What is here is kept; the filter
    over places is made again from the cards of the shoe in use."""

    decks: int
    shoes: int = 0
    carried_missing: list[float] = msgspec.field(default_factory=lambda: [0.0] * KINDS)
    """What the shoes before this one say of each kind: that one of it is missing."""
    carried_extra: list[float] = msgspec.field(default_factory=lambda: [0.0] * KINDS)
    """And that there is one too many."""
    carried_order: list[float] = msgspec.field(
        default_factory=lambda: [0.0] * len(ORDERS) * len(BETWEEN)
    )
    """And what they say of each order, and each part of cards shuffled in between."""
    out: list[int] = msgspec.field(default_factory=lambda: [0] * KINDS)
    """Of each kind, from the shoe in use: dealt, or burned and shown."""
    out_before: list[int] = msgspec.field(default_factory=lambda: [0] * KINDS)
    """From the shoes before it."""
    expected_before: float = 0.0
    """How many of each kind an honest set would have shown in them, on average."""
    last_orders: list[list[int]] = []
    """Of the shoe before: as dealt, and as collected. Of new cards there is one, their maker's."""
    dealt: list[int] = []
    """From the shoe in use, in order."""

    def fresh_shoe(
        self, collected: list[int], followed: "OrderFilter | None" = None
    ) -> "ShoeEvidence":
        """The same cards again, said to be shuffled; `collected`: as they lay in the rack;
        `followed`: the filter of the shoe in use, where somebody has it."""
        if self.shoes and self.dealt:
            followed = followed or OrderFilter(self)
            missing, extra, order = self.missing(), self.extra(), followed.values
            last_orders = [self.dealt, collected]
        else:
            missing, extra, order = self.carried_missing, self.carried_extra, self.carried_order
            last_orders = self.last_orders or [factory_order(self.decks)]
        start = self.shoes + 1
        return ShoeEvidence(
            self.decks,
            start,
            put_in(missing, start),
            put_in(extra, start),
            put_in(order, start),
            out_before=[a + b for a, b in zip(self.out_before, self.out, strict=True)],
            expected_before=self.expected_before + sum(self.out) / KINDS,
            last_orders=last_orders,
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
            for carried, k in zip(self.carried_missing, self.out, strict=True)
        ]

    def extra(self) -> list[float]:
        """And a set with one more of them with (1 - s/(N+1)) / (1 - k/(n+1))."""
        n, s, size = self.decks, sum(self.out), self.size
        rest = (size + 1 - s) / (size + 1)
        return [
            carried * (rest * (n + 1) / (n + 1 - k))
            for carried, k in zip(self.carried_extra, self.out, strict=True)
        ]

    def composition(self) -> EquipmentSuspicion:
        """That it is no full set of decks."""
        ways = self.missing() + self.extra()
        likeliest = max(range(len(ways)), key=ways.__getitem__)
        what = "missing" if likeliest < KINDS else "extra"
        value = held_back(self.shoes) + fsum(ways) / len(ways)
        suspected = f"{what} {DECK[likeliest % KINDS]}"
        return EquipmentSuspicion("composition", SHARE * value, SHARE, suspected)

    def order(self, values: list[float]) -> EquipmentSuspicion:
        """That it is not shuffled; `values` are those of the filter."""
        each = len(BETWEEN)
        by_order = [fsum(values[at : at + each]) for at in range(0, len(values), each)]
        suspected = ORDERS[max(range(len(ORDERS)), key=by_order.__getitem__)]
        if len(self.last_orders) == 1:
            suspected = "new"
        value = held_back(self.shoes) + fsum(values) / len(values)
        return EquipmentSuspicion("order", SHARE * value, SHARE, suspected)


class OrderFilter:
    """The shoe in use held against the order of the one before."""

    def __init__(self, evidence: ShoeEvidence) -> None:
        self._decks = evidence.decks
        self._out = [0] * KINDS
        self._gone = 0
        orders = evidence.last_orders or [factory_order(evidence.decks)]
        # A set of new cards has one order, which stands for both.
        both = (orders[0], orders[-1])
        self._filters = [
            _place_filter(places, len(order), between)
            for order in both
            for places in (_places_by_kind(order), _places_by_kind(order[::-1]))
            for between in BETWEEN
        ]
        self.values = list(evidence.carried_order)
        """What is said now of each order, and each part of cards shuffled in between."""
        for kind in evidence.dealt:
            self.feed(kind)

    def feed(self, kind: int) -> None:
        """The next card that was dealt."""
        left = self._decks - self._out[kind]
        all_left = KINDS * self._decks - self._gone
        self.values = [
            min(value * places.feed(kind, left, all_left), CEILING)
            for value, places in zip(self.values, self._filters, strict=True)
        ]
        self._out[kind] += 1
        self._gone += 1


class PlaceFilter(msgspec.Struct):
    """Where in one old order the shoe may be now: a forward filter over its places.

    Hidden is whether the shoe follows the old order, and from which place. A card that follows goes
    on to the next place; one that was shuffled in between is any card, and the place stays. The
    weight of place j is `scale * weights[j] + even`, so that a card costs as many steps as the old
    order has cards like it, not as many as it has places."""

    places: dict[int, list[int]]
    """Of each kind of card; shared by the filters of one order."""
    length: int
    between: float
    """Which part of the cards in a run are others."""
    weights: list[float]
    scale: float
    even: float
    free: float
    """That it follows nothing just now."""

    def feed(self, kind: int, left: int, all_left: int) -> float:
        """How much likelier the card is than from an honest shoe, in which `left` of `all_left`
        are like it."""
        scale, even, weights = self.scale, self.even, self.weights
        places = self.places.get(kind, ())
        follows = (1 - self.between) * all_left / left
        hits = [(scale * weights[place] + even) * follows for place in places]
        inside = 1.0 - self.free
        ratio = self.free + self.between * inside + fsum(hits)
        stays = (1 - LEAVE) * self.between / ratio
        scale *= stays
        if scale < 1e-100:
            self.weights = weights = [weight * scale for weight in weights]
            scale = 1.0
        goes_on = 0.0
        for place, hit in zip(places, hits, strict=True):
            if place + 1 < self.length:
                moved = hit * (1 - LEAVE) / ratio
                weights[place + 1] += moved / scale
                goes_on += moved
        free = 1.0 - (stays * inside + goes_on)
        self.scale = scale
        self.even = even * stays + ENTER * free / self.length
        self.free = free * (1 - ENTER)
        return ratio


def _places_by_kind(order: list[int]) -> dict[int, list[int]]:
    places: dict[int, list[int]] = {}
    for place, kind in enumerate(order):
        places.setdefault(kind, []).append(place)
    return places


def _place_filter(places: dict[int, list[int]], cards: int, between: float) -> PlaceFilter:
    """Before the first card of the shoe."""
    length = max(1, cards)
    weights = [0.0] * length
    return PlaceFilter(places, length, between, weights, 1.0, ENTER / length, 1 - ENTER)
