"""What a bus with a MAC on every message drops: unsigned, forged, misplaced, stale, replayed."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from croupier.bus import Unreachable, authenticated
from croupier.bus.authenticated import MAX_AGE_MS, AuthenticatedBus, Unsigned, message_key
from croupier.bus.memory import Faults, MemoryBus, MemoryExchange
from tests.bus.hearing import Heard, echo, every_turn, upper

KEY = message_key(bytes(range(32)))
OTHER_KEY = message_key(bytes(32))
NEWS, TABLE = "news", "table.t1"


class House:
    """Nodes on one exchange, and somebody else on it who sees everything."""

    def __init__(self, exchange: MemoryExchange) -> None:
        self.now_ms = 1_000_000
        self.exchange = exchange
        self.dropped: Counter[str] = Counter()
        self.mallory = exchange.connect("mallory")
        self._sent: dict[str, list[bytes]] = {}

    def node(
        self,
        name: str,
        run: str = "1",
        *,
        key: bytes = KEY,
        skew_ms: int = 0,
        unsigned: Unsigned = Unsigned.REFUSE,
    ) -> AuthenticatedBus:
        return AuthenticatedBus(
            Recorded(self.exchange.connect(f"{name}-{run}"), self._sent),
            key,
            node=name,
            run=run,
            wall_ms=lambda: self.now_ms + skew_ms,
            unsigned=unsigned,
            dropped=lambda reason: self.dropped.update([reason]),
        )

    def sent(self, subject: str) -> bytes:
        """The last message that a node has sent there, as it went over the line."""
        return self._sent[subject][-1]


class Recorded:
    """A bus that remembers what was sent on it."""

    def __init__(self, bus: MemoryBus, sent: dict[str, list[bytes]]) -> None:
        self.on_connected = bus.on_connected
        self._bus, self._sent = bus, sent
        self.connected, self.subscribe, self.serve = bus.connected, bus.subscribe, bus.serve
        self.unsubscribe, self.close = bus.unsubscribe, bus.close

    async def publish(self, subject: str, body: bytes) -> None:
        self._sent.setdefault(subject, []).append(body)
        await self._bus.publish(subject, body)

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        self._sent.setdefault(subject, []).append(body)
        return await self._bus.ask(subject, body, seconds)


@pytest.fixture
def house(exchange: MemoryExchange) -> House:
    return House(exchange)


@pytest.fixture
def heard() -> Heard:
    return Heard()


async def published(house: House, subject: str, frame: bytes) -> None:
    await house.mallory.publish(subject, frame)
    await every_turn()


async def unanswered(house: House, subject: str, frame: bytes) -> bool:
    asked = asyncio.create_task(house.mallory.ask(subject, frame, 1.0))
    await every_turn()
    house.exchange.advance(1.0)
    with pytest.raises(Unreachable):
        await asked
    return True


async def test_what_is_unsigned_is_not_heard_and_not_answered(house: House, heard: Heard) -> None:
    ann = house.node("ann")
    await ann.subscribe(NEWS, heard)
    await ann.serve(TABLE, echo)
    await published(house, NEWS, b"open")
    assert await unanswered(house, TABLE, b"hit")
    assert (heard.bodies, house.dropped) == ([], {"unsigned": 2})


async def test_another_key_is_not_believed(house: House, heard: Heard) -> None:
    ann, stranger = house.node("ann"), house.node("bob", key=OTHER_KEY)
    await ann.subscribe(NEWS, heard)
    await stranger.publish(NEWS, b"open")
    await every_turn()
    assert (heard.bodies, house.dropped) == ([], {"forged": 1})


def changed(frame: bytes) -> Iterator[bytes]:
    """Every byte of the MAC and of the envelope, one at a time."""
    for place in range(3, len(frame)):
        yield frame[:place] + bytes([frame[place] ^ 1]) + frame[place + 1 :]
    yield frame[:-1]
    yield frame + b"\0"


async def test_no_byte_may_change(house: House, heard: Heard) -> None:
    """Sender, run, time, number, kind and body are all under the MAC."""
    ann, bob = house.node("ann"), house.node("bob")
    await bob.publish(NEWS, b"open")
    await ann.subscribe(NEWS, heard)
    frames = list(changed(house.sent(NEWS)))
    for frame in frames:
        await house.mallory.publish(NEWS, frame)
    await every_turn()
    assert (heard.bodies, house.dropped) == ([], {"forged": len(frames)})


async def test_a_message_counts_on_its_own_subject_alone(house: House, heard: Heard) -> None:
    ann, bob = house.node("ann"), house.node("bob")
    await bob.publish("other.news", b"open")
    await ann.subscribe(NEWS, heard)
    await published(house, NEWS, house.sent("other.news"))
    assert (heard.bodies, house.dropped) == ([], {"forged": 1})


async def test_a_replayed_message_is_heard_once(house: House, heard: Heard) -> None:
    ann, bob = house.node("ann"), house.node("bob")
    await ann.subscribe(NEWS, heard)
    await bob.publish(NEWS, b"open")
    await published(house, NEWS, house.sent(NEWS))
    assert (heard.bodies, house.dropped) == ([b"open"], {"replayed": 1})


async def test_a_replayed_request_is_done_once(house: House, heard: Heard) -> None:
    ann, bob = house.node("ann"), house.node("bob")

    async def answer(body: bytes) -> bytes:
        heard(body)
        return body

    await ann.serve(TABLE, answer)
    assert await bob.ask(TABLE, b"hit", 1.0) == b"hit"
    assert await unanswered(house, TABLE, house.sent(TABLE))
    assert (heard.bodies, house.dropped) == ([b"hit"], {"replayed": 1})


async def test_order_does_not_matter(house: House, heard: Heard) -> None:
    house.exchange.faults = Faults(doubled=0.5, reordered=0.5)
    ann, bob = house.node("ann"), house.node("bob")
    await ann.subscribe(NEWS, heard)
    bodies = [str(number).encode() for number in range(200)]
    for body in bodies:
        await bob.publish(NEWS, body)
    house.exchange.advance(2.0)
    await every_turn()
    assert heard.bodies != bodies
    assert sorted(heard.bodies) == sorted(bodies)
    assert set(house.dropped) == {"replayed"}


@pytest.mark.parametrize("later_ms", [MAX_AGE_MS + 1, -MAX_AGE_MS - 1])
async def test_a_stale_message_is_dropped(house: House, heard: Heard, later_ms: int) -> None:
    ann, bob = house.node("ann"), house.node("bob", skew_ms=-later_ms)
    await ann.subscribe(NEWS, heard)
    await bob.publish(NEWS, b"open")
    await every_turn()
    assert (heard.bodies, house.dropped) == ([], {"stale": 1})


async def test_clocks_may_be_apart(house: House, heard: Heard) -> None:
    ann, bob = house.node("ann"), house.node("bob", skew_ms=MAX_AGE_MS)
    await ann.subscribe(NEWS, heard)
    await bob.publish(NEWS, b"open")
    await every_turn()
    assert (heard.bodies, house.dropped) == ([b"open"], {})


async def test_a_node_started_again_hears_nothing_of_before(house: House, heard: Heard) -> None:
    """Its last run may have handled it, and what that had seen is forgotten."""
    bob = house.node("bob")
    await bob.publish(NEWS, b"open")
    house.now_ms += 1
    ann = house.node("ann", "2")
    await ann.subscribe(NEWS, heard)
    await published(house, NEWS, house.sent(NEWS))
    assert (heard.bodies, house.dropped) == ([], {"stale": 1})


async def test_an_answer_belongs_to_its_request(house: House) -> None:
    """Mallory, who stands between them, answers one request with the answer to another."""
    ann, bob = house.node("ann"), house.node("bob")
    await ann.serve(TABLE, upper)
    await bob.ask(TABLE, b"stand", 1.0)
    captured = house.sent(TABLE)
    again = house.node("ann", "2")
    await ann.unsubscribe(TABLE)
    await again.serve(TABLE, upper)
    other_answer = await house.mallory.ask(TABLE, captured, 1.0)
    await again.unsubscribe(TABLE)
    await house.mallory.serve(TABLE, lambda _: _body(other_answer))
    with pytest.raises(Unreachable, match="dropped: misplaced"):
        await bob.ask(TABLE, b"hit", 1.0)
    assert house.dropped == {"misplaced": 1}


async def _body(body: bytes) -> bytes:
    return body


@pytest.mark.parametrize("make", [lambda asked: asked, lambda asked: b"HIT"])
async def test_no_answer_of_a_stranger_is_believed(
    house: House, make: Callable[[bytes], bytes]
) -> None:
    """Neither the request sent back, nor anything without a MAC."""
    bob = house.node("bob")
    await house.mallory.serve(TABLE, lambda asked: _body(make(asked)))
    with pytest.raises(Unreachable, match="dropped"):
        await bob.ask(TABLE, b"hit", 1.0)


async def test_a_request_is_no_news(house: House, heard: Heard) -> None:
    ann, bob = house.node("ann"), house.node("bob")
    await ann.subscribe(NEWS, heard)
    asked = asyncio.create_task(bob.ask(NEWS, b"hit", 1.0))
    await every_turn()
    house.exchange.advance(1.0)
    with pytest.raises(Unreachable):
        await asked
    assert (heard.bodies, house.dropped) == ([], {"misplaced": 1})


async def test_senders_are_forgotten_when_all_they_sent_is_stale(
    house: House, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authenticated, "MAX_SENDERS", 2)
    ann = house.node("ann")
    await ann.subscribe(NEWS, heard)
    for run in ("1", "2", "3"):
        await house.node("bob", run).publish(NEWS, run.encode())
        await every_turn()
    assert (heard.bodies, house.dropped) == ([b"1", b"2"], {"too many senders": 1})
    house.now_ms += MAX_AGE_MS + 1
    await house.node("bob", "4").publish(NEWS, b"4")
    await every_turn()
    assert heard.bodies == [b"1", b"2", b"4"]


async def test_a_number_that_was_passed_long_ago_counts_as_seen(
    house: House, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authenticated, "MAX_REORDERED", 2)
    ann, bob = house.node("ann"), house.node("bob")
    await bob.publish(NEWS, b"first")
    first = house.sent(NEWS)
    await ann.subscribe(NEWS, heard)
    for body in (b"2", b"3", b"4"):
        await bob.publish(NEWS, body)
    await published(house, NEWS, first)
    assert (heard.bodies, house.dropped) == ([b"2", b"3", b"4"], {"replayed": 1})


async def test_drops_are_logged_at_the_1st_2nd_and_4th(
    house: House, heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    ann = house.node("ann")
    await ann.subscribe(NEWS, heard)
    for _ in range(5):
        await published(house, NEWS, b"open")
    assert [record.message for record in caplog.records] == [
        f"message dropped: unsigned ({number} so far)" for number in (1, 2, 4)
    ]


async def test_nodes_of_the_version_before_during_an_upgrade(house: House, heard: Heard) -> None:
    """They sign nothing, and cannot read what is signed."""
    before, sending = house.mallory, house.node("ann", unsigned=Unsigned.SEND)
    accepting, signing = house.node("bob", unsigned=Unsigned.ACCEPT), house.node("cat")
    for node in (sending, accepting):
        await node.subscribe(NEWS, heard)
        await before.publish(NEWS, b"open")
        await every_turn()
        await node.unsubscribe(NEWS)
    assert heard.bodies == [b"open", b"open"]
    await before.serve(TABLE, upper)
    assert await sending.ask(TABLE, b"hit", 1.0) == b"HIT"
    await before.unsubscribe(TABLE)
    await accepting.serve(TABLE, upper)
    assert await before.ask(TABLE, b"hit", 1.0) == b"HIT"
    assert await sending.ask(TABLE, b"hit", 1.0) == b"HIT"
    assert await signing.ask(TABLE, b"hit", 1.0) == b"HIT"
    await accepting.unsubscribe(TABLE)
    await sending.serve(TABLE, upper)
    assert await signing.ask(TABLE, b"hit", 1.0) == b"HIT"
    assert not house.dropped


async def test_that_unsigned_messages_are_accepted_is_logged(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.node("ann", unsigned=Unsigned.ACCEPT)
    assert "during an upgrade only" in caplog.text
