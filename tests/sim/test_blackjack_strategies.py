"""Strategies by name and from files, and what a table of them is worth."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from croupier.engine.protocol import variant
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.odds.numbering import SOFT, values_of
from croupier.games.blackjack.sim.by_engine import ByTotals
from croupier.games.blackjack.sim.counts import hi_lo
from croupier.games.blackjack.sim.family import SimulatedBlackjack, blackjack_game
from croupier.games.blackjack.sim.strategies import BAD_PLAYERS, named, written
from croupier.kit.errors import Refused
from croupier.odds import ShoeComposition, odds_of, parse_shoe, strategy_of
from croupier.sim.game import BetTally
from croupier.sim.kernels.random_cards import FRESH, SHOE
from tests.support.families import instance_of

SIX_DECKS = {"decks": 6, "cut-card-from-back": 78}
"""Three quarters of the shoe are dealt."""


def _rules(game: str = "live-blackjack", **settings: object) -> BlackjackRules:
    rules = variant(game, {name.replace("_", "-"): value for name, value in settings.items()})
    assert isinstance(rules, BlackjackRules)
    return rules


def _values(rules: BlackjackRules) -> tuple[int, ...]:
    return values_of(ShoeComposition.of_decks(rules.decks))


def _tally(game: SimulatedBlackjack, units: int, seed: int = 5) -> np.ndarray:
    tally = np.zeros(game.tally_size, np.int64)
    game.play(seed, 0, units, tally)
    return tally


def _bets(game: SimulatedBlackjack, units: int) -> dict[str, BetTally]:
    return {bet.bet: bet for bet in game.bets(_tally(game, units))}


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("classic-blackjack-single", {}),
        ("live-blackjack", {}),
        ("rws-blackjack-plus", {}),
        ("live-blackjack", {"decks": 8, "resplit-aces": True, "surrender": True}),
    ],
)
@pytest.mark.parametrize("strategy", ["chart", "composition", "never-bust"])
def test_every_bet_comes_to_its_exact_worth(
    game: str, settings: dict[str, object], strategy: str
) -> None:
    rules = variant(game, settings)
    assert isinstance(rules, BlackjackRules)
    simulated = blackjack_game(rules, strategy=strategy, boxes=2)
    exact = simulated.exact()
    bets = _bets(simulated, 500_000)
    assert {*exact} >= {*bets} - {"behind (not following)"}
    for bet, ev in exact.items():
        assert abs(bets[bet].mean - ev) < 4 * bets[bet].stderr, bet


def test_the_worth_of_any_chart_is_that_of_the_best_where_it_is_the_best() -> None:
    rules = _rules()
    best = written(rules, _values(rules), msgspec.json.encode(strategy_of(rules)))
    assert best.chart is not None
    game = SimulatedBlackjack(rules, best, mode=FRESH, boxes=1, bets=None, shoe=None)
    odds = {bet.bet: bet for bet in odds_of(rules).bets}
    assert game.exact()["initial"] == pytest.approx(odds["initial"].ev, abs=1e-12)
    behind = game.exact()["behind (not following)"]
    assert behind == pytest.approx(odds["behind"].ev_not_following, abs=1e-12)


@pytest.mark.parametrize("game", ["rws-blackjack", "live-blackjack", "classic-blackjack-single"])
def test_a_chart_that_was_printed_plays_as_the_chart(game: str) -> None:
    rules = _rules(game)
    printed = written(rules, _values(rules), msgspec.json.encode(strategy_of(rules)))
    chart = named(rules, _values(rules), "chart")
    tallies = [
        _tally(SimulatedBlackjack(rules, each, mode=FRESH, boxes=1, bets=None, shoe=None), 200_000)
        for each in (printed, chart)
    ]
    assert tallies[0].tolist() == tallies[1].tolist()


@pytest.mark.parametrize("name", BAD_PLAYERS)
def test_a_bad_player_loses_more_than_the_chart(name: str) -> None:
    game = blackjack_game(_rules(), strategy=name)
    assert game.exact()["initial"] < odds_of(_rules()).bets[0].ev - 0.03


def test_who_mimics_the_dealer_draws_to_a_soft_17_where_he_does() -> None:
    for h17 in (False, True):
        chart = named(_rules(h17=h17), (32,) * 9 + (128,), "mimic-dealer").chart
        assert chart is not None
        assert [chart[3].hit[cell] for cell in (16, 17, SOFT + 16, SOFT + 17, SOFT + 18)] == [
            True,
            False,
            True,
            h17,
            False,
        ]


# A count ----------------------------------------------------------------------------------------


def _count(**changes: object) -> bytes:
    return json.dumps(json.loads(hi_lo()) | changes).encode()


def test_who_counts_and_bets_the_same_plays_as_the_chart() -> None:
    text = _count(bets=[{"units": 1}, {"from": 2, "units": 1}], deviations=[])
    counting = blackjack_game(_rules(**_six()), mode=SHOE, text=text)
    plain = blackjack_game(_rules(**_six()), mode=SHOE)
    ours, theirs = (_bets(game, 2_000) for game in (counting, plain))
    for bet in ("initial", "behind", "behind (not following)"):
        assert ours[bet] == theirs[bet]
    assert 0 < ours["insurance"].rounds < theirs["insurance"].rounds / 4


def _six() -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in SIX_DECKS.items()}


def test_who_counts_well_wins() -> None:
    bets = _bets(blackjack_game(_rules(**_six()), mode=SHOE, strategy="count"), 400_000)
    assert 0.003 < bets["initial"].mean < 0.010
    assert bets["initial"].mean > 5 * bets["initial"].stderr
    assert bets["insurance"].mean > 0
    assert 1.5 < bets["initial"].staked / bets["initial"].rounds < 3


def test_stakes_insurance_and_deviations_go_by_the_true_count() -> None:
    rules = _rules()
    text = _count(
        bets=[{"units": 1}, {"from": 2, "units": 5}],
        insurance=1,
        deviations=[
            {"hand": "16", "dealer": "T", "from": 2, "action": "S"},
            {"hand": "T,T", "dealer": "6", "from": 3, "action": "P"},
            {"hand": "13", "dealer": "2", "below": 0, "action": "H"},
        ],
    )
    counting = written(rules, _values(rules), text)
    assert counting.counting.lowest == -1
    assert counting.counting.stakes == (1, 1, 1, 5, 5)
    assert counting.counting.insures == (False, False, True, True, True)
    charts = [
        [instance_of(ByTotals, column).column for column in columns] for columns in counting.columns
    ]
    assert [chart[9].hit[16] for chart in charts] == [True, True, True, False, False]
    assert [chart[5].split[9] for chart in charts] == [False, False, False, False, True]
    assert [chart[1].hit[13] for chart in charts] == [True, False, False, False, False]
    assert counting.counting.tags[:3] == (-1, 1, 1)


def test_what_the_chart_gives_up_a_count_gives_up_too() -> None:
    rules = _rules("rws-blackjack")
    counting = named(rules, _values(rules), "count")
    tens = [instance_of(ByTotals, columns[9]).column for columns in counting.columns]
    assert all(column.surrender[15] for column in tens)


# What cannot be played --------------------------------------------------------------------------


def _edited(**changes: object) -> str:
    return json.dumps(msgspec.to_builtins(strategy_of(_rules())) | changes)


def _with_cell(part: str, hand: str, letters: str) -> str:
    chart = msgspec.to_builtins(strategy_of(_rules()))
    for row in chart[part]:
        if row["hand"] == hand:
            row["cells"] = [letters, *row["cells"][1:]]
    return json.dumps(chart)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (lambda: "no", "no JSON"),
        (lambda: "[]", "no object"),
        (lambda: "{}", "no strategy: game is missing"),
        (lambda: b"\xff{}", "no JSON"),
        (lambda: _edited(game="rws-blackjack"), "for 'rws-blackjack', not for live-blackjack"),
        (lambda: _edited(dealer=["2"] * 10), "the dealer's cards are"),
        (lambda: _edited(hard=[]), "in hard, 5 is missing"),
        (lambda: _edited(pairs=[]), "in pairs, A,A is missing"),
        (lambda: _edited(soft=[{"hand": "A,2", "cells": ["H"]}]), "in soft, A,3 is missing"),
        (lambda: _with_cell("hard", "16", "X"), "16 against 2 says 'X'; it may say H, S, D"),
        (lambda: _with_cell("hard", "16", "P"), "16 against 2 says 'P'"),
        (lambda: _with_cell("hard", "16", "-"), "16 against 2 says '-'"),
        (lambda: _with_cell("pairs", "8,8", "H"), "8,8 against 2 says H, and its total S"),
        (lambda: _count(tags={"A": 1}), "a tag for each of A 2 3"),
        (lambda: _count(bets=[]), "the first bet of a count has no `from`"),
        (lambda: _count(bets=[{"from": 1, "units": 2}]), "the first bet of a count has no `from`"),
        (lambda: _count(bets=[{"units": 0}]), "no count: bets[0].units must be at least 1"),
        (lambda: _count(bets=[{"units": 1}, {"from": 1, "units": 101}]), "no count"),
        (lambda: _count(ramp=[]), "no count: it has no field 'ramp'"),
        (lambda: _count(deviations=[_deviation(hand="22")]), "there is no '22' against 'T'"),
        (lambda: _count(deviations=[_deviation(dealer="1")]), "there is no '16' against '1'"),
        (lambda: _count(deviations=[_deviation(below=3)]), "or `below` it"),
        (lambda: _count(deviations=[_deviation(action="P")]), "says 'P'; it may say H, S"),
        (lambda: _count(deviations=[_deviation(hand="8,8")]), "says 'S'; it may say P"),
    ],
)
def test_a_file_that_cannot_be_played_is_refused_in_one_line(
    text: Callable[[], str | bytes], why: str
) -> None:
    with pytest.raises(Refused) as refused:
        blackjack_game(_rules(), mode=SHOE, text=text())
    assert why in refused.value.message
    assert "\n" not in refused.value.message
    assert refused.value.code == "bad-file"


def _deviation(**changes: object) -> dict[str, object]:
    return {"hand": "16", "dealer": "T", "from": 0, "action": "S"} | changes


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"boxes": 0}, "1 to 7 boxes, not on 0"),
        ({"boxes": 8}, "1 to 7 boxes, not on 8"),
        ({"strategy": "luck"}, "there is no strategy 'luck'; there is chart, composition"),
        ({"strategy": "count"}, "nothing to count"),
        ({"bets": ["over-13"]}, "live-blackjack has no bet 'over-13'; it has initial, behind"),
        ({"shoe": parse_shoe("AS=1,TS=1"), "boxes": 2}, "dealt 6 cards, and the shoe holds 2"),
        ({"shoe": parse_shoe("A=40,T=90")}, "the suits of this shoe are not known"),
        (
            {"shoe": parse_shoe("AS=4,TS=16,9S=20"), "mode": SHOE},
            "the shoe is too short: of 40 cards",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused) as refused:
        blackjack_game(_rules(), **asked)
    assert why in refused.value.message


def test_the_shoe_of_a_table_lasts_for_the_boxes_in_play() -> None:
    """With fewer boxes the shoe is dealt further down."""
    one, seven = (
        blackjack_game(
            _rules(cut_card_from_back=0), mode=SHOE, boxes=boxes, strategy="mimic-dealer"
        )
        for boxes in (1, 7)
    )
    assert one.rules.equipment.reserve < seven.rules.equipment.reserve
    rounds, cards = (one.rounds(tally := _tally(one, 100)), int(tally[2]))
    assert cards / 100 > 416 - one.rules.equipment.reserve
    assert rounds / 100 > 70


def test_a_shoe_that_is_given_is_the_one_that_is_dealt() -> None:
    shoe = parse_shoe("AS=8,9S=20,TS=40")
    game = blackjack_game(_rules(), shoe=shoe)
    bets = _bets(game, 200_000)
    for bet, ev in game.exact().items():
        assert abs(bets[bet].mean - ev) < 4 * bets[bet].stderr, bet
    assert {*bets["initial"].outcomes} >= {3}
