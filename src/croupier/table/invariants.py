"""What must hold for every table, checked from its journal alone.

- I2, I3: a round's escrow is empty when it is over; every entry moved exactly the money that its
  facts and the table before it call for, no more and no less.
- I4: no bet after "No more bets"; what lay there then is what was settled.
- I6: the journal folds, to its last entry.
- I7, I8: no bet before the outcomes are sealed; no sealed name used twice; what was opened is what
  was committed to, and what was dealt; nothing was opened before its last use.
- I13: every layout that was closed keeps the limits.
- I14: whoever made a fact held a role that may.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from croupier.chance.sealed import Opening, proves
from croupier.games import engine
from croupier.games.inputs import BallRested, CardDealt
from croupier.kit.errors import Refused
from croupier.ledger import Transfer, escrow, wallet
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.store.values import Entry
from croupier.table.cage import STREAM as CAGE_STREAM
from croupier.table.cage import CashMoved
from croupier.table.commands import Role
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingOpened,
    Fact,
    Fed,
    OutcomesOpened,
    OutcomesSealed,
    SeatLeft,
    SeatTaken,
    TableOpened,
)
from croupier.table.money import moves
from croupier.table.recovery import fold
from croupier.table.rounds import rounds
from croupier.table.state import TablePhase, TableState, layout_hash
from croupier.table.table import Recorded


def table_complaints(reader: Reader, stream: str) -> Iterator[Complaint]:
    """Nothing, if all is well with this table."""
    auditor = _Auditor(reader, stream)
    for entry, transfers in stream_journal(reader, stream):
        where = f"{stream} {entry.seq}"
        try:
            recorded = msgspec.json.decode(entry.body, type=Recorded)
            for what in auditor.entry(recorded, transfers):
                yield Complaint(where, what)
        except (msgspec.DecodeError, Refused, AssertionError, KeyError) as error:
            yield Complaint(where, f"I6: cannot be folded: {error}")
            return


def stream_journal(reader: Reader, stream: str) -> Iterator[tuple[Entry, tuple[Transfer, ...]]]:
    """Every entry of a stream with the transfers it posted."""
    after = (0, 0)
    waiting = list(reader.transfers(stream, after))
    for entry in every_entry(reader, stream):
        moved = []
        while waiting and waiting[0].seq == entry.seq:
            posted = waiting.pop(0)
            moved.append(posted.transfer)
            if not waiting:
                waiting = list(reader.transfers(stream, (posted.seq, posted.n)))
        yield entry, tuple(moved)


def wallet_complaints(reader: Reader, tables: Iterable[str]) -> Iterator[Complaint]:
    """I3: what every wallet must hold, told from cash and settlement lines alone: bought in, less
    cashed out, plus the net of every round that is over, less what lies in rounds that are not."""
    expected: Counter[str] = Counter()
    for entry in every_entry(reader, CAGE_STREAM):
        cash = msgspec.json.decode(entry.body, type=CashMoved)
        expected[cash.player] += cash.amount
    for table in tables:
        for played in rounds(reader, table):
            for line in played.lines if played.over else ():
                expected[line.player] += line.net
        state, _, _ = fold(reader, table)
        open_stakes = state.layout.bets if state.phase is TablePhase.BETTING else ()
        for bet in open_stakes:
            expected[bet.player] -= bet.amount
        if state.phase is TablePhase.PLAYING and state.round is not None:
            expected.subtract(engine.staked(state.round))
    for player, amount in expected.items():
        held = reader.balance(wallet(player))
        if held != amount:
            yield Complaint(wallet(player), f"I3: holds {held}, but the rounds leave {amount}")


class _Auditor:
    def __init__(self, reader: Reader, stream: str) -> None:
        self._reader = reader
        self._stream = stream
        self._state: TableState | None = None
        self._sealed: dict[str, str] = {}
        self._dealt: list[str] = []

    def entry(self, recorded: Recorded, posted: tuple[Transfer, ...]) -> Iterator[str]:
        expected: list[Transfer] = []
        for fact in recorded.facts:
            if self._state is None:
                assert isinstance(fact, TableOpened), "the first fact opens the table"
                self._state = TableState(fact.config)
            yield from self._fact(self._state, recorded, fact)
            expected += moves(self._state, fact)
            self._state.apply(fact)
            yield from self._after(self._state, fact)
        if Counter(expected) != Counter(posted):
            yield f"I3: moved {_told(posted)}, but its facts call for {_told(expected)}"

    def _fact(self, state: TableState, recorded: Recorded, fact: Fact) -> Iterator[str]:
        match fact:
            case BetsPlaced() | BetsDisplaced() | BetsClosed() if (
                state.phase is not TablePhase.BETTING
            ):
                yield f"I4: {type(fact).__name__} while the table is {state.phase}"
            case BettingOpened() if state.config.dealer is DealerKind.VIRTUAL and not state.shoe:
                yield "I7: betting opened before any outcome was sealed"
            case OutcomesSealed() if fact.name in self._sealed:
                yield f"I8: {fact.name} was sealed before"
            case OutcomesOpened():
                yield from self._opened(state, fact)
            case BetsPlaced() | SeatTaken() | SeatLeft() if recorded.role is Role.PLAYER:
                if fact.player != recorded.actor:
                    yield f"I14: {recorded.actor} acted for {fact.player}"
            case Fed(input=CardDealt() | BallRested()) if recorded.role is Role.PLAYER:
                yield f"I14: {recorded.actor} is a player and dealt"

    def _opened(self, state: TableState, fact: OutcomesOpened) -> Iterator[str]:
        opening = Opening(fact.salt, fact.outcomes)
        if state.phase is not TablePhase.IDLE:
            yield f"I7: {fact.name} was opened while the table is {state.phase}"
        if not proves(fact.name, self._sealed.get(fact.name, ""), opening):
            yield f"I7: {fact.name} does not open to what was committed to"
        burned = state.shoe.used - len(self._dealt) if state.shoe else 0
        if list(fact.outcomes[burned : burned + len(self._dealt)]) != self._dealt:
            yield f"I7: {fact.name} holds other outcomes than were dealt"

    def _after(self, state: TableState, fact: Fact) -> Iterator[str]:
        match fact:
            case OutcomesSealed():
                self._sealed[fact.name] = fact.commitment
                self._dealt = []
            case Fed(input=CardDealt(card=card), used=1):
                self._dealt.append(str(card))
            case Fed(input=BallRested(pocket=pocket)):
                self._dealt.append(str(pocket))
            case BetsClosed():
                yield from self._closed(state, fact)
        over = state.round is not None and engine.waiting(state.round).over
        if isinstance(fact, BettingOpened) and state.round_number > 1:
            yield from self._escrow(state.round_number - 1)
        if over and isinstance(fact, BetsClosed):
            yield "I2: a round that is over before its first card"

    def _closed(self, state: TableState, fact: BetsClosed) -> Iterator[str]:
        if layout_hash(state.layout.bets) != fact.layout_hash:
            yield "I4: another layout was closed than lies there"
        for bet in state.layout.bets:
            try:
                engine.check_bet(state.rules, state.config.limits, bet, state.layout, state.layout)
            except Refused as refused:
                yield f"I13: {bet.player}'s {bet.bet} may not stand: {refused}"

    def _escrow(self, round: int) -> Iterator[str]:
        """A round before the running one is over: its escrow has been empty ever since."""
        held = self._reader.balance(escrow(self._stream, str(round)))
        if held:
            yield f"I2: round {round} left {held} in escrow"


def _told(transfers: list[Transfer] | tuple[Transfer, ...]) -> str:
    told = ", ".join(f"{one.payer} > {one.payee} {one.amount}" for one in transfers[:6])
    return told or "nothing"
