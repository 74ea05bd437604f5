"""The two worked examples, installed for as long as the tests of this folder run."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.kit import registry
from croupier.rulebooks import book_head, rulebook, rulebooks
from croupier.rulebooks.topics import topics
from tests.support.example_packages import DRAGON_TIGER, TWENTY_ONE_PLUS_THREE, install


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages."""
    folder = tmp_path_factory.mktemp("site")
    install(DRAGON_TIGER, folder)
    install(TWENTY_ONE_PLUS_THREE, folder)
    return folder


@pytest.fixture(autouse=True)
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    _look_again()
    yield site
    monkeypatch.undo()
    for name in [name for name in sys.modules if name in ("dragon_tiger", "twenty_one_plus_three")]:
        del sys.modules[name]
    _look_again()


def _look_again() -> None:
    registry.look_again()
    for kept in (rulebook, rulebooks, book_head, topics):
        kept.cache_clear()
