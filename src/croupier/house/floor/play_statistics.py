"""Statistics that raise an alarm when chance alone would hardly have made them. Integers only."""

from collections import defaultdict
from collections.abc import Collection, Mapping

import msgspec

from croupier.kit.phrase import Phrase, words

DEALER_ROUNDS, DEALER_VOIDS = 100, 5
PLAYER_ROUNDS, PLAYER_VOIDS = 50, 3
SIGMAS = 6


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

    @property
    def beyond_chance(self) -> bool:
        return self.net > 0 and self.net**2 > SIGMAS**2 * self.squares


class PlayStatistics:
    def __init__(self) -> None:
        self.players: defaultdict[str, PlayCounts] = defaultdict(
            lambda: PlayCounts(Voids(PLAYER_ROUNDS))
        )
        self.dealers: defaultdict[str, PlayCounts] = defaultdict(
            lambda: PlayCounts(Voids(DEALER_ROUNDS))
        )

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
        alarms = []
        if dealer is not None:
            staked, net = (sum(column) for column in zip((0, 0), *nets.values(), strict=True))
            counted = self.dealers[dealer]
            counted.add(void, staked, net, len(late))
            if void and counted.voids_lately.count > DEALER_VOIDS:
                alarms.append(_voids(DEALER_VOIDS, dealer, DEALER_ROUNDS))
        for player, (staked, net) in nets.items():
            alarms += self._player(player, void, staked, net, player in late)
        return [words("{alarm}; the last at {table}", alarm=alarm, table=table) for alarm in alarms]

    def _player(self, player: str, void: bool, staked: int, net: int, late: bool) -> list[Phrase]:
        counted = self.players[player]
        before = counted.beyond_chance
        counted.add(void, staked, net, late)
        alarms = []
        if void and counted.voids_lately.count > PLAYER_VOIDS:
            alarms.append(_voids(PLAYER_VOIDS, player, PLAYER_ROUNDS))
        if counted.beyond_chance and not before:
            alarms.append(
                words(
                    "{player} has won more than chance explains ({sigmas} sigma)",
                    player=player,
                    sigmas=SIGMAS,
                )
            )
        return alarms


def _voids(most: int, name: str, rounds: int) -> Phrase:
    return words(
        "more than {most} of {name}'s last "
        "{rounds, plural, one {# round} other {# rounds}} were void",
        most=most,
        name=name,
        rounds=rounds,
    )
