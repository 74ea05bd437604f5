"""A blackjack as the kernel plays it: rules, chart, shoe and bets in tables, and what its tally
says of every bet."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack.engine.points import VALUES as POINTS
from croupier.games.blackjack.engine.rules import BlackjackRules, BlackjackTakes
from croupier.games.blackjack.engine.settlement import judge_first_two
from croupier.games.blackjack.engine.state import Round
from croupier.games.blackjack.odds.first_cards import BOOM_BUSTED, INSURANCE
from croupier.games.blackjack.sim import kernel
from croupier.games.blackjack.sim.by_engine import NOT_FOLLOWING, Nets
from croupier.games.blackjack.sim.tables import (
    HandTables,
    alone_table,
    dealer_table,
    denominator,
    settle_table,
)
from croupier.kit.cards import DECK, Card
from croupier.kit.errors import Code, Refused
from croupier.odds.worth import LOST, net, paid
from croupier.sim.cuda.text import CudaKernel
from croupier.sim.game import BetTally, Ints, counted
from croupier.sim.kernels.random_cards import AHEAD, FRESH, SHOE

MOST_STEPS_NEAR = 256
"""Hands of all bins that may take a card, for their table to lie beside a GPU's threads."""


class Count(NamedTuple):
    """How cards are counted, and what is bet by the count."""

    tags: tuple[int, ...]
    """By card of the deck."""
    lowest: int
    """The true count of the first bin; each bin is one wide."""
    stakes: tuple[int, ...]
    """Units on the main bet, by bin."""
    insures: tuple[bool, ...]


NO_COUNT = Count((0,) * len(DECK), 0, (1,), (True,))
"""One unit, whatever came; insurance is a bet of its own, and taken whenever it is offered."""


class WholeNets(NamedTuple):
    """Nets by outcome, in whole parts of a bet."""

    denominator: int
    nets: NDArray[np.int32]

    def net(self, outcome: int) -> Fraction:
        return Fraction(int(self.nets[outcome]), self.denominator)


def _whole(nets: Sequence[Fraction]) -> WholeNets:
    unit = lcm(*(net.denominator for net in nets))
    return WholeNets(unit, np.array([int(net * unit) for net in nets], np.int32))


class FirstCards(NamedTuple):
    """Bets that the first cards decide, as the game itself judges them."""

    bets: tuple[str, ...]
    denominators: tuple[int, ...]
    classes: NDArray[np.uint8]
    """First card × second × the dealer's, where one of them looks at it: which of the classes."""
    nets: NDArray[np.int32]
    """Class × bet."""
    with_dealer: bool


