"""The wheel: every spot of every kind keeps the house one unit in 37."""

from collections import Counter
from fractions import Fraction

from croupier.engine import protocol as engine
from croupier.engine.inputs import BallRested
from croupier.engine.layout import Bet
from croupier.games.roulette.engine.rules import RouletteRules
from croupier.odds import odds_of
from croupier.odds.worth import Outcome


def _rules(**settings: object) -> RouletteRules:
    rules = engine.variant(
        "live-roulette", {name.replace("_", "-"): value for name, value in settings.items()}
    )
    assert isinstance(rules, RouletteRules)
    return rules


def test_one_zero_keeps_one_in_37() -> None:
    # Published for every wheel with one zero, as 2.70 %.
    odds = odds_of(_rules()).bets
    assert len(odds) == 151
    assert {one.ev_exact for one in odds} == {"-1/37"}


def test_every_spot_as_the_wheel_settles_it() -> None:
    rules = _rules(straight_pays="30 to 1", dozen_pays="5 to 2", even_chance_pays="3 to 4")
    odds = {one.bet: one for one in odds_of(rules).bets}
    round = engine.begin(rules, [Bet("ann", spot, 100) for spot in rules.spots()])
    nets: dict[str, Counter[Fraction]] = {spot: Counter() for spot in rules.spots()}
    for pocket in range(37):
        for line in engine.step(round, BallRested(pocket)).lines:
            nets[line.bet][Fraction(line.net, line.stake)] += 1
    assert set(odds) == set(nets)
    for spot, ways in nets.items():
        mean = sum((net * count for net, count in ways.items()), Fraction()) / 37
        assert odds[spot].ev_exact == str(mean)
        assert odds[spot].outcomes == tuple(
            Outcome(float(net), float(Fraction(count, 37))) for net, count in sorted(ways.items())
        )
