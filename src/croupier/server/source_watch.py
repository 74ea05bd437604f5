"""The random source has failed its health test: nothing more is dealt from it.

What was sealed before was drawn while all was well, and rounds that go on are finished with it.
Then the virtual dealer's tables close, and stay closed until the house is started anew and its
source has passed the self-test. The table that drew the bad bytes stops where it stands, between
rounds. Tables that people deal at go on.

Of several nodes each has a source of its own. One whose source has failed closes the tables it
deals at, gives all its tables to the others, and takes none: the pit opens them there.
"""

import asyncio
import logging
from collections.abc import Callable

from croupier.chance import WatchedSource
from croupier.house.floor.facts import AlertKind
from croupier.house.live_tables import LiveTables
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.alert import Alert
from croupier.server.background import Background
from croupier.table.commands import HOUSE, CloseTable
from croupier.table.config import DealerKind

_LOG = logging.getLogger("croupier.house")


class SourceWatch:
    def __init__(
        self,
        source: WatchedSource,
        live_tables: LiveTables,
        alert: Alert,
        spawn: Background,
        *,
        run: str,
    ) -> None:
        self._source = source
        self._live_tables = live_tables
        self._alert = alert
        self._spawn = spawn
        self._run = run
        self.node = ""
        """Which one of several this is; empty: the house is one process."""
        self.give_tables_away: Callable[[], None] = _nobody_else
        source.on_failure = self._on_failure

    @property
    def failed(self) -> str:
        """Why nothing is dealt from the source; empty: it is in order."""
        return self._source.failed and f"the random source has failed: {self._source.failed}"

    def check(self, dealer: DealerKind) -> None:
        """Before a table is opened again."""
        if self._source.failed and dealer is DealerKind.VIRTUAL:
            raise Refused(
                Code.ILLEGAL_ACTION,
                words("the random source has failed its health test: no table opens on it"),
            )

    def _on_failure(self, why: str) -> None:
        _LOG.error("the random source has failed its health test", extra={"why": why})
        self._spawn(self._close_tables(why))

    async def _close_tables(self, why: str) -> None:
        if not self.node:
            text = words(
                "The random source has failed its health test: {why}. "
                "The tables of the virtual dealer close.",
                why=why,
            )
        else:
            text = words(
                "The random source of the node {node} has failed its health test: {why}. The tables"
                " that it deals at close, and other nodes take them: open them again there.",
                node=self.node,
                why=why,
            )
        closing = [
            live.ask(HOUSE, CloseTable(), f"{live.id}:{self._run}:source")
            for live in self._live_tables.owned()
            if live.state.config.dealer is DealerKind.VIRTUAL
        ]
        await asyncio.gather(self._alert(AlertKind.RANDOM_SOURCE, "", text, "house"), *closing)
        self.give_tables_away()


def _nobody_else() -> None:
    """One process alone keeps its tables."""