class BlackjackGame:
    def __init__(
        self,
        rules: BlackjackRules,
        hands: HandTables,
        *,
        mode: int = FRESH,
        boxes: int = 1,
        bets: Sequence[str] | None = None,
        count: Count = NO_COUNT,
        shoe: NDArray[np.uint8] | None = None,
    ) -> None:
        known = (*rules.spots(), INSURANCE)
        self.rules, self.mode, self.boxes, self.count = rules, mode, boxes, count
        self.chosen = tuple(bet for bet in known if bets is None or bet in bets)
        self.hands = hands
        self.first_cards = _first_cards(rules, self.chosen)
        self.shoe = (
            np.tile(np.arange(len(DECK), dtype=np.uint8), rules.decks) if shoe is None else shoe
        )
        pays = rules.boom_busted
        busted = [
            pays.odds(cards) if pays else None for cards in range(kernel.MOST_CARDS_OF_DEALER)
        ]
        self.bust_nets = _whole([paid(odds) if odds else LOST for odds in busted])
        self.insurance_nets = _whole([LOST, paid(rules.insurance_pays)])
        self.numbers = self._numbers()
        self.tally_size = self._size

    def _numbers(self) -> Ints:
        rules, unit = self.rules, denominator(self.rules)
        equipment = rules.equipment
        pays = rules.blackjack_pays
        level = max(2 * rules.max_hands * unit, pays.win * unit // pays.stake)
        bins, nets = len(self.count.stakes), 2 * level + 1
        bets = kernel.FIRST_CARDS + len(self.first_cards.bets)
        numbers = np.zeros(len(kernel.NUMBERS), np.int64)
        at = 0

        def place(where: int, length: int, *, there: bool = True) -> None:
            nonlocal at
            numbers[where] = at if there else -1
            at += length if there else 0

        place(kernel.ROUNDS_AT, 3 + kernel.ROUNDS_OF_SHOE)
        place(kernel.MAIN_AT, bins * nets)
        place(kernel.ALONE_AT, nets, there="behind" in self.chosen)
        place(kernel.CLASS_AT, len(self.first_cards.nets))
        place(kernel.BUST_AT, kernel.MOST_CARDS_OF_DEALER)
        place(kernel.INSURANCE_AT, 2)
        place(kernel.MOMENTS_AT, bets * kernel.MOMENTS)
        self._size = at
        for where, number in {
            kernel.SIZE: len(self.shoe),
            kernel.BOXES: self.boxes,
            kernel.BURNED: equipment.burned if self.mode == SHOE else 0,
            kernel.RESERVE: equipment.reserve if self.mode == SHOE else 0,
            kernel.HOLE_CARD: rules.hole_card,
            kernel.LOOKS_UNDER_ACE: rules.look_under_ace,
            kernel.LOOKS_UNDER_TEN: rules.look_under_ten,
            kernel.TAKES_ONE_BET: rules.blackjack_takes is BlackjackTakes.ONE_INITIAL_BET,
            kernel.MAX_HANDS: rules.max_hands,
            kernel.DENOMINATOR: unit,
            kernel.BINS: bins,
            kernel.LOWEST_BIN: self.count.lowest,
            kernel.WHOLE_HAND: BOOM_BUSTED in self.chosen,
            kernel.INSURANCE: INSURANCE in self.chosen,
            kernel.CLASSES: len(self.first_cards.nets) if self.first_cards.bets else 0,
            kernel.WITH_DEALER: self.first_cards.with_dealer,
            kernel.CLUSTERED: self.mode == SHOE or self.boxes > 1 or bins > 1,
            kernel.LEVEL: level,
            kernel.NETS: nets,
            kernel.BETS: bets,
        }.items():
            numbers[where] = number
        return numbers

    def play(
        self,
        seed: int,
        first: int,
        units: int,
        tally: Ints,
        record: NDArray[np.int32] | None = None,
    ) -> None:
        work = (
            np.zeros(5, np.uint64),
            self.shoe.copy(),
            np.zeros(len(self.shoe), np.uint64),
            np.zeros(AHEAD, np.uint8),
            np.zeros(self.boxes, np.int64),
            np.zeros(self.boxes, np.int64),
            np.zeros(self.boxes, np.int64),
            np.zeros(4 * self.boxes, np.int64),
            np.zeros(2 * self.numbers[kernel.BETS], np.int64),
        )
        rounds = np.zeros((0, 0), np.int32) if record is None else record
        numbers = (np.uint64(seed), first, units, self.mode, self.numbers)
        kernel.play(*(*numbers, *self.tables, *work, tally, rounds))

    def record(self, seed: int, first: int, units: int) -> NDArray[np.int32]:
        """Every round of these units, in order: a row each, as the kernel writes it."""
        tally = np.zeros(self.tally_size, np.int64)
        self.play(seed, first, units, tally)
        columns = kernel.RECORDED * (self.boxes + 1)
        record = np.zeros((max(self.rounds(tally), 1), columns), np.int32)
        self.play(seed, first, units, np.zeros_like(tally), record)
        return record

    def won(self, record: NDArray[np.int32], stakes: Mapping[str, int]) -> Ints:
        """By round of a record: what these stakes on the first box have won together."""
        main, alone, kind = record[:, : kernel.RECORDED].T.astype(np.int64)
        busted, insured, _ = record[:, kernel.RECORDED * self.boxes :].T.astype(np.int64)
        unit = denominator(self.rules)
        total = np.zeros(len(record), np.int64)
        for bet, stake in stakes.items():
            if bet in ("initial", "behind"):
                parts, of = main, unit
            elif bet == NOT_FOLLOWING:
                parts, of = alone, unit
            elif bet in self.first_cards.bets:
                at = self.first_cards.bets.index(bet)
                parts, of = self.first_cards.nets[kind, at], self.first_cards.denominators[at]
            elif bet == BOOM_BUSTED:
                parts, of = self.bust_nets.nets[busted], self.bust_nets.denominator
            else:
                taken = self.insurance_nets.nets[np.maximum(insured - 1, 0)]
                parts, of = np.where(insured > 0, taken, 0), self.insurance_nets.denominator
            if np.any(stake * parts % of):
                raise Refused(
                    Code.BAD_AMOUNT, f"{bet} is not paid in whole cents: take a rounder stake"
                )
            total += stake * parts // of
        return total

    @cached_property
    def tables(self) -> tuple[NDArray[Any], ...]:
        """In the order in which every kernel takes them."""
        rules, insures = self.rules, INSURANCE in self.chosen
        return (
            self.shoe,
            np.array([POINTS[card[0]] - 1 for card in DECK], np.uint8),
            np.array(self.count.tags, np.int32),
            np.array(self.count.stakes, np.int32),
            np.array([insures and taken for taken in self.count.insures], np.uint8),
            *self.hands,
            dealer_table(rules),
            settle_table(rules),
            alone_table(rules),
            self.first_cards.classes,
            self.first_cards.nets,
            self.bust_nets.nets,
            self.insurance_nets.nets,
        )

    @property
    def cuda(self) -> CudaKernel:
        numbers = {name: int(at) for name, at in zip(kernel.NUMBERS, self.numbers, strict=True)}
        steps, bins = self.hands.step.shape[2], numbers["BINS"]
        # A strategy by the very cards has too many hands to lie beside the threads.
        near = bins * steps <= MOST_STEPS_NEAR
        tables = 540 + 2 * 512 + (bins * (3 * 1000 + steps * 100) if near else 0)
        return CudaKernel(
            __package__,
            numbers | {"MODE": self.mode, "STEPS": steps, "NEAR": near},
            self.tables,
            self.tally_size,
            shared_bytes=2 * tables + len(DECK) + len(self.shoe),
        )

    def rounds(self, tally: Ints) -> int:
        return int(tally[self.numbers[kernel.ROUNDS_AT]])

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        return tuple(self._bets(tally))

    def _bets(self, tally: Ints) -> Iterator[BetTally]:
        numbers, unit = self.numbers, denominator(self.rules)
        bins, nets = int(numbers[kernel.BINS]), int(numbers[kernel.NETS])
        level = int(numbers[kernel.LEVEL])

        def outcomes(part: int, values: NDArray[Any]) -> dict[int, int]:
            at = numbers[part]
            return counted(values.tolist(), tally[at : at + len(values)].tolist())

        values = np.arange(nets) - level
        by_bin = tally[numbers[kernel.MAIN_AT] :][: bins * nets].reshape(bins, nets)
        main = counted(values.tolist(), by_bin.sum(0).tolist())
        for bet in self.chosen:
            if bet in ("initial", "behind"):
                yield self._tally(tally, bet, unit, main, kernel.MAIN)
            if bet == "behind":
                alone = outcomes(kernel.ALONE_AT, values)
                yield self._tally(tally, NOT_FOLLOWING, unit, alone, kernel.ALONE)
            if bet in self.first_cards.bets:
                at = self.first_cards.bets.index(bet)
                won = outcomes(kernel.CLASS_AT, self.first_cards.nets[:, at])
                unit_of = self.first_cards.denominators[at]
                yield self._tally(tally, bet, unit_of, won, kernel.FIRST_CARDS + at)
            if bet == BOOM_BUSTED:
                won = outcomes(kernel.BUST_AT, self.bust_nets.nets)
                yield self._tally(tally, bet, self.bust_nets.denominator, won, kernel.BUSTED)
            if bet == INSURANCE:
                won = outcomes(kernel.INSURANCE_AT, self.insurance_nets.nets)
                yield self._tally(tally, bet, self.insurance_nets.denominator, won, kernel.INSURED)

    def _tally(
        self, tally: Ints, bet: str, unit: int, outcomes: dict[int, int], at: int
    ) -> BetTally:
        times = sum(outcomes.values())
        if self.numbers[kernel.CLUSTERED]:
            place = self.numbers[kernel.MOMENTS_AT] + kernel.MOMENTS * at
            n, x, xx, nn, nx = tally[place : place + kernel.MOMENTS].tolist()
        else:
            n = nn = times
            x = nx = sum(net * count for net, count in outcomes.items())
            xx = sum(net * net * count for net, count in outcomes.items())
        per_round = (
            self.boxes if at in (kernel.MAIN, kernel.ALONE) or at >= kernel.FIRST_CARDS else 1
        )
        return BetTally(bet, times // per_round, unit, n, x, xx, nn, nx, outcomes)

    def nets(self, row: NDArray[np.int32]) -> Nets:
        """Of one recorded round, as the engine tells it."""
        unit = denominator(self.rules)
        nets: Nets = {}
        for box in range(1, self.boxes + 1):
            main, alone, kind = row[kernel.RECORDED * (box - 1) :][: kernel.RECORDED].tolist()
            nets["initial", box] = Fraction(main, unit)
            if "behind" in self.chosen:
                nets["behind", box] = Fraction(main, unit)
                nets[NOT_FOLLOWING, box] = Fraction(alone, unit)
            for at, bet in enumerate(self.first_cards.bets):
                won = int(self.first_cards.nets[kind, at])
                nets[bet, box] = Fraction(won, self.first_cards.denominators[at])
        busted, insured, _ = row[kernel.RECORDED * self.boxes :].tolist()
        if BOOM_BUSTED in self.chosen:
            nets[BOOM_BUSTED, None] = self.bust_nets.net(busted)
        if insured:
            nets[INSURANCE, None] = self.insurance_nets.net(insured - 1)
        return nets


def _first_cards(rules: BlackjackRules, chosen: Sequence[str]) -> FirstCards:
    main = ("initial", "behind", BOOM_BUSTED, INSURANCE)
    bets = tuple(bet for bet in chosen if bet not in main)
    brought = [rules.switched_on[bet] for bet in bets if bet in rules.switched_on]
    with_dealer = any(bet.with_dealer for bet in brought)
    shown: tuple[Card | None, ...] = DECK if with_dealer else (None,)
    by_net: dict[tuple[Fraction, ...], int] = {}
    classes = np.zeros(len(DECK) ** 2 * len(shown), np.uint8)
    if bets:
        at = 0
        for first in DECK:
            for other in DECK:
                for dealer in shown:
                    round = Round(rules, (), (), (), dealer=() if dealer is None else (dealer,))
                    verdicts = (judge_first_two(round, bet, (first, other)) for bet in bets)
                    nets = tuple(net(verdict) for verdict in verdicts if verdict is not None)
                    classes[at] = by_net.setdefault(nets, len(by_net))
                    at += 1
    units = [lcm(*(nets[bet].denominator for nets in by_net)) for bet in range(len(bets))]
    table = np.zeros((len(by_net), len(bets)), np.int32)
    for nets, number in by_net.items():
        table[number] = [int(each * unit) for each, unit in zip(nets, units, strict=True)]
    return FirstCards(bets, tuple(units), classes, table, with_dealer)
