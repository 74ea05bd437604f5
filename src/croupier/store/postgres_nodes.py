"""The list of nodes in PostgreSQL, in a session of its own: no commit delays a sign of life."""

from croupier.store.nodes import Node, NodeSeen
from croupier.store.postgres_link import Connection, Timeouts
from croupier.store.postgres_session import Session

_SIGN = """INSERT INTO nodes AS n (name, run, version, draining, signed)
    VALUES (%s, %s, %s, %s, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET run = excluded.run, version = excluded.version,
        draining = excluded.draining, signed = excluded.signed,
        asked_to_drain = n.asked_to_drain AND n.run = excluded.run"""
_SEEN = """SELECT name, run, version, draining,
    (extract(epoch FROM clock_timestamp() - signed) * 1000)::bigint, asked_to_drain
    FROM nodes ORDER BY name"""
_ASK_TO_DRAIN = "UPDATE nodes SET asked_to_drain = true WHERE name = %s"
_LEAVE = "DELETE FROM nodes WHERE name = %s AND run = %s"

_SOON = Timeouts(statement_ms=2_000, lock_ms=1_000, connect_s=2, answer_s=2.0)
"""A sign that comes late is as good as none."""


class PostgresNodes:
    def __init__(self, url: str) -> None:
        self._session = Session(url, _SOON)

    def sign(self, node: Node) -> tuple[NodeSeen, ...]:
        def work(db: Connection) -> tuple[NodeSeen, ...]:
            db.execute(_SIGN, (node.name, node.run, node.version, node.draining))
            return _seen(db)

        return self._session.attempt(work)

    def seen(self) -> tuple[NodeSeen, ...]:
        return self._session.attempt(_seen)

    def ask_to_drain(self, name: str) -> bool:
        return self._session.attempt(lambda db: db.execute(_ASK_TO_DRAIN, (name,)).rowcount == 1)

    def leave(self, node: Node) -> None:
        self._session.attempt(lambda db: db.execute(_LEAVE, (node.name, node.run)))

    def close(self) -> None:
        self._session.close()


def _seen(db: Connection) -> tuple[NodeSeen, ...]:
    rows = db.execute(_SEEN, binary=True).fetchall()
    return tuple(NodeSeen(Node(*node), max(0, age), asked) for *node, age, asked in rows)
