"""The layout: 151 spots and the numbers each covers (LIVE 1.3, R25)."""

RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
POCKETS = range(37)


def _spots() -> dict[str, frozenset[int]]:
    spots = {f"straight:{n}": frozenset({n}) for n in POCKETS}
    rows = range(1, 37, 3)
    for n in range(1, 37):
        # LIVE 1.3: between any two numbers, zero excepted.
        if n % 3:
            spots[f"split:{n}-{n + 1}"] = frozenset({n, n + 1})
        if n <= 33:
            spots[f"split:{n}-{n + 3}"] = frozenset({n, n + 3})
        if n % 3 and n <= 33:
            spots[f"corner:{n}-{n + 4}"] = frozenset({n, n + 1, n + 3, n + 4})
    for n in rows:
        spots[f"street:{n}-{n + 2}"] = frozenset(range(n, n + 3))
        if n <= 31:
            spots[f"line:{n}-{n + 5}"] = frozenset(range(n, n + 6))
    for n in (1, 2, 3):
        spots[f"column:{n}"] = frozenset(range(n, 37, 3))
        spots[f"dozen:{n}"] = frozenset(range(12 * n - 11, 12 * n + 1))
    numbers = frozenset(range(1, 37))
    return spots | {
        "red": RED,
        "black": numbers - RED,
        "even": frozenset(range(2, 37, 2)),
        "odd": frozenset(range(1, 37, 2)),
        "low": frozenset(range(1, 19)),
        "high": frozenset(range(19, 37)),
    }


SPOTS = _spots()


def kind_of(spot: str) -> str:
    """ "corner" for "corner:16-20"; an even chance is its own kind."""
    return spot.partition(":")[0]


def colour(pocket: int) -> str:
    if pocket == 0:
        return "green"
    return "red" if pocket in RED else "black"
