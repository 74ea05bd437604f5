"""Tables dealt by a person, in virtual time: a round in play, a wheel open for betting, a guard."""

from collections import Counter
from collections.abc import Sequence

from croupier.chance import fair
from croupier.engine import protocol as engine
from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Bet, Limits
from croupier.kit.cards import cards
from croupier.kit.errors import Code, Refused
from croupier.ledger import Reason, Transfer
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    Actor,
    Call,
    ChangeDealer,
    CloseBetting,
    Command,
    ConfirmResult,
    Decide,
    LaidBet,
    OpenBetting,
    PlaceBets,
    Rule,
    Scan,
    TableRole,
)
from croupier.table.config import DealerKind, TableConfig
from croupier.table.facts import Fact
from croupier.table.guard import Guard
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of, fold
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase, TableState
from croupier.table.table import Reply, Request
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import KEY, VirtualHouse, laid_bet, player, shoe_made

DEALER, PIT, SHIFT = (
    Actor("dora", TableRole.DEALER),
    Actor("pia", TableRole.PIT),
    Actor("sam", TableRole.SHIFT),
)


class HumanTable:
    """A table with a dealer on duty. Every command is judged at once: "ok" or a refusal code."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.house = VirtualHouse(MemoryStore())
        self.house.configs[game] = TableConfig(
            game, game, {}, Limits(5 * UNIT, 500 * UNIT), DealerKind.HUMAN
        )
        self.house.start(game)
        self.state = self.house.runners[game].table.state
        assert self.reply_code(PIT, ChangeDealer("dora")) == "ok"

    def shoe(self) -> list[Command]:
        return shoe_made(self.state) if hasattr(self.state.rules, "decks") else []

    def reply_code(self, actor: Actor, command: Command) -> str:
        """ "ok", or the code of the refusal."""
        reply = self.house.ask(self.game, actor, command)
        return "ok" if reply.ok else reply.code

    def why(self, command: Command) -> str:
        """What the dealer is told instead."""
        reply = self.house.ask(self.game, DEALER, command)
        assert not reply.ok
        return reply.message

    def all_ok(self, actor: Actor, commands: Sequence[Command]) -> None:
        """A result that a card, the ball or a decision has brought is confirmed, too."""
        for command in commands:
            assert self.reply_code(actor, command) == "ok", command
            if isinstance(command, Scan | Call | Decide):
                self.confirm()

    def confirm(self) -> None:
        """R31: the dealer on duty confirms the result, if the round has come to one; or the pit,
        where nobody is."""
        if self.state.waiting.settlement:
            on_duty = self.state.dealer
            who = Actor(on_duty, TableRole.DEALER) if on_duty else PIT
            assert self.reply_code(who, ConfirmResult()) == "ok"

    def begin(self, *bets: Bet) -> None:
        self.all_ok(DEALER, [*self.shoe(), OpenBetting()])
        for bet in bets:
            assert self.reply_code(player(bet.player), PlaceBets((laid_bet(bet),))) == "ok"
        self.all_ok(DEALER, [CloseBetting()])

    def phase(self) -> TablePhase:
        return self.state.phase

    def assert_books_balance(self) -> None:
        assert list(house_complaints(self.house.store)) == []


def scans(text: str) -> list[Command]:
    return [Scan(one) for one in cards(text)]


ANN, BOB, CAT = player("ann"), player("bob"), player("cat")
STRANGER = Actor("dave", TableRole.DEALER)
VOID = Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))


def initial(name: str, box: int, amount: int = 100) -> Bet:
    return Bet(name, "initial", amount * UNIT, box)


def place_initial(box: int, amount: int = 100) -> PlaceBets:
    """A player's own initial bet, and nothing else."""
    return PlaceBets((LaidBet("initial", amount * UNIT, box),))


def two_boxes() -> HumanTable:
    """Ann's ten and nine, bob's ten and eight, against a six; it is ann's turn."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1), initial("bob", 2))
    table.all_ok(DEALER, scans("TS TH 6D 9H 8C"))
    return table


def deciding_players(table: HumanTable) -> list[str]:
    assert table.state.round is not None
    return [one.player for one in engine.waiting(table.state.round).decisions]


def facts(table: HumanTable) -> list[Fact]:
    entries = table.house.store.entries(table.game, limit=10_000)
    return [fact for entry in entries for fact in facts_of(entry)]


def assert_refolds(table: HumanTable) -> None:
    state, _, _ = fold(table.house.store, table.game)
    assert state.hash() == table.state.hash()
    table.assert_books_balance()


def answer(table: HumanTable, actor: Actor, command: Command, round: int | None = None) -> Reply:
    """The answer to this request, among those to what the table did of itself."""
    house = table.house
    house.ids += 1
    request = Request(actor, command, f"f{house.ids}", round)
    replies = house.runners[table.game].submit([request], house.now, house.now)
    (reply,) = (reply for one, reply in replies if one is request)
    return reply


def betting(house: VirtualHouse, state: TableState) -> None:
    house.wait_for_betting(state.config.id)


def set_guard(table: HumanTable, guard: Guard) -> None:
    """The same table, brought back with a guard."""
    house, config = table.house, table.house.configs[table.game]
    runner = Runner.open(
        house.store, config, SealedOutcomes(KEY, fair()), owner="test", now=0, wall=0, guard=guard
    )
    house.runners[table.game] = runner
    table.state = runner.table.state


class Watchman:
    """Remembers what is reserved, and says no to whom it is told to."""

    def __init__(self) -> None:
        self.reserved: Counter[str] = Counter()
        self.staked: Counter[str] = Counter()
        self.asked: list[str] = []
        self.refused: set[str] = set()

    def reserve(self, player: str, amount: int, cause: str) -> None:
        assert cause.rpartition(":")[2].isdigit(), "table and round"
        self.asked.append(player)
        if player in self.refused:
            raise Refused(Code.LOSS_LIMIT, f"{player} has lost enough today")
        self.reserved[player] += amount

    def release(self, player: str, amount: int, cause: str) -> None:
        assert cause.rpartition(":")[2].isdigit(), "table and round"
        self.reserved[player] -= amount

    def unclear(self, player: str, amount: int, cause: str) -> None:
        pass

    def judged_by(self, player: str) -> int | None:  # noqa: ARG002
        return None

    def moved(self, transfers: Sequence[Transfer]) -> None:
        for one in transfers:
            if one.reason is Reason.STAKE:
                name = one.payer.partition(":")[2]
                self.reserved[name] -= one.amount
                self.staked[name] += one.amount

    @property
    def balanced(self) -> bool:
        return not any(self.reserved.values())


def watched(store: MemoryStore | None = None) -> tuple[HumanTable, Watchman]:
    """A wheel, open for betting."""
    table, guard = HumanTable("live-roulette"), Watchman()
    if store is not None:
        table.house = VirtualHouse(store, configs=table.house.configs)
        table.house.start(table.game)
    set_guard(table, guard)
    table.all_ok(PIT, [ChangeDealer("dora")])
    table.all_ok(DEALER, [OpenBetting()])
    return table, guard


def red(amount: int) -> PlaceBets:
    return PlaceBets((LaidBet("red", amount * UNIT),))
