"""Houses in which shoes and runs of the wheel were played to their end."""

from unittest.mock import patch

import pytest

from croupier.table.config import Shuffle
from tests.house.fairness.played import played
from tests.support.virtual_house import GAMES, VirtualHouse


@pytest.fixture(scope="module", params=GAMES)
def house(request: pytest.FixtureRequest) -> tuple[str, VirtualHouse]:
    return request.param, played(request.param)


@pytest.fixture(scope="module")
def blackjack() -> VirtualHouse:
    return played("live-blackjack")


@pytest.fixture(scope="module")
def drawn() -> VirtualHouse:
    """As every table sealed once: the order is drawn, and players cut it."""
    with patch("croupier.chance.sealed.new_salt", lambda: "5a" * 32):
        return played("live-blackjack", shuffle=Shuffle(squarings=0))
