"""One table's room: who follows it, and what each of them is told when something happens.

What all may see is made once and sent as the same bytes to everyone; what is one player's own is
made only for players it has changed for. Bets that pour in are told a few times a second.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from itertools import chain, islice

from msgspec.structs import replace

from croupier.engine.inputs import Act, Action, CardsTurned
from croupier.engine.waiting import Waiting
from croupier.house.floor.book import ManagerRuling
from croupier.house.live_table import LiveTable
from croupier.house.roles import STAFF, Role
from croupier.kit.phrase import Phrase, words
from croupier.server.accounts import Accounts
from croupier.server.connection import Connection
from croupier.server.feeds import Feed
from croupier.server.frames import Frame
from croupier.server.projection import (
    PlayerParts,
    board,
    clock_view,
    deals_now,
    last_result,
    lobby_table,
    result_of,
    staff_view,
    table_view,
)
from croupier.server.projection import you_view as view_for
from croupier.server.table_events import events_of, staff_events_of, touched_by
from croupier.table.actor import monotonic_ms, wall_ms
from croupier.table.camera_stream import CameraStream
from croupier.table.config import DealerKind
from croupier.table.facts import (
    BetsClosed,
    BetsDisplaced,
    BetsPlaced,
    BettingFinished,
    BettingOpened,
    BettingResumed,
    BurnsKept,
    BurnsShown,
    CallWithdrawn,
    Fed,
    OfferLapsed,
    PitAnswered,
    PitCalled,
    ScanTakenBack,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    SqueezeAnswered,
    Waited,
    WaitingLeft,
)
from croupier.table.guide import announced, announcement
from croupier.table.places import free_places
from croupier.table.short_boxes import short_boxes
from croupier.table.state import TableState
from croupier.table.table import News
from croupier.wire.commands import Mark
from croupier.wire.messages import ChatMessage, StaffMessage, TableEvent, TableMessage, You
from croupier.wire.views import LastResult, LobbyTable, StaffEvent, Standstill, YouView

GATHERED = 0.25
"""Seconds over which bets are gathered before the table's totals are told."""
KEPT_RESULTS = 90
"""A baccarat shoe of eight decks holds about 82 coups, and its roads are drawn from them all."""
KEPT_DEEDS = 200
"""Of one round; the pit reads the newest first."""
SEES_STAFF_VIEW = frozenset({Role.DEALER, Role.PIT, Role.SHIFT, Role.INSPECTOR})


_GATHERED_FACTS = BetsPlaced | BetsDisplaced | BettingFinished | BettingResumed


