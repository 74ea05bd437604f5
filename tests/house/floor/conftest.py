from collections.abc import Iterator

import pytest

from tests.house.floor import hall as halls


@pytest.fixture
def hall() -> Iterator[halls.Hall]:
    with halls.hall() as one:
        yield one
