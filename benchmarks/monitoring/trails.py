"""Thousands of trails of evidence, each a player, a dealer or a table for as long as it is told."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from benchmarks.monitoring import kernels
from benchmarks.monitoring.by_engine import RULES, by_chart
from benchmarks.monitoring.games import Game, Ints
from numpy.typing import NDArray

from croupier.engine.inputs import Action
from croupier.kit.cards import card
from croupier.monitoring.insurance import knowing_the_card
from croupier.monitoring.table_evidence import Measures, winning
from croupier.monitoring.taken import InsuranceOffer, TakenBet
from croupier.odds.decision_names import decision_name, split_name
from croupier.odds.game import strategy_of
from croupier.odds.play_figures import play_figures
from croupier.odds.strategy import Strategy

Floats = NDArray[np.float64]
AT_ONCE = 20_000_000
"""Rounds that are held in memory."""
_ACTIONS = (Action.STAND, Action.HIT, Action.DOUBLE)
_RANKS = "A23456789T"


class Trails(NamedTuple):
    rounds: int
    """Of each."""
    alarmed: Ints
    """The round of the alarm; 0: none came."""
    highest: Floats
    """The most the evidence ever came to, up to the alarm."""


class Wrong(NamedTuple):
    """What is not as it should be."""

    becomes: Callable[[int], int] = lambda net: net
    """A net result → what is paid instead."""
    often: float = 1.0
    since: int = 0
    """From this round on."""


HONEST = {"honest": Wrong()}


def wins(
    game: Game, trails: int, rounds: int, wrongs: Mapping[str, Wrong], seed: int
) -> dict[str, Trails]:
    """Of one who bets the same all the time, on one bet: the same rounds, with each of the wrongs
    done to them."""
    (stake,) = game.stakes
    measures = Measures(game.figures)
    told = {name: Trails(rounds, np.zeros(trails, np.int64), np.zeros(trails)) for name in wrongs}
    together = max(1, min(trails, AT_ONCE // rounds))
    for first in range(0, trails, together):
        here = slice(first, min(first + together, trails))
        played = game.rounds((here.stop - first) * rounds, seed + first)
        for name, wrong in wrongs.items():
            nets, numbers = _numbered(played, wrong.becomes)
            bets = [TakenBet("x", stake.bet, stake.stake, net) for net in nets]
            kernels.follow(
                numbers.reshape(-1, rounds),
                np.exp([_log_factors(bet, measures) for bet in bets]),
                np.array([nets.index(wrong.becomes(net)) for net in nets]),
                wrong.often,
                wrong.since,
                seed + first,
                told[name].alarmed[here],
                told[name].highest[here],
            )
    return told


def _log_factors(bet: TakenBet, measures: Measures) -> list[float]:
    factors = winning([bet], measures)
    assert factors is not None
    return factors


def _numbered(played: Ints, becomes: Callable[[int], int]) -> tuple[list[int], NDArray[np.uint8]]:
    """Every net result there is or may be made of one, and which of them each round has."""
    low = int(played.min())
    found = [low + int(at) for at in np.flatnonzero(np.bincount(played - low))]
    nets = sorted({*found, *map(becomes, found)})
    number = np.zeros(max(found) - low + 1, np.uint8)
    for net in found:
        number[net - low] = nets.index(net)
    return nets, number[played - low]


def insurance(trails: int, offers: int, knows: float, seed: int) -> Trails:
    """Three in ten are taken by who does not know the card. The shoe is a fresh one."""
    tens, cards = 128, 413
    random = np.random.default_rng(seed)
    ten = random.random((trails, offers)) < tens / cards
    taken = np.where(random.random(ten.shape) < knows, ten, random.random(ten.shape) < 0.3)
    factors = np.exp(
        [
            knowing_the_card(InsuranceOffer("x", cards, tens, yes, is_ten))
            for yes in (False, True)
            for is_ten in (False, True)
        ]
    )
    alarmed, highest = np.zeros(trails, np.int64), np.zeros(trails)
    ends = (2 * taken + ten).astype(np.uint8)
    kernels.follow(ends, factors, np.arange(4), 0.0, 0, seed, alarmed, highest)
    return Trails(offers, alarmed, highest)


def decisions(trails: int, rounds: int, knows: float, careless: float, seed: int) -> Trails:
    """Of hands that are played; most of them do not count."""
    measures = Measures(play_figures(RULES))
    alarmed, highest = np.zeros(trails, np.int64), np.zeros(trails)
    kernels.follow_decisions(
        chart_table(),
        worth_table(measures.decisions),
        measures.most_lost,
        rounds,
        knows,
        careless,
        seed,
        alarmed,
        highest,
    )
    return Trails(rounds, alarmed, highest)


# Tables for the compiled player --------------------------------------------------------------


def chart_table() -> NDArray[np.int64]:
    """`[soft, total, up, first]`, and for pairs `[2, card, up, 0]`: whether they are split."""
    chart = strategy_of(RULES)
    assert isinstance(chart, Strategy)
    numbers = {Action.STAND: 0, Action.HIT: 1, Action.DOUBLE: 2, Action.SPLIT: 3}
    table = np.zeros((3, 22, 10, 2), np.int64)
    for up in range(10):
        shown = card(f"{_RANKS[up]}S")
        for first in (0, 1):
            options = [*_ACTIONS[: 2 + first]]
            for total in range(4, 21):
                hand = _hard(total)
                table[0, total, up, first] = numbers[by_chart(chart, hand, shown, options)]
            for total in range(12, 21):
                hand = (card("AS"), card(f"{_RANKS[total - 12]}D"))
                table[1, total, up, first] = numbers[by_chart(chart, hand, shown, options)]
        for pair in range(10):
            hand = (card(f"{_RANKS[pair]}S"), card(f"{_RANKS[pair]}D"))
            splits = by_chart(chart, hand, shown, [*_ACTIONS, Action.SPLIT]) is Action.SPLIT
            table[2, pair, up, 0] = kernels.SPLIT if splits else 0
    return table


def _hard(total: int) -> tuple[str, ...]:
    """Any hand with this total."""
    cards = ["2S"] if total % 2 == 0 else ["3S"]
    left = total - int(cards[0][0])
    while left > 10:
        cards.append("8S")
        left -= 8
    if left:
        cards.append(f"{'T' if left == 10 else left}D")
    return tuple(map(card, cards))


def worth_table(worths: Mapping[str, float]) -> Floats:
    """`[action, soft, total, up, first]`, of splits `[3, 0, pair, up, 0]`; none: not a number."""
    table = np.full((4, 2, 22, 10, 2), np.nan)
    for up in range(10):
        for number, action in enumerate(_ACTIONS):
            for soft in (False, True):
                for total in range(4, 21):
                    for first in (False, True):
                        name = decision_name(up, action, total, soft=soft, first=first)
                        table[number, int(soft), total, up, int(first)] = worths.get(name, np.nan)
        for pair in range(10):
            table[3, 0, pair, up, 0] = worths.get(split_name(up, pair), np.nan)
    return table
