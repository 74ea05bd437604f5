"""A house's books as a start finds them: key, store and mark, and that they belong together.

Whatever is not right is refused before anything is written, with what to do about it. Only what is
wrong with one table's journal is left to that table.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import msgspec

from croupier.house.clock import DAY
from croupier.house.house_signature import HouseSignature
from croupier.house.restoring import BY_HAND, FROM_BACKUP, BackupTrust, Restoring, reseal
from croupier.house.verify.house_key import opens_passwords
from croupier.kit.errors import Code, Refused
from croupier.server.key_file import house_key
from croupier.store.archive.archiving import Progress, archive
from croupier.store.archive.notes import ARCHIVE as ARCHIVE_JOURNAL
from croupier.store.archive.notes import PeriodArchived
from croupier.store.backup import backup, check_backup, restore
from croupier.store.errors import StoreError, WrongStore
from croupier.store.mark import Mark, acknowledged, heads_of, older_than
from croupier.store.occupied import (
    Occupation,
    Occupied,
    lock_file,
    occupy,
    opening,
    share,
    this_process,
)
from croupier.store.opening import SILENCE_S, is_postgres, open_store, sqlite_path
from croupier.store.pages import every_stream
from croupier.store.protocol import Reader, Store
from croupier.store.tail import tail_fault
from croupier.table.cage import is_table

KEY = "house.key"
MARK = "house.mark"
VERIFIED = "house.verified"
DATABASE = "house.db"
ARCHIVE = "archive"
CLOSED_MS = 40 * DAY
"""What is older is closed: no limit reaches back so far, so nobody has to read it for a bet."""


class Books:
    """What a house is opened with."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        mark: Mark,
        occupation: Occupation,
        opened: Callable[[], None],
    ) -> None:
        self.store, self.key, self.mark, self.occupation = store, key, mark, occupation
        self.opened = opened
        """To be called when the house is open: another node may open now."""

    def mark_now(self) -> None:
        """From here on the mark follows every commit."""
        self.mark.begin(heads_of(self.store, every_stream(self.store)))


@contextmanager
def opened_books(
    data: Path,
    url: str,
    serving: str,
    *,
    take_over: bool = False,
    node: str = "",
    silence_s: float = SILENCE_S,
) -> Iterator[Books]:
    """The books of the house in this folder; closed afterwards, and free for others. `node`: as
    which of the nodes that share them. `silence_s`: when a database that does not answer is given
    up."""
    url = url or f"sqlite:{data / DATABASE}"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(Code.BAD_SETTING, f"--data {data}: {error.strerror}") from None
    mark_file = data / (f"{node}.mark" if node else MARK)
    check_private(data, url)
    with ExitStack() as ending:
        begun = ending.enter_context(ExitStack())
        if node:
            begun.enter_context(opening(url))
            occupation = share(url)
        else:
            occupation = occupy(url, this_process(f"serves {serving}"), take_over=take_over)
        ending.callback(occupation.close)
        made = house_key(data / KEY) if (data / KEY).exists() else None
        store = _opened(data, url, silence_s)
        ending.callback(store.close)
        _check_end(store)
        _check_mark(store, mark_file, url)
        key = made or house_key(data / KEY)
        _check_key(store, key, data / KEY)
        mark = Mark(mark_file)
        ending.callback(mark.close)
        yield Books(store, key, mark, occupation, begun.close)


def mark_path(url: str, data: Path | None) -> Path | None:
    """Where the mark of a store is: beside its file and of its name (another copy in that folder is
    not meant by it), unless it is said where the house's data are."""
    if data is not None:
        return data / MARK
    return None if is_postgres(url) or url == "memory:" else sqlite_path(url).with_suffix(".mark")


class RestoredBooks(msgspec.Struct, frozen=True):
    lost: dict[str, int]
    """Entries of each journal that were acknowledged since the backup, and are lost."""
    doubts: dict[Path, str]
    """Files that this house has not signed."""


def restore_books(
    files: Sequence[Path],
    url: str,
    data: Path | None,
    at_ms: int,
    *,
    until_ms: int | None = None,
    accept_unsigned: bool = False,
) -> RestoredBooks:
    """From a backup and those that follow it, or as they stood at a moment. Everything that can be
    refused is refused before anything is written."""
    path = mark_path(url, data)
    if path and not os.access(path.parent, os.W_OK | os.X_OK):
        raise _damaged(f"nothing can be written to the folder {path.parent}", "make it first")
    known = acknowledged(path) if path else {}
    trust = BackupTrust(key_beside(path) if path else None, accept_unsigned=accept_unsigned)
    check_backup(files, until_ms=until_ms, check_signature=trust.check, acknowledged=known)
    restoring = Restoring(FROM_BACKUP, known)
    occupation = occupy(url, this_process("restores a backup"), empty=True)
    with closing(occupation):
        restore(
            files,
            url,
            restoring.note,
            at_ms,
            until_ms=until_ms,
            check_signature=trust.check,
            acknowledged=known,
        )
        if path:
            with closing(open_store(url)) as store:
                begin_mark(store, path)
    return RestoredBooks(restoring.lost, trust.doubts)


def signed_backup(url: str, data: Path | None, file: Path, since: Path | None = None) -> bool:
    """A copy of the store in one file; whether the house's key was at hand to sign it."""
    path = mark_path(url, data)
    key = key_beside(path) if path else None
    backup(url, file, since, HouseSignature(key) if key else None)
    return key is not None


