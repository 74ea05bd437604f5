"""What the house does with the news of its tables: rooms tell it on, the books keep it, the pit is
called where it should look."""

from typing import TYPE_CHECKING

from croupier.games.inputs import Misdeal, Void, VoidReason
from croupier.house.floor.facts import AlertKind
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.journal import TAKEN_OVER
from croupier.house.live_tables import Listener
from croupier.house.records.index import TableIndex
from croupier.kit.phrase import Phrase, words
from croupier.ledger import Reason
from croupier.server.seats import told_to_players
from croupier.table.commands import TableRole
from croupier.table.facts import Fact, Fed, ScanTakenBack, ShoeChanged
from croupier.table.state import TableState
from croupier.table.table import News, TableLost

if TYPE_CHECKING:
    from croupier.server.house import House

_REASONS = {
    VoidReason.FOREIGN_CARD: words("foreign-card"),
    VoidReason.SHORT_SHOE: words("short-shoe"),
    VoidReason.EXCESS_CARDS: words("excess-cards"),
    VoidReason.OUT_OF_CARDS: words("out-of-cards"),
    VoidReason.UNSHUFFLED: words("unshuffled"),
    VoidReason.WRONG_COUNT: words("wrong-count"),
}


class HouseListener(Listener):
    def __init__(self, house: "House") -> None:
        self._house = house
        self.indexes: dict[str, TableIndex] = {}
        self.live = False
        """Whether this happens now; before, journals are read back."""
        self._watch = PlayStatistics()
        self._last_over: dict[str, int] = {}

    def on_entry(self, table: str, news: News, state: TableState) -> None:
        facts = news.recorded.facts
        index = self.indexes.get(table)
        if index is None:
            index = self.indexes[table] = TableIndex(table)
        index.feed(news.seq, news.at_ms, facts, state)
        self._house.interrupted.on_entry(news, state)
        room = self._house.rooms[table]
        for fact in facts:
            room.remember(fact, state, news.at_ms)
            self._watch_round(table, fact, state)
        if self.live:
            room.on_entry(news, state)
            for fact in facts:
                self._call_the_pit(table, news, fact, state)
                for player, code, said in told_to_players(fact, state):
                    self._house.purse_feed.notice(player, code, said)
            self._house.purse_feed.moved(news.transfers)
            if state.round is not None and any(one.reason is Reason.LOSS for one in news.transfers):
                # Who has lost everything is paid nothing, and yet stands otherwise now.
                self._house.purse_feed.stands({line.player for line in state.round.lines})
            self._house.metrics.facts(facts)
            self._house.void_holds.round_over(table, state)
            self._house.calls.on_entry(table, facts)

    def on_commit(self, table: str) -> None:
        if self.live:
            self._house.rooms[table].on_commit()

    def stopped(self, table: str, error: Exception) -> None:
        if isinstance(error, TableLost):
            self._house.lose(TAKEN_OVER)
        why = f"{type(error).__name__}: {error}"[:200]
        self._alert(AlertKind.TABLE_STOPPED, table, why, None)
        self._house.rooms[table].tell()

    def unbooked(self, table: str, round: int) -> None:
        said = words(
            "What round {round} pays is more than the books can hold: it ends under R4", round=round
        )
        self._alert(AlertKind.STORE_TROUBLE, table, said, round)

    def _call_the_pit(self, table: str, news: News, fact: Fact, state: TableState) -> None:
        """What somebody named should look at, and clear."""
        by, number = news.recorded.actor, state.round_number
        match fact:
            case ScanTakenBack():
                said = words("{dealer} took a scan back", dealer=by)
                self._alert(AlertKind.SCAN_TAKEN_BACK, table, said, number, by)
            case Fed(input=Void() as void) if news.recorded.role is not TableRole.HOUSE:
                said = words("voided: {reason}", reason=_REASONS[void.reason])
                self._alert(AlertKind.VOID, table, said, number, by)
            case Fed(input=Misdeal()):
                said = words(
                    "{name} ruled a dealing error at {table} in round {round}",
                    name=by,
                    table=table,
                    round=number,
                )
                self._alert(AlertKind.MISDEAL, table, said, number, by)
            case ShoeChanged():
                said = words("{dealer} made a fresh shoe", dealer=by)
                self._alert(AlertKind.SHOE, table, said, number, by)

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
        self,
        kind: AlertKind,
        table: str,
        said: str | Phrase,
        round: int | None,
        by: str = "house",
    ) -> None:
        house = self._house
        house.spawn(house.alert(kind, table, said, by, round))
