"""What is asked of a table that another node deals at.

A request has its sender's own id, so it may be put again to whoever deals there by then: it is done
once and answered the same.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from croupier.bus.protocol import Bus, Unreachable
from croupier.house.live_table import LiveTable
from croupier.house.live_tables import LiveTables
from croupier.house.nodes.following import Following
from croupier.house.nodes.ownership import Ownership
from croupier.house.nodes.subjects import (
    Answered,
    Subjects,
    decode_answer,
    decode_request,
    encode_request,
)
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.store.errors import StoreError
from croupier.table.table import UNCLEAR, Reply, Request, again, body_hash

_LOG = logging.getLogger("croupier.nodes")

ANSWER_S = 2.0
"""How long one node waits for another's answer, before it looks who deals there now."""
FORWARD_S = 8.0
"""How long a request waits for a table that nobody deals at: a takeover takes less."""
_REACH_S = 3.0
"""How long an answer waits for this node to have read what it is about."""
_AGAIN_S = 0.1
_NOBODY = Reply.refusal(
    Refused(Code.NOT_STORED, words("the table is being moved to another machine; try again"))
)
_NOT_STORED = Reply.refusal(
    Refused(Code.NOT_STORED, words("the house could not store it; try again"))
)


class Forwarding:
    def __init__(
        self,
        bus: Bus,
        subjects: Subjects,
        live_tables: LiveTables,
        ownership: Ownership,
        following: Following,
        *,
        check: Callable[[LiveTable, Request], Awaitable[Request]],
        know: Callable[[LiveTable, Request], Awaitable[None]],
    ) -> None:
        """`check` returns a request of another node as this one would put it to the table, or
        refuses it. `know` looks up what has to be known before a request is judged here, or refuses
        it."""
        self._bus = bus
        self._subjects = subjects
        self._live_tables = live_tables
        self._ownership = ownership
        self._following = following
        self._check = check
        self._know = know

    async def open(self) -> None:
        me = self._ownership.node.name
        await self._bus.serve(self._subjects.node(me), self._answer)

    async def forward(self, live: LiveTable, request: Request) -> Reply:
        asked, loop = encode_request(live.id, request), asyncio.get_running_loop()
        until, nobody = loop.time() + FORWARD_S, _NOBODY
        while True:
            if live.owned:
                return await self._ask_here(live, request)
            try:
                reply = await self._ask(live, asked, min(ANSWER_S, until - loop.time()))
            except Unreachable as why:
                _LOG.info("no answer from a node", extra={"table": live.id, "why": str(why)})
                reply, nobody = None, UNCLEAR
            if reply is not None:
                # What was asked before may have been stored all the same.
                return nobody if reply.code == Code.NOT_STORED and nobody is UNCLEAR else reply
            # Without the database this node does not learn who deals there next.
            if live.stopped or self._ownership.cut_off() or loop.time() >= until:
                return nobody
            await asyncio.sleep(_AGAIN_S)

    async def _ask(self, live: LiveTable, asked: bytes, seconds: float) -> Reply | None:
        """None: nobody deals there just now, or cannot be asked. Raises `Unreachable` when the
        request may have been acted upon, and no answer came."""
        dealer = self._ownership.dealer_of(live.id)
        if not dealer or dealer == self._ownership.node.name:
            self._ownership.look_now()
            return None
        if not self._bus.connected():
            return None
        answer = decode_answer(await self._bus.ask(self._subjects.node(dealer), asked, seconds))
        if answer.reply is None:
            self._ownership.look_now()
            return None
        # An answer does not wait for books that cannot be read here.
        with suppress(TimeoutError):
            async with asyncio.timeout(_REACH_S):
                await self._following.reach(live.id, answer.seq)
        return answer.reply

    async def _answer(self, body: bytes) -> bytes:
        table, request = decode_request(body)
        live = self._live_tables.tables.get(table)
        if live is None or not live.owned or self._ownership.cut_off():
            return msgspec.msgpack.encode(Answered(False))
        reply = await self._ask_for_another(live, request)
        return msgspec.msgpack.encode(Answered(True, reply, live.seq))

    async def _ask_for_another(self, live: LiveTable, request: Request) -> Reply:
        """Nothing that another node says of a request is believed."""
        try:
            try:
                request = await self._check(live, request)
            except Refused as refused:
                return await self._answered_before(request) or _refused(request, refused)
        except StoreError:
            return _NOT_STORED
        return await self._ask_here(live, request)

    async def _answered_before(self, request: Request) -> Reply | None:
        """What was accepted before gets its answer again, whatever may be legal now."""
        store = self._live_tables.store
        answer = await asyncio.to_thread(store.answer, request.actor.name, request.id)
        return None if answer is None else again(answer, body_hash(request))

    async def _ask_here(self, live: LiveTable, request: Request) -> Reply:
        try:
            await self._know(live, request)
            return await live.ask(
                request.actor,
                request.command,
                request.id,
                request.round,
                request.body,
                signed=request.signed,
            )
        except StoreError:
            return _NOT_STORED
        except Refused as refused:
            return Reply.refusal(refused)


def _refused(request: Request, refused: Refused) -> Reply:
    who, why = request.actor.name, refused.message
    _LOG.warning("request of another node refused", extra={"who": who, "why": why})
    return Reply.refusal(refused)
