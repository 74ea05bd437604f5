"""A house of several nodes in virtual time, from one seed: tables of different games, players with
limits, nodes that are killed, frozen, drained and started again, a bus that loses, doubles and
delays, lines to the store that are cut. The same seed plays the same house again."""

import asyncio
import hashlib
import logging
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from croupier.bus.authenticated import AuthenticatedBus, message_key
from croupier.bus.memory import Faults
from croupier.engine import protocol as engine
from croupier.engine.layout import Limits
from croupier.engine.waiting import Decision, Offer
from croupier.house.followed_table import FollowedTable, Time, written_after
from croupier.house.nodes.subjects import Subjects, encode_request
from croupier.house.protection.limits import Kind
from croupier.house.protection.tally import Tally
from croupier.house.protection.windows import Window
from croupier.kit.errors import Code, Refused
from croupier.ledger import Reason, wallet
from croupier.store.errors import StoreError
from croupier.store.nodes import MemoryNodes, Node
from croupier.store.pages import every_movement
from croupier.store.values import Batch
from croupier.table import actor
from croupier.table.cage import is_table
from croupier.table.commands import Actor, Command, Decide, LaidBet, PlaceBets, TableRole, TakeSeat
from croupier.table.config import Clocks, Shuffle, TableConfig
from croupier.table.invariants import house_complaints
from croupier.table.recovery import fold
from croupier.table.state import TableState
from croupier.table.table import Reply, Request
from tests.simulation.faulty import faulty_store
from tests.simulation.node import KEY, BusWitness, Exchange, SimulatedNode
from tests.simulation.virtual_time import Machine, VirtualLoop
from tests.simulation.world import PLAYERS, Broken
from tests.support.cage import Cage
from tests.support.checkpoints import checkpoint_complaints
from tests.support.random_rounds import UNIT, acts_of

NODES = ("a", "b", "c")
STRANGER = "stranger"
"""Connected to the bus, and no node of the house."""
STAKES_A_DAY = {"bob": 300 * UNIT, "cat": 400 * UNIT, "dan": 500 * UNIT}
DEPOSITS_A_DAY = {"dan": 1_500 * UNIT, "eve": 1_200 * UNIT}
BROUGHT = 1_000 * UNIT
"""What each has at the start."""
MAIN = ("player", "banker", "ante-player", "ante-banker", "red", "black")
"""What may lie by itself where there are no boxes."""
CLOCKS = Clocks(betting=3_000, decision=1_500, offer=1_000, choice=1_000, pause=500)
BUS_FAULTS = Faults(lost=0.1, doubled=0.1, delayed=0.15, reordered=0.1, longest_delay=1.5)
PATIENCE_S = 4.0
"""How long a client waits for an answer before it asks again, wherever it may."""
ANSWERED_S = 10.0
"""Within which every command is answered, whatever the store and the bus do."""
CALM_S = 25.0
"""Within which a house without faults is whole again."""