class Room:
    def __init__(
        self, table: str, accounts: Accounts, standstill: Callable[["Room"], Standstill | None]
    ) -> None:
        """`standstill` says why nothing can happen at the table now, if so."""
        self.table = table
        self._accounts = accounts
        self._standstill = standstill
        self._told_standstill: Standstill | None = None
        self.live: LiveTable
        """Put here when the tables are opened."""
        self.feed = Feed()
        self.staff_feed = Feed()
        self.followers: set[Connection] = set()
        self.elsewhere: set[str] = set()
        """Players who follow it through another node."""
        self.results: deque[LastResult] = deque(maxlen=KEPT_RESULTS)
        self.done: deque[StaffEvent] = deque(maxlen=KEPT_DEEDS)
        self._waited = Waiting()
        """For what the round waits, as the last entry has left it."""
        self.ruling: ManagerRuling | None = None
        """The shift manager's last on this table."""
        self.stream: CameraStream | None = None
        """The dealer's picture."""
        self.signed = False
        """Whether all that staff do here has to be signed by a station."""
        self._announced: list[Phrase] = []
        self._confirming = False
        self._events: list[TableEvent] = []
        self._touched: set[str] = set()
        self._deciding: set[str] = set()
        self._told: dict[str, YouView] = {}
        self._news = False
        self._only_bets = True
        self._flush: asyncio.TimerHandle | None = None
        self._settled = 0
        self._full: bool | None = None
        """Whether all seats were taken when everybody was last told."""

    @property
    def state(self) -> TableState:
        return self.live.state

    @property
    def staged(self) -> bool:
        return self.state.config.staged

    @property
    def is_dealt_by_hand(self) -> bool:
        return self.state.config.dealer is DealerKind.HUMAN

    def is_shown_to(self, role: Role | None) -> bool:
        """A staged table is nothing for players."""
        return not self.staged or role in STAFF

    # What happens --------------------------------------------------------------------------------

    def remember(self, news: News, state: TableState) -> None:
        """What was done in the round that is on; `state` is the table right after it."""
        for fact in news.recorded.facts:
            if isinstance(fact, BettingOpened):
                self.done.clear()
            self.done += staff_events_of(fact, news.at_ms, self._waited)
        self._waited = state.waiting

    def read_results(self) -> None:
        """The last ones, as the books have them."""
        last = islice(self.live.fold.index.newest_first(), KEPT_RESULTS)
        self.results.extend(reversed([last_result(entry) for entry in last if entry.over]))

    def on_entry(self, news: News, state: TableState) -> None:
        """Note what is to be told; the telling comes when the whole commit is in."""
        for fact in news.recorded.facts:
            self._news = True
            self._only_bets &= isinstance(fact, _GATHERED_FACTS)
            if text := announcement(fact, state.rules):
                self._announced.append(text)
            self._events += events_of(fact)
            self._touched.update(touched_by(fact))
            match fact:
                case SqueezeAnswered():
                    self._touched.add(state.squeezes[fact.box].player)
                case BettingOpened():
                    self._touched.update(self._told)
                    self._settled = 0
                case (
                    Waited()
                    | WaitingLeft()
                    | SeatOffered()
                    | OfferLapsed()
                    | SeatTaken()
                    | SeatLeft()
                ):
                    self._seats_changed(state)
                case BetsClosed():
                    self._touched.update(bet.player for bet in state.layout.bets)
                case Fed():
                    self._fed(state, fact)
                case ScanTakenBack():
                    self._taken_back(state)
                case PitCalled() | PitAnswered() | CallWithdrawn() | BurnsShown() | BurnsKept():
                    # What was asked is answered; and while the pit is called nobody may say
                    # anything, not even early.
                    self._touched.update(self._told)
        self._announce_result(state)

    def _announce_result(self, state: TableState) -> None:
        """Once, when the last card or the ball has come; what is said of the ball is the result."""
        confirming, self._confirming = self._confirming, state.waiting.settlement
        if confirming or state.round is None:
            return
        result = announced(state.round, state.waiting)
        if result is not None and result not in self._announced:
            self._announced.append(result)

    def on_bet(self, player: str) -> None:
        """A player's own bets have changed, and nothing else."""
        self._news = True
        self._touched.add(player)

    def _seats_changed(self, state: TableState) -> None:
        """Who waits has another place on the list. All others learn only whether there is a list to
        join, so that a thousand who stand around are not told of every seat."""
        self._touched.update(state.waiting_list, state.offered_seats.values())
        full = not free_places(state)
        if full is not self._full:
            self._full = full
            self._touched.update(self._told)

    def _fed(self, state: TableState, fact: Fed) -> None:
        round = state.round
        assert round is not None
        if (result := result_of(state)) is not None:
            if self.results and self.results[-1].round == result.round:
                self.results.pop()
            self.results.append(result)
        # A void settles everything anew.
        settled = 0 if round.void else self._settled
        self._touched.update(line.player for line in round.lines[settled:])
        self._settled = len(round.lines)
        # Cards that only their owner sees are the owner's own news.
        self._touched.update(
            box.owner
            for box in getattr(round, "boxes", ())
            if not all(hand.face_up for hand in box.hands)
        )
        # What may be said early changes with every card.
        boxes = getattr(round, "boxes", ())
        self._touched.update(box.decider for box in boxes if box.decider is not None)
        if isinstance(fact.input, Act | CardsTurned):
            self._touched.add(fact.input.player)
        if isinstance(fact.input, Act) and fact.input.action in (Action.DOUBLE, Action.SPLIT):
            # Those behind who follow the seat have staked more, too.
            self._touched.update(
                wager.player
                for box in boxes
                if box.number == fact.input.box
                for wager in box.wagers
            )

    def _taken_back(self, state: TableState) -> None:
        """What the scan had settled is open again, and what was said early is dropped."""
        assert state.round is not None
        self._settled = len(state.round.lines)
        self._touched.update(self._told)

    def on_commit(self) -> None:
        if not self._news:
            return
        # BJ5 5.2: who has bet on a box is advised at once that it has come under its minimum.
        gathers = self._only_bets and self._told_bets and not short_boxes(self.state)
        if not gathers:
            self.tell()
        elif self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(GATHERED, self.tell)
        self._tell_own()

    @property
    def _told_bets(self) -> bool:
        """The first chip starts the clock, and that is news of its own."""
        return self.state.layout.bettors > 1

    # What is told --------------------------------------------------------------------------------

    def tell(self) -> None:
        """The public view to everyone, and the house's to its people."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        announced, events = tuple(self._announced), tuple(self._events)
        self._announced, self._events, self._news, self._only_bets = [], [], False, True
        frame = self.feed.frame(lambda feed, n: self._message(feed, n, announced, events))
        staff: Frame | None = None
        for connection in self.followers:
            connection.send(frame)
            if connection.role in SEES_STAFF_VIEW:
                staff = staff or self._staff_frame()
                connection.send(staff)

    def look(self) -> None:
        """It may have come to a standstill, or out of one, by who has come or gone."""
        if self.followers and self._standstill(self) is not self._told_standstill:
            self.tell()

    def _message(
        self,
        feed: str,
        n: int,
        announced: tuple[Phrase, ...] = (),
        events: tuple[TableEvent, ...] = (),
    ) -> TableMessage:
        last = board(self.state, self.results)
        self._told_standstill = self._standstill(self)
        clock = clock_view(self.live.driver, monotonic_ms(), self.live.order_due_ms)
        still, ruling = self._told_standstill, self.ruling
        view = table_view(
            self.state, clock, last, standstill=still, ruling=ruling, stream=self.stream
        )
        return TableMessage(feed, n, wall_ms(), tuple(map(str, announced)), events, view, announced)

    def _staff_frame(self) -> Frame:
        return self.staff_feed.frame(self._staff_message)

    def _staff_message(self, feed: str, n: int) -> StaffMessage:
        return StaffMessage(feed, n, staff_view(self.state, tuple(self.done)))

    def _tell_own(self) -> None:
        """To each player whose own view may have changed, if it has."""
        private = PlayerParts(self.state)
        deciding = set(private.asks)
        alone = self._alone()
        changed = self._touched | self._deciding | deciding | ({alone} if alone else set())
        self._touched, self._deciding = set(), deciding
        for player in changed:
            self._tell(player, private)

    def forget(self, player: str) -> None:
        """The player's devices may not have what was told last."""
        self._told.pop(player, None)

    def tell_you(self, player: str) -> None:
        self._tell(player, PlayerParts(self.state))

    def _tell(self, player: str, private: PlayerParts) -> None:
        account = self._accounts.get(player)
        if account is None:
            self._told.pop(player, None)
            return
        view = view_for(self.state, player, private)
        view = replace(view, deals_now=self._alone() == player and deals_now(self.state, player))
        if self._told.get(player) != view:
            self._told[player] = view
            account.tell(lambda feed, n: You(feed, n, view))

    def announce(self, text: Phrase) -> None:
        """A word of the house to everyone at the table."""
        self._announced.append(text)
        self.tell()

    def publish(self, ruling: ManagerRuling) -> None:
        """BJ5 5.19: everyone at the table hears what was decided, and whoever comes later reads
        it. Said again, it is no news."""
        if self.ruling is not None and ruling.ruled.number <= self.ruling.ruled.number:
            return
        self.ruling = ruling
        self.announce(words("The shift manager rules: {text}", text=ruling.ruled.text))

    def chat(self, message: ChatMessage) -> None:
        """LIVE 2.5.2.9: those betting behind have no chat, neither to write nor to read."""
        frame = Frame.of(message)
        for connection in self.followers:
            if not self.bets_behind(connection.name):
                connection.send(frame)

    def bets_behind(self, player: str) -> bool:
        return any(bet.bet == "behind" for bet in self.state.layout.bets_of(player))

    # Coming and going ----------------------------------------------------------------------------

    def join(self, connection: Connection, mark: Mark | None, chat: Iterable[ChatMessage]) -> bool:
        """Whether what was missed could be sent; otherwise the latest was."""
        connection.following.add(self.table)
        alone = self._alone()
        self.followers.add(connection)
        missed = self.feed.since(mark)
        if missed is None:
            self.snapshot(connection)
        else:
            for frame in missed:
                connection.send(frame)
        self._staff_snapshot(connection)
        if connection.bets:
            self.forget(connection.name)
            self.tell_you(connection.name)
            if alone not in (None, connection.name):
                self.tell_you(alone)
        if not self.bets_behind(connection.name):
            for line in chat:
                connection.say(line)
        return missed is not None

    def catch_up(self, connection: Connection) -> None:
        """The latest, for who has missed something."""
        self.snapshot(connection)
        self._staff_snapshot(connection)

    def snapshot(self, connection: Connection) -> None:
        """The table as it is now, under the number of the last message."""
        connection.say(self._message(self.feed.name, self.feed.n))

    def _staff_snapshot(self, connection: Connection) -> None:
        if connection.role in SEES_STAFF_VIEW:
            connection.say(self._staff_message(self.staff_feed.name, self.staff_feed.n))

    def part(self, connection: Connection) -> None:
        connection.following.discard(self.table)
        self.followers.discard(connection)
        self.forget(connection.name)
        if connection.bets and (alone := self._alone()):
            self.tell_you(alone)

    def players(self) -> set[str]:
        """Those at the table who play, or might."""
        return self.players_here() | self.elsewhere

    def _alone(self) -> str | None:
        """The only one of them, if there is just one; stops at the second."""
        alone = None
        here = (connection.name for connection in self.followers if connection.bets)
        for name in chain(self.elsewhere, here):
            if alone not in (None, name):
                return None
            alone = name
        return alone

    def players_here(self) -> set[str]:
        """Those of them who are connected to this node."""
        return {connection.name for connection in self.followers if connection.bets}

    def lobby(self) -> LobbyTable:
        players, still = len(self.players()), self._standstill(self)
        return lobby_table(self.state, players, tuple(self.results), still)
