"""The solver's own answers as a player at the engine: by the chart, and by the very cards."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, Input
from croupier.games.blackjack.engine import Round
from croupier.games.blackjack.engine.points import VALUES, points
from croupier.games.blackjack.odds.composition import Best
from croupier.games.blackjack.odds.hands import hands
from croupier.games.blackjack.odds.main_bet import ChartColumn
from croupier.games.blackjack.odds.starting_hands import starts
from croupier.games.blackjack.odds.values import DOUBLE, HIT, STAND, Against
from croupier.kit.cards import Card
from tests.odds.counting import Decide

PLAYER = "ann"
_ACTIONS = {STAND: Action.STAND, HIT: Action.HIT, DOUBLE: Action.DOUBLE}
Wishes = Callable[[int, tuple[Card, ...], bool], Iterator[Action]]
"""The dealer's card, the hand, whether it came from a split → what to do, the dearest first."""


def value(card: Card) -> int:
    return VALUES[card[0]] - 1


def by_chart(columns: Mapping[int, ChartColumn]) -> Decide:
    def wishes(shown: int, cards: tuple[Card, ...], split: bool) -> Iterator[Action]:
        column = columns[shown]
        total, soft = points(cards)
        cell = total + 22 * soft
        if _pair(cards) and column.split[value(cards[0])]:
            yield Action.SPLIT
        elif column.surrender[cell]:
            yield Action.SURRENDER
        if column.double[cell]:
            yield Action.DOUBLE
        yield Action.HIT if column.hit[cell] else Action.STAND
        yield Action.HIT

    return _player(wishes)


def by_cards(games: Mapping[int, Against], best: Mapping[int, Best]) -> Decide:
    def wishes(shown: int, cards: tuple[Card, ...], split: bool) -> Iterator[Action]:
        found, positions = best[shown], games[shown].positions
        if len(cards) == 2:
            first, second = sorted(map(value, cards))
            at = np.flatnonzero((starts().first == first) & (starts().second == second))[0]
            if found.split[at] > max(found.plain[at], found.surrender[at]):
                yield Action.SPLIT
            elif found.surrender[at] > found.plain[at]:
                yield Action.SURRENDER
        counts = np.bincount([value(card) for card in cards], minlength=10)
        within = positions.splits[value(cards[0]), 0] if split else positions.dealt
        same = (hands().counts[positions.hand[within]] == counts).all(1)
        yield _ACTIONS[int(found.decided.choice[within][same][0])]

    return _player(wishes)


def _pair(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and value(cards[0]) == value(cards[1])


def _player(wishes: Wishes) -> Decide:
    def decide(round: engine.Round) -> Input | None:
        assert isinstance(round, Round)
        waiting = engine.waiting(round)
        shown, box = value(round.dealer[0]), round.boxes[0]
        offered = {option.action for offer in waiting.offers for option in offer.options}
        if Action.SURRENDER in offered:
            first = next(wishes(shown, box.hands[0].cards, False))
            if first is Action.SURRENDER:
                return Act(PLAYER, Action.SURRENDER, box=1)
        if not waiting.decisions:
            return None
        asked = waiting.decisions[0]
        assert asked.hand is not None
        hand = box.hands[asked.hand - 1]
        may = {option.action for option in asked.options}
        wanted = wishes(shown, hand.cards, hand.from_split)
        return Act(PLAYER, next(action for action in wanted if action in may), box=1)

    return decide
