"""One journal of house facts: judged in turn, committed with the money they move, then true.

The same order as at a table. A judge looks at what is true now and says what is to be written; the
next judge is asked only when that is committed and applied, so no two ever decide on one another's
stale knowledge. Judges who say whom alone they decide about, and not about the same one, are asked
and committed together: a thousand guests who come at once share a few commits. Where several nodes
write to it, the store takes an entry only after the last one its writer knew: who was overtaken
reads what the other has written, and is asked again (decision 33). What the facts come to is kept
now and then as a checkpoint, to begin from.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from croupier.house.checkpoints import begin, written
from croupier.house.clock import Clock
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.ledger import Transfer, may_owe
from croupier.store.errors import StoreFailed, UnknownCommit
from croupier.store.group import GroupCommitter
from croupier.store.pages import every_entry
from croupier.store.protocol import PAGE, Store
from croupier.store.values import (
    Batch,
    Command,
    Done,
    IndexRow,
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

Fact = TypeVar("Fact", bound=msgspec.Struct)
F_contra = TypeVar("F_contra", contravariant=True)
Saved = TypeVar("Saved", bound=msgspec.Struct)

_TRIES = 3
_CLEARING_S = 3.0
"""How long an unclear commit is tried again."""
ENTRIES_BETWEEN = 500
"""After so many entries the next checkpoint is due."""
MOST_TOGETHER = 500
"""Entries in one commit."""
TAKEN_OVER = "another process has taken this house over"


class HouseLost(Exception):  # noqa: N818 -- what happened, not what went wrong in the code
    """Another process has taken this journal over; this one must stop."""


_BAD_BOOKS = words(
    "The books cannot be written any more, and the house stops. This may have been done before: do "
    "not repeat it. The operator reads the log and runs `croupier verify`."
)


class NewEntry(msgspec.Struct, Generic[Fact]):
    """What a judge wants written."""

    fact: Fact
    by: str
    """Whose doing it is."""
    id: str = ""
    """The asker's own, so that it can be asked again safely; empty: the house's next."""
    transfers: tuple[Transfer, ...] = ()
    vault: tuple[tuple[str, bytes], ...] = ()
    asked: Fact | None = None
    """What the id stands for, where the fact holds more than that; none: the fact."""


class _Asked(Generic[Fact]):
    """A judge who waits, and what came of it."""

    entry: NewEntry[Fact]

    def __init__(self, judge: Callable[[], NewEntry[Fact]], about: str) -> None:
        self.judge = judge
        self.about = about
        self.outcome: bool | BaseException | None = None


class Fold(Protocol[F_contra, Saved]):
    """What a journal comes to. It knows nothing but its facts: what else its owner keeps in memory
    is no part of it, so that the same journal always comes to the same value."""

    stream: str
    facts: Any
    """Their type, or the union of their types."""
    format: str
    """To be changed whenever the same journal would come to another value."""
    saved_as: type[Saved]

    def apply(self, fact: F_contra, at_ms: int) -> object: ...

    def follow(self, fact: F_contra, at_ms: int) -> object:
        """The same, of a fact that another node has written."""
        return self.apply(fact, at_ms)

    def save(self) -> Saved | None:
        """What it has come to; None: that cannot be told just now."""
        ...

    def resume(self, saved: Saved) -> None:
        """Go on from there."""
        ...

    def rows(self, saved: Saved) -> Sequence[IndexRow]:  # noqa: ARG002 -- most have none
        """What belongs to it, and is in no row of the store yet."""
        return ()

    def leave(self, saved: Saved) -> None:  # noqa: ARG002
        """Those rows are kept: memory can do without what is in them."""
        return


class HouseJournals:
    """The journals of a house: opens each as the same writer, and knows all it has opened."""

    def __init__(
        self,
        store: Store,
        committer: GroupCommitter,
        *,
        owner: str,
        clock: Clock,
        shared: bool = False,
    ) -> None:
        """`shared`: with other nodes, which write to them too."""
        self.store = store
        self.committer = committer
        self.owner = owner
        self.clock = clock
        self.shared = shared
        self._opened: list[Journal[Any, Any]] = []

    def open(self, fold: Fold[Fact, Saved]) -> "Journal[Fact, Saved]":
        journal = Journal(self, fold)
        self._opened.append(journal)
        return journal

    def __iter__(self) -> Iterator["Journal[Any, Any]"]:
        return iter(self._opened)


class Journal(Generic[Fact, Saved]):
    def __init__(self, house: HouseJournals, fold: Fold[Fact, Saved]) -> None:
        """Claims the stream, or shares it with other nodes, and lets all happen that ever happened
        in it."""
        self._store = store = house.store
        self._committer = house.committer
        self.stream = stream = fold.stream
        self._fold = fold
        self._clock = house.clock
        self._shared = shared = house.shared
        owner = house.owner
        self._epoch = store.share(stream, owner) if shared else store.claim(stream, owner)
        self._id_prefix = f"{stream}:{owner if shared else self._epoch}"
        self._decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(fold.facts)
        self._seq = 0
        self._own_ids = 0
        self._turn = asyncio.Lock()
        self._waiting: deque[_Asked[Fact]] = deque()
        self.followed: Callable[[Fact], object] = lambda _: None
        """Called with every fact that another node has written."""
        if (begun := begin(store, stream, fold.format, fold.saved_as)) is not None:
            fold.resume(begun.saved)
            self._seq = begun.seq
        self._kept = self._seq
        for entry in every_entry(store, stream, self._seq):
            try:
                fold.apply(self._decoder.decode(entry.body), entry.at_ms)
            except (msgspec.DecodeError, KeyError, AssertionError) as error:
                raise Refused(
                    Code.BAD_BOOKS,
                    f"{stream} {entry.seq} cannot be gone on from: {error}; `croupier verify` "
                    "tells more, `croupier restore` brings a backup back",
                ) from error
            self._seq = entry.seq

    @property
    def seq(self) -> int:
        """The last entry that is known here."""
        return self._seq

    async def follow(self, to: int | None = None) -> None:
        """Let happen what other nodes have written since; `to`: nothing, if this entry is known by
        the time it is our turn."""
        async with self._turn:
            if to is None or self._seq < to:
                await self._catch_up()

    async def _catch_up(self) -> None:
        more = True
        while more:
            entries = await asyncio.to_thread(self._store.entries, self.stream, self._seq, PAGE)
            more = len(entries) == PAGE
            for entry in entries:
                fact = self._decoder.decode(entry.body)
                self._fold.follow(fact, entry.at_ms)
                self._seq = entry.seq
                self.followed(fact)

    async def record(self, judge: Callable[[], NewEntry[Fact]], about: str = "") -> bool:
        """Ask the judge when it is its turn; a refusal of the judge or of the books is raised.

        `about` names whom alone the judge looks at and decides about: entries about others, of
        judges who say so too, may be committed with it. True when it was written, False when the
        same command was before. Whoever asked may go away meanwhile: what is on its way to the
        store is finished all the same.
        """
        asked = _Asked(judge, about)
        self._waiting.append(asked)
        work = asyncio.ensure_future(self._record(asked))
        work.add_done_callback(_looked_at)
        return await asyncio.shield(work)

    async def _record(self, asked: "_Asked[Fact]") -> bool:
        async with self._turn:
            while asked.outcome is None:
                await self._write(self._next_together())
        outcome = asked.outcome
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def _next_together(self) -> list["_Asked[Fact]"]:
        """Whoever is first, and those behind who do not concern one another."""
        group = [self._waiting.popleft()]
        about = {group[0].about}
        while "" not in about and self._waiting and len(group) < MOST_TOGETHER:
            following = self._waiting[0].about
            if not following or following in about:
                break
            about.add(following)
            group.append(self._waiting.popleft())
        return group

    async def _write(self, group: list["_Asked[Fact]"]) -> None:
        """Until each is written or refused."""
        try:
            while group := self._judged(group):
                group = await self._write_once(group)
        except BaseException as error:
            for asked in group:
                asked.outcome = error

    def _judged(self, group: list["_Asked[Fact]"]) -> list["_Asked[Fact]"]:
        """Those of them who have something to write."""
        for asked in group:
            try:
                asked.entry = asked.judge()
            except Exception as refusal:
                asked.outcome = refusal
        return [asked for asked in group if asked.outcome is None]

    async def _write_once(self, group: list["_Asked[Fact]"]) -> list["_Asked[Fact]"]:
        """In one commit; those who have to be asked again, because others wrote before them."""
        at_ms = self._clock.wall()
        results = await self._commit(self._batch([asked.entry for asked in group], at_ms))
        again = []
        written = any(isinstance(result, Done) for result in results)
        for asked, result in zip(group, results, strict=True):
            if isinstance(result, WrongSequence) and (self._shared or written):
                again.append(asked)
                continue
            try:
                asked.outcome = not isinstance(result, Repeated)
                if asked.outcome:
                    self._seq = _done(result).seq
                    self._fold.apply(asked.entry.fact, at_ms)
            except Exception as refusal:
                asked.outcome = refusal
        if again:
            await self._catch_up()
        return again

    async def keep_checkpoint(self, *, least: int = ENTRIES_BETWEEN) -> None:
        """If so many entries have come since the last: what the next house begins from."""
        async with self._turn:
            saved = self._fold.save() if self._seq - self._kept >= least else None
            if saved is None:
                return
            seq, body = self._seq, msgspec.msgpack.encode(saved)
        checkpoint = await asyncio.to_thread(
            written, self._store, self.stream, seq, self._fold.format, body
        )
        if checkpoint is not None and await asyncio.to_thread(
            self._store.keep, checkpoint, self._epoch, self._fold.rows(saved)
        ):
            self._fold.leave(saved)
            self._kept = seq

    def _batch(self, entries: Sequence[NewEntry[Fact]], at_ms: int) -> Batch:
        writes = tuple(map(self._write_of, entries))
        return Batch(self.stream, self._epoch, self._seq, writes, at_ms)

    def _write_of(self, entry: NewEntry[Fact]) -> Write:
        self._own_ids += 1
        body = msgspec.json.encode(entry.fact)
        id = entry.id or f"{self._id_prefix}:{self._own_ids}"
        asked = body if entry.asked is None else msgspec.json.encode(entry.asked)
        command = Command(entry.by, id, hashlib.sha256(asked).digest())
        return Write(body, entry.transfers, command, b"{}", entry.vault)

    async def _commit(self, batch: Batch) -> Sequence[Result]:
        loop = asyncio.get_running_loop()
        until = loop.time() + _CLEARING_S
        handed_in = False
        for attempt in range(_TRIES):
            if attempt and loop.time() > until:
                break  # whoever asked has waited long enough
            try:
                submitted = self._committer.submit(batch)  # refused by a writer that is closed
                handed_in = True
                results = await asyncio.wrap_future(submitted)
                return await self._with_kept(batch, results) if attempt else results
            except StoreFailed as error:
                if attempt:
                    continue
                if error.lasting and handed_in:
                    # An index that has lost the command, say: trying again ends the house again.
                    raise Refused(Code.BAD_BOOKS, _BAD_BOOKS) from None
                raise Refused(
                    Code.NOT_STORED, words("the house could not store it; try again")
                ) from None
            except UnknownCommit:
                continue  # The same batch again: what was kept is told then.
        raise UnknownCommit(f"{self.stream}: the store does not say what it has kept")

    async def _with_kept(self, batch: Batch, results: Sequence[Result]) -> Sequence[Result]:
        """Of a batch that was handed in again: what the try before has written is done. It is no
        repetition of what somebody asked earlier, or of another node; and where it was only a part
        of the batch, the rest is told that others wrote before it."""
        if all(isinstance(result, Done) for result in results):
            return results
        entries = await asyncio.to_thread(
            self._store.entries, self.stream, batch.after, len(batch.writes)
        )
        kept = {
            (entry.command.sender, entry.command.id): Done(entry.seq, entry.hash)
            for entry in entries
            if entry.command is not None and entry.at_ms == batch.at_ms
        }
        commands = [write.command for write in batch.writes if write.command is not None]
        return [
            kept.get((command.sender, command.id), result)
            for command, result in zip(commands, results, strict=True)
        ]


def _looked_at(work: "asyncio.Future[bool]") -> None:
    """Nobody may be left to hear of a failure; that is no reason to complain of it."""
    if not work.cancelled():
        work.exception()


def _done(result: Result) -> Done:
    match result:
        case Done():
            return result
        case ShortOfFunds(account) if not may_owe(account):
            raise Refused(Code.SHORT_OF_FUNDS, words("there is not so much in the wallet"))
        case OtherBody():
            raise Refused(Code.OTHER_COMMAND, "this command id was used for something else")
        case OverLimit(account) | ShortOfFunds(account):
            raise Refused(Code.LIMIT, f"the books hold no more than that, at {account}", "R1")
        case VaultTaken() | Overtaken():
            raise Refused(Code.NOT_STORED, words("the house could not store it; try again"))
        case StaleOwner() | WrongSequence():
            raise HouseLost(str(result))
        case Repeated():
            raise AssertionError("a repetition is no new entry")
