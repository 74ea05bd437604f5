"""One table's journal looked at for `croupier verify`: its invariants and its checkpoint, in one
fold. What comes of it is a value, so that another process can do it."""

from collections.abc import Callable

import msgspec

from croupier.house.checking_checkpoints import TableComparison
from croupier.store.errors import StoreError
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry, every_stream
from croupier.store.protocol import Reader
from croupier.store.values import Checkpoint
from croupier.table.cage import is_table
from croupier.table.invariants import UNFOLDED, TableAudit, Unfolded
from croupier.table.state import TableState
from croupier.table.table import News

Folded = Callable[[int], object]
"""Told now and then how many entries of the table have been looked at."""
_TOLD_EVERY = 100


class TableTask(msgspec.Struct, frozen=True):
    """A table at the moment that is looked at: a house may be writing on."""

    stream: str
    to: int
    """Its last entry then."""
    checkpoint: Checkpoint | None


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

    def players_left(self) -> dict[str, int]:
        if self.unfolded:
            raise Unfolded(self.unfolded)
        return self.left


def table_tasks(reader: Reader) -> list[TableTask]:
    """All tables, at the moment of this snapshot."""
    return [
        TableTask(stream, last_entry(reader, stream), reader.checkpoint(stream))
        for stream in every_stream(reader)
        if is_table(stream)
    ]


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
    folded(task.to)
    return findings


def _check(reader: Reader, task: TableTask, folded: Folded, findings: TableFindings) -> None:
    comparison = TableComparison(reader, task.checkpoint) if task.checkpoint else None
    if comparison is not None:
        findings.of_checkpoint = comparison.complaints

    def watch(news: News, state: TableState) -> None:
        if comparison is not None:
            comparison.feed(news, state)
        if news.seq % _TOLD_EVERY == 0:
            folded(news.seq)

    audit = TableAudit(reader, task.stream, watch)
    for complaint in audit.complaints(task.to):
        findings.complaints.append(complaint)  # what came before a failure stays
    findings.left = audit.left()
