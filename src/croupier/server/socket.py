"""The socket: hello with a ticket, then one message after another, each answered once. Only what a
player asks of another node's table is waited for apart (`lanes`).

Unknown, malformed, oversized and too frequent messages are answered with a refusal; whoever keeps
sending them is cut off. Nothing a client sends is a traceback.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from croupier.house.people.people import Who
from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse_message
from croupier.server import handlers
from croupier.server.accounts import PresentAccount
from croupier.server.address import client_address
from croupier.server.connection import Connection
from croupier.server.decoding import LARGEST_MESSAGE, decode, of_protocol
from croupier.server.frames import Frame
from croupier.server.handlers.dispatcher import Dispatcher
from croupier.server.house import House
from croupier.server.rates import MOST_HASTE, PER_SECOND
from croupier.server.sender import Send
from croupier.server.store_failures import store_refusal
from croupier.store.errors import StoreError
from croupier.table.actor import BUSY
from croupier.table.table import UNCLEAR
from croupier.table.table import Reply as TableReply
from croupier.wire.commands import Hello, ToTable
from croupier.wire.messages import Bye, Reply, Welcome

_LOG = logging.getLogger("croupier.socket")

HELLO_S = 10.0
_POLICY, _LOST, _GOING_AWAY = 1008, 1011, 1001

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Sockets:
    """The ASGI application behind `/socket`."""

    def __init__(self, house: House) -> None:
        handlers.enter_all()
        self._house = house
        tracing, answer = house.tracing, Dispatcher(house).answer
        self._handle = tracing.handled(answer) if tracing else answer
        self._receive = tracing.received(self._answer) if tracing else self._answer
        self._apart = tracing.received(self._reply) if tracing else self._reply
        self._from: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        origin = _header(scope, b"origin")
        if origin is not None and origin not in self._house.settings.origins:
            await send({"type": "websocket.close", "code": _POLICY})
            return
        address = client_address(scope, trusted_proxy=self._house.settings.trusted_proxy)
        if self._from[address] >= self._house.settings.sockets:
            await send({"type": "websocket.close", "code": _POLICY})
            return
        self._from[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await self._visit(scope, receive, send, address)
        finally:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    async def _visit(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        try:
            hello = await _hello(receive)
            with self._house.open_requests:
                who = await self._redeem(hello)
                await self._house.players.admit(who)
                connection = Connection(
                    scope, send, who, self._house.connections.caught_up, address
                )
                account = self._house.accounts.arrive(connection)
                try:
                    await self._attend(connection, account, hello, receive)
                finally:
                    await self._house.connections.leave(connection)
        except Refused as refused:
            await _refuse(send, refused)
        except StoreError as error:
            _LOG.warning("the store failed a visitor", extra={"why": str(error)})
            await _refuse(send, store_refusal(changes=False))
        except _Gone:
            pass
        else:
            await _close(send, connection)

    async def _attend(
        self, connection: Connection, account: PresentAccount, hello: Hello, receive: Receive
    ) -> None:
        try:
            self._house.connections.arrive(connection)
            missed = account.feed.since(hello.you)
            connection.say(
                Welcome(
                    connection.name,
                    connection.role,
                    account.feed.name,
                    account.feed.n,
                    missed is not None,
                    self._house.run,
                    self._house.clock.wall(),
                    self._house.settings.support,
                )
            )
            for frame in missed or ():
                connection.send(frame)
            if connection.plays:
                self._house.purse_feed.changed(connection.name)
                await self._house.interrupted.tell(connection.name)
            elif connection.bets:
                self._house.purse_feed.staged(connection.name)
            await self._talk(connection, receive)
        except Refused as refused:
            connection.end(str(refused.code), refused.message)
        except _Gone:
            pass

    async def _redeem(self, hello: Hello) -> Who:
        who = await self._house.redeem(hello.ticket)
        if who is None:
            raise Refused(Code.NOT_KNOWN, "this ticket is not good, or not any more")
        if who.must is not None:
            raise Refused(Code.NOT_ALLOWED, f"first set up your {who.must}")
        return who

    async def _talk(self, connection: Connection, receive: Receive) -> None:
        """Until either side ends it; what is being answered then is answered."""
        listening = asyncio.ensure_future(self._listen(connection, receive))
        ended = asyncio.ensure_future(connection.ended.wait())
        try:
            await asyncio.wait((listening, ended), return_when=asyncio.FIRST_COMPLETED)
            if not connection.silent:
                await asyncio.wait((listening,))
            if listening.done():
                listening.result()
            await connection.lanes.finish()
        finally:
            connection.lanes.cancel()
            listening.cancel()
            ended.cancel()

    async def _listen(self, connection: Connection, receive: Receive) -> None:
        while not connection.ended.is_set():
            connection.silent = True
            if connection.sender.lagging_since is not None:
                await connection.sender.room()
            message = await receive()
            connection.silent = False
            await self._receive(connection, _text(message))

    async def _answer(self, connection: Connection, text: str | bytes) -> None:
        metrics = self._house.metrics
        if not connection.rate.allows():
            metrics.commands.labels("any", str(Code.TOO_OFTEN)).inc()
            if connection.rate.refused > MOST_HASTE:
                raise Refused(Code.TOO_OFTEN, "far too many messages")
            slower = f"slower, please: {PER_SECOND} messages a second"
            connection.owe(_refusal(_id_of(text), Code.TOO_OFTEN, slower))
            return
        if not self._house.people.lasts(connection.who.digest):
            raise Refused(Code.NOT_KNOWN, "this session has ended")
        try:
            message = decode(text)
        except Refused as refused:
            metrics.commands.labels("any", str(refused.code)).inc()
            connection.rate.refused += 1
            if connection.rate.refused > MOST_HASTE:
                raise
            connection.owe(_refusal(_id_of(text), refused.code, refused.message))
            return
        if isinstance(message, ToTable) and self._is_apart(connection, message.table):
            self._put_apart(connection, message)
        else:
            await self._reply(connection, message)

    def _put_apart(self, connection: Connection, message: ToTable[Any]) -> None:
        def late(begun: bool) -> None:
            self._owe(connection, message, UNCLEAR if begun else BUSY)

        if connection.lanes.full:
            late(False)
        else:
            work = self._apart(connection, message)
            connection.lanes.put(message.table, work, late)

    def _owe(self, connection: Connection, message: ToTable[Any], answer: TableReply) -> None:
        connection.owe(Reply(message.id, False, answer.code, answer.message, words=answer.words))
        kind = str(type(message).__struct_config__.tag)
        self._house.metrics.commands.labels(kind, answer.code).inc()

    def _is_apart(self, connection: Connection, table: str) -> bool:
        """Whether another node has to answer: the socket does not wait for it. Only players play at
        several tables; what staff do keeps its order."""
        live = self._house.live_tables.tables.get(table)
        elsewhere = live is not None and not live.owned
        return connection.plays and (elsewhere or connection.lanes.busy(table))

    async def _reply(self, connection: Connection, message: Any) -> None:
        began = time.perf_counter()
        metrics = self._house.metrics
        try:
            reply = await self._handle(connection, message)
        except Exception as error:
            self._house.failed(error)
            # A bug of ours: told without its details, and never the end of the process.
            _LOG.exception("command failed", extra={"command": type(message).__name__})
            reply = _refusal(message.id, Code.BROKEN, "something went wrong; it was not done")
        connection.owe(reply)
        kind = str(type(message).__struct_config__.tag)
        metrics.command(kind, "ok" if reply.ok else reply.code, time.perf_counter() - began)


class _Gone(Exception):  # noqa: N818 -- what happened
    """The client has closed its socket."""


async def _hello(receive: Receive) -> Hello:
    try:
        async with asyncio.timeout(HELLO_S):
            text = _text(await receive())
    except TimeoutError:
        raise Refused(Code.BAD_MESSAGE, "no hello came") from None
    hello: Hello = of_protocol(parse_message(text), Hello)
    return hello


def _text(message: MutableMapping[str, Any]) -> str | bytes:
    if message["type"] == "websocket.disconnect":
        raise _Gone
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    return text


def _id_of(text: str | bytes) -> str:
    """The id of a message that was refused, if one can be read off it, so that it is answered."""
    try:
        value = parse_message(text[: LARGEST_MESSAGE + 1])
    except Refused:
        return ""
    id = value.get("id") if isinstance(value, dict) else None
    return id[:64] if isinstance(id, str) and id.isprintable() else ""


def _refusal(id: str, code: Code, message: str) -> Reply:
    return Reply(id, False, str(code), message)


async def _refuse(send: Send, refused: Refused) -> None:
    text = Frame.of(Bye(str(refused.code), refused.message, refused.words)).text.decode()
    await _quietly(send, {"type": "websocket.send", "text": text})
    await _quietly(send, {"type": "websocket.close", "code": _POLICY})


async def _close(send: Send, connection: Connection) -> None:
    await connection.sender.finish()
    await _quietly(send, {"type": "websocket.close", "code": _GOING_AWAY})


async def _quietly(send: Send, message: MutableMapping[str, Any]) -> None:
    try:
        await send(message)
    except Exception:
        _LOG.debug("the client had gone already")


def _header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None
