"""The kernel held to the engine: the same cards and decisions, played by both."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.games.blackjack.engine.rules import MAIN_BETS, BlackjackRules
from croupier.games.blackjack.odds.first_cards import INSURANCE
from croupier.games.blackjack.odds.main_bet import ChartColumn
from croupier.games.blackjack.odds.numbering import SOFT, VALUES, values_of
from croupier.games.blackjack.sim import kernel
from croupier.games.blackjack.sim.by_engine import Nets, play_by_engine
from croupier.games.blackjack.sim.charts import Chart
from croupier.games.blackjack.sim.game import NO_COUNT, BlackjackGame, Count
from croupier.games.blackjack.sim.strategies import NAMES, Strategy, by_charts, named
from croupier.kit.cards import DECK, RANKS
from croupier.kit.errors import Refused
from croupier.odds.shoe import ShoeComposition
from croupier.sim.compare_engine import ByEngine
from croupier.sim.game import BetTally
from croupier.sim.kernels.random_cards import FRESH, GIVEN, SHOE
from croupier.sim.plain_cards import dealt

SETTINGS: Mapping[str, Sequence[bool | int | str]] = {
    "h17": (True, False),
    "surrender": (True, False),
    "max-hands": (1, 2, 3, 4),
    "resplit-aces": (True, False),
    "double": (True, False),
    "double-after-split": (True, False),
    "look-under-ace": (True, False),
    "look-under-ten": (True, False),
    "blackjack-takes": ("one-initial-bet", "original-stakes", "everything"),
    "must-draw-below": (0, 12, 17),
    "hard-21-draws": (True, False),
    "blackjack-pays": ("3 to 2", "6 to 5", "1 to 1", "2 to 1"),
    "insurance-pays": ("2 to 1", "1 to 1"),
    "burn-after-shuffle": (0, 1, 12),
    "cut-card-from-back": (10, 26),
}
"""What bears on how a round is played and settled, and on how far down a shoe is dealt."""

_ROUNDS_OF_SAMPLE = 100

Cards = NDArray[np.uint8]


class Table(NamedTuple):
    rules: BlackjackRules
    strategy: Strategy
    boxes: int
    bets: tuple[str, ...]


class Compared(NamedTuple):
    rounds: int
    differences: tuple[str, ...]

    def __add__(self, other: "Compared") -> "Compared":  # type: ignore[override]
        return Compared(self.rounds + other.rounds, (*self.differences, *other.differences))


NONE = Compared(0, ())


# Tables at random -------------------------------------------------------------------------------


def random_rules(rng: Random, document: BlackjackRules) -> BlackjackRules:
    """A document's game, with some settings changed."""
    while True:
        chosen = {
            name: rng.choice(values) for name, values in SETTINGS.items() if rng.random() < 0.4
        }
        try:
            return document.with_settings(chosen)
        except Refused:
            continue


def random_chart(rng: Random) -> Chart:
    """Plays badly, and meets everything that can come up."""

    def cells(count: int, share: float) -> tuple[bool, ...]:
        return tuple(rng.random() < share for _ in range(count))

    given_up = rng.choice([0.1, 0.5])
    return tuple(
        ChartColumn(
            cells(2 * SOFT, 0.5),
            cells(2 * SOFT, 0.4),
            cells(2 * SOFT, given_up),
            cells(VALUES, 0.8),
        )
        for _ in range(VALUES)
    )


def random_count(rng: Random) -> Count:
    bins = rng.randint(2, 9)
    return Count(
        tuple(rng.randint(-2, 2) for _ in DECK),
        rng.randint(-5, 1),
        tuple(rng.randint(1, 9) for _ in range(bins)),
        tuple(rng.random() < 0.5 for _ in range(bins)),
    )


def random_table(rng: Random, document: BlackjackRules, *, counts: bool = False) -> Table:
    rules = random_rules(rng, document)
    boxes = rng.choice([1, 1, 1, 2, 2, 3, rules.boxes])
    bets = [bet for bet in (*rules.spots(), INSURANCE) if bet == "initial" or rng.random() < 0.7]
    counting = random_count(rng) if counts else NO_COUNT
    charts = [random_chart(rng) for _ in counting.stakes]
    strategy = by_charts(rules, "at random", charts, counting)
    return Table(replace(rules, boxes=boxes), strategy, boxes, tuple(bets))


