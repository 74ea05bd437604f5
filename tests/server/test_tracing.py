"""Traces: one message is one trace, its spans nest, and they name no person."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from croupier.client import Api, Client, LaidBet
from croupier.server.tracing import Tracing
from croupier.store.errors import StoreFailed
from croupier.wire import commands as say
from tests.support.live_clients import ask_table
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import join_as, untimed
from tests.support.serve_process import ROOT, croupier, served

WHEEL = "live-roulette"
RED = LaidBet("red", 10_00)


@pytest.fixture
def kept() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def tracing(kept: InMemorySpanExporter) -> Tracing:
    return Tracing(SimpleSpanProcessor(kept))


def traces(kept: InMemorySpanExporter, command: str) -> list[dict[str, ReadableSpan]]:
    """The spans of every message of that kind, by their names; none has two of one name."""
    spans = kept.get_finished_spans()
    found = []
    for whole in spans:
        if (whole.attributes or {}).get("croupier.command") == command:
            mine = [span for span in spans if span.context.trace_id == whole.context.trace_id]
            assert len({span.name for span in mine}) == len(mine), [span.name for span in mine]
            found.append({span.name: span for span in mine})
    return found


def nests(inner: ReadableSpan, outer: ReadableSpan) -> bool:
    (since, until), (outer_since, outer_until) = times(inner), times(outer)
    return (
        inner.parent is not None
        and inner.parent.span_id == outer.context.span_id
        and outer_since <= since <= until <= outer_until
    )


def times(span: ReadableSpan) -> tuple[int, int]:
    assert span.start_time is not None
    assert span.end_time is not None
    return span.start_time, span.end_time


def attributes(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


async def test_a_bet_is_one_trace(
    lasting_url: str, kept: InMemorySpanExporter, tracing: Tracing
) -> None:
    async with serving([untimed(WHEEL)], lasting_url, tracing=tracing) as house:
        ann = await join_as(house, WHEEL, "ann")
        await ann.place_bets(WHEEL, RED)
        head = house.house.store.head(WHEEL).seq
        round = ann.tables[WHEEL].round
    (trace,) = traces(kept, "place-bets")
    assert set(trace) == {"message", "handle", "wait", "judge", "commit", "tell"}
    assert trace["message"].parent is None
    assert nests(trace["handle"], trace["message"])
    steps = [trace[name] for name in ("wait", "judge", "commit", "tell")]
    assert all(nests(step, trace["handle"]) for step in steps)
    for before, after in pairwise(steps):
        assert times(before)[1] <= times(after)[0], (before.name, after.name)
    assert attributes(trace["message"]) == {
        "croupier.command": "place-bets",
        "croupier.table": WHEEL,
        "croupier.outcome": "ok",
    }
    assert attributes(trace["commit"]) == {"croupier.round": round, "croupier.seq": head}


async def test_no_span_names_a_person(kept: InMemorySpanExporter, tracing: Tracing) -> None:
    async with serving([untimed(WHEEL)], tracing=tracing) as house:
        ann = await join_as(house, WHEEL, "wilhelmina")
        await ann.place_bets(WHEEL, RED)
        assert not (await ask_table(ann, say.TakeSeat, "the-table-of-wilhelmina", 1)).ok
    assert traces(kept, "take-seat")
    assert "wilhelmina" not in "".join(span.to_json() for span in kept.get_finished_spans())


async def test_what_is_refused_says_so_and_is_not_committed(
    kept: InMemorySpanExporter, tracing: Tracing
) -> None:
    async with serving([untimed(WHEEL)], tracing=tracing) as house:
        ann = await join_as(house, WHEEL, "ann")
        assert not (await ask_table(ann, say.PlaceBets, WHEEL, (LaidBet("red", 1),))).ok
    (trace,) = traces(kept, "place-bets")
    assert set(trace) == {"message", "handle", "wait", "judge"}
    assert attributes(trace["message"])["croupier.outcome"] == "bad-amount"


async def test_what_the_store_does_not_keep_is_an_error(
    kept: InMemorySpanExporter, tracing: Tracing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving([untimed(WHEEL)], tracing=tracing) as house:
        ann = await join_as(house, WHEEL, "ann")
        with failing(house, monkeypatch):
            assert (await ask_table(ann, say.PlaceBets, WHEEL, (RED,))).code == "not-stored"
    (trace,) = traces(kept, "place-bets")
    assert trace["commit"].status.status_code is StatusCode.ERROR
    assert trace["commit"].status.description == "StoreFailed"
    assert attributes(trace["message"])["croupier.outcome"] == "not-stored"


@contextmanager
def failing(house: LiveHouse, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A disk that takes nothing."""

    def refuse(_: object) -> None:
        raise StoreFailed("the disk of ann is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.house.store, "commit", refuse)
        yield


async def test_everybody_in_a_shared_commit_has_a_trace(
    kept: InMemorySpanExporter, tracing: Tracing
) -> None:
    async with serving([untimed(WHEEL)], tracing=tracing) as house:
        names = ("ann", "bob", "cid")
        players: list[Client] = [await join_as(house, WHEEL, name) for name in names]
        await asyncio.gather(*(player.place_bets(WHEEL, RED) for player in players))
    found = traces(kept, "place-bets")
    assert len(found) == 3
    assert len({attributes(trace["commit"])["croupier.seq"] for trace in found}) == 3


# Switched on and off ------------------------------------------------------------------------------


def test_a_house_that_is_not_traced_imports_no_opentelemetry() -> None:
    program = "import sys, croupier.cli.serve; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "croupier.server.house" in done.stdout.split()
    assert not [name for name in done.stdout.split() if name.startswith("opentelemetry")]


def test_a_bad_address_is_refused(tmp_path: Path) -> None:
    done = croupier("serve", "--data", tmp_path / "house", "--port", 0, "--trace", "collector:4318")
    assert done.returncode == 2
    assert "--trace collector:4318: not an address" in done.stderr
    assert not (tmp_path / "house").exists()


class Collector(HTTPServer):
    """Takes traces as a collector does, and keeps where they were sent."""

    def __init__(self) -> None:
        self.taken: dict[str, list[str]] = {}
        super().__init__(("127.0.0.1", 0), _Taking)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Taking(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        sent = ExportTraceServiceRequest()
        sent.ParseFromString(self.rfile.read(int(self.headers["content-length"])))
        for resource in sent.resource_spans:
            (service,) = (
                item.value.string_value
                for item in resource.resource.attributes
                if item.key == "service.name"
            )
            names = self.server.taken.setdefault(f"{self.path} {service}", [])
            names += (span.name for scope in resource.scope_spans for span in scope.spans)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        serving_it = threading.Thread(target=server.serve_forever)
        serving_it.start()
        yield server
        server.shutdown()
        serving_it.join()


@pytest.mark.parametrize("by", ["option", "variable"])
async def test_traces_go_to_the_collector(
    by: str, collector: Collector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--trace", collector.address]
    if by == "variable":
        options = []
        monkeypatch.setitem(os.environ, "OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
    with served(tmp_path, *options) as house:
        async with Api(house.address) as api:
            await api.guest()
            async with Client(api) as client:
                await client.join(WHEEL)
        house.signal(signal.SIGTERM)
        assert await house.ended() == 0
    assert set(collector.taken) == {"/v1/traces croupier"}
    assert {"message", "handle"} <= set(*collector.taken.values())
