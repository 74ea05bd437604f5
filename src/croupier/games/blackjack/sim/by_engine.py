"""The same cards and decisions, played by the engine: what the kernel is held to."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from croupier.engine import protocol as engine
from croupier.engine.inputs import Act, Action, CardDealt, Input, OffersClosed
from croupier.engine.layout import Bet, Limits
from croupier.engine.waiting import Offer, Option
from croupier.games.blackjack.engine import BlackjackRules
from croupier.games.blackjack.engine.points import is_natural, points, same_value, value
from croupier.games.blackjack.engine.state import Round
from croupier.games.blackjack.odds.first_cards import INSURANCE
from croupier.games.blackjack.odds.main_bet import ChartColumn
from croupier.games.blackjack.odds.numbering import SOFT
from croupier.games.blackjack.sim.tables import denominator
from croupier.kit.cards import Card
from croupier.sim.by_engine import Counted, EngineTable, play_out

NOT_FOLLOWING = "behind (not following)"
"""A bet behind a seat that puts nothing on for its doubles and splits."""

Nets = dict[tuple[str, int | None], Fraction]
"""Bet and box → what it comes to, per unit first put down."""


class Column(Protocol):
    """What is done against one card of the dealer's, as far as it is allowed."""

    def splits(self, cards: tuple[Card, ...]) -> bool:
        """Two of one value."""

    def surrenders(self, cards: tuple[Card, ...]) -> bool: ...

    def doubles(self, cards: tuple[Card, ...], *, split: bool) -> bool: ...

    def hits(self, cards: tuple[Card, ...], *, split: bool) -> bool: ...


class ByTotals(NamedTuple):
    """As a chart says it, whether or not the hand came from a split."""

    column: ChartColumn

    def splits(self, cards: tuple[Card, ...]) -> bool:
        return self.column.split[value(cards[0]) - 1]

    def surrenders(self, cards: tuple[Card, ...]) -> bool:
        return self.column.surrender[_cell(cards)]

    def doubles(self, cards: tuple[Card, ...], *, split: bool) -> bool:  # noqa: ARG002
        return self.column.double[_cell(cards)]

    def hits(self, cards: tuple[Card, ...], *, split: bool) -> bool:  # noqa: ARG002
        return self.column.hit[_cell(cards)]


class BlackjackTable(EngineTable):
    def nets(self, round: engine.Round) -> Nets:
        """Who is behind and does not follow has a bet of its own here; insurance is told per unit
        of itself, and is the same on every box."""
        nets: Nets = {}
        for line in round.lines:
            bet = NOT_FOLLOWING if line.player.startswith("other") else line.bet
            if line.bet == INSURANCE:
                nets[line.bet, None] = Fraction(line.net, line.stake)
                continue
            key = bet, line.box
            nets[key] = nets.get(key, Fraction()) + Fraction(line.net, self.stake)
        return nets


def blackjack_table(
    rules: BlackjackRules,
    columns: Sequence[ChartColumn] | Sequence[Column],
    boxes: int,
    bets: Sequence[str],
) -> BlackjackTable:
    """Every chosen bet on every box, insurance taken wherever it is offered."""
    stake = 2 * denominator(rules) * rules.chip_unit
    seats = {box: f"seat {box}" for box in range(1, boxes + 1)}
    placed = list(_bets(rules, seats, bets, stake))
    begun = engine.begin(rules, placed, limits=Limits(1, 100 * stake), seats=seats)

    def said(round: engine.Round) -> Input:
        assert isinstance(round, Round)
        shown = columns[value(round.dealer[0]) - 1]
        column: Column = ByTotals(shown) if isinstance(shown, ChartColumn) else shown
        waiting = engine.waiting(round)
        answers = (_answer(round, column, offer, bets) for offer in waiting.offers)
        taken = next((answer for answer in answers if answer is not None), None)
        if taken is not None:
            return taken
        if not waiting.decisions:
            return OffersClosed()
        (decision,) = waiting.decisions
        assert decision.hand is not None
        index = round.box_index(decision.box)
        assert index is not None
        hands = round.boxes[index].hands
        dealt_to = hands[decision.hand - 1].cards
        action = decide(column, dealt_to, decision.options, split=len(hands) > 1)
        return Act(decision.player, action, box=decision.box)

    return BlackjackTable(begun, stake, said)


def play_by_engine(
    rules: BlackjackRules,
    columns: Sequence[ChartColumn] | Sequence[Column],
    boxes: int,
    bets: Sequence[str],
    cards: Sequence[Card],
) -> tuple[Nets, int]:
    """What the table's bets come to, and how many of the cards were dealt."""
    table = blackjack_table(rules, columns, boxes, bets)
    chance = Counted(CardDealt(card) for card in cards)
    return table.nets(play_out(table, chance)), chance.count


def _bets(
    rules: BlackjackRules, seats: dict[int, str], bets: Sequence[str], stake: int
) -> list[Bet]:
    placed = [Bet(seat, "initial", stake, box) for box, seat in seats.items()]
    for bet in bets:
        if bet == "behind":
            for box in seats:
                placed.append(Bet(f"follower {box}", bet, stake, box, follow=True))
                placed.append(Bet(f"other {box}", bet, stake, box))
        elif bet not in ("initial", INSURANCE):
            if rules.spots()[bet]:
                placed += [Bet(seat, bet, stake, box) for box, seat in seats.items()]
            else:
                placed.append(Bet(seats[1], bet, stake))
    return placed


def _answer(round: Round, column: Column, offer: Offer, bets: Sequence[str]) -> Act | None:
    """Insurance or no, and what is given up; None where the offer is left."""
    options = {option.action: option for option in offer.options}
    if insurance := options.get(Action.INSURE):
        if INSURANCE in bets:
            return Act(offer.player, Action.INSURE, box=offer.box, amount=insurance.most)
        return Act(offer.player, Action.DECLINE, box=offer.box)
    if Action.SURRENDER in options:
        index = round.box_index(offer.box)
        assert index is not None
        cards = round.boxes[index].hands[0].cards
        if round.rules.max_hands > 1 and same_value(cards) and column.splits(cards):
            return None
        if column.surrenders(cards) and not is_natural(cards):
            return Act(offer.player, Action.SURRENDER, box=offer.box)
    return None


def decide(
    column: Column, cards: tuple[Card, ...], options: Sequence[Option], *, split: bool
) -> Action:
    """What is wished, as far as it is allowed."""
    allowed = {option.action for option in options}
    if Action.SPLIT in allowed and column.splits(cards):
        return Action.SPLIT
    if Action.DOUBLE in allowed and column.doubles(cards, split=split):
        return Action.DOUBLE
    if Action.HIT in allowed and (column.hits(cards, split=split) or Action.STAND not in allowed):
        return Action.HIT
    return Action.STAND


def _cell(cards: tuple[Card, ...]) -> int:
    total, soft = points(cards)
    return total + SOFT * soft
