"""How the results of split hands are spread, where no engine can count them out."""

import pytest

from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds import split_spread
from croupier.games.blackjack.odds.chart import best_column
from croupier.games.blackjack.odds.solve import facing, solve
from croupier.games.blackjack.odds.spread import spread
from croupier.odds import rules_for_odds

SEVEN = 6


def one_deck(game: str) -> tuple[BlackjackRules, list[int]]:
    rules = rules_for_odds(game, {})
    assert isinstance(rules, BlackjackRules)
    return rules, [4] * 9 + [16]


def test_rare_ways_to_end_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a seven split hands can end in most ways of all, more than are paired."""
    game = facing(*one_deck("rws-blackjack"), SEVEN)
    charted = best_column(game)

    def mean_square(paired: int) -> float:
        monkeypatch.setattr(split_spread, "LIKELIEST", paired)
        return sum(float(net) ** 2 * chance for net, chance in spread(game, charted).items())

    as_it_is = mean_square(split_spread.LIKELIEST)
    every, strangers = mean_square(10_000), mean_square(1)
    assert as_it_is == pytest.approx(every, abs=2e-5)
    assert abs(strangers - every) > 1e-4


def test_more_rounds_of_fitting_hands_together_make_no_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = facing(*one_deck("rws-blackjack"), SEVEN)
    charted = best_column(game)

    def chances(rounds: int) -> list[float]:
        monkeypatch.setattr(split_spread, "_ROUNDS", rounds)
        return list(spread(game, charted).values())

    as_it_is = chances(split_spread._ROUNDS)
    assert as_it_is == pytest.approx(chances(12), abs=1e-10)


@pytest.mark.parametrize("game", ["rws-blackjack", "live-blackjack"])
def test_all_results_together_are_the_whole_and_come_to_the_worth(game: str) -> None:
    solved = solve(*one_deck(game))
    assert sum(solved.spread.values()) == pytest.approx(1, abs=1e-12)
    worth = sum(float(net) * chance for net, chance in solved.spread.items())
    assert worth == pytest.approx(solved.ev, abs=1e-12)
