"""Kernels held to the engine: both play the same units, and every bet must come to the same."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from croupier.engine.rules import Rules
from croupier.kit.registry import part
from croupier.sim.by_engine import EngineTable, rounds_of
from croupier.sim.families import simulated
from croupier.sim.game import SimulatedGame
from croupier.sim.plan import Plan
from croupier.sim.run import play


class ByEngine(msgspec.Struct, frozen=True):
    """Rounds that kernel and engine both played."""

    rounds: int
    differences: tuple[str, ...]


class BetSums(msgspec.Struct):
    """What a tally says of a bet, with fractions of the bet."""

    outcomes: Counter[Fraction] = msgspec.field(default_factory=Counter)
    staked: int = 0
    net: Fraction = Fraction()
    net_squared: Fraction = Fraction()
    staked_squared: int = 0
    staked_net: Fraction = Fraction()


class Sums(msgspec.Struct):
    bets: dict[str, BetSums] = {}
    rounds: int = 0
    cards: int | None = None
    """None where the kernel does not count them."""


def table_of(plan: Plan) -> EngineTable:
    """How the engine plays what the family's kernel plays."""
    table: EngineTable = part(plan.rules.family, "sim_table")(plan)
    return table


def held_to_engine(rules: Rules, seed: int, rounds: int) -> ByEngine:
    """The first units of a run, each played by both."""
    differing = differing_units(Plan(rules), seed, 0, rounds)
    return ByEngine(rounds, tuple(f"round {unit} of seed {seed}" for unit in differing))


def differing_units(
    plan: Plan, seed: int, first: int, units: int, game: SimulatedGame | None = None
) -> Iterator[int]:
    """Units that the kernel plays otherwise than the engine."""
    yield from _differing(plan, game or simulated(plan), table_of(plan), seed, first, units)


def _differing(  # noqa: PLR0917
    plan: Plan, game: SimulatedGame, table: EngineTable, seed: int, first: int, units: int
) -> Iterator[int]:
    if by_kernel(game, seed, first, units) == by_engine(plan, table, seed, first, units):
        return
    if units == 1:
        yield first
        return
    half = units // 2
    yield from _differing(plan, game, table, seed, first, half)
    yield from _differing(plan, game, table, seed, first + half, units - half)


def by_kernel(game: SimulatedGame, seed: int, first: int, units: int) -> Sums:
    tally = play(game, seed, first, units)
    shoes = game.shoes(tally)
    sums = Sums({}, game.rounds(tally), None if shoes is None else shoes.cards)
    for bet in game.bets(tally):
        unit = bet.denominator
        outcomes = Counter({Fraction(won, unit): n for won, n in bet.outcomes.items() if n})
        if bet.staked:
            sums.bets[bet.bet] = BetSums(
                outcomes,
                bet.staked,
                Fraction(bet.net, unit),
                Fraction(bet.net_squared, unit**2),
                bet.staked_squared,
                Fraction(bet.staked_net, unit),
            )
    return sums


def by_engine(plan: Plan, table: EngineTable, seed: int, first: int, units: int) -> Sums:
    sums = Sums({}, 0, 0 if plan.shoes else None)
    for unit in range(first, first + units):
        staked: Counter[str] = Counter()
        won: dict[str, Fraction] = {}
        for round, used in rounds_of(plan, table, seed, unit):
            sums.rounds += 1
            if sums.cards is not None:
                sums.cards += used
            for (bet, _), net in table.nets(round).items():
                sums.bets.setdefault(bet, BetSums()).outcomes[net] += 1
                staked[bet] += 1
                won[bet] = won.get(bet, Fraction()) + net
        for bet, net in won.items():
            of = sums.bets[bet]
            of.staked += staked[bet]
            of.net += net
            of.net_squared += net**2
            of.staked_squared += staked[bet] ** 2
            of.staked_net += staked[bet] * net
    return sums
