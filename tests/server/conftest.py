"""Where a house keeps its books."""

from pathlib import Path

import pytest

from tests.store.conftest import postgres, postgres_url  # noqa: F401


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'house.db'}"
    address = request.getfixturevalue("postgres_url")
    assert isinstance(address, str)
    return address
