"""What tests of the floor share: tables dealt by hand, in mid-round or around a wheel."""

from collections import Counter
from collections.abc import Sequence

from croupier.chance import fair
from croupier.games import engine
from croupier.games.inputs import Capacity, Void, VoidReason
from croupier.games.layout import Bet
from croupier.kit.errors import Code, Refused
from croupier.ledger import Reason, Transfer
from croupier.store.memory import MemoryStore
from croupier.table.commands import (
    Actor,
    ChangeDealer,
    Command,
    OpenBetting,
    PlaceBets,
    Rule,
    TableRole,
)
from croupier.table.facts import Fact
from croupier.table.guard import Guard
from croupier.table.recovery import facts_of, fold
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase, TableState
from croupier.table.table import Reply, Request
from tests.properties.dealing import UNIT
from tests.table.house import KEY, House, player
from tests.table.test_human_dealer import DEALER, PIT, HumanTable, scans

ANN, BOB, CAT = player("ann"), player("bob"), player("cat")
STRANGER = Actor("dave", TableRole.DEALER)
VOID = Rule(Void(Capacity.PIT, VoidReason.FOREIGN_CARD))


def initial(name: str, box: int, amount: int = 100) -> Bet:
    return Bet(name, "initial", amount * UNIT, box)


def two_boxes() -> HumanTable:
    """Ann's ten and nine, bob's ten and eight, against a six; it is ann's turn."""
    table = HumanTable("rws-blackjack")
    table.begin(initial("ann", 1), initial("bob", 2))
    table.all_ok(DEALER, scans("TS TH 6D 9H 8C"))
    return table


def asked(table: HumanTable) -> list[str]:
    assert table.state.round is not None
    return [one.player for one in engine.waiting(table.state.round).decisions]


def facts(table: HumanTable) -> list[Fact]:
    entries = table.house.store.entries(table.game, limit=10_000)
    return [fact for entry in entries for fact in facts_of(entry)]


def folds_again(table: HumanTable) -> None:
    state, _, _ = fold(table.house.store, table.game)
    assert state.hash() == table.state.hash()
    table.sound()


def answer(table: HumanTable, actor: Actor, command: Command, **more: int) -> Reply:
    """The answer to this request, among those to what the table did of itself."""
    house = table.house
    house.ids += 1
    request = Request(actor, command, f"f{house.ids}", **more)
    replies = house.runners[table.game].submit([request], house.now, house.now)
    (reply,) = (reply for one, reply in replies if one is request)
    return reply


def betting(house: House, state: TableState) -> None:
    while state.phase is not TablePhase.BETTING:
        assert house.wait(state.config.id)


def keep_watch(table: HumanTable, guard: Guard) -> None:
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
        table.house = House(store, configs=table.house.configs)
        table.house.start(table.game)
    keep_watch(table, guard)
    table.all_ok(PIT, [ChangeDealer("dora")])
    table.all_ok(DEALER, [OpenBetting()])
    return table, guard


def red(amount: int) -> PlaceBets:
    return PlaceBets((Bet("", "red", amount * UNIT),))
