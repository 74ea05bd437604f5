"""A few evenings, played once."""

import pytest

from tests.support.evening import Evening


@pytest.fixture(scope="package")
def evenings() -> list[Evening]:
    played = []
    for seed in range(3):
        evening = Evening(seed=seed)
        evening.stroll(4_000)
        played.append(evening)
    return played
