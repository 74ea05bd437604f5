"""What the table does by itself, and when: its clocks and its virtual dealer.

No clock runs in here. The driver is told the time, always of a clock that only goes forward, and
says which move is due next and at what time; whoever runs the table makes it then.
"""

from collections.abc import Iterator

import msgspec

from croupier.engine.inputs import Action
from croupier.engine.waiting import Decision, Waiting
from croupier.table.commands import (
    CarryOutEarly,
    CloseBetting,
    CloseContributions,
    CloseOffers,
    CloseTable,
    Command,
    Decide,
    DeclineCut,
    OpenBetting,
)
from croupier.table.config import DealerKind
from croupier.table.early_close import may_close_early
from croupier.table.family import table_family
from croupier.table.shoes import may_prepare, needs_sealing, unusable
from croupier.table.state import TablePhase, TableState

LEAST_LEFT = 5_000
"""Milliseconds anyone has at least when the clocks run again after the pit was called."""


class Seal(msgspec.Struct, frozen=True):
    """A fresh shoe, or run of the wheel, must be sealed; the old one is opened."""


class Prepare(msgspec.Struct, frozen=True):
    """The next shoe is sealed while this one is dealt."""


class Discard(msgspec.Struct, frozen=True):
    """The prepared shoe will never be dealt from, and is opened."""

    why: str


class Draw(msgspec.Struct, frozen=True):
    """The next sealed outcome goes into the round."""


class PassDelay(msgspec.Struct, frozen=True):
    """The delay after what players gave is over: what it came to becomes a fact."""


Move = Seal | Prepare | Discard | Draw | PassDelay | Command


class Due(msgspec.Struct, frozen=True):
    at: int
    moves: tuple[Move, ...]


class Timer(msgspec.Struct, frozen=True):
    """What runs out next, for those who wait."""

    what: str
    ends: int
    of: int


