"""All that can be wrong with a house's books: the store's invariants, the tables', the vault of
people's secrets, and whether everything is there that was ever acknowledged."""

from collections.abc import Callable, Iterator
from typing import cast

import msgspec

from croupier.house.days.checking import day_complaints
from croupier.house.people.facts import (
    STREAM,
    AccountOpened,
    PasswordRehashed,
    PasswordSet,
    PeopleFact,
    TotpEnrolled,
)
from croupier.house.people.vault import password_key, totp_key
from croupier.house.transparency.facts import STREAM as LOG
from croupier.house.verify.checkpoints import journal_checkpoint_complaints
from croupier.house.verify.closures import closure_complaints
from croupier.house.verify.processes import tables_in_processes
from croupier.house.verify.stations import ruling_complaints
from croupier.house.verify.tables import (
    TableFindings,
    TableReached,
    check_table,
    table_tasks,
)
from croupier.house.verify.transparency import log_complaints
from croupier.house.verify.verified_mark import Verified, this_version
from croupier.store.archive.notes import ARCHIVE
from croupier.store.errors import StoreFailed
from croupier.store.invariants import (
    Complaint,
    StoreAudit,
    archive_complaints,
    database_complaints,
)
from croupier.store.mark import Acknowledged, older_than
from croupier.store.pages import every_entry, every_stream
from croupier.store.protocol import PAGE, Reader
from croupier.store.values import Head
from croupier.table.invariants import wallet_complaints

IN_ONE_PROCESS = 10_000
"""Entries of tables that are looked at sooner than other processes have begun."""


class Progress:
    """Who wants to know how far it has come; this is nobody."""

    def begin(self, entries: int, of_tables: int) -> None:
        """How many there are in all journals, and in those of tables."""

    def chained(self, entries: int) -> None:
        """Of so many the chain and the money have been looked at."""

    def folded(self, entries: int) -> None:
        """Of so many entries of tables it is known what they come to."""


class Verifying:
    """All that is looked at, in the order in which it is told; the same one whatever the number of
    processes."""

    def __init__(
        self,
        reader: Reader,
        known: Acknowledged,
        progress: Progress | None = None,
        since: Verified | None = None,
    ) -> None:
        """`known` is what the mark said before `reader`, a snapshot, saw the books. `since`: an
        earlier run of these books, after which everything is looked at, and hardly anything
        before."""
        self._reader = reader
        self._known = known
        self._progress = progress or Progress()
        self._since = since
        self._store = StoreAudit(reader, since.store if since else None, self._chain)
        self._tables = table_tasks(reader, since.tables if since else {})
        self._reached: dict[str, TableReached] = {}
        self.tables = len(self._tables)
        heads = since.store.heads if since else {}
        self.entries = sum(
            reader.head(stream).seq - heads.get(stream, Head()).seq
            for stream in every_stream(reader)
        )
        """How many are looked at."""
        self._chained = 0
        self._look: Callable[[], object] = lambda: None

    def complaints(
        self, url: str = "", jobs: int = 1, *, alone: int = IN_ONE_PROCESS
    ) -> Iterator[Complaint]:
        """Nothing, if all is well. With the store's address, `jobs` processes look at tables, if
        these have `alone` entries or more."""
        of_tables = sum(task.entries for task in self._tables)
        self._progress.begin(self.entries, of_tables)
        jobs = min(jobs, len(self._tables)) if url and of_tables >= alone else 1
        if jobs > 1:
            with tables_in_processes(url, self._tables, jobs) as tables:

                def look() -> None:
                    self._progress.folded(tables.folded)

                self._look = look
                yield from self._all(tables.findings(self._stay))
        else:
            yield from self._all(self._here())

    def verified(self, at_ms: int) -> Verified:
        """What the next run may go on from, if this one had no complaint."""
        whole_ms = self._since.whole_ms if self._since else at_ms
        checked = self._store.checked()
        return Verified(at_ms, whole_ms, checked, self._reached, this_version())

    def _all(self, tables: Iterator[TableFindings]) -> Iterator[Complaint]:
        yield from self._store.complaints()
        if self._since is None:
            yield from database_complaints(self._reader)
        known = self._since.store.heads if self._since else {}
        yield from archive_complaints(self._reader, known.get(ARCHIVE, Head()).seq)
        self._progress.chained(self.entries)
        findings: list[TableFindings] = []
        try:
            for table in tables:
                self._look()
                findings.append(table)
                if table.reached is not None:
                    self._reached[table.stream] = table.reached
                yield from table.complaints
                if table.unreadable:
                    raise StoreFailed(table.unreadable)  # noqa: TRY301 -- as if it was read here
            left = (table.players_left() for table in findings)
            yield from wallet_complaints(self._reader, left)
        except StoreFailed as error:
            yield Complaint("store", f"cannot be read: {error}")
        of_checkpoints = {table.stream: table.of_checkpoint for table in findings}
        try:
            yield from people_complaints(self._reader)
            yield from ruling_complaints(self._reader)
            yield from day_complaints(self._reader)
            if self._since is None:
                yield from closure_complaints(self._reader)
            for stream in every_stream(self._reader):
                yield from of_checkpoints.get(stream, ())
                yield from journal_checkpoint_complaints(self._reader, stream)
            yield from log_complaints(self._reader, known.get(LOG, Head()).seq)
            for stream, what in older_than(self._reader, self._known):
                yield Complaint(stream, f"I11: {what}")
        except StoreFailed as error:
            yield Complaint("store", f"cannot be read: {error}")

    def _here(self) -> Iterator[TableFindings]:
        before = 0
        for task in self._tables:

            def folded(entries: int, before: int = before) -> None:
                self._progress.folded(before + entries)

            yield check_table(self._reader, task, folded)
            before += task.entries

    def _chain(self) -> None:
        self._chained += 1
        if self._chained % PAGE == 0:
            self._progress.chained(self._chained)
            self._look()

    def _stay(self) -> None:
        """While others work. A database ends the session of who asks nothing for long."""
        self._look()
        self._reader.streams(limit=1)


def people_complaints(reader: Reader) -> Iterator[Complaint]:
    """Every password and authenticator that a fact speaks of lies in the vault."""
    decode = msgspec.json.Decoder(cast("type[PeopleFact]", PeopleFact)).decode
    for entry in every_entry(reader, STREAM):
        where = f"{STREAM} {entry.seq}"
        try:
            key = _key(decode(entry.body))
        except msgspec.DecodeError as error:
            yield Complaint(where, f"I6: cannot be folded: {error}")
            return
        if key and reader.vault(key) is None:
            yield Complaint(where, f"{key} is not in the vault")


def _key(fact: PeopleFact) -> str:
    match fact:
        case AccountOpened(name, _, _, version) if version:
            return password_key(name, version)
        case PasswordSet(name, version) | PasswordRehashed(name, version):
            return password_key(name, version)
        case TotpEnrolled(name, version):
            return totp_key(name, version)
    return ""