def random_cards(rng: Random, shape: tuple[int, int]) -> Cards:
    """In half of all cases of few ranks, so that there are many pairs and blackjacks."""
    ranks = [0, rng.randint(9, 12), *rng.sample(range(1, 9), 3)]
    few = rng.random() < 0.5
    deck = [card for card in range(len(DECK)) if not few or card % len(RANKS) in ranks]
    return np.array([rng.choices(deck, k=shape[1]) for _ in range(shape[0])], np.uint8)


def strategies_of(rules: BlackjackRules) -> tuple[Strategy, ...]:
    """Every strategy that has a name."""
    shoe = values_of(ShoeComposition.of_decks(rules.decks))
    return tuple(named(rules, shoe, name) for name in NAMES)


def sample(
    document: BlackjackRules, strategies: Sequence[Strategy], seed: int, number: int, rounds: int
) -> Compared:
    """One of the samples a seed has, of so many rounds or a few more: a table at random with cards
    of few ranks, one that counts down a shoe, or the document's own by a strategy with a name."""
    rng = Random(f"{document.game} {seed} {number}")
    match number % 4:
        case 0 | 1:
            table = random_table(rng, document)
            return on_given_cards(table, random_cards(rng, (rounds, _cards(rng, table))))
        case 2:
            table = random_table(rng, document, counts=True)
            (shoe,) = random_cards(rng, (1, document.equipment.size))
            return _of_shoes(table, rng, rounds, shoe)
        case _:
            table = _as_documented(rng, document, rng.choice(strategies))
            if rng.random() < 0.5 and table.strategy.counting is NO_COUNT:
                return on_given_cards(table, random_cards(rng, (rounds, _cards(rng, table))))
            return _of_shoes(table, rng, rounds, None)


def _as_documented(rng: Random, document: BlackjackRules, strategy: Strategy) -> Table:
    boxes = rng.randint(1, document.boxes)
    return Table(replace(document, boxes=boxes), strategy, boxes, (*document.spots(), INSURANCE))


def _cards(rng: Random, table: Table) -> int:
    """As many as any round may need, or so few that some run out of them."""
    return rng.choice([3 * table.boxes + 5, 400, 400, 400])


