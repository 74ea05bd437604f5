"""What the simulated trails are followed with is what the house follows with."""

import random

import numpy as np
import pytest
from benchmarks.monitoring import kernels
from benchmarks.monitoring.by_engine import RULES, played
from benchmarks.monitoring.games import STAKE
from benchmarks.monitoring.trails import chart_table, worth_table

from croupier.engine.inputs import Action, CardDealt
from croupier.house.records.shoe_seen import ShoeSeen
from croupier.house.records.taken import taken_of
from croupier.kit.cards import shoe
from croupier.monitoring.decisions import costly
from croupier.monitoring.evalues import Evidence
from croupier.odds.game import strategy_of
from croupier.odds.play_figures import play_figures
from croupier.odds.strategy import Strategy

ACTIONS = (Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT)


def test_compiled_trails_are_trails() -> None:
    chance = np.random.default_rng(1)
    factors = chance.normal(0.05, 0.2, (5, 3))
    ends = chance.integers(0, 5, (1, 300)).astype(np.uint8)
    one, most = Evidence.against(3), 0.0
    for at in range(300):
        one.add(factors[ends[0, at]].tolist(), at)
        most = max(most, one.log_value)
        if one.alarms(1e-4):
            break
    alarmed, highest = np.zeros(1, np.int64), np.zeros(1)
    kernels.follow(ends, np.exp(factors), np.arange(5), 0.0, 0, 1, alarmed, highest)
    assert alarmed[0] == at + 1 < 300
    assert np.log(highest[0]) == pytest.approx(most)


@pytest.mark.parametrize("knowing", [False, True])
def test_the_compiled_player_plays_as_the_engine_lets_him(knowing: bool) -> None:
    chart = strategy_of(RULES)
    assert isinstance(chart, Strategy)
    worths = play_figures(RULES).decisions
    tables = chart_table(), worth_table(worths)
    chance = random.Random(7)
    full, counted = list(shoe(RULES.deck_count)), 0
    for _ in range(600):
        cards = chance.sample(full, 40)
        if chance.random() < 0.3:  # a pair, more often than it comes
            cards[2] = cards[0]
        round = played(map(CardDealt, cards), chart, knowing=knowing)
        (hand,) = taken_of(round, ShoeSeen(1)).hands or (None,)
        found = costly(worths, hand) if hand is not None else None
        values = np.array(["A23456789T".index("T" if c[0] in "TJQK" else c[0]) for c in cards])
        net, action, worth = kernels.play(values, *tables, knowing, 0.0)
        assert net == sum(line.net for line in round.lines) / STAKE, cards
        assert (None if action < 0 else (ACTIONS[action], worth)) == found, cards
        counted += found is not None
    assert (counted > 30) is knowing
