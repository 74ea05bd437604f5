"""What the house counts about itself, for Prometheus."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from croupier.bus.authenticated import Drop
from croupier.table.facts import BetsPlaced, Fact

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        mine = self.registry
        self.sockets = Gauge("croupier_sockets", "Open sockets.", registry=mine)
        self.accounts = Gauge("croupier_accounts_here", "Accounts with a socket.", registry=mine)
        self.tables = Gauge("croupier_tables", "Tables, by phase.", ["phase"], registry=mine)
        self.stopped = Gauge("croupier_tables_stopped", "Tables that have failed.", registry=mine)
        self.dealt = Gauge(
            "croupier_tables_dealt", "Tables that this process deals at.", registry=mine
        )
        self.nodes = Gauge(
            "croupier_nodes",
            "Nodes of the house that are alive; 1 of a house alone.",
            registry=mine,
        )
        self.bus_dropped = Counter(
            "croupier_bus_dropped",
            "Messages of the bus that were dropped: not this house's, stale or replayed.",
            ["reason"],
            registry=mine,
        )
        for reason in Drop:
            self.bus_dropped.labels(reason)
        self.bus_unsigned = Gauge(
            "croupier_bus_unsigned",
            "Whether messages without a MAC are accepted on the bus: 1, during an upgrade only.",
            registry=mine,
        )
        self.heartbeat_age = Gauge(
            "croupier_heartbeat_age_seconds",
            "Age of this node's own heartbeat in the database; 0 of a house alone.",
            registry=mine,
        )
        self.ready = Gauge(
            "croupier_ready",
            "Whether players may be sent here: 1, or 0 and /readyz says why.",
            registry=mine,
        )
        self.source_failed = Gauge(
            "croupier_random_source_failed",
            "Whether the random source has failed its health test: then 1, until a new start.",
            registry=mine,
        )
        self.program_changed = Gauge(
            "croupier_program_changed_files",
            "Files of the program that differ on disk from those at the start, at the last check.",
            registry=mine,
        )
        self.delays = Gauge(
            "croupier_delays_unfinished",
            "Delays of shoes that are being evaluated, or wait for a core.",
            registry=mine,
        )
        self.oldest_delay = Gauge(
            "croupier_delay_oldest_seconds",
            "How long ago the oldest of them was asked for; 0: there is none.",
            registry=mine,
        )
        self.random_bytes = Gauge(
            "croupier_random_bytes",
            "Bytes drawn from the random source since the start, each of them tested.",
            registry=mine,
        )
        self.alerts = Gauge("croupier_alerts_open", "Alerts nobody has cleared.", registry=mine)
        self.requests = Counter(
            "croupier_requests", "HTTP requests.", ["route", "status"], registry=mine
        )
        self.commands = Counter(
            "croupier_commands", "Socket commands.", ["type", "outcome"], registry=mine
        )
        self.answered = Histogram(
            "croupier_command_seconds",
            "From a command's arrival to its answer.",
            buckets=_BOUNDS,
            registry=mine,
        )
        self.checked = Counter(
            "croupier_entries_checked", "Entries looked at again in the background.", registry=mine
        )
        self.checked_through = Gauge(
            "croupier_books_checked_seconds",
            "When all journals were last gone through, in Unix time; 0: not yet.",
            registry=mine,
        )
        self.complaints = Counter(
            "croupier_books_complaints", "What was wrong with the books there.", registry=mine
        )
        self._counted: dict[tuple[str, str], Counter] = {}
        self._counted_facts: dict[type, Counter] = {}
        self._bets = Counter("croupier_bets", "Bets accepted.", registry=mine)
        self._facts = Counter("croupier_facts", "Facts committed.", ["fact"], registry=mine)

    def command(self, kind: str, outcome: str, seconds: float) -> None:
        """Looking a label up costs more than counting: it is done once."""
        counter = self._counted.get((kind, outcome))
        if counter is None:
            counter = self._counted[kind, outcome] = self.commands.labels(kind, outcome)
        counter.inc()
        self.answered.observe(seconds)

    def bus_drop(self, reason: str) -> None:
        self.bus_dropped.labels(reason).inc()

    def facts(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            kind = type(fact)
            counter = self._counted_facts.get(kind)
            if counter is None:
                counter = self._counted_facts[kind] = self._facts.labels(kind.__name__)
            counter.inc()
            if isinstance(fact, BetsPlaced):
                self._bets.inc(len(fact.bets))

    def text(self) -> bytes:
        return generate_latest(self.registry)
