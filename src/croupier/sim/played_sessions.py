"""Sessions that are played, not reckoned: for bets of a round that hang together, for shoes that
are dealt down to the cut card, for whoever bets by a count."""

from collections.abc import Mapping
from math import ceil, sqrt
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.kit.errors import Code, Refused
from croupier.odds.sessions.question import Bin, Quantile, SessionQuestion, Side
from croupier.odds.sessions.session import BINS, QUANTILES
from croupier.sim.game import Ints
from croupier.sim.kernels.sessions import cut

MOST_ROUNDS = 10**10
"""Of all sessions together."""
_AT_ONCE = 2**20
"""Rounds that are recorded before they are cut into sessions."""
_FIRST = 16
"""Units of play that tell how many rounds a unit has."""


@runtime_checkable
class RecordedGame(Protocol):
    """A game that tells every round it plays."""

    def record(self, seed: int, first: int, units: int) -> NDArray[np.int32]:
        """A row for every round of these units, in order."""

    def won(self, record: NDArray[np.int32], stakes: Mapping[str, int]) -> Ints:
        """What these stakes have won together, by round."""


class PlayedSessions(NamedTuple):
    """An entry a session, in the order in which they were played; amounts in the smallest unit."""

    results: Ints
    lowest: Ints
    """How far below what was brought it stood at its worst; zero at least."""
    longest_runs: Ints
    """Of rounds lost in a row."""

    def ruined(self, bankroll: int, needed: int) -> float:
        """The share of sessions in which less was left than a round needs."""
        return float((self.lowest + bankroll < needed).mean())


def play_sessions(
    game: RecordedGame, stakes: Mapping[str, int], rounds: int, sessions: int, seed: int
) -> PlayedSessions:
    """So many sessions of so many rounds with these stakes, one after the other."""
    if rounds < 1 or sessions < 1 or rounds * sessions > MOST_ROUNDS:
        message = (
            f"sessions have from 1 to {MOST_ROUNDS:,} rounds together, not {rounds * sessions:,}"
        )
        raise Refused(Code.LIMIT, message)
    played = PlayedSessions(*(np.zeros(sessions, np.int64) for _ in range(3)))
    won = np.zeros(0, np.int64)
    done, unit, units = 0, 0, _FIRST
    while done < sessions:
        record = game.record(seed, unit, units)
        won = np.concatenate((won, game.won(record, stakes)))
        ready = min(len(won) // rounds, sessions - done)
        cut(won, rounds, *(each[done : done + ready] for each in played))
        won = won[ready * rounds :]
        done += ready
        unit += units
        missing = min((sessions - done) * rounds - len(won), _AT_ONCE)
        units = max(1, missing * units // len(record))
    return played


class PlayedRun(msgspec.Struct, frozen=True):
    """The longest losing run of a session: not exceeded in half, 95 % and 99 % of them."""

    median: int
    p95: int
    p99: int


class PlayedRuin(msgspec.Struct, frozen=True):
    bankroll: int
    needed: int
    """What must be left to go on: less is ruin."""
    within: float
    stderr: float


class PlayedFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What sessions came to, as `SessionOdds` tells what they may come to."""

    game: str
    settings: dict[str, bool | int | str]
    dealt: str
    strategy: str | None
    seed: int
    side: Side
    stakes: dict[str, int]
    rounds: int
    sessions: int
    mean: float
    stderr: float
    """Of the mean."""
    stddev: float
    ahead: float
    even: float
    behind: float
    quantiles: tuple[Quantile, ...]
    bins: tuple[Bin, ...]
    losing_run: PlayedRun
    ruin: PlayedRuin | None


def figures_of(played: PlayedSessions, asked: SessionQuestion, **about: Any) -> PlayedFigures:
    """`about`: what names the run."""
    results = played.results if asked.side is Side.PLAYER else -played.results
    sessions, deviation = len(results), float(results.std())
    runs = np.sort(played.longest_runs)
    median, p95, p99 = (int(runs[ceil(p * sessions) - 1]) for p in (0.5, 0.95, 0.99))
    return PlayedFigures(
        side=asked.side,
        stakes=asked.stakes,
        rounds=asked.rounds,
        sessions=sessions,
        mean=float(results.mean()),
        stderr=deviation / sqrt(sessions),
        stddev=deviation,
        ahead=float((results > 0).mean()),
        even=float((results == 0).mean()),
        behind=float((results < 0).mean()),
        quantiles=_quantiles(results),
        bins=_bins(results),
        losing_run=PlayedRun(median, p95, p99),
        ruin=_ruin(played, asked),
        **about,
    )


def _quantiles(results: Ints) -> tuple[Quantile, ...]:
    ordered = np.sort(results)
    return tuple(Quantile(p, int(ordered[ceil(p * len(ordered)) - 1])) for p in QUANTILES)


def _bins(results: Ints) -> tuple[Bin, ...]:
    """Equally wide ones, one of which begins at zero; all results are multiples of a step."""
    low, high = int(results.min()), int(results.max())
    step = int(np.gcd.reduce(results)) or 1
    width = step * max(1, ceil((high - low) / BINS / step))
    first = low // width
    counts = np.bincount(results // width - first)
    return tuple(
        Bin(width * (first + n), width * (first + n + 1), float(count / len(results)))
        for n, count in enumerate(counts.tolist())
    )


def _ruin(played: PlayedSessions, asked: SessionQuestion) -> PlayedRuin | None:
    if asked.bankroll is None or asked.side is Side.HOUSE:
        return None
    needed = sum(asked.stakes.values())
    share = played.ruined(asked.bankroll, needed)
    error = sqrt(share * (1 - share) / len(played.results))
    return PlayedRuin(asked.bankroll, needed, share, error)
