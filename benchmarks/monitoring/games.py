"""Rounds of every game, dealt from real shoes down to the cut card by the kernels of
`croupier.sim`; nothing of it knows the odds that the band is made from."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.engine.protocol import variant
from croupier.engine.variants import VARIANTS
from croupier.games.baccarat import kernel as baccarat_kernel
from croupier.games.baccarat.sim import Shoes as BaccaratShoes
from croupier.games.blackjack.sim import kernel as blackjack_kernel
from croupier.games.blackjack.sim.game import BlackjackGame
from croupier.games.blackjack.sim.tables import denominator
from croupier.games.roulette.engine import RouletteRules
from croupier.games.roulette.engine.spots import SPOTS
from croupier.monitoring.wins import TakenStake
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.sim.families import simulated
from croupier.sim.plan import Plan

Ints = NDArray[np.int64]
SEED = 20_261
STAKE = 100_00


class Game(NamedTuple):
    name: str
    what: str
    """The bets of a round, in words."""
    figures: PlayFigures
    stakes: tuple[TakenStake, ...]
    rounds: Callable[[int, int], Ints]
    """So many rounds, from a seed: what the players won in each."""


def blackjack(game: str, side: tuple[str, ...] = (), boxes: int = 1) -> Game:
    rules = variant(game)
    played = simulated(Plan(rules, shoes=True, boxes=boxes))
    assert isinstance(played, BlackjackGame)

    def rounds(many: int, seed: int) -> Ints:
        found: list[Ints] = []
        at = 0
        while sum(map(len, found)) < many:
            record = played.record(seed, at, 2_000)
            at += 2_000
            won = played.won(record, {"initial": STAKE, **dict.fromkeys(side, STAKE // 10)})
            for box in range(1, boxes):
                nets = record[:, blackjack_kernel.RECORDED * box].astype(np.int64)
                won += nets * STAKE // denominator(played.rules)
            found.append(won)
        return np.concatenate(found)[:many]

    stakes = [TakenStake("initial", box, STAKE) for box in range(boxes)]
    on_box = rules.spots()
    stakes += [TakenStake(bet, 0 if on_box[bet] else None, STAKE // 10) for bet in side]
    what = f"{boxes} boxes" if boxes > 1 else "one box"
    what += f", {', '.join(side)}" if side else ""
    return Game(game, what, play_figures(rules), tuple(stakes), rounds)


@njit()
def _coups(  # noqa: PLR0917
    cards: NDArray[np.uint8],
    hands: NDArray[np.int16],
    many: int,
    burned: int,
    reserve: int,
    ends: Ints,
) -> None:  # pragma: no cover -- compiled
    at = 0
    size = len(cards)
    while at < many:
        np.random.shuffle(cards)
        next_card = burned
        while size - next_card > reserve and at < many:
            six = cards[next_card : next_card + 6]
            end, used = baccarat_kernel.coup(six[0], six[1], six[2], six[3], six[4], six[5], hands)
            ends[at] = end
            at += 1
            next_card += used


@njit()
def _seeded(seed: int) -> None:  # pragma: no cover -- compiled
    np.random.seed(seed)


def baccarat(game: str, stakes: dict[str, int]) -> Game:
    rules = variant(game)
    played = simulated(Plan(rules, shoes=True))
    assert isinstance(played, BaccaratShoes)
    names, nets = played._bets, played._nets
    cards = played._shoe.copy()
    staked = [stake * nets[names.index(bet)].astype(np.int64) for bet, stake in stakes.items()]
    at_end: Ints = np.sum(staked, axis=0) // played._denominator

    def rounds(many: int, seed: int) -> Ints:
        _seeded(seed)
        ends = np.zeros(many, np.int64)
        equipment = played._cards
        _coups(cards, played._hands, many, equipment.burned, equipment.reserve, ends)
        return at_end[ends]

    taken = tuple(TakenStake(bet, None, stake) for bet, stake in stakes.items())
    what = ", ".join(f"{bet} {stake // 100}" for bet, stake in stakes.items())
    return Game(game, what, play_figures(rules), taken, rounds)


def roulette(stakes: dict[str, int]) -> Game:
    rules = variant("live-roulette")
    assert isinstance(rules, RouletteRules)
    at_pocket = np.array(
        [
            sum(
                stake * (rules.odds(spot).win if pocket in SPOTS[spot] else -1)
                for spot, stake in stakes.items()
            )
            for pocket in range(37)
        ],
        dtype=np.int64,
    )

    def rounds(many: int, seed: int) -> Ints:
        return at_pocket[np.random.default_rng(seed).integers(0, 37, many)]

    taken = tuple(TakenStake(bet, None, stake) for bet, stake in stakes.items())
    what = ", ".join(f"{bet} {stake // 100}" for bet, stake in stakes.items())
    return Game("live-roulette", what, play_figures(rules), taken, rounds)


def every_game() -> Iterator[Game]:
    yield blackjack("rws-blackjack", ("player-pair", "over-13"))
    yield blackjack("rws-blackjack", boxes=5)
    yield blackjack("rws-blackjack-plus", ("rws-pairs", "boom-busted"))
    yield blackjack("live-blackjack")
    yield blackjack("live-blackjack", boxes=7)
    for game in VARIANTS:
        if game.startswith("classic"):
            yield blackjack(game)
    yield blackjack("classic-blackjack-shoe", boxes=5)
    yield baccarat("live-baccarat", {"player": 50_00, "banker": 100_00, "tie": 10_00})
    yield baccarat(
        "rws-knockout-baccarat",
        {"banker": 100_00, "player-pair": 10_00, "winning-total-8": 10_00, "ante-player": 20_00},
    )
    yield roulette({"red": 100_00, "straight:7": 10_00, "dozen:1": 20_00})
