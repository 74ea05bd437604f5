"""How much more, or less, a bet is worth once a single card is known to be gone."""

from collections import Counter
from math import sqrt

import msgspec

from croupier.engine.rules import Rules
from croupier.odds.counting.card_classes import CardClasses, classes
from croupier.odds.counting.family import counting_of
from croupier.odds.shoe import ShoeComposition
from croupier.odds.worth import Progress

NOTHING = 1e-12
"""What rounding may leave where there is no effect, or no difference of two."""


class Effects(msgspec.Struct, frozen=True):
    """Class by class of the cards that are the same to the bet."""

    ev: float
    """From the shoe as it is."""
    names: tuple[str, ...]
    """Each class by one of its ranks or cards."""
    counts: tuple[int, ...]
    """How many the shoe holds of each."""
    effects: tuple[float, ...]
    """The worth without one such card, less the worth with it."""

    @property
    def cards(self) -> int:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """What it is worth to know one card that is gone, whichever it is: nothing, where the bet
        leaves nothing to decide."""
        every = zip(self.counts, self.effects, strict=True)
        return sum(count * effect for count, effect in every) / self.cards

    @property
    def centred(self) -> tuple[float, ...]:
        mean = self.mean
        return tuple(effect - mean for effect in self.effects)

    @property
    def spread(self) -> float:
        """The deviation of the effect of a card picked at random."""
        every = zip(self.counts, self.centred, strict=True)
        return sqrt(sum(count * effect**2 for count, effect in every) / self.cards)


def without_suits(effects: Effects) -> Effects:
    """By rank, if the suit of no card makes a difference to its effect."""
    by_rank: dict[str, list[float]] = {}
    counts: Counter[str] = Counter()
    for name, count, effect in zip(effects.names, effects.counts, effects.effects, strict=True):
        by_rank.setdefault(name[0], []).append(effect)
        counts[name[0]] += count
    if any(max(found) - min(found) > NOTHING for found in by_rank.values()):
        return effects
    alike = tuple(found[0] for found in by_rank.values())
    return Effects(effects.ev, tuple(by_rank), tuple(counts.values()), alike)


def classes_of(rules: Rules, bet: str, shoe: ShoeComposition) -> CardClasses:
    family = counting_of(rules)
    return classes(shoe, lambda card: family.told_apart(rules, bet, card))


def effects_of(
    rules: Rules, bet: str, shoe: ShoeComposition, progress: Progress | None = None
) -> Effects:
    """From the worth of the bet with and without one card of each class."""
    of = classes_of(rules, bet, shoe)
    held = [name for name, count in of.counts.items() if count]
    shoes = [shoe, *(shoe.without((of.a_card[name],)) for name in held)]
    evs = []
    for done, ev in enumerate(counting_of(rules).evs(rules, bet, shoes)):
        evs.append(ev)
        if progress is not None:
            progress(done, len(shoes))
    whole, *without = evs
    # Of fractions, where they are: the difference is small, and its digits would be few.
    found = {name: float(ev - whole) for name, ev in zip(held, without, strict=True)}
    effects = tuple(found.get(name, 0.0) for name in of.names)
    return Effects(float(whole), of.names, tuple(of.counts.values()), effects)
