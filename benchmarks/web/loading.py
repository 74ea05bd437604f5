"""What a table's page fetches, and how long it takes until somebody can bet."""

import gzip
from statistics import median
from typing import Any

from benchmarks.web.visitor import Visitor
from playwright.sync_api import Browser, Response

Figures = dict[str, Any]


def loading(browser: Browser, address: str, table: str, times: int) -> Figures:
    """The median of some visits, each with an empty cache."""
    took, scripts = [], []
    for _ in range(times):
        with Visitor(browser, address) as one:
            answers: list[Response] = []
            one.page.on("response", lambda answer: answers.append(answer))  # noqa: B023, PLW0108
            took.append(one.come_to(table))
            one.page.wait_for_load_state("networkidle")
            scripts = [it for it in answers if it.request.resource_type == "script"]
            sizes = {it.url: _size(it) for it in scripts}
    return {
        "usable_ms": round(median(took)),
        "scripts": len(sizes),
        "script_bytes": sum(plain for plain, _, _ in sizes.values()),
        "script_gzipped": sum(small for _, small, _ in sizes.values()),
        "script_on_the_wire": sum(wire for _, _, wire in sizes.values()),
    }


def _size(answer: Response) -> tuple[int, int, int]:
    """Plain, gzipped, and as it came: a house without a proxy in front may send it as it is."""
    body = answer.body()
    wire = answer.request.sizes()["responseBodySize"]
    encoded = "content-encoding" in answer.headers
    return len(body), wire if encoded else len(gzip.compress(body, 6)), wire


def empty_page(browser: Browser, address: str, times: int) -> Figures:
    """The least that coming to a page can take here."""
    took = []
    for _ in range(times):
        with Visitor(browser, address) as one:
            one.page.goto("/healthz")
            found = "performance.getEntriesByType('navigation')[0].loadEventEnd"
            took.append(one.page.evaluate(found))
    return {"usable_ms": round(median(took))}
