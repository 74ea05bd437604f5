from collections.abc import Iterator

import pytest

from tests.support.floor import OpenFloor, open_floor


@pytest.fixture
def opened() -> Iterator[OpenFloor]:
    with open_floor() as floor:
        yield floor
