"""One address for every kind of store."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from croupier.store.errors import WrongStore
from croupier.store.memory import MemoryStore
from croupier.store.nodes import Nodes
from croupier.store.protocol import Reader, Store
from croupier.store.sqlite import SqliteStore, sqlite_snapshot
from croupier.store.sqlite_file import is_current

SILENCE_S = 4.0
"""After so long a PostgreSQL that answers nothing is given up."""


def open_store(url: str, *, create: bool = True, silence_s: float = SILENCE_S) -> Store:
    """`memory:`, `sqlite:PATH` or a plain path, `postgresql://…`; brought to our version.

    Without `create` a file that is not there is refused rather than begun.
    """
    if url == "memory:":
        return MemoryStore()
    if is_postgres(url):
        return _postgres(url, silence_s)
    path = sqlite_path(url)
    if not create and not path.exists():
        raise WrongStore(f"there is no store at {path}")
    return SqliteStore(path)


def open_nodes(url: str) -> Nodes:
    """The list of the nodes that share a database."""
    if not is_postgres(url):
        raise WrongStore("several nodes share PostgreSQL: --store postgresql://…")
    with needs_driver():
        from croupier.store.postgres_nodes import PostgresNodes  # noqa: PLC0415
    return PostgresNodes(url)


def snapshot_of(url: str) -> AbstractContextManager[Reader]:
    """The store at an address as it stands now. Nothing there is made, nor brought to our version:
    for a second process that looks at what a first one has opened."""
    if not is_postgres(url):
        return sqlite_snapshot(sqlite_path(url))
    with needs_driver():
        from croupier.store.postgres import postgres_snapshot  # noqa: PLC0415
    return postgres_snapshot(url)


@contextmanager
def current_snapshot(url: str) -> Iterator[Reader]:
    """The same, brought to our version first where it is older. A file at our version is only read:
    a house that writes all the time never keeps it waiting."""
    if is_postgres(url):
        with closing(open_store(url)) as store, store.snapshot() as reader:
            yield reader
        return
    path = sqlite_path(url)
    if not path.exists():
        raise WrongStore(f"there is no store at {path}")
    if not is_current(path):
        open_store(url).close()
    with sqlite_snapshot(path) as reader:
        yield reader


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> Path:
    """Of an address that is a file's."""
    path = Path(url.removeprefix("sqlite:"))
    # A mistyped scheme must not become a file's name; one letter may be a drive.
    scheme, colon, _ = url.partition(":")
    unknown = colon and len(scheme) > 1 and scheme.isalpha() and scheme != "sqlite"
    if not path.name or "://" in url or unknown:
        raise WrongStore(f"{url!r} is no store: memory:, sqlite:PATH or postgresql://…")
    return path


def _postgres(url: str, silence_s: float) -> Store:
    with needs_driver():
        from croupier.store.postgres import PostgresStore  # noqa: PLC0415
        from croupier.store.postgres_link import Timeouts  # noqa: PLC0415
    return PostgresStore(url, Timeouts(suspect_s=silence_s / 4, silent_s=silence_s * 3 / 4))


@contextmanager
def needs_driver() -> Iterator[None]:
    """Around the imports that do: a house on SQLite does not need it."""
    try:
        yield
    except ImportError as error:
        raise WrongStore("PostgreSQL needs its driver: pip install 'croupier[pg]'") from error
