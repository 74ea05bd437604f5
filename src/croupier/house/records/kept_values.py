"""Values found in a journal, by number: the newest in memory, the others in the store's rows.

They move on into the rows with every checkpoint. Whoever reads takes what is in memory first and
then looks into the store: what has moved on in between is met there, and told once.
"""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from croupier.store.pages import every_row, every_row_between
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow

V = TypeVar("V")


class KeptValues(Generic[V]):
    def __init__(
        self,
        reader: Reader | None,
        stream: str,
        kind: str,
        *,
        encode: Callable[[V], bytes],
        decode: Callable[[IndexRow], V],
    ) -> None:
        """Without a reader everything stays in memory."""
        self._reader = reader
        self._stream = stream
        self._kind = kind
        self._encode = encode
        self._decode = decode
        self.recent: dict[int, tuple[int, V]] = {}
        """Those in no row yet, with their times, in order of their numbers."""

    def put(self, number: int, at_ms: int, value: V) -> None:
        """A new one, or a recent one again."""
        self.recent[number] = at_ms, value

    def rows(self, upto: int) -> list[IndexRow]:
        """What was in no row yet when that was the last number."""
        return [
            IndexRow(self._kind, number, at_ms, self._encode(value))
            for number, (at_ms, value) in self.recent.items()
            if number <= upto
        ]

    def leave(self, upto: int) -> None:
        """Those rows are kept: memory can do without what is in them."""
        for number in [number for number in self.recent if number <= upto]:
            del self.recent[number]

    def get(self, number: int) -> V | None:
        if (recent := self.recent.get(number)) is not None:
            return recent[1]
        if self._reader is None:
            return None
        rows = self._reader.indexed(self._stream, self._kind, number - 1, 1)
        return self._decode(rows[0]) if rows and rows[0].number == number else None

    def before(self, number: int) -> tuple[int, V] | None:
        """The last below a number."""
        return next(self.newest_first(number), None)

    def after(self, number: int) -> tuple[int, V] | None:
        """The first above a number."""
        return next(self.oldest_first(number), None)

    def oldest_first(self, after: int = 0) -> Iterator[tuple[int, V]]:
        recent = list(self.recent.items())
        if self._reader is not None:
            for row in every_row(self._reader, self._stream, self._kind, after):
                if recent and row.number >= recent[0][0]:
                    break
                yield row.number, self._decode(row)
        yield from ((number, value) for number, (_, value) in recent if number > after)

    def newest_first(self, before: int | None = None) -> Iterator[tuple[int, V]]:
        recent = list(self.recent.items())
        for number, (_, value) in reversed(recent):
            if before is None or number < before:
                yield number, value
        if self._reader is not None:
            edges = [number for number, _ in recent[:1]]
            edge = min(edges if before is None else [*edges, before], default=None)
            rows = every_row(self._reader, self._stream, self._kind, edge, newest_first=True)
            yield from ((row.number, self._decode(row)) for row in rows)

    def between(
        self, since_ms: int, until_ms: int, *, newest_first: bool = False
    ) -> Iterator[tuple[int, int, V]]:
        """Those of a period, by time: number, time and value."""
        recent = list(self.recent.items())
        within = [
            (number, at_ms, value)
            for number, (at_ms, value) in recent
            if since_ms <= at_ms < until_ms
        ]
        if newest_first:
            yield from reversed(within)
        if self._reader is not None:
            for row in every_row_between(
                self._reader,
                self._stream,
                self._kind,
                since_ms=since_ms,
                until_ms=until_ms,
                newest_first=newest_first,
            ):
                if not recent or row.number < recent[0][0]:
                    yield row.number, row.at_ms, self._decode(row)
        if not newest_first:
            yield from within
