"""A guest in a browser, and what the browser tells about itself."""

from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    StorageState,
    ViewportSize,
)

SIZE: ViewportSize = {"width": 1280, "height": 900}
_BECOME_GUEST = "fetch('/api/guests', { method: 'POST' }).then((answer) => answer.ok)"
_READY = """() => {
    const spot = document.querySelector('[data-spot]:not([disabled])');
    const chip = document.querySelector('[role=radio], input[type=radio]');
    return spot && chip ? performance.now() : null;
}"""
"""Chips to take and a place to put them: the page can be used."""


class Visitor:
    """Nothing in the cache; motion as on any machine."""

    known: dict[str, StorageState] = {}
    """By house: the guest who came there first. A house opens its door to so many in a minute."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport=SIZE,
            reduced_motion="no-preference",
            storage_state=self.known.get(address),
        )
        self.page: Page = self.context.new_page()
        self.page.goto("/healthz")
        if address not in self.known:
            assert self.page.evaluate(_BECOME_GUEST), "the house takes no guests"
            self.known[address] = self.context.storage_state()
        self.devtools: CDPSession = self.context.new_cdp_session(self.page)
        self.devtools.send("Performance.enable")

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def come_to(self, table: str) -> float:
        """Milliseconds from setting out to being able to bet."""
        self.page.goto(f"/table/{table}", wait_until="commit")
        found: float = self.page.wait_for_function(_READY, polling="raf").json_value()
        return found

    def metrics(self) -> dict[str, float]:
        told: dict[str, Any] = self.devtools.send("Performance.getMetrics")
        return {one["name"]: one["value"] for one in told["metrics"]}
