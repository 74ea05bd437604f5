"""Whether the band holds what it says, and how soon what is wrong is found: by simulation.

python -m benchmarks.monitoring coverage      days of every game beside their band of 99 %
python -m benchmarks.monitoring honest        how often evidence rises where nothing is wrong
python -m benchmarks.monitoring alerts        rounds until the alarm where something is
python -m benchmarks.monitoring pictures DIR  both as pictures

Rounds are dealt from real shoes down to the cut card, by the kernels of `croupier.sim` and by the
engine; nothing of it knows the odds that the band is made from.
"""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.games import engine
from croupier.games.blackjack.points import points, value
from croupier.games.blackjack.state import Round
from croupier.games.books import VARIANTS
from croupier.games.engine import variant
from croupier.games.inputs import Act, Action, CardDealt, Input, OffersClosed
from croupier.games.layout import Bet, Limits
from croupier.games.roulette.spots import SPOTS
from croupier.house.records.shoe_seen import ShoeSeen
from croupier.house.records.taken import seen_in, taken_of
from croupier.kit.cards import shoe
from croupier.monitoring.advantage import Stake, for_players, limits_of
from croupier.monitoring.band import PlayedPeriod
from croupier.monitoring.evalues import Evidence
from croupier.monitoring.insurance import KNOWN, knowing_the_card
from croupier.monitoring.table_evidence import ALPHA, Measures, TableEvidence
from croupier.monitoring.taken import InsuranceOffer
from croupier.monitoring.wins import TakenStake, round_wins
from croupier.odds.game import strategy_of
from croupier.odds.play_figures import PlayFigures, play_figures
from croupier.odds.strategy import Strategy
from croupier.sim.blackjack.game import BlackjackGame
from croupier.sim.blackjack.tables import denominator
from croupier.sim.families import simulated
from croupier.sim.kernels import baccarat as baccarat_kernel
from croupier.sim.kernels import blackjack as blackjack_kernel
from croupier.sim.plan import Plan

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
RATE = 0.01
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


# Rounds --------------------------------------------------------------------------------------


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


@njit
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


@njit
def _seeded(seed: int) -> None:  # pragma: no cover -- compiled
    np.random.seed(seed)


