"""Opening stores by their address."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from croupier.store import Store, open_store


@pytest.fixture
def opening() -> Iterator[Callable[[str], Store]]:
    """Opens stores that are closed after the test, come what may."""
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(closing(open_store(url)))
