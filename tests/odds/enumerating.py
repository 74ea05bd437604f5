"""Sessions counted the long way: every order of rounds, one by one, in fractions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod

from hypothesis import strategies as st

Nets = Mapping[int, Fraction]

RED: Nets = {-10: Fraction(19, 37), 10: Fraction(18, 37)}
BLACKJACK_LIKE: Nets = {
    -4: Fraction(5, 100),
    -2: Fraction(43, 100),
    0: Fraction(9, 100),
    2: Fraction(33, 100),
    3: Fraction(5, 100),
    4: Fraction(5, 100),
}
"""Results that are not evenly apart, and one that is level."""


def orders(nets: Nets, rounds: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for results in product(nets, repeat=rounds):
        yield results, prod((nets[net] for net in results), start=Fraction(1))


def sums(nets: Nets, rounds: int) -> dict[int, Fraction]:
    every: defaultdict[int, Fraction] = defaultdict(Fraction)
    for results, chance in orders(nets, rounds):
        every[sum(results)] += chance
    return dict(every)


def in_floats(nets: Nets) -> dict[int, float]:
    return {net: float(chance) for net, chance in nets.items()}


def rounds_of(most: int = 5) -> st.SearchStrategy[Nets]:
    """Any round of a few results."""
    weights = st.dictionaries(st.integers(-12, 12), st.integers(1, 9), min_size=1, max_size=most)
    return weights.map(
        lambda ways: {net: Fraction(count, sum(ways.values())) for net, count in ways.items()}
    )
