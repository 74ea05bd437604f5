"""What is asked of a session, and what is told of it. Amounts are in the smallest unit (cents)."""

from enum import StrEnum

import msgspec

from croupier.kit.errors import Code

MOST_ROUNDS = 100_000_000
MOST_STAKED = 10**9
"""On one bet: ten millions."""


class Side(StrEnum):
    PLAYER = "player"
    HOUSE = "house"


class SessionQuestion(msgspec.Struct, frozen=True):
    """Of somebody who has these bets in each of so many rounds, or of the house against them."""

    stakes: dict[str, int]
    rounds: int
    bankroll: int | None = None
    """With it, how likely it is lost."""
    side: Side = Side.PLAYER


class Bin(msgspec.Struct, frozen=True):
    """Results from here up to, and without, that one."""

    least: int
    below: int
    p: float


class Quantile(msgspec.Struct, frozen=True):
    p: float
    result: int
    """The session ends with this or less, with that chance."""


class RoundFigures(msgspec.Struct, frozen=True):
    mean: float
    stddev: float
    win: float
    push: float
    lose: float


class LosingRun(msgspec.Struct, frozen=True):
    mean: float
    median: int
    p95: int
    p99: int
    """Lengths of the longest run that are not exceeded in half, 95 % and 99 % of all sessions."""
    lengths: tuple[float, ...]
    """The chance that it is of 0, 1, 2, … rounds."""


class RuinAt(msgspec.Struct, frozen=True):
    bankroll: int
    within: float
    for_ever: float


class RuinOdds(msgspec.Struct, frozen=True):
    needed: int
    """What must be left to go on: less is ruin."""
    bankroll: int
    within: float
    """The chance of ruin within the session."""
    for_ever: float
    """The same however long it is played."""
    by_bankroll: tuple[RuinAt, ...]


class SessionOdds(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    settings: dict[str, bool | int | str]
    side: Side
    stakes: dict[str, int]
    rounds: int
    round: RoundFigures
    mean: float
    stddev: float
    ahead: float
    even: float
    behind: float
    error: float
    """By so much at most are the chances of the result out."""
    quantiles: tuple[Quantile, ...]
    bins: tuple[Bin, ...]
    losing_run: LosingRun
    ruin: RuinOdds | None


class Unanswered(msgspec.Struct, frozen=True):
    code: Code
    message: str


class SessionAnswer(msgspec.Struct, frozen=True):
    """One of the two."""

    told: SessionOdds | None = None
    refused: Unanswered | None = None
