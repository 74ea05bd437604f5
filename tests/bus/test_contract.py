"""What every bus promises, over each kind."""

import asyncio

import pytest

from croupier.bus import Unreachable, receivers
from tests.bus.conftest import Network
from tests.bus.hearing import PATIENCE_S, Heard, echo, every_turn, never, upper


async def test_a_request_is_answered(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    await ann.serve("table.t1", upper)
    assert await bob.ask("table.t1", b"hit", PATIENCE_S) == b"HIT"
    assert await ann.ask("table.t1", b"stand", PATIENCE_S) == b"STAND"


async def test_nobody_serves_it(network: Network) -> None:
    bob = await network.connect("bob")
    with pytest.raises(Unreachable, match=r"nobody serves table\.t1"):
        await bob.ask("table.t1", b"hit", PATIENCE_S)


async def test_no_answer_in_time(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    await ann.serve("table.t1", never)
    asked = asyncio.create_task(bob.ask("table.t1", b"hit", 0.2))
    await network.wait(0.2)
    with pytest.raises(Unreachable, match=r"no answer on table\.t1 in 0\.2 s"):
        await asked


async def test_requests_do_not_wait_for_one_another(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    second_came = asyncio.Event()

    async def answer(body: bytes) -> bytes:
        if body == b"first":
            await second_came.wait()
        else:
            second_came.set()
        return body

    await ann.serve("table.t1", answer)
    asked = (bob.ask("table.t1", body, PATIENCE_S) for body in (b"first", b"second"))
    assert await asyncio.gather(*asked) == [b"first", b"second"]


async def test_many_messages_arrive_in_order(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    heard = Heard()
    await bob.subscribe("table.t1.news", heard)
    sent = [str(number).encode() for number in range(5_000)]
    for body in sent:
        await ann.publish("table.t1.news", body)
    assert await heard.until(sent[-1]) == sent


async def test_all_who_subscribe_hear_it_the_sender_too(network: Network) -> None:
    nodes = [await network.connect(name) for name in ("ann", "bob", "cat")]
    heard = [Heard() for _ in nodes]
    for node, hearing in zip(nodes, heard, strict=True):
        await node.subscribe("news", hearing)
    await nodes[0].publish("news", b"open")
    assert [await hearing.until(b"open") for hearing in heard] == [[b"open"]] * 3


async def test_only_its_own_subject_is_heard(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    heard = Heard()
    await bob.subscribe("table.t1", heard)
    for subject in ("table.t2", "table", "table.t1.news"):
        await ann.publish(subject, b"not ours")
    await ann.publish("table.t1", b"ours")
    assert await heard.until(b"ours") == [b"ours"]


async def test_nobody_need_be_there_to_publish(network: Network) -> None:
    ann = await network.connect("ann")
    await ann.publish("news", b"open")


async def test_a_handler_that_fails_is_logged_and_goes_on(
    network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    heard = Heard()

    def hear(body: bytes) -> None:
        heard(body)
        if body == b"bad":
            raise RuntimeError("spilled")

    await bob.subscribe("news", hear)
    for body in (b"bad", b"good"):
        await ann.publish("news", body)
    assert await heard.until(b"good") == [b"bad", b"good"]
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("croupier.bus", "ERROR")
    assert "news" in record.message
    assert "spilled" in caplog.text


async def test_a_request_that_fails_is_logged_and_gets_no_answer(
    network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")

    async def answer(body: bytes) -> bytes:
        if body == b"large":
            return bytes(network.largest_body + 1)
        if body == b"bad":
            raise RuntimeError("spilled")
        return body

    await ann.serve("table.t1", answer)
    for body in (b"bad", b"large"):
        asked = asyncio.create_task(bob.ask("table.t1", body, 0.2))
        await network.wait(0.2)
        with pytest.raises(Unreachable):
            await asked
    assert await bob.ask("table.t1", b"good", PATIENCE_S) == b"good"
    assert {record.name for record in caplog.records} == {"croupier.bus"}
    assert "spilled" in caplog.text


async def test_what_is_unsubscribed_is_not_heard(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    before, after, other = Heard(), Heard(), Heard()
    await bob.subscribe("news", before)
    await bob.subscribe("other", other)
    await ann.publish("news", b"1")
    await before.until(b"1")
    await bob.unsubscribe("news")
    await bob.unsubscribe("never.subscribed")
    await ann.publish("news", b"2")
    await ann.publish("other", b"that was 2")
    await other.until(b"that was 2")
    await bob.subscribe("news", after)
    await ann.publish("news", b"3")
    assert await after.until(b"3") == [b"3"]
    assert before.bodies == [b"1"]


async def test_what_is_no_longer_served_reaches_nobody(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    await ann.serve("table.t1", echo)
    await ann.unsubscribe("table.t1")
    with pytest.raises(Unreachable, match="nobody serves"):
        await bob.ask("table.t1", b"hit", PATIENCE_S)


async def test_a_request_taken_before_is_still_answered(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    taken, go_on = asyncio.Event(), asyncio.Event()

    async def answer(body: bytes) -> bytes:
        taken.set()
        await go_on.wait()
        return body

    await ann.serve("table.t1", answer)
    asked = asyncio.create_task(bob.ask("table.t1", b"hit", PATIENCE_S))
    await taken.wait()
    await ann.unsubscribe("table.t1")
    go_on.set()
    assert await asked == b"hit"


async def test_a_message_on_a_served_subject_is_answered_to_nobody(
    network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    heard = Heard()

    async def answer(body: bytes) -> bytes:
        heard(body)
        return body

    await ann.serve("table.t1", answer)
    await bob.publish("table.t1", b"no request")
    await heard.until(b"no request")
    assert await bob.ask("table.t1", b"hit", PATIENCE_S) == b"hit"
    assert not caplog.records


async def test_requests_over_the_limit_are_dropped_and_that_is_logged(
    network: Network, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(receivers, "MOST_ANSWERING", 3)
    ann, bob = await network.connect("ann"), await network.connect("bob")
    taken: list[bytes] = []
    heard = Heard()

    async def answer(body: bytes) -> bytes:
        taken.append(body)
        return await never(body)

    await ann.serve("table.t1", answer)
    await ann.subscribe("news", heard)
    bodies = [str(number).encode() for number in range(10)]
    for body in bodies:
        await bob.publish("table.t1", body)
    await bob.publish("news", b"these were all")
    await heard.until(b"these were all")
    await every_turn()
    assert taken == bodies[:3]
    # Of the seven that were dropped: the 1st, the 2nd and the 4th.
    assert len([record for record in caplog.records if "dropped" in record.message]) == 3


async def test_a_subject_has_one_handler(network: Network) -> None:
    ann = await network.connect("ann")
    await ann.subscribe("news", Heard())
    with pytest.raises(ValueError, match="news has a handler"):
        await ann.serve("news", echo)


@pytest.mark.parametrize(
    "subject", ["", "table.", ".t1", "table..t1", "a b", "table.*", ">", "a\n"]
)
async def test_what_is_no_subject(network: Network, subject: str) -> None:
    ann = await network.connect("ann")
    for doing in (
        ann.publish(subject, b""),
        ann.ask(subject, b"", 1),
        ann.subscribe(subject, Heard()),
        ann.serve(subject, echo),
    ):
        with pytest.raises(ValueError, match="is no subject"):
            await doing


async def test_a_body_has_a_largest_size(network: Network) -> None:
    ann = await network.connect("ann")
    heard = Heard()
    await ann.subscribe("news", heard)
    largest = network.largest_body
    await ann.publish("news", bytes(largest))
    assert len((await heard.until(bytes(largest)))[0]) == largest
    for doing in (
        ann.publish("news", bytes(largest + 1)),
        ann.ask("news", bytes(largest + 1), 1),
    ):
        with pytest.raises(ValueError, match="a message holds"):
            await doing


async def test_a_closed_bus_is_away(network: Network) -> None:
    ann, bob = await network.connect("ann"), await network.connect("bob")
    taken, ended = asyncio.Event(), asyncio.Event()

    async def answer(body: bytes) -> bytes:
        taken.set()
        try:
            return await never(body)
        finally:
            ended.set()

    await ann.serve("table.t1", answer)
    await ann.serve("table.t2", never)
    from_ann = asyncio.create_task(ann.ask("table.t2", b"hit", PATIENCE_S))
    from_bob = asyncio.create_task(bob.ask("table.t1", b"hit", 600))
    await taken.wait()
    assert ann.connected()
    await ann.close()
    assert not ann.connected()
    assert ended.is_set()
    with pytest.raises(Unreachable, match="lost"):
        await from_ann
    with pytest.raises(Unreachable, match="away"):
        await ann.ask("table.t1", b"hit", PATIENCE_S)
    await ann.publish("news", b"nobody hears it")
    with pytest.raises(Unreachable, match="nobody serves"):
        await bob.ask("table.t1", b"hit", PATIENCE_S)
    await bob.close()
    with pytest.raises(Unreachable, match="lost"):
        await from_bob
