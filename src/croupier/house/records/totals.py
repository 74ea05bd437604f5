"""What many rounds came to together, so that a year is told without reading every round of it.

A table's rounds are taken in blocks of so many numbers, always the same ones; what a block came to
is kept by day, configuration and dealer.
"""

from collections.abc import Iterable

import msgspec

from croupier.house.clock import DAY
from croupier.house.records.handle import Play
from croupier.house.records.round_entry import RoundEntry

BLOCK = 64
"""Rounds whose totals are kept together: 1 to 64, 65 to 128, and so on."""


class PlayTotals(msgspec.Struct, array_like=True):
    """Of the players, or of the guests. A void round counts as one, and was never at risk."""

    rounds: int = 0
    voids: int = 0
    staked: int = 0
    win: int = 0
    handle: dict[str, int] = {}
    first: dict[str, int] = {}

    def add(self, play: Play, void: bool) -> None:
        self.rounds += 1
        self.voids += void
        self.win += play.win
        if void:
            return
        self.staked += play.staked
        for total, more in ((self.handle, play.handle), (self.first, play.first)):
            for bet, amount in more.items():
                total[bet] = total.get(bet, 0) + amount


class DayTotals(msgspec.Struct, frozen=True, array_like=True):
    """Of rounds that ended on one day, under one configuration, with one dealer on duty."""

    day_ms: int
    config: int
    """Its number, see the index."""
    dealer: str | None
    players: PlayTotals
    guests: PlayTotals


class BlockTotals(msgspec.Struct, frozen=True, array_like=True):
    first_ms: int
    """When the first of its rounds ended."""
    last_ms: int
    days: tuple[DayTotals, ...]


def block_of(round: int) -> int:
    """The number of the block a round is in, from 1."""
    return (round - 1) // BLOCK + 1


def totals_of(rounds: Iterable[tuple[RoundEntry, int]]) -> BlockTotals:
    """Of rounds that are over, each with the number of its configuration."""
    days: dict[tuple[int, int, str | None], DayTotals] = {}
    ended: list[int] = []
    for entry, config in rounds:
        ended.append(entry.ended_ms)
        key = (entry.ended_ms // DAY * DAY, config, entry.dealer)
        day = days.setdefault(key, DayTotals(*key, PlayTotals(), PlayTotals()))
        if entry.counts(guests=False):
            day.players.add(entry.players, entry.void)
        if entry.counts(guests=True):
            day.guests.add(entry.guests, entry.void)
    return BlockTotals(min(ended, default=0), max(ended, default=0), tuple(days.values()))
