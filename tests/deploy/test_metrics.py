"""Dashboard and alerts ask for what a house really counts: its names, its labels, their values."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from croupier.client import LaidBet
from croupier.kit.errors import Code
from croupier.table.state import TablePhase
from tests.support.live_house import serving
from tests.support.live_play import join_as, untimed

ROOT = Path(__file__).parents[2]
ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yaml"
DASHBOARD = ROOT / "deploy" / "grafana" / "croupier.json"
WHEEL = "live-roulette"

SCRAPED = {"instance", "job"}
"""Labels that Prometheus gives to whatever it fetches."""
OF_PROMETHEUS = {"up"}
VALUES = {"outcome": {"ok", *Code}, "phase": {*TablePhase}}

_METRIC = re.compile(r"\b(croupier_\w+|up)\b(?:\{([^}]*)\})?")
_MATCHED = re.compile(r'(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"')
_GROUPED = re.compile(r"\bby \(([^)]*)\)")


class Asked(NamedTuple):
    """A metric that an expression names."""

    metric: str
    labels: dict[str, str]
    grouped: set[str]
    expression: str


def asked_in(expression: str) -> Iterator[Asked]:
    grouped = {label.strip() for by in _GROUPED.findall(expression) for label in by.split(",")}
    for metric, labels in _METRIC.findall(expression):
        yield Asked(metric, dict(_MATCHED.findall(labels)), grouped, expression)


def alert_expressions() -> Iterator[str]:
    for group in yaml.safe_load(ALERTS.read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]


def dashboard_expressions() -> Iterator[str]:
    dashboard = msgspec.json.decode(DASHBOARD.read_bytes())
    for panel in dashboard["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["query"]["query"]


async def exported() -> dict[str, set[str]]:
    """Every metric of a house at which somebody plays, with its labels."""
    async with serving([untimed(WHEEL)]) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, LaidBet("red", 10_00))
        text = (await (await house.api()).send("GET", "/metrics")).text
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


@pytest.mark.parametrize("expressions", [alert_expressions, dashboard_expressions])
async def test_what_is_asked_for_is_counted(expressions: type) -> None:
    counted = await exported()
    asked = [found for expression in expressions() for found in asked_in(expression)]
    assert len(asked) >= 10
    for metric, labels, grouped, expression in asked:
        if metric in OF_PROMETHEUS:
            continue
        assert metric in counted, expression
        known = counted[metric] | SCRAPED
        assert set(labels) | grouped <= known, expression
        for label, value in labels.items():
            assert value in VALUES.get(label, {value}), expression


async def test_all_that_is_counted_is_shown() -> None:
    shown = {found.metric for text in dashboard_expressions() for found in asked_in(text)}
    counted = {name for name in await exported() if not name.endswith("_created")}
    of_the_histogram = {"croupier_command_seconds_count", "croupier_command_seconds_sum"}
    assert counted - of_the_histogram == shown


def test_every_alert_is_explained() -> None:
    rules = [
        rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]
    ]
    page = (ROOT / "docs" / "operations.md").read_text()
    assert re.findall(r"^### (Croupier\w+)$", page, re.MULTILINE) == [
        rule["alert"] for rule in rules
    ]
