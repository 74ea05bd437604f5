"""A table in virtual time whose delays the test holds."""

from typing import Any

from croupier.chance import repeatable
from croupier.chance.delay import Delayed, evaluate
from croupier.store.memory import MemoryStore
from croupier.store.pages import every_entry
from croupier.table.commands import GiveEntropy
from croupier.table.config import Shuffle, TableConfig
from croupier.table.delays import Priority
from croupier.table.facts import Fact
from croupier.table.invariants import house_complaints
from croupier.table.recovery import facts_of
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import ShoeInUse, TablePhase, TableState
from tests.support.virtual_house import KEY, VirtualHouse, player

GAME = "live-baccarat"
SLOW = Shuffle(window=2_000, squarings=16)


class Delays:
    """Evaluated when the test says so; what was asked for is remembered."""

    def __init__(self) -> None:
        self.over = False
        self.priority: Priority | None = None
        self.asked: list[bytes] = []

    def result(
        self, digest: bytes, squarings: int, priority: Priority = Priority.IN_USE
    ) -> Delayed | None:
        self.priority = priority
        if digest not in self.asked:
            self.asked.append(digest)
        return evaluate(digest, squarings) if self.over else None


class Table:
    """A table in virtual time whose delays the test holds."""

    def __init__(self, game: str = GAME, shuffle: Shuffle = SLOW) -> None:
        self.game = game
        self.house = VirtualHouse(MemoryStore())
        self.delays = Delays()
        self.house.configs[game] = TableConfig(game, game, shuffle=shuffle, wheel_run=3)
        self.start()

    def start(self) -> None:
        house = self.house
        outcomes = SealedOutcomes(KEY, repeatable(1), self.delays)
        house.runners[self.game] = Runner.open(
            house.store,
            house.configs[self.game],
            outcomes,
            owner="test",
            now=house.now,
            wall=house.now,
        )
        while self.runner.table.state.phase is TablePhase.IDLE:
            assert house.wait(self.game)

    @property
    def runner(self) -> Runner:
        return self.house.runners[self.game]

    @property
    def shoe(self) -> ShoeInUse:
        shoe = self.runner.table.state.shoe
        assert shoe is not None
        return shoe

    @property
    def state(self) -> TableState:
        return self.runner.table.state

    @property
    def next_shoe(self) -> ShoeInUse:
        shoe = self.state.next_shoe
        assert shoe is not None
        return shoe

    def give(self, name: str, what: str = "", shoe: str = "") -> str:
        command = GiveEntropy(what or f"of {name}", shoe)
        return self.house.ask(self.game, player(name), command).code

    def facts(self, kind: type[Fact]) -> list[Any]:
        entries = every_entry(self.house.store, self.game)
        return [fact for entry in entries for fact in facts_of(entry) if isinstance(fact, kind)]

    def times(self, kind: type[Fact]) -> list[int]:
        entries = every_entry(self.house.store, self.game)
        return [
            entry.at_ms for entry in entries for fact in facts_of(entry) if isinstance(fact, kind)
        ]

    def order(self) -> list[str]:
        return [type(fact).__name__ for fact in self.facts(object)]  # type: ignore[arg-type]

    def sound(self) -> None:
        assert list(house_complaints(self.house.store)) == []
