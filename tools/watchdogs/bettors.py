"""Players at tables that are dealt by hand: honest ones, one who counts, and one who knows the next
card. What they do is told to the very evidence that a house keeps."""

import random
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from math import inf, log

import msgspec

from croupier.kit.cards import RANKS
from croupier.monitoring.equipment import ALARM
from croupier.monitoring.marked import GROUPS, MarkedEvidence
from tools.watchdogs.found import ROUND, Found, spread

Stakes = dict[str, dict[str, int]]


class Bettor(msgspec.Struct, frozen=True):
    """Who is at the table beside whom, and what the one who knows something knows."""

    group: str = ""
    """Of `GROUPS`: whether the first card is of it is known. Empty: nothing is."""
    right: float = 1.0
    """How often what is thought of it is right."""
    looks: float = 1.0
    """In which part of the rounds it is looked at."""
    by_stake: bool = False
    """Bets thrice as much, and not on the other side."""
    since: int = 1
    """The shoe."""
    others: int = 0
    """Honest players beside: one after the other bets evenly, counts, and goes by the last card."""
    decks: int = 8
    behind: int = 52
    """Cards behind the cut card."""

    def chance(self) -> float:
        """Of the group, in a fresh shoe."""
        return len(GROUPS[self.group]) / len(RANKS)

    def bound(self) -> float:
        """Rounds that a test needs on average that knows all of this: log(1000) / information."""
        group, true, false = self.chance(), self.looks * self.right, self.looks * (1 - self.right)
        signals = group * true + (1 - group) * false
        noise = group * _entropy(true) + (1 - group) * _entropy(false)
        return log(ALARM) / (_entropy(signals) - noise)


def _entropy(chance: float) -> float:
    return -sum(part * log(part) for part in (chance, 1 - chance) if part)


class Shoe:
    """As it is dealt, five cards a round."""

    def __init__(self, chance: random.Random, decks: int, behind: int) -> None:
        self.left = [decks] * 52
        self.cards = [*range(52)] * decks
        chance.shuffle(self.cards)
        self.size = 52 * decks
        self.rounds = (self.size - behind) // ROUND
        self.count = 0
        """High-Low: small cards that are out, less tens and aces."""
        self.last = 0

    def of_round(self, number: int) -> list[int]:
        return self.cards[ROUND * number : ROUND * (number + 1)]

    def deal(self, cards: list[int]) -> None:
        for kind in cards:
            self.left[kind] -= 1
            rank = kind % 13
            self.count += 1 if 1 <= rank <= 5 else -1 if rank == 0 or rank >= 9 else 0
        self.last = cards[-1]


def _evenly(chance: random.Random, shoe: Shoe) -> dict[str, int]:
    return {chance.choice(("player", "banker")): 50}


def _counting(chance: random.Random, shoe: Shoe) -> dict[str, int]:
    decks_left = sum(shoe.left) / 52
    return {"initial": 10 * max(1, min(8, int(shoe.count / decks_left)))}


def _by_the_last(chance: random.Random, shoe: Shoe) -> dict[str, int]:
    return {"player" if shoe.last % 2 else "banker": 10 * 2 ** (shoe.last % 4)}


HONEST: tuple[Callable[[random.Random, Shoe], dict[str, int]], ...] = (
    _evenly,
    _counting,
    _by_the_last,
)


def _knowing(bettor: Bettor, chance: random.Random, first: int, *, begun: bool) -> dict[str, int]:
    if begun:
        belongs = RANKS[first % 13] in GROUPS[bettor.group]
        signal = chance.random() < bettor.looks and belongs is (chance.random() < bettor.right)
    else:
        signal = chance.random() < bettor.chance()
    if bettor.by_stake:
        return {"initial": 30 if signal else 10}
    return {"player" if signal else "banker": 100}


def _rounds_until(bettor: Bettor, shoes: int, seed: int) -> float:
    """The alarm, from when somebody began to know something."""
    chance, evidence, rounds = random.Random(seed), MarkedEvidence(), 0
    for number in range(1, shoes + 1):
        evidence.fresh_shoe()
        shoe = Shoe(chance, bettor.decks, bettor.behind)
        begun = number >= bettor.since
        for at in range(shoe.rounds):
            cards = shoe.of_round(at)
            stakes: Stakes = {
                f"honest-{one}": HONEST[one % len(HONEST)](chance, shoe)
                for one in range(bettor.others)
            }
            if bettor.group:
                stakes["knowing"] = _knowing(bettor, chance, cards[0], begun=begun)
            evidence.feed(stakes, cards, shoe.left)
            shoe.deal(cards)
            rounds += begun
            if evidence.suspicion().alarms:
                return float(rounds)
    return inf


def bettors(over: Executor, title: str, tables: int, shoes: int, bettor: Bettor) -> Found:
    times = spread(partial(_rounds_until, bettor, shoes), tables, over)
    return Found(title, tables, shoes, times, bettor.bound() if bettor.group else inf)
