"""A real browser in front of a real house. One browser for all, a context for each visitor; all in
one event loop, with the house in the same process."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.support.chromium import ARGUMENTS, chromium
from tests.support.live_house import LiveHouse
from tests.support.web_build import built
from tests.web.visiting import PATIENCE_MS, Visitor, visiting

expect.set_options(timeout=PATIENCE_MS)
Visit = Callable[..., Awaitable[Visitor]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    built()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, house: LiveHouse) -> AsyncIterator[Visit]:
    """Visitors of the module's house; when they leave, nothing has gone wrong on their pages."""
    here: list[Visitor] = []

    async def come(**context: Any) -> Visitor:
        one = await visiting(browser, house, **context)
        here.append(one)
        return one

    yield come
    for one in here:
        await one.page.context.close()
    assert [wrong for one in here for wrong in one.wrong] == []


@pytest.fixture(scope="session")
def axe() -> str:
    import hatch_build

    return (hatch_build.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()
