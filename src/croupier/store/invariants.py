"""What must hold in every store at every moment, checked from outside through its reads alone.

- I1: the accounts sum to zero, each balance is the sum of its postings, and no wallet or escrow was
  below zero after any entry.
- I6: each entry's hash follows from the one before, and the last is the stream's head.
- I9: one writer, so sequence numbers have no gap and epochs never fall.
- I10: one command, one effect, one answer, and it is found by its id.

And of the database itself: that its pages and its indexes are whole; of the archive: that its files
are as they were written.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

import msgspec

from croupier.ledger import LedgerError, Transfer, first_fault, net, total
from croupier.store.chain import hash_of
from croupier.store.errors import StoreFailed
from croupier.store.pages import every_balance, every_stream, stretches, whole_journal
from croupier.store.protocol import Reader
from croupier.store.values import Answer, Entry, Head

_TOGETHER = 500
"""Commands looked up at once."""
_NOWHERE = 2**62
"""Beyond every place."""


class Complaint(msgspec.Struct, frozen=True):
    where: str
    what: str


class Checked(msgspec.Struct, frozen=True):
    """How far a store has been looked at, and found well."""

    heads: dict[str, Head]
    balances: dict[str, int]
    """Accounts that are not named hold nothing."""


def complaints(reader: Reader) -> Iterator[Complaint]:
    """Nothing, if all is well. Give it a snapshot while the store is in use."""
    yield from StoreAudit(reader).complaints()
    yield from database_complaints(reader)
    yield from archive_complaints(reader)


def database_complaints(reader: Reader) -> Iterator[Complaint]:
    """Of its pages and its indexes."""
    try:
        for fault in reader.faults():
            yield Complaint("database", fault)
    except StoreFailed as error:
        yield Complaint("database", str(error))


def archive_complaints(reader: Reader, after: int = 0) -> Iterator[Complaint]:
    """Of the files that closed periods are in; only those noted after an entry of that journal."""
    try:
        for fault in reader.archive_faults(after):
            yield Complaint("archive", fault)
    except (StoreFailed, ValueError) as error:
        yield Complaint("archive", f"cannot be looked through: {error}")


class StoreAudit:
    """All journals in the order of their places, and the money they moved. Keeps one number per
    account and one head per stream, however long the journal."""

    def __init__(
        self,
        reader: Reader,
        since: Checked | None = None,
        watch: Callable[[], object] | None = None,
    ) -> None:
        """`since`: only what came after. `watch` is called after every entry."""
        self._reader = reader
        self._since = since or Checked({}, {})
        self._watch = watch
        self._heads: dict[str, Head] = dict(self._since.heads)
        self._balances: dict[str, int] = dict(self._since.balances)
        self._commanded: list[Entry] = []

    def complaints(self) -> Iterator[Complaint]:
        known = {stream: head.seq for stream, head in self._since.heads.items()}
        try:
            for entry, transfers in whole_journal(self._reader, after=self._known(known)):
                if entry.seq <= known.get(entry.stream, 0):
                    continue
                yield from self.entry(entry, transfers)
                if self._watch is not None:
                    self._watch()
            yield from self.end()
        except (LedgerError, ValueError) as error:
            yield Complaint("store", f"holds something that cannot be: {error}")
        except StoreFailed as error:
            yield Complaint("store", f"cannot be read: {error}")

    def checked(self) -> Checked:
        """At the end, if there was no complaint."""
        held = {account: balance for account, balance in self._balances.items() if balance}
        return Checked(dict(self._heads), held)

    def _known(self, known: dict[str, int]) -> int:
        """The place up to which every entry was looked at before. A lower place may be written
        after a higher one, but not in the same stream."""
        if not known:
            return 0
        first = [
            entry.place
            for stream in every_stream(self._reader)
            for entry in self._reader.entries(stream, known.get(stream, 0), limit=1)
        ]
        return min(first) - 1 if first else _NOWHERE

    def entry(self, entry: Entry, transfers: tuple[Transfer, ...]) -> Iterator[Complaint]:
        where = f"{entry.stream} {entry.seq}"
        head = self._heads.get(entry.stream, Head())
        for what in chain(chain_faults(head, entry, transfers), self._paid(transfers)):
            yield Complaint(where, what)
        self._heads[entry.stream] = head_at(entry)
        if entry.command is not None:
            self._commanded.append(entry)
        if len(self._commanded) == _TOGETHER:
            yield from self._answered()

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
        yield from command_complaints(self._reader, self._commanded)
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
        yield from _balance_complaints(self._reader, self._balances)


def balance_complaints(reader: Reader) -> Iterator[Complaint]:
    """I1: of every balance at one moment, added up by the store itself; give it a snapshot."""
    posted: dict[str, int] = {}
    for places in stretches(reader.places(-_NOWHERE, _NOWHERE)):
        for account, change in reader.moved(places).items():
            posted[account] = posted.get(account, 0) + change
    yield from _balance_complaints(reader, posted)


def _balance_complaints(reader: Reader, postings: Mapping[str, int]) -> Iterator[Complaint]:
    held, unseen = 0, dict.fromkeys(postings)
    for account, balance in every_balance(reader):
        held += balance
        unseen.pop(account, None)
        posted = postings.get(account, 0)
        if balance != posted:
            yield Complaint(account, f"I1: holds {balance}, its postings come to {posted}")
    if held:
        yield Complaint("accounts", f"I1: sum to {held}, not to zero")
    for account in unseen:
        yield Complaint(account, "I1: has postings and no balance")


def chain_faults(head: Head, entry: Entry, transfers: tuple[Transfer, ...]) -> Iterator[str]:
    """I6, I9: what is wrong with an entry that follows `head`."""
    if entry.seq != head.seq + 1:
        yield f"I9: follows {head.seq}"
    if entry.epoch < head.epoch or entry.epoch < 1:
        yield f"I9: epoch {entry.epoch} after {head.epoch}"
    if entry.hash != hash_of(head.hash, entry, transfers):
        yield "I6: the hash does not follow from the entry before"


def head_at(entry: Entry) -> Head:
    """Of a stream that ends with this entry."""
    return Head(entry.epoch, entry.seq, entry.hash)


def command_complaints(reader: Reader, entries: Iterable[Entry]) -> Iterator[Complaint]:
    """I10: each command is found by its id, and is this entry and no other."""
    commanded = [(entry, entry.command) for entry in entries if entry.command is not None]
    answers = reader.answers([(command.sender, command.id) for _, command in commanded])
    for entry, command in commanded:
        where, what = f"{entry.stream} {entry.seq}", f"the command {command.id} of {command.sender}"
        answer = answers.get((command.sender, command.id))
        if answer is None:
            yield Complaint(where, f"I10: {what} is not found by its id")
        elif answer != Answer(entry.stream, entry.seq, command.body_hash, entry.answer):
            yield Complaint(where, f"I10: {what} had an effect twice")
