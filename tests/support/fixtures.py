"""Fixtures of every test folder: stores and a PostgreSQL server. `tests/conftest.py` loads them.

Imports are local, so that runs without PostgreSQL do not load it.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from croupier.store import Store
    from tests.support.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A PostgreSQL server, started by the first test that needs it."""
    from tests.support.postgres_server import PostgresServer

    with closing(PostgresServer()) as server:
        yield server


@pytest.fixture
def postgres_url(postgres: "PostgresServer") -> str:
    """Address of an empty PostgreSQL database."""
    return postgres.url(postgres.clean_database())


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty store: runs the test with each kind of store."""
    return "memory:" if request.param == "memory" else _empty_store(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def lasting_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty store that can be closed and opened again: SQLite and PostgreSQL."""
    return _empty_store(request, tmp_path)


@pytest.fixture
def store(store_url: str) -> Iterator["Store"]:
    """An empty store of each kind, open."""
    from croupier.store import open_store

    with closing(open_store(store_url)) as opened:
        yield opened


def _empty_store(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{folder / 'house.db'}"
    address = request.getfixturevalue("postgres_url")
    assert isinstance(address, str)
    return address
