"""The best play as a chart: hard, soft and pairs by the dealer's card; the antes of knockout
baccarat by the first card."""

import msgspec

from croupier.odds.worth import AnteDecision

NAMES = "A23456789T"
"""Cards as a chart names them."""

MEANINGS = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "DS": "double, else stand",
    "P": "split",
    "R": "surrender, else hit",
    "RS": "surrender, else stand",
    "-": "cannot come up",
}
"""What the letters of a chart say."""


class Row(msgspec.Struct, frozen=True):
    hand: str
    """"16", "A,7" or "8,8"."""
    cells: tuple[str, ...]
    """Against each of the dealer's cards."""


class Strategy(msgspec.Struct, frozen=True):
    """The best table of totals, and what it is worth."""

    game: str
    settings: dict[str, bool | int | str]
    ev: float
    dealer: tuple[str, ...]
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]
    """Empty where the game has no split."""


class AnteStrategy(msgspec.Struct, frozen=True):
    game: str
    settings: dict[str, bool | int | str]
    decisions: tuple[AnteDecision, ...]
