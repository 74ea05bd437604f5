"""An evening of random play in virtual time: every game, with rounds of many tables interleaved."""

import msgspec

from croupier.engine.inputs import Capacity, Void, VoidReason
from croupier.engine.layout import Limits
from croupier.games.blackjack.engine import BlackjackRules
from croupier.house.records import TableIndex
from croupier.store.memory import MemoryStore
from croupier.store.protocol import Store
from croupier.store.values import Batch, Done, Write
from croupier.table.cage import STREAM, Adjusted, cage_moves
from croupier.table.commands import (
    HOUSE,
    Actor,
    LaidBet,
    LeaveSeat,
    PlaceBets,
    Reconfigure,
    Rule,
    TableRole,
)
from croupier.table.recovery import facts_of
from croupier.table.state import TablePhase
from croupier.table.table import Reply
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES, PLAYERS, VirtualHouse, player

PIT = Actor("pia", TableRole.PIT)
FOREVER = 2**62


class Evening(VirtualHouse):
    """One random step at one random table after another."""

    def __init__(
        self, store: Store | None = None, seed: int = 1, games: tuple[str, ...] = GAMES
    ) -> None:
        super().__init__(store or MemoryStore(), seed)
        self.adjusted: list[Adjusted] = []
        self.live = {game: TableIndex(game) for game in games}
        self._fed = dict.fromkeys(games, 0)
        self._built: dict[str, TableIndex] = {}
        for game in games:
            self.table(game)
            self.tell(game)

    def stroll(self, steps: int) -> None:
        for _ in range(steps):
            game = self.chosen.choice(tuple(self.live))
            self.step(game)
            self.tell(game)

    def finish(self) -> None:
        """No new bets: every round that goes on comes to its end."""
        for game, runner in self.runners.items():
            while runner.table.state.phase is TablePhase.PLAYING:
                self.decide(game) or self.wait(game)
                self.tell(game)

    def void(self, game: str) -> None:
        """At a virtual table nobody but the table itself does that."""
        self.ask(game, HOUSE, Rule(Void(Capacity.PIT, VoidReason.OUT_OF_CARDS)))

    def step(self, game: str) -> None:
        state, luck = self.runners[game].table.state, self.chosen.random()
        name = self.chosen.choice(PLAYERS)
        if state.phase is TablePhase.BETTING and luck < 0.5:
            self.bet(game, name)
        elif state.phase is TablePhase.BETTING and luck < 0.6:
            self.ask(game, player(name), PlaceBets(()))
        elif state.phase is TablePhase.PLAYING and luck < 0.02:
            self.void(game)
        elif state.phase is TablePhase.IDLE and luck < 0.1:
            most = self.chosen.choice((400, 500)) * UNIT
            self.ask(game, PIT, Reconfigure(limits=Limits(5 * UNIT, most)))
        elif luck < 0.03 and state.seats:
            box, seated = self.chosen.choice(sorted(state.seats.items()))
            self.ask(game, player(seated), LeaveSeat(box))
        elif luck > 0.99 and state.round_number > 1:
            self.adjust(name, game, self.chosen.randint(1, state.round_number - 1))
        elif not self.decide(game):
            self.wait(game)

    def bet(self, game: str, name: str) -> Reply:
        """Now and then on the box of another."""
        state = self.runners[game].table.state
        if isinstance(state.rules, BlackjackRules) and self.chosen.random() < 0.3:
            if state.rules.bet_behind:
                for box in [box for box, seated in state.seats.items() if seated == name]:
                    self.ask(game, player(name), LeaveSeat(box))
            where = "behind" if state.rules.bet_behind else "initial"
            bet = LaidBet(where, 10 * UNIT, self.chosen.randint(1, len(PLAYERS)))
            reply = self.ask(game, player(name), PlaceBets((bet,)))
            if reply.ok:
                return reply
        return super().bet(game, name)

    def adjust(self, name: str, table: str, round: int) -> None:
        fact = Adjusted(
            name, self.chosen.choice((-300, 700)), table, round, "=miscount", "sam", "sue"
        )
        write = Write(msgspec.json.encode(fact), cage_moves(fact))
        after = self.store.head(STREAM).seq
        batch = Batch(STREAM, self.cage._epoch, after, (write,), self.now)
        assert isinstance(self.store.commit((batch,))[0][0], Done)
        self.adjusted.append(fact)

    def tell(self, game: str) -> None:
        """Feed the live index as a server would: after the commit, with the table as it stands."""
        for entry in self.store.entries(game, self._fed[game]):
            facts = facts_of(entry)
            self.live[game].feed(entry.seq, entry.at_ms, facts, self.runners[game].table.state)
            self._fed[game] = entry.seq

    def indexes(self) -> dict[str, TableIndex]:
        """From the journals alone; a table's is built again when its journal has grown."""
        for game in self.live:
            known = self._built.get(game)
            if known is None or known.seq != self.store.head(game).seq:
                self._built[game] = TableIndex.of(self.store, game)
        return dict(self._built)
