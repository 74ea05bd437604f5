"""Rounds by the billion: every game played by compiled code, counted in integers, and held to the
engine and to the exact odds.

    result = simulate(variant("live-baccarat"), 10_000_000, seed=7)
    for bet in result.bets:
        print(bet.bet, bet.tally.mean, bet.ev, bet.z, bet.nets, bet.counts)
"""

from croupier.sim.game import BetTally, ShoeTally
from croupier.sim.result import Simulated, SimulatedBet
from croupier.sim.simulation import simulate

__all__ = ["BetTally", "ShoeTally", "Simulated", "SimulatedBet", "simulate"]
