import pytest

from croupier.house.people.totp import (
    SecondFactor,
    code_at,
    hash_code,
    matching_step,
    new_recovery_codes,
)

RFC_SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_the_codes_of_rfc_6238(seconds: int, code: str) -> None:
    assert matching_step(RFC_SECRET, code, seconds * 1_000, 0) == seconds // 30


@pytest.mark.parametrize(
    ("off", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_one_step_to_either_side(off: int, good: int) -> None:
    step = 60_000_000
    found = matching_step(RFC_SECRET, code_at(RFC_SECRET, step + off), step * 30_000, 0)
    assert found == (step + off if good else None)


@pytest.mark.parametrize("last", [60_000_000, 60_000_001])
def test_a_used_step_and_those_before_it_are_over(last: int) -> None:
    step = 60_000_000
    assert matching_step(RFC_SECRET, code_at(RFC_SECRET, step), step * 30_000, last) is None


@pytest.mark.parametrize("typed", ["", "28708", "2870822", "28708a", "٢٨٧٠٨٢"])
def test_what_is_no_code(typed: str) -> None:
    assert matching_step(RFC_SECRET, typed, 59_000, 0) is None


def test_spaces_do_not_matter() -> None:
    assert matching_step(RFC_SECRET, " 287 082 ", 59_000, 0) == 1


def test_codes_on_paper() -> None:
    codes = new_recovery_codes()
    factor = SecondFactor(RFC_SECRET, tuple(map(hash_code, codes)))
    assert len(set(codes)) == 10
    assert not set(codes) & set(factor.recovery)
    assert [factor.index(code, frozenset()) for code in codes] == list(range(10))
    assert factor.index(codes[3].upper().replace("-", " "), frozenset()) == 3
    assert factor.index(codes[3], frozenset({3})) is None
    assert factor.index("aaaa-aaaa-aaaa-aaaa", frozenset()) is None
