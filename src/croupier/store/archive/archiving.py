"""Closed periods leave the database: for each journal a file, then, once that lies on the disk and
has been read back, the note in the archive's journal and the rows out of the tables, at once.

Killed at any moment, it is simply run again: before the rows leave nothing has changed but a file
that nobody speaks of, and it is written once more under the same name.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from croupier.store.archive.file import scan, write_file
from croupier.store.archive.notes import ARCHIVE, PeriodArchived, note
from croupier.store.errors import StoreFailed
from croupier.store.lines import EntryLine
from croupier.store.pages import every_stream, journal_page
from croupier.store.protocol import PAGE, Store
from croupier.store.tail import LOOKED_AT
from croupier.store.values import Head

Progress = Callable[[int, int], object]
"""Told how many entries have been looked at, and of how many."""


def archive(
    store: Store,
    folder: Path,
    before_ms: int,
    at_ms: int,
    progress: Progress = lambda _done, _total: None,
) -> Iterator[PeriodArchived]:
    """Every journal's entries made before a moment; each period once it has left. Nobody else may
    write meanwhile."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFailed(f"cannot make the archive's folder {folder}: {error.strerror}") from error
    store.archive_in(folder)
    stretches = {stream: _stretch(store, stream) for stream in every_stream(store)}
    looked_at, all = 0, sum(map(len, stretches.values()))
    for stream, stretch in stretches.items():
        lines = _told(_lines(store, stream, stretch, before_ms), progress, looked_at, all)
        if stretch and (path := _written(folder, stream, store.archive_head(stream), lines)):
            # Read back: what cannot be read there must not leave here.
            contents = scan(path)
            period = PeriodArchived.of(contents, path.name)
            epoch = store.claim(ARCHIVE, "archive")
            store.archive(contents, path.name, note(store, period, epoch, at_ms))
            yield period
        looked_at += len(stretch)
        progress(looked_at, all)


def _stretch(store: Store, stream: str) -> range:
    """What a house does not need to open: all before its checkpoint and before the last entries,
    which a start holds to each other, that has not left yet."""
    checkpoint = store.checkpoint(stream)
    if checkpoint is None:
        return range(0)
    end = min(checkpoint.seq, store.head(stream).seq - LOOKED_AT)
    return range(store.archive_head(stream).seq + 1, end)


def _lines(store: Store, stream: str, stretch: range, before_ms: int) -> Iterator[EntryLine]:
    """In order, up to the first that is not old enough, whatever the clock did later."""
    after = stretch.start - 1
    while after + 1 < stretch.stop:
        page = journal_page(store, stream, after, min(PAGE, stretch.stop - 1 - after))
        for entry, transfers in page:
            if entry.at_ms >= before_ms:
                return
            yield EntryLine(entry, transfers)
        if not page:
            return
        after = page[-1][0].seq


def _told(
    lines: Iterable[EntryLine], progress: Progress, before: int, all: int
) -> Iterator[EntryLine]:
    """The same lines, and now and then how many there were."""
    for n, line in enumerate(lines, 1):
        if n % PAGE == 0:
            progress(before + n, all)
        yield line


def _written(folder: Path, stream: str, after: Head, lines: Iterable[EntryLine]) -> Path | None:
    try:
        return write_file(folder, stream, after, lines)
    except OSError as error:
        raise StoreFailed(f"cannot write to the archive's folder: {error}") from error
