"""What only a real connection can do: be refused, lost, slow, overheard."""

import asyncio
import datetime
import gc
import ipaddress
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from croupier.bus import Bus, Unreachable, nats, nats_link, open_bus
from croupier.bus.local_server import LocalServer
from croupier.bus.nats_address import check_login
from croupier.kit.errors import Code, Refused
from tests.bus.conftest import OpenBus
from tests.bus.hearing import PATIENCE_S, Heard, echo, never
from tests.bus.scripted import scripted_server
from tests.support.waiting import until


def connection_again(bus: Bus) -> asyncio.Event:
    there = asyncio.Event()
    bus.on_connected.append(there.set)
    return there


async def started(server: LocalServer, *returned: asyncio.Event) -> None:
    server.start()
    async with asyncio.timeout(PATIENCE_S):
        for event in returned:
            await event.wait()


# Away and back


async def test_a_killed_server_that_comes_back(server: LocalServer, opening: OpenBus) -> None:
    ann, bob = await opening(server.url, "ann"), await opening(server.url, "bob")
    heard = Heard()
    await ann.subscribe("news", heard)
    await ann.serve("table.t1", echo)
    again = connection_again(ann), connection_again(bob)
    server.stop(signal.SIGKILL)
    await until(lambda: not ann.connected() and not bob.connected())
    await started(server, *again)
    assert ann.connected()
    assert bob.connected()
    assert await bob.ask("table.t1", b"hit", PATIENCE_S) == b"hit"
    await bob.publish("news", b"open")
    assert await heard.until(b"open") == [b"open"]


async def test_it_comes_back_as_often_as_it_is_killed(
    server: LocalServer, opening: OpenBus
) -> None:
    ann = await opening(server.url, "ann")
    await ann.serve("table.t1", echo)
    for number in range(3):
        again = connection_again(ann)
        server.stop(signal.SIGKILL)
        await started(server, again)
        assert await ann.ask("table.t1", b"%d" % number, PATIENCE_S) == b"%d" % number


async def test_what_is_sent_while_it_is_away_is_dropped_at_once(
    server: LocalServer, opening: OpenBus
) -> None:
    ann, bob = await opening(server.url, "ann"), await opening(server.url, "bob")
    heard = Heard()
    await ann.subscribe("news", heard)
    again = connection_again(ann), connection_again(bob)
    server.stop(signal.SIGKILL)
    await until(lambda: not bob.connected())
    # Not one of these gives another task its turn: nothing is waited for.
    for _ in range(100):
        with pytest.raises(StopIteration):
            bob.publish("news", bytes(100_000)).send(None)
    with pytest.raises(Unreachable, match="away"):
        await bob.ask("news", b"", PATIENCE_S)
    await started(server, *again)
    await bob.publish("news", b"fresh")
    assert await heard.until(b"fresh") == [b"fresh"]


async def test_whoever_waits_for_an_answer_hears_that_it_cannot_come(
    server: LocalServer, opening: OpenBus
) -> None:
    ann, bob = await opening(server.url, "ann"), await opening(server.url, "bob")
    taken = asyncio.Event()

    async def answer(body: bytes) -> bytes:
        taken.set()
        return await never(body)

    await ann.serve("table.t1", answer)
    asked = asyncio.create_task(bob.ask("table.t1", b"hit", 3600))
    await taken.wait()
    server.stop(signal.SIGKILL)
    with pytest.raises(Unreachable, match="lost"):
        async with asyncio.timeout(PATIENCE_S):
            await asked


async def test_subjects_change_while_it_is_away(server: LocalServer, opening: OpenBus) -> None:
    ann, bob = await opening(server.url, "ann"), await opening(server.url, "bob")
    before, after = Heard(), Heard()
    await ann.subscribe("news", before)
    await ann.serve("table.t1", echo)
    again = connection_again(ann), connection_again(bob)
    server.stop(signal.SIGKILL)
    await until(lambda: not ann.connected())
    await ann.unsubscribe("news")
    await ann.subscribe("news", after)
    await ann.unsubscribe("table.t1")
    await ann.serve("table.t2", echo)
    await started(server, *again)
    assert await bob.ask("table.t2", b"hit", PATIENCE_S) == b"hit"
    with pytest.raises(Unreachable, match="nobody serves"):
        await bob.ask("table.t1", b"hit", PATIENCE_S)
    await bob.publish("news", b"open")
    assert await after.until(b"open") == [b"open"]
    assert before.bodies == []


