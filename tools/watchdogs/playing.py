"""What is played: honest and doctored sets of cards, tables and wheels, and when each is found."""

from concurrent.futures import Executor
from functools import partial
from math import comb, inf, log

import msgspec
import numpy as np
from msgspec.structs import replace

from croupier.monitoring.equipment import ALARM
from croupier.monitoring.shoes import factory_order
from tools.watchdogs import kernels as play
from tools.watchdogs.bettors import Bettor, bettors
from tools.watchdogs.found import DEALT, DECKS, ROUND, Found, spread

RIFFLES = ("once", "twice", "three times", "four times", "five times", "six times")


class Figures(msgspec.Struct):
    cards: list[Found]
    bettors: list[Found]
    wheels: list[Found]


def _set_of_cards(  # noqa: PLR0917 -- as the kernel takes them
    dealt: int, shoes: int, way: int, strength: int, since: int, seed: int
) -> float:
    """After how many shoes it is found."""
    factory = np.array(factory_order(DECKS))
    what, shoe, at = play.play_set(seed, DECKS, dealt, shoes, way, strength, since, ROUND, factory)
    return shoe - since + at / dealt if what else inf


def _wheel(spins: int, favoured: int, more: float, seed: int) -> float:
    """After how many spins it is found."""
    _, at = play.play_wheel(seed, spins, favoured, more, 10)
    return inf if at < 0 else float(at)


def cards(  # noqa: PLR0917 -- a line of the table each
    over: Executor, title: str, sets: int, shoes: int, way: int, strength: int = 0, **more: int
) -> Found:
    dealt, since = more.get("dealt", DEALT), more.get("since", 1)
    one = partial(_set_of_cards, dealt, shoes, way, strength, since)
    times = spread(one, sets, over)
    found = Found(title, sets, shoes, times, dealt=dealt)
    if way == play.MISSING:
        found.bound = log(ALARM) / kl_of_missing(dealt)
    return found


def kl_of_missing(dealt: int) -> float:
    """What a shoe without one known card tells of it, in nats: exactly."""
    n, size = DECKS, 52 * DECKS
    ways = comb(size - 1, dealt)
    return sum(
        comb(n - 1, k) * comb(size - n, dealt - k) / ways * log((1 - k / n) / (1 - dealt / size))
        for k in range(n)
    )


def wheels(  # noqa: PLR0917 -- a line of the table each
    over: Executor, title: str, many: int, spins: int, favoured: int = 0, more: float = 0.0
) -> Found:
    times = spread(partial(_wheel, spins, favoured, more), many, over)
    found = Found(title, many, spins, times)
    if favoured:
        inside, less = favoured * (1 + more) / 37, 1 - favoured * more / (37 - favoured)
        found.bound = log(ALARM) / (inside * log(1 + more) + (1 - inside) * log(less))
    return found


def figures(of: int, over: Executor) -> Figures:
    """All of them; or every so many-th, to see that it runs."""

    def n(number: int) -> int:
        return max(2, number // of)

    deal, spin = partial(cards, over), partial(wheels, over)
    kept = [
        deal("honest", n(5_000), 100, play.HONEST),
        deal("one card missing of 416", n(2_000), 100, play.MISSING),
        deal("the same, missing from shoe 51 on", n(1_000), 100, play.MISSING, since=51),
        deal("the same, half of the shoe dealt", n(300), 400, play.MISSING, dealt=208),
        deal("one card twice (417)", n(2_000), 100, play.EXTRA),
        *(
            deal(f"a slug of {long} cards, in shoe 10", n(1_000), 10, play.SLUG, long, since=10)
            for long in (6, 8, 10, 15)
        ),
        *(
            deal(f"riffled {times}, and no more", n(300), 60, play.RIFFLED, number, since=2)
            for number, times in enumerate(RIFFLES, 1)
        ),
    ]
    sorter = Bettor("6-9", 0.95)
    bet = partial(bettors, over)
    knew = [
        bet("honest, three players, one of them a counter", n(1_000), 20, Bettor(others=3)),
        bet(
            "honest, one deck counted to its end",
            n(500),
            200,
            Bettor(others=2, decks=1, behind=7),
        ),
        bet("knows by 95 % whether it is 6 to 9", n(1_000), 20, sorter),
        bet("the same, one of seven players", n(500), 20, replace(sorter, others=6)),
        bet("the same, from shoe 51 on", n(200), 60, replace(sorter, since=51)),
        bet("knows it by 75 %", n(500), 40, replace(sorter, right=0.75)),
        bet("knows it by 60 %", n(300), 80, replace(sorter, right=0.6)),
        bet("sees a ten or an ace, bets thrice", n(1_000), 20, Bettor("10-A", by_stake=True)),
        bet(
            "the same, in one round of five",
            n(300),
            80,
            Bettor("10-A", looks=0.2, by_stake=True),
        ),
    ]
    spun = [
        spin("honest", n(1_000), 100_000),
        spin("one pocket at 1.1/37", n(300), 500_000, 1, 0.1),
        spin("one pocket at 1.3/37", n(300), 200_000, 1, 0.3),
        spin("one pocket at 2/37", n(300), 50_000, 1, 1.0),
        spin("5 pockets side by side at 1.1/37", n(300), 200_000, 5, 0.1),
        spin("9 pockets side by side at 1.1/37", n(300), 200_000, 9, 0.1),
        spin("18 pockets side by side at 1.05/37", n(300), 300_000, 18, 0.05),
    ]
    return Figures(kept, knew, spun)
