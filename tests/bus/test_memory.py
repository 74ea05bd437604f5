"""An exchange that fails as networks do, in virtual time and from a seed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from croupier.bus import Unreachable
from croupier.bus.memory import NO_FAULTS, Faults, MemoryExchange
from tests.bus.hearing import Heard, echo, every_turn, never

SENT = [str(number).encode() for number in range(200)]


@asynccontextmanager
async def an_exchange(faults: Faults = NO_FAULTS, seed: int = 1) -> AsyncIterator[MemoryExchange]:
    exchange = MemoryExchange(faults, Random(seed))
    yield exchange
    await exchange.close()


async def hears_of(faults: Faults, seed: int = 1) -> list[bytes]:
    """What bob hears of all that ann sends, a message every tenth of a second."""
    async with an_exchange(faults, seed) as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        heard = Heard()
        await bob.subscribe("news", heard)
        for body in SENT:
            await ann.publish("news", body)
            exchange.advance(0.1)
        exchange.advance(10)
        return heard.bodies


async def test_without_faults_all_arrive_in_order() -> None:
    assert await hears_of(NO_FAULTS) == SENT


async def test_some_are_lost() -> None:
    heard = await hears_of(Faults(lost=0.3))
    assert 100 < len(heard) < 180
    assert heard == [body for body in SENT if body in heard]


async def test_some_are_doubled() -> None:
    heard = await hears_of(Faults(doubled=0.3))
    assert 220 < len(heard) < 300
    assert list(dict.fromkeys(heard)) == SENT


async def test_delayed_ones_keep_their_place() -> None:
    async with an_exchange(Faults(delayed=1.0, longest_delay=5.0)) as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        heard = Heard()
        await bob.subscribe("news", heard)
        for body in SENT:
            await ann.publish("news", body)
        await every_turn()
        assert not heard.bodies
        exchange.advance(1.0)
        some = len(heard.bodies)
        assert some < len(SENT)
        exchange.advance(4.0)
        assert heard.bodies == SENT


async def test_everything_arrives_at_its_own_time() -> None:
    async with an_exchange(Faults(reordered=1.0, longest_delay=5.0)) as exchange:
        ann = exchange.connect("ann")
        times: list[float] = []
        await ann.subscribe("news", lambda _: times.append(exchange.now))
        for body in SENT:
            await ann.publish("news", body)
        exchange.advance(5.0)
        assert times == sorted(times)
        assert len({*times}) == len(SENT)
        assert exchange.now == 5.0


async def test_reordered_ones_overtake_one_another() -> None:
    heard = await hears_of(Faults(reordered=0.3))
    assert sorted(heard) == sorted(SENT)
    assert heard != SENT


async def test_a_seed_plays_the_same_again() -> None:
    everything = Faults(lost=0.1, doubled=0.1, delayed=0.2, reordered=0.2)
    first, again, other = [await hears_of(everything, seed) for seed in (7, 7, 8)]
    assert first == again
    assert first != other


async def test_faults_befall_requests_and_answers() -> None:
    async with an_exchange(Faults(lost=0.5, longest_delay=0)) as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        taken: list[bytes] = []

        async def answer(body: bytes) -> bytes:
            taken.append(body)
            return body

        await ann.serve("table.t1", answer)
        asked = [asyncio.create_task(bob.ask("table.t1", body, 1)) for body in SENT]
        await every_turn()
        exchange.advance(1)
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        answered = [outcome for outcome in outcomes if isinstance(outcome, bytes)]
        assert 70 < len(taken) < 130
        assert 30 < len(answered) < 70
        assert {*answered} < {*taken}


async def test_a_doubled_request_is_answered_twice_and_counts_once() -> None:
    async with an_exchange(Faults(doubled=1.0)) as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        answers = iter((b"first", b"second"))

        async def answer(body: bytes) -> bytes:
            return next(answers)

        await ann.serve("table.t1", answer)
        assert await bob.ask("table.t1", b"hit", 1) == b"first"
        await every_turn()
        assert list(answers) == []


async def test_nobody_is_late_before_time_has_passed() -> None:
    async with an_exchange() as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        await ann.serve("table.t1", never)
        asked = asyncio.create_task(bob.ask("table.t1", b"hit", 2.0))
        await every_turn()
        exchange.advance(1.5)
        await every_turn()
        assert not asked.done()
        exchange.advance(0.5)
        with pytest.raises(Unreachable, match="no answer"):
            await asked


async def test_a_partition_keeps_groups_apart_and_tells_nobody() -> None:
    async with an_exchange(Faults(delayed=1.0)) as exchange:
        nodes = {name: exchange.connect(name) for name in ("ann", "bob", "cat", "dan")}
        heard = {name: Heard() for name in nodes}
        for name, bus in nodes.items():
            await bus.subscribe("news", heard[name])
        await nodes["ann"].publish("news", b"on the way")
        exchange.partition({"ann", "bob"}, {"cat"})
        exchange.advance(1)
        await nodes["ann"].publish("news", b"apart")
        exchange.advance(1)
        exchange.heal()
        exchange.advance(1)
        await nodes["ann"].publish("news", b"healed")
        exchange.advance(1)
        everything = [b"on the way", b"apart", b"healed"]
        assert heard["ann"].bodies == heard["bob"].bodies == everything
        # Who is in no group is in one with the others that are in none.
        assert heard["cat"].bodies == heard["dan"].bodies == [b"healed"]
        assert all(bus.connected() for bus in nodes.values())


async def test_an_answer_given_behind_a_partition_does_not_come() -> None:
    async with an_exchange(Faults(delayed=1.0)) as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")

        async def answer(body: bytes) -> bytes:
            exchange.partition({"ann"})
            return body

        await ann.serve("table.t1", answer)
        asked = asyncio.create_task(bob.ask("table.t1", b"hit", 5))
        await every_turn()
        exchange.advance(1)
        await every_turn()
        exchange.heal()
        exchange.advance(4)
        with pytest.raises(Unreachable, match="no answer"):
            await asked


async def test_a_lost_connection_is_noticed_and_so_is_its_return() -> None:
    async with an_exchange() as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        heard = Heard()
        back: list[str] = []
        await ann.serve("table.t1", never)
        await ann.subscribe("news", heard)
        bob.on_connected.append(lambda: back.append("bob"))
        asked = asyncio.create_task(bob.ask("table.t1", b"hit", 1))
        await every_turn()
        exchange.disconnect("bob")
        assert not bob.connected()
        assert ann.connected()
        with pytest.raises(Unreachable, match="lost"):
            await asked
        with pytest.raises(Unreachable, match="away"):
            await bob.ask("table.t1", b"hit", 1)
        await bob.publish("news", b"lost")
        exchange.reconnect("bob")
        await every_turn()
        assert bob.connected()
        assert back == ["bob"]
        await bob.publish("news", b"again")
        assert await heard.until(b"again") == [b"again"]


async def test_what_a_node_does_when_connected_again_may_fail(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with an_exchange() as exchange:
        ann = exchange.connect("ann")
        back: list[str] = []

        def fail() -> None:
            raise RuntimeError("spilled")

        ann.on_connected += [fail, lambda: back.append("ann")]
        exchange.disconnect("ann")
        exchange.reconnect("ann")
        await every_turn()
        assert back == ["ann"]
        assert "spilled" in caplog.text


async def test_who_serves_and_is_away_is_nobody() -> None:
    async with an_exchange() as exchange:
        ann, bob = exchange.connect("ann"), exchange.connect("bob")
        await ann.serve("table.t1", echo)
        exchange.disconnect("ann")
        with pytest.raises(Unreachable, match="nobody serves"):
            await bob.ask("table.t1", b"hit", 1)


async def test_a_name_is_one_nodes_until_it_has_left() -> None:
    async with an_exchange() as exchange:
        ann = exchange.connect("ann")
        with pytest.raises(ValueError, match="ann is connected already"):
            exchange.connect("ann")
        await ann.close()
        successor = exchange.connect("ann")
        await ann.close()
        assert successor.connected()
        assert not ann.connected()
