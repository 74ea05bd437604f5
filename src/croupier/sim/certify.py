"""A game certified: what every bet came to beside its exact worth, a sample of rounds beside the
engine's, and all that is needed to repeat it."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import NormalDist

import msgspec
import numpy as np

from croupier.engine.rules import Rules
from croupier.kit.registry import part
from croupier.odds.worth import settings_in_force
from croupier.sim import kernels
from croupier.sim.compare_engine import ByEngine
from croupier.sim.families import simulated
from croupier.sim.plan import Plan
from croupier.sim.run import Progress
from croupier.sim.simulation import simulate

_PACKAGES = ("croupier", "numpy", "numba", "msgspec")


class CertifiedBet(msgspec.Struct, frozen=True):
    bet: str
    rounds: int
    mean: float
    stderr: float
    ev: float | None
    """None where no exact odds speak of it."""
    z: float | None
    passed: bool


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    title: str
    settings: dict[str, bool | int | str]
    passed: bool
    confidence: float
    """How often a right game passes."""
    limit: float
    """Standard errors that no bet may be off by, so that all together pass so often."""
    rounds: int
    seed: int
    seconds: float
    bets: tuple[CertifiedBet, ...]
    by_engine: ByEngine
    command: str
    versions: dict[str, str]
    hashes: dict[str, str]
    """SHA-256 of the rules, of what is compiled, of the game's tables, and of the totals."""


def certify(
    rules: Rules,
    *,
    rounds: int,
    seed: int,
    confidence: float,
    rounds_by_engine: int,
    command: str = "",
    progress: Progress = lambda _done, _of: None,
) -> Certificate:
    """Every bet, played best from fresh shoes."""
    result = simulate(rules, rounds, seed=seed, progress=progress)
    compared: ByEngine = part(rules.family, "sim_check")(rules, seed, rounds_by_engine)
    told = [bet for bet in result.bets if bet.z is not None]
    limit = limit_of(confidence, len(told))
    bets = tuple(
        CertifiedBet(
            bet.bet,
            bet.tally.rounds,
            bet.tally.mean,
            bet.tally.stderr,
            bet.ev,
            bet.z,
            passed=bet.z is None or abs(bet.z) <= limit,
        )
        for bet in result.bets
    )
    plan = Plan(rules)
    return Certificate(
        game=rules.game,
        title=rules.title,
        settings=settings_in_force(rules),
        passed=bool(told) and all(bet.passed for bet in bets) and not compared.differences,
        confidence=confidence,
        limit=limit,
        rounds=result.rounds,
        seed=seed,
        seconds=result.seconds,
        bets=bets,
        by_engine=compared,
        command=command,
        versions={
            "python": platform.python_version(),
            **{package: version(package) for package in _PACKAGES},
        },
        hashes={
            "rules": _hash([msgspec.json.encode(plan.named())]),
            **_kernels(rules),
            "tables": _hash(_content(vars(simulated(plan)))),
            "totals": _hash([result.tally.tobytes()]),
        },
    )


def limit_of(confidence: float, bets: int) -> float:
    """Of a right game all bets together stay within it as often as the confidence says, were they
    independent (Šidák); since they are not, more often."""
    each = confidence ** (1 / max(bets, 1))
    return NormalDist().inv_cdf((1 + each) / 2)


def _kernels(rules: Rules) -> dict[str, str]:
    """Of all that is compiled: what draws the cards, and what plays the game."""
    files = sorted(Path(str(kernels.__file__)).parent.glob("*.py"))
    game = find_spec(part(rules.family, "sim").__module__)
    if game is not None and game.origin is not None:
        files += sorted(Path(game.origin).parent.glob("kernel.py"))
    return {f"{file.parent.name}/{file.name}": _hash([file.read_bytes()]) for file in files}


def _hash(parts: Iterator[bytes] | Sequence[bytes]) -> str:
    digest = sha256()
    for one in parts:
        digest.update(len(one).to_bytes(8, "big") + one)
    return digest.hexdigest()


def _content(value: object) -> Iterator[bytes]:
    """Of everything a game has made of its rules, in a fixed order."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape}".encode()
        yield value.tobytes()
    elif isinstance(value, Mapping):
        for key in sorted(value, key=str):
            yield str(key).encode()
            yield from _content(value[key])
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for each in value:
            yield from _content(each)
    elif value is None or isinstance(value, str | int | Fraction):
        yield repr(value).encode()
