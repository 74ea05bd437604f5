"""Distributions that are known exactly, and how far something is from them."""

from collections.abc import Sequence
from math import comb, erfc, exp, factorial, fsum, lgamma, log, sqrt

LEAST_EXPECTED = 5.0
"""In every cell of a chi-squared test; cells that would have less are put together."""


def chi_squared_tail(statistic: float, freedom: int) -> float:
    """The chance of so much or more: the finite sum that it is for whole degrees of freedom."""
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    first, start = (erfc(sqrt(half)), 0.5) if freedom % 2 else (0.0, 0.0)
    terms = (start + number for number in range(freedom // 2))
    return min(1.0, first + fsum(exp(-half + at * log(half) - lgamma(at + 1)) for at in terms))


def two_sided(tail: float) -> float:
    """Too much is as suspicious as too little."""
    return min(1.0, 2 * min(tail, 1 - tail))


def chi_squared(observed: Sequence[float], expected: Sequence[float]) -> float:
    """Two-sided: counts of what can come out, beside how many there should be."""
    cells = _put_together(observed, expected)
    if len(cells) < 2:
        return 1.0
    statistic = fsum((seen - due) ** 2 / due for seen, due in cells)
    return two_sided(chi_squared_tail(statistic, len(cells) - 1))


def _put_together(
    observed: Sequence[float], expected: Sequence[float]
) -> list[tuple[float, float]]:
    """Neighbours, from the left, until each cell has enough; what is left over joins the last."""
    cells: list[tuple[float, float]] = []
    seen = due = 0.0
    for one, should in zip(observed, expected, strict=True):
        seen, due = seen + one, due + should
        if due >= LEAST_EXPECTED:
            cells.append((seen, due))
            seen = due = 0.0
    if cells and (seen or due):
        last = cells.pop()
        cells.append((last[0] + seen, last[1] + due))
    return cells


def normal(z: float) -> float:
    """Two-sided."""
    return erfc(abs(z) / sqrt(2))


def most_and_least(most: int, least: int, trials: int, chance: float, cells: int) -> float:
    """Of so many cells, each a binomial count of these trials, whatever they have to do with each
    other: the chance that any is as far out as the fullest or the emptiest is (Bonferroni)."""
    above = binomial_tail(most, trials, chance)
    below = binomial_tail(trials - least, trials, 1 - chance)
    return min(1.0, 2 * cells * min(above, below))


def binomial_tail(least: int, trials: int, chance: float) -> float:
    """The chance of so many or more."""
    mean = trials * chance
    if least <= mean:
        return 1.0
    terms = []
    for count in range(least, trials + 1):
        term = exp(
            lgamma(trials + 1)
            - lgamma(count + 1)
            - lgamma(trials - count + 1)
            + count * log(chance)
            + (trials - count) * log(1 - chance)
        )
        terms.append(term)
        if term < 1e-18 * terms[0]:
            break
    return min(1.0, fsum(terms))


def cycles(cards: int) -> list[float]:
    """The chance of each number of cycles, from none on: Stirling numbers of the first kind."""
    chances = [1.0]
    for size in range(1, cards + 1):
        # The next card is a cycle of its own with a chance of 1/size, and joins one otherwise.
        longer = [0.0, *(chance / size for chance in chances)]
        joined = [*(chance * (size - 1) / size for chance in chances), 0.0]
        chances = [a + b for a, b in zip(longer, joined, strict=True)]
    return chances


def fixed_points(cards: int, most: int = 20) -> list[float]:
    """The chance that so many cards lie where they lay: C(n,k) D(n-k) / n!, and the rest last."""
    chances = []
    for count in range(min(most, cards) + 1):
        signs = fsum((-1.0) ** j / factorial(j) for j in range(min(cards - count, 30) + 1))
        chances.append(signs / factorial(count))
    return [*chances, max(0.0, 1 - fsum(chances))]


def kept_neighbours(cards: int, most: int = 20) -> list[float]:
    """The chance that so many cards are followed by the card that followed them before:
    C(n-1,k) (D(n-k) + D(n-k-1)) / n!, where D counts the orders in which no card stays; exactly,
    and the rest last."""
    left = [1, 0]
    while len(left) <= cards:
        left.append((len(left) - 1) * (left[-1] + left[-2]))
    chances = []
    for count in range(min(most, cards - 1) + 1):
        rest = cards - count
        ways = left[rest] + (left[rest - 1] if rest else 0)
        # Both are whole numbers of hundreds of digits: their quotient is taken exactly.
        chances.append(comb(cards - 1, count) * ways * 10**30 // factorial(cards) / 10**30)
    return [*chances, max(0.0, 1 - fsum(chances))]


def rising_sequences(cards: int) -> list[float]:
    """The chance of each number of them, from none on: Eulerian numbers."""
    chances = [0.0, 1.0]
    for size in range(2, cards + 1):
        chances = [
            (
                (count * chances[count] if count < len(chances) else 0.0)
                + ((size - count + 1) * chances[count - 1] if count else 0.0)
            )
            / size
            for count in range(size + 1)
        ]
    return chances


def log_riffled(cards: int, rising: int, riffles: int) -> float | None:
    """The logarithm of how much likelier an order with so many rising sequences is after so many
    riffles than after an honest shuffle: n! C(2^k + n - r, n) / 2^(kn) (Bayer and Diaconis). None:
    it cannot come of them."""
    packets = 2**riffles
    if rising > packets:
        return None
    ways = fsum(log(packets + cards - rising - at) for at in range(cards))
    return ways - cards * riffles * log(2)
