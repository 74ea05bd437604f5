"""What a table's journal says of its cards or its wheel.

The fold of its facts, kept with the table's checkpoints: the same in every process, after any stop.
Where the virtual dealer deals the same is asked as of a real shoe or wheel, for a mistake in a
program looks like a missing card; only nobody there can read a card's back. At a staged table cards
are chosen, and nothing is watched.
"""

from collections.abc import Iterator

import msgspec

from croupier.engine.equipment import Cards, Wheel
from croupier.engine.inputs import BallRested, CardDealt, Together
from croupier.engine.waiting import CardDue
from croupier.house.people.names import is_guest
from croupier.kit.cards import Card
from croupier.kit.phrase import Phrase, words
from croupier.monitoring.equipment import EquipmentSuspicion
from croupier.monitoring.marked import MarkedEvidence
from croupier.monitoring.shoes import OrderFilter, ShoeEvidence, kind_of
from croupier.monitoring.wheels import WheelEvidence
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BettingOpened,
    BurnsShown,
    EquipmentReplaced,
    Fact,
    Fed,
    OutcomesSealed,
    PreparedShoeInUse,
    ScanTakenBack,
    ShoeChanged,
)
from croupier.table.state import TablePhase, TableState

MOST_POINTS = 240
"""Of the curve; when there are more, every second one is left out."""
MOST_TIMES = 1_000_000_000
"""Surer than that nobody has to be told."""
SPINS_BETWEEN = 20
"""Points of a wheel's curve, at first."""


class Point(msgspec.Struct, frozen=True):
    """What was suspected when a round began."""

    round: int
    values: dict[str, float]


class Watched(msgspec.Struct):
    """Of one set of cards, or one wheel."""

    since: int
    """The round it came with."""
    shoe: ShoeEvidence | None = None
    marked: MarkedEvidence | None = None
    """Where people deal cards."""
    wheel: WheelEvidence | None = None
    grown_since: dict[str, int] = {}
    """The last round at which each suspicion was worth no more than at first."""
    told: list[str] = []
    """Of which the pit was called."""
    curve: list[Point] = []
    spacing: int = 1
    collected: list[int] = []
    """The cards of the shoe in use as they lie in the rack: round after round, hand after hand."""
    replaced: bool = False
    """Other cards come with the next shoe."""


class RoundBets(msgspec.Struct, frozen=True):
    """What lay there at "No more bets"."""

    stakes: dict[str, dict[str, int]]
    """By player and bet, over all boxes."""
    left: list[int]
    """How many cards of each kind were left in the shoe."""


