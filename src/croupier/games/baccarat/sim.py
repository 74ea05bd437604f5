"""Baccarat: a unit of play is a coup from a fresh shoe, or a shoe down to the cut card.

The kernel counts how coups end. What every bet has won then is told by the engine's own judge.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action
from croupier.engine.layout import Bet, Limits
from croupier.games.baccarat import kernel
from croupier.games.baccarat.engine.rules import ANTES, PAIRS, BaccaratRules
from croupier.games.baccarat.engine.settlement import judge_pair
from croupier.games.baccarat.engine.state import Round
from croupier.games.baccarat.engine.table_of_play import card_points, hand_points
from croupier.games.baccarat.odds.coups import ante_decisions, drawn_out, nets_by_points
from croupier.kit.cards import RANKS, Card, rank, shoe
from croupier.kit.decode_errors import NotDecoded, decoded
from croupier.kit.errors import Code, Refused
from croupier.odds.game import worth_of
from croupier.odds.shoe import ShoeComposition
from croupier.odds.strategy import AnteStrategy
from croupier.odds.worth import LOST, AnteDecision, net
from croupier.sim.by_engine import EngineTable, stake_of
from croupier.sim.cuda.text import CudaKernel
from croupier.sim.game import BetTally, Ints, ShoeTally, counted, one_a_round
from croupier.sim.kernels.random_cards import FRESH, SHOE
from croupier.sim.plan import Plan

_LONGEST = 2**63 - 1


def simulated_baccarat(plan: Plan) -> "FreshCoups | Shoes":
    return (Shoes if plan.shoes else FreshCoups)(plan)


class _Coups:
    """What every bet comes to at every end."""

    def __init__(self, plan: Plan) -> None:
        assert isinstance(plan.rules, BaccaratRules)
        plan.refuse_boxes()
        self._rules = plan.rules
        self._cards = plan.cards
        self._decisions = ante_decisions_of(plan)
        raises = {(one.bet, one.points): one.raises for one in self._decisions}
        fractions = {
            bet: _nets(plan.rules, bet, [raises.get((bet, n), False) for n in range(10)])
            for bet in plan.rules.spots()
        }
        self._denominator = lcm(*(won.denominator for nets in fractions.values() for won in nets))
        self._bets = tuple(fractions)
        self._nets = np.array(
            [[int(won * self._denominator) for won in nets] for nets in fractions.values()]
        )
        self._shoe = np.array([_code(card) for card in shoe(plan.rules.decks)], dtype=np.uint8)
        self._hands = _hands()

    def nets_of(self, cards: Sequence[Card]) -> dict[str, Fraction]:
        """What every bet has won in a coup with these six cards, those it does not need too."""
        end, _ = kernel.coup(*map(_code, cards), self._hands)  # type: ignore[call-arg]
        return {
            bet: Fraction(int(won), self._denominator)
            for bet, won in zip(self._bets, self._nets[:, end], strict=True)
        }

    def rounds(self, tally: Ints) -> int:
        return int(tally[: kernel.ENDS].sum())

    def exact(self) -> Mapping[str, float]:
        """An ante that is raised as it is here is worth what each first card brings."""
        evs = {odds.bet: odds.ev for odds in worth_of(self._rules)}
        for bet in evs.keys() & ANTES.keys():
            evs[bet] = sum(
                one.p * (one.raise_ev if one.raises else one.fold_ev)
                for one in self._decisions
                if one.bet == bet
            )
        return evs

    def _cuda(self, mode: int, tally_size: int) -> CudaKernel:
        numbers = {
            "MODE": mode,
            "SIZE": len(self._shoe),
            "BURNED": self._cards.burned,
            "RESERVE": self._cards.reserve,
            "BETS": len(self._bets),
        }
        nets = np.ascontiguousarray(self._nets.T, np.int32)
        tables = (self._shoe, self._hands, nets)
        near = self._hands.nbytes + self._shoe.nbytes
        return CudaKernel(__package__, numbers, tables, tally_size, shared_bytes=near)

    def _bet(self, number: int, tally: Ints) -> BetTally:
        outcomes = counted(self._nets[number].tolist(), tally[: kernel.ENDS].tolist())
        return one_a_round(self._bets[number], self._denominator, outcomes)


class FreshCoups(_Coups):
    tally_size = kernel.ENDS
    rounds_a_unit = 1

    def play(self, seed: int, first: int, units: int, tally: Ints) -> None:
        kernel.play_fresh(np.uint64(seed), np.uint64(first), units, self._shoe, self._hands, tally)

    @property
    def cuda(self) -> CudaKernel:
        return self._cuda(FRESH, self.tally_size)

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        return tuple(self._bet(number, tally) for number in range(len(self._bets)))

    def shoes(self, tally: Ints) -> ShoeTally | None:  # noqa: ARG002
        return None


class Shoes(_Coups):
    rounds_a_unit = None

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._by_end = np.ascontiguousarray(self._nets.T)
        most = self._cards.size // 4 + 1
        # Where each part of the tally ends: ends, squares, products, coups of a shoe, cards.
        self._parts = np.cumsum([kernel.ENDS, len(self._bets), len(self._bets), most, 1])
        self.tally_size = int(self._parts[-1])
        won = most * max(int(np.abs(self._nets).max()), 1)
        self._most_units = _LONGEST // won**2

    def play(self, seed: int, first: int, units: int, tally: Ints) -> None:
        if first + units > self._most_units:
            raise Refused(
                Code.LIMIT, f"at these pays {self._most_units:,} shoes can be counted, no more"
            )
        ends, squares, products, coups, cards, _ = np.split(tally, self._parts)
        kernel.play_shoes(
            np.uint64(seed),
            np.uint64(first),
            units,
            self._shoe,
            self._cards.burned,
            self._cards.reserve,
            self._hands,
            self._by_end,
            ends,
            squares,
            products,
            coups,
            cards,
        )

    @property
    def cuda(self) -> CudaKernel:
        return self._cuda(SHOE, self.tally_size)

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        _, squares, products, coups, _, _ = np.split(tally, self._parts)
        staked_squared = sum(n * n * shoes for n, shoes in enumerate(coups.tolist()))
        return tuple(
            msgspec.structs.replace(
                self._bet(number, tally),
                net_squared=int(squares[number]),
                staked_squared=staked_squared,
                staked_net=int(products[number]),
            )
            for number in range(len(self._bets))
        )

    def shoes(self, tally: Ints) -> ShoeTally | None:
        _, _, _, coups, cards, _ = np.split(tally, self._parts)
        return ShoeTally(
            {n: shoes for n, shoes in enumerate(coups.tolist()) if shoes}, int(cards[0])
        )


def baccarat_table(plan: Plan) -> EngineTable:
    """The engine with every bet of a player who raises as it is done here."""
    rules = plan.rules
    stake = stake_of(rules)
    bets = [Bet("player", bet, stake) for bet in rules.spots()]
    raises = {(one.bet, one.points): one.raises for one in ante_decisions_of(plan)}

    def decide(round: engine.Round) -> Act:
        assert isinstance(round, Round)
        ante = engine.waiting(round).decisions[0].bet
        assert ante is not None
        action = Action.RAISE if raises[ante, card_points(round.player[0])] else Action.FOLD
        return Act("player", action, bet=ante)

    begun = engine.begin(rules, bets, limits=Limits(1, stake))
    return EngineTable(begun, stake, decide, {wager: ante for ante, wager in ANTES.items()})


def ante_decisions_of(plan: Plan) -> tuple[AnteDecision, ...]:
    """As is best, or as the strategy that was given has it; what each is worth by the odds."""
    rules = plan.rules
    assert isinstance(rules, BaccaratRules)
    if not rules.ante_pays:
        plan.refuse_strategy()
        return ()
    if plan.strategy not in (None, "chart"):
        raise Refused(
            Code.BAD_SETTING,
            f"{rules.game} has no strategy {plan.strategy[:40]!r}: it has chart, or a file",
        )
    best = ante_decisions(rules, ShoeComposition.of_decks(rules.decks))
    if not plan.written:
        return best
    raises = _raises_written(rules, plan.written)
    missing = next((one for one in best if (one.bet, one.points) not in raises), None)
    if missing is not None:
        message = f"the strategy does not say what to do with {missing.bet} on {missing.points}"
        raise Refused(Code.BAD_FILE, message)
    return tuple(msgspec.structs.replace(one, raises=raises[one.bet, one.points]) for one in best)


def _raises_written(rules: BaccaratRules, written: str) -> dict[tuple[str, int], bool]:
    try:
        strategy = decoded(written, AnteStrategy)
    except NotDecoded as error:
        message = f"the strategy is none for {rules.game}: {error}"
        raise Refused(Code.BAD_FILE, message) from None
    if strategy.game != rules.game:
        message = f"the strategy is one for {strategy.game[:40]!r}, not for {rules.game}"
        raise Refused(Code.BAD_FILE, message)
    return {(one.bet, one.points): one.raises for one in strategy.decisions}


def _nets(rules: BaccaratRules, bet: str, raises: list[bool]) -> list[Fraction]:
    """What it has won at each end of a coup, as the kernel numbers them."""
    if bet in PAIRS:
        pairs = [_pair(rules, bet, pair) for pair in range(kernel.PAIRS)]
        return pairs * (kernel.ENDS // kernel.PAIRS)
    flat = nets_by_points(rules, {bet: 1})
    if bet not in ANTES:
        return [won for _ in range(10) for won in flat.values() for _ in range(kernel.PAIRS)]
    assert rules.raise_multiple is not None
    # NKB 3.4.2: the raise is a bet of its own, so many times the ante.
    raised = nets_by_points(rules, {bet: 1, ANTES[bet]: rules.raise_multiple})
    return [
        won if raises[first] else LOST
        for first in range(10)
        for won in raised.values()
        for _ in range(kernel.PAIRS)
    ]


def _pair(rules: BaccaratRules, bet: str, pairs: int) -> Fraction:
    alike, apart = (Card("AS"), Card("AH")), (Card("AS"), Card("2S"))
    player, banker = (alike if pairs & side else apart for side in (1, 2))
    verdict = judge_pair(Round(rules, (), player, banker), bet)
    assert verdict is not None
    return net(verdict)


def _code(card: Card) -> int:
    return card_points(card) * kernel.RANK + RANKS.index(rank(card))


@cache
def _hands() -> NDArray[np.int16]:
    hands = np.zeros((10, 10, 10, 10), dtype=np.int16)
    for points in np.ndindex(hands.shape):
        player, banker = drawn_out(*points)
        dealt = len(player) + len(banker)
        hands[points] = 100 * dealt + 10 * hand_points(player) + hand_points(banker)
    return hands.ravel()