def _of_shoes(table: Table, rng: Random, rounds: int, shoe: Cards | None) -> Compared:
    seed, first = rng.getrandbits(64), rng.getrandbits(63)
    compared = on_random_cards(table, seed, first, rounds // 8, mode=FRESH, shoe=shoe)
    while compared.rounds < rounds:
        first += 1
        compared += on_random_cards(table, seed, first, 1, mode=SHOE, shoe=shoe)
    return compared


# Comparing --------------------------------------------------------------------------------------


def on_given_cards(table: Table, cards: Cards) -> Compared:
    """Rounds × cards of each."""
    size = cards.shape[1]
    game = _game(table, GIVEN, cards.ravel())
    game.numbers[kernel.SIZE] = size
    bin = _bin(table.strategy.counting, 0, size)
    units = []
    for each in cards.tolist():
        played = _played(table, bin, each)
        units.append([] if played is None else [played])
    return _compared(table, game, 1, 0, units)


def on_random_cards(
    table: Table, seed: int, first: int, units: int, *, mode: int, shoe: Cards | None = None
) -> Compared:
    """Units of play as a run has them: rounds from a fresh shoe, or shoes down to the cut card."""
    game = _game(table, mode, shoe)
    played = [[*_rounds(table, game, seed, unit)] for unit in range(first, first + units)]
    return _compared(table, game, seed, first, played)


def _game(table: Table, mode: int, shoe: Cards | None) -> BlackjackGame:
    rules, strategy, boxes, bets = table
    return BlackjackGame(
        rules,
        strategy.hands,
        mode=mode,
        boxes=boxes,
        bets=bets,
        count=strategy.counting,
        shoe=shoe,
    )


class Played(NamedTuple):
    """A round by the engine."""

    nets: Nets
    """Of one unit each."""
    stake: int
    """Units on the main bet."""
    cards: Sequence[int]

    def staked(self, bet: str) -> int:
        return self.stake if bet in MAIN_BETS else 1


def _rounds(table: Table, game: BlackjackGame, seed: int, unit: int) -> Iterator[Played]:
    """Of one unit."""
    counting, equipment = table.strategy.counting, table.rules.equipment
    cards = [*dealt(seed, unit, game.shoe.tolist(), fresh=game.mode == FRESH)]
    burned, reserve = (equipment.burned, equipment.reserve) if game.mode == SHOE else (0, 0)
    at, count = burned, 0
    while len(cards) - at > reserve:
        played = _played(table, _bin(counting, count, len(cards) - at + burned), cards[at:])
        if played is None:
            return
        yield played
        count += sum(counting.tags[card] for card in played.cards)
        at += len(played.cards)
        if game.mode == FRESH:
            return


def _bin(counting: Count, count: int, unseen: int) -> int:
    """For every deck that was not seen; burned cards were not."""
    true_count = count * 52 // unseen
    return min(max(true_count - counting.lowest, 0), len(counting.stakes) - 1)


def _played(table: Table, bin: int, cards: Sequence[int]) -> Played | None:
    """None where the cards do not last."""
    rules, strategy, boxes, bets = table
    taken = tuple(bet for bet in bets if bet != INSURANCE or strategy.counting.insures[bin])
    told = [DECK[card] for card in cards]
    try:
        nets, used = play_by_engine(rules, strategy.columns[bin], boxes, taken, told)
    except Refused:
        return None
    return Played(nets, strategy.counting.stakes[bin], cards[:used])


def _compared(
    table: Table, game: BlackjackGame, seed: int, first: int, units: Sequence[Sequence[Played]]
) -> Compared:
    """What the kernel records of every round, and what it tallies of all."""
    rounds = [played for unit in units for played in unit]
    tally = np.zeros(game.tally_size, np.int64)
    most = len(units) * (1 if game.mode != SHOE else len(game.shoe))
    record = np.zeros((most, kernel.RECORDED * game.boxes + 3), np.int32)
    game.play(seed, first, len(units), tally, record)
    differences: list[str] = []
    for played, row in zip(rounds, record, strict=False):
        differences += _of_round(table, game, played, row)
    if game.rounds(tally) != len(rounds):
        differences.append(
            f"{len(rounds)} rounds by the engine, {game.rounds(tally)} by the kernel"
        )
    for theirs in game.bets(tally):
        ours = _tally(theirs, units)
        if ours != theirs:
            differences.append(f"in all, by the engine {ours}, by the kernel {theirs}")
    where = f"{table.rules.game}, {table.boxes} boxes, {_settings(table.rules)}"
    return Compared(len(rounds), tuple(f"{where}: {difference}" for difference in differences))


def _of_round(
    table: Table, game: BlackjackGame, played: Played, row: NDArray[np.int32]
) -> Iterator[str]:
    theirs = {key: net * played.staked(key[0]) for key, net in played.nets.items()}
    ours, used = game.nets(row), int(row[-1])
    if ours == theirs and used == len(played.cards):
        return
    apart = {
        key: (_told(theirs.get(key)), _told(ours.get(key)))
        for key in {**theirs, **ours}
        if theirs.get(key) != ours.get(key)
    }
    cards = " ".join(DECK[card] for card in played.cards)
    yield f"{cards}: by engine and kernel {apart}, {len(played.cards)} and {used} cards"


def _tally(like: BetTally, units: Sequence[Sequence[Played]]) -> BetTally:
    """Of the same bet, by the engine."""
    bet, unit_of = like.bet, like.denominator
    outcomes: Counter[int] = Counter()
    sums = [0] * 5
    rounds = 0
    for unit in units:
        n = x = 0
        for played in unit:
            nets = [int(net * unit_of) for key, net in played.nets.items() if key[0] == bet]
            outcomes.update(nets)
            rounds += bool(nets)
            n += len(nets) * played.staked(bet)
            x += sum(nets) * played.staked(bet)
        for at, sum_of in enumerate((n, x, x * x, n * n, n * x)):
            sums[at] += sum_of
    staked, net, net_squared, staked_squared, staked_net = sums
    return BetTally(
        bet,
        rounds,
        unit_of,
        staked,
        net,
        net_squared,
        staked_squared,
        staked_net,
        outcomes,
    )


def _told(net: Fraction | None) -> str:
    return "nothing" if net is None else str(net)


def _settings(rules: BlackjackRules) -> dict[str, Any]:
    return {name: getattr(rules, name.replace("-", "_")) for name in SETTINGS}


def held_to_engine(rules: BlackjackRules, seed: int, rounds: int) -> ByEngine:
    """By every strategy with a name, and by charts and counts at random."""
    strategies, total, number = strategies_of(rules), NONE, 0
    while total.rounds < rounds:
        total += sample(rules, strategies, seed, number, _ROUNDS_OF_SAMPLE)
        number += 1
    return ByEngine(total.rounds, total.differences)
