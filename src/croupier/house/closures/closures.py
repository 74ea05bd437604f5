"""The certificates of every shoe that is done with, in a journal of their own."""

from collections.abc import Iterator

import msgspec

from croupier.house.closures.certificate import Certificate, Verdict
from croupier.house.journal import Fold, HouseJournals, NewEntry
from croupier.house.records.kept_values import KeptValues
from croupier.kit.errors import Code, Refused
from croupier.store.protocol import Reader
from croupier.store.values import IndexRow
from croupier.table.cage import HOUSE, HOUSE_STREAMS

STREAM = f"{HOUSE_STREAMS}closures"


class ShoeClosed(msgspec.Struct, frozen=True, tag_field="fact", tag="shoe-closed"):
    number: int
    """Of the certificate, counted from one."""
    certificate: Certificate


class SavedClosures(msgspec.Struct, frozen=True):
    last: int
    shoes: dict[str, int]
    unclosed: int


class ClosureBook(Fold[ShoeClosed, SavedClosures]):
    stream, facts = STREAM, ShoeClosed
    format = "closures 1"
    saved_as = SavedClosures

    def __init__(self, kept: Reader | None = None) -> None:
        """`kept` is the store that holds what has left memory; none: nothing does."""
        self.last = 0
        self.shoes: dict[str, int] = {}
        """The last shoe of each table that is certified."""
        self.unclosed = 0
        """How many did not close."""
        self.certificates: KeptValues[Certificate] = KeptValues(
            kept, STREAM, "closure", encode=msgspec.json.encode, decode=_certificate
        )

    def apply(self, fact: ShoeClosed, at_ms: int) -> None:
        closure = fact.certificate.closure
        self.last, self.shoes[closure.table] = fact.number, closure.shoe
        self.unclosed += closure.verdict is Verdict.NOT
        self.certificates.put(fact.number, at_ms, fact.certificate)

    def save(self) -> SavedClosures:
        return SavedClosures(self.last, self.shoes, self.unclosed)

    def resume(self, saved: SavedClosures) -> None:
        self.last, self.shoes, self.unclosed = saved.last, saved.shoes, saved.unclosed

    def rows(self, saved: SavedClosures) -> list[IndexRow]:
        return self.certificates.rows(saved.last)

    def leave(self, saved: SavedClosures) -> None:
        self.certificates.leave(saved.last)


class Closures:
    def __init__(self, journals: HouseJournals) -> None:
        self._book = ClosureBook(journals.store)
        self.journal = journals.open(self._book)

    def last(self, table: str) -> int:
        """The last shoe of a table that is certified; 0: none."""
        return self._book.shoes.get(table, 0)

    def get(self, number: int) -> Certificate:
        certificate = self._book.certificates.get(number)
        if certificate is None:
            raise Refused(Code.NOT_FOUND, f"there is no certificate {number}")
        return certificate

    def newest_first(self, before: int | None = None) -> Iterator[tuple[int, Certificate]]:
        return self._book.certificates.newest_first(before)

    async def record(self, certificate: Certificate) -> None:
        """Once for each shoe."""
        closure = certificate.closure

        def judge() -> NewEntry[ShoeClosed]:
            if self.last(closure.table) >= closure.shoe:
                raise Refused(Code.STALE, f"shoe {closure.shoe} of {closure.table} is certified")
            fact = ShoeClosed(self._book.last + 1, certificate)
            return NewEntry(fact, HOUSE, f"closure {closure.table}/{closure.shoe}")

        await self.journal.record(judge)


def _certificate(row: IndexRow) -> Certificate:
    return msgspec.json.decode(row.body, type=Certificate)
