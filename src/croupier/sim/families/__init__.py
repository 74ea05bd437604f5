"""Each family's rounds, played by compiled code, by its name.

A family brings a function from a plan to a `SimulatedGame`. One that brings none is played by the
engine itself, which takes longer.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from croupier.kit.errors import Code, Refused
from croupier.kit.registry import Registry
from croupier.sim.game import SimulatedGame
from croupier.sim.plan import Plan

Compile = Callable[[Plan], SimulatedGame]


def _imported(module: str, name: str) -> Compile:
    """When it is asked for: compiled code is slow to import."""

    def compile(plan: Plan) -> SimulatedGame:
        game: SimulatedGame = getattr(import_module(f"croupier.sim.{module}"), name)(plan)
        return game

    return compile


FAMILIES: Registry[Compile] = Registry(
    "croupier.sim",
    {
        "blackjack": _imported("families.blackjack", "simulated_blackjack"),
        "baccarat": _imported("families.baccarat", "simulated_baccarat"),
        "roulette": _imported("families.roulette", "SimulatedRoulette"),
    },
)
_BY_ENGINE = _imported("by_engine", "PlayedByEngine")


def simulated(plan: Plan) -> SimulatedGame:
    """The game as it is asked for, or a refusal that says what is wrong with that."""
    check_numba()
    return FAMILIES.get(plan.rules.family, _BY_ENGINE)(plan)


def check_numba() -> None:
    """Before anything is imported that is compiled."""
    if find_spec("numba") is None:
        raise Refused(Code.BAD_SETTING, "simulation needs numba: pip install 'croupier[sim]'")
