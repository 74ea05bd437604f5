"""Shoes no fresh deck gives: every round is finished and adds up, or the shoe is refused."""

from collections import Counter

import pytest

from croupier.engine.layout import Bet
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.numbering import values_of
from croupier.games.blackjack.odds.solve import solve
from croupier.kit.cards import Card
from croupier.kit.errors import Refused
from croupier.odds import parse_shoe, rules_for_odds
from tests.odds.counting import counted
from tests.odds.playing import PLAYER, by_chart

AGAIN = {"max-hands": 4, "resplit-aces": True}


def rules_of(game: str, settings: dict[str, object]) -> BlackjackRules:
    rules = rules_for_odds(game, settings)
    assert isinstance(rules, BlackjackRules)
    return rules


@pytest.mark.parametrize(
    ("shoe", "settings"),
    [
        ("A=32,2=32,3=32,4=32,5=32", {}),  # the dealer cannot bust
        ("2=20,3=20,4=20,5=20", AGAIN),
        ("A=8,T=16", AGAIN),  # no round loses one bet
        ("A=4,3=4,5=1,7=4,8=3", {}),
    ],
)
def test_all_results_together_are_the_whole(shoe: str, settings: dict[str, object]) -> None:
    main = solve(rules_of("live-blackjack", settings), values_of(parse_shoe(shoe)))
    assert min(main.spread.values()) > 0
    assert sum(main.spread.values()) == pytest.approx(1, abs=1e-12)
    assert sum(net * p for net, p in main.spread.items()) == pytest.approx(main.ev, abs=1e-6)


SHORT = [
    ("live-blackjack", "8=3,T=3"),
    ("rws-blackjack", "8=4,T=4"),
    ("rws-blackjack", "2=1,3=3,6=2,8=2,9=1,T=2"),  # only by splitting again
    ("rws-blackjack", "A=2,3=3,4=5,5=1,6=1,7=1,9=1"),
]
LONG = [
    ("live-blackjack", "8=4,T=3"),
    ("live-blackjack", "3=1,4=3,6=2,7=3,9=2"),
    ("rws-blackjack", "8=3,9=3,T=5"),
]


@pytest.mark.parametrize(("game", "shoe"), SHORT)
def test_a_shoe_that_may_run_out_is_refused(game: str, shoe: str) -> None:
    with pytest.raises(Refused, match="too few cards"):
        solve(rules_of(game, {}), values_of(parse_shoe(shoe)))


@pytest.mark.parametrize(("game", "shoe"), LONG)
def test_one_that_cannot_is_not(game: str, shoe: str) -> None:
    """However small: the engine finishes every round, and comes to the same."""
    rules, counts = rules_of(game, {}), values_of(parse_shoe(shoe))
    main = solve(rules, counts)
    cards = Counter({Card(rank + "S"): n for rank, n in zip("A23456789T", counts, strict=True)})
    played = counted(rules, +cards, (Bet(PLAYER, "initial", 100, 1),), by_chart(main.columns))
    assert float(sum(net * p for net, p in played.items())) / 100 == pytest.approx(main.ev)
