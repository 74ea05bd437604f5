"""A table in the browser while a worker dies and while another closes: the round goes on, the page
is not loaded again, and no error stays."""

import os
import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from croupier.client import Api
from croupier.server.http.admission import COOKIE
from croupier.store.opening import open_nodes
from tests.support.node_processes import pid_of, worker_runs
from tests.support.serve_process import Served, croupier, served
from tests.support.tables_file import table_text
from tests.support.waiting import until
from tests.web.visiting import DESKTOP, PATIENCE_MS

pytestmark = pytest.mark.asyncio(loop_scope="session")

WHEEL = table_text("wheel", "live-roulette", betting=5, say=20, pause=10, squarings=0)


async def guest(browser: Browser, house: Served) -> Page:
    async with Api(house.address) as api:
        await api.guest()
        token = api.token
    settings = DESKTOP | {"reduced_motion": "reduce", "locale": "en-GB"}
    room = await browser.new_context(base_url=house.address, **settings)
    room.set_default_timeout(PATIENCE_MS)
    await room.add_cookies(
        [
            {
                "name": COOKIE,
                "value": token,
                "domain": "127.0.0.1",
                "path": "/",
                "secure": True,
                "sameSite": "Strict",
            }
        ]
    )
    return await room.new_page()


async def bet_through(page: Page, trouble: Callable[[], object]) -> None:
    """A bet, then the trouble, then what came of the bet."""
    await expect(page.get_by_text("Place your bets").first).to_be_visible()
    await page.get_by_role("radio", name="Chip of 5", exact=True).click()
    await page.locator('[data-spot="red@"]').click()
    place = page.get_by_role("button", name="Place Bet", exact=True)
    await place.click()
    await expect(place).to_be_disabled()
    trouble()
    await expect(page.get_by_role("table").locator("tbody tr")).to_have_count(1)
    await expect(page.get_by_text("The connection is lost")).to_have_count(0)
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_a_round_goes_on_when_a_worker_dies_and_when_another_closes(
    browser: Browser,
    tmp_path: Path,
    postgres_url: str,
) -> None:
    """Whichever of the two serves the page: each of them goes once."""
    tables = tmp_path / "tables.toml"
    tables.write_text(WHEEL)
    options = ("--workers", 2, "--tables", tables)
    with (
        closing(open_nodes(postgres_url)) as nodes,
        served(tmp_path / "data", *options, store=postgres_url) as house,
    ):
        page = await guest(browser, house)
        await page.goto("/table/wheel")
        await page.evaluate("window.loadedOnce = true")
        before = worker_runs(nodes)
        pid = pid_of(house, "worker-1")
        await bet_through(page, lambda: os.kill(pid, signal.SIGKILL))
        await until(lambda: len(after := worker_runs(nodes)) == 2 and after != before)
        drain = ("drain", "worker-2", "--store", postgres_url)
        await bet_through(page, lambda: croupier(*drain).check_returncode())
        await until(lambda: worker_runs(nodes).get("worker-2", "") not in ("", before["worker-2"]))
        assert await page.evaluate("window.loadedOnce")
        await page.context.close()
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
