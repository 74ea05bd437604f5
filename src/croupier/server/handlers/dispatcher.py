"""The dispatcher: from a message to its handler, by an explicit list of who may send it."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.house.live_tables import LiveTable
from croupier.house.roles import AT_THE_TABLE, Role
from croupier.house.turned_away import Turned
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.connection import Connection
from croupier.server.room import Room
from croupier.table.commands import Actor, Command
from croupier.table.table import Reply as TableReply
from croupier.table.table import again
from croupier.wire.commands import Rule
from croupier.wire.messages import Reply

if TYPE_CHECKING:
    from croupier.server.house import House

A = TypeVar("A", bound=msgspec.Struct)
Handler = Callable[["Dispatcher", Connection, Any], Awaitable[Any]]
"""Answers with the reply's data, or with a table's reply; a refusal is raised."""

HANDLERS: dict[type, Handler] = {}
MAY_SEND: dict[type, frozenset[Role]] = {}


ONCE: set[type] = set()
"""Kinds that no journal keeps, and that must not be done twice all the same."""


LOOKS: set[type] = set()
"""Kinds by which nothing happens that counts: who does no more leaves no trace."""


def handles(
    kind: type[A], *roles: Role, once: bool = False, looks: bool = False
) -> Callable[[Callable[..., Awaitable[Any]]], Any]:
    """Enter a handler with everyone who may use it."""

    def enter(handler: Callable[..., Awaitable[Any]]) -> Any:
        HANDLERS[kind] = handler
        MAY_SEND[kind] = frozenset(roles)
        if once:
            ONCE.add(kind)
        if looks:
            LOOKS.add(kind)
        return handler

    return enter


def check_role(role: Role, kind: type) -> None:
    if role not in MAY_SEND.get(kind, frozenset()):
        raise Refused(Code.NOT_ALLOWED, f"a {role} may not ask for {tag_of(kind)}", "R30")


def tag_of(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


class Dispatcher:
    def __init__(self, house: "House") -> None:
        self.house = house

    async def answer(self, one: Connection, asked: Any) -> Reply:
        kind = type(asked)
        account = self.house.accounts.get(one.name) if kind in ONCE else None
        try:
            self._check_role(one, kind)
            if one.plays and kind not in LOOKS:
                await self.house.remember(one.name)
            if account is not None and (before := account.answered(asked)) is not None:
                return before
            said = await HANDLERS[kind](self, one, asked)
        except Refused as refused:
            said = await self._said_before(one, asked) or TableReply.refusal(refused)
        if isinstance(said, TableReply):
            reply = Reply(asked.id, said.ok, said.code, said.message, said.clause, None, said.words)
            if not said.ok and isinstance(asked, Rule):
                self._note_ruling(one, asked, Refused(Code(said.code), said.message))
        else:
            reply = Reply(asked.id, True, data=said)
        if account is not None and reply.ok:
            account.remember(asked, reply)
        return reply

    async def _said_before(self, one: Connection, asked: Any) -> TableReply | None:
        """A command that was accepted before gets its answer again, whatever may be legal now."""
        said = await asyncio.to_thread(self.house.store.answer, one.name, asked.id)
        return None if said is None else again(said, digest_of(asked))

    def _check_role(self, one: Connection, kind: type) -> None:
        try:
            check_role(one.role, kind)
        except Refused as refused:
            what = f"socket {tag_of(kind)}"
            self.house.note_refusal(Turned.ROLE, one.name, one.address, what, refused)
            raise

    def _note_ruling(self, one: Connection, asked: Rule, refused: Refused) -> None:
        ruling = asked.ruling
        reason = getattr(ruling, "reason", "")
        what = f"{tag_of(type(ruling))} {reason} at {asked.table}".replace("  ", " ")
        self.house.note_refusal(Turned.RULING, one.name, one.address, what, refused)

    def room(self, table: str) -> Room:
        room = self.house.rooms.get(table)
        if room is None:
            raise Refused(Code.UNKNOWN_TABLE, words("there is no table {table}", table=table))
        return room

    def live(self, table: str) -> LiveTable:
        self.room(table)
        return self.house.live_tables.tables[table]

    def actor(self, one: Connection) -> Actor:
        """Identity comes from the connection, never from the message."""
        return Actor(one.name, AT_THE_TABLE[one.role])

    async def ask(
        self, one: Connection, asked: Any, command: Command, round: int | None = None
    ) -> TableReply:
        """Put it to the table, for the round it was meant for."""
        live, body = self.live(asked.table), digest_of(asked)
        return await live.ask(self.actor(one), command, asked.id, round, body)

    def check_open(self) -> None:
        if self.house.draining:
            raise Refused(Code.CLOSING, words("the house is closing: no more bets"))


def digest_of(asked: Any) -> bytes:
    """Of the whole message: an id stands for what was sent, to which table and for which round, not
    for what the house made of it."""
    return hashlib.sha256(msgspec.json.encode(asked)).digest()
