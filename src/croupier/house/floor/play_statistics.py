"""Statistics that raise an alarm when chance alone would hardly have made them. Integers only.

They are kept a table at a time, as a part of what its journal folds to; what somebody has won is
added up over all of them.
"""

from collections.abc import Collection, Mapping

import msgspec

from croupier.kit.phrase import Phrase, words

DEALER_ROUNDS, DEALER_VOIDS = 100, 5
PLAYER_ROUNDS, PLAYER_VOIDS = 50, 3
SIGMAS = 6
MOST_COUNTED = 2_000
"""Accounts at one table; who has not played there for longest is forgotten first."""


class Voids(msgspec.Struct):
    """The last rounds, a bit for each, set where it was void."""

    window: int
    bits: int = 0

    def add(self, void: bool) -> None:
        self.bits = (self.bits << 1 | void) & ((1 << self.window) - 1)

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
    squares: int = 0
    """A bound on the variance of the net: every round's stake squared, or what it won squared if
    that is more, so that one long shot come home is no wonder."""

    def add(self, void: bool, staked: int, net: int, late: int) -> None:
        self.rounds += 1
        self.net += net
        self.voids += void
        self.late += late
        self.voids_lately.add(void)
        if not void:
            self.squares += max(staked**2, net**2)


class TableCounts(msgspec.Struct):
    """Of one table."""

    last_over: int = 0
    """The last round that was counted."""
    players: dict[str, PlayCounts] = {}
    dealers: dict[str, PlayCounts] = {}


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
        nets: Mapping[str, tuple[int, int]],
        late: Collection[str] = (),
    ) -> list[Phrase]:
        """What everyone staked and won, and whose bets came late; the alarms it raises, if any.

        The words of an alarm are always the same, so that alerts of it can be counted."""
        alarms, counts = [], self.of(table)
        if dealer is not None:
            staked, net = (sum(column) for column in zip((0, 0), *nets.values(), strict=True))
            counted = _latest(counts.dealers, dealer, DEALER_ROUNDS)
            counted.add(void, staked, net, len(late))
            if void and counted.voids_lately.count > DEALER_VOIDS:
                alarms.append(_voids(DEALER_VOIDS, dealer, DEALER_ROUNDS))
        for player, (staked, net) in nets.items():
            before = self._beyond_chance(player)
            counted = _latest(counts.players, player, PLAYER_ROUNDS)
            counted.add(void, staked, net, player in late)
            if void and counted.voids_lately.count > PLAYER_VOIDS:
                alarms.append(_voids(PLAYER_VOIDS, player, PLAYER_ROUNDS))
            if not before and self._beyond_chance(player):
                alarms.append(
                    words(
                        "{player} has won more than chance explains ({sigmas} sigma)",
                        player=player,
                        sigmas=SIGMAS,
                    )
                )
        return [words("{alarm}; the last at {table}", alarm=alarm, table=table) for alarm in alarms]

    def _beyond_chance(self, player: str) -> bool:
        tables = self.tables.values()
        every = [counts.players[player] for counts in tables if player in counts.players]
        net = sum(counted.net for counted in every)
        return net > 0 and net**2 > SIGMAS**2 * sum(counted.squares for counted in every)


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
