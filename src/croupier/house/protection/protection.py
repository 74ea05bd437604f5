"""The guard at every table: nobody plays past what they have asked the house to keep them to.

It knows a player's play from the wallet's postings: the past ones when they come in (`load`), then
each as it is committed (`moved`). A stake on its way to the store is already counted (`reserve`),
so bets on two tables cannot both take the last of a limit.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy

import msgspec

from croupier.house.clock import MINUTE
from croupier.house.journal import Fold, HouseJournals, NewEntry
from croupier.house.protection.book import ProtectionBook, SavedProtection
from croupier.house.protection.facts import (
    BreakTaken,
    LimitSet,
    ProtectionFact,
    RealityCheckSet,
    SelfExcluded,
    TimePlayed,
)
from croupier.house.protection.limits import Kind, at_time
from croupier.house.protection.presence import Presence
from croupier.house.protection.tally import Tally, round_of
from croupier.house.protection.terms import (
    Terms,
    check_amount,
    check_interval,
    check_window,
)
from croupier.house.protection.view import LimitView, ProtectionView, SessionView
from croupier.house.protection.windows import Window, ends, reach
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import Reason, Transfer, wallet

_WALLET = "wallet:"


WATCHED = 15 * MINUTE
"""How much time of who only watches comes together before it is written down."""
MAX_GONE = 2_000
"""Players who have gone and are still in memory, for them to come back to."""


class _ProtectedPlayer(msgspec.Struct):
    """A player in the house's care."""

    name: str
    noted: int = 0
    """When the session began that the journal knows of."""
    forgotten: bool = False
    staked: bool = False
    """Since their time was last written down."""
    presence: Presence = msgspec.field(default_factory=Presence)
    tally: Tally | None = None
    """None: the player's postings have not been looked up yet."""
    known: dict[str, int] = {}
    """The last entry of each journal that was among them."""
    moves: int | None = None
    """How many writes have moved the wallet, where other nodes write too."""