class TableDriver:
    """Remembers since when the table has waited for what it waits for now."""

    def __init__(self, state: TableState, now: int) -> None:
        self._state = state
        self._since = now
        self._seen_at = now
        """When all that was dealt in the round has been seen, by whoever watches unhurried."""
        self._drawn = _drawn(state)
        self._squeezing = 0
        """How long the cards that lie face down for somebody may make it later."""
        self._deciding: frozenset[Decision] = frozenset()
        """The decisions whose clock runs, some of which may have been made since it started."""
        self._key = self._waited_for()
        self._stopped = None if state.call is None else now
        """Since when the clocks stand still, because the dealer has called the pit."""
        self._window_ends = now
        """When players can give nothing any more to the order; a window that was open before a stop
        is not opened again, for nobody could say how long it stood open."""
        self._open_shoe = _taking(state)
        """The shoe whose window is open."""

    def observe(self, now: int) -> None:
        """Something has happened: if the table waits for something else, its clock starts anew."""
        self._show(now)
        if (taking := _taking(self._state)) != self._open_shoe:
            self._open_shoe = taking
            shoe = self._state.open_window
            terms = shoe and shoe.terms
            self._window_ends = now + (terms.window if terms else 0)
        key, called = self._waited_for(), self._state.call is not None
        if key != self._key:
            self._key, self._since = key, now
            self._stopped = now if called else None
        elif called and self._stopped is None:
            self._stopped = now
        elif not called and self._stopped is not None:
            self._go_on(now, self._stopped)
            self._stopped = None

    def _show(self, now: int) -> None:
        """Cards are seen one after the other, whenever they were dealt."""
        before, self._drawn = self._drawn, _drawn(self._state)
        if before is not None and self._drawn is not None and before[:2] == self._drawn[:2]:
            showing = (self._drawn[2] - before[2]) * (self._state.config.clocks.showing or 0)
            # Only what is newly dealt gives time: anyone may send commands that deal nothing.
            if showing:
                self._seen_at = max(now, self._seen_at) + showing
        waited, self._squeezing = self._squeezing, self._squeeze_time()
        if waited and not self._squeezing:
            # Turned before their time was over: the last of them is looked at, and it goes on.
            at_last = min(self._seen_at + waited, now + (self._state.config.clocks.showing or 0))
            self._seen_at = max(self._seen_at, at_last)

    def _squeeze_time(self) -> int:
        state = self._state
        squeezing = [player for player, turned in state.squeezed.items() if not turned]
        if state.round is None or not squeezing:
            return 0
        times = table_family(state.rules).squeezes(state.round, squeezing)
        return times * (state.config.clocks.squeezing or 0)

    def _go_on(self, now: int, stopped: int) -> None:
        """With the time that was left when the pit was called, or a little more."""
        gone = stopped - self._since
        self._since = now - gone
        if (due := self._due()) is not None:
            self._since += min(gone, max(0, LEAST_LEFT - (due.at - now)))

    def due(self) -> Due | None:
        """The next move of the table itself, or None while only people can go on."""
        due = self._due()
        if self._open_shoe and (due is None or due.at >= self._window_ends):
            # Whoever calls the pit keeps no window open.
            return Due(self._window_ends, (CloseContributions(),))
        return self._due_next_shoe() or due

    def _due_next_shoe(self) -> Due | None:
        if self._state.held is not None:
            return None
        if why := unusable(self._state):
            return self._after(0, Discard(why))
        return self._after(0, Prepare()) if may_prepare(self._state) else None

    def _due(self) -> Due | None:
        state, clocks = self._state, self._state.config.clocks
        if state.held is not None:
            return None  # and whoever is asked then has the whole time again
        if state.call is not None and state.phase is not TablePhase.IDLE:
            return None
        match state.phase:
            case TablePhase.CLOSED:
                return None
            case TablePhase.IDLE:
                return self._idle()
            case TablePhase.BETTING:
                if state.layout.empty:
                    # "Place your bets" until somebody has.
                    return self._after(0, CloseTable()) if state.closing else None
                time = clocks.betting
                if may_close_early(state):
                    time = min(time, state.config.min_betting)
                return self._after(time, CloseBetting())
            case TablePhase.PLAYING:
                return self._playing()

    def timer(self) -> Timer | None:
        """The clock that people see; the table's own instant moves have none."""
        state, clocks = self._state, self._state.config.clocks
        due = self._due()
        if due is None:
            return None
        what = {TablePhase.IDLE: "pause", TablePhase.BETTING: "betting"}.get(state.phase)
        if due.moves == (DeclineCut(),):
            what = "decision"
        elif what is None:
            waiting = state.waiting
            what = "decision" if waiting.decisions else "offer" if waiting.offers else "choice"
        of: int = getattr(clocks, what)
        return Timer(what, due.at, of) if due.at > self._since else None

    @property
    def since(self) -> int:
        """When the table began to wait for what it waits for now."""
        return self._since

    def _idle(self) -> Due | None:
        state = self._state
        if state.closing:
            return self._after(0, CloseTable())
        if state.config.dealer is DealerKind.HUMAN:
            # LIVE 2.3.3d: whoever is asked to place the cutting card has the time of a decision.
            asked = state.handling.cut.asked is not None
            return self._after(state.config.clocks.decision, DeclineCut()) if asked else None
        discard = state.waiting.card is not None
        if discard and state.shoe is not None:
            # A card of the last round is still to be discarded.
            return None if _order_awaited(state) else self._after(0, Draw())
        if needs_sealing(state):
            return self._after(0, Seal())
        return self._once_seen(state.config.clocks.pause if state.round else 0, OpenBetting())

    def _playing(self) -> Due | None:
        clocks, waiting = self._state.config.clocks, self._state.waiting
        for decision in waiting.decisions:
            if decision.box is not None and (decision.player, decision.box) in self._state.early:
                return self._after(0, CarryOutEarly(decision.player, decision.box))
        if waiting.decisions:
            return self._once_seen(clocks.decision, *_timeouts(waiting))
        if waiting.offers:
            return self._once_seen(clocks.offer, CloseOffers())
        if self._state.config.dealer is DealerKind.HUMAN:
            return None
        if _order_awaited(self._state):
            return None
        # R28: the choice closes with the next card, so that waits for those who still choose.
        return self._once_seen(clocks.choice, Draw()) if waiting.choices else self._after(0, Draw())

    def _after(self, milliseconds: int, *moves: Move) -> Due:
        return Due(self._since + milliseconds, moves)

    def _once_seen(self, milliseconds: int, *moves: Move) -> Due:
        return Due(max(self._since, self._seen_at + self._squeezing) + milliseconds, moves)

    def _waited_for(self) -> object:
        state = self._state
        if state.phase is not TablePhase.PLAYING or state.round is None:
            # Betting runs on one clock from the first chip on.
            asked = state.handling.cut.asked
            return state.phase, state.round_number, state.layout.empty, state.shoes, asked
        waiting, deciding = state.waiting, frozenset(state.waiting.decisions)
        # One clock runs for all who are asked at once (knockout baccarat's antes): an answer
        # leaves the others the time that is left, and only a new question starts it again.
        if not deciding or not deciding <= self._deciding:
            self._deciding = deciding
        if deciding:
            return state.held, self._deciding
        return state.held, bool(waiting.offers), waiting.card, bool(waiting.choices)


def _drawn(state: TableState) -> tuple[int, int, int] | None:
    """The shoe, the round, and how many outcomes of the shoe are used; None where a person deals:
    what people see takes its own time there."""
    if state.shoe is None or state.config.dealer is DealerKind.HUMAN:
        return None
    return state.shoes, state.round_number, state.shoe.used


def _order_awaited(state: TableState) -> bool:
    """No card is known yet: the delay is not over."""
    return state.shoe is not None and not state.shoe.ready


def _taking(state: TableState) -> str:
    """The shoe that players are giving something to."""
    shoe = state.open_window
    return shoe.name if shoe else ""


def _timeouts(waiting: Waiting) -> Iterator[Decide]:
    """R15, R17, R20, R23: what a missed decision is, is the game's to say."""
    for decision in waiting.decisions:
        yield Decide(Action.TIMEOUT, decision.box, bet=decision.bet, player=decision.player)
