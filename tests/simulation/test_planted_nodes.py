"""A test of the test: bugs planted on purpose in a house of several nodes, each of which the
simulation must notice."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import msgspec
import pytest

from croupier.bus import authenticated
from croupier.bus.authenticated import AuthenticatedBus, Unsigned
from croupier.house import deadline, live_table, table_fold
from croupier.house.checkpoints import written
from croupier.house.followed_table import FollowedTable, Time, Written, written_after
from croupier.house.journal import Journal
from croupier.house.live_table import LiveTable
from croupier.house.nodes import forwarding
from croupier.house.nodes.following import Following
from croupier.house.nodes.subjects import encode_request
from croupier.store.commit_rules import _CommitRules
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from croupier.store.values import Batch, Checkpoint, Done, StaleOwner
from croupier.table import runner, table
from croupier.table.recovery import Start, recorded, recover
from tests.simulation import node
from tests.simulation.node import LoopCommitter
from tests.simulation.test_nodes import STEPS, world

Plant = Callable[[pytest.MonkeyPatch], None]
SEEDS = 120
_FOR_EVER_S = 60.0
"""Longer than anyone waits for an answer."""


def epoch_checked_outside_the_transaction(patch: pytest.MonkeyPatch) -> None:
    """Asked when the batch sets out; by the time it is written, somebody may have claimed."""
    submit, batch_rules = GroupCommitter.submit, _CommitRules.batch

    def checked(self: Any, batch: Batch) -> Any:
        head = self._store.head(batch.stream)
        stale = head.epoch != batch.epoch
        return submit(self, msgspec.structs.replace(batch, epoch=-1) if stale else batch)

    def lenient(self: Any, batch: Batch) -> Any:
        head = self.out.heads.get(batch.stream) or self._heads.get(batch.stream)
        if head is not None and batch.epoch > 0:
            batch = msgspec.structs.replace(batch, epoch=head.epoch)
        return batch_rules(self, batch)

    patch.setattr(LoopCommitter, "submit", checked)
    patch.setattr(_CommitRules, "batch", lenient)


def a_number_believed_without_the_books(patch: pytest.MonkeyPatch) -> None:
    def jump(self: Any, body: bytes) -> None:
        for word in msgspec.msgpack.decode(body, type=list[dict[str, Any]]):
            followed = getattr(self._journals.get(word["stream"]), "_table", None)
            if isinstance(followed, FollowedTable):
                followed.seq = max(followed.seq, word["seq"])

    patch.setattr(Following, "_heard", jump)


def a_gap_skipped(patch: pytest.MonkeyPatch) -> None:
    """Of what has come meanwhile only the last is looked at."""

    def last_only(*args: Any) -> list[Written]:
        return written_after(*args)[-1:]

    def feed(self: FollowedTable, written: Written, time: Time) -> Any:
        entry = written.entry
        body = recorded(entry)
        for fact in body.facts:
            self.state.apply(fact)
        self.seq, self.at_ms = entry.seq, entry.at_ms
        self.driver.observe(time.now)
        return table.News(entry.seq, entry.at_ms, body, written.transfers)

    patch.setattr(live_table, "written_after", last_only)
    patch.setattr(FollowedTable, "feed", feed)


def an_owner_that_answers_though_it_was_shut_out(patch: pytest.MonkeyPatch) -> None:
    finish = table.Table.finish

    def deaf(self: table.Table, prepared: Any, results: Sequence[Any]) -> Any:
        seqs = count(self.seq + 1)
        believed = [
            Done(next(seqs), b"") if isinstance(result, StaleOwner) else result
            for result in results
        ]
        return finish(self, prepared, believed)

    patch.setattr(table.Table, "finish", deaf)


def a_table_taken_without_a_claim(patch: pytest.MonkeyPatch) -> None:
    """The name in the books is changed, and the epoch is not."""

    def claim(self: MemoryStore, stream: str, owner: str) -> int:
        with self._books() as books:
            head = books.heads.get(stream, MemoryStore.head(self, stream))
            books.heads[stream] = msgspec.structs.replace(head, epoch=head.epoch or 1)
            books.owners[stream] = (owner, 0.0)
            return books.heads[stream].epoch

    patch.setattr(MemoryStore, "claim", claim)


def a_checkpoint_ahead_of_its_journal(patch: pytest.MonkeyPatch) -> None:
    """Kept for the next entry, and nobody looks whether that is there."""

    def early(reader: Any, stream: str, seq: int, format: str, body: bytes) -> Checkpoint:
        return Checkpoint(stream, seq + 1, reader.head(stream).hash, format, body)

    def keep(self: MemoryStore, checkpoint: Checkpoint, epoch: int, rows: Any) -> bool:
        with self._books() as books:
            books.checkpoints[checkpoint.stream] = checkpoint
            for row in rows:
                books.indexed.setdefault((checkpoint.stream, row.kind), {})[row.number] = row
            return True

    patch.setattr(table_fold, "written", early)
    patch.setattr(MemoryStore, "keep", keep)


def a_checkpoint_of_another_entry(patch: pytest.MonkeyPatch) -> None:
    """What the table has come to since, kept under an older entry."""

    def late(reader: Any, stream: str, seq: int, format: str, body: bytes) -> Checkpoint | None:
        return written(reader, stream, max(1, seq - 1), format, body)

    patch.setattr(table_fold, "written", late)


def a_checkpoint_that_skips_what_nobody_was_told(patch: pytest.MonkeyPatch) -> None:
    """A table read back begins where another node has kept it, however far that is."""
    patch.setattr(LiveTable, "_start", lambda self: self.fold.start(self._live_tables.store))


def a_request_put_again_under_another_id(patch: pytest.MonkeyPatch) -> None:
    numbers = count(1)

    def forgetful(name: str, request: Any) -> bytes:
        other = f"{request.id}-{next(numbers)}"
        return encode_request(name, msgspec.structs.replace(request, id=other))

    patch.setattr(forwarding, "encode_request", forgetful)


def stakes_elsewhere_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table.Table, "_judged_by", lambda self, transfers: ())


def a_journal_that_does_not_judge_again(patch: pytest.MonkeyPatch) -> None:
    """What another node has written first changes nothing in what is written then."""
    judged = Journal._judged

    def once(self: Any, group: list[Any]) -> list[Any]:
        known = [asked for asked in group if hasattr(asked, "entry")]
        return [*known, *judged(self, [asked for asked in group if asked not in known])]

    patch.setattr(Journal, "_judged", once)


def a_table_dealt_before_it_is_read_to_its_end(patch: pytest.MonkeyPatch) -> None:
    """Whoever takes over goes on from what it happens to know, under the number in the books."""
    take = LiveTable.take

    async def hasty(self: Any) -> None:
        with pytest.MonkeyPatch.context() as only_here:
            only_here.setattr(self, "_read_further", _nothing)
            await take(self)

    async def _nothing(followed: FollowedTable) -> None:
        pass

    def unread(store: Any, stream: str, *args: Any, start: Any = None, **named: Any) -> Any:
        if start is not None and named.get("epoch") is not None:
            start = Start(start.state, store.head(stream).seq, start.at_ms)
        return recover(store, stream, *args, start=start, **named)

    patch.setattr(LiveTable, "take", hasty)
    patch.setattr(runner, "recover", unread)


def stakes_reserved_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table.Table, "unclear", lambda self, prepared: None)


def a_mac_that_nobody_compares(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("croupier.bus.authenticated.hmac.compare_digest", lambda *macs: True)


def an_unsigned_message_accepted(patch: pytest.MonkeyPatch) -> None:
    opened = AuthenticatedBus._open

    def trusting(self: Any, subject: str, frame: bytes, *kinds: Any) -> Any:
        self._unsigned = Unsigned.ACCEPT
        return opened(self, subject, frame, *kinds)

    patch.setattr(AuthenticatedBus, "_open", trusting)


def a_message_accepted_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(authenticated._Seen, "add", lambda self, number, at_ms: True)


def a_silent_store_without_a_deadline(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(node, "GIVE_UP_S", _FOR_EVER_S)


def a_silent_peer_without_a_deadline(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(forwarding, "FORWARD_S", _FOR_EVER_S)
    patch.setattr(deadline, "ANSWER_S", _FOR_EVER_S)


PLANTS: list[Plant] = [
    epoch_checked_outside_the_transaction,
    a_number_believed_without_the_books,
    a_gap_skipped,
    an_owner_that_answers_though_it_was_shut_out,
    a_table_taken_without_a_claim,
    a_checkpoint_ahead_of_its_journal,
    a_checkpoint_of_another_entry,
    a_checkpoint_that_skips_what_nobody_was_told,
    a_request_put_again_under_another_id,
    stakes_elsewhere_ignored,
    a_journal_that_does_not_judge_again,
    a_table_dealt_before_it_is_read_to_its_end,
    stakes_reserved_for_ever,
    a_mac_that_nobody_compares,
    an_unsigned_message_accepted,
    a_message_accepted_again,
    a_silent_store_without_a_deadline,
    a_silent_peer_without_a_deadline,
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_bug_is_caught(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    for seed in range(SEEDS):
        try:
            world(seed).run(STEPS)
        except AssertionError:  # an invariant, or what the house itself asserts
            return
    pytest.fail(f"{plant.__name__} went unnoticed for {SEEDS} seeds")
