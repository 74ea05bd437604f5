"""The cashier: what a commit writes, decided from what the store holds.

Every store asks the same cashier, inside its own transaction and with the rows at stake locked, so
they cannot differ. The rows are then changed by relative updates under a CHECK: were a lock ever
missing, the database would refuse, not overdraw.
"""

from collections.abc import Collection, Iterable

import msgspec

from croupier.ledger import Transfer, first_fault, net
from croupier.store.chain import link
from croupier.store.values import (
    Answer,
    Batch,
    Done,
    Entry,
    Head,
    OtherBody,
    OverLimit,
    Overtaken,
    Repeated,
    Result,
    ShortOfFunds,
    StaleOwner,
    VaultTaken,
    Write,
    WrongSequence,
)

Key = tuple[str, str]
"""A command's sender and id."""


class Touched(msgspec.Struct, frozen=True):
    """What the batches may touch, sorted: everybody takes locks in the same order."""

    streams: list[str]
    commands: list[Key]
    accounts: list[str]
    vault: list[str]
    writes: int


class Rows(msgspec.Struct):
    """What the store holds of it; what is not there does not exist yet."""

    heads: dict[str, Head]
    answered: dict[Key, Answer]
    balances: dict[str, int]
    vault: set[str]
    moves: dict[str, int]
    """How many writes have moved each account."""
    places: Iterable[int]
    """Numbers for the entries, rising, above all that went before."""
    frozen: Collection[str] = ()
    """Accounts that pay nothing."""


class Outcome(msgspec.Struct):
    """What is to be written, and what to say."""

    results: list[tuple[Result, ...]] = []
    entries: list[Entry] = []
    transfers: list[tuple[int, int, Transfer]] = []
    """With the place of their entry and their number in it."""
    moved: dict[str, int] = {}
    """What each account gains or loses by all of it."""
    moves: dict[str, int] = {}
    """How many of the writes move it."""
    heads: dict[str, Head] = {}
    vault: list[tuple[str, bytes]] = []


def touched(batches: Iterable[Batch]) -> Touched:
    streams: set[str] = set()
    commands: set[Key] = set()
    accounts: set[str] = set()
    vault: set[str] = set()
    writes = 0
    for batch in batches:
        streams.add(batch.stream)
        for write in batch.writes:
            writes += 1
            if write.command:
                commands.add((write.command.sender, write.command.id))
            for transfer in write.transfers:
                accounts.add(transfer.payer)
                accounts.add(transfer.payee)
            accounts.update(account for account, _ in write.judged_by)
            vault.update(key for key, _ in write.vault)
    return Touched(sorted(streams), sorted(commands), sorted(accounts), sorted(vault), writes)


def decide(batches: Iterable[Batch], rows: Rows) -> Outcome:
    """Judge every write in its order, each seeing what the ones before it did."""
    rules = _CommitRules(rows)
    for batch in batches:
        rules.out.results.append(rules.batch(batch))
    return rules.out


class _CommitRules:
    def __init__(self, rows: Rows) -> None:
        self._heads = rows.heads
        self._places = iter(rows.places)
        self._answered = dict(rows.answered)
        self._balances = dict(rows.balances)
        self._vault = set(rows.vault)
        self._moves = dict(rows.moves)
        self._frozen = rows.frozen
        self.out = Outcome()

    def batch(self, batch: Batch) -> tuple[Result, ...]:
        head = self.out.heads.get(batch.stream) or self._heads.get(batch.stream) or Head()
        # One writer (I9): whoever claimed the stream last, and nobody before the first claim.
        if not head.epoch or head.epoch != batch.epoch:
            return (StaleOwner(head.epoch),) * len(batch.writes)
        # After an unknown commit the owner repeats its batch with the head it knew: if all of it is
        # there already, that is what it wants to hear.
        if head.seq != batch.after and not all(map(self._known, batch.writes)):
            return (WrongSequence(head.seq),) * len(batch.writes)
        return tuple([self._write(batch, write) for write in batch.writes])

    def _known(self, write: Write) -> bool:
        command = write.command
        return command is not None and (command.sender, command.id) in self._answered

    def _write(self, batch: Batch, write: Write) -> Result:
        command = write.command
        known = command and self._answered.get((command.sender, command.id))
        if command and known:
            if known.body_hash != command.body_hash:
                return OtherBody()
            return Repeated(known.answer, known.stream, known.seq)
        for key, _ in write.vault:
            if key in self._vault:
                return VaultTaken(key)
        for account, moves in write.judged_by:
            if self._moves.get(account, 0) != moves:
                return Overtaken(account)
        moved = net(write.transfers)
        for account, change in moved.items():
            if change < 0 and account in self._frozen:
                return ShortOfFunds(account)
        if trouble := first_fault(self._balances, moved):
            return (ShortOfFunds if trouble.short else OverLimit)(trouble.account)
        return self._done(batch, write, moved)

    def _done(self, batch: Batch, write: Write, moved: dict[str, int]) -> Done:
        out, stream, command = self.out, batch.stream, write.command
        head = out.heads.get(stream) or self._heads[stream]
        place, seq, epoch, at_ms = next(self._places), head.seq + 1, head.epoch, batch.at_ms
        hash = link(head.hash, stream, seq, epoch=epoch, at_ms=at_ms, write=write)
        for account, change in moved.items():
            self._balances[account] = self._balances.get(account, 0) + change
            out.moved[account] = out.moved.get(account, 0) + change
            self._moves[account] = self._moves.get(account, 0) + 1
            out.moves[account] = out.moves.get(account, 0) + 1
        if command:
            answer = Answer(stream, seq, command.body_hash, write.answer)
            self._answered[command.sender, command.id] = answer
        self._vault.update(key for key, _ in write.vault)
        out.heads[stream] = Head(epoch, seq, hash)
        out.entries.append(
            Entry(place, stream, seq, epoch, at_ms, write.entry, hash, command, write.answer)
        )
        out.transfers += [(place, n, transfer) for n, transfer in enumerate(write.transfers, 1)]
        out.vault += write.vault
        return Done(seq, hash)
