"""The layout: 151 spots and the numbers each covers (LIVE 1.3, R25)."""

RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
POCKETS = range(37)
NUMBERS = range(1, 37)
"""Twelve rows of three, and a zero that stands apart."""


def _spots() -> dict[str, frozenset[int]]:
    spots = {f"straight:{n}": frozenset({n}) for n in POCKETS}
    for n in NUMBERS:
        # LIVE 1.3: between any two numbers, zero excepted.
        beside, below = n % 3 != 0, n <= 33
        if beside:
            spots[f"split:{n}-{n + 1}"] = frozenset({n, n + 1})
        if below:
            spots[f"split:{n}-{n + 3}"] = frozenset({n, n + 3})
        if beside and below:
            spots[f"corner:{n}-{n + 4}"] = frozenset({n, n + 1, n + 3, n + 4})
    for n in NUMBERS[::3]:
        spots[f"street:{n}-{n + 2}"] = frozenset({n, n + 1, n + 2})
        if n != 34:
            spots[f"line:{n}-{n + 5}"] = frozenset(range(n, n + 6))
    for n in (1, 2, 3):
        spots[f"column:{n}"] = frozenset(NUMBERS[n - 1 :: 3])
        spots[f"dozen:{n}"] = frozenset(NUMBERS[12 * n - 12 : 12 * n])
    return spots | {
        "red": RED,
        "black": frozenset(NUMBERS) - RED,
        "even": frozenset(NUMBERS[1::2]),
        "odd": frozenset(NUMBERS[::2]),
        "low": frozenset(NUMBERS[:18]),
        "high": frozenset(NUMBERS[18:]),
    }


SPOTS = _spots()


def kind_of(spot: str) -> str:
    """ "corner" for "corner:16-20"; an even chance is its own kind."""
    return spot.partition(":")[0]


def colour(pocket: int) -> str:
    if pocket == 0:
        return "green"
    return "red" if pocket in RED else "black"
