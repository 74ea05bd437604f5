"""What a bet is worth: how it ends, how often, and what is left of a unit on average."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isclose, sqrt
from typing import TypeVar

import msgspec

from croupier.engine.lines import Result, Verdict
from croupier.engine.rules import Rules, settable, setting_name
from croupier.kit.money import format_amount
from croupier.kit.odds import Odds

Nets = Mapping[Fraction, Fraction]
"""What is won or lost per unit → how likely it is."""

LOST = Fraction(-1)

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""

_Number = TypeVar("_Number", Fraction, float)


class Outcome(msgspec.Struct, frozen=True):
    net: float
    p: float


class BetOdds(msgspec.Struct, frozen=True, kw_only=True):
    """All per unit of the bet as it is first put down."""

    bet: str
    ev: float
    ev_exact: str | None
    """In lowest terms, where every way the cards can fall was counted."""
    house_edge: float
    stddev: float
    win: float
    push: float
    lose: float
    outcomes: tuple[Outcome, ...]
    per_unit_wagered: float | msgspec.UnsetType = msgspec.UNSET
    """Where more is staked on the way: what a unit of all that is worth."""
    ev_composition: float | msgspec.UnsetType = msgspec.UNSET
    """Where the play may look at the very cards, not at totals alone."""
    ev_not_following: float | msgspec.UnsetType = msgspec.UNSET
    """Of a bet behind a seat: without what the seat's doubles and splits add to it."""


class AnteDecision(msgspec.Struct, frozen=True):
    """What to do with an ante once Player's first card lies there (NKB 3.4), per unit of ante."""

    bet: str
    points: int
    """What the card counts."""
    p: float
    """How often it is that card."""
    raise_ev: float
    fold_ev: float
    raises: bool


class GameOdds(msgspec.Struct, frozen=True):
    game: str
    settings: dict[str, bool | int | str]
    """All that are in force, as a round file writes them."""
    bets: tuple[BetOdds, ...]
    shoe: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    """How many of each rank or card, where it is not a fresh one of those decks."""


def exact(bet: str, nets: Nets, *, staked: Fraction | None = None) -> BetOdds:
    """From every outcome and its chance; `staked` is all that is put down on average, where that
    is more than the bet."""
    assert sum(nets.values()) == 1
    mean = sum((net * p for net, p in nets.items()), Fraction())
    return _bet_odds(
        bet,
        nets,
        float(mean),
        ev_exact=str(mean),
        per_unit_wagered=msgspec.UNSET if staked is None else float(mean / staked),
    )


def approximate(
    bet: str,
    nets: Mapping[float, float],
    ev: float,
    *,
    ev_composition: float,
) -> BetOdds:
    """Where the worth is reckoned apart from the outcomes, and in floats."""
    assert isclose(sum(nets.values()), 1, abs_tol=1e-9)
    return _bet_odds(bet, nets, ev, ev_composition=ev_composition)


def _bet_odds(
    bet: str,
    nets: Mapping[_Number, _Number],
    ev: float,
    *,
    ev_exact: str | None = None,
    per_unit_wagered: float | msgspec.UnsetType = msgspec.UNSET,
    ev_composition: float | msgspec.UnsetType = msgspec.UNSET,
) -> BetOdds:
    mean = sum(net * p for net, p in nets.items())
    return BetOdds(
        bet=bet,
        ev=ev,
        ev_exact=ev_exact,
        house_edge=0.0 - ev,
        stddev=sqrt(sum((net - mean) ** 2 * p for net, p in nets.items())),
        win=float(sum(p for net, p in nets.items() if net > 0)),
        push=float(sum(p for net, p in nets.items() if net == 0)),
        lose=float(sum(p for net, p in nets.items() if net < 0)),
        outcomes=tuple(Outcome(float(net), float(p)) for net, p in sorted(nets.items()) if p),
        per_unit_wagered=per_unit_wagered,
        ev_composition=ev_composition,
    )


def shares(ways: Mapping[Fraction, int]) -> Nets:
    """In how many ways each comes about → how likely it is."""
    every = sum(ways.values())
    return {net: Fraction(count, every) for net, count in ways.items()}


def paid(odds: Odds) -> Fraction:
    return Fraction(odds.win, odds.stake)


def net(verdict: Verdict) -> Fraction:
    """Per unit staked."""
    if verdict.odds is not None:
        return paid(verdict.odds)
    return LOST / (1 + verdict.half) if verdict.result is Result.LOSE else Fraction()


def settings_in_force(rules: Rules) -> dict[str, bool | int | str]:
    return {setting_name(field): _written(rules, field) for field in rules.settings()}


def _written(rules: Rules, field: str) -> bool | int | str:
    value = getattr(rules, field)
    _, meta = settable(type(rules))[field]
    if (meta.extra or {}).get("amount"):
        return format_amount(value)
    return str(value) if isinstance(value, Odds) else value