class Protection(Fold[ProtectionFact, SavedProtection]):
    def __init__(
        self,
        journals: HouseJournals,
        *,
        unwritten: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`unwritten` tells of a guest of whom nothing is written, nor is their time."""
        self._clock = journals.clock
        self._unwritten = unwritten
        self._wards: dict[str, _ProtectedPlayer] = {}
        self._gone: dict[str, None] = {}
        """Those in memory who are not here, the longest gone first."""
        self._settled: dict[str, int] = {}
        """The last round of each table that somebody has lost."""
        self._book = ProtectionBook()
        self.journal = journals.open(self)

    # At the tables

    def knows(self, player: str) -> bool:
        """Whether the player's postings have been loaded: before that no stake is taken."""
        ward = self._wards.get(player)
        return ward is not None and ward.tally is not None

    def load(
        self,
        player: str,
        postings: Iterable[tuple[int, Transfer]],
        known: Mapping[str, int] | None = None,
        moves: int | None = None,
    ) -> None:
        """The wallet's postings with their dates, in order, as far back as `reach` says; the last
        entry of each journal that is among them; and how many writes have moved the wallet, asked
        before they were read."""
        if self.knows(player):
            return
        ward, tally, purse = self._ward(player), Tally(), wallet(player)
        session = ward.presence.session
        for at, transfer in postings:
            during = session if 0 < session.began <= at else None
            tally.posted(transfer, at, during, inwards=transfer.payee == purse)
        ward.tally, ward.known, ward.moves = tally, dict(known or {}), moves

    def reach(self, player: str) -> int:
        """How far back anything still counts: the windows that are on, and the session."""
        began = self._ward(player).presence.session.began
        windows = reach(self._clock.wall())
        return min(windows, began) if began else windows

    def over(self, table: str, round: int) -> None:
        """Read back at the start: up to this round the table has settled all."""
        self._settled[table] = round

    def reserve(self, player: str, amount: int, cause: str = "") -> None:
        ward = self._ward(player)
        if ward.tally is None:
            raise Refused(
                Code.NOT_STORED, words("your limits are still being looked up; try again")
            )
        self._check_stake(ward, ward.tally, amount, cause)
        ward.tally.reserve(amount, cause)

    def may_stake(self, player: str, amount: int) -> bool:
        """Whether so much could be reserved now, as far as it is known."""
        ward = self._wards.get(player)
        if ward is None or ward.tally is None:
            return True
        try:
            self._check_stake(ward, ward.tally, amount, "")
        except Refused:
            return False
        return True

    def _check_stake(self, ward: _ProtectedPlayer, tally: Tally, amount: int, cause: str) -> None:
        now, terms = self._clock.wall(), self._book.terms(ward.name)
        terms.check_entry(now)
        self._check_time(ward, terms, now)
        for window in terms.limits[Kind.LOSS]:
            terms.check_limit(Kind.LOSS, window, tally.loss(window, now), amount, now)
        for window in terms.limits[Kind.STAKE]:
            used = tally.staked(window, now, cause)
            terms.check_limit(Kind.STAKE, window, used, amount, now)

    def judged_by(self, player: str) -> int | None:
        """Only of who has a limit on what is staked or lost: others may stake everywhere."""
        terms = self._book.terms(player)
        limited = terms.limits[Kind.LOSS] or terms.limits[Kind.STAKE]
        return self._ward(player).moves if limited else None

    def unknow(self, player: str) -> bool:
        """Something has moved that was not known of: the wallet's postings are to be looked up
        anew. False: not now, while a stake is on its way to the store."""
        ward = self._ward(player)
        if ward.tally is not None and ward.tally.reserves:
            return False
        ward.tally = None
        return True

    def release(self, player: str, amount: int, cause: str = "") -> None:
        if (tally := self._ward(player).tally) is not None:
            tally.reserve(-amount, cause)

    def unclear(self, player: str, amount: int, cause: str) -> None:
        """It counts on, to be on the safe side; unless the writes are counted that move the wallet:
        then the next stake is refused if this one was committed, and all is looked up anew."""
        if self._ward(player).moves is not None:
            self.release(player, amount, cause)

    def moved(self, transfers: Sequence[Transfer]) -> None:
        """The transfers of one write. Whoever is not loaded is left out: `load` will find them."""
        now = self._clock.wall()
        self._count_move(transfers)
        for transfer in transfers:
            if transfer.reason is Reason.LOSS:
                # It names no player. Every loss of a round moves in the one write that ends it.
                table, number = round_of(transfer.cause)
                self._settled[table] = number
                continue
            inwards = transfer.payee.startswith(_WALLET)
            account = transfer.payee if inwards else transfer.payer
            ward = self._wards.get(account.removeprefix(_WALLET))
            if ward is None or ward.tally is None:
                continue
            if transfer.reason is Reason.STAKE:
                ward.tally.reserve(-transfer.amount, transfer.cause)
                ward.staked = True
            ward.tally.posted(transfer, now, ward.presence.session, inwards=inwards)

    def followed(self, stream: str, seq: int, transfers: Sequence[Transfer]) -> None:
        """The transfers of an entry that another node has written: nothing of it was reserved
        here, and who was looked up since has it already."""
        now, new = self._clock.wall(), []
        for transfer in transfers:
            if transfer.reason is Reason.LOSS:
                table, number = round_of(transfer.cause)
                self._settled[table] = max(number, self._settled.get(table, 0))
                continue
            inwards = transfer.payee.startswith(_WALLET)
            account = transfer.payee if inwards else transfer.payer
            ward = self._wards.get(account.removeprefix(_WALLET))
            if ward is None or ward.tally is None or seq <= ward.known.get(stream, 0):
                continue
            new.append(transfer)
            ward.staked |= transfer.reason is Reason.STAKE and ward.presence.here
            ward.tally.posted(transfer, now, ward.presence.session, inwards=inwards)
        self._count_move(new)

    def _count_move(self, transfers: Sequence[Transfer]) -> None:
        """One write, however often it names a wallet."""
        for account in {side for moved in transfers for side in (moved.payer, moved.payee)}:
            if account.startswith(_WALLET):
                ward = self._wards.get(account.removeprefix(_WALLET))
                if ward is not None and ward.moves is not None:
                    ward.moves += 1

    def check_time(self, player: str) -> None:
        """Whether the player may go on, by the time at play."""
        self._check_time(self._ward(player), self._book.terms(player), self._clock.wall())

    def _check_time(self, ward: _ProtectedPlayer, terms: Terms, now: int) -> None:
        presence = ward.presence
        presence.count(self._clock.forward())
        for window in terms.limits[Kind.TIME]:
            terms.check_limit(Kind.TIME, window, presence.used(window, now) // MINUTE, 1, now)
        if terms.reality_check and not presence.to_check(terms.reality_check * MINUTE):
            raise Refused(
                Code.REALITY_CHECK,
                words(
                    "you have played for {minutes, plural, one {# minute} other {# minutes}}: "
                    "say that you want to go on",
                    minutes=presence.session.played // MINUTE,
                ),
            )

    # At the door and at the cage

    def check_entry(self, player: str) -> None:
        self._book.terms(player).check_entry(self._clock.wall())

    def check_deposit(self, player: str, amount: int, so_far: Mapping[Window, int]) -> None:
        """Given what the player has deposited in each window before."""
        self.check_entry(player)
        terms, now = self._book.terms(player), self._clock.wall()
        for window in terms.limits[Kind.DEPOSIT]:
            terms.check_limit(Kind.DEPOSIT, window, so_far[window], amount, now)

    # The time at play

    def seen(self, player: str) -> int:
        """When the books last heard that the player was here, on the wall."""
        return self._ward(player).presence.seen

    def arrived(self, player: str) -> bool:
        """One more device; whether a session begins with it. It is written down with its time."""
        presence = self._ward(player).presence
        self._gone.pop(player, None)
        return presence.arrived(self._clock.forward(), self._clock.wall())

    async def left(self, player: str) -> None:
        """One device less; with the last the time is written down, unless it is a moment of who
        only looked in: comings and goings fill no journal."""
        ward = self._ward(player)
        gone = ward.presence.left(self._clock.forward())
        if gone and (ward.staked or ward.presence.unwritten >= MINUTE):
            await self.write_time(player)
        if gone and not self._drop(player, ward) and not ward.presence.here:
            self._gone[player] = None
            self._evict_gone()

    def _evict_gone(self) -> None:
        """Each that leaves makes up to two leave memory: a player who comes back later is looked up
        again, as after a stop of the house."""
        for _ in range(min(2, len(self._gone) - MAX_GONE)):
            player = next(iter(self._gone))
            del self._gone[player]
            if self._in_use(self._wards[player]):
                self._gone[player] = None
            else:
                del self._wards[player]

    def _in_use(self, ward: _ProtectedPlayer) -> bool:
        """With chips on a table, which may be raised or paid, or time that counts and is in no
        book yet."""
        if ward.tally is not None:
            ward.tally.settle(self._settled)
            if ward.tally.reserves or ward.tally.at_stake:
                return True
        limited = bool(self._book.terms(ward.name).limits[Kind.TIME])
        return limited and ward.presence.unwritten > 0

    async def write_times(self, *, all: bool = False) -> None:
        """Write down the time of who plays, so that a crash forgets little of it; of who only
        watches now and then."""
        due = []
        for player, ward in self._wards.items():
            ward.presence.count(self._clock.forward())
            if ward.presence.unwritten >= (1 if all or ward.staked else WATCHED):
                due.append(player)
        await asyncio.gather(*map(self.write_time, due))

    def forget(self, player: str) -> None:
        """A guest who has left no trace, as soon as the last device has gone."""
        if (ward := self._wards.get(player)) is not None:
            ward.forgotten = True
            self._drop(player, ward)

    def _drop(self, player: str, ward: _ProtectedPlayer) -> bool:
        dropped = ward.forgotten and not ward.presence.here
        if dropped:
            self._gone.pop(player, None)
            del self._wards[player]
        return dropped

    async def write_session(self, player: str) -> None:
        """Before the first thing in it that counts: a kill must not forget what came of that."""
        ward = self._ward(player)
        if ward.presence.session.began != ward.noted:
            await self.write_time(player)

    async def write_time(self, player: str) -> None:
        """With the session it belongs to, so that it goes on when the house comes back."""
        ward = self._ward(player)
        if ward.forgotten or self._unwritten(player):
            return
        presence, ward.staked = ward.presence, False

        def judge() -> NewEntry[ProtectionFact]:
            session = presence.session
            fact = TimePlayed(player, presence.unwritten, session.began, session.answered)
            return NewEntry(fact, player)

        # What the store does not take now is written with the next.
        with suppress(Refused):
            await self.journal.record(judge, about=player)

    def session(self, player: str) -> SessionView:
        ward = self._ward(player)
        ward.presence.count(self._clock.forward())
        if ward.tally is not None:
            ward.tally.settle(self._settled)
        session, interval = ward.presence.session, self._book.terms(player).reality_check
        to_check = ward.presence.to_check(interval * MINUTE) if interval else None
        return SessionView(session.played, session.net, to_check)

    def acknowledge(self, player: str) -> None:
        """The answer to a reality check that is due; before that there is nothing to answer. It is
        written down with the time."""
        if self.session(player).to_check == 0:
            session = self._ward(player).presence.session
            session.answered = session.played

    def time_used(self, player: str, window: Window) -> int:
        """Milliseconds at play."""
        presence = self._ward(player).presence
        presence.count(self._clock.forward())
        return presence.used(window, self._clock.wall())

    # What a player asks for

    async def set_limit(
        self, player: str, kind: Kind, window: Window, amount: int | None, id: str
    ) -> None:
        check_amount(kind, amount)
        check_window(kind, window)
        await self._record(player, lambda _: LimitSet(player, kind, window, amount), id)

    async def set_reality_check(self, player: str, minutes: int) -> None:
        check_interval(minutes)
        await self._record(player, lambda _: RealityCheckSet(player, minutes))

    async def take_break(self, player: str, hours: int) -> None:
        def judge(terms: Terms) -> ProtectionFact:
            terms.check_break(hours, self._clock.wall())
            return BreakTaken(player, hours)

        await self._record(player, judge)

    async def exclude(self, player: str, days: int | None) -> None:
        """None: for ever. Nobody can shorten it or lift it: no fact could say so."""

        def judge(terms: Terms) -> ProtectionFact:
            terms.check_exclusion(days, self._clock.wall())
            return SelfExcluded(player, days)

        await self._record(player, judge)

    def view(self, player: str, deposited: Mapping[Window, int]) -> ProtectionView:
        """Of a player who is loaded, given what they have deposited in each window."""
        terms, now = self._book.terms(player), self._clock.wall()
        rows = []
        for kind in Kind:
            for window in kind.windows:
                limit = at_time(terms.limit(kind, window), now)
                used = self._used(player, kind, window, deposited)
                end = 0 if window is Window.ROUND else ends(window, now)
                rows.append(LimitView(kind, window, limit.amount, used, end, limit.change))
        return ProtectionView(
            tuple(rows), terms.reality_check, terms.break_until, terms.excluded_until
        )

    def _used(
        self, player: str, kind: Kind, window: Window, deposited: Mapping[Window, int]
    ) -> int:
        if kind is Kind.DEPOSIT:
            return deposited[window]
        if kind is Kind.TIME:
            return self.time_used(player, window) // MINUTE
        tally = self._ward(player).tally
        if tally is None:
            return 0
        now = self._clock.wall()
        return (
            tally.staked(window, now, "") if kind is Kind.STAKE else max(0, tally.loss(window, now))
        )

    async def _record(
        self, player: str, judge: Callable[[Terms], ProtectionFact], id: str = ""
    ) -> None:
        def entry() -> NewEntry[ProtectionFact]:
            return NewEntry(judge(self._book.terms(player)), player, id)

        await self.journal.record(entry, about=player)

    def _ward(self, player: str) -> _ProtectedPlayer:
        ward = self._wards.get(player)
        if ward is None:
            ward = self._wards[player] = _ProtectedPlayer(player)
            self._gone[player] = None
            if (known := self._book.players.get(player)) is not None:
                ward.noted, ward.presence = known.noted, deepcopy(known.presence)
        return ward

    # The journal's fold: the book; who is here has a clock of their own beside it.

    stream, facts = ProtectionBook.stream, ProtectionBook.facts
    format, saved_as = ProtectionBook.format, ProtectionBook.saved_as

    def apply(self, fact: ProtectionFact, at_ms: int) -> None:
        self._book.apply(fact, at_ms)
        ward = self._wards.get(fact.player)
        if ward is not None and isinstance(fact, TimePlayed):
            ward.noted = fact.session
            ward.presence.read_back(fact.ms, fact.session, fact.answered)
            ward.presence.written(fact.ms, at_ms)

    def follow(self, fact: ProtectionFact, at_ms: int) -> None:
        """Time at play that another node has counted. It goes on here from what the book says,
        unless the player is here too: then both count, and neither takes from the other's."""
        self._book.apply(fact, at_ms)
        ward = self._wards.get(fact.player)
        if ward is None or not isinstance(fact, TimePlayed):
            return
        if ward.presence.here:
            ward.presence.written_elsewhere(fact.ms, at_ms)
        else:
            known = self._book.players[fact.player]
            ward.noted, ward.presence = known.noted, deepcopy(known.presence)

    def save(self) -> SavedProtection:
        return self._book.save()

    def resume(self, saved: SavedProtection) -> None:
        self._book.resume(saved)
