"""The chart is the best there is: no cell can be changed without making it worse, and no other
beginning leads to a better one."""

import numpy as np
import pytest

from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.chart import CELLS, Column, best_column, play
from croupier.games.blackjack.odds.composition import best_play
from croupier.games.blackjack.odds.numbering import ACE, SOFT, TEN, VALUES, values_of
from croupier.games.blackjack.odds.solve import facing
from croupier.games.blackjack.odds.starting_hands import chances_of_starts
from croupier.odds import ShoeComposition, rules_for_odds, strategy_of
from croupier.odds.strategy import Strategy

DECIDED = (*range(4, 21), *range(SOFT + 12, SOFT + 21))
"""Totals there is something to decide about."""


@pytest.mark.parametrize(
    ("game", "settings", "shown"),
    [
        ("rws-blackjack", {"max-hands": 2}, TEN),
        ("rws-blackjack", {"decks": 1}, ACE),
        ("rws-blackjack", {"decks": 2}, 5),
        ("live-blackjack", {"max-hands": 4}, TEN),
        ("live-blackjack", {"decks": 1}, 1),
        ("classic-blackjack-single", {}, ACE),
    ],
)
def test_no_cell_can_be_bettered(game: str, settings: dict[str, object], shown: int) -> None:
    rules = rules_for_odds(game, settings)
    assert isinstance(rules, BlackjackRules)
    against = facing(rules, values_of(ShoeComposition.of_decks(rules.decks)), shown)
    best = best_column(against)
    dealt = chances_of_starts(against)
    for part in best.column._fields:
        if (part == "split" and rules.max_hands == 1) or (
            part == "surrender" and not rules.surrender
        ):
            continue
        for at in range(VALUES) if part == "split" else DECIDED:
            changed = getattr(best.column, part).copy()
            changed[at] = not changed[at]
            other = play(against, best.column._replace(**{part: changed}))
            assert dealt @ other.worth <= dealt @ best.worth + 1e-12, (part, at)
    assert dealt @ best.worth <= dealt @ best_play(against).worth + 1e-12


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("rws-blackjack", 6),
        ("live-blackjack", ACE),
        ("live-blackjack", TEN),
        ("classic-blackjack-single", 6),
    ],
)
def test_no_other_beginning_leads_to_a_better_chart(game: str, shown: int) -> None:
    """Cell by cell one might climb the lower of two hills: from wherever it starts, it is none
    higher."""
    rules = rules_for_odds(game, {"decks": 1})
    assert isinstance(rules, BlackjackRules)
    against = facing(rules, values_of(ShoeComposition.of_decks(1)), shown)
    dealt, chance = chances_of_starts(against), np.random.default_rng(shown)
    best = dealt @ best_column(against).worth
    for _ in range(3):
        hit, double, surrender = (chance.random(CELLS) < 0.4 for _ in range(3))
        split = (chance.random(VALUES) < 0.4) & (rules.max_hands > 1)
        anywhere = Column(hit, double, surrender, split)
        assert dealt @ best_column(against, anywhere).worth <= best + 1e-12


def test_the_known_chart_of_eight_decks() -> None:
    """What every book prints for eight decks, dealer stands on soft 17 and looks, double after a
    split: a few lines of it that differ from rule set to rule set."""
    rules = rules_for_odds(
        "classic-blackjack-shoe",
        {
            "decks": 8,
            "h17": False,
            "look-under-ten": True,
            "max-hands": 4,
            "double-after-split": True,
        },
    )
    chart = strategy_of(rules)
    assert isinstance(chart, Strategy)
    rows = {row.hand: "".join(row.cells) for row in (*chart.hard, *chart.soft, *chart.pairs)}
    assert rows["9"] == "HDDDDHHHHH"
    assert rows["10"] == "DDDDDDDDHH"
    assert rows["11"] == "DDDDDDDDDH"
    assert rows["12"] == "HHSSSHHHHH"
    assert rows["16"] == "SSSSSHHHHH"
    assert rows["A,6"] == "HDDDDHHHHH"
    assert rows["A,7"] == "SDSDSDSDSSSHHH"
    assert rows["4,4"] == "HHHPPHHHHH"
    assert rows["8,8"] == "PPPPPPPPPP"
    assert rows["9,9"] == "PPPPPSPPSS"
    assert rows["A,A"] == "PPPPPPPPPP"


def test_a_card_the_shoe_does_not_hold_has_no_column() -> None:
    rules = rules_for_odds("classic-blackjack-single", {})
    chart = strategy_of(rules, ShoeComposition.of_decks(1).without(["6"] * 4))
    assert isinstance(chart, Strategy)
    six = chart.dealer.index("6")
    assert {row.cells[six] for row in chart.hard} == {"-"}
    assert "-" not in np.array([row.cells[six + 1] for row in chart.hard])


def test_where_nothing_is_split_every_pair_is_a_total() -> None:
    """Two aces are doubled against a six: a chart without them would not be worth what it says."""
    found = strategy_of(rules_for_odds("classic-blackjack-single", {}))
    assert isinstance(found, Strategy)
    aces = next(row for row in found.soft if row.hand == "A,A")
    assert aces.cells[found.dealer.index("6")] == "D"
    assert found.hard[0].hand == "4"
    split = strategy_of(rules_for_odds("rws-blackjack", {"decks": 1}))
    assert isinstance(split, Strategy)
    assert (split.hard[0].hand, split.soft[0].hand, split.pairs[0].hand) == ("5", "A,2", "A,A")
