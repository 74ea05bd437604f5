"""What happens at a table that somebody of the pit should look at, and clear."""

from croupier.engine.inputs import Interrupt, Misdeal, Void, VoidReason
from croupier.house.floor.facts import AlertKind
from croupier.house.live_tables import Listener
from croupier.kit.phrase import Phrase, words
from croupier.server.alert import Alert
from croupier.server.background import Background
from croupier.table.commands import TableRole
from croupier.table.facts import Fact, Fed, ScanTakenBack, ShoeChanged
from croupier.table.state import TableState
from croupier.table.table import News

_REASONS = {
    VoidReason.FOREIGN_CARD: words("foreign-card"),
    VoidReason.SHORT_SHOE: words("short-shoe"),
    VoidReason.EXCESS_CARDS: words("excess-cards"),
    VoidReason.OUT_OF_CARDS: words("out-of-cards"),
    VoidReason.UNSHUFFLED: words("unshuffled"),
    VoidReason.WRONG_COUNT: words("wrong-count"),
}


class PitAlerts(Listener):
    def __init__(self, alert: Alert, spawn: Background) -> None:
        self._alert_pit = alert
        self._spawn = spawn
        self.live = False
        """Whether this happens now; before, journals are read back, and nobody is called."""

    def on_entry(self, table: str, news: News, state: TableState) -> None:
        if self.live:
            for fact in news.recorded.facts:
                self._call_the_pit(table, news, fact, state)

    def alarm(self, table: str, text: Phrase, round: int, kind: AlertKind) -> None:
        if self.live:
            self._alert(kind, table, text, round)

    def stopped(self, table: str, error: Exception) -> None:
        why = f"{type(error).__name__}: {error}"[:200]
        self._alert(AlertKind.TABLE_STOPPED, table, why, None)

    def unbooked(self, table: str, round: int) -> None:
        text = words(
            "What round {round} pays is more than the books can hold: it ends under R4", round=round
        )
        self._alert(AlertKind.STORE_TROUBLE, table, text, round)

    def _call_the_pit(self, table: str, news: News, fact: Fact, state: TableState) -> None:
        by, number = news.recorded.actor, state.round_number
        match fact:
            case ScanTakenBack():
                text = words("{dealer} took a scan back", dealer=by)
                self._alert(AlertKind.SCAN_TAKEN_BACK, table, text, number, by)
            case Fed(input=Void() as void) if news.recorded.role is not TableRole.HOUSE:
                text = words("voided: {reason}", reason=_REASONS[void.reason])
                self._alert(AlertKind.VOID, table, text, number, by)
            case Fed(input=Interrupt()) if news.recorded.role is not TableRole.HOUSE:
                text = words("interrupted: {reason}", reason=fact.reason)
                self._alert(AlertKind.INTERRUPTION, table, text, number, by)
            case Fed(input=Misdeal()):
                text = words(
                    "{name} ruled a dealing error at {table} in round {round}",
                    name=by,
                    table=table,
                    round=number,
                )
                self._alert(AlertKind.MISDEAL, table, text, number, by)
            case ShoeChanged():
                text = words("{dealer} made a fresh shoe", dealer=by)
                self._alert(AlertKind.SHOE, table, text, number, by)

    def _alert(
        self,
        kind: AlertKind,
        table: str,
        text: str | Phrase,
        round: int | None,
        by: str = "house",
    ) -> None:
        self._spawn(self._alert_pit(kind, table, text, by, round))
