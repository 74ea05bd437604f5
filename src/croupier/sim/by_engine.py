"""Rounds played by the engine itself, with the very cards that a kernel would draw: for games that
have no kernel, and to hold those that have one to the engine."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from croupier.engine import dealt_out
from croupier.engine import protocol as engine
from croupier.engine.dealt_out import DealtOutRules
from croupier.engine.equipment import Wheel
from croupier.engine.inputs import BallRested, CardDealt, Input
from croupier.engine.layout import Bet, Limits
from croupier.engine.protocol import Round
from croupier.engine.rules import Rules
from croupier.kit.cards import shoe
from croupier.kit.errors import Code, Refused
from croupier.odds.game import worth_of
from croupier.sim.game import BetTally, Ints, ShoeTally
from croupier.sim.kernels.random_cards import pocket_of
from croupier.sim.plain_cards import dealt
from croupier.sim.plan import Plan

Decide = Callable[[Round], Input]
"""What is said where a round waits for decisions or offers."""


def rounds_of(
    plan: Plan, table: "EngineTable", seed: int, unit: int
) -> Iterator[tuple[Round, int]]:
    """Each round of a unit, and how many cards it took; all begin alike, with the same bets."""
    equipment = table.begun.rules.equipment
    if isinstance(equipment, Wheel):
        pocket = pocket_of(np.uint64(seed), np.uint64(unit), np.uint64(equipment.pockets))
        yield play_out(table, iter((BallRested(int(pocket)),))), 0
        return
    cards = Counted(_cards(plan, seed, unit))
    if not plan.shoes:
        yield play_out(table, cards), cards.count
        return
    for _ in range(equipment.burned):
        next(cards)
    while equipment.size - cards.count > equipment.reserve:
        before = cards.count
        yield play_out(table, cards), cards.count - before


def _cards(plan: Plan, seed: int, unit: int) -> Iterator[CardDealt]:
    """In the order in which this unit draws them."""
    full = shoe(plan.rules.deck_count)
    places = dealt(seed, unit, range(len(full)), fresh=not plan.shoes)
    return (CardDealt(full[place]) for place in places)


class Counted(Iterator[CardDealt]):
    """Cards, and how many of them have been dealt."""

    def __init__(self, cards: Iterator[CardDealt]) -> None:
        self._cards = cards
        self.count = 0

    def __next__(self) -> CardDealt:
        card = next(self._cards)
        self.count += 1
        return card


def play_out(table: "EngineTable", chance: Iterator[Input]) -> Round:
    """A round to its end, with the cards or the pocket that come."""
    round = table.begun
    while not (waiting := engine.waiting(round)).over:
        if waiting.decisions or waiting.offers:
            said: Input | None = table.decide(round)
        else:
            said = next(chance, None)
        if said is None:
            raise Refused(Code.BAD_SETTING, f"the shoe is too short for {round.rules.game}")
        round = engine.step(round, said).round
    return round


class EngineTable(NamedTuple):
    """How the engine is to play what a kernel plays: a round as it begins, with every bet; what
    players say; and to which bet a line belongs that has a name of its own."""

    begun: Round
    stake: int
    decide: Decide
    part_of: Mapping[str, str] = {}

    def nets(self, round: Round) -> dict[tuple[str, int | None], Fraction]:
        """Bet, and the box it lies on → what was won on it, per unit first put down."""
        nets: dict[tuple[str, int | None], Fraction] = {}
        for line in round.lines:
            key = self.part_of.get(line.bet, line.bet), line.box
            nets[key] = nets.get(key, Fraction()) + Fraction(line.net, self.stake)
        return nets


def stake_of(rules: Rules) -> int:
    """The least on which every pay, and half of it, is exact."""
    return rules.chip_unit * lcm(2, *(odds.stake for _, odds in rules.pays()))


def plain_table(plan: Plan) -> EngineTable:
    """Every bet of a game in which nobody decides anything, and no bet lies on a box."""
    rules = plan.rules
    if any(rules.spots().values()):
        raise _no_kernel(rules)
    stake = stake_of(rules)
    bets = [Bet("player", bet, stake) for bet in rules.spots()]

    def decide(round: Round) -> Input:
        raise _no_kernel(round.rules)

    return EngineTable(engine.begin(rules, bets, limits=Limits(1, stake)), stake, decide)


class PlayedByEngine:
    """A game of cards that has no kernel."""

    def __init__(self, plan: Plan) -> None:
        plan.refuse_boxes()
        plan.refuse_strategy()
        rules = plan.rules
        self._plan, self._table = plan, plain_table(plan)
        self._bets = {bet: number for number, bet in enumerate(rules.spots())}
        pays = {Fraction(odds.win, odds.stake) for _, odds in rules.pays()}
        nets = sorted({Fraction(-1), Fraction(-1, 2), Fraction(0), *pays})
        self._denominator = lcm(*(won.denominator for won in nets))
        self._nets = {int(won * self._denominator): number for number, won in enumerate(nets)}
        self._most = plan.cards.size + 1 if plan.shoes else 2
        each = len(self._bets)
        # Where each part of the tally ends: nets of each bet, squares, products, rounds, cards.
        self._parts = np.cumsum([each * len(nets), each, each, self._most, 1])
        self.tally_size = int(self._parts[-1])
        self.rounds_a_unit = _rounds_of_a_shoe(plan) if plan.shoes else 1

    def play(self, seed: int, first: int, units: int, tally: Ints) -> None:
        counts, squares, products, lengths, cards, _ = np.split(tally, self._parts)
        for unit in range(first, first + units):
            won = np.zeros(len(self._bets), dtype=np.int64)
            rounds = 0
            for round, used in rounds_of(self._plan, self._table, seed, unit):
                rounds += 1
                cards += used
                for (name, _), fraction in self._table.nets(round).items():
                    net, bet = int(fraction * self._denominator), self._bets[name]
                    counts[bet * len(self._nets) + self._nets[net]] += 1
                    won[bet] += net
            lengths[rounds] += 1
            squares += won * won
            products += rounds * won

    def rounds(self, tally: Ints) -> int:
        lengths = np.split(tally, self._parts)[3]
        return int((np.arange(self._most) * lengths).sum())

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        counts, squares, products, lengths, _, _ = np.split(tally, self._parts)
        rounds = self.rounds(tally)
        squared = sum(n * n * units for n, units in enumerate(lengths.tolist()))
        told = []
        for bet, times in zip(self._bets, counts.reshape(len(self._bets), -1), strict=True):
            number = self._bets[bet]
            outcomes = {won: n for won, n in zip(self._nets, times.tolist(), strict=True) if n}
            net = sum(won * n for won, n in outcomes.items())
            told.append(
                BetTally(
                    bet,
                    rounds,
                    self._denominator,
                    rounds,
                    net,
                    int(squares[number]),
                    squared,
                    int(products[number]),
                    outcomes,
                )
            )
        return tuple(told)

    def shoes(self, tally: Ints) -> ShoeTally | None:
        if not self._plan.shoes:
            return None
        _, _, _, lengths, cards, _ = np.split(tally, self._parts)
        return ShoeTally({n: had for n, had in enumerate(lengths.tolist()) if had}, int(cards[0]))

    def exact(self) -> Mapping[str, float]:
        return {odds.bet: odds.ev for odds in worth_of(self._plan.rules)}


def _rounds_of_a_shoe(plan: Plan) -> int | None:
    """Where every round takes as many cards."""
    rules, cards = plan.rules, plan.cards
    if not isinstance(rules, DealtOutRules) or engine.family_engine(rules) is not dealt_out:
        return None
    return -(-(cards.size - cards.burned - cards.reserve) // len(rules.deals_to))


def _no_kernel(rules: Rules) -> Refused:
    message = f"{rules.game} cannot be simulated: its family names no part `sim`"
    return Refused(Code.BAD_SETTING, message)
