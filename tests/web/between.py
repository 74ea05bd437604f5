"""Between a page and the house, on its line."""

import asyncio
import json
from collections.abc import Callable

from playwright.async_api import Page, WebSocketRoute

from tests.web.visiting import PATIENCE_MS


class Between:
    """Holds back what the house says of a draft, cuts the line, or lets it die without a word."""

    def __init__(self) -> None:
        self.cut = False
        self.tries = 0
        self.dead: WebSocketRoute | None = None
        self.hold = False
        self.held: list[Callable[[], None]] = []
        self.line: WebSocketRoute | None = None

    async def __call__(self, page: WebSocketRoute) -> None:
        self.tries += 1
        if self.cut:
            await page.close()
            return
        self.line = page
        server, asked = page.connect_to_server(), set[str]()

        def to_house(words: str | bytes) -> None:
            if page is self.dead:
                return
            question = json.loads(words)
            if question["type"] == "check-bets":
                asked.add(question["id"])
            server.send(words)

        def to_page(words: str | bytes) -> None:
            if page is self.dead:
                return
            if self.hold and json.loads(words).get("re") in asked:
                self.held.append(lambda: page.send(words))
            else:
                page.send(words)

        page.on_message(to_house)
        server.on_message(to_page)

    async def falls(self) -> None:
        assert self.line is not None
        self.cut = True
        await self.line.close()

    def dies(self) -> None:
        """This line, without a word; the next one is alive."""
        self.dead = self.line

    async def holds(self, page: Page) -> None:
        """Until there is something held back."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while not self.held:
                await page.evaluate("new Promise(requestAnimationFrame)")

    def release(self) -> None:
        self.hold = False
        for send in self.held:
            send()
