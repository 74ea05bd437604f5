from collections.abc import Iterator

import pytest

from croupier.store.memory import MemoryStore
from tests.house.people.door import Door


@pytest.fixture
def door() -> Iterator[Door]:
    opened = Door(MemoryStore())
    yield opened
    opened.close()
