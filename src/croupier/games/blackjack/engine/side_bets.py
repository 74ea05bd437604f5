"""Side bets that any blackjack table may switch on, brought by packages of their own.

SIDE_BETS = Extension(family="blackjack", side_bets=("twenty_one_plus_three:SIDE_BET",))
"""

from collections.abc import Callable

import msgspec

from croupier.engine.lines import Verdict, lose, win
from croupier.kit.cards import Card
from croupier.kit.odds import Odds
from croupier.kit.registry import cached, side_bets


class Pay(msgspec.Struct, frozen=True):
    title: str
    odds: Odds


class SideBetRules(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that a box's first two cards decide, alone or with the dealer's first."""

    bet: str
    title: str
    clause: str
    """Where its document says how it is settled."""
    with_dealer: bool
    """Whether the dealer's first card counts."""
    suits_count: bool
    pays: dict[str, Pay]
    """Name of what it wins with → what that pays; the best first."""
    judge: Callable[[tuple[Card, ...]], str | None]
    """The cards, the dealer's last → the name of what they win with, or None where they lose."""

    def verdict(self, cards: tuple[Card, ...]) -> Verdict:
        won = self.judge(cards)
        return lose(self.clause) if won is None else win(self.pays[won].odds, self.clause)


@cached
def switchable() -> dict[str, SideBetRules]:
    """Those that packages bring, by the name of the bet."""
    return {each.bet: each for each in side_bets("blackjack")}
