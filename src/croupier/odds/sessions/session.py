"""All that is told of a session, from one round and how many of it there are."""

from math import ceil

from croupier.engine.rules import Rules
from croupier.kit.errors import Code, Refused
from croupier.kit.money import format_amount
from croupier.odds.sessions.losing_runs import losing_runs
from croupier.odds.sessions.nets import NetDistribution, RoundNets, check_rounds
from croupier.odds.sessions.question import (
    LosingRun,
    Quantile,
    RoundFigures,
    RuinAt,
    RuinOdds,
    SessionOdds,
    SessionQuestion,
    Side,
)
from croupier.odds.sessions.round_nets import round_nets
from croupier.odds.sessions.ruin import Ruin, ruin_within
from croupier.odds.sessions.ruin_for_ever import ruin_for_ever
from croupier.odds.sessions.totals import totals
from croupier.odds.worth import Progress, settings_in_force

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BINS = 60
_BANKROLLS = 48
_HARDLY = 0.01
"""Ruin that is rarer is not drawn any further."""


def session_odds(
    rules: Rules, asked: SessionQuestion, progress: Progress | None = None
) -> SessionOdds:
    # What a session cannot be is said before a blackjack is reckoned for it.
    needed = sum(asked.stakes.values()) if asked.side is Side.PLAYER else 0
    if asked.bankroll is not None:
        _check_bankroll(asked.bankroll, needed)
    check_rounds(asked.rounds)
    nets = round_nets(rules, asked.stakes, progress=progress)
    if asked.side is Side.HOUSE:
        nets = {-net: chance for net, chance in nets.items()}
    results = totals(nets, asked.rounds)
    return SessionOdds(
        game=rules.game,
        settings=settings_in_force(rules),
        side=asked.side,
        stakes=asked.stakes,
        rounds=asked.rounds,
        round=_figures(nets),
        mean=results.mean,
        stddev=results.deviation,
        ahead=results.ahead,
        even=results.even,
        behind=results.behind,
        error=results.error,
        quantiles=tuple(Quantile(p, results.quantile(p)) for p in QUANTILES),
        bins=results.bins(BINS),
        losing_run=_losing_run(nets, asked.rounds),
        ruin=None if asked.bankroll is None else _ruin(nets, asked, needed),
    )


def _check_bankroll(bankroll: int, needed: int) -> None:
    if bankroll < needed or bankroll <= 0:
        at_least = f"it is at least {format_amount(needed)}, the stakes of a round"
        raise Refused(
            Code.BAD_AMOUNT,
            f"a bankroll of {format_amount(bankroll)} is too small"
            + (f": {at_least}" if needed else ""),
        )


def _figures(nets: RoundNets) -> RoundFigures:
    round = NetDistribution.of(nets)
    win, push, lose = (
        sum(p for net, p in nets.items() if (net > 0) - (net < 0) == sign) for sign in (1, 0, -1)
    )
    return RoundFigures(round.mean, round.deviation, win, push, lose)


def _losing_run(nets: RoundNets, rounds: int) -> LosingRun:
    runs = losing_runs(nets, rounds)
    median, p95, p99 = map(runs.quantile, (0.5, 0.95, 0.99))
    last = runs.quantile(1 - 1e-6)
    return LosingRun(runs.mean, median, p95, p99, tuple(runs.chances[: last + 1].tolist()))


def _ruin(nets: RoundNets, asked: SessionQuestion, needed: int) -> RuinOdds:
    bankroll = asked.bankroll or 0
    within, for_ever = ruin_within(nets, asked.rounds), ruin_for_ever(nets)
    drawn = max(bankroll + bankroll // 4, needed + _rare_from(within))
    # Whole rounds: what is between them only shows the steps of the lattice.
    staked = sum(asked.stakes.values())
    step = staked * ceil((drawn - needed) / staked / _BANKROLLS)
    return RuinOdds(
        needed,
        bankroll,
        within.at(bankroll - needed),
        for_ever.at(bankroll - needed),
        tuple(
            RuinAt(needed + above, within.at(above), for_ever.at(above))
            for above in range(0, drawn - needed + step, step)
        ),
    )


def _rare_from(ruin: Ruin) -> int:
    """How much above the mark it is hardly likely any more."""
    return ruin.step * int((ruin.chances > _HARDLY).sum())
