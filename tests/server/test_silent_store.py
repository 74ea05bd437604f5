"""A store that accepts a commit and does not say what became of it: every command is answered, none
is called not stored that may have been, and in the end each is done once."""

from collections.abc import Sequence
from threading import Event

import pytest

from croupier.client import Client, LaidBet
from croupier.house import deadline
from croupier.store import StoreFailed, UnknownCommit
from croupier.store.memory import MemoryStore
from croupier.store.protocol import PAGE
from croupier.store.values import Answer, Batch, Entry, Head, Result
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from tests.support.live_clients import assert_books_balance
from tests.support.live_house import LiveHouse, serving
from tests.support.live_play import join_as, untimed
from tests.support.waiting import until

WHEEL = "live-roulette"
RED, MORE = LaidBet("red", 10_00), LaidBet("red", 25_00)


class Silent(MemoryStore):
    """Falls silent at the next commit: nobody is told what becomes of it, or of anything else."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: bool | None = None
        """Whether the commit at which it falls silent is written; None: it does not fall silent."""
        self.silent = False

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        self._check()
        if self.writes is None:
            return super().commit(batches)
        if self.writes:
            super().commit(batches)
        self.writes, self.silent = None, True
        raise UnknownCommit("no answer")

    def head(self, stream: str) -> Head:
        self._check()
        return super().head(stream)

    def answer(self, sender: str, id: str) -> Answer | None:
        self._check()
        return super().answer(sender, id)

    def entries(self, stream: str, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        self._check()
        return super().entries(stream, after, limit)

    def _check(self) -> None:
        if self.silent:
            raise StoreFailed("no answer")


class Held(MemoryStore):
    """Does not come back from a commit before it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = Event()
        self.go.set()

    def commit(self, batches: Sequence[Batch]) -> tuple[tuple[Result, ...], ...]:
        self.go.wait()
        return super().commit(batches)


async def bets(client: Client, id: str, bet: LaidBet = MORE) -> Reply:
    round = client.tables[WHEEL].round
    return await client.ask(say.PlaceBets(id, WHEEL, round, (bet,)))


async def bettor(house: LiveHouse) -> Client:
    """Who has bet before: nothing but the next bet has to be stored."""
    ann = await join_as(house, WHEEL, "ann")
    assert (await bets(ann, "warm-bet", RED)).ok
    return ann


async def ready(house: LiveHouse) -> bool:
    return (await (await house.api()).send("GET", "/readyz")).status_code == 200


@pytest.mark.parametrize("written", [True, False])
async def test_what_may_be_stored_is_never_called_not_stored(written: bool) -> None:
    store = Silent()
    async with serving([untimed(WHEEL)], store=store) as house:
        ann = await bettor(house)
        store.writes = written
        assert (await bets(ann, "first-bet")).code == "unclear"
        assert (await bets(ann, "first-bet")).code == "unclear", "asked again, it still may be"
        assert (await bets(ann, "other-bet")).code == "not-stored"
        assert not await ready(house)
        live = house.house.live_tables.tables[WHEEL]
        given_up, store.silent = live.runner, False
        await until(lambda: live.runner is not given_up)
        assert (await bets(ann, "first-bet")).ok
        await ann.until(lambda: ann.tables[WHEEL].staked == MORE.amount)
        assert_books_balance(house)


async def test_a_commit_that_does_not_come_back_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Held()
    async with serving([untimed(WHEEL)], store=store) as house:
        ann = await bettor(house)
        store.go.clear()
        with monkeypatch.context() as soon:
            soon.setattr(deadline, "ANSWER_S", 0.05)
            assert (await bets(ann, "first-bet")).code == "unclear"
        store.go.set()
        assert (await bets(ann, "first-bet")).ok
        await ann.until(lambda: ann.tables[WHEEL].staked == MORE.amount)
        assert_books_balance(house)