class NodesWorld:
    def __init__(self, seed: int, games: tuple[str, ...], *, nodes: int = 3) -> None:
        self.seed = seed
        self.steps = 0
        self.met: Counter[str] = Counter()
        """What has befallen the house, and how often."""
        self.chosen = random.Random(seed)
        self.loop = VirtualLoop(self._latency_s)
        self.store = faulty_store(seed + 1)
        self.registry = MemoryNodes(self.loop.time)
        self.exchange = Exchange(self.loop, random.Random(seed + 2))
        self._stranger = self.exchange.connect(STRANGER)
        self._forger = AuthenticatedBus(
            self._stranger, message_key(b"guessed"), node="a", run="1", wall_ms=actor.wall_ms
        )
        self.exchange.machines[STRANGER] = Machine()
        self.nodes: dict[str, SimulatedNode] = {}
        self._names = NODES[:nodes]
        self._runs = 0
        limits = Limits(5 * UNIT, 80 * UNIT)
        self._configs = [
            TableConfig(
                game, game, limits=limits, clocks=CLOCKS, wheel_run=8, shuffle=Shuffle(500, 16)
            )
            for game in games
        ]
        self._references: dict[str, FollowedTable] = {}
        """Each table as its journal says."""
        self._wrote: dict[tuple[str, int], str] = {}
        """By stream and epoch: the one who writes."""
        self._sent: list[tuple[str, Request]] = []
        self._deposits = 0
        self._acknowledged: set[tuple[str, str]] = set()
        self._clients: dict[asyncio.Task[None], None] = {}
        self._troubles: list[str] = []
        """What the log complains of that no fault explains."""
        self._witness = BusWitness(self._troubles)

    def run(self, steps: int) -> None:
        """Chaos, then calm: safety holds throughout, and in the end all nodes agree."""
        try:
            with self._seams():
                self.loop.run_until_complete(self._live(steps))
        finally:
            self.loop.close()

    def digest(self) -> str:
        """Of all that is in the books."""
        digest = hashlib.sha256()
        for entry in self.store.journal(limit=10_000):
            digest.update(entry.hash)
        return digest.hexdigest()

    @contextmanager
    def _seams(self) -> Iterator[None]:
        """Time is ours; the log is listened to."""
        log, listening = logging.getLogger("croupier"), _Listening(self._troubles)
        log.addHandler(listening)
        level, log.propagate = log.level, False
        log.setLevel(logging.ERROR)
        try:
            with patch.object(actor, "time", self.loop.clocks()):
                yield
        finally:
            log.setLevel(level)
            log.propagate = True
            log.removeHandler(listening)

    def _latency_s(self) -> float:
        """Mostly soon, now and then long enough for much to happen meanwhile."""
        slow = self.chosen.random() < 0.01
        return self.chosen.uniform(0.1, 1.0) if slow else self.chosen.uniform(0.0005, 0.005)

    async def _live(self, steps: int) -> None:
        try:
            await self._open()
            for _ in range(steps):
                self.steps += 1
                await self._step()
                self._check_step()
            await self._calm()
            self._check_end()
        finally:
            for task in self._clients:
                task.cancel()
            await asyncio.gather(*self._clients, return_exceptions=True)
            for node in self.nodes.values():
                await node.end(sent_arrives=False)

    async def _open(self) -> None:
        cage = Cage(self.store, "before")
        for name in PLAYERS:
            cage.buy_in(name, BROUGHT, by="cashier", id=name, wall=actor.wall_ms())
        for name in self._names:
            await self._start(name)
        protection = self.nodes[self._names[0]].protection
        limits = ((Kind.STAKE, STAKES_A_DAY), (Kind.DEPOSIT, DEPOSITS_A_DAY))
        for kind, of_players in limits:
            for player, amount in of_players.items():
                id = f"{kind}-{player}"
                await protection.set_limit(player, kind, Window.DAY, amount, id)
        await asyncio.sleep(2)
        self.exchange.faults = BUS_FAULTS
        self.store.rate = 0.02
        for node in self.nodes.values():
            node.line.rate = 0.002

    # What happens --------------------------------------------------------------------------------

    async def _step(self) -> None:
        event = self.chosen.choices(
            (self.somebody_bets, self.somebody_decides, self.bets_everywhere, self.deposits,
             self.repeat, self.kill, self.start, self.freeze, self.thaw, self.part, self.heal,
             self.lose_bus, self.cut_line, self.mend_line, self.checkpoints, self.drain,
             self.wake_too_late, self.forge, self.replay, self.hush_store, self.hush_peer),
            (30, 25, 10, 8, 5, 3, 6, 3, 6, 2, 3, 2, 2, 5, 5, 1, 2, 3, 3, 2, 2),
        )[0]  # fmt: skip
        await event()
        await asyncio.sleep(self.chosen.choice((0.0, 0.01, 0.1, 0.3, 0.8)))

    def _met(self, event: str) -> None:
        self.met[event] += 1

    def _any_node(self) -> SimulatedNode | None:
        return self.chosen.choice(list(self.nodes.values())) if self.nodes else None

    def _any_table(self) -> str:
        return self.chosen.choice(self._configs).id

    def _known(self, table: str) -> TableState:
        """As somebody sees it who looks at the table, wherever that may be."""
        node = self._any_node()
        if node is not None and not node.machine.frozen:
            return node.live_tables.tables[table].state
        return self._references[table].state

    async def somebody_bets(self) -> None:
        name, table = self.chosen.choice(PLAYERS), self._any_table()
        if self.chosen.random() < 0.1:
            self._ask(name, table, PlaceBets(()))
        else:
            self._bet(name, table, UNIT * self.chosen.randint(5, 20))

    def _bet(self, name: str, table: str, amount: int) -> None:
        spots = engine.spots(self._known(table).rules)
        if any(spots.values()):
            box = PLAYERS.index(name) + 1
            if self.chosen.random() < 0.5:
                self._ask(name, table, TakeSeat(box))
            bet = LaidBet("initial", amount, box)
        else:
            bet = LaidBet(self.chosen.choice([spot for spot in spots if spot in MAIN]), amount)
        self._ask(name, table, PlaceBets((bet,)))

    async def forge(self) -> None:
        """Somebody on the bus without the house's key bets another's chips."""
        name, table = self.chosen.choice(PLAYERS), self._any_table()
        spots = [spot for spot in engine.spots(self._known(table).rules) if spot in MAIN]
        bets = (LaidBet(spots[0], 5 * UNIT),) if spots else ()
        request = Request(Actor(name, TableRole.PLAYER), PlaceBets(bets), f"forged-{self.steps}")
        bus = self.chosen.choice((self._stranger, self._forger))
        for node in self._names:
            await bus.publish(Subjects(KEY).node(node), encode_request(table, request))
        self._met("forged message")

    async def replay(self) -> None:
        """The same stranger sends again what a node has sent."""
        if self._witness.sent:
            subject, frame = self.chosen.choice(self._witness.sent[-100:])
            await self._stranger.publish(subject, frame)
            self._met("replayed message")

    async def bets_everywhere(self) -> None:
        """At every table at once, through whatever nodes: each alone is within the limit."""
        name = self.chosen.choice(list(STAKES_A_DAY))
        left = STAKES_A_DAY[name] - self._staked(name)
        for config in self._configs:
            whole = max(5 * UNIT, min(80 * UNIT, left * 2 // 3)) // UNIT * UNIT
            self._bet(name, config.id, whole)

    async def somebody_decides(self) -> None:
        table = self._any_table()
        round = self._known(table).round
        if round is None:
            return
        waiting = engine.waiting(round)
        asked: tuple[Decision | Offer, ...] = (*waiting.decisions, *waiting.offers)
        if asked:
            decision = self.chosen.choice(asked)
            act = self.chosen.choice(list(acts_of(decision, self.chosen.choice(decision.options))))
            command = Decide(act.action, act.box, act.amount, act.bet, act.card)
            self._ask(decision.player, table, command)

    async def deposits(self) -> None:
        """The same, or the last of a limit, at several desks at once."""
        name = self.chosen.choice(PLAYERS)
        left = DEPOSITS_A_DAY.get(name, 2**40) - self._deposited(name)
        amount = max(UNIT, min(left * 2 // 3, 100 * UNIT))
        for _ in range(3):
            self._deposits += self.chosen.random() < 0.6
            self._spawn(self._deposit(name, amount, f"deposit-{self._deposits}-{name}"))

    async def repeat(self) -> None:
        """The network delivers an old message again."""
        if self._sent:
            table, request = self.chosen.choice(self._sent[-50:])
            self._met("repeat")
            self._spawn(self._client(table, request))

    async def kill(self) -> None:
        if (node := self._any_node()) is not None:
            self._met("kill frozen" if node.machine.frozen else "kill")
            await self._end(node)

    async def _end(self, node: SimulatedNode) -> None:
        del self.nodes[node.name]
        await node.end(sent_arrives=self.chosen.random() < 0.5)

    async def start(self) -> None:
        name = self.chosen.choice(self._names)
        if name not in self.nodes:
            await self._start(name)

    async def _start(self, name: str) -> bool:
        """False: the one that had the name may still be alive."""
        if any(seen.node.name == name and seen.age_ms < 2_500 for seen in self.registry.seen()):
            return False
        self._met("start")
        self._runs += 1
        rate, self.store.rate = self.store.rate, 0.0
        node = SimulatedNode(
            Node(name, f"run-{self._runs}", "simulated"),
            self.store,
            self.registry,
            self.exchange,
            self.loop,
            chosen=random.Random(self.chosen.randrange(2**32)),
            wrote=self._note_writer,
            witness=self._witness,
        )
        node.machine.context.run(node.open, self._configs)
        self.store.rate = rate
        node.line.rate = 0.002 if rate else 0.0
        await node.run(node.start())
        self.nodes[name] = node
        return True

    async def freeze(self) -> None:
        """Often just while something is on its way to the store."""
        node = self._any_node()
        if node is None or node.machine.frozen:
            return
        for _ in range(self.chosen.choice((0, 200))):
            if node.committer.busy:
                break
            await asyncio.sleep(0.003)
        self._met("freeze")
        node.machine.frozen = True

    async def thaw(self) -> None:
        frozen = [node for node in self.nodes.values() if node.machine.frozen]
        if frozen:
            self._met("thaw")
            self.loop.thaw(self.chosen.choice(frozen).machine)

    async def wake_too_late(self) -> None:
        """A node is frozen while it writes, and goes on just when another has claimed the table."""
        node = self._any_node()
        if node is None or node.machine.frozen:
            return
        for _ in range(500):
            if tables := [stream for stream in node.committer.unsent() if is_table(stream)]:
                break
            await asyncio.sleep(0.001)
        else:
            return
        self._met("woke too late")
        node.machine.frozen = True
        epochs = {table: self.store.head(table).epoch for table in tables}
        for _ in range(1_500):
            await asyncio.sleep(0.004)
            if any(self.store.head(table).epoch > epoch for table, epoch in epochs.items()):
                break
        self.loop.thaw(node.machine)

    async def part(self) -> None:
        self._met("partition")
        alone = self.chosen.choice(self._names)
        self.exchange.partition([alone])

    async def heal(self) -> None:
        self.exchange.heal()
        self.exchange.mute.clear()
        for name in self.nodes:
            self.exchange.reconnect(name)

    async def lose_bus(self) -> None:
        if (node := self._any_node()) is not None:
            self._met("bus lost")
            self.exchange.disconnect(node.name)

    async def cut_line(self) -> None:
        if (node := self._any_node()) is not None:
            self._met("line cut")
            node.line.cut = True

    async def hush_store(self) -> None:
        """A node's store accepts everything, and answers nothing."""
        node = self._any_node()
        if node is not None and node.line.silent_since is None:
            self._met("silent store")
            node.line.silent_since = self.loop.time()

    async def hush_peer(self) -> None:
        """A node does what it is asked to, and no other node hears of it."""
        if (node := self._any_node()) is not None:
            self._met("silent peer")
            self.exchange.mute.add(node.name)

    async def mend_line(self) -> None:
        for node in self.nodes.values():
            node.line.cut = False
            node.line.silent_since = None

    async def checkpoints(self) -> None:
        if (node := self._any_node()) is not None:
            self._met("checkpoint")
            self._spawn(self._keep_checkpoints(node))

    async def _keep_checkpoints(self, node: SimulatedNode) -> None:
        work = node.run(node.keep_checkpoints())
        try:
            await asyncio.wait([work], timeout=PATIENCE_S)
            if (
                work.done()
                and not work.cancelled()
                and not isinstance(work.exception(), StoreError)
            ):
                work.result()
        finally:
            work.cancel()

    async def drain(self) -> None:
        node = self._any_node()
        if node is None or node.draining or node.machine.frozen or len(self.nodes) < 2:
            return
        self._met("drain")
        node.drain()
        self._spawn(self._leave(node))

    async def _leave(self, node: SimulatedNode) -> None:
        for _ in range(100):
            await asyncio.sleep(0.2)
            if self.nodes.get(node.name) is not node or not node.live_tables.owned():
                break
        if self.nodes.get(node.name) is node:
            self.registry.leave(node.ownership.node)
            await self._end(node)

    # Clients -------------------------------------------------------------------------------------

    def _spawn(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = self.loop.create_task(work)
        self._clients[task] = None
        task.add_done_callback(self._over)

    def _over(self, task: "asyncio.Task[None]") -> None:
        del self._clients[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._troubles.append(f"{type(error).__name__}: {error}")

    def _ask(self, name: str, table: str, command: Command) -> None:
        request = Request(Actor(name, TableRole.PLAYER), command, f"{name}-{len(self._sent)}")
        self._sent.append((table, request))
        self._spawn(self._client(table, request))

    async def _client(self, table: str, request: Request) -> None:
        """Asks until it has an answer, each time of any node."""
        for _ in range(5):
            node = self._any_node()
            if node is not None:
                if not node.live_tables.tables[table].owned:
                    self._met("forwarded")
                reply = await self._at(node, node.ask(table, request))
                if isinstance(reply, Reply) and self._is_final(request, reply):
                    return
            await asyncio.sleep(self.chosen.uniform(0.1, 1.0))

    def _is_final(self, request: Request, reply: Reply) -> bool:
        if reply.ok:
            self._acknowledge(request.actor.name, request.id)
        elif reply.code == Code.BROKEN:
            raise Broken(f"{request} broke something: {reply.message}")
        return reply.code not in (Code.NOT_STORED, Code.UNCLEAR)

    async def _deposit(self, name: str, amount: int, id: str) -> None:
        for _ in range(5):
            node = self._any_node()
            if node is not None:
                error = await self._at(node, node.cage.deposit(name, amount, "kim", id))
                if error is None:
                    self._acknowledge("kim", id)
                    return
                if isinstance(error, Refused) and error.code is not Code.NOT_STORED:
                    return
            await asyncio.sleep(self.chosen.uniform(0.1, 1.0))

    async def _at(self, node: SimulatedNode, work: "asyncio._CoroutineLike[object]") -> object:
        """What a node answers: a value, or what it raised; too late is an answer too."""
        task = node.run(work)
        done, _ = await asyncio.wait([task], timeout=PATIENCE_S)
        if not done:
            self._spawn(self._answers(node, task))
            return TimeoutError()
        if task.cancelled():
            return TimeoutError()
        error = task.exception()
        if error is not None and not isinstance(error, Refused | StoreError):
            raise error
        return error or task.result()

    async def _answers(self, node: SimulatedNode, task: "asyncio.Task[object]") -> None:
        """Nobody waits any more; but a node that runs answers everything in time."""
        began = self.loop.time() - PATIENCE_S
        try:
            await asyncio.wait([task], timeout=ANSWERED_S - PATIENCE_S)
            runs = self.nodes.get(node.name) is node and not node.machine.frozen
            if not task.done() and runs and node.machine.thawed_at < began:
                raise self._broken(f"{node.name} has not answered in {ANSWERED_S} s")
        finally:
            task.cancel()

    def _acknowledge(self, sender: str, id: str) -> None:
        self._acknowledged.add((sender, id))
        self._met("acknowledged")
        if self.store.answer(sender, id) is None:
            raise self._broken(f"I11: {id} was acknowledged, and is not in the books")

    def _note_writer(self, owner: str, batch: Batch) -> None:
        if not is_table(batch.stream):
            return
        epoch = self.store.head(batch.stream).epoch
        if epoch > 1 and (batch.stream, epoch) not in self._wrote:
            self._met("taken over")
        writer = self._wrote.setdefault((batch.stream, epoch), owner)
        if writer != owner:
            what = f"I9: {owner} wrote to {batch.stream} in epoch {epoch} of {writer}"
            self._troubles.append(what)

    # What must hold ------------------------------------------------------------------------------

    def _broken(self, what: str) -> Broken:
        return Broken(f"{what}, seed {self.seed} step {self.steps}")

    def _check_step(self) -> None:
        if self._troubles:
            raise self._broken(self._troubles[0])
        for name, amount in self.store.balances("wallet:"):
            if amount < 0:
                raise self._broken(f"{name} holds {amount}")
        for config in self._configs:
            self._read_reference(config.id)
        for node in self.nodes.values():
            for live in node.live_tables.tables.values():
                if live.stopped:
                    raise self._broken(f"{live.id} has stopped at {node.name}: {live.stopped}")
                if not live.owned:
                    self._check_agrees(node, live.id)
            if node.failed is not None:
                raise self._broken(f"{node.name} does not go on: {node.failed!r}") from node.failed

    def _read_reference(self, table: str) -> None:
        reference = self._references.get(table)
        if reference is None:
            reference = self._references[table] = FollowedTable(fold(self.store, table), 0)
        while news := written_after(self.store, table, reference.seq):
            for written in news:
                reference.feed(written, Time(0, 0))

    def _check_agrees(self, node: SimulatedNode, table: str) -> None:
        """As far as the node has read, it knows what the books say."""
        live, reference = node.live_tables.tables[table], self._references[table]
        if live.seq > reference.seq:
            raise self._broken(f"{node.name} knows more of {table} than is in the books")
        if live.seq == reference.seq and live.state.hash() != reference.state.hash():
            raise self._broken(f"{node.name} has another {table} than the books")

    async def _calm(self) -> None:
        """The faults stop, and every node is there again."""
        self.exchange.faults = Faults()
        self.store.rate = 0.0
        await self.heal()
        await self.mend_line()
        for node in self.nodes.values():
            node.line.rate = 0.0
            self.loop.thaw(node.machine)
        for node in [node for node in self.nodes.values() if node.draining]:
            await self._end(node)
        await asyncio.sleep(3)
        for name in self._names:
            if name not in self.nodes:
                await self._start(name)
        rounds = {table: known.state.round_number for table, known in self._references.items()}
        for _ in range(5):
            await asyncio.sleep(CALM_S / 5)
            for config in self._configs:
                self._bet("ann", config.id, 5 * UNIT)
        while self._clients:
            await asyncio.wait(list(self._clients))
        for table, number in rounds.items():
            self._read_reference(table)
            if self._references[table].state.round_number == number:
                raise self._broken(f"I15: {table} stands still")
        for node in self.nodes.values():
            await node.run(node.keep_checkpoints())
        # Nothing is on its way then: a round has ended, or bets wait for the next.
        while any(node.committer.busy for node in self.nodes.values()):
            await asyncio.sleep(0.01)
        self.exchange.faults = Faults(lost=1.0)
        await asyncio.sleep(0.6)

    def _check_end(self) -> None:
        self._check_step()
        for config in self._configs:
            owners = [
                node.name
                for node in self.nodes.values()
                if node.live_tables.tables[config.id].owned
            ]
            if len(owners) != 1:
                raise self._broken(f"{config.id} is dealt at by {owners or 'nobody'}")
        complaints = [*house_complaints(self.store), *checkpoint_complaints(self.store)]
        if complaints:
            wrong = "; ".join(f"{each.where} {each.what}" for each in complaints[:4])
            raise self._broken(wrong)
        self._check_commands()
        self._check_limits()
        for node in self.nodes.values():
            for player in STAKES_A_DAY:
                if not node.protection.unknow(player):
                    what = f"a stake of {player} is on its way for ever"
                    raise self._broken(f"{what}, by {node.name}")

    def _check_commands(self) -> None:
        done = Counter(
            (entry.command.sender, entry.command.id)
            for entry in self.store.journal(limit=10_000)
            if entry.command is not None
        )
        if twice := [key for key, times in done.items() if times > 1]:
            raise self._broken(f"I10: {twice[0]} was done twice")
        if forged := [key for key in done if key[1].startswith("forged")]:
            raise self._broken(f"{forged[0]} was done, and nobody of the house asked for it")
        if lost := [key for key in self._acknowledged if not done[key]]:
            raise self._broken(f"I11: {lost[0]} was acknowledged and is lost")

    def _check_limits(self) -> None:
        for player, most in STAKES_A_DAY.items():
            if (staked := self._staked(player, highest=True)) > most:
                raise self._broken(f"{player} has staked {staked} of {most} a day")
        for player, most in DEPOSITS_A_DAY.items():
            if (deposited := self._deposited(player)) > most:
                raise self._broken(f"{player} has deposited {deposited} of {most} a day")

    def _staked(self, player: str, *, highest: bool = False) -> int:
        """Today, by the books; or the highest that it ever was."""
        tally, reached, now = Tally(), 0, actor.wall_ms()
        for movement in every_movement(self.store, wallet(player)):
            inwards = movement.transfer.payee == wallet(player)
            tally.posted(movement.transfer, movement.at_ms, None, inwards=inwards)
            if movement.transfer.reason is Reason.STAKE:
                reached = max(reached, tally.staked(Window.DAY, now, ""))
        return reached if highest else tally.staked(Window.DAY, now, "")

    def _deposited(self, player: str) -> int:
        return sum(
            movement.transfer.amount
            for movement in every_movement(self.store, wallet(player))
            if movement.transfer.reason is Reason.BUY_IN
        )


class _Listening(logging.Handler):
    """An error of ours shows in the log, where a fault of the store or the bus is none."""

    def __init__(self, troubles: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._troubles = troubles

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, StoreError):
            self._troubles.append(f"{record.getMessage()}: {type(error).__name__}: {error}")