class EquipmentWatch:
    def __init__(self) -> None:
        self.watched = Watched(1)
        self._order: OrderFilter | None = None
        """Of the shoe in use; made again from what is kept, when it is needed."""
        self._due: CardDue | None = None
        self._unsettled: tuple[str, Card] | int | None = None
        """The last scan, with the place of a card, or the last pocket: it may be taken back."""
        self._bets: RoundBets | None = None
        """Of this round, where somebody might know its cards."""
        self._round: list[tuple[str, int]] = []
        """The cards of this round in their order, with the hand each was dealt to. They count when
        it is over: one of them may lie face down, and what is suspected would tell it."""

    def resume(self, watched: Watched) -> None:
        self._begin(watched)

    def feed(self, facts: tuple[Fact, ...], state: TableState) -> list[Phrase]:
        """Of the next entry, after which the table stands so; what the pit should know of it."""
        if state.config.staged:
            return []
        alarms = [alarm for fact in facts for alarm in self._apply(fact, state)]
        self._due = state.waiting.card
        return alarms

    def suspicions(self) -> tuple[EquipmentSuspicion, ...]:
        """What is suspected now, and how much speaks for it."""
        watched = self.watched
        if watched.wheel is not None:
            return watched.wheel.suspicions()
        shoe = watched.shoe
        if shoe is None:
            return ()
        of_cards = shoe.composition(), shoe.order(self._filter(shoe).values)
        return of_cards if watched.marked is None else (*of_cards, watched.marked.suspicion())

    def _apply(self, fact: Fact, state: TableState) -> Iterator[Phrase]:
        match fact:
            case ScanTakenBack():
                self._unsettled = None
            case BetsClosed():
                self._note_bets(state)
            case Fed():
                self._settle(state)
                self._fed(fact, state)
            case BurnsShown(cards=cards):
                for card in cards:
                    self._shown(kind_of(card))
            case EquipmentReplaced():
                self._settle(state)
                self._replaced(state)
            case ShoeChanged() | OutcomesSealed() | PreparedShoeInUse():
                self._settle(state)
                if state.phase is not TablePhase.PLAYING:
                    self._collect()
                self._fresh_shoe(state)
            case BettingOpened():
                self._settle(state)
                self._collect()
                yield from self._look(fact.round)

    # What has come out

    def _note_bets(self, state: TableState) -> None:
        shoe, stakes = self.watched.shoe, dict[str, dict[str, int]]()
        if shoe is None or self.watched.marked is None:
            return
        for bet in state.layout.bets:
            if not is_guest(bet.player):  # play chips are nobody's gain
                of_player = stakes.setdefault(bet.player, {})
                of_player[bet.bet] = of_player.get(bet.bet, 0) + bet.amount
        if stakes:
            self._bets = RoundBets(stakes, [shoe.decks - out for out in shoe.out])

    def _fed(self, fact: Fed, state: TableState) -> None:
        match fact.input:
            case CardDealt(card=card) if fact.used:
                self._unsettled = _place(self._due), card
            case BallRested(pocket=pocket):
                self._unsettled = pocket
            case Together(cards=cards) if fact.used:
                for card in cards:
                    self._dealt(_place(self._due), card, state)

    def _settle(self, state: TableState) -> None:
        """The last scan was right: something else has happened since."""
        last, self._unsettled = self._unsettled, None
        if isinstance(last, int):
            self._rested(last, state)
        elif last is not None:
            self._dealt(*last, state)

    def _rested(self, pocket: int, state: TableState) -> None:
        equipment = state.rules.equipment
        if isinstance(equipment, Wheel):
            if self.watched.wheel is None:
                self.watched.wheel = WheelEvidence.of(equipment.pockets)
            self.watched.wheel.feed(pocket)

    def _dealt(self, place: str, card: Card, state: TableState) -> None:
        if self.watched.shoe is None:
            self._fresh_shoe(state)
        self._round.append((place, kind_of(card)))

    def _shown(self, kind: int) -> None:
        shoe = self.watched.shoe
        if shoe is not None and shoe.room_for(kind):
            shoe.show(kind)

    def _collect(self) -> None:
        """The round is over: its cards count, and go into the rack hand by hand."""
        bets, self._bets = self._bets, None
        cards, self._round = self._round, []
        shoe, marked = self.watched.shoe, self.watched.marked
        if shoe is None:
            return
        if marked is not None and bets is not None:
            marked.feed(bets.stakes, [kind for _, kind in cards], bets.left)
        hands = dict[str, list[int]]()
        for place, kind in cards:
            hands.setdefault(place, []).append(kind)
            if shoe.room_for(kind):
                self._filter(shoe).feed(kind)
                shoe.deal(kind)
        for hand in hands.values():
            self.watched.collected += hand

    def _filter(self, shoe: ShoeEvidence) -> OrderFilter:
        if self._order is None:
            self._order = OrderFilter(shoe)
        return self._order

    # Other equipment

    def _fresh_shoe(self, state: TableState) -> None:
        equipment = state.rules.equipment
        if not isinstance(equipment, Cards):
            return
        shoe = self.watched.shoe
        if self.watched.replaced or shoe is None or shoe.decks != equipment.decks:
            shoe = ShoeEvidence(equipment.decks)
            self._begin(Watched(state.round_number + 1))
            if state.config.dealer is DealerKind.HUMAN:
                self.watched.marked = MarkedEvidence()
        self.watched.shoe = shoe.fresh_shoe(self.watched.collected, self._order)
        if self.watched.marked is not None:
            self.watched.marked.fresh_shoe()
        self.watched.collected = []
        self._order = None
        # In a round that goes on, cards of the old shoe are not told of: some may lie face down.
        self._round, self._bets = [], None

    def _replaced(self, state: TableState) -> None:
        """Another wheel is there at once, other cards with the next shoe."""
        if isinstance(state.rules.equipment, Cards):
            self.watched.replaced = True
        else:
            self._begin(Watched(state.round_number + 1))

    def _begin(self, watched: Watched) -> None:
        self.watched, self._order = watched, None

    # What the pit should know

    def _look(self, round: int) -> Iterator[Phrase]:
        """Before a round: how each suspicion stands, and whether the pit is to be called."""
        watched, found = self.watched, self.suspicions()
        for one in found:
            if one.value <= one.at_first or one.about not in watched.grown_since:
                watched.grown_since[one.about] = round
        for one in self._untold(found):
            watched.told.append(one.about)
            yield words(
                "{suspicion}; {times} times likelier than by chance, since round {round}",
                suspicion=said(one),
                times=min(int(one.value), MOST_TIMES),
                round=watched.grown_since[one.about],
            )
        if found and self._is_point(round):
            watched.curve.append(Point(round, {one.about: one.value for one in found}))
            if len(watched.curve) > MOST_POINTS:
                watched.curve, watched.spacing = watched.curve[::2], 2 * watched.spacing

    def _untold(self, found: tuple[EquipmentSuspicion, ...]) -> list[EquipmentSuspicion]:
        """Of which the pit is called now. One fault of a wheel shows in several ways: it is called
        once, by the strongest of them, and sees the others in the panel."""
        told = self.watched.told
        untold = [one for one in found if one.alarms and one.about not in told]
        if self.watched.wheel is None or not untold:
            return untold
        return [] if told else [max(untold, key=lambda one: one.value)]

    def _is_point(self, round: int) -> bool:
        watched = self.watched
        between = watched.spacing * (1 if watched.wheel is None else SPINS_BETWEEN)
        return not watched.curve or round - watched.curve[-1].round >= between


