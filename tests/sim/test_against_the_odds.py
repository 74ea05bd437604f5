"""Long runs come to what the odds say, and a run that does not is told."""

import msgspec
import pytest
from msgspec.structs import replace

from croupier.engine.protocol import variant
from croupier.odds import AnteStrategy, rules_for_odds, strategy_of, worth_of
from croupier.sim import simulate


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("live-baccarat", {}),
        ("live-baccarat", {"decks": 1}),
        ("rws-knockout-baccarat", {"decks": 6, "raise-multiple": 3}),
        ("live-roulette", {}),
    ],
)
def test_every_bet_is_near_its_worth(game: str, settings: dict[str, object]) -> None:
    rules = rules_for_odds(game, settings)
    result = simulate(rules, 3_000_000, seed=1)
    odds = {one.bet: one for one in worth_of(rules)}
    assert [bet.bet for bet in result.bets] == list(odds)
    for bet in result.bets:
        assert bet.ev == pytest.approx(odds[bet.bet].ev, abs=1e-15)
        assert bet.z is not None
        assert abs(bet.z) < 4.5
        assert bet.tally.deviation == pytest.approx(odds[bet.bet].stddev, rel=0.02)
        assert bet.counts.sum() == result.rounds == 3_000_000
        won = {outcome.net: outcome.p for outcome in odds[bet.bet].outcomes}
        assert bet.nets == pytest.approx(sorted(won))
        assert bet.counts / result.rounds == pytest.approx(list(won.values()), rel=0.05, abs=1e-5)
    assert result.unlikely == ()


def test_the_error_of_a_mean_is_that_of_independent_rounds() -> None:
    for bet in simulate(variant("live-baccarat"), 1_000_000, seed=2).bets:
        assert bet.tally.stderr == pytest.approx(bet.tally.deviation / 1000, rel=1e-12)


def test_antes_by_a_strategy_of_ones_own() -> None:
    """Whoever folds on low cards is told what that is worth, exactly."""
    rules = variant("rws-knockout-baccarat")
    best = strategy_of(rules)
    assert isinstance(best, AnteStrategy)
    timid = replace(
        best, decisions=tuple(replace(one, raises=one.points > 4) for one in best.decisions)
    )
    written = msgspec.json.encode(timid).decode()
    result = {bet.bet: bet for bet in simulate(rules, 1_000_000, seed=3, written=written).bets}
    for odds in worth_of(rules, bets=["ante-player", "ante-banker"]):
        exact = sum(
            one.p * (one.raise_ev if one.points > 4 else -1)
            for one in best.decisions
            if one.bet == odds.bet
        )
        assert result[odds.bet].ev == pytest.approx(exact)
        assert abs(result[odds.bet].z or 9) < 4.5
        assert exact < odds.ev - 0.1


def test_shoes_are_told_beside_a_fresh_one_without_a_z() -> None:
    result = simulate(variant("live-baccarat"), 2_000_000, seed=4, shoes=True)
    assert result.shoes is not None
    assert sum(n * had for n, had in result.shoes.rounds.items()) == result.rounds
    assert sum(result.shoes.rounds.values()) == result.units
    # 402 cards or a few more from 416, five in a coup or a little less.
    assert 402 <= result.shoes.cards / result.units < 407
    assert 81 < result.rounds / result.units < 83
    assert abs(result.rounds - 2_000_000) < 20_000
    for bet in result.bets:
        assert bet.ev is None
        assert bet.z is None
        assert bet.cut_card_effect == pytest.approx(bet.tally.mean - (bet.fresh_ev or 0))
        # The effect is far smaller than the error of so short a run.
        assert abs(bet.cut_card_effect or 9) < 4.5 * bet.tally.stderr
        # Rounds of a shoe are nearly independent.
        assert bet.tally.stderr == pytest.approx(bet.tally.deviation / result.rounds**0.5, rel=0.1)
    assert result.unlikely == ()


def test_a_run_that_is_off_is_told() -> None:
    result = simulate(variant("live-roulette"), 100_000, seed=5)
    off = replace(result.bets[0], fresh_ev=(result.bets[0].fresh_ev or 0) + 1)
    assert replace(result, bets=(off, *result.bets[1:])).unlikely == (off,)
    short = replace(off, tally=replace(off.tally, rounds=9_999))
    assert replace(result, bets=(short, *result.bets[1:])).unlikely == ()
