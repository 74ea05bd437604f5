"""The nodes of a house: processes over one database, and which of them are alive.

A node signs in every second. Whoever has not signed for a while is taken for dead, by the clock of
the database and nobody else's; that it may only be slow does no harm, since what it owned is
claimed under a new epoch and whatever it still writes is refused.
"""

import time
from collections.abc import Callable
from threading import Lock
from typing import Protocol

import msgspec

DEAD_MS = 2_500
"""Whoever has not signed for so long is taken for dead."""


class Node(msgspec.Struct, frozen=True):
    name: str
    run: str
    """Another one at every start."""
    version: str
    """Of the code it runs."""
    draining: bool = False
    """It gives its tables away, and takes none."""


class NodeSeen(msgspec.Struct, frozen=True):
    node: Node
    age_ms: int
    """Since it last signed, by the database's clock."""
    asked_to_drain: bool = False
    """Somebody wants it to close, and to give its tables away first."""


class Nodes(Protocol):
    """The list that all nodes sign."""

    def sign(self, node: Node) -> tuple[NodeSeen, ...]:
        """This node is alive; and all that ever signed and did not leave, by name."""
        ...

    def seen(self) -> tuple[NodeSeen, ...]: ...

    def ask_to_drain(self, name: str) -> bool:
        """Whether there is such a node."""
        ...

    def leave(self, node: Node) -> None:
        """It has closed in good order; nobody waits for it."""
        ...

    def close(self) -> None: ...


class MemoryNodes:
    """For a simulation: nodes in one process."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now` tells seconds."""
        self._now = now
        self._lock = Lock()
        self._signed: dict[str, tuple[Node, float]] = {}
        self._asked: set[str] = set()

    def sign(self, node: Node) -> tuple[NodeSeen, ...]:
        with self._lock:
            self._signed[node.name] = (node, self._now())
        return self.seen()

    def seen(self) -> tuple[NodeSeen, ...]:
        with self._lock:
            now = self._now()
            signed = sorted(self._signed.items())
            return tuple(
                NodeSeen(node, int((now - at) * 1000), name in self._asked)
                for name, (node, at) in signed
            )

    def ask_to_drain(self, name: str) -> bool:
        with self._lock:
            self._asked.add(name)
            return name in self._signed

    def leave(self, node: Node) -> None:
        with self._lock:
            self._signed.pop(node.name, None)
            self._asked.discard(node.name)

    def close(self) -> None:
        pass
