"""Blackjack played by the engine as the compiled player plays it, to hold the one to the other."""

from collections.abc import Iterator

from benchmarks.monitoring.games import STAKE

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, Input, OffersClosed
from croupier.engine.layout import Bet, Limits
from croupier.engine.protocol import variant
from croupier.games.blackjack.engine.points import points, value
from croupier.games.blackjack.engine.state import Round
from croupier.odds.strategy import Strategy

RULES = variant("live-blackjack")


def played(cards: Iterator[Input], chart: Strategy, *, knowing: bool) -> Round:
    """One box, by the chart; `knowing`: by the hole card, until it is split."""
    limits = Limits(1, 10 * STAKE)
    begun = engine.begin(RULES, [Bet("ann", "initial", STAKE, 1)], limits=limits, seats={1: "ann"})
    assert isinstance(begun, Round)
    round = begun
    while not (waiting := engine.waiting(round)).over:
        if waiting.decisions:
            (decision,) = waiting.decisions
            options = [option.action for option in decision.options]
            assert decision.hand is not None
            hand = round.boxes[0].hands[decision.hand - 1].cards
            wish = by_chart(chart, hand, round.dealer[0], options)
            if knowing and len(round.boxes[0].hands) == 1:
                wish = _knowing(hand, round.dealer, options, wish)
            said: Input = Act("ann", wish, box=1)
        elif waiting.offers:
            said = OffersClosed()
        else:
            said = next(cards)
        after = engine.step(round, said).round
        assert isinstance(after, Round)
        round = after
    return round


def by_chart(chart: Strategy, hand: tuple[str, ...], shown: str, options: list[Action]) -> Action:
    column = chart.dealer.index("T" if value(shown) == 10 else shown[0])  # type: ignore[arg-type]
    total, soft = points(hand)  # type: ignore[arg-type]
    if Action.SPLIT in options and value(hand[0]) == value(hand[1]):  # type: ignore[arg-type]
        name = "T" if value(hand[0]) == 10 else hand[0][0]  # type: ignore[arg-type]
        cell = next(row for row in chart.pairs if row.hand == f"{name},{name}").cells[column]
        if cell == "P":
            return Action.SPLIT
    rows = chart.soft if soft else chart.hard
    wanted = f"A,{'A23456789T'[total - 12]}" if soft else str(total)
    cell = next(
        (row.cells[column] for row in rows if row.hand == wanted), "S" if total > 16 else "H"
    )
    if cell.startswith("D") and Action.DOUBLE in options:
        return Action.DOUBLE
    hits = cell in ("H", "D", "R")
    return Action.HIT if hits and Action.HIT in options else Action.STAND


def _knowing(
    hand: tuple[str, ...], dealer: tuple[str, ...], options: list[Action], chart: Action
) -> Action:
    """Who has seen the hole card stands before a dealer who must draw, and draws to a made hand."""
    theirs, their_soft = points(dealer)  # type: ignore[arg-type]
    ours, soft = points(hand)  # type: ignore[arg-type]
    if 12 <= theirs <= 16 and not their_soft:
        if ours >= 12 and not soft:
            return Action.STAND
        return Action.DOUBLE if Action.DOUBLE in options and ours >= 8 else chart
    if theirs >= 17:
        return Action.HIT if ours < theirs and Action.HIT in options else Action.STAND
    return chart
