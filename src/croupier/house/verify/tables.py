"""One table's journal looked at for `croupier verify`: its invariants and its checkpoint, in one
fold. What comes of it is a value, so that another process can do it."""

from collections.abc import Callable, Mapping

import msgspec

from croupier.house.checkpoints import Begun
from croupier.house.table_fold import SavedFold
from croupier.house.verify.checkpoints import TableComparison
from croupier.house.verify.stations import SignedEntries
from croupier.store.errors import StoreError
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry, every_stream
from croupier.store.protocol import Reader
from croupier.store.values import Checkpoint
from croupier.table.cage import is_table
from croupier.table.config import DealerKind
from croupier.table.invariants import UNFOLDED, AuditedTo, TableAudit, Unfolded
from croupier.table.saved import restore
from croupier.table.state import TableState
from croupier.table.table import News

Folded = Callable[[int], object]
"""Told now and then how many entries of the table have been looked at."""
_TOLD_EVERY = 100


class TableReached(msgspec.Struct, frozen=True):
    """Where a table was found well, and looking goes on: at the entry of its checkpoint."""

    audited: AuditedTo
    fold: bytes
    """The checkpoint's body, for that is what the journal comes to there."""


class TableTask(msgspec.Struct, frozen=True):
    """A table at the moment that is looked at: a house may be writing on."""

    stream: str
    to: int
    """Its last entry then."""
    checkpoint: Checkpoint | None
    start: TableReached | None = None
    """What came before was looked at earlier."""

    @property
    def after(self) -> int:
        return self.start.audited.seq if self.start is not None else 0

    @property
    def entries(self) -> int:
        """How many are to be looked at."""
        return self.to - self.after


class TableFindings(msgspec.Struct):
    stream: str
    complaints: list[Complaint] = []
    of_checkpoint: list[Complaint] = []
    left: dict[str, int] = {}
    """What its rounds leave each player."""
    unfolded: str = ""
    """Why that cannot be told."""
    unreadable: str = ""
    """Why the store could not be read to the end of it."""
    reached: TableReached | None = None
    """Where to go on from, if nothing was wrong."""

    def players_left(self) -> dict[str, int]:
        if self.unfolded:
            raise Unfolded(self.unfolded)
        return self.left


def table_tasks(reader: Reader, reached: Mapping[str, TableReached]) -> list[TableTask]:
    """All tables, at the moment of this snapshot; each from where it was `reached` before."""
    tasks = []
    for stream in every_stream(reader):
        if is_table(stream):
            checkpoint, start = reader.checkpoint(stream), reached.get(stream)
            if start is not None and checkpoint and checkpoint.seq < start.audited.seq:
                start = None  # it was made anew, by who folded from the first entry
            tasks.append(TableTask(stream, last_entry(reader, stream), checkpoint, start))
    return tasks


def last_entry(reader: Reader, stream: str) -> int:
    """The head, unless that is damaged: what stands beyond it is looked at, too."""
    last = reader.head(stream).seq
    for entry in every_entry(reader, stream, last):
        last = entry.seq
    return last


def check_table(reader: Reader, task: TableTask, folded: Folded) -> TableFindings:
    """Whatever stands in the journal: what cannot be looked at is a finding, too."""
    findings = TableFindings(task.stream)
    try:
        _check(reader, task, folded, findings)
    except StoreError as error:
        findings.unreadable = str(error)
    except UNFOLDED as error:
        findings.unfolded = str(error)
    except Exception as error:  # a damaged journal may come to anything
        findings.unfolded = f"{type(error).__name__}: {error}"
        what = f"I6: holds something that cannot be: {findings.unfolded}"
        findings.complaints.append(Complaint(task.stream, what))
    folded(task.entries)
    return findings


def _check(reader: Reader, task: TableTask, folded: Folded, findings: TableFindings) -> None:
    checkpoint, start = task.checkpoint, task.start
    begun = _begun(start) if start else None
    comparison = TableComparison(reader, checkpoint, begun) if checkpoint else None
    if comparison:
        findings.of_checkpoint = comparison.complaints
    findings.reached = start
    signed = SignedEntries(reader, task.stream)

    def watch(news: News, state: TableState) -> None:
        by_hand = state.config.dealer is DealerKind.HUMAN
        findings.complaints.extend(signed.complaints(news, by_hand=by_hand))
        if comparison:
            comparison.feed(news, state)
        if checkpoint and news.seq == checkpoint.seq:
            findings.reached = TableReached(audit.reached(news.seq), checkpoint.body)
        if news.seq % _TOLD_EVERY == 0:
            folded(news.seq - task.after)

    table = (start.audited, restore(_begun(start).saved.table)) if start else None
    audit = TableAudit(reader, task.stream, watch, table)
    for complaint in audit.complaints(task.to):
        findings.complaints.append(complaint)  # what came before a failure stays
    findings.left = audit.left()


def _begun(start: TableReached) -> Begun[SavedFold]:
    """Read anew for each who goes on from there, and changes it."""
    return Begun(start.audited.seq, 0, msgspec.msgpack.decode(start.fold, type=SavedFold))