async def test_a_bus_closes_while_it_is_away(server: LocalServer, opening: OpenBus) -> None:
    ann = await opening(server.url, "ann")
    server.stop(signal.SIGKILL)
    await until(lambda: not ann.connected())
    await ann.close()


async def test_an_error_of_the_server_does_not_end_the_bus(
    opening: OpenBus, caplog: pytest.LogCaptureFixture
) -> None:
    async with scripted_server() as server, asyncio.timeout(PATIENCE_S):
        ann = await opening(server.url, "ann")
        again = connection_again(ann)
        first = await server.connections.get()
        first.write(b"-ERR 'User Authentication Expired'\r\n")
        await server.connections.get()
        await again.wait()
        assert ann.connected()
        assert "user authentication expired" in caplog.text


async def test_a_connection_that_is_reset_with_much_unsent_leaves_nothing_behind(
    opening: OpenBus,
) -> None:
    """Neither an error that nobody hears, nor tasks that still wait for what came on it."""
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, error: unheard.append(error))
    async with scripted_server() as server, asyncio.timeout(PATIENCE_S):
        ann = await opening(server.url, "ann")
        await ann.subscribe("news", lambda _: None)
        first = await server.connections.get()
        again = connection_again(ann)
        server.reads = False
        assert isinstance(ann, nats.NatsBus)
        link = ann._link
        assert link is not None
        while not link.client.pending_data_size:
            await ann.publish("news", bytes(500_000))
            await turns()
        # The library does not annotate its tasks.
        waiting: list[Any] = [sub._wait_for_msgs_task for sub in link.client._subs.values()]
        server.reads = True
        first.transport.abort()
        await again.wait()
        await turns()
        assert waiting
        assert all(task.done() for task in waiting)
    del link, waiting
    gc.collect()
    await turns()
    assert unheard == []


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_server_that_answers_no_more_is_left(
    opening: OpenBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_link, "_HEARTBEAT_S", 0.01)
    monkeypatch.setattr(nats_link, "_PATIENCE_S", 0.05)
    async with scripted_server() as server, asyncio.timeout(PATIENCE_S):
        ann = await opening(server.url, "ann")
        await server.connections.get()
        server.answers_pings = False
        await until(lambda: not ann.connected())
        server.answers_pings = True
        again = connection_again(ann)
        await again.wait()


async def test_losing_it_and_having_it_back_is_logged_and_each_trouble_once(
    server: LocalServer,
    opening: OpenBus,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nats, "_RETRY_S", 0.001)
    ann = await opening(server.url, "ann")
    again = connection_again(ann)
    server.stop(signal.SIGKILL)
    await until(lambda: "cannot be reached" in caplog.text)
    await started(server, again)
    assert {record.name for record in caplog.records} == {"croupier.bus"}
    away, *troubles, back = [record.message for record in caplog.records]
    assert "is away: " in away
    assert all("cannot be reached: " in trouble for trouble in troubles)
    assert len({*troubles}) == len(troubles) > 0
    assert "is there again" in back
    assert server.url.partition("//")[2].partition("@")[0] not in caplog.text


# Too much


