"""Roulette: a unit of play is a spin."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import numpy as np

from croupier.games.roulette import kernel
from croupier.games.roulette.engine.round import judge
from croupier.games.roulette.engine.rules import RouletteRules
from croupier.games.roulette.engine.spots import POCKETS, SPOTS
from croupier.games.roulette.odds import RouletteOdds
from croupier.kit.errors import Code, Refused
from croupier.odds.worth import net
from croupier.sim.cuda.text import CudaKernel
from croupier.sim.game import BetTally, Ints, ShoeTally, counted, one_a_round
from croupier.sim.kernels.random_cards import GIVEN
from croupier.sim.plan import Plan


class SimulatedRoulette:
    tally_size = len(POCKETS)
    rounds_a_unit = 1

    def __init__(self, plan: Plan) -> None:
        assert isinstance(plan.rules, RouletteRules)
        if plan.shoes:
            raise Refused(Code.BAD_SETTING, f"{plan.rules.game} is played without cards")
        plan.refuse_boxes()
        plan.refuse_strategy()
        self._rules = plan.rules
        self._nets = {
            spot: [net(judge(plan.rules, pocket, spot)) for pocket in POCKETS] for spot in SPOTS
        }
        every = (won for nets in self._nets.values() for won in nets)
        self._denominator = lcm(*(won.denominator for won in every))

    def play(self, seed: int, first: int, units: int, tally: Ints) -> None:
        kernel.play(np.uint64(seed), np.uint64(first), units, tally)

    @property
    def cuda(self) -> CudaKernel:
        # No cards are drawn: the wheel needs no room of its own beside a thread.
        numbers = {"MODE": GIVEN, "SIZE": len(POCKETS)}
        return CudaKernel(__package__, numbers, (), self.tally_size, shared_bytes=0)

    def rounds(self, tally: Ints) -> int:
        return int(tally.sum())

    def bets(self, tally: Ints) -> tuple[BetTally, ...]:
        return tuple(self._bet(spot, nets, tally) for spot, nets in self._nets.items())

    def _bet(self, spot: str, nets: list[Fraction], tally: Ints) -> BetTally:
        whole = [int(won * self._denominator) for won in nets]
        return one_a_round(spot, self._denominator, counted(whole, tally.tolist()))

    def shoes(self, tally: Ints) -> ShoeTally | None:  # noqa: ARG002
        return None

    def exact(self) -> Mapping[str, float]:
        return {odds.bet: odds.ev for odds in RouletteOdds().worth(self._rules, None, SPOTS, None)}
