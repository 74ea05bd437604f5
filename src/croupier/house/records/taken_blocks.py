"""The bets taken in a block of rounds, those that are the same put together, so that a band over
years is told without reading every round of them.

Rounds with the same stakes on the same spots have the same distribution, so of these it is enough
to know how many there were and what they brought. They are put together three times: whole rounds
by dealer, each player's bets, and each bet.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec

from croupier.house.people.names import is_guest
from croupier.house.records.round_entry import RoundEntry
from croupier.monitoring.taken import TakenBet
from croupier.monitoring.wins import TakenStake


class TakenBy(StrEnum):
    """Whose bets are put together."""

    ROUND = "round"
    """All of a round, by who was on duty."""
    PLAYER = "player"
    BET = "bet"
    """By its kind: of roulette's, without the numbers."""


class TakenAlike(NamedTuple):
    """So many times the same."""

    name: str
    guests: bool
    config: int
    """Its number, see the index."""
    stakes: bytes
    """Packed: the same bytes for the same stakes."""
    rounds: int
    win: int
    """The house's."""
    nets: dict[str, int]
    """What each bet brought the players, where there is more than one."""


class BlockTaken(msgspec.Struct, frozen=True, array_like=True):
    first_ms: int
    """When the first of its rounds ended."""
    last_ms: int
    packed: dict[TakenBy, bytes]
    """Few who read one ask for all three."""

    def alike(self, by: TakenBy) -> list[TakenAlike]:
        return msgspec.msgpack.decode(self.packed[by], type=list[TakenAlike])


def block_taken(rounds: Iterable[tuple[RoundEntry, int]]) -> BlockTaken:
    """Of rounds that are over, each with the number of its configuration."""
    sums: dict[TakenBy, dict[_Key, _Sum]] = {by: {} for by in TakenBy}
    ended: list[int] = []
    for entry, config in rounds:
        ended.append(entry.ended_ms)
        taken = [bet for bet in entry.taken.bets if bet.stake]
        for guests in (False, True):
            bets = [bet for bet in taken if is_guest(bet.player) is guests]
            for by, kept in sums.items():
                for name, own in parted(by, entry, bets):
                    key = name, guests, config, _pack(stakes_of(own))
                    kept.setdefault(key, _Sum()).add(own)
    packed = {
        by: msgspec.msgpack.encode([(*key, *kept.told()) for key, kept in found.items()])
        for by, found in sums.items()
    }
    return BlockTaken(min(ended, default=0), max(ended, default=0), packed)


_Key = tuple[str, bool, int, bytes]
"""Name, guests, configuration and stakes."""


_pack = msgspec.msgpack.Encoder().encode


def unpacked(stakes: bytes) -> tuple[TakenStake, ...]:
    return msgspec.msgpack.decode(stakes, type=tuple[TakenStake, ...])


class _Sum:
    def __init__(self) -> None:
        self._rounds = 0
        self._nets: dict[str, int] = {}

    def add(self, bets: list[TakenBet]) -> None:
        self._rounds += 1
        for bet in bets:
            self._nets[bet.bet] = self._nets.get(bet.bet, 0) + bet.net

    def told(self) -> tuple[int, int, dict[str, int]]:
        several = self._nets if len(self._nets) > 1 else {}
        return self._rounds, -sum(self._nets.values()), several


def parted(
    by: TakenBy, entry: RoundEntry, bets: list[TakenBet]
) -> Iterator[tuple[str, list[TakenBet]]]:
    """To whom or what a round's bets belong."""
    match by:
        case TakenBy.ROUND if bets:
            yield entry.dealer or "", bets
        case TakenBy.PLAYER:
            yield from _grouped(bets, lambda bet: bet.player)
        case TakenBy.BET:
            yield from _grouped(bets, lambda bet: bet.bet.partition(":")[0])


def _grouped(
    bets: list[TakenBet], name: Callable[[TakenBet], str]
) -> Iterator[tuple[str, list[TakenBet]]]:
    groups: dict[str, list[TakenBet]] = {}
    for bet in bets:
        groups.setdefault(name(bet), []).append(bet)
    yield from groups.items()


def stakes_of(bets: Iterable[TakenBet]) -> tuple[TakenStake, ...]:
    """Spot by spot, whoever's they are."""
    sums: dict[tuple[str, int | None], int] = {}
    for bet in bets:
        place = bet.bet, bet.box
        sums[place] = sums.get(place, 0) + bet.stake
    # Which box it is makes no difference, only which bets lie on the same.
    on_box: dict[int, list[tuple[str, int]]] = {}
    for (spot, box), stake in sums.items():
        if box is not None:
            on_box.setdefault(box, []).append((spot, stake))
    boxes = sorted(on_box, key=lambda box: sorted(on_box[box]))
    numbers = {box: number for number, box in enumerate(boxes)}
    stakes = [
        TakenStake(spot, None if box is None else numbers[box], stake)
        for (spot, box), stake in sums.items()
    ]
    stakes.sort(key=lambda stake: (stake.bet, -1 if stake.box is None else stake.box))
    return tuple(stakes)
