"""How the dealer's hand ends, against a plain recursion over the cards that may come."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from croupier.games.blackjack.odds.dealer import ENDS, ENOUGH, dealer_ends, ending, final_draws
from croupier.games.blackjack.odds.hands import plus
from croupier.games.blackjack.odds.numbering import VALUES

LONG = (3, 1, 2, 0, 2, 1, 0, 1, 2, 5)
SHORT = (2, 0, 1, 0, 1, 0, 1, 0, 0, 2)
"""Too few cards to finish every hand."""


def by_recursion(shoe: tuple[int, ...], shown: int, *, h17: bool) -> list[Fraction]:
    @cache
    def ends(drawn: tuple[int, ...]) -> tuple[Fraction, ...]:
        end = ending(drawn, shown, h17=h17) if any(drawn) else None
        if end is not None:
            return tuple(Fraction(at == end) for at in range(ENDS))
        left = [count - out for count, out in zip(shoe, drawn, strict=True)]
        ways = [
            [Fraction(left[value], sum(left)) * p for p in ends(plus(drawn, value))]
            for value in range(VALUES)
            if left[value]
        ]
        return (
            tuple(sum(column, Fraction()) for column in zip(*ways, strict=True))
            or (Fraction(),) * ENDS
        )

    return list(ends((0,) * VALUES))


@pytest.mark.parametrize("h17", [False, True])
@pytest.mark.parametrize("shown", range(VALUES))
@pytest.mark.parametrize("shoe", [LONG, SHORT])
def test_every_end_is_as_likely_as_its_draws(shoe: tuple[int, ...], shown: int, h17: bool) -> None:
    assert (sum(shoe) >= ENOUGH) == (shoe is LONG)
    found = dealer_ends(np.array([shoe]), shown, h17=h17)[0]
    assert found == pytest.approx([float(p) for p in by_recursion(shoe, shown, h17=h17)], abs=1e-14)


def test_nobody_draws_more_cards_than_enough() -> None:
    longest = {
        h17: max(sum(drawn) for shown in range(VALUES) for drawn in final_draws(shown, h17=h17))
        for h17 in (False, True)
    }
    assert longest == {False: ENOUGH - 1, True: ENOUGH}