def _place(due: CardDue | None) -> str:
    """Whose hand a card belongs to; they are gathered hand by hand."""
    return "" if due is None else f"{due.to} {due.box} {due.hand}"


def said(suspicion: EquipmentSuspicion) -> Phrase:
    """What is likeliest, in words."""
    what = suspicion.suspected
    match suspicion.about:
        case "composition":
            how, _, card = what.partition(" ")
            if how == "missing":
                return words("one {card:face} seems to be missing from the cards", card=card)
            return words("there seems to be one {card:face} too many", card=card)
        case "order" if what == "new":
            return words("the new cards seem not to be shuffled")
        case "order" if what.startswith("dealt"):
            return words("cards come in the order in which the last shoe was dealt")
        case "order":
            return words("cards come in the order in which the last shoe was collected")
        case "marked":
            ranks, _, player = what.partition(" ")
            if player:
                return words(
                    "{player} bets as if it were known whether the next card is of {ranks}",
                    player=player,
                    ranks=ranks,
                )
            return words(
                "bets are placed as if it were known whether the next card is of {ranks}",
                ranks=ranks,
            )
        case "pocket":
            return words("pocket {pocket} comes too often", pocket=what)
        case "sector":
            first, _, last = what.partition(" to ")
            return words(
                "the pockets from {first} to {last} come too often", first=first, last=last
            )
        case "distance":
            return words("the ball falls too steadily, as far on as the time before")
    return words("the pockets do not come equally often, {pocket} the most", pocket=what)
