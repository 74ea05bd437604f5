"""`python -m benchmarks.web`: open a house, go there with a browser, measure, tell."""

import argparse
import json
from typing import Any

from benchmarks.web import __doc__ as about
from benchmarks.web.frames import moving, still
from benchmarks.web.house import FAST, SHOWN, Served
from benchmarks.web.loading import empty_page, loading
from benchmarks.web.memory import memory
from benchmarks.web.report import SHEETS, sheet
from playwright.sync_api import sync_playwright
from rich.console import Console
from tests.support.chromium import ARGUMENTS, chromium
from tests.support.web_build import built


def measure(rounds: int, times: int) -> dict[str, dict[str, dict[str, Any]]]:
    built()
    with Served() as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        at = house.address
        loading(browser, at, next(iter(SHOWN)), 1)  # a warm house
        found: dict[str, dict[str, dict[str, Any]]] = {
            "loading": {"empty page": empty_page(browser, at, times)}
            | {table: loading(browser, at, table, times) for table in SHOWN},
            "frames": {"nothing moves": still(browser, at)}
            | {
                what: moving(browser, at, table, max(1, times // 2))
                for what, table in (("a deal", "blackjack"), ("a spin", "roulette"))
            },
        }
        if rounds:
            found["memory"] = {table: memory(browser, at, table, rounds) for table in FAST}
        browser.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description=about)
    parser.add_argument("--rounds", type=int, default=1000, help="at each of the fast tables")
    parser.add_argument("--times", type=int, default=7, help="visits of each page")
    parser.add_argument("--json", action="store_true", help="every figure, as JSON")
    options = parser.parse_args()
    found = measure(options.rounds, options.times)
    if options.json:
        print(json.dumps(found, indent=1))
        return
    console = Console(width=120)
    for name in SHEETS:
        if name in found:
            console.print(sheet(name, found[name]), "")


main()
