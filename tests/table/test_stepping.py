"""One step of the engine for an input, and one question what the round waits for."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.engine import protocol as engine
from croupier.engine.waiting import Waiting
from croupier.games.blackjack.engine import Round as BlackjackRound
from croupier.store.memory import MemoryStore
from croupier.store.pages import every_entry
from croupier.table.facts import Fact, Fed
from croupier.table.recovery import facts_of
from croupier.table.state import Stepped, TableState
from tests.support.virtual_house import GAMES, VirtualHouse


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_is_stepped_once_and_asked_about_once(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, asked, fed = VirtualHouse(MemoryStore(), seed=3), Counter[str](), 0
    house.table(game)
    apply = TableState.apply

    def counted(self: TableState, fact: Fact, stepped: Stepped | None = None) -> None:
        nonlocal fed
        fed += isinstance(fact, Fed)
        apply(self, fact, stepped)
        # Whatever happened, it is what the engine says of the round that lies there now.
        assert self.waiting == (waiting(self.round) if self.round is not None else Waiting())

    step, waiting = engine.step, engine.waiting
    monkeypatch.setattr(TableState, "apply", counted)
    for name, ask in (("step", step), ("waiting", waiting)):

        def count(*args: Any, name: str = name, ask: Any = ask) -> Any:
            told = ask(*args)
            asked[name] += 1  # what is refused is no step
            return told

        monkeypatch.setattr(engine, name, count)
    rounds = 3
    for _ in range(rounds):
        house.play_round(game)
    # And what a round waits for that begins with "No more bets".
    assert asked == {"step": fed, "waiting": fed + rounds}


def test_a_step_of_another_round_is_not_laid_down() -> None:
    house = VirtualHouse(MemoryStore(), seed=3)
    played = house.table("rws-blackjack").table.state
    house.play_round("rws-blackjack")
    state: TableState | None = None
    for entry in every_entry(house.store, "rws-blackjack"):
        for fact in facts_of(entry):
            state = state or TableState(house.configs["rws-blackjack"])
            other = None
            if isinstance(fact, Fed) and state.round is not None:
                assert isinstance(state.round, BlackjackRound)
                # Alike, but not the one that lies there; and it comes to nothing.
                other = Stepped(replace(state.round), fact.input, state.round)
            state.apply(fact, other)
    assert state is not None
    assert state.hash() == played.hash()
