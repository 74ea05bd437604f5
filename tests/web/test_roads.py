"""The roads of baccarat, at tables whose shoes are sealed as in production."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import bet, join_as, next_round, no_more_bets, play_out, untimed
from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("live-baccarat", "rws-knockout-baccarat")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house() -> AsyncIterator[LiveHouse]:
    async with serving([untimed(game) for game in GAMES]) as house:
        yield house


@pytest.mark.parametrize("game", GAMES)
async def test_each_coup_is_marked(visit: Visit, house: LiveHouse, game: str) -> None:
    one = await (await visit()).guest()
    player = await join_as(house, game, f"in-{game}")
    await one.sit_at(game)
    beads = one.page.get_by_role("group", name="Bead Plate").locator(".bead")
    for coups in (1, 2):
        await bet(player, game, ("player", 10_00))
        await no_more_bets(house, game, player)
        await play_out(house, game, player)
        await expect(beads).to_have_count(coups)
        await next_round(house, game, player)
