"""A bus over a NATS server.

A connection is used until it is lost and then thrown away, with all that was still to be sent, and
another is made. So nothing stale is sent late, and no error of the server's, after which the client
by itself would stay closed, ends the bus.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from nats import errors
from nats.aio.msg import Msg

from croupier.bus.nats_address import NatsAddress, read_address
from croupier.bus.nats_link import FAILURES, NatsLink, reason
from croupier.bus.protocol import Unreachable, check_body, check_subject
from croupier.bus.receivers import LOG, Drops, Receivers, call_each
from croupier.kit.errors import Code, Refused

_RETRY_S = 0.5
"""Between two tries to connect again."""
_GOODBYE_S = 1.0


async def connect(url: str, name: str) -> "NatsBus":
    """Refused when no server is there; one that goes away later is waited for."""
    bus = NatsBus(read_address(url), name)
    await bus.start()
    return bus


class NatsBus:
    """Made by `connect`."""

    def __init__(self, address: NatsAddress, name: str) -> None:
        self.on_connected: list[Callable[[], None]] = []
        self._address = address
        self._name = name
        self._drops = Drops()
        self._receivers = Receivers(self._drops)
        self._link: NatsLink | None = None
        """None while there is no connection."""
        self._asking: set[asyncio.Timeout] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        self._link = await self._connect()
        self._keeping = asyncio.get_running_loop().create_task(self._keep_connected())

    def connected(self) -> bool:
        return self._link is not None and self._link.client.is_connected

    async def publish(self, subject: str, body: bytes) -> None:
        check_subject(subject)
        await self._send(subject, check_body(body))

    async def subscribe(self, subject: str, hear: Callable[[bytes], None]) -> None:
        self._receivers.hear(subject, hear)
        await self._subjects_changed()

    async def serve(self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._receivers.answer(subject, answer)
        await self._subjects_changed()

    async def unsubscribe(self, subject: str) -> None:
        self._receivers.remove(subject)
        await self._subjects_changed()

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        check_subject(subject)
        check_body(body)
        link = self._link
        if link is None or not await link.has_room():
            raise Unreachable("the bus is away, or takes no more")
        try:
            async with asyncio.timeout(seconds) as patience:
                self._asking.add(patience)
                try:
                    # With a timeout of its own, as the client may swallow ours.
                    answer = await link.client.request(subject, body, timeout=seconds + 1)
                finally:
                    self._asking.discard(patience)
        except errors.NoRespondersError:
            raise Unreachable(f"nobody serves {subject}") from None
        except TimeoutError:
            if not link.client.is_connected:
                raise Unreachable("the bus was lost before an answer came") from None
            raise Unreachable(f"no answer on {subject} in {seconds:g} s") from None
        except FAILURES as error:
            raise Unreachable(f"{subject} could not be asked: {reason(error)}") from error
        return answer.data

    async def close(self) -> None:
        self._closing = True
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._receivers.close()
        # Said to the server, so that from now on nobody waits for an answer of ours in vain.
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                await self._subjects_changed()
        await self._give_up_link()

    async def _keep_connected(self) -> None:
        trouble = ""
        # A cancellation alone would not do: `asyncio.wait_for`, in the client, may swallow it.
        while not self._closing:
            if self._link is not None:
                why = await self._link.lost()
                LOG.warning("the bus at %s is away: %s", self._address.server, why)
                await self._give_up_link()
            try:
                self._link = await self._connect()
            except Exception as error:
                # Not only what was foreseen: a mistake of ours must not end the bus either.
                if str(error) != trouble:
                    trouble = str(error)
                    LOG.warning("%s", trouble, exc_info=not isinstance(error, Refused))
                await asyncio.sleep(_RETRY_S)
            else:
                trouble = ""
                LOG.warning("the bus at %s is there again", self._address.server)
                call_each(self.on_connected)

    async def _connect(self) -> NatsLink:
        link = NatsLink(self._address, self._drops)
        try:
            await link.open(self._name)
            await link.match(self._receivers.by_subject, self._receive)
        except BaseException as error:
            await link.close()
            if not isinstance(error, FAILURES):
                raise
            raise Refused(
                Code.BAD_SETTING,
                f"the bus at {self._address.server} cannot be reached: {reason(error)}",
            ) from error
        return link

    async def _give_up_link(self) -> None:
        if self._link is None:
            return
        await self._link.close()
        self._link = None
        # No answer can come on it any more.
        for patience in self._asking:
            if not patience.expired():
                patience.reschedule(asyncio.get_running_loop().time())

    async def _subjects_changed(self) -> None:
        if link := self._link:
            # If it is just being lost: the next one takes all subjects.
            with suppress(*FAILURES):
                await link.match(self._receivers.by_subject, self._receive)

    async def _receive(self, message: Msg) -> None:
        respond = partial(self._respond, message.reply)
        self._receivers.receive(message.subject, message.data, respond)

    async def _respond(self, inbox: str, body: bytes) -> None:
        if inbox:
            await self._send(inbox, body)

    async def _send(self, subject: str, body: bytes) -> None:
        link = self._link
        if link is None or not link.client.is_connected:
            return
        if not await link.has_room():
            self._drops.add("more is sent than the bus takes")
            return
        try:
            await link.client.publish(subject, body)
        except FAILURES as error:
            self._drops.add(reason(error))
