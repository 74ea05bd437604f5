"""The whole house in virtual time, from one seed: tables of every game, players honest and hostile,
a pit that rules, a store that fails, processes that die and come back, and clocks on the wall that
jump about. The same seed plays the same house again."""

import random
from collections import Counter
from pathlib import Path

import msgspec

import croupier
from croupier.chance import repeatable
from croupier.chance.delay import Delayed, evaluate
from croupier.chance.derived import closed_in_time
from croupier.engine import protocol as engine
from croupier.engine.inputs import (
    Action,
    Burn,
    Capacity,
    Discard,
    DiscardReason,
    Interrupt,
    Misdeal,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.layout import Limits
from croupier.engine.viewer import PUBLIC, Viewer
from croupier.engine.waiting import Decision, Offer, Waiting
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.house.floor.play_statistics import PlayStatistics
from croupier.house.table_fold import TableFold
from croupier.kit.cards import DECK, card
from croupier.kit.errors import Code
from croupier.store.errors import UnknownCommit
from croupier.store.pages import every_entry
from croupier.table.commands import (
    HOUSE,
    Actor,
    AllowSqueeze,
    AnswerCall,
    Call,
    CallPit,
    ChangeDealer,
    ChooseFollow,
    CloseBetting,
    CloseContributions,
    CloseOffers,
    CloseTable,
    Command,
    ConfirmResult,
    Decide,
    FinishBetting,
    GiveEntropy,
    Hold,
    LaidBet,
    LeaveSeat,
    OpenBetting,
    OpenTable,
    PlaceBets,
    Reconfigure,
    Release,
    Reshuffle,
    Rule,
    Scan,
    TableRole,
    TakeBack,
    TakeSeat,
    WithdrawCall,
    WithdrawRuling,
)
from croupier.table.config import Clocks, DealerKind, Shuffle, TableConfig
from croupier.table.delays import Priority
from croupier.table.facts import (
    CallWithdrawn,
    ClosingOrdered,
    ContributionsClosed,
    DealerChanged,
    EntropyGiven,
    Fact,
    Fed,
    FollowChosen,
    Held,
    PitAnswered,
    PitCalled,
    PreparedShoeUnused,
    Reconfigured,
    Released,
    ReshuffleOrdered,
    SeatLeft,
    SeatTaken,
    SessionEnded,
    TableOpened,
)
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase, TableState
from croupier.table.table import News, OnEntry, Request, TableLost
from tests.simulation.faulty import faulty_store
from tests.support.cage import Cage
from tests.support.checkpoints import checkpoint_complaints
from tests.support.random_rounds import UNIT, acts_of
from tests.support.virtual_house import shoe_made

KEY = bytes(range(32))
PLAYERS = ("ann", "bob", "cat", "dan", "eve")
HOSTILE = "eve"
PIT, DEALER, SHIFT = (
    Actor("pia", TableRole.PIT),
    Actor("dora", TableRole.DEALER),
    Actor("sam", TableRole.SHIFT),
)
VOID = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)
WRONG_COUNT = Void(Capacity.PIT, VoidReason.WRONG_COUNT)
ROUND_THE_TABLE = (
    SeatTaken
    | SeatLeft
    | FollowChosen
    | SessionEnded
    | EntropyGiven
    | DealerChanged
    | Reconfigured
    | ClosingOrdered
    | PitCalled
    | PitAnswered
    | CallWithdrawn
    | TableOpened
    | ReshuffleOrdered
    | ContributionsClosed
    | PreparedShoeUnused
)
"""What may become true of a table while its round is held, and does not touch the round."""


_SHUFFLE = Shuffle(window=2_000, squarings=16)


class _SlowDelays:
    """What is asked for is there after some questions."""

    def __init__(self, chosen: random.Random) -> None:
        self._chosen = chosen
        self._left: dict[bytes, int] = {}

    def result(
        self,
        digest: bytes,
        squarings: int,
        priority: Priority = Priority.IN_USE,  # noqa: ARG002
    ) -> Delayed | None:
        left = self._left.setdefault(digest, self._chosen.randrange(12))
        self._left[digest] = left - 1
        return evaluate(digest, squarings) if left <= 0 else None


