"""A bus on which only nodes that have the house's key are heard.

Every message travels in an envelope: what it is, which run of which node sent it, when, and its
number among that run's messages. A MAC covers the envelope and the subject. What is unsigned,
forged, on another subject, stale or replayed is dropped, counted by reason and never answered.

A MAC hides nothing: a bus that crosses machines is encrypted by TLS.
"""

import hmac
from collections.abc import Awaitable, Callable
from enum import IntEnum, StrEnum
from heapq import heappop, heappush
from itertools import count

import msgspec

from croupier.bus.protocol import (
    LARGEST_BODY,
    Bus,
    NoAnswer,
    Unreachable,
    check_body,
    check_subject,
)
from croupier.bus.receivers import LOG, Drops

MAX_AGE_MS = 60_000
"""How far a message's time may be from the receiver's clock: clocks of two nodes may be a minute
apart."""
MAX_REORDERED = 1_024
"""Messages of one sender on one subject among which their order does not matter; what is older than
all of them counts as replayed."""
MAX_SENDERS = 1_000
"""Runs and subjects of which numbers are remembered at once."""
LARGEST_SIGNED_BODY = LARGEST_BODY - 512
"""What the envelope leaves room for."""

_PURPOSE = b"croupier bus messages"
_MAGIC = b"\xc1B1"
"""No message without a MAC begins like this: 0xc1 is never used in MessagePack, nor in UTF-8."""
_MAC_BYTES = 32


class Unsigned(StrEnum):
    """What is done with messages without a MAC, while nodes are upgraded from a version that sent
    them so."""

    REFUSE = "refuse"
    ACCEPT = "accept"
    """Sign what is sent."""
    SEND = "send"
    """Accept them, and sign nothing but answers to signed requests."""


class Drop(StrEnum):
    """Why a message was dropped."""

    UNSIGNED = "unsigned"
    FORGED = "forged"
    """Its MAC is not the house's for this message on this subject."""
    MISPLACED = "misplaced"
    """Authentic, and sent as something else: an answer to another request, a request where news is
    published."""
    STALE = "stale"
    REPLAYED = "replayed"
    TOO_MANY = "too many senders"


class _Kind(IntEnum):
    PUBLISHED = 0
    REQUEST = 1
    ANSWER = 2


class _Envelope(msgspec.Struct, frozen=True, array_like=True):
    kind: _Kind
    node: str
    run: str
    at_ms: int
    number: int
    answered: bytes
    """MAC of the request that this answers."""
    body: bytes


class _Received(msgspec.Struct, frozen=True):
    kind: _Kind
    body: bytes
    mac: bytes
    """Empty: it came without one."""


_DECODER = msgspec.msgpack.Decoder(_Envelope)
_ENCODER = msgspec.msgpack.Encoder()


def message_key(house_key: bytes) -> bytes:
    """The key of all MACs on the bus of a house."""
    return hmac.digest(house_key, _PURPOSE, "sha256")


