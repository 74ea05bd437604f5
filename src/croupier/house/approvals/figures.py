"""The exact figures of a set of rules as they are recorded, and whether they are still the same."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from croupier.engine.rules import Rules
from croupier.engine.rules_digest import rules_digest
from croupier.house.approvals.facts import BetFigure, RuleSet
from croupier.odds.worth import BetOdds, GameOdds, settings_in_force
from croupier.rulebooks import book_head

_PLACES = 9
SAME = Fraction(5, 10**9)
"""Where a figure is no fraction: what processors and libraries may make of the same reckoning."""


def rule_set(rules: Rules, odds: GameOdds) -> RuleSet:
    book = book_head(rules.document)
    return RuleSet(
        rules_digest(rules),
        rules.game,
        book.short,
        book.version,
        book.source_sha256,
        settings_in_force(rules),
        figures_of(odds.bets),
    )


def figures_of(bets: Iterable[BetOdds]) -> tuple[BetFigure, ...]:
    return tuple(
        BetFigure(bet.bet, bet.ev_exact or f"{bet.ev:.{_PLACES}f}", f"{bet.stddev:.{_PLACES}f}")
        for bet in bets
    )


def differences(
    recorded: Iterable[BetFigure], now: Iterable[BetFigure]
) -> Iterator[tuple[BetFigure | None, BetFigure | None]]:
    """Bets whose figures are not the same any more: as they were, and as they are."""
    before, after = ({figure.bet: figure for figure in some} for some in (recorded, now))
    for bet in dict.fromkeys((*before, *after)):
        then, today = before.get(bet), after.get(bet)
        if then is None or today is None or not _same(then, today):
            yield then, today


def _same(then: BetFigure, today: BetFigure) -> bool:
    exact = "/" in then.ev and "/" in today.ev
    apart = abs(Fraction(then.ev) - Fraction(today.ev))
    ev = apart == 0 if exact else apart <= SAME
    return ev and abs(Fraction(then.stddev) - Fraction(today.stddev)) <= SAME
