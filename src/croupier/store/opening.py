"""One address for every kind of store."""

from pathlib import Path

from croupier.store.errors import WrongStore
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.store.sqlite import SqliteStore


def open_store(url: str, *, create: bool = True) -> Store:
    """`memory:`, `sqlite:PATH` or a plain path, `postgresql://…`; brought to our version.

    Without `create` a file that is not there is refused rather than begun.
    """
    if url == "memory:":
        return MemoryStore()
    if url.startswith(("postgresql://", "postgres://")):
        return _postgres(url)
    path = Path(url.removeprefix("sqlite:"))
    # A mistyped scheme must not become a file's name; one letter may be a drive.
    scheme, colon, _ = url.partition(":")
    unknown = colon and len(scheme) > 1 and scheme.isalpha() and scheme != "sqlite"
    if not path.name or "://" in url or unknown:
        raise WrongStore(f"{url!r} is no store: memory:, sqlite:PATH or postgresql://…")
    if not create and not path.exists():
        raise WrongStore(f"there is no store at {path}")
    return SqliteStore(path)


def _postgres(url: str) -> Store:
    # Only here: a house on SQLite does not need the driver.
    try:
        from croupier.store.postgres import PostgresStore  # noqa: PLC0415
    except ImportError as error:
        raise WrongStore("PostgreSQL needs its driver: pip install 'croupier[pg]'") from error
    return PostgresStore(url)
