"""Whoever gives last, and knows what the house knows, tries contributions until the order suits.

Against an order that is drawn and cut it succeeds, with any card one likes. Against one that
follows from a delay it does not: the attacker has as many squarings as fit into the window, and
needs more than that for a single try.
"""

from collections.abc import Iterator
from itertools import count

import pytest

from croupier.chance import fair
from croupier.chance.delay import Delayed, evaluate
from croupier.chance.derived import (
    REFERENCE_US,
    Terms,
    derived_order,
    given_digest,
    seed_commitment,
    shows_delay,
)
from croupier.chance.sealed import Opening, commitment_of, cut_of, cut_order, proves, shoe_order
from croupier.kit.cards import DECK
from croupier.table.config import Shuffle

NAME = "live-baccarat/1"
HONEST = ["what-ann-gave", "what-bob-gave"]
WANTED = tuple(str(card) for card in DECK)
SEED = "5e" * 32
USUAL = Shuffle()
TERMS = Terms(8, 0, 416, 0, USUAL.window, USUAL.squarings)


def contributions() -> Iterator[str]:
    """What a guest could give: as good as any other's."""
    return (f"guest-{n}" for n in count())


class OutOfTime(Exception):  # noqa: N818 -- what happened
    """The window has closed."""


class Attacker:
    """The house, sitting at its own table: it knows the seed, and what all others gave. It is as
    fast as stated, and squares for as long as contributions are taken."""

    def __init__(self, terms: Terms, seconds: float, times_as_fast: float = 1.0) -> None:
        self.terms = terms
        self.commitment = seed_commitment(NAME, SEED, terms)
        self.evaluated = 0
        self._left = int(times_as_fast * seconds * 1e6 / REFERENCE_US)

    def first_card(self, mine: str) -> str:
        """What would come of it if I gave this; there is no way to know but to square."""
        self._left -= self.terms.squarings
        if self._left < 0:
            raise OutOfTime
        self.evaluated += 1
        digest = given_digest(self.commitment, [*HONEST, mine])
        output = evaluate(digest, self.terms.squarings).output
        return derived_order(NAME, SEED, output, self.terms)[0]

    def grind(self, wanted: str) -> str | None:
        try:
            return next(mine for mine in contributions() if self.first_card(mine) == wanted)
        except OutOfTime:
            return None


@pytest.mark.parametrize("wanted", WANTED[::13])
def test_the_cut_of_a_drawn_order_can_be_chosen(wanted: str) -> None:
    opening = Opening("ab" * 32, shoe_order(8, fair()))
    commitment = commitment_of(NAME, opening)

    def dealt(mine: str) -> tuple[str, ...]:
        return cut_order(opening.outcomes, cut_of(commitment, [*HONEST, mine], 416))

    mine = next(one for one in contributions() if dealt(one)[0] == wanted)
    # Nobody can tell: the commitment holds, what others gave is in it, the cut follows from it.
    assert proves(NAME, commitment, opening)
    assert dealt(mine)[0] == wanted


def test_within_the_window_not_one_contribution_can_be_tried() -> None:
    attacker = Attacker(TERMS, USUAL.window / 1_000)
    assert attacker.grind("AS") is None
    assert attacker.evaluated == 0


def test_it_takes_as_much_more_speed_as_the_delay_is_longer() -> None:
    """That is the margin, and no more is claimed."""
    needed = TERMS.squarings * REFERENCE_US / (USUAL.window * 1_000)
    assert needed == 4
    slow = Attacker(TERMS, USUAL.window / 1_000, times_as_fast=3.99)
    with pytest.raises(OutOfTime):
        slow.first_card("guest")
    # The same attack, with a window that lasts for thousands of delays, is as good as before.
    short = Terms(8, 0, 416, 0, USUAL.window, 8)
    assert Attacker(short, seconds=1).grind("AS") is not None


def test_an_output_that_was_not_squared_for_is_not_taken() -> None:
    """Guessing what suits, instead of squaring, is found by everyone."""
    terms = Terms(8, 0, 416, 0, USUAL.window, 64)
    commitment = seed_commitment(NAME, SEED, terms)
    guesses = (f"{n:0512x}" for n in count(2))
    suits = next(guess for guess in guesses if derived_order(NAME, SEED, guess, terms)[0] == "AS")
    proof = evaluate(given_digest(commitment, HONEST), 64).proof
    assert not shows_delay(commitment, HONEST, 64, Delayed(suits, proof))
    # Nor can fewer squarings be passed off as more.
    quick = evaluate(given_digest(commitment, HONEST), 32)
    assert not shows_delay(commitment, HONEST, 64, quick)


def test_the_seed_cannot_be_chosen_after_others_have_given() -> None:
    commitment = seed_commitment(NAME, SEED, TERMS)
    others = (f"{n:064x}" for n in range(1_000))
    assert not any(proves(NAME, commitment, Opening(seed, ()), TERMS) for seed in others)
    # Nor can the window, or the number of squarings, be told otherwise later.
    for told in (Terms(8, 0, 416, 0, 1, TERMS.squarings), Terms(8, 0, 416, 0, 2_000, 64)):
        assert not proves(NAME, commitment, Opening(SEED, ()), told)
