"""One bet: the effects of its cards, its best count, and what is won at each cut."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from msgspec.structs import replace

from croupier.engine.rules import Rules
from croupier.kit.cards import DECK, Card
from croupier.odds.counting.effects import NOTHING, Effects, classes_of, effects_of, without_suits
from croupier.odds.counting.family import counting_of
from croupier.odds.counting.figures import AtCut, BetProtection, Count, Winnings
from croupier.odds.counting.protection import Dealt
from croupier.odds.counting.tags import best_counts, count_of
from croupier.odds.counting.unseen import drawn_unseen, every_unseen, few_enough
from croupier.odds.counting.winnings import Begun, one_to, one_unit
from croupier.odds.counting.worths.linear import of_effects
from croupier.odds.counting.worths.many_shoes import Floats, Ints
from croupier.odds.game import worth_of
from croupier.odds.worth import Progress

_DECK = 52

T = TypeVar("T", int, float)


def bet_protection(
    rules: Rules, bet: str, dealt: Dealt, progress: Progress | None = None
) -> BetProtection:
    family = counting_of(rules)
    effects = effects_of(rules, bet, dealt.shoe, progress)
    counts = best_counts(without_suits(effects))
    a_card = classes_of(rules, bet, dealt.shoe).a_card
    exactly = family.many_shoes(rules, bet, tuple(a_card.values()))
    many = exactly or of_effects(effects, worth_of(rules, dealt.shoe, (bet,))[0].stddev)
    seen = dealt.seen(min(dealt.cuts))
    shoes = 0 if few_enough(effects.counts) else max(many.at_most // len(seen), 2)
    observed, counted = [], []
    for unseen in (
        drawn_unseen(effects.counts, seen, shoes) if shoes else every_unseen(effects.counts, seen)
    ):
        worth = many.of(unseen.shoes)
        observed.append(Begun(unseen.chance, worth, estimate=worth.ev))
        if counts:
            estimate = _estimate(effects, counts[-1], unseen.shoes)
            counted.append(Begun(unseen.chance, worth, estimate))
    always_made = family.always_made(rules, bet)

    def won(rounds: list[Begun], cut: int) -> Winnings:
        rounds = rounds[: len(dealt.seen(cut))]
        if always_made:
            return one_to(dealt.spread, rounds, drawn=bool(shoes))
        return one_unit(rounds, drawn=bool(shoes))

    class_of = {card: family.told_apart(rules, bet, card) for card in DECK}
    known = family.known_count(rules, bet)
    return BetProtection(
        bet,
        effects.ev,
        _by_name(class_of, dict(zip(effects.names, effects.effects, strict=True))),
        effects.mean,
        exactly is not None,
        shoes,
        tuple(replace(one, tags=_by_name(class_of, one.tags)) for one in counts),
        count_of(effects, known).correlation if known else None,
        always_made,
        tuple(
            AtCut(cut, won(observed, cut), won(counted, cut) if counted else None)
            for cut in dealt.cuts
        ),
    )


def _estimate(effects: Effects, count: Count, shoes: Ints) -> Floats:
    """What the count says of the bet."""
    tags = np.array([_of(name, count.tags) for name in effects.names], dtype=float)
    tags -= np.array(effects.counts) @ tags / effects.cards
    # What has been seen adds up to the opposite of what is unseen.
    points: Floats = -(shoes @ tags) / (shoes.sum(1) / _DECK)
    return effects.ev + count.worth * points


def _by_name(class_of: dict[Card, str], figures: dict[str, T]) -> dict[str, T]:
    """By rank, where the suit makes no difference; else by card."""
    by_card = {str(card): _of(name, figures) for card, name in class_of.items()}
    by_rank = {card[0]: figure for card, figure in by_card.items()}
    alike = all(abs(by_rank[card[0]] - figure) <= NOTHING for card, figure in by_card.items())
    return by_rank if alike else by_card


def _of(name: str, figures: Mapping[str, T]) -> T:
    """Of a class of cards, or of the rank it belongs to."""
    return figures[name if name in figures else name[0]]