async def test_what_is_read_too_slowly_is_dropped_and_that_is_logged(
    server: LocalServer,
    opening: OpenBus,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(nats_link, "_MOST_UNREAD_MESSAGES", 10)
    ann, bob = await opening(server.url, "ann"), await opening(server.url, "bob")
    heard, end = Heard(), Heard()
    await ann.subscribe("news", heard)
    await ann.subscribe("end", end)
    for _ in range(1_000):
        await bob.publish("news", b"open")
    await bob.publish("end", b"end")
    await end.until(b"end")
    assert 10 <= len(heard.bodies) < 1_000
    dropped = [record for record in caplog.records if "dropped" in record.message]
    assert "more came on news" in dropped[0].message
    assert len(dropped) <= 10
    # It goes on as before.
    await bob.publish("news", b"last")
    await heard.until(b"last")


async def test_what_the_server_does_not_take_is_dropped_and_that_is_logged(
    opening: OpenBus, caplog: pytest.LogCaptureFixture
) -> None:
    async with scripted_server() as server:
        ann = await opening(server.url, "ann")
        await server.connections.get()
        server.reads = False
        for _ in range(100):
            await ann.publish("news", bytes(1_000_000))
            await asyncio.sleep(0)
        assert "more is sent than the bus takes" in caplog.text
        with pytest.raises(Unreachable, match="takes no more"):
            await ann.ask("table.t1", b"", PATIENCE_S)


# At the start


@pytest.mark.parametrize(
    "url",
    [
        "http://node:secret@127.0.0.1",
        "nats://node:secret@127.0.0.1:70000",
        "nats://node:secret@127.0.0.1:port",
        "nats://node:sec/ret@127.0.0.1",
        "nats://node:sec#ret@127.0.0.1",
        "nats://node:se:cr@et@127.0.0.1/more",
        "node:secret@127.0.0.1",
        "127.0.0.1?token=secret",
        "nats://[127.0.0.1",
    ],
)
async def test_a_bad_address_is_named_without_its_password(url: str) -> None:
    with pytest.raises(Refused, match=r"must be nats://HOST:PORT") as refused:
        await open_bus(url, "ann")
    assert refused.value.code is Code.BAD_SETTING
    assert "ret" not in refused.value.message
    assert "et@" not in refused.value.message
    assert refused.value.__suppress_context__
    if "[" not in url:
        assert "127.0.0.1" in refused.value.message


@pytest.mark.parametrize("url", ["", "nats://", "nats:///", "nats://:4222", "nats://a:1,b:2"])
async def test_no_address_at_all(url: str) -> None:
    with pytest.raises(Refused, match=r"must be nats://HOST:PORT"):
        await open_bus(url, "ann")


@pytest.mark.parametrize("url", ["nats://127.0.0.1", "tls://bus.example:4222", "nats://node:@bus"])
def test_an_address_without_a_login_is_refused(url: str) -> None:
    with pytest.raises(Refused, match=r"has no login.*--bus-without-login"):
        check_login(url)


@pytest.mark.parametrize("url", ["nats://token@127.0.0.1", "tls://node:secret@bus.example"])
def test_an_address_with_a_login(url: str) -> None:
    check_login(url)


async def test_a_server_that_is_not_there(server: LocalServer) -> None:
    place = server.url.partition("@")[2]
    server.stop()
    with pytest.raises(Refused) as refused:
        await open_bus(f"nats://node:secret@{place}", "ann")
    assert refused.value.code is Code.BAD_SETTING
    assert f"nats://{place} cannot be reached" in refused.value.message
    assert "secret" not in refused.value.message
    assert "node" not in refused.value.message


@pytest.mark.parametrize("login", ["", "node:secret@", "secret@"])
async def test_a_wrong_login(shared_server: LocalServer, login: str) -> None:
    place = shared_server.url.partition("@")[2]
    with pytest.raises(Refused, match="Authorization Violation") as refused:
        await open_bus(f"nats://{login}{place}", "ann")
    assert "secret" not in refused.value.message


async def test_another_program_answers(opening: OpenBus) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ready\r\n")
        await reader.read()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises(Refused, match="INFO"):
            await open_bus(f"nats://127.0.0.1:{port}", "ann")


async def test_a_user_and_a_password_with_signs_of_an_address(opening: OpenBus) -> None:
    settings = {"authorization": {"user": "node@1", "password": "a/b:c%"}}
    with LocalServer(settings=settings) as server:
        place = server.url.partition("@")[2]
        ann = await opening(f"nats://node%401:a%2Fb%3Ac%25@{place}", "ann")
        assert ann.connected()


async def test_without_the_client_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("croupier.bus.nats", "croupier.bus.nats_link"):
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(Refused, match=r"pip install 'croupier\[nats\]'") as refused:
        await open_bus("nats://127.0.0.1", "ann")
    assert refused.value.code is Code.BAD_SETTING


# Encrypted


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Of 127.0.0.1, signed by itself, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    today = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


async def test_an_encrypted_connection(
    certificate: tuple[Path, Path], opening: OpenBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, key = map(str, certificate)
    with LocalServer(settings={"tls": {"cert_file": cert, "key_file": key}}) as server:
        assert server.url.startswith("tls://")
        with pytest.raises(Refused, match="CERTIFICATE_VERIFY_FAILED"):
            await open_bus(server.url, "ann")
        monkeypatch.setenv("SSL_CERT_FILE", cert)
        ann = await opening(server.url, "ann")
        await ann.serve("table.t1", echo)
        assert await ann.ask("table.t1", b"hit", PATIENCE_S) == b"hit"
        again = connection_again(ann)
        server.stop(signal.SIGKILL)
        await started(server, again)
        assert await ann.ask("table.t1", b"hit", PATIENCE_S) == b"hit"


async def test_no_password_is_sent_where_encryption_was_asked_for_and_is_not_there() -> None:
    async with scripted_server() as server:
        place = server.url.partition("//")[2]
        with pytest.raises(Refused, match="secure connection not available"):
            await open_bus(f"tls://node:secret@{place}", "ann")
        assert server.received == b""
