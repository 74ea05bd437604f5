"""What a change of the rules changes: bet by bet, and cell by cell of the chart."""

import msgspec

from croupier.odds.strategy import AnteStrategy, Row, Strategy
from croupier.odds.worth import BetOdds, GameOdds

_ONLY_PAIRS = ("4", "A,A")
"""Totals that only a pair comes to: there it is told as one."""


class BetChange(msgspec.Struct, frozen=True):
    """A bet before and after; None where only one of the two has it."""

    bet: str
    before: BetOdds | None
    after: BetOdds | None

    @property
    def edge(self) -> float | None:
        """How much more the house keeps of a unit."""
        if self.before is None or self.after is None:
            return None
        return self.after.house_edge - self.before.house_edge

    @property
    def deviation(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return self.after.stddev - self.before.stddev


class CellChange(msgspec.Struct, frozen=True):
    hand: str
    dealer: str
    before: str
    after: str


class WhatIf(msgspec.Struct, frozen=True):
    game: str
    settings: dict[str, tuple[bool | int | str, bool | int | str]]
    """What was set otherwise: before and after."""
    bets: tuple[BetChange, ...]
    strategy: tuple[CellChange, ...]


def compare(
    before: tuple[GameOdds, Strategy | AnteStrategy | None],
    after: tuple[GameOdds, Strategy | AnteStrategy | None],
) -> WhatIf:
    """Two rule sets of one game, each with its odds and its strategy."""
    odds, chart = before
    new_odds, new_chart = after
    old = {bet.bet: bet for bet in odds.bets}
    new = {bet.bet: bet for bet in new_odds.bets}
    return WhatIf(
        odds.game,
        {
            name: (value, new_odds.settings[name])
            for name, value in odds.settings.items()
            if new_odds.settings[name] != value
        },
        tuple(BetChange(bet, old.get(bet), new.get(bet)) for bet in {**old, **new}),
        _cells_changed(chart, new_chart),
    )


def _cells_changed(
    before: Strategy | AnteStrategy | None, after: Strategy | AnteStrategy | None
) -> tuple[CellChange, ...]:
    old, new = _cells(before), _cells(after)
    return tuple(
        CellChange(*key, old.get(key, "-"), new.get(key, "-"))
        for key in {**old, **new}
        if old.get(key, "-") != new.get(key, "-")
    )


def _cells(strategy: Strategy | AnteStrategy | None) -> dict[tuple[str, str], str]:
    """(hand, dealer's card) → what to do; of an ante, (bet, first card's points)."""
    if strategy is None:
        return {}
    if isinstance(strategy, AnteStrategy):
        return {
            (decision.bet, str(decision.points)): "raise" if decision.raises else "fold"
            for decision in strategy.decisions
        }
    return {
        (f"{kind} {row.hand}", dealer): cell
        for kind, rows in (
            ("hard", strategy.hard),
            ("soft", strategy.soft),
            ("pair", strategy.pairs or _pairs_as_totals(strategy)),
        )
        for row in rows
        for dealer, cell in zip(strategy.dealer, row.cells, strict=True)
        if not (kind != "pair" and row.hand in _ONLY_PAIRS)
    }


def _pairs_as_totals(strategy: Strategy) -> tuple[Row, ...]:
    """Where nothing is split a pair is played as its total."""
    totals = {row.hand: row.cells for row in (*strategy.hard, *strategy.soft)}
    ranks = {rank: str(2 * points) for points, rank in enumerate("23456789T", start=2)}
    return tuple(
        Row(f"{rank},{rank}", totals[total]) for rank, total in {"A": "A,A", **ranks}.items()
    )
