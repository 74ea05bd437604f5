"""The two worked examples, installed for as long as the tests of this folder run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.example_packages import DRAGON_TIGER, TWENTY_ONE_PLUS_THREE, install, on_path


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages."""
    folder = tmp_path_factory.mktemp("site")
    install(DRAGON_TIGER, folder)
    install(TWENTY_ONE_PLUS_THREE, folder)
    return folder


@pytest.fixture(autouse=True)
def installed(site: Path) -> Iterator[Path]:
    with on_path(site):
        yield site
