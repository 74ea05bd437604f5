"""Runs one table against a store, step by step: the commands of others, and its own moves.

It holds no clock and starts no thread. Whoever runs it tells the time and brings the commands; a
simulation does so with a time of its own making, a live house with the real one.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

import msgspec

from croupier.chance.delay import Delayed
from croupier.engine.inputs import Capacity, Interrupt, Void, VoidReason
from croupier.kit.errors import Code
from croupier.store.errors import StoreError, StoreFailed, UnknownCommit
from croupier.store.protocol import Store
from croupier.store.values import (
    Answer,
    Batch,
    Done,
    OtherBody,
    Repeated,
    Result,
    StaleOwner,
    WrongSequence,
)
from croupier.store.values import Command as StoreCommand
from croupier.table.commands import (
    CarryOutEarly,
    CloseContributions,
    Command,
    DropEarly,
    Rule,
    Scan,
)
from croupier.table.config import TableConfig
from croupier.table.delays import Priority
from croupier.table.driver import Discard, Draw, Due, PassDelay, Prepare, Seal, TableDriver
from croupier.table.facts import (
    BettingWithdrawn,
    DelayPassed,
    Fact,
    OutcomesRetired,
    PreparedShoeInUse,
    PreparedShoeUnused,
    TableOpened,
)
from croupier.table.guard import Guard
from croupier.table.recovery import (
    Start,
    after_gap,
    new_table,
    recover,
    window_expired,
    without_shoe,
)
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import ShoeInUse, TablePhase
from croupier.table.table import OnEntry, Prepared, Reply, Request, Table, TableBroken

T = TypeVar("T")
Replies = list[tuple[Request, Reply]]

WINDOW_EXPIRED = "contributions could not be closed in time"
"""Why a shoe is given up whose window was open at a stop."""

_TRIES = 3
"""How often an unclear commit is asked for again before the table gives up."""


Committing = Generator[Batch, Sequence[Result], T]
"""Yields batches to be committed, is sent what the store said (or has its error thrown in), and
returns what came of it. Whoever runs it decides how to wait: at once, or among a hundred tables."""

Submitting = Callable[[Sequence[Request], int, int], Committing[Replies]]
"""`Runner.submitting`, or somebody who looks on and hands it through."""


class Runner:
    def __init__(self, table: Table, outcomes: SealedOutcomes, store: Store, now: int) -> None:
        self.table = table
        self._outcomes = outcomes
        self._store = store
        self.driver = TableDriver(table.state, now)
        self.unbooked: Callable[[int, str], None] = lambda *_: None
        """Called with a round that cannot be booked, and the account that is out of bounds."""

    @classmethod
    def open(
        cls,
        store: Store,
        config: TableConfig,
        outcomes: SealedOutcomes,
        *,
        owner: str,
        now: int,
        wall: int,
        guard: Guard | None = None,
        on_entry: OnEntry | None = None,
        start: Start | None = None,
        epoch: int | None = None,
    ) -> "Runner":
        """A table's first opening, or its return after a stop: then R4 says what becomes of it."""
        if store.head(config.id).seq == 0:
            runner = cls(
                new_table(store, config, owner, guard=guard, on_entry=on_entry),
                outcomes,
                store,
                now,
            )
            runner.at_once(runner._settle(runner.table.prepare_facts((TableOpened(config),), wall)))
            runner.driver.observe(now)
            return runner
        table, last = recover(
            store,
            config.id,
            owner,
            outcomes,
            guard=guard,
            on_entry=on_entry,
            start=start,
            epoch=epoch,
        )
        runner = cls(table, outcomes, store, now)
        if table.state.next_shoe is not None:
            runner._check_next_shoe(table.state.next_shoe, now, wall)
        if table.state.shoe is not None:
            runner._check_shoe(table.state.shoe, now, wall)
        if (command := after_gap(table.state, wall - last)) is not None:
            runner.submit([table.house_request(command)], now, wall)
        return runner

    def submit(self, requests: Sequence[Request], now: int, wall: int) -> Replies:
        return self.at_once(self.submitting(requests, now, wall))

    def tick(self, now: int, wall: int) -> bool:
        return self.at_once(self.ticking(now, wall))

    def due(self) -> Due | None:
        """Its next own move; the end of a delay comes before any other."""
        if self.table.state.held is None and self._passed() is not None:
            return Due(self.driver.since, (PassDelay(),))
        return self.driver.due()

    def _passed(self) -> tuple[ShoeInUse, Delayed] | None:
        """The shoe whose delay is over, and what it came to. Its delay begins here, and not before:
        that nothing is taken any more is committed by now."""
        state = self.table.state
        in_use = Priority.ROUND if state.phase is TablePhase.PLAYING else Priority.IN_USE
        for shoe, priority in ((state.shoe, in_use), (state.next_shoe, Priority.PREPARED)):
            if shoe is not None and shoe.delayed and self._outcomes.holds(shoe):
                delayed = self._outcomes.delayed(shoe, priority)
                if delayed is not None:
                    return shoe, delayed
        return None

    def at_once(self, work: "Committing[T]") -> T:
        """Commit each batch as it comes, alone."""
        try:
            batch = next(work)
            while True:
                try:
                    results = self._store.commit((batch,))[0]
                except StoreError as error:
                    batch = work.throw(error)
                else:
                    batch = work.send(results)
        except StopIteration as done:
            value: T = done.value
            return value

    def submitting(self, requests: Sequence[Request], now: int, wall: int) -> "Committing[Replies]":
        """Everything asked for, in order, as few commits as may be; every request gets a reply."""
        replies: Replies = []
        while requests:
            prepared = self.table.prepare(requests, wall)
            replies += yield from self._settle(prepared)
            if prepared.unbooked and self.table.state.phase is TablePhase.PLAYING:
                yield from self._interrupt(prepared.unbooked, wall)
            requests = prepared.rest
            for request, let_go in prepared.cannot_follow:
                requests = [self.table.house_request(let_go), request, *requests]
            self.driver.observe(now)
        return replies

    def _interrupt(self, account: str, wall: int) -> "Committing[None]":
        """R4: a round that cannot be booked cannot go on. Where a bet is decided it is not void
        either: then the table stops, until the pit has made room in the books."""
        number = self.table.state.round_number
        self.unbooked(number, account)
        interrupt = self.table.house_request(Rule(Interrupt(Capacity.HOUSE)))
        yield from self._settle(self.table.prepare([interrupt], wall))
        if self.table.state.phase is TablePhase.PLAYING:
            raise TableBroken(f"what round {number} pays cannot be booked: {account}")

    def ticking(self, now: int, wall: int) -> "Committing[bool]":
        """Make the table's own move if one is due; whether there was one."""
        due = self.due()
        if due is None or due.at > now:
            return False
        for move in due.moves:
            if isinstance(move, Seal):
                yield from self._seal(wall)
                self.driver.observe(now)
            elif isinstance(move, Prepare):
                yield from self._prepare(wall)
                self.driver.observe(now)
            elif isinstance(move, Discard):
                yield from self._discard(move.why, wall)
                self.driver.observe(now)
            elif isinstance(move, PassDelay):
                yield from self._pass_delay(wall)
                self.driver.observe(now)
            else:
                command: Command = self._drawn() if isinstance(move, Draw) else move
                done = yield from self._own(command, now, wall)
                if isinstance(move, CarryOutEarly) and not done:
                    yield from self._own(DropEarly(move.player, move.box), now, wall)
        return True

    def _own(self, command: Command, now: int, wall: int) -> "Committing[bool]":
        """Whether the table's own move went through."""
        request = self.table.house_request(command)
        replies = yield from self.submitting([request], now, wall)
        own = [reply for answered, reply in replies if answered is request]
        # What was said early is dropped then; without any other move the table would stand still.
        if not isinstance(command, CarryOutEarly) and any(
            reply.code == Code.BROKEN for reply in own
        ):
            name = type(command).__name__
            raise TableBroken(f"its own {name} could not be judged; the log says why")
        return all(reply.ok for reply in own)

    def _drawn(self) -> Command:
        state = self.table.state
        due = state.waiting.card
        if due is not None and due.exactly is not None:
            return Scan(due.exactly)  # it left the shoe together with another
        shoe = state.shoe
        if shoe is None or not shoe.left:
            # R26: too few cards to finish; a sane cut card keeps it from ever happening.
            return Rule(Void(Capacity.PIT, VoidReason.OUT_OF_CARDS))
        return self._outcomes.draw(shoe)

    def _seal(self, wall: int) -> "Committing[None]":
        """The old outcomes are opened, new ones sealed, in one commit: before any bet. Where the
        next shoe is prepared it takes the place of the old one."""
        state = self.table.state
        old, prepared = state.shoe, state.next_shoe
        facts: tuple[Fact, ...] = ()
        if old is not None:
            facts = (self._outcomes.open(old),)
        if prepared is not None:
            in_use = PreparedShoeInUse(prepared.name, prepared.used)
            yield from self._settle(self.table.prepare_facts((*facts, in_use), wall))
            self._forget(old)
            return
        fact, sealed = self._outcomes.fresh(state)
        vault = ((sealed.name, msgspec.msgpack.encode(sealed)),)
        yield from self._settle(self.table.prepare_facts((*facts, fact), wall, vault))
        if state.shoe is not None and state.shoe.name == sealed.name:
            self._outcomes.hold(sealed, fact.terms)
            self._forget(old)

    def _prepare(self, wall: int) -> "Committing[None]":
        fact, sealed = self._outcomes.prepared(self.table.state)
        vault = ((sealed.name, msgspec.msgpack.encode(sealed)),)
        yield from self._settle(self.table.prepare_facts((fact,), wall, vault))
        prepared = self.table.state.next_shoe
        if prepared is not None and prepared.name == sealed.name:
            self._outcomes.hold(sealed, fact.terms)

    def _discard(self, why: str, wall: int) -> "Committing[None]":
        """The prepared shoe is opened, and recorded as never dealt from."""
        shoe = self.table.state.next_shoe
        assert shoe is not None
        fact = PreparedShoeUnused(shoe.name, shoe.commitment, why)
        if self._outcomes.holds(shoe):
            opened = self._outcomes.open(shoe)
            fact = msgspec.structs.replace(fact, salt=opened.salt, outcomes=opened.outcomes)
        yield from self._settle(self.table.prepare_facts((fact,), wall))
        self._forget(shoe)

    def _forget(self, shoe: ShoeInUse | None) -> None:
        """Unless the store has kept nothing, and it is still in use."""
        if shoe is not None and shoe not in (self.table.state.shoe, self.table.state.next_shoe):
            self._outcomes.forget(shoe.name)

    def _pass_delay(self, wall: int) -> "Committing[None]":
        if (passed := self._passed()) is not None:
            shoe, delayed = passed
            fact = DelayPassed(shoe.name, delayed.output, delayed.proof)
            yield from self._settle(self.table.prepare_facts((fact,), wall))

    def _check_shoe(self, shoe: ShoeInUse, now: int, wall: int) -> None:
        """What becomes, after a stop, of the outcomes that were sealed before it. A window for
        contributions that was open at the stop is closed in this very moment, or the shoe is given
        up: how long it was open must be provable."""
        table = self.table
        if table.state.restored:
            self._retire(shoe, table.state.restored, now, wall)
        elif shoe.window_open:
            if window_expired(self._store, table.stream, table.seq, shoe, wall):
                self._retire(shoe, WINDOW_EXPIRED, now, wall)
            else:
                self.submit([table.house_request(CloseContributions())], now, wall)

    def _check_next_shoe(self, shoe: ShoeInUse, now: int, wall: int) -> None:
        """The same for the prepared shoe; no round and no bet waits for it."""
        table = self.table
        why = table.state.restored
        if not why and shoe.window_open:
            if window_expired(self._store, table.stream, table.seq, shoe, wall):
                why = WINDOW_EXPIRED
            else:
                self.submit([table.house_request(CloseContributions())], now, wall)
        if why:
            self.at_once(self._discard(why, wall))
            if table.state.next_shoe is not None:
                raise StoreFailed(f"{shoe.name} could not be given up")
            self.driver.observe(now)

    def _retire(self, shoe: ShoeInUse, why: str, now: int, wall: int) -> None:
        """Somebody may know what comes next, or have chosen it. Whatever waits for it ends first;
        then the order is published, for the rounds that were dealt from it, and given up. The next
        is sealed before the next bet."""
        state = self.table.state
        for command in without_shoe(state):
            self.submit([self.table.house_request(command)], now, wall)
        facts: list[Fact] = []
        if state.phase is TablePhase.BETTING:
            facts.append(BettingWithdrawn(state.round_number))
        if self._outcomes.holds(shoe):
            facts.append(self._outcomes.open(shoe))
        facts.append(OutcomesRetired(shoe.name, shoe.commitment, shoe.left, why))
        if state.phase is not TablePhase.PLAYING:
            self.at_once(self._settle(self.table.prepare_facts(tuple(facts), wall)))
        if state.shoe is not None:
            raise StoreFailed(f"{shoe.name} could not be given up")
        self.driver.observe(now)

    def _settle(self, prepared: Prepared) -> "Committing[Replies]":
        if prepared.batch is None:
            return prepared.replies
        for attempt in range(_TRIES):
            try:
                results = yield prepared.batch
                if attempt and any(isinstance(each, Repeated | WrongSequence) for each in results):
                    # The try that was given up has been written after all, but late.
                    results = self._kept(prepared.batch) or results
            except StoreFailed:
                if attempt:
                    break  # this try wrote nothing; the one before may have
                return self.table.failed(prepared)
            except UnknownCommit:
                # The database stays the truth: it is asked what it has kept.
                try:
                    kept = self._kept(prepared.batch)
                except StoreError:
                    break
                if kept is None:
                    continue
                results = kept
            return self.table.finish(prepared, results)
        self.table.unclear(prepared)
        raise UnknownCommit(f"{self.table.stream}: the store does not say what it has kept")

    def _kept(self, batch: Batch) -> Sequence[Result] | None:
        """What became of a batch whose commit was cut off: None if nothing was written of it."""
        head = self._store.head(batch.stream)
        if head.epoch != batch.epoch:
            return [StaleOwner(head.epoch)] * len(batch.writes)
        if head.seq == batch.after:
            return None
        results: list[Result] = []
        for write in batch.writes:
            assert write.command is not None
            answer = self._store.answer(write.command.sender, write.command.id)
            results.append(_written_as(answer, write.command, batch))
        return results


def _written_as(answer: Answer | None, command: StoreCommand, batch: Batch) -> Result:
    """What the books hold under a command's id: by this batch, or by one before."""
    if answer is None or answer.body_hash != command.body_hash:
        return OtherBody()
    if answer.stream == batch.stream and answer.seq > batch.after:
        return Done(answer.seq, b"")
    return Repeated(answer.answer, answer.stream, answer.seq)
