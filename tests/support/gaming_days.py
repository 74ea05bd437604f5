"""A house that plays over several days, at random, and a desk at which they are closed."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import msgspec

from croupier.house.clock import DAY, HOUR
from croupier.house.days.cuts import begins
from croupier.house.days.day_close import DayClose, DayDraft
from croupier.house.days.facts import CageCount, CashCount
from croupier.house.days.reckoning import Indexes
from croupier.house.days.report import DayReport, read_report
from croupier.house.journal import HouseJournals
from croupier.house.records.sheet import day
from croupier.house.roles import Role
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.store.values import Batch, Done, Write
from croupier.table.cage import (
    HOUSE,
    STREAM,
    CageFact,
    CashMoved,
    CashRequested,
    FloatAsked,
    FloatMoved,
    RequestApproved,
    RequestRefused,
    cage_moves,
)
from croupier.table.state import TablePhase
from tests.support.clock import HandClock
from tests.support.evening import Evening
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import KEY

MONDAY = "2026-03-02"
GUEST = "guest-7"
WHEEL = "live-roulette"
DRAWER = 1_000 * UNIT
"""What lay in the cage on the first morning."""
TABLES = (WHEEL, "rws-blackjack", "live-baccarat")


class GamingDays(Evening):
    """Begins on a Monday noon. Money comes and goes at the cage, floats are filled, guests play."""

    def __init__(self, seed: int, store: Store | None = None) -> None:
        self.requests = self.floats = 0
        super().__init__(store or MemoryStore(), seed, TABLES)

    def __post_init__(self) -> None:
        self.now = begins(MONDAY) + 12 * HOUR
        super().__post_init__()
        self.at_the_cage(CashMoved(GUEST, 10_000 * UNIT, HOUSE))
        # More than is ever cashed out: no drawer is below zero.
        self.at_the_cage(CashMoved("cat", 50_000 * UNIT, "kim"))

    def at_the_cage(self, fact: CageFact) -> None:
        after = self.store.head(STREAM).seq
        write = Write(msgspec.json.encode(fact), cage_moves(fact))
        batch = Batch(STREAM, self.cage._epoch, after, (write,), self.now)
        assert isinstance(self.store.commit((batch,))[0][0], Done)

    def play_a_day(self, steps: int = 250) -> str:
        """And on into the next: the day that is over then."""
        today = day(self.now)
        midnight = begins(today) + DAY
        for n in range(steps):
            self.stroll(1)
            # Time is spread over what is left of the day; the last steps cross its end.
            self.now += max(0, midnight - self.now) * n // (steps * steps)
            if self.chosen.random() < 0.05:
                self.visit_the_cage()
        self.now = max(self.now, midnight)
        self.stroll(40)
        return today

    def step(self, game: str) -> None:
        if game == WHEEL and self.chosen.random() < 0.1:
            self.bet(game, GUEST)
            self.tell(game)
        playing = self.runners[game].table.state.phase is TablePhase.PLAYING
        if playing and self.chosen.random() < 0.05:
            self.void(game)
            self.tell(game)
        super().step(game)

    def visit_the_cage(self) -> None:
        name, amount = self.chosen.choice(("ann", "bob")), self.chosen.randint(1, 50) * UNIT
        table = self.chosen.choice(TABLES)
        match self.chosen.randrange(5):
            case 0:
                self.at_the_cage(CashMoved(name, amount, "kim"))
            case 1:
                self.at_the_cage(CashMoved(name, -amount, "kim"))
            case 2:
                self.requests += 1
                self.at_the_cage(CashRequested(self.requests, name, -amount, "", "x"))
                decision = self.chosen.choice(
                    (
                        RequestApproved(self.requests, name, -amount, "kim"),
                        RequestRefused(self.requests, name, -amount, "kim", "no"),
                        None,
                    )
                )
                if decision:
                    self.at_the_cage(decision)
            case _:
                self.floats += 1
                signed = amount * self.chosen.choice((1, -1))
                self.at_the_cage(FloatAsked(self.floats, table, signed, "low", "pia", "x"))
                self.at_the_cage(FloatMoved(self.floats, table, signed, "kim"))


def desk(house: GamingDays) -> AbstractContextManager[tuple[DayClose, HandClock]]:
    return desk_at(house.store, house.now + HOUR, lambda: house.live)


@contextmanager
def desk_at(
    store: Store, wall_ms: int, indexes: Callable[[], Indexes] = dict
) -> Iterator[tuple[DayClose, HandClock]]:
    clock = HandClock(wall_ms)
    with GroupCommitter(store) as committer:
        journals = HouseJournals(store, committer, owner="test", clock=clock)
        yield DayClose(journals, key=KEY, indexes=indexes), clock


def counted(amount: int, note: str = "", **more: int) -> CageCount:
    return CageCount((CashCount("drawer", amount),), note=note, **more)


def drafted(close: DayClose, store: Store, day: str) -> DayDraft:
    with store.snapshot() as reader:
        return close.draft(reader, day)


async def closed(close: DayClose, store: Store, day: str, *, off: int = 0) -> DayReport:
    """By a cashier and the shift manager; `off` is what too much was counted."""
    note = "somebody miscounted" if off else ""
    opening = DRAWER if close.book.last is None else 0
    draft = drafted(close, store, day)
    count = counted(draft.expected_cash + opening + off, note)
    await close.count(draft, count, "kim", Role.CASHIER, f"count-{day}", opening=opening)
    return read_report((await close.countersign(day, "sue", Role.SHIFT)).report)