def baccarat(game: str, stakes: dict[str, int]) -> Game:
    rules = variant(game)
    played = simulated(Plan(rules, shoes=True))
    names, nets = played._bets, played._nets
    cards = played._shoe.copy()
    at_end = (
        sum(stake * nets[names.index(bet)].astype(np.int64) for bet, stake in stakes.items())
        // played._denominator
    )

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
    at_pocket = np.array(
        [
            sum(
                stake * (rules.odds(spot).win if pocket in SPOTS[spot] else -1)  # type: ignore[attr-defined]
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


# The band ------------------------------------------------------------------------------------


def coverage(days: int = 20_000, rounds: int = 500) -> None:
    print(f"{days:,} days of {rounds} rounds each, beside the band of {1 - RATE:.0%}\n")
    print("| game | bets of a round | mean: band | days | deviation: band | days | days outside |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for game in every_game():
        wins = round_wins(game.figures, game.stakes)
        period = PlayedPeriod()
        for _ in range(rounds):
            period.add("same", lambda wins=wins: wins, 0)
        band = period.band(RATE)
        won = -game.rounds(days * rounds, SEED).reshape(days, rounds).sum(1)
        outside = float(((won < band.low) | (won > band.high)).mean())
        print(
            f"| {game.name} | {game.what} | {band.mean / 100:.1f} | {won.mean() / 100:.1f} |"
            f" {band.stddev / 100:.1f} | {won.std() / 100:.1f} | {outside:.2%} |",
            flush=True,
        )


# Alerts --------------------------------------------------------------------------------------


class Trails:
    """Evidence of many trails at once, as `Evidence` keeps it for one."""

    def __init__(self, trails: int, alternatives: int) -> None:
        self.count = 0
        self.logs = np.full((trails, alternatives), -np.inf)
        self.alarmed = np.zeros(trails, np.int64)
        self.highest = np.zeros(trails)

    def add(self, factors: Floats) -> None:
        self.count += 1
        share = -log(self.count) - np.log1p(self.count)
        self.logs = np.logaddexp(self.logs, share) + factors
        held_back = -np.log1p(self.count)
        value = np.logaddexp(
            np.logaddexp.reduce(self.logs, axis=1) - log(self.logs.shape[1]), held_back
        )
        self.highest = np.maximum(self.highest, value)
        now = (self.alarmed == 0) & (value >= -log(ALPHA))
        self.alarmed[now] = self.count


def check_trails() -> None:
    """That both ways come to the same."""
    random = np.random.default_rng(1)
    one, many = Evidence.against(3), Trails(1, 3)
    for at in range(200):
        factors = random.normal(0.05, 0.2, 3)
        one.add(factors.tolist(), at)
        many.add(factors[None])
    assert np.allclose(one.logs, many.logs[0])


def follow(nets: Ints, game: Game) -> Trails:
    """Trails × rounds of what was won."""
    limits = limits_of(game.figures)
    found = np.unique(nets)
    share = [stake.stake / sum(one.stake for one in game.stakes) for stake in game.stakes]
    table = np.array(
        [
            for_players(
                limits,
                [
                    Stake(stake.bet, stake.stake, net * part)  # type: ignore[arg-type]
                    for stake, part in zip(game.stakes, share, strict=True)
                ],
            )
            for net in found.tolist()
        ]
    )
    trails = Trails(len(nets), table.shape[1])
    for number in range(nets.shape[1]):
        trails.add(table[np.searchsorted(found, nets[:, number])])
    return trails


def cheats(random: np.random.Generator) -> dict[str, Callable[[Ints], Ints]]:
    def sometimes(nets: Ints, often: float) -> NDArray[np.bool_]:
        return random.random(nets.shape) < often

    return {
        "honest": lambda nets: nets,
        "one hand in fifty that is lost is paid": lambda nets: np.where(
            (nets < 0) & sometimes(nets, 1 / 50), STAKE, nets
        ),
        "one hand in fifty that is lost is paid, from 50,000 on": lambda nets: np.where(
            (nets < 0) & sometimes(nets, 1 / 50) & (np.arange(nets.shape[1]) >= 50_000), STAKE, nets
        ),
        "one hand in twenty that is lost is paid": lambda nets: np.where(
            (nets < 0) & sometimes(nets, 1 / 20), STAKE, nets
        ),
        "a blackjack pays 2 to 1": lambda nets: np.where(nets == STAKE * 3 // 2, 2 * STAKE, nets),
        "one push in ten is paid": lambda nets: np.where(
            (nets == 0) & sometimes(nets, 1 / 10), STAKE, nets
        ),
    }


def report(name: str, alarmed: Ints, rounds: int) -> None:
    by = np.sort(np.where(alarmed == 0, rounds + 1, alarmed))
    found = float((alarmed > 0).mean())
    half, nine = (
        f"{int(by[int(share * len(by))]):,}" if found > share else "–" for share in (0.5, 0.9)
    )
    told = (name, f"{len(alarmed):,}", f"{rounds:,}", f"{found:.1%}", half, nine)
    print(f"| {' | '.join(told)} |", flush=True)


HEAD = (
    "| trails | how many | rounds each | with an alarm | half found by round | nine in ten |\n"
    "|---|---:|---:|---:|---:|---:|"
)


def alerts(trails: int = 1_000, rounds: int = 20_000) -> dict[str, Ints]:
    """What is wrong from the first round on, and what is not."""
    check_trails()
    print(f"The alarm is raised at evidence of {1 / ALPHA:,.0f}.\n\n{HEAD}")
    found: dict[str, Ints] = {}
    random = np.random.default_rng(SEED)
    game = blackjack("live-blackjack")
    hands, of = 100_000, trails // 5
    played = game.rounds(of * hands, SEED + 1).reshape(of, hands)
    for name, cheat in cheats(random).items():
        found[f"wins: {name}"] = follow(cheat(played), game).alarmed
        report(f"wins, blackjack: {name}", found[f"wins: {name}"], hands)
    wheel = roulette({"straight:7": 10_00})
    spun = wheel.rounds(trails * rounds, SEED + 2).reshape(trails, rounds)
    late = np.where(random.random(spun.shape) < 1 / 50, 350_00, spun)
    name = "one bet in fifty is put down late"
    found[f"wins: {name}"] = follow(late, wheel).alarmed
    report(f"wins, one number: {name}", found[f"wins: {name}"], rounds)
    coup = baccarat("live-baccarat", {"banker": 100_00})
    dealt = coup.rounds(trails * rounds, SEED + 3).reshape(trails, rounds)
    wrong = np.where((dealt < 0) & (random.random(dealt.shape) < 1 / 50), 95_00, dealt)
    report(
        "wins, banker: one coup in fifty that is lost is paid", follow(wrong, coup).alarmed, rounds
    )
    for name, knows in (("one time in ten", 0.1), ("one time in two", 0.5)):
        found[f"insurance: the card is known {name}"] = insured(random, 1_000, 2_000, knows).alarmed
        report(
            f"insurance: the card is known {name}",
            found[f"insurance: the card is known {name}"],
            2_000,
        )
    _decisions(found)
    return found


def honest(trails: int = 4_000, rounds: int = 5_000) -> None:
    """How often evidence ever rises so high where nothing is wrong."""
    print("| honest trails | how many | rounds each | ever at 10 | at 20 | at 100 | at 10,000 |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    random = np.random.default_rng(SEED + 7)
    for name, game in (
        ("wins, live-blackjack, real shoes", blackjack("live-blackjack")),
        ("wins, classic-blackjack-single, real shoes", blackjack("classic-blackjack-single")),
        ("wins, live-baccarat banker", baccarat("live-baccarat", {"banker": 100_00})),
        ("wins, one number", roulette({"straight:7": 10_00})),
        ("wins, red", roulette({"red": 10_00})),
    ):
        played = game.rounds(trails * rounds, SEED + 8).reshape(trails, rounds)
        _ever(name, follow(played, game).highest, rounds)
    _ever("insurance, three in ten taken", insured(random, trails, rounds, 0.0).highest, rounds)


def _ever(name: str, highest: Floats, rounds: int) -> None:
    shares = " | ".join(f"{float((highest >= log(at)).mean()):.2%}" for at in (10, 20, 100, 10_000))
    print(f"| {name} | {len(highest):,} | {rounds:,} | {shares} |", flush=True)


def insured(random: np.random.Generator, trails: int, offers: int, knows: float) -> Trails:
    tens, cards = 128, 413
    ten = random.random((trails, offers)) < tens / cards
    taken = np.where(random.random(ten.shape) < knows, ten, random.random(ten.shape) < 0.3)
    table = np.array(
        [
            knowing_the_card(InsuranceOffer("x", cards, tens, yes, is_ten))
            for yes in (False, True)
            for is_ten in (False, True)
        ]
    )
    many = Trails(trails, len(KNOWN))
    for at in range(offers):
        many.add(table[2 * taken[:, at] + ten[:, at]])
    return many


# Decisions, played by the engine -------------------------------------------------------------


def _decisions(found: dict[str, Ints], trails: int = 1_000, rounds: int = 2_000) -> None:
    for name, knows, careless in (
        ("by the chart", 0.0, 0.0),
        ("one decision in five at random", 0.0, 0.2),
        ("the hole card is known one time in five", 0.2, 0.0),
        ("the hole card is known one time in two", 0.5, 0.0),
        ("the hole card is always known", 1.0, 0.0),
    ):
        each = partial(_one_player, rounds=rounds, knows=knows, careless=careless)
        with ProcessPoolExecutor() as pool:
            alarmed = np.array(list(pool.map(each, range(trails), chunksize=4)), np.int64)
        found[f"decisions: {name}"] = alarmed
        report(f"decisions: {name}", alarmed, rounds)


_RULES = variant("live-blackjack")


def _one_player(seed: int, rounds: int, knows: float, careless: float) -> int:
    """The round after which this player's decisions raise an alarm; 0: none does."""
    random = np.random.default_rng(seed)
    measures, chart = _measures()
    full = list(shoe(_RULES.deck_count))
    evidence, seen = TableEvidence(), ShoeSeen(1)
    begun = engine.begin(
        _RULES, [Bet("ann", "initial", STAKE, 1)], limits=Limits(1, 10 * STAKE), seats={1: "ann"}
    )
    for number in range(1, rounds + 1):
        cards = iter(CardDealt(full[place]) for place in random.permutation(len(full))[:40])
        round = _played(begun, cards, chart, random, (knows, careless))
        before = seen.before(number, number)
        seen = before.plus(*seen_in(round))
        for alarm in evidence.follow(number, None, taken_of(round, before), measures):
            if alarm.suspicion == "decisions":
                return number
    return 0


_MADE: dict[str, tuple[Measures, Strategy]] = {}


def _measures() -> tuple[Measures, Strategy]:
    if "made" not in _MADE:
        chart = strategy_of(_RULES)
        assert isinstance(chart, Strategy)
        _MADE["made"] = Measures(play_figures(_RULES)), chart
    return _MADE["made"]


def _played(
    round: engine.Round,
    cards: Iterator[Input],
    chart: Strategy,
    random: np.random.Generator,
    how: tuple[float, float],
) -> engine.Round:
    """`how` often the hole card is known, and how often a decision is taken at random."""
    knows, careless = how
    knowing = random.random() < knows
    while not (waiting := engine.waiting(round)).over:
        assert isinstance(round, Round)
        if waiting.decisions:
            (decision,) = waiting.decisions
            options = [option.action for option in decision.options]
            assert decision.hand is not None
            hand = round.boxes[0].hands[decision.hand - 1].cards
            wish = _by_chart(chart, hand, round.dealer[0], options)
            if knowing and len(round.boxes[0].hands) == 1 and len(round.dealer) > 1:
                wish = _knowing(hand, round.dealer, options, wish)
            if random.random() < careless:
                wish = options[random.integers(len(options))]
            said: Input = Act("ann", wish, box=1)
        elif waiting.offers:
            said = OffersClosed()
        else:
            said = next(cards)
        round = engine.step(round, said).round
    return round


def _by_chart(chart: Strategy, hand: tuple[str, ...], shown: str, options: list[Action]) -> Action:
    column = chart.dealer.index("T" if value(shown) == 10 else shown[0])  # type: ignore[arg-type]
    total, soft = points(hand)  # type: ignore[arg-type]
    if Action.SPLIT in options and value(hand[0]) == value(hand[1]):  # type: ignore[arg-type]
        name = "T" if value(hand[0]) == 10 else hand[0][0]  # type: ignore[arg-type]
        cell = next(row for row in chart.pairs if row.hand == f"{name},{name}").cells[column]
        if cell == "P":
            return Action.SPLIT
    rows = chart.soft if soft else chart.hard
    wanted = f"A,{'A23456789T'[total - 12]}" if soft else str(total)
    cell = next(
        (row.cells[column] for row in rows if row.hand == wanted), "S" if total > 16 else "H"
    )
    if cell.startswith("D") and Action.DOUBLE in options:
        return Action.DOUBLE
    hits = cell in ("H", "D", "R")
    return Action.HIT if hits and Action.HIT in options else Action.STAND


def _knowing(
    hand: tuple[str, ...], dealer: tuple[str, ...], options: list[Action], chart: Action
) -> Action:
    """Who has seen the hole card stands before a dealer who must draw, and draws to a made hand."""
    theirs, their_soft = points(dealer)  # type: ignore[arg-type]
    ours, soft = points(hand)  # type: ignore[arg-type]
    if 12 <= theirs <= 16 and not their_soft:
        if ours >= 12 and not soft:
            return Action.STAND
        return Action.DOUBLE if Action.DOUBLE in options and ours >= 8 else chart
    if theirs >= 17:
        return Action.HIT if ours < theirs and Action.HIT in options else Action.STAND
    return chart


# Pictures ------------------------------------------------------------------------------------


def pictures(folder: Path) -> None:
    import matplotlib  # noqa: PLC0415 -- only for pictures

    matplotlib.use("svg")
    from matplotlib import pyplot  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    game = blackjack("live-blackjack")
    rounds, moments = 2_000, 48
    wins = round_wins(game.figures, game.stakes)
    random = np.random.default_rng(SEED)
    honest = game.rounds(rounds, SEED + 9)
    wrong = np.where((honest < 0) & (random.random(rounds) < 1 / 20), STAKE, honest)
    figure, axes = pyplot.subplots(figsize=(8, 4))
    for nets, name, colour in (
        (honest, "honest", "#1b7f4d"),
        (wrong, "one lost hand in twenty is paid", "#b3261e"),
    ):
        period = PlayedPeriod(moments)
        for at, net in enumerate(nets.tolist()):
            period.add("same", lambda: wins, -net, at * moments // rounds)
        course = period.course(RATE)
        across = [point.rounds for point in course]
        if name == "honest":
            axes.fill_between(
                across,
                [p.low / 100 for p in course],
                [p.high / 100 for p in course],
                color="#c9b27c",
                alpha=0.35,
                label="band of 99 %",
            )
            axes.plot(across, [p.mean / 100 for p in course], color="#8a7440", label="expected")
        axes.plot(across, [p.win / 100 for p in course], color=colour, label=name)
    axes.set_xlabel("rounds")
    axes.set_ylabel("the house's win, units of 1")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(folder / "monitoring-band.svg")
    found = alerts()
    figure, axes = pyplot.subplots(figsize=(8, 4))
    for name, alarmed in found.items():
        share = np.sort(alarmed[alarmed > 0])
        axes.step(
            [1, *share, 100_000],
            [0, *(np.arange(len(share)) + 1) / len(alarmed), len(share) / len(alarmed)],
            where="post",
            label=name,
        )
    axes.set_xscale("log")
    axes.set_xlabel("rounds, hands or offers")
    axes.set_ylabel("trails with an alarm")
    axes.legend(frameon=False, fontsize=6)
    figure.tight_layout()
    figure.savefig(folder / "monitoring-alerts.svg")


if __name__ == "__main__":
    what, *more = sys.argv[1:] or ["coverage"]
    {
        "coverage": coverage,
        "honest": honest,
        "alerts": alerts,
        "pictures": lambda: pictures(Path(more[0])),
    }[what]()
