"""Player protection at real tables: whatever is played, nobody loses more than they allowed."""

import pytest

from croupier.chance import repeatable
from croupier.house.journal import HouseJournals
from croupier.house.protection.limits import Kind
from croupier.house.protection.protection import Protection
from croupier.house.protection.windows import Window
from croupier.ledger import wallet
from croupier.store.group import GroupCommitter
from croupier.store.memory import MemoryStore
from croupier.store.pages import whole_journal
from croupier.table.runner import Runner
from croupier.table.sealed_outcomes import SealedOutcomes
from croupier.table.state import TablePhase
from tests.support.clock import HandClock
from tests.support.random_rounds import UNIT
from tests.support.virtual_house import GAMES, KEY, PLAYERS, VirtualHouse

LIMIT = 150 * UNIT
NONE_DEPOSITED = dict.fromkeys(Window, 0)


class GuardedHouse(VirtualHouse):
    guard: Protection

    def start(self, game: str, gap: int = 0) -> Runner:
        self.now += gap
        outcomes = SealedOutcomes(KEY, repeatable(self.seed))
        config, now = self.configs[game], self.now
        runner = Runner.open(
            self.store, config, outcomes, owner="test", now=now, wall=now, guard=self.guard
        )
        self.runners[game] = runner
        return runner

    def bet_everywhere(self) -> None:
        for game, runner in self.runners.items():
            while runner.table.state.phase is not TablePhase.BETTING:
                assert self.wait(game)
            for name in PLAYERS:
                self.bet(game, name)

    def finish(self, game: str) -> None:
        state = self.runners[game].table.state
        number = state.round_number
        while state.layout.bets and state.round_number == number:
            if state.phase is TablePhase.IDLE:
                return
            if not self.decide(game):
                assert self.wait(game)


def losses(protection: Protection) -> dict[str, int]:
    return {
        name: next(
            row.used
            for row in protection.view(name, NONE_DEPOSITED).limits
            if (row.kind, row.window) == (Kind.LOSS, Window.DAY)
        )
        for name in PLAYERS
    }


@pytest.mark.parametrize("seed", range(3))
async def test_no_table_and_no_two_tables_overrun_a_loss_limit(seed: int) -> None:
    store, clock = MemoryStore(), HandClock(0)
    with GroupCommitter(store) as committer:
        protection = Protection(HouseJournals(store, committer, owner="test", clock=clock))
        house = GuardedHouse(store, seed)
        house.guard = protection
        bought_in = house.store.balance(wallet(PLAYERS[0]))
        for name in PLAYERS:
            protection.load(name, ())
            await protection.set_limit(name, Kind.LOSS, Window.DAY, LIMIT, name)
        for game in GAMES:
            house.table(game)
        for _ in range(6):
            house.bet_everywhere()
            for game in GAMES:
                house.finish(game)
                lost = {name: bought_in - store.balance(wallet(name)) for name in PLAYERS}
                assert max(lost.values()) <= LIMIT
                assert losses(protection) == {name: max(0, lost[name]) for name in PLAYERS}
        again = Protection(HouseJournals(store, committer, owner="again", clock=clock))
        for name in PLAYERS:
            again.load(
                name,
                (
                    (entry.at_ms, one)
                    for entry, transfers in whole_journal(store)
                    for one in transfers
                    if wallet(name) in {one.payer, one.payee}
                ),
            )
        assert losses(again) == losses(protection)
