from collections.abc import Iterator

import pytest

from tests.house.floor.open_floor import OpenFloor, open_floor


@pytest.fixture
def opened() -> Iterator[OpenFloor]:
    with open_floor() as floor:
        yield floor
