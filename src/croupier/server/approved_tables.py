"""Tables whose rules, or whose program, nobody has approved are closed, and the pit is told.

No betting opens at such a table in any case: the table itself refuses that. Here it is closed for
everyone to see, at the start of the house and whenever an approval ends; a round that is on is
played out first.
"""

import logging
from collections.abc import Iterator

from croupier.engine import protocol as engine
from croupier.engine.rules_digest import rules_digest
from croupier.house.approvals.approvals import SHORT, Approvals
from croupier.house.approvals.figures import differences, figures_of
from croupier.house.floor.facts import AlertKind
from croupier.house.live_table import LiveTable
from croupier.house.live_tables import LiveTables
from croupier.house.program_digests import changes
from croupier.kit.errors import Refused
from croupier.kit.phrase import Phrase, words
from croupier.server.alert import Alert
from croupier.server.odds_service import OddsService
from croupier.table.actor import monotonic_ms, wall_ms
from croupier.table.commands import HOUSE, CloseTable
from croupier.table.state import TablePhase

_LOG = logging.getLogger("croupier.approvals")
_BY = "approvals"


class ApprovedTables:
    def __init__(self, approvals: Approvals, live_tables: LiveTables, alert: Alert) -> None:
        self._approvals = approvals
        self._live_tables = live_tables
        self._alert = alert
        self._to_tell: list[tuple[str, Phrase | str]] = []

    def open(self) -> None:
        """The tables are open, and none moves yet."""
        self._live_tables.check_config = self._approvals.check
        for live, refused in self._refused():
            request = live.runner.table.house_request(CloseTable())
            live.runner.submit([request], monotonic_ms(), wall_ms())
            self._note(live.id, refused)

    async def start(self, node: str) -> None:
        """Write down which program runs, and tell of all that is not as it was approved."""
        program, before = self._approvals.program, self._approvals.ran_before
        await self._approvals.note_start(node)
        if before is not None:
            changed = changes(before.files, program.files)
            files = len(changed.changed) + len(changed.added) + len(changed.gone)
            text = words(
                "Another program deals here than before: {digest}, changed files: {files}",
                digest=program.root[:SHORT],
                files=files,
            )
            _LOG.warning("another program", extra={"digest": program.root, "files": files})
            await self._alert(AlertKind.PROGRAM, "", text, _BY)
        await self._tell()

    async def settle(self) -> None:
        """Close what may not be played at any more."""
        for live, refused in self._refused():
            id = f"{live.id}:{self._live_tables.owner}:unapproved:{live.seq}"
            await live.ask(HOUSE, CloseTable(), id)
            self._note(live.id, refused)
        await self._tell()

    async def check_figures(self, odds: OddsService) -> None:
        """Whether this program still reckons what was approved with the rules."""
        for recorded in self._approvals.rule_sets():
            try:
                rules = engine.variant(recorded.game, recorded.settings)
                figures = figures_of((await odds.of(rules)).odds.bets)
            except Refused as refused:
                _LOG.warning("figures not checked", extra={"why": refused.message})
                continue
            same = rules_digest(rules) == recorded.digest
            if not same or any(differences(recorded.figures, figures)):
                text = words(
                    "The figures of the approved rules {digest} are not those of this program",
                    digest=recorded.digest[:SHORT],
                )
                await self._alert(AlertKind.NOT_APPROVED, "", text, _BY)

    def _refused(self) -> Iterator[tuple[LiveTable, Refused]]:
        """Tables that are dealt here, open, and may not be."""
        for live in self._live_tables.owned():
            state = live.state
            if live.stopped or state.phase is TablePhase.CLOSED or state.closing:
                continue
            try:
                self._approvals.check(state.next_config or state.config)
            except Refused as refused:
                yield live, refused

    def _note(self, table: str, refused: Refused) -> None:
        _LOG.warning("table kept closed", extra={"table": table, "why": refused.message})
        self._to_tell.append((table, refused.words or refused.message))

    async def _tell(self) -> None:
        while self._to_tell:
            table, text = self._to_tell.pop(0)
            await self._alert(AlertKind.NOT_APPROVED, table, text, _BY)
