"""The house, wired together: the one place that knows all its parts."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from argon2 import PasswordHasher

from croupier.chance import RandBelow, WatchedSource
from croupier.house.approvals.approvals import Approvals
from croupier.house.cage.book import Chips
from croupier.house.cage.cage import Cage
from croupier.house.clock import HOUR, SECOND, Clock, RealClock
from croupier.house.closures.closures import Closures
from croupier.house.days.day_close import DayClose
from croupier.house.floor.floor import Floor
from croupier.house.house_signature import HouseSignature
from croupier.house.incidents.incidents import Incidents
from croupier.house.journal import ENTRIES_BETWEEN, TAKEN_OVER, HouseJournals, HouseLost
from croupier.house.live_tables import LiveTables
from croupier.house.nodes.ownership import owner_of
from croupier.house.people.people import People, Who
from croupier.house.program_digests import PACKAGE, program_at
from croupier.house.protection.protection import Protection
from croupier.house.share_links import ShareLinks
from croupier.house.stations.stations import Stations
from croupier.house.transparency.transparency_log import TransparencyLog
from croupier.house.turned_away import Turned, TurnedAwayBook
from croupier.kit.errors import Refused
from croupier.ledger import wallet
from croupier.server.accounts import Accounts
from croupier.server.alert import Alert
from croupier.server.approved_tables import ApprovedTables
from croupier.server.background import Background
from croupier.server.books_check import BooksCheck
from croupier.server.broadcast import Broadcast
from croupier.server.cage_feed import CageFeed
from croupier.server.calls import Calls
from croupier.server.cameras.cameras import Cameras, check_camera_extra
from croupier.server.cameras.stills import Stills
from croupier.server.connections import Connections
from croupier.server.days import Days
from croupier.server.families import playable
from croupier.server.floor_feed import FloorFeed
from croupier.server.interrupted import Interrupted
from croupier.server.listener import HouseListener
from croupier.server.metrics import Metrics
from croupier.server.node import HouseNode, NodeLink
from croupier.server.odds_service import OddsService
from croupier.server.open_requests import OpenRequests
from croupier.server.payment_watch import PaymentWatch
from croupier.server.pit_alerts import PitAlerts
from croupier.server.play_chips import PlayChips
from croupier.server.play_watch import PlayWatch
from croupier.server.players import Players, load, movements, staking_unasked
from croupier.server.program_check import ProgramWatch
from croupier.server.purse_feed import PurseFeed
from croupier.server.rates import AddressRates
from croupier.server.room import Room
from croupier.server.seats import Seats
from croupier.server.settings import HouseSettings
from croupier.server.sheet_reckoning import SheetReckoner
from croupier.server.shoe_closing import ShoeClosing
from croupier.server.source_watch import SourceWatch
from croupier.server.standstill import dealer_here, standstill
from croupier.server.store_failures import StoreFailures, WatchedCommitter
from croupier.server.void_holds import VoidHolds
from croupier.store.errors import StoreError
from croupier.store.mark import Mark
from croupier.store.occupied import Occupation
from croupier.store.protocol import Store
from croupier.table.camera_stream import StreamKind
from croupier.table.config import TableConfig
from croupier.table.state import TablePhase, TableState

if TYPE_CHECKING:  # and OpenTelemetry with it, which is not needed otherwise
    from croupier.server.tracing import Tracing

_LOG = logging.getLogger("croupier.house")

SWEEP_S = 2.0
"""How often idle sessions, slow readers and reality checks are looked at."""
TIMES_MS = 60 * SECOND
"""How often the time at play is written down."""
ODDS_AFTER_S = 10.0
"""How long a house has been open before it reckons what nobody has asked for yet."""
ROUNDS_S = 1.0
"""How often those who watch payments and play look for rounds that have ended."""
LAST_VISITS_S = 2.0
"""How long a house that closes waits for what is being answered."""
SLOWEST_S = 30.0
"""How long a client may read too slowly before it is cut off."""


class House:
    def __init__(  # noqa: PLR0915 -- one for each of its parts
        self,
        store: Store,
        *,
        key: bytes,
        settings: HouseSettings,
        clock: Clock | None = None,
        hasher: PasswordHasher | None = None,
        randbelow: RandBelow | None = None,
        source: WatchedSource | None = None,
        mark: Mark | None = None,
        occupation: Occupation | None = None,
        turned_away: Path | None = None,
        stills: Path | None = None,
        tracing: "Tracing | None" = None,
        link: NodeLink | None = None,
        program: Path | None = None,
    ) -> None:
        """`turned_away`: the file in which it is kept who was. `stills`: the folder for what the
        cameras of consoles have seen; without it nothing is kept of that. `link`: to the other
        nodes of the house, where it has any. `program`: the package folder to measure, if not that
        of this very program."""
        self.store, self.settings = store, settings
        self.source = source or WatchedSource()
        """Of chance: each of its bytes is tested on the way to a shuffle."""
        self.clock = clock or RealClock()
        self.run = secrets.token_hex(8) if link is None else link.node.run
        """Another one at every start."""
        owner = f"house-{self.run}" if link is None else owner_of(link.node)
        shared = link is not None
        self.spawn = Background(self.failed)
        self.trouble = StoreFailures(
            self.clock, self.spawn, lose=self.lose, closing=lambda: self.draining
        )
        self.committer = WatchedCommitter(store, self.trouble, mark)
        self._occupation = occupation
        self.journals = HouseJournals(
            store, self.committer, owner=owner, clock=self.clock, shared=shared
        )
        """Those of the house, beside the tables' own: followed by its other nodes, begun from
        checkpoints."""
        self.people = People(
            self.journals,
            key=key,
            hasher=hasher,
            signs_after=settings.staff_wait_h * HOUR,
        )
        self.protection = Protection(self.journals, unwritten=self.people.unwritten)
        self.cage = Cage(self.journals, protection=self.protection)
        self.floor = Floor(self.journals)
        self.incidents = Incidents(self.journals)
        self.closures = Closures(self.journals)
        self.stations = Stations(self.journals)
        self.signature = HouseSignature(key)
        self.log = TransparencyLog(
            self.journals,
            signature=self.signature,
            origin=settings.log_origin,
            witnesses=settings.witnesses,
        )
        self.approvals = Approvals(
            self.journals,
            asks_rules=settings.approved_rules,
            asks_program=settings.approved_program,
            program=None if program is None else program_at(program),
        )
        self.alert, self.share_links = Alert(self.floor), ShareLinks(key)
        self.turned_away = TurnedAwayBook(turned_away)
        self.metrics = Metrics()
        self.tracing = tracing
        self.accounts = Accounts()
        self.address_rates = AddressRates(
            self.clock, newcomers=settings.newcomers, requests=settings.requests
        )
        self.rooms: dict[str, Room] = {}
        self.play_chips = PlayChips(settings, self.cage, self.people, self.clock, self.rooms)
        self.purse_feed = PurseFeed(
            self.committer, self.accounts, self.protection, self.play_chips.promised
        )
        self.floor_feed = FloorFeed(self.floor, self.rooms, self.trouble)
        self.cage_feed = CageFeed(self.cage)
        self.void_holds = VoidHolds(self.rooms, self.floor, self.alert, self.spawn, run=self.run)
        self.calls = Calls(self.rooms, self.floor, self.alert, self.spawn)
        self.interrupted = Interrupted(
            store,
            self.rooms,
            self.protection,
            self.accounts,
            purse_feed=self.purse_feed,
            spawn=self.spawn,
        )
        self.listener = HouseListener(
            self.rooms,
            self.purse_feed,
            self.metrics,
            protection=self.protection,
            interrupted=self.interrupted,
            void_holds=self.void_holds,
            calls=self.calls,
            lose=self.lose,
        )
        self.pit_alerts = PitAlerts(self.alert, self.spawn)
        self.cameras = Cameras(
            self.spawn,
            Stills(stills, settings.stills_days),
            most_viewers=settings.picture_viewers,
        )
        self.live_tables = LiveTables(
            store,
            self.committer,
            key=key,
            owner=owner,
            guard=self.protection,
            # Tracing is the last, and sees how long it took to tell the others.
            listeners=[
                self.listener,
                self.pit_alerts,
                self.cameras,
                *([tracing] if tracing else []),
            ],
            randbelow=randbelow or self.source.below,
            watched=tracing.watched if tracing else None,
            shared=shared,
        )
        self.day_close = DayClose(self.journals, key=key, indexes=lambda: self.live_tables.indexes)
        self.source_watch = SourceWatch(
            self.source, self.live_tables, self.alert, self.spawn, run=self.run
        )
        self.shoe_closing = ShoeClosing(
            store,
            self.live_tables.tables,
            closures=self.closures,
            incidents=self.incidents,
            alert=self.alert,
            signature=self.signature,
        )
        self.sheets = SheetReckoner(store, self.cage)
        self.log.readable = self._readable
        self.approved_tables = ApprovedTables(self.approvals, self.live_tables, self.alert)
        self.program_watch = ProgramWatch(
            program or PACKAGE, self.approvals.program, self.alert, self.metrics, self.clock
        )
        self.days = Days(self.rooms, self.clock, run=self.run)
        self.seats = Seats(self.rooms, self.people, self.clock, run=self.run)
        self.players = Players(
            self.people,
            self.protection,
            self.play_chips,
            self.purse_feed,
            self.committer,
            shared=shared,
        )
        self.connections = Connections(
            self.accounts,
            self.rooms,
            (self.floor_feed, self.cage_feed),
            self.purse_feed,
            protection=self.protection,
            metrics=self.metrics,
        )
        self.broadcast = Broadcast(self.rooms, self.purse_feed, self.connections, self.floor.chat)
        self.books_check = BooksCheck(
            store, self.alert, self.metrics, self.clock, percent=settings.check_percent
        )
        self.odds = OddsService()
        self.payment_watch = PaymentWatch(self.live_tables, store, self.alert)
        self.play_watch = PlayWatch(self.live_tables, self.odds, self.alert)
        self.draining, self.lost_why = False, ""
        self.open_requests = OpenRequests()
        self.asked_to_close = asyncio.Event()
        """Somebody else than a signal wants it."""
        self.lost = asyncio.Event()
        """Another process has taken over, or the books are lost: this one must stop."""
        self.people.on_closed.extend((self.connections.end_session, self.cameras.end_session))
        self.people.on_forgotten.append(self.protection.forget)
        self.node = None if link is None else HouseNode(self, link, key)
        """What makes it one of several; None: it is the whole house."""

    @property
    def members(self) -> Chips:
        return self.play_chips.members

    # Opening and closing -------------------------------------------------------------------------

    def open(self, tables: Iterable[TableConfig], *, as_written: bool = False) -> None:
        self.play_chips.check_members()
        configs = playable(tables)
        if any(_is_console(config) for config in configs):
            check_camera_extra()
        look = partial(standstill, self.accounts, self.purse_feed, self.protection)
        for config in configs:
            room = self.rooms[config.id] = Room(config.id, self.accounts, look)
            room.stream, room.signed = config.stream, config.signed
            room.ruling = next(reversed(self.floor.rulings(config.id)), None)
        # What the file says of cameras and stations holds from this start on, and is nothing for a
        # journal.
        configs = tuple(
            msgspec.structs.replace(config, stream=None, signed=False) for config in configs
        )
        elsewhere: set[str] = set()
        if self.node is not None:
            elsewhere = self.node.dealt_elsewhere(tuple(config.id for config in configs))
        self.live_tables.open(configs, as_written=as_written, elsewhere=elsewhere)
        self.approved_tables.open()
        for id, live in self.live_tables.tables.items():
            self.rooms[id].live = live
            self.rooms[id].read_results()
            self.protection.over(id, _last_over(live.state))
        for live in self.live_tables.tables.values():
            # What these have let others decide may cost them more, though nobody is here yet.
            for player in staking_unasked(live.state):
                since = self.protection.reach(player)
                moves = self.store.moves(wallet(player)) if self.node is not None else None
                load(self.protection, player, movements(self.store, player, since), moves)
        self.days.open()
        self.listener.live = self.pit_alerts.live = True

    def start(self) -> None:
        self.trouble.start(self.floor)
        # Ahead of the tables, so that none moves on that should be held.
        self.spawn(self.void_holds.settle_all())
        self.live_tables.start()
        self.spawn(self.approved_tables.start("" if self.node is None else self.node.name))
        self.spawn(self.purse_feed.run())
        self.spawn(self._sweep())
        self.spawn(self._stay())
        self.spawn(self._publish_heads())
        self.spawn(self.floor_feed.run())
        self.spawn(self.cage_feed.run())
        self.spawn(self._reckon_odds())
        if self.node is not None:
            self.spawn(self.node.start())
        self.spawn(self.books_check.run())
        for watch in (self.payment_watch, self.play_watch):
            self.spawn(self._follow_rounds(watch.follow))

    async def close(self) -> None:
        """No more bets; what goes on is finished, or what R4 says; then everyone is told."""
        self.draining = True
        await self.odds.close()
        farewell = await self._come_to_rest()
        self.open_requests.shut()
        farewell()
        await self.open_requests.over(LAST_VISITS_S)
        await self.cameras.close()
        # Another process writes it down, or nobody can.
        with suppress(HouseLost, Refused, StoreError):
            await self.protection.write_times(all=True)
        await self.live_tables.close()
        await self.spawn.close()
        with suppress(HouseLost, Refused, StoreError):
            await self.log.publish()
        await self._keep_checkpoints(all=True)
        self.people.close()
        self.turned_away.save()
        if self.node is not None:
            await self.node.leave()
        await asyncio.to_thread(self.committer.close)
        self.store.close()

    async def _come_to_rest(self) -> Callable[[], None]:
        """How everyone is told then."""
        everyone = self.connections
        if self.lost.is_set():
            word = "this house cannot go on here: come back in a moment"
            return lambda: everyone.end_all("closing", word)
        patience = self.settings.drain_s
        if self.node is not None and await self.node.drain(patience):
            word = "this machine closes: come to another one of the house"
            return lambda: everyone.end_all("moved", word)
        await self.live_tables.drain(
            patience, lambda table: dealer_here(self.accounts, self.rooms[table])
        )
        word = "the house closes; what is not settled goes back, or goes on when it opens again"
        return lambda: everyone.end_all("closing", word)

    def failed(self, error: BaseException) -> None:
        """Whatever fails, one thing must not be overlooked: that another process writes here."""
        if isinstance(error, HouseLost):
            self.lose(TAKEN_OVER)

    def lose(self, why: str) -> None:
        """This process must not go on; the first reason is the one that is told."""
        if not self.lost.is_set():
            self.lost_why = why
            _LOG.error("the house is lost", extra={"why": why})
            self.lost.set()

    def why_lost(self) -> str:
        """What has ended this process; and who has the house now, whatever noticed it first."""
        if self.lost_why == TAKEN_OVER and self._occupation is not None:
            with suppress(StoreError):
                return f"{TAKEN_OVER}: {self._occupation.holder()}"
        return self.lost_why

    async def _stay(self) -> None:
        """A sign of life, for whoever would open these books; and a look whether they are ours."""
        if self._occupation is None:
            return
        while not self.lost.is_set():
            await asyncio.sleep(SWEEP_S)
            try:
                if not await asyncio.to_thread(self._occupation.renew):
                    self.lose(TAKEN_OVER)
            except StoreError as error:
                # A house in which nothing happens notices it by this alone.
                self.trouble.met(error)

    async def who(self, token: str) -> Who | None:
        """Whose token it is. Where several nodes serve the house, another may have opened that
        session just now, and its word may be lost: before nobody is known, the books are asked."""
        who = self.people.who(token)
        if who is None and self.node is not None:
            with suppress(StoreError):
                await self.people.journal.follow()
            who = self.people.who(token)
        return who

    async def redeem(self, ticket: str) -> Who | None:
        """Whose socket it is, by a ticket of this node or of another."""
        if self.node is None:
            return self.people.redeem_ticket(ticket)
        session = await self.node.redeem(ticket)
        return None if session is None else self.people.by_session(session)

    def unready(self) -> str:
        """Why nobody should be sent here; nothing, if they should. A table that has stopped is its
        own players' trouble, and the pit's; the others go on."""
        if self.draining:
            return "closing"
        if self.lost.is_set():
            return self.lost_why
        if self.node is not None and self.node.ownership.cut_off():
            age_s = self.node.ownership.heartbeat_age_ms() // 1000
            return f"this node has not reached the database for {age_s} s"
        if self.trouble.why:
            return f"the books cannot be written: {self.trouble.why}"
        if self.source_watch.failed:
            return self.source_watch.failed
        stopped = self.stopped()
        return "every table has stopped" if stopped and len(stopped) == len(self.rooms) else ""

    def stopped(self) -> tuple[str, ...]:
        """The tables that do not run any more, until the pit has opened them again."""
        return tuple(id for id, live in self.live_tables.tables.items() if live.stopped)

    def note_refusal(
        self, kind: Turned, account: str, address: str, what: str, refused: Refused
    ) -> None:
        """For the inspector."""
        code, at = str(refused.code), self.clock.wall()
        self.turned_away.note(kind, account, address=address, what=what, code=code, at=at)

    def _readable(self) -> dict[str, int]:
        """Of every table the last entry before a round that is going on."""
        indexes = self.live_tables.indexes
        return {
            id: (indexes[id].held_back or live.seq + 1) - 1
            for id, live in self.live_tables.tables.items()
            if id in indexes
        }

    # What comes round ----------------------------------------------------------------------------

    async def _sweep(self) -> None:
        times_written = self.clock.forward()
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self._sweep_once()
                if self.clock.forward() - times_written > TIMES_MS:
                    await self._write_times()
                    times_written = self.clock.forward()
            except (Refused, StoreError) as error:
                # The store is told of by what cannot be written there; all this comes round again.
                _LOG.warning("the round of the house was cut short", extra={"why": str(error)})

    async def _sweep_once(self) -> None:
        await self.people.sweep(self.accounts.present)
        now = asyncio.get_running_loop().time()
        for account in self.accounts.here():
            for connection in account.devices:
                since = connection.sender.lagging_since
                if since is not None and now - since > SLOWEST_S:
                    connection.ended.set()
                    connection.sender.abort()
        self.purse_feed.reality_checks()
        await asyncio.to_thread(self.turned_away.save)
        await asyncio.to_thread(self.cameras.stills.sweep, self.clock.wall())
        await self.seats.give_up()
        await self.void_holds.settle_all()
        await self.days.settle()
        await self.shoe_closing.settle()
        await self.approved_tables.settle()
        await self._keep_checkpoints()
        for room in self.rooms.values():
            room.look()
        await self.program_watch.check_daily()

    async def _publish_heads(self) -> None:
        """Of several nodes one does it; if two do for a moment, the books take each head once."""
        while True:
            await asyncio.sleep(self.settings.log_every_s)
            try:
                if self.node is None or self.node.is_first():
                    await self.log.publish()
            except (Refused, StoreError) as error:
                _LOG.warning("heads not published", extra={"why": str(error)})

    async def _follow_rounds(self, follow: Callable[[], Awaitable[None]]) -> None:
        """Those that have ended, again and again."""
        while True:
            await asyncio.sleep(ROUNDS_S)
            with suppress(StoreError):  # it is there again some time
                await follow()

    async def _write_times(self) -> None:
        await self.protection.write_times()
        # Nothing is expected to differ; a purse that does is put right within a minute.
        for account in self.accounts.here():
            self.purse_feed.changed(account.name)

    async def _keep_checkpoints(self, *, all: bool = False) -> None:
        """They only save time: a store in trouble is told of by what cannot be written there."""
        with suppress(StoreError):
            await self.live_tables.keep_checkpoints(all=all)
            for journal in self.journals:
                await journal.keep_checkpoint(least=1 if all else ENTRIES_BETWEEN)

    async def _reckon_odds(self) -> None:
        """For the office: of every set of rules the house plays by, or has played by."""
        missed = False
        while not missed:
            await asyncio.sleep(ODDS_AFTER_S)
            with suppress(StoreError):  # it is there again some time
                await asyncio.to_thread(self._miss_odds)
                missed = True
        await self.odds.catch_up()
        await self.approved_tables.check_figures(self.odds)

    def _miss_odds(self) -> None:
        for room in self.rooms.values():
            self.odds.edges(room.state.rules)
        for index in self.live_tables.indexes.values():
            for config in index.configs:
                self.odds.edges(config.check())


def _is_console(config: TableConfig) -> bool:
    return config.stream is not None and config.stream.kind is StreamKind.CONSOLE


def _last_over(state: TableState) -> int:
    """The last round of a table that is settled."""
    under_way = state.phase in (TablePhase.BETTING, TablePhase.PLAYING)
    return state.round_number - under_way
