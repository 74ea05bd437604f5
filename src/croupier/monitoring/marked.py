"""Whether somebody bets as if the next card were known: by its back, or by a glimpse of it.

Given all that has come out of a shoe, the first card of a round is any of those that have not, each
equally likely, whatever was bet on it. Whoever counts the cards knows how many of each are left,
and no more; whoever reads their backs bets otherwise before a high card than before a low one. So
each bettor's own ways to bet are told apart, before the round is dealt, and the first cards are
foretold for each way from how they fell when somebody bet in that way before. How likely they were
by that, divided by how likely they were by what was left in the shoe, is an e-value (see
`evalues`): a counter's is worth no more on average, whatever the count.

Bettors are all players of the table, and the table as a whole, for players who know may come and go
under many names. A start is a shoe; what is put in then is shared out to those who bet in it, in
the order in which they come: 1/2, 1/6, 1/12, … Only products, quotients and exact sums are formed.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

import msgspec

from croupier.kit.cards import RANKS
from croupier.monitoring.equipment import EquipmentSuspicion
from croupier.monitoring.evalues import CEILING, start_weight
from croupier.monitoring.shoes import SHARE

LOOKED_AT = 2
"""Cards at the beginning of a round: at baccarat the first of each side."""
GROUPS = {"6-9": "6789", "10-K": "TJQK", "10-A": "TJQKA", "A": "A"}
"""What a back may tell of a card: whether it is one of these."""
MEMORIES = ((32.0, 2.0), (512.0, 8.0))
"""Rounds after which a way to bet is as good as forgotten, and rounds that the belief in honesty is
worth: for somebody who knows much, and for somebody who knows little."""
RATIO = 1.25
"""By so much a bet is larger or smaller than usual."""
USUAL_OVER = 16
"""Bets over which the usual one is averaged."""
MOST_BETTORS = 48
"""Who are followed beside the table as a whole."""
MOST_HABITS = 12
"""Ways to bet of one bettor that are told apart; all others are one more."""
AWAY_AFTER = 20
"""Rounds without a bet after which somebody is not waiting for a better card any more."""
THE_TABLE = ""
"""The name of all players together."""

_GROUP_RANKS = tuple(frozenset(map(RANKS.index, ranks)) for ranks in GROUPS.values())
_NOTHING, _OTHER = "nothing", "other"


class Look(msgspec.Struct, frozen=True):
    """At one card, of one group."""

    chance: float
    """That it belongs to the group, by what was left in the shoe."""
    belongs: bool


class Habit(msgspec.Struct):
    """How one of the first cards fell when somebody bet in one way; what is long ago counts less.
    By memory."""

    rounds: list[float] = msgspec.field(default_factory=lambda: [0.0] * len(MEMORIES))
    belonged: list[list[float]] = msgspec.field(
        default_factory=lambda: [[0.0] * len(GROUPS) for _ in MEMORIES]
    )

    def feed(self, looks: Sequence[Look]) -> Iterator[float]:
        """How much likelier each group's look is by this habit than by chance."""
        for memory, (over, belief) in enumerate(MEMORIES):
            keep = 1.0 - 1.0 / over
            rounds, belonged = self.rounds[memory], self.belonged[memory]
            for group, look in enumerate(looks):
                chance = look.chance
                foretold = (belonged[group] + belief * chance) / (rounds + belief)
                if not 0.0 < chance < 1.0:
                    yield 1.0
                elif look.belongs:
                    yield foretold / chance
                else:
                    yield (1.0 - foretold) / (1.0 - chance)
                belonged[group] = belonged[group] * keep + look.belongs
            self.rounds[memory] = rounds * keep + 1.0


_EACH = len(MEMORIES) * len(GROUPS)
_ALTERNATIVES = 2 * LOOKED_AT * _EACH


