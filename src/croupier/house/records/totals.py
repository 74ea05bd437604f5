"""What many rounds came to together, so that a year is told without reading every round of it.

A table's rounds are taken in blocks of so many numbers, always the same ones; what a block came to
is kept by day, configuration and dealer.
"""

from collections.abc import Iterable

import msgspec

from croupier.house.clock import DAY
from croupier.house.records.handle import Play
from croupier.house.records.round_entry import Posting, RoundEntry

BLOCK = 64
"""Rounds whose totals are kept together: 1 to 64, 65 to 128, and so on."""


class PlayTotals(msgspec.Struct, array_like=True):
    """Of the players, or of the guests. A void round counts as one, and was never at risk; one that
    was settled first is taken out again when it is found to be void."""

    rounds: int = 0
    voids: int = 0
    staked: int = 0
    win: int = 0
    handle: dict[str, int] = {}
    first: dict[str, int] = {}

    def add(self, posting: Posting, play: Play) -> None:
        self.rounds += posting.rounds
        self.voids += posting.voids
        self.win += play.win
        self.staked += play.staked
        for total, more in ((self.handle, play.handle), (self.first, play.first)):
            for bet, amount in more.items():
                total[bet] = total.get(bet, 0) + amount


class DayTotals(msgspec.Struct, frozen=True, array_like=True):
    """Of rounds that ended, or were found to be void, on one day, under one configuration, with one
    dealer on duty."""

    day_ms: int
    config: int
    """Its number, see the index."""
    dealer: str | None
    players: PlayTotals
    guests: PlayTotals


class BlockTotals(msgspec.Struct, frozen=True, array_like=True):
    first_ms: int
    """When the first of its rounds ended, or was found to be void."""
    last_ms: int
    days: tuple[DayTotals, ...]


def block_of(round: int) -> int:
    """The number of the block a round is in, from 1."""
    return (round - 1) // BLOCK + 1


def totals_of(rounds: Iterable[tuple[RoundEntry, int]]) -> BlockTotals:
    """Of rounds that are over, each with the number of its configuration."""
    days: dict[tuple[int, int, str | None], DayTotals] = {}
    times: list[int] = []
    for entry, config in rounds:
        for posting in entry.postings:
            times.append(posting.at_ms)
            key = (posting.at_ms // DAY * DAY, config, entry.dealer)
            day = days.setdefault(key, DayTotals(*key, PlayTotals(), PlayTotals()))
            if entry.counts(guests=False):
                day.players.add(posting, posting.players)
            if entry.counts(guests=True):
                day.guests.add(posting, posting.guests)
    return BlockTotals(min(times, default=0), max(times, default=0), tuple(days.values()))
