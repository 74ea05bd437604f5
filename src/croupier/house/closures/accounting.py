"""A shoe's cards accounted for, from the table's journal alone: the same value whenever and by
whomever it is made."""

from collections import Counter, deque
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.equipment import Cards
from croupier.engine.inputs import Burn, CardDealt, Discard, Place, Together, Void, VoidReason
from croupier.house.closures.certificate import Closure, RoundCards, Verdict, verdict_of
from croupier.kit.cards import Card
from croupier.kit.cards import shoe as whole_shoe
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Entry
from croupier.table.commands import ShoeRecord
from croupier.table.config import DealerKind, TableConfig
from croupier.table.facts import (
    BettingOpened,
    BurnsShown,
    CardsBurned,
    Fact,
    Fed,
    OutcomesOpened,
    OutcomesRetired,
    OutcomesSealed,
    PreparedShoeInUse,
    RulingWithdrawn,
    ScanTakenBack,
    ShoeChanged,
)
from croupier.table.recovery import NoSuchTable, facts_of
from croupier.table.state import TableState

_BEGINS = OutcomesSealed | PreparedShoeInUse | ShoeChanged
_ENDS = OutcomesOpened | OutcomesRetired | ShoeChanged


def ended_shoes(state: TableState) -> int:
    """The number of the last shoe of a table that is done with; 0: none is, or it has a wheel."""
    if not isinstance(state.rules.equipment, Cards):
        return 0
    in_use = state.config.dealer is DealerKind.HUMAN or state.shoe is not None
    return max(0, state.shoes - in_use)


class ShoeSpan(msgspec.Struct, frozen=True):
    """Where a shoe stands in its table's journal."""

    number: int
    first: int
    last: int


def shoe_spans(reader: Reader, table: str, number: int, seq: int) -> Iterator[ShoeSpan]:
    """The shoes that are done with by entry `seq`, the newest first, which has this number."""
    last = 0
    for entry in _backwards(reader, table, seq):
        kinds = [fact for fact in facts_of(entry) if isinstance(fact, _BEGINS | _ENDS)]
        if last and any(isinstance(fact, _BEGINS) for fact in kinds):
            yield ShoeSpan(number, entry.seq, last)
            number, last = number - 1, 0
        if not last and any(isinstance(fact, _ENDS) for fact in kinds):
            last = entry.seq
        if number < 1:
            return


def _backwards(reader: Reader, stream: str, before: int) -> Iterator[Entry]:
    while before >= 1:
        first = max(1, before - PAGE + 1)
        yield from reversed(reader.entries(stream, first - 1, before - first + 1))
        before = first - 1


class _Cards:
    """The cards of one shoe, while its journal is walked through."""

    def __init__(self, span: ShoeSpan) -> None:
        self._span = span
        self.begun: OutcomesSealed | PreparedShoeInUse | ShoeChanged | None = None
        self.round = 0
        self.in_rounds: Counter[int] = Counter()
        self.seen: Counter[str] = Counter()
        self.burned = self.discarded = self.shown = 0
        self.spoiled = ""
        self._apart: deque[str] = deque()
        """What becomes of the next cards: "burned" or "discarded"."""
        self._last: tuple[str, str] | None = None
        self.opened: OutcomesOpened | None = None
        self.ended_by, self.until_ms = "house", 0
        self.next_record: ShoeRecord | None = None
        """Of the shoe that took its place: with it stands what was left of this one."""

    def feed(self, entry: Entry) -> None:
        for fact in facts_of(entry):
            first = entry.seq == self._span.first and self.begun is None
            if first:
                if isinstance(fact, _BEGINS):
                    self.begun = fact
                    burned = fact.record.burned if isinstance(fact, ShoeChanged) else fact.burned
                    self.burned += burned
                continue
            if isinstance(fact, _ENDS) and entry.seq == self._span.last:
                self._end(fact, entry.at_ms)
                return
            self._apply(fact)

    def _end(self, fact: OutcomesOpened | OutcomesRetired | ShoeChanged, at_ms: int) -> None:
        self.until_ms = at_ms
        match fact:
            case OutcomesOpened():
                self.opened = fact
                self.shown = self.burned  # the order tells what they were
            case OutcomesRetired():
                pass  # its order is told to nobody, so nobody can say
            case ShoeChanged():
                self.next_record, self.ended_by = fact.record, fact.by
                if fact.record.burned_cards is not msgspec.UNSET:
                    self._turned_over(fact.record.burned_cards)

    def _apply(self, fact: Fact) -> None:
        match fact:
            case BettingOpened():
                self.round = fact.round
            case CardsBurned():
                self.burned += fact.count
            case BurnsShown():
                self._turned_over(fact.cards)
            case Fed(input=Burn() | Discard() as ruling):
                self._apart.extend(_apart(ruling))
            case RulingWithdrawn(ruling=ruling):
                for _ in _apart(ruling):
                    self._apart.pop()
            case Fed(input=CardDealt(card=card)):
                if fact.used:
                    self._card(str(card))
            case Fed(input=Together(cards=cards)):
                for card in cards:
                    self._card(str(card), apart=False)
            case Fed(input=Void(reason=reason)) if reason is not VoidReason.WRONG_COUNT:
                self.spoiled = str(reason)
            case ScanTakenBack() if self._last is not None:
                self._take_back(*self._last)

    def _turned_over(self, burned: tuple[Card, ...]) -> None:
        self.seen.update(map(str, burned))
        self.shown += len(burned)

    def _card(self, card: str, *, apart: bool = True) -> None:
        to = self._apart.popleft() if apart and self._apart else "dealt"
        self.seen[card] += 1
        self._last = card, to
        if to == "burned":
            self.burned += 1
            self.shown += 1
            return
        self.discarded += to == "discarded"
        self.in_rounds[self.round] += 1

    def _take_back(self, card: str, to: str) -> None:
        self.seen[card] -= 1
        self._last = None
        if to != "dealt":
            self._apart.appendleft(to)
        if to == "burned":
            self.burned -= 1
            self.shown -= 1
            return
        self.discarded -= to == "discarded"
        self.in_rounds[self.round] -= 1

    @property
    def left(self) -> tuple[int | None, tuple[str, ...] | None]:
        """How many were left, and which, as far as is known."""
        dealt = self.in_rounds.total()
        if self.opened is not None:
            rest = Counter(self.opened.outcomes)
            rest.subtract(self.seen)
            # What was burned unseen lies in the order too, and is in nobody's count.
            return len(self.opened.outcomes) - dealt - self.burned, tuple(rest.elements())
        record = self.next_record
        if record is None or record.left is msgspec.UNSET:
            return None, None
        scanned = None if record.left_cards is msgspec.UNSET else record.left_cards
        return record.left, None if scanned is None else tuple(map(str, scanned))


