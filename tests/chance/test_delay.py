"""A delay can be shown to have passed, and nothing else can be shown in its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.chance.delay import MODULUS, Delayed, evaluate, is_delayed

DIGEST = bytes(range(32))
FACTORS_TO = 10_000
RSA_2048_DIGITS = 617


def test_the_modulus_is_what_it_should_be() -> None:
    """617 digits, 2048 bits, odd, not prime (Fermat's test), and of no small factor."""
    assert len(str(MODULUS)) == RSA_2048_DIGITS
    assert MODULUS.bit_length() == 2048
    assert pow(2, MODULUS - 1, MODULUS) != 1
    assert all(MODULUS % small for small in range(2, FACTORS_TO))
    # Who published it gave the sum of its digits with it.
    assert sum(map(int, str(MODULUS))) == 2738


@given(st.binary(min_size=32, max_size=32), st.integers(1, 3_000))
@settings(max_examples=25, deadline=None)
def test_what_was_squared_is_shown(digest: bytes, squarings: int) -> None:
    delayed = evaluate(digest, squarings)
    assert is_delayed(digest, squarings, delayed)
    once_more = evaluate(digest, squarings + 1)
    # One squaring more, or less, is another output, and no proof fits it.
    assert int(once_more.output, 16) in _signs(int(delayed.output, 16) ** 2)
    assert not is_delayed(digest, squarings, once_more)
    assert not is_delayed(digest, squarings + 1, delayed)
    assert not is_delayed(digest[::-1] + b"x", squarings, delayed)


def _signs(number: int) -> set[int]:
    return {number % MODULUS, -number % MODULUS}


HONEST = evaluate(DIGEST, 100)


def hexed(number: int) -> str:
    return f"{number:0512x}"


NEGATED = hexed(MODULUS - int(HONEST.output, 16))
FORGED: list[Delayed] = [
    replace(HONEST, output=NEGATED),
    replace(HONEST, output=NEGATED, proof=hexed(MODULUS - int(HONEST.proof, 16))),
    replace(HONEST, proof=hexed(MODULUS - int(HONEST.proof, 16))),
    replace(HONEST, output=HONEST.proof),
    replace(HONEST, output=hexed(0), proof=hexed(0)),
    replace(HONEST, output=hexed(1), proof=hexed(1)),
    replace(HONEST, output=hexed(int(HONEST.output, 16) + MODULUS)),
    replace(HONEST, output=HONEST.output.upper()),
    replace(HONEST, output=HONEST.output + "\n"),
    replace(HONEST, output=""),
    replace(HONEST, proof="0x" + HONEST.proof[2:]),
]


@pytest.mark.parametrize("forged", FORGED)
def test_nothing_else_is_shown_in_its_place(forged: Delayed) -> None:
    assert is_delayed(DIGEST, 100, HONEST)
    assert not is_delayed(DIGEST, 100, forged)


@pytest.mark.parametrize("squarings", [0, -1, 2**64])
def test_a_number_of_squarings_out_of_all_bounds_is_refused(squarings: int) -> None:
    assert not is_delayed(DIGEST, squarings, HONEST)
