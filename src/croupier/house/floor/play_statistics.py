"""Who has played how often, and whose rounds are void too often.

Kept a table at a time, as a part of what its journal folds to. What is won beyond chance is found
by `croupier.monitoring`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from croupier.kit.phrase import Phrase, words

DEALER_ROUNDS, DEALER_VOIDS = 100, 5
PLAYER_ROUNDS, PLAYER_VOIDS = 50, 3
MOST_COUNTED = 2_000
"""Accounts at one table; who has not played there for longest is forgotten first."""


class Voids(msgspec.Struct):
    """The last rounds, a bit for each, set where it was void."""

    window: int
    bits: int = 0

    def add(self, void: bool) -> None:
        self.bits = (self.bits << 1 | void) & ((1 << self.window) - 1)

    def make_last_void(self) -> None:
        self.bits |= 1

    @property
    def count(self) -> int:
        return self.bits.bit_count()


class PlayCounts(msgspec.Struct):
    """Of one account, or one dealer: net is the players'."""

    voids_lately: Voids
    rounds: int = 0
    net: int = 0
    voids: int = 0
    late: int = 0
    """Bets accepted after "No more bets" (R14)."""

    def add(self, void: bool, net: int, late: int) -> None:
        self.rounds += 1
        self.net += net
        self.voids += void
        self.late += late
        self.voids_lately.add(void)

    def make_last_void(self, net: int) -> None:
        """The last round had come to `net`."""
        self.net -= net
        self.voids += 1
        self.voids_lately.make_last_void()


class EndedRounds(msgspec.Struct):
    """Rounds that one person has ended before their time (decision 43)."""

    voids: int = 0
    interruptions: int = 0
    """Rounds that the person has said cannot go on, whatever R4 made of them."""
    by_two: int = 0
    """How many of both a second person has signed."""

    @property
    def rounds(self) -> int:
        return self.voids + self.interruptions


class TableCounts(msgspec.Struct):
    """Of one table."""

    last_over: int = 0
    """The last round that was counted."""
    rounds: int = 0
    """How many were."""
    players: dict[str, PlayCounts] = {}
    dealers: dict[str, PlayCounts] = {}
    ended: dict[str, EndedRounds] = {}
    """By person, in the order in which each did it first; both of two who signed."""


class PlayStatistics:
    def __init__(self) -> None:
        self.tables: dict[str, TableCounts] = {}

    def of(self, table: str) -> TableCounts:
        return self.tables.setdefault(table, TableCounts())

    def round_over(
        self,
        table: str,
        dealer: str | None,
        void: bool,
        nets: Mapping[str, int],
        late: Collection[str] = (),
    ) -> list[Phrase]:
        """What everyone won, and whose bets came late; the alarms it raises, if any.

        The words of an alarm are always the same, so that alerts of it can be counted."""
        counts = self.of(table)
        counts.rounds += 1
        if dealer is not None:
            counted = _latest(counts.dealers, dealer, DEALER_ROUNDS)
            counted.add(void, sum(nets.values()), len(late))
        for player, net in nets.items():
            _latest(counts.players, player, PLAYER_ROUNDS).add(void, net, player in late)
        return self._too_many_voids(table, dealer, nets) if void else []

    def ended(self, table: str, by: Sequence[str], *, void: bool) -> None:
        """A round was voided or interrupted by these people."""
        for name in by:
            ended = self.of(table).ended.setdefault(name, EndedRounds())
            ended.voids += void
            ended.interruptions += not void
            ended.by_two += len(by) > 1

    def last_is_void(self, table: str, dealer: str | None, nets: Mapping[str, int]) -> list[Phrase]:
        """The last round of the table was counted as settled, with these nets, and is void after
        all (R24, R31)."""
        counts = self.of(table)
        if dealer is not None:
            counts.dealers[dealer].make_last_void(sum(nets.values()))
        for player in nets.keys() & counts.players.keys():
            counts.players[player].make_last_void(nets[player])
        return self._too_many_voids(table, dealer, nets)

    def _too_many_voids(
        self, table: str, dealer: str | None, players: Iterable[str]
    ) -> list[Phrase]:
        """Of those in a round that is void."""
        alarms, counts = [], self.of(table)
        if dealer is not None and counts.dealers[dealer].voids_lately.count > DEALER_VOIDS:
            alarms.append(_voids(DEALER_VOIDS, dealer, DEALER_ROUNDS))
        for player in players:
            counted = counts.players.get(player)
            if counted is not None and counted.voids_lately.count > PLAYER_VOIDS:
                alarms.append(_voids(PLAYER_VOIDS, player, PLAYER_ROUNDS))
        return [words("{alarm}; the last at {table}", alarm=alarm, table=table) for alarm in alarms]


def _latest(counts: dict[str, PlayCounts], name: str, rounds: int) -> PlayCounts:
    """Whoever plays comes last."""
    counted = counts.pop(name) if name in counts else PlayCounts(Voids(rounds))
    counts[name] = counted
    if len(counts) > MOST_COUNTED:
        del counts[next(iter(counts))]
    return counted


def _voids(most: int, name: str, rounds: int) -> Phrase:
    return words(
        "more than {most} of {name}'s last "
        "{rounds, plural, one {# round} other {# rounds}} were void",
        most=most,
        name=name,
        rounds=rounds,
    )
