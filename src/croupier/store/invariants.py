"""What must hold in every store at every moment, checked from outside through its reads alone.

- I1: the accounts sum to zero, each balance is the sum of its postings, and no wallet or escrow was
  below zero after any entry.
- I6: each entry's hash follows from the one before, and the last is the stream's head.
- I9: one writer, so sequence numbers have no gap and epochs never fall.
- I10: one command, one effect, one answer, and it is found by its id.

And of the database itself: that its pages and its indexes are whole.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import msgspec

from croupier.ledger import LedgerError, Transfer, first_fault, net, total
from croupier.store.chain import hash_of
from croupier.store.errors import StoreFailed
from croupier.store.pages import every_balance, every_stream, whole_journal
from croupier.store.protocol import Reader
from croupier.store.values import Answer, Entry, Head

_TOGETHER = 500
"""Commands looked up at once."""


class Complaint(msgspec.Struct, frozen=True):
    where: str
    what: str


def complaints(
    reader: Reader, watch: Callable[[Entry], object] | None = None
) -> Iterator[Complaint]:
    """Nothing, if all is well. Give it a snapshot while the store is in use. `watch` is told of
    every entry that was looked at."""
    auditor = _Auditor(reader)
    try:
        for entry, transfers in whole_journal(reader):
            yield from auditor.entry(entry, transfers)
            if watch is not None:
                watch(entry)
        yield from auditor.end()
    except (LedgerError, ValueError) as error:
        yield Complaint("store", f"holds something that cannot be: {error}")
    except StoreFailed as error:
        yield Complaint("store", f"cannot be read: {error}")
    try:
        for fault in reader.faults():
            yield Complaint("database", fault)
    except StoreFailed as error:
        yield Complaint("database", str(error))


class _Auditor:
    """Keeps one number per account and one head per stream, however long the journal."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}
        self._commanded: list[Entry] = []

    def entry(self, entry: Entry, transfers: tuple[Transfer, ...]) -> Iterator[Complaint]:
        where = f"{entry.stream} {entry.seq}"
        for what in chain(self._chained(entry, transfers), self._paid(transfers)):
            yield Complaint(where, what)
        if entry.command is not None:
            self._commanded.append(entry)
        if len(self._commanded) == _TOGETHER:
            yield from self._answered()

    def _chained(self, entry: Entry, transfers: tuple[Transfer, ...]) -> Iterator[str]:
        head = self._heads.get(entry.stream, Head())
        if entry.seq != head.seq + 1:
            yield f"I9: follows {head.seq}"
        if entry.epoch < head.epoch or entry.epoch < 1:
            yield f"I9: epoch {entry.epoch} after {head.epoch}"
        if entry.hash != hash_of(head.hash, entry, transfers):
            yield "I6: the hash does not follow from the entry before"
        self._heads[entry.stream] = Head(entry.epoch, entry.seq, entry.hash)

    def _paid(self, transfers: Iterable[Transfer]) -> Iterator[str]:
        moved = net(transfers)
        if total(moved):
            yield "I1: the transfers do not sum to zero"
        if trouble := first_fault(self._balances, moved):
            side = "below zero" if trouble.short else "over the most"
            yield f"I1: {trouble.account} is {side}"
        for account, change in moved.items():
            self._balances[account] = self._balances.get(account, 0) + change

    def _answered(self) -> Iterator[Complaint]:
        """Each command is found by its id, and is this entry and no other."""
        keys = [
            (command.sender, command.id) for entry in self._commanded if (command := entry.command)
        ]
        answers = self._reader.answers(keys)
        for entry, key in zip(self._commanded, keys, strict=True):
            assert entry.command is not None
            where, what = f"{entry.stream} {entry.seq}", f"the command {key[1]} of {key[0]}"
            kept = Answer(entry.stream, entry.seq, entry.command.body_hash, entry.answer)
            if key not in answers:
                yield Complaint(where, f"I10: {what} is not found by its id")
            elif answers[key] != kept:
                yield Complaint(where, f"I10: {what} had an effect twice")
        self._commanded = []

    def end(self) -> Iterator[Complaint]:
        yield from self._answered()
        names = set()
        for name in every_stream(self._reader):
            names.add(name)
            kept, counted = self._reader.head(name), self._heads.get(name, Head())
            if (kept.seq, kept.hash) != (counted.seq, counted.hash):
                yield Complaint(
                    name, f"I6: the head is {kept.seq}, the journal ends at {counted.seq}"
                )
            if kept.epoch < counted.epoch:
                yield Complaint(name, f"I9: epoch {kept.epoch}, entries of {counted.epoch}")
        for name in self._heads.keys() - names:
            yield Complaint(name, "I6: entries of no stream")
        held = 0
        for account, balance in every_balance(self._reader):
            held += balance
            posted = self._balances.pop(account, 0)
            if balance != posted:
                yield Complaint(account, f"I1: holds {balance}, its postings come to {posted}")
        if held:
            yield Complaint("accounts", f"I1: sum to {held}, not to zero")
        for account in self._balances:
            yield Complaint(account, "I1: has postings and no balance")
