"""The main bet, solved once for each question and kept on disk."""

from collections.abc import Sequence

from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.main_bet import MainBet
from croupier.odds.cache import FIXED, as_played, kept
from croupier.odds.worth import Progress

BESIDE = FIXED | {
    "decks",
    "boxes",
    "boxes_per_player",
    "shared_boxes",
    "face_down",
    "missed_decision",
    "player_pair",
    "over_under",
    "rws_pairs",
    "boom_busted",
    "side_bets",
    "insurance_pays",
    "insurance_rounds_up",
    "chip_unit",
    "grace_seconds",
    "burn_after_shuffle",
    "cut_card_from_back",
}
"""Fields that do not touch the main bet, the cards of the shoe being given; all others count."""


def solved(rules: BlackjackRules, shoe: Sequence[int], progress: Progress | None = None) -> MainBet:
    """The main bet of one box, all cards from this shoe (counts by value, ace first)."""

    def solve_now() -> MainBet:
        from croupier.games.blackjack.odds.solve import solve  # noqa: PLC0415 -- brings numpy

        return solve(rules, shoe, progress)

    question = ("main", as_played(rules, BESIDE), [int(count) for count in shoe])
    return kept(question, MainBet, solve_now)


def main_bet_by_cards(rules: BlackjackRules, shoe: Sequence[int]) -> float:
    """The worth of the main bet alone, played by the very cards: a fraction of the time."""

    def solve_now() -> float:
        from croupier.games.blackjack.odds.solve import worth_by_cards  # noqa: PLC0415 -- brings numpy

        return worth_by_cards(rules, shoe)

    question = ("by-cards", as_played(rules, BESIDE), [int(count) for count in shoe])
    return kept(question, float, solve_now)