def _apart(ruling: Place | Discard | Burn) -> list[str]:
    """What becomes of the next cards by it, where they are no part of the round."""
    match ruling:
        case Burn(count=count):
            return ["burned"] * count
        case Discard():
            return ["discarded"]
        case Place():
            return []


class ShoeTerms(msgspec.Struct, frozen=True):
    """What a shoe had to be."""

    table: str
    game: str
    dealer: DealerKind
    decks: int
    behind_cut: int
    staged: bool = False

    @staticmethod
    def of(config: TableConfig) -> "ShoeTerms":
        equipment = engine.variant(config.game, config.settings).equipment
        assert isinstance(equipment, Cards)
        return ShoeTerms(
            config.id,
            config.game,
            config.dealer,
            equipment.decks,
            equipment.behind_cut,
            config.staged,
        )


def account_for(reader: Reader, terms: ShoeTerms, span: ShoeSpan) -> Closure:
    cards, seq = _Cards(span), span.first - 1
    while seq < span.last:
        before = seq
        for entry in reader.entries(terms.table, seq, min(PAGE, span.last - seq)):
            cards.feed(entry)
            seq = entry.seq
        if seq == before:
            raise NoSuchTable(f"{terms.table} has no entry {seq + 1}")
    left, known = cards.left
    behind = min(left or 0, terms.behind_cut)
    missing, extra = _composition(cards, known, terms.decks)
    closure = Closure(
        terms.table,
        terms.game,
        terms.dealer,
        span.number,
        terms.decks,
        52 * terms.decks,
        span.first,
        span.last,
        cards.until_ms,
        tuple(RoundCards(*pair) for pair in sorted(cards.in_rounds.items()) if pair[1]),
        cards.in_rounds.total(),
        cards.discarded,
        cards.burned,
        max(0, cards.burned - cards.shown),
        behind,
        (left or 0) - behind,
        left,
        known is not None,
        missing,
        extra,
        cards.spoiled,
        cards.ended_by,
        Verdict.CLOSES,
        True if terms.staged else msgspec.UNSET,
    )
    return replace(closure, verdict=verdict_of(closure))


def _composition(
    cards: _Cards, known: tuple[str, ...] | None, decks: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which cards are missing and which too many, by what was seen. Where what was left is only
    counted, none can be said to be missing."""
    whole = Counter(map(str, whole_shoe(decks)))
    there = Counter(cards.seen)
    if cards.opened is not None:
        there = Counter(cards.opened.outcomes) | there
    elif known is not None:
        there.update(known)
    extra = there - whole
    missing = whole - there if known is not None else Counter[str]()
    return tuple(sorted(missing.elements())), tuple(sorted(extra.elements()))
