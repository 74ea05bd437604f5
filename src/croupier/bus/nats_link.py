"""One connection to a NATS server, from when it is made until it is lost."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any

from nats import errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from croupier.bus.nats_address import NatsAddress
from croupier.bus.receivers import LOG, Drops

FAILURES = (OSError, errors.Error)
"""Of a connection; a timeout is an OSError."""

_CONNECT_S = 2
"""For each step of connecting."""
_HEARTBEAT_S = 1.0
_PATIENCE_S = 5
"""For the answer to a heartbeat: a connection that is half open is given up then."""
_CLOSE_S = 1.0

_MOST_UNSENT = 8 * 1024 * 1024
"""Bytes to be sent, beyond which nothing is taken."""
_MOST_UNREAD = 8 * 1024 * 1024
"""Bytes received on a subject and not yet handled, beyond which messages are dropped."""
_MOST_UNREAD_MESSAGES = 65_536


class NatsLink:
    def __init__(self, address: NatsAddress, drops: Drops) -> None:
        self.client = _Client(address.tls)
        self._address = address
        self._drops = drops
        self._error: Exception | None = None
        self._lost = asyncio.Event()
        self._subscriptions: dict[str, Subscription] = {}
        self._matching = asyncio.Lock()

    async def open(self, name: str) -> None:
        """Raises one of `FAILURES`."""
        try:
            await self.client.connect(
                self._address.server,
                name=name,
                error_cb=self._failed,
                disconnected_cb=self._disconnected,
                # Another link is made in place of a lost one; 1 is the client's "not for ever".
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                connect_timeout=_CONNECT_S,
                # Nothing is kept while there is no connection, and nobody waits to send.
                pending_size=0,
                user=self._address.user,
                password=self._address.password,
                token=self._address.token,
            )
        except errors.NoServersError as error:
            # The client has told of the reason before.
            raise errors.Error(reason(self._error)) from error
        except FAILURES:
            raise
        except ValueError as error:
            raise errors.Error("what answers is no NATS server") from error

    async def has_room(self) -> bool:
        """Whether something can be sent now."""
        if self.client.pending_data_size > _MOST_UNSENT:
            # Much was sent in one turn of the event loop: the client gets one to write it.
            await asyncio.sleep(0)
        return self.client.is_connected and self.client.pending_data_size <= _MOST_UNSENT

    async def match(
        self, subjects: Collection[str], receive: Callable[[Msg], Awaitable[None]]
    ) -> None:
        """Have the server know the subjects, which may change meanwhile: from then on all that is
        published on them comes."""
        async with self._matching:
            while self._subscriptions.keys() != set(subjects):
                for subject in set(subjects) - self._subscriptions.keys():
                    self._subscriptions[subject] = await self.client.subscribe(
                        subject,
                        cb=receive,
                        pending_bytes_limit=_MOST_UNREAD,
                        pending_msgs_limit=_MOST_UNREAD_MESSAGES,
                    )
                for subject in self._subscriptions.keys() - set(subjects):
                    await self._subscriptions.pop(subject).unsubscribe()
                # The client writes a ping ahead of what it has to send; the second comes behind.
                await self._round_trip()
                await self._round_trip()

    async def lost(self) -> str:
        """Returns when it is, with the reason."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_HEARTBEAT_S):
                    await self._lost.wait()
                    return reason(self.client.last_error)
            try:
                await self._round_trip()
            except FAILURES as error:
                return reason(self.client.last_error or error)

    async def close(self) -> None:
        with suppress(*FAILURES):
            async with asyncio.timeout(_CLOSE_S):
                await self.client.close()

    async def _round_trip(self) -> None:
        # Whoever waits may be cancelled, the ping may not: the client would fall over its answer.
        await asyncio.shield(asyncio.ensure_future(self.client.rtt(_PATIENCE_S)))

    async def _disconnected(self) -> None:
        self._lost.set()

    async def _failed(self, error: Exception) -> None:
        self._error = error
        if isinstance(error, errors.SlowConsumerError):
            self._drops.add(f"more came on {error.subject} than is handled")
        elif not isinstance(error, OSError | errors.StaleConnectionError):
            # These two end the connection, and that is told.
            LOG.warning("the bus at %s: %s", self._address.server, reason(error))


class _Client(Client):
    def __init__(self, tls: bool) -> None:
        super().__init__()
        self._tls_wanted = tls

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        # The client encrypts when the server says so, and would send its password in the clear to
        # one that does not.
        if self._tls_wanted and initial_connection and not info.get("tls_required"):
            raise errors.SecureConnWantedError
        await super()._process_info(info, initial_connection)

    async def _process_op_err(self, e: Exception) -> None:
        # What is unsent cannot be sent any more. The client would try, fail at that, and leave what
        # else there is to close as it is.
        self._pending, self._pending_data_size = [], 0
        await super()._process_op_err(e)


def reason(error: Exception | None) -> str:
    return str(error or "").removeprefix("nats: ") or "no answer in time"
