"""What nodes say to one another, and on which subjects.

Nodes of the version before and of this one talk to each other: a field is only ever added, with a
value for who does not send it.
"""

import hashlib
from typing import Any, Union

import msgspec

from croupier.table.commands import Actor, Command
from croupier.table.signed_command import SignedCommand
from croupier.table.table import Reply, Request


class Subjects:
    """Of one house: several may share a bus."""

    def __init__(self, key: bytes) -> None:
        self._house = hashlib.sha256(b"croupier bus" + key).hexdigest()[:16]

    @property
    def written(self) -> str:
        """`Written`: a journal has grown."""
        return self._subject("written")

    @property
    def released(self) -> str:
        """A table waits for another node to deal there: look now."""
        return self._subject("released")

    @property
    def present(self) -> str:
        """Who is connected to which node."""
        return self._subject("present")

    @property
    def word(self) -> str:
        """What is to be said to people wherever they are connected."""
        return self._subject("word")

    def node(self, name: str) -> str:
        """`TableRequest`: what is asked of the tables that a node deals at."""
        return self._subject(f"node.{name}")

    def _subject(self, name: str) -> str:
        return f"croupier.{self._house}.{name}"


class Written(msgspec.Struct, frozen=True):
    """A journal has an entry of this number; what is in it stands in the books."""

    stream: str
    seq: int


class _Encoded(msgspec.Struct, frozen=True):
    """A request to a table on its way."""

    table: str
    actor: Actor
    command: msgspec.Raw
    id: str
    round: int | None
    body: bytes
    signed: SignedCommand | None = None


class Answered(msgspec.Struct, frozen=True):
    here: bool
    """Whether that node deals there; otherwise nobody was asked."""
    reply: Reply | None = None
    seq: int = 0
    """What the asker should have read when it passes the reply on."""


def _kinds(kind: type[Command]) -> list[type[Command]]:
    below = kind.__subclasses__()
    return [each for sub in below for each in _kinds(sub)] if below else [kind]


_COMMANDS: Any = msgspec.msgpack.Decoder(Union[tuple(_kinds(Command))])  # noqa: UP007
_REQUESTS = msgspec.msgpack.Decoder(_Encoded)
_ANSWERS = msgspec.msgpack.Decoder(Answered)


def encode_request(table: str, request: Request) -> bytes:
    command = msgspec.Raw(msgspec.msgpack.encode(request.command))
    return msgspec.msgpack.encode(
        _Encoded(
            table,
            request.actor,
            command,
            request.id,
            request.round,
            request.body,
            request.signed,
        )
    )


def decode_request(body: bytes) -> tuple[str, Request]:
    asked = _REQUESTS.decode(body)
    command: Command = _COMMANDS.decode(asked.command)
    request = Request(asked.actor, command, asked.id, asked.round, asked.body, asked.signed)
    return asked.table, request


def decode_answer(body: bytes) -> Answered:
    return _ANSWERS.decode(body)