def brought_back(url: str, data: Path | None, at_ms: int) -> tuple[int, dict[str, int]]:
    """Say in every journal that these books are a copy; how many tables and people were told, and
    how much is lost."""
    path = mark_path(url, data)
    with ExitStack() as ending:
        ending.callback(occupy(url, this_process("reseals the books")).close)
        store = open_store(url, create=False)
        ending.callback(store.close)
        for stream in every_stream(store):
            if fault := tail_fault(store, stream):
                raise _damaged(f"{stream}: {fault}", "croupier restore brings a backup back")
        restoring = Restoring(BY_HAND, acknowledged(path) if path else {})
        resealed = reseal(store, restoring, at_ms)
        if path:
            begin_mark(store, path)
    return resealed, restoring.lost


def archive_books(
    url: str,
    data: Path | None,
    folder: Path | None,
    *,
    before_ms: int,
    at_ms: int,
    progress: Progress,
) -> Iterator[PeriodArchived]:
    """Closed periods leave the store for files; each of them once it has left."""
    if url == "memory:":
        raise Refused(Code.BAD_SETTING, "a store in memory has no archive: it ends with its house")
    if before_ms > at_ms - CLOSED_MS:
        raise Refused(
            Code.BAD_SETTING,
            f"--before has to be {CLOSED_MS // DAY} days ago or more: limits and sessions still "
            "look at what is younger",
        )
    folder = folder or archive_folder(url, data)
    with ExitStack() as ending:
        ending.callback(occupy(url, this_process("archives closed periods")).close)
        store = open_store(url, create=False)
        ending.callback(store.close)
        if path := mark_path(url, data):
            _check_mark(store, path, url)
        before = store.head(ARCHIVE_JOURNAL)
        yield from archive(store, folder, before_ms, at_ms, progress)
        if store.head(ARCHIVE_JOURNAL) != before:
            store.shrink()


def archive_folder(url: str, data: Path | None) -> Path:
    """Where the archive's files are, unless another folder is named."""
    if data is not None:
        return data / ARCHIVE
    if is_postgres(url):
        raise Refused(Code.BAD_SETTING, "say --data or --to: where are the archive's files to be?")
    return sqlite_path(url).with_name(ARCHIVE)


def begin_mark(reader: Reader, path: Path) -> None:
    mark = Mark(path)
    mark.begin(heads_of(reader, every_stream(reader)))
    mark.close()


def verified_path(url: str, data: Path | None) -> Path | None:
    """Where `verify` leaves its own mark, in the same manner."""
    mark = mark_path(url, data)
    return mark and mark.with_suffix(Path(VERIFIED).suffix)


def key_beside(mark: Path) -> bytes | None:
    """The house's key in the folder of a mark; none is made."""
    path = mark.with_name(KEY)
    return house_key(path) if path.exists() else None


def check_private(data: Path, url: str) -> None:
    """Whoever else may write there could deal, and pay, as they like."""
    if os.name != "posix":
        return
    paths = [data, data / MARK]
    if not is_postgres(url) and url != "memory:":
        file = sqlite_path(url)
        paths += [file.parent, file, lock_file(file)]
        paths += [file.with_name(file.name + end) for end in ("-wal", "-shm")]
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        if stat.S_IMODE(status.st_mode) & 0o022:
            raise _damaged(f"others may write to {path}", f"chmod go-w {path}")
        if status.st_uid not in (os.geteuid(), 0):
            raise _damaged(f"{path} belongs to another user", f"chown it to uid {os.geteuid()}")


def _opened(data: Path, url: str, silence_s: float) -> Store:
    key, books = data / KEY, url.removeprefix("sqlite:") if not is_postgres(url) else "the database"
    made = key.exists()
    try:
        store = open_store(url, create=not made, silence_s=silence_s)
    except WrongStore as error:
        if made and "there is no store" in str(error):
            raise _no_books(key, f"{books} is not there") from None
        raise
    written = any(store.head(stream).seq for stream in every_stream(store))
    if made is written:
        return store
    store.close()
    if made:
        raise _no_books(key, f"{books} is empty")
    raise _damaged(
        f"the books are there, and their key {key} is not",
        "bring it back from its own backup: without it nothing sealed can be read",
    )


def _no_books(key: Path, what: str) -> Refused:
    return _damaged(
        f"the key {key} is there, but {what}",
        "croupier restore brings a backup back; for a new house, move the key away first",
    )


def _check_key(store: Reader, key: bytes, path: Path) -> None:
    if opens_passwords(store, key) is False:
        raise _damaged(
            f"{path} is not the key of these books", "bring theirs back from its own backup"
        )


def _check_mark(store: Reader, path: Path, url: str) -> None:
    try:
        older = list(older_than(store, acknowledged(path)))
    except OSError as error:
        raise _damaged(f"the mark {path} cannot be read", error.strerror or "") from None
    if older:
        stream, what = older[0]
        more = f", and {len(older) - 1} more" if len(older) > 1 else ""
        raise _damaged(
            f"these books are older than what was acknowledged: {stream} {what}{more}",
            f"put the newer ones back; if they are lost, `croupier reseal --store {_safe(url)} "
            f"--data {path.parent}` says so in the books, and gives up all that is sealed",
        )


def _check_end(store: Reader) -> None:
    """Of the house's own journals; a table looks at its own."""
    for stream in every_stream(store):
        if not is_table(stream) and (fault := tail_fault(store, stream)):
            raise _damaged(
                f"{stream}: {fault}",
                "croupier verify tells what is wrong; croupier restore brings a backup back",
            )


def _safe(url: str) -> str:
    """Without a password that may stand in it."""
    return "postgresql://…" if is_postgres(url) else url


def _damaged(what: str, way_out: str) -> Refused:
    return Refused(Code.BAD_BOOKS, f"{what}: {way_out}")


def refusal(error: StoreError) -> Refused:
    """What a store says that cannot be used, as every other refusal."""
    return Refused(Code.OCCUPIED if isinstance(error, Occupied) else Code.BAD_BOOKS, str(error))
