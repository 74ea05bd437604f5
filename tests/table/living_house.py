"""A house of its own process, for tests that kill it: plays on a store and says what it was told.

    python -m tests.table.living_house URL SEED ROUNDS

Every line on standard output is a command that was acknowledged, written after its commit.
"""

import sys

from croupier.engine import protocol as engine
from croupier.store import open_store
from croupier.table.commands import Actor, Command
from croupier.table.state import TablePhase
from croupier.table.table import Reply
from tests.support.virtual_house import GAMES, PLAYERS, VirtualHouse, player


class Speaking(VirtualHouse):
    """Says aloud what was acknowledged, and asks under ids that no other run has used."""

    run: int = 0

    def ask(self, game: str, actor: Actor, command: Command, id: str = "") -> Reply:
        self.ids += 1
        name = id or f"r{self.run}-{self.ids}"
        reply = super().ask(game, actor, command, name)
        if reply.ok:
            print(actor.name, name, flush=True)
        return reply


def main(url: str, seed: int, rounds: int) -> None:
    store = open_store(url)
    house = Speaking(store, seed=seed)
    house.run = seed
    for game in GAMES:
        house.table(game)
    for _ in range(rounds):
        for game in GAMES:
            _one_round(house, game)
    print("end", "end", flush=True)
    store.close()


def _one_round(house: Speaking, game: str) -> None:
    """Goes on from wherever the last process died."""
    state = house.runners[game].table.state
    if state.phase is TablePhase.PLAYING:
        while state.phase is TablePhase.PLAYING:
            assert state.round is not None
            if not (engine.waiting(state.round).decisions and house.decide(game)):
                assert house.wait(game)
        return
    if state.phase is TablePhase.BETTING and state.layout.bets:
        house.ask(game, player(PLAYERS[0]), _nothing())
    house.play_round(game)


def _nothing() -> Command:
    from croupier.table.commands import PlaceBets

    return PlaceBets(())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
