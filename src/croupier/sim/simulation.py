"""A simulation from first to last: who plays, what was kept, and what it came to."""

import secrets
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.odds.game import unknown_bet
from croupier.odds.worth import settings_in_force
from croupier.sim import checkpoint as checkpoints
from croupier.sim.families import simulated
from croupier.sim.game import SimulatedGame
from croupier.sim.plan import Plan
from croupier.sim.result import Simulated, SimulatedBet
from croupier.sim.run import Crew, Progress, run, threads, units_for, units_in

SEEDS = 2**64
MOST_ROUNDS = 10**15
DEVICES = ("cpu", "gpu")


def simulate(
    rules: Rules,
    rounds: int,
    *,
    seed: int | None = None,
    shoes: bool = False,
    boxes: int = 1,
    strategy: str | None = None,
    written: str = "",
    bets: Collection[str] | None = None,
    device: str = "cpu",
    workers: int | None = None,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    progress: Progress = lambda _done, _of: None,
    stop: Callable[[], bool] = lambda: False,
) -> Simulated:
    """So many rounds or a few more, each from a fresh shoe, or shoe after shoe; `progress` is told
    how many are done, and of how many.

    `strategy` is a name the family knows, `written` one as `croupier strategy --json` writes it.
    `cluster` is the address of a Dask scheduler; without, all cores of this machine play, or so
    many `workers`. The same seed comes to the same totals, whoever plays. What was done when it is
    to `stop` is the result of a shorter run.
    """
    _check(rounds, seed, device, cluster)
    plan = Plan(rules, shoes, boxes, strategy, written)
    game = _game(plan, device)
    _check_bets(game, rules, bets or ())
    found = None if checkpoint is None else checkpoints.read(checkpoint)
    if checkpoint is not None and found is not None:
        checkpoints.check_same_run(checkpoint, found, plan, seed)
        seed = found.seed
    seed = secrets.randbelow(2**32) if seed is None else seed
    before = 0.0 if found is None else found.seconds
    keeper = checkpoint and checkpoints.Keeper(checkpoint, plan, seed, before)
    with ExitStack() as stack:
        crew: Crew
        if cluster is not None:
            from croupier.sim.cluster import cluster as connected  # noqa: PLC0415 -- of an extra

            crew = stack.enter_context(connected(cluster, plan))
        else:
            # One launch fills a GPU.
            crew = stack.enter_context(threads(game, 1 if device == "gpu" else workers))
        units, part = units_for(game, rounds, seed), units_in(game, seed, crew.part_s)
        begun = time.perf_counter()
        done = run(
            game,
            crew,
            seed,
            units,
            part=part,
            begun=None if found is None else found.done,
            stop=stop,
            progress=lambda now, of: progress(now * rounds // of, rounds),
            save=keeper.now_and_then if keeper else lambda _done: None,
        )
    seconds = before + time.perf_counter() - begun
    if keeper:
        keeper.write(done)
    if done.units < units and not stop():
        kept = (
            "what was done is kept" if keeper else "with --checkpoint what was done would be kept"
        )
        raise Refused(Code.BAD_SETTING, f"the cluster at {cluster!r} was lost; {kept}")
    exact = game.exact()
    return Simulated(
        game=rules.game,
        settings=settings_in_force(rules),
        dealt="shoe" if shoes else "fresh",
        boxes=boxes,
        strategy="a file" if written else strategy,
        seed=seed,
        units=done.units,
        asked=rounds,
        stopped=done.units < units,
        rounds=game.rounds(done.tally),
        seconds=seconds,
        device=device if cluster is None else "cluster",
        bets=tuple(
            SimulatedBet(tally, exact.get(tally.bet), shoes)
            for tally in game.bets(done.tally)
            if bets is None or tally.bet in bets
        ),
        shoes=game.shoes(done.tally),
        tally=done.tally,
    )


def _check(rounds: int, seed: int | None, device: str, cluster: str | None) -> None:
    if not 0 < rounds <= MOST_ROUNDS:
        message = f"a simulation has from 1 to {MOST_ROUNDS:.0e} rounds, not {rounds}"
        raise Refused(Code.BAD_SETTING, message)
    if seed is not None and not 0 <= seed < SEEDS:
        raise Refused(Code.BAD_SETTING, f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
    if device not in DEVICES:
        raise Refused(Code.BAD_SETTING, f"the device is one of {', '.join(DEVICES)}")
    if device == "gpu" and cluster is not None:
        raise Refused(
            Code.BAD_SETTING, "a cluster's workers play on their processors, not on a GPU"
        )


def _game(plan: Plan, device: str) -> SimulatedGame:
    if device == "gpu":
        from croupier.sim.gpu import on_gpu  # noqa: PLC0415 -- of an extra

        return on_gpu(simulated(plan))
    return simulated(plan)


def _check_bets(game: SimulatedGame, rules: Rules, bets: Collection[str]) -> None:
    known = [tally.bet for tally in game.bets(np.zeros(game.tally_size, dtype=np.int64))]
    for bet in bets:
        if bet not in known:
            raise unknown_bet(rules, bet, known)
