"""Three and four hands that all bust, put together from pairs where counting out is too long."""

import numpy as np
import pytest

from croupier.games.blackjack import BlackjackRules
from croupier.odds import ShoeComposition, rules_for_odds
from croupier.odds.blackjack import joint_busts
from croupier.odds.blackjack.chart import best_column
from croupier.odds.blackjack.joint_busts import all_bust, busts
from croupier.odds.blackjack.numbering import TEN
from croupier.odds.blackjack.solve import facing
from croupier.odds.blackjack.splits import choice_by_hand, left_after

EIGHT = 7


def test_pairs_say_what_counting_out_says(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for_odds("rws-blackjack", {})
    assert isinstance(rules, BlackjackRules)
    game = facing(rules, ShoeComposition.of_decks(1).values, TEN)
    ways = busts(EIGHT, choice_by_hand(game, best_column(game).decided.choice, EIGHT))
    left = left_after(game, EIGHT)
    roughly = all_bust(ways, left, EIGHT, 3, roughly=True)
    monkeypatch.setattr(joint_busts, "COUNTED_OUT", np.inf)
    exactly = all_bust(ways, left, EIGHT, 3)
    monkeypatch.setattr(joint_busts, "COUNTED_OUT", 0)
    from_pairs = all_bust(ways, left, EIGHT, 3)
    assert from_pairs == pytest.approx(exactly, rel=2e-3)
    assert abs(from_pairs - exactly) < abs(roughly - exactly) / 5
