"""What the house does with the news of its tables: rooms tell it on, the books keep it, the pit is
called where it should look."""

from typing import TYPE_CHECKING

from croupier.games.inputs import Misdeal, Void
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.watch import Watch
from croupier.house.hall import Listener
from croupier.house.records.index import TableIndex
from croupier.table.commands import Role
from croupier.table.facts import Fact, Fed, ScanTakenBack, ShoeChanged
from croupier.table.state import TableState
from croupier.table.table import News, TableLost

if TYPE_CHECKING:
    from croupier.server.house import House


class HouseListener(Listener):
    def __init__(self, house: "House") -> None:
        self._house = house
        self.indexes: dict[str, TableIndex] = {}
        self.live = False
        """Whether this happens now; before, journals are read back."""
        self._watch = Watch()
        self._last_over: dict[str, int] = {}

    def heard(self, table: str, news: News, state: TableState) -> None:
        facts = news.recorded.facts
        index = self.indexes.get(table)
        if index is None:
            index = self.indexes[table] = TableIndex(table)
        index.feed(news.seq, news.at_ms, facts, state)
        room = self._house.rooms[table]
        for fact in facts:
            room.remember(fact, state)
            self._watch_round(table, fact, state)
        if self.live:
            room.heard(news, state)
            for fact in facts:
                self._call_the_pit(table, news, fact, state)
            self._house.teller.moved(news.transfers)
            self._house.metrics.facts(facts)

    def spoke(self, table: str) -> None:
        if self.live:
            self._house.rooms[table].spoke()

    def stopped(self, table: str, error: Exception) -> None:
        if isinstance(error, TableLost):
            self._house.lost.set()
        why = f"{type(error).__name__}: {error}"[:200]
        self._alert(AlertKind.TABLE_STOPPED, table, why, None)

    def _call_the_pit(self, table: str, news: News, fact: Fact, state: TableState) -> None:
        """What somebody named should look at, and clear."""
        by, number = news.recorded.actor, state.round_number
        match fact:
            case ScanTakenBack():
                text = f"{by} took a scan back"
                self._alert(AlertKind.SCAN_TAKEN_BACK, table, text, number, by)
            case Fed(input=Void() as void) if news.recorded.role is not Role.HOUSE:
                self._alert(AlertKind.VOID, table, f"voided: {void.reason}", number, by)
            case Fed(input=Misdeal()):
                self._alert(AlertKind.MISDEAL, table, "a dealing error was ruled", number, by)
            case ShoeChanged():
                self._alert(AlertKind.SHOE, table, f"{by} made a fresh shoe", number, by)

    def _watch_round(self, table: str, fact: Fact, state: TableState) -> None:
        """Statistics that raise an alarm, over every round as it ends."""
        round = state.round
        if not isinstance(fact, Fed) or round is None or not round.over:
            return
        if self._last_over.get(table) == state.round_number:
            return
        self._last_over[table] = state.round_number
        nets: dict[str, tuple[int, int]] = {}
        for line in round.lines:
            staked, net = nets.get(line.player, (0, 0))
            nets[line.player] = staked + line.stake, net + line.net
        for alarm in self._watch.round_over(table, state.dealer, round.void, nets):
            if self.live:
                self._alert(AlertKind.UNUSUAL, table, alarm, state.round_number)

    def _alert(
        self, kind: AlertKind, table: str, text: str, round: int | None, by: str = "house"
    ) -> None:
        house = self._house
        house.spawn(house.alert(kind, table, text, by, round))