class Bettor(msgspec.Struct):
    """A player, or the whole table."""

    shoe: int = 0
    """In which something was last put in for them."""
    put_in: float = 0.0
    """In all shoes."""
    away: int = 0
    """Rounds since they last bet."""
    usual: float = 0.0
    """What they put down in a round, on average."""
    habits: dict[str, list[Habit]] = {}
    """Way to bet → of each card that is looked at."""
    values: list[float] = msgspec.field(default_factory=lambda: [0.0] * _ALTERNATIVES)
    """By way to tell bets apart, card, memory and group."""

    def feed(self, stakes: Mapping[str, int], looks: Sequence[Sequence[Look]]) -> None:
        at = 0
        for way in self._ways(stakes):
            for habit, look in zip(self._habits(way), looks, strict=False):
                for factor in habit.feed(look):
                    self.values[at] = min(self.values[at] * factor, CEILING)
                    at += 1
            at += _EACH * (LOOKED_AT - len(looks))
        staked = sum(stakes.values())
        self.away = 0 if staked else self.away + 1
        if staked:
            self.usual += (staked - self.usual) / USUAL_OVER if self.usual else staked

    def _ways(self, stakes: Mapping[str, int]) -> tuple[str, str]:
        """How they bet this time, told apart by what lies where, and by how much it is."""
        staked = sum(stakes.values())
        if not staked:
            return f"on {_NOTHING}", f"stake {_NOTHING}"
        bet = max(sorted(stakes), key=stakes.__getitem__)
        if self.usual and staked >= RATIO * self.usual:
            size = "more"
        elif staked * RATIO <= self.usual:
            size = "less"
        else:
            size = "usual"
        return f"on {bet}", f"stake {size}"

    def _habits(self, way: str) -> list[Habit]:
        if way not in self.habits and len(self.habits) >= MOST_HABITS:
            way = _OTHER
        return self.habits.setdefault(way, [Habit() for _ in range(LOOKED_AT)])

    @property
    def value(self) -> float:
        return fsum(self.values) / _ALTERNATIVES

    @property
    def group(self) -> str:
        """Of which they seem to know the most."""
        of_group = [fsum(self.values[group :: len(GROUPS)]) for group in range(len(GROUPS))]
        return list(GROUPS)[max(range(len(GROUPS)), key=of_group.__getitem__)]


class MarkedEvidence(msgspec.Struct):
    """Of one set of cards, over all the shoes that are made of it."""

    held: float = 1.0
    """Of the one unit, what was not put in yet."""
    shoe: int = 0
    joined: int = 0
    """Bettors of this shoe, so far."""
    bettors: dict[str, Bettor] = {}

    def fresh_shoe(self) -> None:
        self.shoe += 1
        self.joined = 0

    def feed(
        self, stakes: Mapping[str, Mapping[str, int]], cards: Sequence[int], left: Sequence[int]
    ) -> None:
        """A round that is over: what each player put on which bet, its first cards, and how many of
        each kind had been left in the shoe before it."""
        looks = _looks(cards[:LOOKED_AT], left)
        for name, bettor in self._of_round(stakes):
            bettor.feed(_together(stakes) if name == THE_TABLE else stakes.get(name, {}), looks)

    def _of_round(self, stakes: Mapping[str, Mapping[str, int]]) -> list[tuple[str, Bettor]]:
        """Whoever bets, those with the most first; and who has bet of late, and now does not."""
        by_stake = sorted(stakes, key=lambda name: (-sum(stakes[name].values()), name))
        for name in (*by_stake, THE_TABLE):
            self._join(name)
        return [
            (name, bettor)
            for name, bettor in self.bettors.items()
            if name == THE_TABLE or name in stakes or bettor.away < AWAY_AFTER
        ]

    def _join(self, name: str) -> None:
        if name not in self.bettors and name != THE_TABLE and not self._has_room():
            return
        bettor = self.bettors.setdefault(name, Bettor())
        if bettor.shoe != self.shoe:
            bettor.shoe = self.shoe
            self.joined += 1
            put_in = start_weight(self.shoe) * start_weight(self.joined)
            self.held -= put_in
            bettor.put_in += put_in
            bettor.values = [value + put_in for value in bettor.values]

    def _has_room(self) -> bool:
        """Whoever has been away for longest makes room."""
        if len(self.bettors) <= MOST_BETTORS:
            return True
        longest = max(self.bettors, key=lambda name: self.bettors[name].away)
        if self.bettors[longest].away < AWAY_AFTER:
            return False
        del self.bettors[longest]
        return True

    def suspicion(self) -> EquipmentSuspicion:
        """That somebody knows cards before they come: which, and who."""
        value = self.held + fsum(bettor.value for bettor in self.bettors.values())
        suspected = ""
        if self.bettors:
            name = max(self.bettors, key=self._speaks_against)
            suspected = f"{self.bettors[name].group} {name}"
        return EquipmentSuspicion("marked", SHARE * value, SHARE, suspected)

    def _speaks_against(self, name: str) -> float:
        """How many times over they have what was put in for them. What one player does, the whole
        table seems to do: it is named only where that says ten times more."""
        bettor = self.bettors[name]
        return bettor.value / bettor.put_in / (10 if name == THE_TABLE else 1)


def _looks(cards: Sequence[int], left: Sequence[int]) -> list[list[Look]]:
    """At each card, by group; none after one that could not be."""
    ranks = len(RANKS)
    of_rank = [sum(left[rank::ranks]) for rank in range(ranks)]
    looks = []
    for kind in cards:
        rank, all_left = kind % ranks, sum(of_rank)
        if not of_rank[rank]:
            break
        looks.append(
            [
                Look(sum(of_rank[one] for one in group) / all_left, rank in group)
                for group in _GROUP_RANKS
            ]
        )
        of_rank[rank] -= 1
    return looks


def _together(stakes: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    every: dict[str, int] = {}
    for bets in stakes.values():
        for bet, stake in bets.items():
            every[bet] = every.get(bet, 0) + stake
    return every