class Broken(AssertionError):  # noqa: N818 -- what an invariant is, then
    """An invariant does not hold: the seed and the step are in the message."""


def _allowed_while_held(fact: Fact) -> bool:
    ends = isinstance(fact, Fed) and isinstance(fact.input, Void | Interrupt)
    return ends or isinstance(fact, Released | ROUND_THE_TABLE)


class World:
    def __init__(
        self,
        seed: int,
        games: tuple[str, ...],
        *,
        faults: float = 0.05,
        path: Path | None = None,
    ) -> None:
        self.seed = seed
        self.chosen = random.Random(seed)
        self.now = 0
        self.wall_offset = 0
        self.steps = 0
        self.met: Counter[tuple[str, str, str]] = Counter()
        """Fault, phase, game: how often each met the other."""
        self.sent: list[tuple[str, Request]] = []
        self.acknowledged: set[tuple[str, str]] = set()
        self.store = faulty_store(seed + 1, path)
        cage = Cage(self.store, "cage")
        for name in PLAYERS:
            cage.buy_in(name, 2_000 * UNIT, by="cashier", id=name, wall=0)
        limits = Limits(5 * UNIT, 80 * UNIT)
        # Every third table is dealt by a person.
        kinds = [
            DealerKind.VIRTUAL if (seed + n) % 3 else DealerKind.HUMAN for n in range(len(games))
        ]
        self.configs = {
            game: TableConfig(game, game, {}, limits, kind, shuffle=_SHUFFLE)
            for game, kind in zip(games, kinds, strict=True)
        }
        self.folds: dict[str, TableFold] = {}
        """What the house has folded from each journal since it began to read it."""
        self.keeping = random.Random(seed + 2)
        self.runners = {game: self._start(game) for game in games}
        self.zombies: dict[str, Runner] = {}
        self.store.rate = faults

    @property
    def wall(self) -> int:
        return self.now + self.wall_offset

    def run(self, steps: int) -> None:
        """Chaos, then calm: safety holds throughout, and in the end every round ends."""
        for _ in range(steps):
            self.steps += 1
            self.step()
        self.heal()
        self.check()

    def step(self) -> None:
        game = self.chosen.choice(list(self.runners))
        event = self.chosen.choices(
            (self.time_passes, self.somebody_bets, self.somebody_decides, self.nuisance,
             self.repeat, self.the_pit_rules, self.crash, self.zombie_writes, self.wall_jumps,
             self.the_pit_changes_the_table, self.a_void_is_proposed),
            (30, 20, 25, 6, 4, 2, 2, 2, 1, 2, 4),
        )[0]  # fmt: skip
        faults = sum(self.store.met.values())
        event(game)
        if sum(self.store.met.values()) > faults:
            self.meet("store", game)
        self.check_views(game)
        self.check_clocks(game)
        if self.keeping.random() < 0.05:
            self.folds[game].keep(self.store, self.runners[game].table.epoch)

    def meet(self, fault: str, game: str) -> None:
        self.met[fault, self.runners[game].table.state.phase, game] += 1

    # What happens --------------------------------------------------------------------------------

    def time_passes(self, game: str) -> None:
        if self.runners[game].table.state.held is not None and self.chosen.random() < 0.3:
            self.a_second_person_looks(game)
            return
        due = self.runners[game].due()
        by_hand = self.configs[game].dealer is DealerKind.HUMAN
        if by_hand and (due is None or self.chosen.random() < 0.5):
            self.dealer_deals(game)
            return
        if due is None:
            return
        self.now = max(self.now, due.at)
        try:
            self.runners[game].tick(self.now, self.wall)
        except UnknownCommit:
            self.restart(game, 0, sound=False)

    def call_or_answer(self, game: str, *, called: bool) -> None:
        """The dealer wants the pit; or the pit answers, unless the dealer takes it back."""
        if not called:
            self.meet("call", game)
            self.ask(game, DEALER, CallPit("please come"))
        elif self.chosen.random() < 0.7:
            self.ask(game, PIT, AnswerCall())
        else:
            self.ask(game, DEALER, WithdrawCall())

    def dealer_deals(self, game: str) -> None:
        """A person at the table goes on as the game asks, and errs now and then."""
        state = self.runners[game].table.state
        if state.dealer is None:
            self.ask(game, PIT, ChangeDealer(DEALER.name))
        elif state.call is not None or self.chosen.random() < 0.03:
            self.call_or_answer(game, called=state.call is not None)
        elif state.phase is TablePhase.IDLE:
            due = not state.shoe_decks or state.reshuffle
            change = due or self.chosen.random() < 0.2
            by_card = hasattr(state.rules, "decks")
            for command in shoe_made(state) if change and by_card else [OpenBetting()]:
                self.ask(game, DEALER, command)
        elif state.phase is TablePhase.BETTING and state.layout.bets:
            self.ask(game, DEALER, CloseBetting())
        elif state.phase is TablePhase.PLAYING:
            self.dealer_goes_on(game, state.waiting)

    def dealer_goes_on(self, game: str, waiting: Waiting) -> None:
        """In a round."""
        if waiting.pocket:
            self.ask(game, DEALER, Call(self.chosen.randrange(-1, 39)))
        elif waiting.card is not None:
            scanned = waiting.card.exactly or self.chosen.choice(DECK)
            if self.chosen.random() < 0.05:
                self.ask(game, DEALER, TakeBack())
            if self.chosen.random() < 0.02:
                self.meet("dealer", game)
                both = (self.chosen.choice(DECK), self.chosen.choice(DECK))
                self.ask(game, DEALER, Rule(Together(Capacity.DEALER, both)))
            else:
                self.ask(game, DEALER, Scan(scanned))
        elif waiting.settlement:
            wrong = self.chosen.random() < 0.1
            self.ask(game, DEALER, TakeBack() if wrong else ConfirmResult())
        elif waiting.offers and not waiting.decisions:
            self.ask(game, DEALER, CloseOffers())

    def ask(self, game: str, actor: Actor, command: Command) -> bool:
        request = Request(actor, command, f"{actor.name}-{len(self.sent)}")
        self.sent.append((game, request))
        return self.send(game, request)

    def send(self, game: str, request: Request) -> bool:
        try:
            ((_, reply),) = self.runners[game].submit([request], self.now, self.wall)
        except UnknownCommit:
            self.restart(game, 0, sound=False)
            return False
        assert reply.code != Code.BROKEN, (request, reply)
        if reply.ok:
            self.acknowledged.add((request.actor.name, request.id))
        return reply.ok

    def somebody_bets(self, game: str) -> None:
        name = self.chosen.choice(PLAYERS)
        state = self.runners[game].table.state
        who = Actor(name, TableRole.PLAYER)
        bets: list[LaidBet] = []
        spots = engine.spots(state.rules)
        if any(spots.values()):
            box = (
                PLAYERS.index(name) + 1 if self.chosen.random() < 0.8 else self.chosen.randint(1, 5)
            )
            if self.chosen.random() < 0.5:
                self.ask(game, who, TakeSeat(box))
            if "behind" in spots and self.chosen.random() < 0.3:
                bets.append(LaidBet("behind", UNIT * self.chosen.randint(5, 50), box))
            else:
                bets.append(LaidBet("initial", UNIT * self.chosen.randint(5, 50), box))
            sides = [one for one in spots if one not in ("initial", "behind")]
            for spot in self.chosen.sample(sides, min(len(sides), 2)):
                on_box = box if spots[spot] else None
                bets.append(LaidBet(spot, UNIT * self.chosen.randint(1, 9), on_box))
        else:
            bets = [
                LaidBet(spot, UNIT * self.chosen.randint(5, 60))
                for spot in self.chosen.sample(list(spots), 3)
            ]
        if self.chosen.random() < 0.1:
            bets = []
        if self.chosen.random() < 0.2:
            prepared = state.next_shoe.name if state.next_shoe is not None else ""
            self.ask(game, who, GiveEntropy(f"{self.chosen.random()}", prepared))
        self.ask(game, who, PlaceBets(tuple(bets)))
        if self.chosen.random() < 0.2:
            done, alone = self.chosen.random() < 0.8, self.chosen.random() < 0.3
            self.ask(game, who, FinishBetting(done, alone))

    def somebody_decides(self, game: str) -> None:
        round = self.runners[game].table.state.round
        if round is None:
            return
        waiting = engine.waiting(round)
        asked: tuple[Decision | Offer, ...] = (*waiting.decisions, *waiting.offers)
        if asked:
            one = self.chosen.choice(asked)
            act = self.chosen.choice(list(acts_of(one, self.chosen.choice(one.options))))
            command = Decide(act.action, act.box, act.amount, act.bet, act.card)
            self.ask(game, Actor(one.player, TableRole.PLAYER), command)
        if self.chosen.random() < 0.3:
            name, box = self.chosen.choice(PLAYERS), self.chosen.randint(1, 5)
            action = self.chosen.choice((None, Action.HIT, Action.DOUBLE, Action.SPLIT))
            self.ask(game, Actor(name, TableRole.PLAYER), Decide(action, box, early=True))
        for choice in waiting.choices[:1]:
            option = self.chosen.choice(choice.options)
            self.ask(game, Actor(choice.player, TableRole.PLAYER), Decide(option.action))

    def nuisance(self, game: str) -> None:
        """Eve tries what is not hers, what is absurd, and what comes too late."""
        box = self.chosen.randint(-1, 9)
        amount = self.chosen.choice((-100 * UNIT, 0, 1, UNIT + 1, 10**15, 50 * UNIT))
        spot = self.chosen.choice(("initial", "red", "player", "nonsense", "behind", "over-13"))
        absurd = PlaceBets((LaidBet(spot, amount, self.chosen.choice((box, None))),))
        self.ask(game, Actor(HOSTILE, TableRole.PLAYER), absurd)
        command = self.chosen.choice(
            (
                PlaceBets((LaidBet(spot, UNIT, 1),) * 300),
                PlaceBets((LaidBet("x" * 100_000, UNIT),)),
                PlaceBets((LaidBet("\ud800", 2**70),)),
                Decide(self.chosen.choice(list(croupier.Action)), box, amount),
                Scan(card("AS")),
                CloseBetting(),
                OpenBetting(),
                TakeSeat(box),
                LeaveSeat(box),
                ChooseFollow(True),
                Rule(VOID),
                Hold(HOSTILE),
                Release(),
            )
        )
        self.ask(game, Actor(HOSTILE, TableRole.PLAYER), command)
        for id in ("", "x" * 1000, "\n", "\ud800"):
            self.send(game, Request(Actor(HOSTILE, TableRole.PLAYER), OpenBetting(), id))
        self.send(game, Request(Actor("a:b", TableRole.PLAYER), PlaceBets(()), "colon"))

    def repeat(self, _: str) -> None:
        """The network delivers an old message again."""
        if self.sent:
            where, request = self.chosen.choice(self.sent[-200:])
            self.meet("duplicate", where)
            self.send(where, request)

    def the_pit_rules(self, game: str) -> None:
        ruling = self.chosen.choice(
            (
                VOID,
                Misdeal(Capacity.PIT, reconstructed=self.chosen.random() < 0.5),
                Burn(Capacity.PIT, self.chosen.randint(1, 3)),
                Discard(Capacity.PIT, DiscardReason.NO_BET),
                Interrupt(Capacity.HOUSE),
            )
        )
        self.meet("ruling", game)
        signed = self.chosen.choice(("", PIT.name, SHIFT.name))
        self.ask(game, self.chosen.choice((PIT, SHIFT, DEALER)), Rule(ruling, signed))
        if self.chosen.random() < 0.3:
            self.ask(game, PIT, WithdrawRuling())

    def a_void_is_proposed(self, game: str) -> None:
        """The house holds the round, if there is one that can be held."""
        if self.ask(game, HOUSE, Hold(PIT.name)):
            self.meet("hold", game)

    def a_second_person_looks(self, game: str) -> None:
        """It is signed or declined; or the house dies over it."""
        event = self.chosen.choice(("release", "void held", "crash held"))
        self.meet(event, game)
        if event == "crash held":
            self.crash(game)
        elif event == "release":
            self.ask(game, HOUSE, Release())
        else:
            settled = self.runners[game].table.state.waiting.over
            self.ask(game, SHIFT, Rule(WRONG_COUNT if settled else VOID, PIT.name))

    def the_pit_changes_the_table(self, game: str) -> None:
        """Limits, clocks, closing and opening, a squeeze: between rounds or in their midst."""
        limits = Limits(5 * UNIT, self.chosen.choice((100, 500)) * UNIT)
        clocks = Clocks(betting=self.chosen.choice((5_000, 15_000)))
        command = self.chosen.choice(
            (
                Reconfigure(limits=limits),
                Reconfigure(clocks=clocks),
                Reconfigure(settings={"decks": self.chosen.choice((6, 8))}),
                AllowSqueeze(self.chosen.randint(1, 7)),
                CloseTable(),
                OpenTable(),
                Reshuffle(),
                ChangeDealer(self.chosen.choice((None, DEALER.name))),
            )
        )
        self.ask(game, self.chosen.choice((PIT, SHIFT)), command)
        if self.runners[game].table.state.phase is TablePhase.CLOSED:
            self.ask(game, PIT, OpenTable())

    def crash(self, game: str) -> None:
        self.restart(game, self.chosen.choice((0, 5_000, 20_000, 3_600_000)))

    def restart(self, game: str, gap: int, *, sound: bool = True) -> None:
        """The process dies and another takes over; within the grace nothing may have changed,
        unless it died of not knowing what the store had kept."""
        self.meet("crash", game)
        before = self.runners[game].table
        rate, self.store.rate = self.store.rate, 0.0
        agreed = sound and self.store.head(game).seq == before.seq
        shoe = before.state.open_window
        if shoe is not None:
            agreed = False  # it is closed at the return, or the shoe is given up
        fingerprint = before.state.hash()
        last = self.store.entries(game, after=self.store.head(game).seq - 1)[-1].at_ms
        self.zombies[game] = self.runners[game]
        self.now += gap
        runner = self._start(game)
        self.store.rate = rate
        if shoe is not None:
            prepared = shoe is before.state.next_shoe
            window = "the window of the next shoe" if prepared else "the window"
            self.meet(f"crash in {window}", game)
            self._check_window(game, shoe.name, runner.table.state)
        if agreed and self.wall - last <= 15_000 and runner.table.state.hash() != fingerprint:
            raise Broken(f"I6: {game} came back another table, seed {self.seed} step {self.steps}")
        self.runners[game] = runner

    def _check_window(self, game: str, name: str, state: TableState) -> None:
        """Decision 42: a crash leaves nobody the time to choose what to contribute."""
        shoe = state.sealed_shoe(name)
        if shoe is None or shoe.name != name:
            return  # given up
        given_ms, closed_ms = 0, None
        for entry in every_entry(self.store, game):
            for fact in facts_of(entry):
                if isinstance(fact, EntropyGiven) and fact.shoe == name:
                    given_ms = given_ms or entry.at_ms
                elif isinstance(fact, ContributionsClosed) and fact.name == name:
                    closed_ms = entry.at_ms
        if closed_ms is None or not closed_in_time(closed_ms - given_ms, _SHUFFLE.squarings):
            what = f"{game} keeps {name}, whose window was open over a crash"
            raise Broken(f"{what}, seed {self.seed} step {self.steps}")

    def _start(self, game: str) -> Runner:
        chance = repeatable(self.chosen.randrange(2**32))
        outcomes = SealedOutcomes(KEY, chance, _SlowDelays(self.chosen))
        fold = self.folds[game] = TableFold(game, self.store, PlayStatistics())
        watch = self._watch(game)

        def on_entry(news: News, state: TableState) -> None:
            fold.feed(news, state)
            watch(news, state)

        return Runner.open(
            self.store,
            self.configs[game],
            outcomes,
            owner="house",
            now=self.now,
            wall=self.wall,
            on_entry=on_entry,
            start=fold.resume(self.store),
        )

    def zombie_writes(self, game: str) -> None:
        """A process that was thought dead wakes up and goes on as if nothing had happened."""
        zombie = self.zombies.pop(game, None)
        if zombie is None:
            return
        self.meet("zombie", game)
        self.store.arrive()
        head = self.store.head(game)
        try:
            zombie.tick(2**60, self.wall)
            request = Request(PIT, OpenBetting(), f"zombie-{self.steps}")
            zombie.submit([request], self.now, self.wall)
        except (TableLost, UnknownCommit, AssertionError):
            pass
        if self.store.head(game) != head:
            raise Broken(f"I9: a stale owner wrote to {game}, seed {self.seed} step {self.steps}")

    def wall_jumps(self, game: str) -> None:
        """F7: somebody sets the clock on the wall; nothing in play may hear it."""
        self.meet("clock", game)
        self.wall_offset += self.chosen.choice((-86_400_000, -100, 100, 3_600_000))

    # What must hold ------------------------------------------------------------------------------

    def _watch(self, game: str) -> OnEntry:
        """R30: from when a round is held until it is released or over, only a void goes into it, or
        R4; one that is settled is held until it is released or void (R31)."""
        held = False

        def on_entry(news: News, state: TableState) -> None:
            nonlocal held
            for fact in news.recorded.facts:
                if held and not _allowed_while_held(fact):
                    told = type(fact).__name__
                    raise Broken(f"R30: {told} in a held round of {game}, seed {self.seed}")
                held = isinstance(fact, Held) or (held and not isinstance(fact, Released))
            fed = any(isinstance(fact, Fed) for fact in news.recorded.facts)
            held = held and not (fed and state.waiting.over)
            if held is not (state.held is not None):
                raise Broken(f"R30: {game} mistakes whether it is held, seed {self.seed}")

        return on_entry

    def check_clocks(self, game: str) -> None:
        """R30: no clock runs at a held round."""
        runner = self.runners[game]
        due = runner.due()
        of_next_shoe = due is not None and due.moves == (CloseContributions(),)
        if runner.table.state.held is not None and due is not None and not of_next_shoe:
            raise Broken(f"R30: a clock runs at held {game}, seed {self.seed} step {self.steps}")

    def check_views(self, game: str) -> None:
        """I5: no bytes sent to anyone tell a card that lies face down."""
        round = self.runners[game].table.state.round
        if not isinstance(round, BlackjackRound) or not round.hole_down:
            return
        hidden = (card("2C"), card("3D"))
        shown, other = (
            msgspec.structs.replace(round, dealer=(round.dealer[0], hole, *round.dealer[2:]))
            for hole in hidden
        )
        for viewer in (PUBLIC, Viewer.of("ann")):
            one, two = (msgspec.json.encode(engine.view(each, viewer)) for each in (shown, other))
            if one != two:
                raise Broken(f"I5: a view tells the hole card, seed {self.seed} step {self.steps}")

    def heal(self) -> None:
        """I15: with the faults stopped, every round ends, once people have said what they must."""
        self.store.rate = 0.0
        for game in self.runners:
            self.restart(game, 0)
            for _ in range(2_000):
                if self.runners[game].table.state.phase is not TablePhase.PLAYING:
                    break
                self.time_passes(game)
            else:
                raise Broken(f"I15: a round of {game} does not end, seed {self.seed}")

    def check(self) -> None:
        complaints = [*house_complaints(self.store), *checkpoint_complaints(self.store)]
        wrong = [f"{one.where} {one.what}" for one in complaints]
        if wrong:
            raise Broken(f"seed {self.seed}: {'; '.join(wrong[:4])}")
        for sender, id in self.acknowledged:
            if self.store.answer(sender, id) is None:
                raise Broken(f"I11: {id} was acknowledged and is lost, seed {self.seed}")
