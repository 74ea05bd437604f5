"""Traces of what becomes of a message, for OpenTelemetry: from its arrival to its answer.

    message            from its arrival until the answer is on its way out
      handle           who may send it, what the house looks at first, and the waiting for the table
        wait           in the table's mailbox
        judge          until what becomes fact is handed to the store
        commit         until the store has it; names the round and the journal entry
        tell           those who follow the table

Only a house that is to be traced imports this file, and OpenTelemetry with it. Tracing puts itself
around functions of the socket and of the tables; where it is off, nobody asks whether it is on.

No span names a person, an address or anything that a client has made up.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import time_ns
from typing import Any, TypeVar
from urllib.parse import urlsplit

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode

from croupier.house.live_tables import Listener
from croupier.kit.errors import Code, Refused
from croupier.server.connection import Connection
from croupier.store.errors import StoreError
from croupier.store.values import Done, Result, Write
from croupier.table.runner import Committing, Replies, Runner, Submitting
from croupier.table.table import Request
from croupier.wire.commands import ClientMessage
from croupier.wire.messages import Reply

TABLE, COMMAND, OUTCOME = "croupier.table", "croupier.command", "croupier.outcome"
ROUND, SEQ = "croupier.round", "croupier.seq"
_TRACES = "/v1/traces"

M = TypeVar("M")
Receives = Callable[[Connection, M], Coroutine[Any, Any, None]]
"""Of a message as it came, or as it was read."""
Handles = Callable[[Connection, ClientMessage], Coroutine[Any, Any, Reply]]
_Key = tuple[str, str]
"""Who asked, and the id of the message: in memory only, to find a message again at its table."""


class _Handled:
    """A message that is being handled."""

    def __init__(self, message: Span, handle: Span) -> None:
        self.message = message
        self.within: Context = trace.set_span_in_context(handle)
        self.since = time_ns()
        self.round: int | None = None
        """The round it is meant for, where it is meant for one."""


class Tracing(Listener):
    def __init__(self, processor: SpanProcessor) -> None:
        self._provider = TracerProvider(resource=_resource())
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("croupier")
        self._handled: dict[_Key, _Handled] = {}
        self._to_tell: list[_Handled] = []
        self._telling_since = 0

    def close(self) -> None:
        """What was not sent yet is sent now, unless nobody takes it."""
        self._provider.shutdown()

    # At the socket -------------------------------------------------------------------------------

    def received(self, receive: Receives[M]) -> Receives[M]:
        async def traced(connection: Connection, message: M) -> None:
            with self._span("message", SpanKind.SERVER):
                await receive(connection, message)

        return traced

    def handled(self, handle: Handles) -> Handles:
        async def traced(connection: Connection, message: ClientMessage) -> Reply:
            whole = trace.get_current_span()
            if not whole.is_recording():
                return await handle(connection, message)
            whole.set_attribute(COMMAND, str(type(message).__struct_config__.tag))
            with self._span("handle") as span:
                key, handled = (connection.name, message.id), _Handled(whole, span)
                self._handled[key] = handled
                try:
                    reply = await handle(connection, message)
                finally:
                    # The same message may have come over another device of its sender.
                    if self._handled.get(key) is handled:
                        del self._handled[key]
            whole.set_attribute(OUTCOME, "ok" if reply.ok else reply.code)
            return reply

        return traced

    @contextmanager
    def _span(self, name: str, kind: SpanKind = SpanKind.INTERNAL) -> Iterator[Span]:
        """What goes wrong is named by its kind alone: its text may say whom it was about."""
        with self._tracer.start_as_current_span(
            name, kind=kind, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except Exception as error:
                span.set_status(StatusCode.ERROR, type(error).__name__)
                raise

    # At the table --------------------------------------------------------------------------------

    def watched(self, runner: Runner) -> Submitting:
        def submitting(requests: Sequence[Request], now: int, wall: int) -> Committing[Replies]:
            return self._watch(runner, requests, runner.submitting(requests, now, wall))

        return submitting

    def _watch(
        self, runner: Runner, requests: Sequence[Request], work: Committing[Replies]
    ) -> Committing[Replies]:
        taken = time_ns()
        waiting = self._taken(runner, requests, taken)
        unjudged, committed = set(waiting), set[_Key]()
        try:
            batch = next(work)
            while True:
                handed_in = time_ns()
                keys = [_key_of(write) for write in batch.writes]
                found = {key: waiting[key] for key in keys if key in waiting}
                unjudged -= found.keys()
                for handled in found.values():
                    self._child("judge", handled, taken, handed_in)
                try:
                    results = yield batch
                except StoreError as error:
                    self._not_committed(found.values(), handed_in, error)
                    taken = time_ns()
                    batch = work.throw(error)
                else:
                    taken = time_ns()
                    outcomes = zip(keys, results, strict=True)
                    self._committed(runner, outcomes, found, handed_in, taken)
                    committed |= found.keys()
                    batch = work.send(results)
        except StopIteration as done:
            replies: Replies = done.value
        # What is refused is judged, too.
        for key in unjudged:
            self._child("judge", waiting[key], taken, time_ns())
        self._to_tell = [waiting[key] for key in committed]
        self._telling_since = time_ns()
        return replies

    def _taken(self, runner: Runner, requests: Sequence[Request], now: int) -> dict[_Key, _Handled]:
        """Those among them that are traced; the table's own moves are not."""
        waiting: dict[_Key, _Handled] = {}
        for request in requests:
            key = (request.actor.name, request.id)
            if (handled := self._handled.get(key)) is not None:
                waiting[key] = handled
                handled.round = request.round
                handled.message.set_attribute(TABLE, runner.table.stream)
                self._child("wait", handled, handled.since, now)
        return waiting

    def _committed(
        self,
        runner: Runner,
        results: Iterable[tuple[_Key, Result]],
        found: Mapping[_Key, _Handled],
        since: int,
        until: int,
    ) -> None:
        for key, result in results:
            if (handled := found.get(key)) is not None:
                now = runner.table.state.round_number
                named = {ROUND: now if handled.round is None else handled.round}
                if isinstance(result, Done):
                    named[SEQ] = result.seq
                self._child("commit", handled, since, until, named)

    def _not_committed(self, found: Iterable[_Handled], since: int, error: StoreError) -> None:
        for handled in found:
            span = self._tracer.start_span("commit", handled.within, start_time=since)
            span.set_status(StatusCode.ERROR, type(error).__name__)
            span.end()

    def on_commit(self, table: str) -> None:  # noqa: ARG002
        """Told last of all listeners, so everybody else has been told."""
        to_tell, self._to_tell = self._to_tell, []
        for handled in to_tell:
            self._child("tell", handled, self._telling_since, time_ns())

    def _child(
        self,
        name: str,
        handled: _Handled,
        since: int,
        until: int,
        attributes: Mapping[str, Any] | None = None,
    ) -> None:
        span = self._tracer.start_span(
            name, handled.within, attributes=attributes, start_time=since
        )
        span.end(until)


def _key_of(write: Write) -> _Key:
    command = write.command
    return ("", "") if command is None else (command.sender, command.id)


@contextmanager
def tracing_to(url: str) -> Iterator[Tracing]:
    """Traces are sent there, or, without an address, where the OTEL_ variables say."""
    tracing = Tracing(BatchSpanProcessor(OTLPSpanExporter(_endpoint(url) if url else None)))
    try:
        yield tracing
    finally:
        tracing.close()


def _endpoint(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refused(Code.BAD_SETTING, f"--trace {url}: not an address as http://collector:4318")
    return url if parts.path.strip("/") else f"{url.rstrip('/')}{_TRACES}"


def _resource() -> Resource:
    resource = Resource.create()
    if str(resource.attributes[SERVICE_NAME]).startswith("unknown_service"):
        return resource.merge(Resource({SERVICE_NAME: "croupier"}))
    return resource