class AuthenticatedBus:
    """Any bus, with a MAC on every message."""

    def __init__(
        self,
        bus: Bus,
        key: bytes,
        *,
        node: str,
        run: str,
        wall_ms: Callable[[], int],
        unsigned: Unsigned = Unsigned.REFUSE,
        dropped: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`key`: of `message_key`. `run`: another one at every start of the node. `dropped` is
        called with the reason of every message that is dropped."""
        self.on_connected = bus.on_connected
        self._bus = bus
        self._key = key
        self._node, self._run = node, run
        self._wall_ms = wall_ms
        self._unsigned = unsigned
        self._drops = Drops(dropped)
        self._numbers = count(1)
        self._started_ms = wall_ms()
        self._seen: dict[tuple[str, str, str], _Seen] = {}
        if unsigned is not Unsigned.REFUSE:
            LOG.warning("messages without a MAC are accepted on the bus: during an upgrade only")

    def connected(self) -> bool:
        return self._bus.connected()

    async def publish(self, subject: str, body: bytes) -> None:
        await self._bus.publish(subject, self._seal(_Kind.PUBLISHED, subject, body)[0])

    async def subscribe(self, subject: str, hear: Callable[[bytes], None]) -> None:
        def receive(frame: bytes) -> None:
            message = self._open(subject, frame, _Kind.PUBLISHED)
            if message is not None:
                hear(message.body)

        await self._bus.subscribe(subject, receive)

    async def serve(self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
        async def respond(frame: bytes) -> bytes:
            message = self._open(subject, frame, _Kind.REQUEST, _Kind.PUBLISHED)
            if message is None:
                raise NoAnswer
            body = await answer(message.body)
            if not message.mac:
                return body
            if message.kind is _Kind.PUBLISHED:
                raise NoAnswer
            return self._seal(_Kind.ANSWER, subject, body, message.mac)[0]

        await self._bus.serve(subject, respond)

    async def unsubscribe(self, subject: str) -> None:
        await self._bus.unsubscribe(subject)

    async def ask(self, subject: str, body: bytes, seconds: float) -> bytes:
        asked, mac = self._seal(_Kind.REQUEST, subject, body)
        frame = await self._bus.ask(subject, asked, seconds)
        if not mac and not frame.startswith(_MAGIC):
            return frame
        answer = self._authentic(subject, frame)
        if isinstance(answer, _Envelope):
            if answer.kind is _Kind.ANSWER and hmac.compare_digest(answer.answered, mac):
                return answer.body
            answer = Drop.MISPLACED
        self._drops.add(answer)
        raise Unreachable(f"the answer on {subject} was dropped: {answer}")

    async def close(self) -> None:
        await self._bus.close()

    # Sealing and opening

    def _seal(
        self, kind: _Kind, subject: str, body: bytes, answered: bytes = b""
    ) -> tuple[bytes, bytes]:
        """What is sent, and its MAC; no MAC, where nodes of the version before have to read it."""
        check_subject(subject)
        check_body(body, LARGEST_SIGNED_BODY)
        if self._unsigned is Unsigned.SEND and kind is not _Kind.ANSWER:
            return body, b""
        number, at_ms = next(self._numbers), self._wall_ms()
        packed = _ENCODER.encode(
            _Envelope(kind, self._node, self._run, at_ms, number, answered, body)
        )
        mac = self._mac(subject, packed)
        return b"".join((_MAGIC, mac, packed)), mac

    def _open(self, subject: str, frame: bytes, *kinds: _Kind) -> _Received | None:
        """None: it was dropped."""
        if not frame.startswith(_MAGIC) and self._unsigned is not Unsigned.REFUSE:
            return _Received(kinds[0], frame, b"")
        envelope = self._authentic(subject, frame)
        if isinstance(envelope, _Envelope):
            reason = self._why_not(subject, envelope, kinds)
            if reason is None:
                mac = frame[len(_MAGIC) : len(_MAGIC) + _MAC_BYTES]
                return _Received(envelope.kind, envelope.body, mac)
        else:
            reason = envelope
        self._drops.add(reason)
        return None

    def _authentic(self, subject: str, frame: bytes) -> _Envelope | Drop:
        """Whether a node of this house has sent it on this subject."""
        if not frame.startswith(_MAGIC):
            return Drop.UNSIGNED
        begin = len(_MAGIC) + _MAC_BYTES
        mac, packed = frame[len(_MAGIC) : begin], frame[begin:]
        if not hmac.compare_digest(mac, self._mac(subject, packed)):
            return Drop.FORGED
        return _DECODER.decode(packed)

    def _why_not(self, subject: str, envelope: _Envelope, kinds: tuple[_Kind, ...]) -> Drop | None:
        """Why an authentic message is dropped all the same."""
        if envelope.kind not in kinds:
            return Drop.MISPLACED
        # What was sent before this node started may have been handled by its last run.
        stale = envelope.at_ms < self._started_ms
        if stale or abs(self._wall_ms() - envelope.at_ms) > MAX_AGE_MS:
            return Drop.STALE
        seen = self._seen_of(envelope.node, envelope.run, subject)
        if seen is None:
            return Drop.TOO_MANY
        return None if seen.add(envelope.number, envelope.at_ms) else Drop.REPLAYED

    def _seen_of(self, node: str, run: str, subject: str) -> "_Seen | None":
        sender = node, run, subject
        seen = self._seen.get(sender)
        if seen is None:
            if len(self._seen) >= MAX_SENDERS:
                self._forget_stale()
            if len(self._seen) >= MAX_SENDERS:
                return None
            seen = self._seen[sender] = _Seen()
        return seen

    def _forget_stale(self) -> None:
        """Every message of these is too old to be accepted again."""
        oldest = self._wall_ms() - MAX_AGE_MS
        self._seen = {key: seen for key, seen in self._seen.items() if seen.last_ms >= oldest}

    def _mac(self, subject: str, packed: bytes) -> bytes:
        name = subject.encode()
        message = b"".join((len(name).to_bytes(4, "big"), name, packed))
        return hmac.digest(self._key, message, "sha256")


class _Seen:
    """The numbers of one sender's messages on one subject."""

    def __init__(self) -> None:
        self.last_ms = 0
        self._passed = 0
        """This number and all below are taken for seen."""
        self._numbers: set[int] = set()
        self._lowest_first: list[int] = []

    def add(self, number: int, at_ms: int) -> bool:
        """False: it was there before, or may have been."""
        if number <= self._passed or number in self._numbers:
            return False
        self.last_ms = max(self.last_ms, at_ms)
        self._numbers.add(number)
        heappush(self._lowest_first, number)
        if len(self._lowest_first) > MAX_REORDERED:
            self._passed = heappop(self._lowest_first)
            self._numbers.remove(self._passed)
        return True
