"""Bets that two or three cards decide: a sum over all pairs or triples of classes."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from croupier.games.baccarat import state as baccarat
from croupier.games.baccarat.rules import BaccaratRules
from croupier.games.baccarat.settlement import judge_pair
from croupier.games.blackjack.rules import BlackjackRules
from croupier.games.blackjack.settlement import judge_first_two
from croupier.games.blackjack.state import Round
from croupier.kit.cards import Card
from croupier.odds.counting.worths.many_shoes import (
    QUICK,
    SLOW,
    Floats,
    Ints,
    ManyShoes,
    Worths,
    always_offered,
)
from croupier.odds.worth import net, paid

_MANY = 1_000
"""Ways that cards can fall, from which on they take their time."""


def of_first_cards(rules: BlackjackRules, bet: str, cards: Sequence[Card]) -> ManyShoes:
    """A side bet of blackjack; `cards` stand for their classes."""
    brought = rules.switched_on.get(bet)
    with_dealer = brought is not None and brought.with_dealer

    def result(*drawn: Card) -> float:
        round = Round(rules, (), (), (), dealer=drawn[2:])
        verdict = judge_first_two(round, bet, (drawn[0], drawn[1]))
        assert verdict is not None
        return float(net(verdict))

    return of_drawn(result, 3 if with_dealer else 2, cards)


def of_baccarat_pair(rules: BaccaratRules, bet: str, cards: Sequence[Card]) -> ManyShoes:
    """Two cards of a hand are any two of the shoe."""

    def result(*drawn: Card) -> float:
        verdict = judge_pair(baccarat.Round(rules, (), drawn, drawn), bet)
        assert verdict is not None
        return float(net(verdict))

    return of_drawn(result, 2, cards)


def of_drawn(result: Callable[..., float], drawn: int, cards: Sequence[Card]) -> ManyShoes:
    """Decided by so many cards off the top, two or three."""
    nets = np.array([result(*some) for some in product(cards, repeat=drawn)])
    nets = nets.reshape((len(cards),) * drawn)
    mean_of = _pairs if drawn == 2 else _triples

    def worths(shoes: Ints) -> Worths:
        left = shoes.astype(float)
        return always_offered(mean_of(nets, left), mean_of(nets**2, left))

    return ManyShoes(worths, QUICK if nets.size < _MANY else SLOW)


def _pairs(nets: Floats, left: Floats) -> Floats:
    """Over n(n - 1) orders; two of one class are n² - n."""
    ways = ((left @ nets) * left).sum(1) - left @ np.diagonal(nets)
    cards = left.sum(1)
    mean: Floats = ways / (cards * (cards - 1))
    return mean


def _triples(nets: Floats, left: Floats) -> Floats:
    """Three of one class are n³ - 3n² + 2n: whatever two places share is taken off, and what all
    three share put back."""
    size = len(nets)
    last = (left @ nets.reshape(size, -1)).reshape(len(left), size, size)
    ways = np.einsum("sbc,sb,sc->s", last, left, left, optimize=True)
    for shared in ("aab->ab", "aba->ab", "baa->ab"):
        ways -= ((left @ np.einsum(shared, nets)) * left).sum(1)
    ways += 2 * left @ np.einsum("aaa->a", nets)
    cards = left.sum(1)
    mean: Floats = ways / (cards * (cards - 1) * (cards - 2))
    return mean


def of_insurance(rules: BlackjackRules, names: Sequence[str]) -> ManyShoes:
    """Offered where the dealer shows an ace, which is gone from the shoe then."""
    pays = float(paid(rules.insurance_pays))
    ace, ten = names.index("A"), names.index("T")

    def worths(shoes: Ints) -> Worths:
        cards = shoes.sum(1)
        blackjack = shoes[:, ten] / (cards - 1)
        return Worths(
            (pays + 1) * blackjack - 1,
            (pays**2 - 1) * blackjack + 1,
            shoes[:, ace] / cards,
        )

    return ManyShoes(worths, QUICK)
