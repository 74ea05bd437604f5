"""Every kind of store, fresh for each test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from croupier.store import Store, open_store
from tests.store.postgres_server import PostgresServer

OpenStore = Callable[[], Store]


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with closing(PostgresServer()) as server:
        yield server


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    return postgres.url(postgres.clean_database())


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address where there is nothing yet."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'house.db'}"
    address = request.getfixturevalue("postgres_url")
    assert isinstance(address, str)
    return address


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(open_store(url)) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
def lasting_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address whose store is still there when it is opened again."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'house.db'}"
    address = request.getfixturevalue("postgres_url")
    assert isinstance(address, str)
    return address


@pytest.fixture
def opening() -> Iterator[Callable[[str], Store]]:
    """Opens stores that are closed after the test, come what may."""
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(closing(open_store(url)))
