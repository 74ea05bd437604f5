"""Each family's rounds by the million: played by compiled code, or else by the engine, which takes
longer."""

from importlib.util import find_spec

from croupier.kit.errors import Code, Refused
from croupier.kit.registry import part
from croupier.sim.game import SimulatedGame
from croupier.sim.plan import Plan


def simulated(plan: Plan) -> SimulatedGame:
    """The game as it is asked for, or a refusal that says what is wrong with that."""
    check_numba()
    game: SimulatedGame = part(plan.rules.family, "sim")(plan)
    return game


def check_numba() -> None:
    """Before anything is imported that is compiled."""
    if find_spec("numba") is None:
        raise Refused(Code.BAD_SETTING, "simulation needs numba: pip install 'croupier[sim]'")
