"""What a table's journal says of the cards or the wheel that a person deals with there.

The fold of its facts, kept with the table's checkpoints: the same in every process, after any stop.
At a table of the virtual dealer nothing is watched: what is dealt there was sealed before, and its
source is tested where it is drawn.
"""

from collections.abc import Iterator

import msgspec

from croupier.games.equipment import Cards, Wheel
from croupier.games.inputs import BallRested, CardDealt, Together
from croupier.games.waiting import CardDue
from croupier.kit.cards import Card
from croupier.kit.phrase import Phrase, words
from croupier.monitoring.equipment import EquipmentSuspicion
from croupier.monitoring.shoes import OrderFilter, ShoeEvidence, number_of
from croupier.monitoring.wheels import WheelEvidence
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BettingOpened,
    BurnsShown,
    EquipmentReplaced,
    Fact,
    Fed,
    ScanTakenBack,
    ShoeChanged,
)
from croupier.table.state import TableState

MOST_POINTS = 240
"""Of the curve; when there are more, every second one is left out."""
MOST_TIMES = 1_000_000_000
"""Surer than that nobody has to be told."""
SPINS_BETWEEN = 20
"""Of a wheel's curve."""


class Point(msgspec.Struct, frozen=True):
    """What was suspected when a round began."""

    round: int
    values: dict[str, float]


class Watched(msgspec.Struct):
    """Of one set of cards, or one wheel."""

    since: int
    """The round it came with."""
    shoe: ShoeEvidence | None = None
    wheel: WheelEvidence | None = None
    grown: dict[str, int] = {}
    """Since which round each suspicion has grown: the last at which it was no better than none."""
    told: list[str] = []
    """Of which the pit was called."""
    curve: list[Point] = []
    spacing: int = 1
    collected: list[int] = []
    """The cards of the shoe in use as they lie in the rack: round after round, hand after hand."""
    replaced: bool = False
    """Other cards come with the next shoe."""


class EquipmentWatch:
    def __init__(self) -> None:
        self.watched = Watched(1)
        self._order: OrderFilter | None = None
        """Of the shoe in use; made again from what is kept, when it is needed."""
        self._due: CardDue | None = None
        self._scanned: tuple[str, Card] | int | None = None
        """The last scan, with the place of a card, or the last pocket: it may be taken back."""
        self._round: list[tuple[str, int]] = []
        """The cards of this round in their order, with the hand each was dealt to. They count when
        it is over: one of them may lie face down, and what is suspected would tell it."""

    def resume(self, watched: Watched) -> None:
        self.watched, self._order = watched, None

    def feed(self, facts: tuple[Fact, ...], state: TableState) -> list[Phrase]:
        """Of the next entry, after which the table stands so; what the pit should know of it."""
        if state.config.dealer is not DealerKind.HUMAN:
            return []
        alarms = [alarm for fact in facts for alarm in self._one(fact, state)]
        self._due = state.waiting.card
        return alarms

    def suspicions(self) -> tuple[EquipmentSuspicion, ...]:
        """What is suspected now, and how much speaks for it."""
        watched = self.watched
        if watched.wheel is not None:
            return watched.wheel.evidence()
        if watched.shoe is None or not watched.shoe.shoes:
            return ()
        return watched.shoe.composition(), watched.shoe.order(self._filter(watched.shoe).now)

    def _one(self, fact: Fact, state: TableState) -> Iterator[Phrase]:
        match fact:
            case ScanTakenBack():
                self._scanned = None
                return
            case Fed():
                self._settle(state)
                self._fed(fact, state)
            case BurnsShown(cards=cards):
                for card in cards:
                    self._shown(number_of(card))
            case EquipmentReplaced():
                self._settle(state)
                if self.watched.wheel is None:
                    self.watched.replaced = True
                else:
                    self._begin(Watched(state.round_number + 1))
            case ShoeChanged():
                self._settle(state)
                self._collect()
                self._fresh_shoe(fact.record.decks, state.round_number)
            case BettingOpened():
                self._settle(state)
                self._collect()
                yield from self._look(fact.round)

    # What has come out

    def _fed(self, fact: Fed, state: TableState) -> None:
        match fact.input:
            case CardDealt(card=card) if fact.used:
                self._scanned = _place(self._due), card
            case BallRested(pocket=pocket):
                self._scanned = pocket
            case Together(cards=cards) if fact.used:
                for card in cards:
                    self._dealt(_place(self._due), card, state)

    def _settle(self, state: TableState) -> None:
        """The last scan was right: something else has happened since."""
        scanned, self._scanned = self._scanned, None
        if isinstance(scanned, int):
            self._rested(scanned, state)
        elif scanned is not None:
            self._dealt(*scanned, state)

    def _rested(self, pocket: int, state: TableState) -> None:
        equipment = state.rules.equipment
        if isinstance(equipment, Wheel):
            if self.watched.wheel is None:
                self.watched.wheel = WheelEvidence.of(equipment.pockets)
            self.watched.wheel.feed(pocket)

    def _dealt(self, place: str, card: Card, state: TableState) -> None:
        self._round.append((place, number_of(card)))
        equipment = state.rules.equipment
        if self.watched.shoe is None and isinstance(equipment, Cards):
            self._fresh_shoe(equipment.decks, state.round_number)

    def _shown(self, kind: int) -> None:
        shoe = self.watched.shoe
        if shoe is not None and shoe.room_for(kind):
            shoe.show(kind)

    def _collect(self) -> None:
        """The round is over: its cards count, and go into the rack hand by hand."""
        shoe, hands = self.watched.shoe, dict[str, list[int]]()
        for place, kind in self._round:
            hands.setdefault(place, []).append(kind)
            if shoe is not None and shoe.room_for(kind):
                self._filter(shoe).feed(kind)
                shoe.deal(kind)
        for hand in hands.values():
            self.watched.collected += hand
        self._round = []

    def _filter(self, shoe: ShoeEvidence) -> OrderFilter:
        if self._order is None:
            self._order = OrderFilter(shoe)
        return self._order

    def _fresh_shoe(self, decks: int, round: int) -> None:
        shoe = self.watched.shoe
        if self.watched.replaced or shoe is None or shoe.decks != decks:
            self._begin(Watched(round + 1))
            shoe = ShoeEvidence(decks)
        self.watched.shoe = shoe.fresh_shoe(self.watched.collected)
        self.watched.collected = []
        self._order = None

    def _begin(self, watched: Watched) -> None:
        self.watched, self._order = watched, None

    # What the pit should know

    def _look(self, round: int) -> Iterator[Phrase]:
        """Before a round: how each suspicion stands, and whether the pit is to be called."""
        watched, found = self.watched, self.suspicions()
        for one in found:
            start = 0.5 if watched.wheel is None else 0.25
            if one.value <= start or one.about not in watched.grown:
                watched.grown[one.about] = round
            if one.alarms and one.about not in watched.told:
                watched.told.append(one.about)
                yield words(
                    "{suspicion}; {times} times likelier than by chance, since round {round}",
                    suspicion=said(one),
                    times=min(int(one.value), MOST_TIMES),
                    round=watched.grown[one.about],
                )
        if found and self._is_point(round):
            watched.curve.append(Point(round, {one.about: one.value for one in found}))
            if len(watched.curve) > MOST_POINTS:
                watched.curve, watched.spacing = watched.curve[::2], 2 * watched.spacing

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
        case "order" if what.startswith("new"):
            return words("the new cards seem not to be shuffled")
        case "order" if what.startswith("dealt"):
            return words("cards come in the order in which the last shoe was dealt")
        case "order":
            return words("cards come in the order in which the last shoe was collected")
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
