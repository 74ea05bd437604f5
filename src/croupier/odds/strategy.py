"""The best play as a chart: hard, soft and pairs by the dealer's card; the antes of knockout
baccarat by the first card."""

from collections.abc import Iterable

import msgspec

from croupier.games.baccarat import BaccaratRules
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.kit.errors import Code, Refused
from croupier.odds.blackjack.main_bet import ChartColumn, MainBet, Progress
from croupier.odds.blackjack.numbering import ACE, SOFT, TEN
from croupier.odds.cache import solved
from croupier.odds.shoe import Shoe
from croupier.odds.worth import AnteDecision, settings_in_force

SHOWN = (*range(1, TEN), TEN, ACE)
"""The dealer's cards in the order of a chart: two to ten, then the ace."""
_NAMES = "A23456789T"

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


def has_strategy(rules: AnyRules) -> bool:
    """Whether players decide anything."""
    return isinstance(rules, BlackjackRules) or (
        isinstance(rules, BaccaratRules) and bool(rules.ante_pays)
    )


def strategy_of(
    rules: AnyRules, shoe: Shoe | None = None, progress: Progress | None = None
) -> Strategy | AnteStrategy:
    if isinstance(rules, BlackjackRules):
        shoe = shoe or Shoe.of_decks(rules.decks)
        return chart(rules, solved(rules, shoe.values, progress))
    if isinstance(rules, BaccaratRules) and has_strategy(rules):
        from croupier.odds.baccarat import ante_decisions  # noqa: PLC0415 -- brings numpy

        decisions = ante_decisions(rules, shoe or Shoe.of_decks(rules.decks))
        return AnteStrategy(rules.game, settings_in_force(rules), decisions)
    raise Refused(Code.BAD_SETTING, f"{rules.game} asks its players nothing: there is no strategy")


def chart(rules: BlackjackRules, main: MainBet) -> Strategy:
    columns = [main.columns.get(shown) for shown in SHOWN]
    splits = rules.max_hands > 1
    # Two twos and two aces are pairs where they can be split, and totals of their own elsewhere.
    hard = range(5 if splits else 4, 21)
    soft = range(13 if splits else 12, 21)
    pairs = range(ACE, TEN + 1) if splits else range(0)
    return Strategy(
        rules.game,
        settings_in_force(rules),
        main.ev,
        tuple(_NAMES[shown] for shown in SHOWN),
        tuple(Row(str(total), _cells(columns, total)) for total in hard),
        tuple(Row(f"A,{_NAMES[total - 12]}", _cells(columns, SOFT + total)) for total in soft),
        tuple(Row(f"{_NAMES[pair]},{_NAMES[pair]}", _pair_cells(columns, pair)) for pair in pairs),
    )


def _cells(columns: Iterable[ChartColumn | None], cell: int) -> tuple[str, ...]:
    return tuple("-" if column is None else _letters(column, cell) for column in columns)


def _letters(column: ChartColumn, cell: int) -> str:
    if column.surrender[cell]:
        return "R" if column.hit[cell] else "RS"
    if column.double[cell]:
        return "D" if column.hit[cell] else "DS"
    return "H" if column.hit[cell] else "S"


def _pair_cells(columns: Iterable[ChartColumn | None], pair: int) -> tuple[str, ...]:
    """Split, or played as its total."""
    total = SOFT + 12 if pair == ACE else 2 * (pair + 1)
    return tuple(
        "-" if column is None else "P" if column.split[pair] else _letters(column, total)
        for column in columns
    )
