"""Three and four hands that all bust, put together from pairs where counting out is too long."""

import numpy as np
import pytest

from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds import joint_busts
from croupier.games.blackjack.odds.chart import best_column
from croupier.games.blackjack.odds.joint_busts import all_bust, busts
from croupier.games.blackjack.odds.numbering import TEN, values_of
from croupier.games.blackjack.odds.solve import facing
from croupier.games.blackjack.odds.splits import choice_by_hand, left_after
from croupier.odds import ShoeComposition, rules_for_odds

EIGHT = 7


def test_pairs_say_what_counting_out_says(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for_odds("rws-blackjack", {})
    assert isinstance(rules, BlackjackRules)
    game = facing(rules, values_of(ShoeComposition.of_decks(1)), TEN)
    ways = busts(EIGHT, choice_by_hand(game, best_column(game).decided.choice, EIGHT))
    left = left_after(game, EIGHT)
    roughly = all_bust(ways, left, EIGHT, 3, roughly=True)
    monkeypatch.setattr(joint_busts, "COUNTED_OUT", np.inf)
    exactly = all_bust(ways, left, EIGHT, 3)
    monkeypatch.setattr(joint_busts, "COUNTED_OUT", 0)
    from_pairs = all_bust(ways, left, EIGHT, 3)
    assert from_pairs == pytest.approx(exactly, rel=2e-3)
    assert abs(from_pairs - exactly) < abs(roughly - exactly) / 5
