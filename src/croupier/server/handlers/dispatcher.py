"""The dispatcher: from a message to its handler, by an explicit list of who may send it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from croupier.house.deadline import Deadlines
from croupier.house.live_table import LiveTable
from croupier.house.roles import AT_THE_TABLE, STAFF, Role
from croupier.house.turned_away import Turned
from croupier.kit.english import with_article
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.accounts import PresentAccount
from croupier.server.command_checks import check_command, command_of, digest_of
from croupier.server.connection import Connection
from croupier.server.decoding import decode
from croupier.server.house import House
from croupier.server.room import Room
from croupier.store.errors import StoreError
from croupier.table.commands import Actor, Command, Rule
from croupier.table.signed_command import SignedCommand
from croupier.table.table import UNCLEAR, again
from croupier.table.table import Reply as TableReply
from croupier.wire.commands import CheckBets, ClientMessage, Scan, Signed, ToTable
from croupier.wire.messages import Reply

_LOG = logging.getLogger("croupier.socket")
M = TypeVar("M", bound=ClientMessage)
Handler = Callable[["Dispatcher", Connection, M], Awaitable[Any]]
"""Answers with the reply's data, or with a table's reply; a refusal is raised."""

HANDLERS: dict[type[ClientMessage], Handler[Any]] = {}
MAY_SEND: dict[type[ClientMessage], frozenset[Role]] = {}

ONCE: set[type[ClientMessage]] = set()
"""Kinds that no journal keeps, and that must not be done twice all the same."""

LOOKS: set[type[ClientMessage]] = set()
"""Kinds by which nothing happens that counts: who does no more leaves no trace."""


def handles(
    *kinds: Callable[..., M], roles: Iterable[Role] = (), once: bool = False, looks: bool = False
) -> Callable[[Handler[M]], Handler[M]]:
    """Enter a handler. Who may send a table's command is said by the command itself, and `roles`
    name some of them, if not all may; of all other messages they say it alone."""
    named = frozenset(roles)

    def enter(handler: Handler[M]) -> Handler[M]:
        for kind in kinds:
            assert isinstance(kind, type)
            HANDLERS[kind] = handler
            given = who_may_give(kind.kind) if issubclass(kind, ToTable) else named
            MAY_SEND[kind] = given & named if named else given
            if once:
                ONCE.add(kind)
            if looks:
                LOOKS.add(kind)
        return handler

    return enter


def who_may_give(command: type[Command]) -> frozenset[Role]:
    return frozenset(role for role in AT_THE_TABLE if AT_THE_TABLE[role] in command.given_by)


def check_role(role: Role, kind: type) -> None:
    if role not in MAY_SEND.get(kind, frozenset()):
        message = f"{with_article(role)} may not ask for {tag_of(kind)}"
        raise Refused(Code.NOT_ALLOWED, message, "R30")


def tag_of(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


class Dispatcher:
    def __init__(self, house: House) -> None:
        self.house = house
        self._deadlines = Deadlines()

    async def answer(self, connection: Connection, message: ClientMessage) -> Reply:
        if isinstance(message, Signed):
            return await self.answer_signed(connection, message)
        return await self._answer(connection, message)

    async def answer_signed(self, connection: Connection, signed: Signed) -> Reply:
        """A socket's messages are answered one after another, so it can carry the signature."""
        try:
            self._check_role(connection, Signed)
            message = decode(signed.message)
            if not isinstance(message, ToTable | Scan) or message.id != signed.id:
                raise Refused(Code.BAD_MESSAGE, "a station signs messages to a table")  # noqa: TRY301
            command = SignedCommand(signed.station, signed.signature, signed.message)
            self.house.stations.check(connection.name, command)
        except Refused as refused:
            return Reply(
                signed.id,
                False,
                str(refused.code),
                refused.message,
                refused.clause or "",
                None,
                refused.words,
            )
        connection.signed = command
        try:
            return await self._answer(connection, message)
        finally:
            connection.signed = None

    async def _answer(self, connection: Connection, message: ClientMessage) -> Reply:
        account = self.house.accounts.get(connection.name) if type(message) in ONCE else None
        answer = await self._deadlines.in_time(self._carry_out(connection, message, account))
        if isinstance(answer, Reply):
            return answer
        if not isinstance(answer, TableReply):
            reply = Reply(message.id, True, data=answer)
        else:
            reply = Reply(
                message.id,
                answer.ok,
                answer.code,
                answer.message,
                answer.clause,
                None,
                answer.words,
            )
            if not answer.ok:
                self._note_ruling(connection, message, answer)
        if account is not None and reply.ok:
            account.remember(message, reply)
        return reply

    async def _carry_out(
        self, connection: Connection, message: ClientMessage, account: PresentAccount | None
    ) -> Any:
        """The reply's data, a table's reply, or the whole reply that it got before."""
        kind = type(message)
        try:
            self._check_role(connection, kind)
            self._check_table(connection, message)
            if connection.plays and kind not in LOOKS:
                await self.house.players.remember(connection.name)
            if account is not None and (before := account.answered(message)) is not None:
                return before
            return await HANDLERS[kind](self, connection, message)
        except Refused as refused:
            answer = await self._answered_before(connection, message)
            return answer or TableReply.refusal(refused)
        except StoreError as error:
            _LOG.warning("the store failed a command", extra={"why": str(error)})
            return UNCLEAR

    async def _answered_before(
        self, connection: Connection, message: ClientMessage
    ) -> TableReply | None:
        """A command that was accepted before gets its answer again, whatever may be legal now."""
        try:
            answer = await asyncio.to_thread(self.house.store.answer, connection.name, message.id)
        except StoreError:
            return UNCLEAR  # it may have been accepted before
        return None if answer is None else again(answer, digest_of(message))

    def _check_role(self, connection: Connection, kind: type) -> None:
        try:
            check_role(connection.role, kind)
        except Refused as refused:
            self._note(connection, Turned.ROLE, f"socket {tag_of(kind)}", refused)
            raise

    def _check_table(self, connection: Connection, message: ClientMessage) -> None:
        """Staged tables are the staff's and the lab's, and no others are the lab's to play at."""
        table: str | None = getattr(message, "table", None)
        if table is None:
            return
        staged = self.room(table).staged
        if staged and connection.role not in STAFF:
            raise Refused(Code.UNKNOWN_TABLE, words("there is no table {table}", table=table))
        plays = isinstance(message, ToTable | CheckBets)
        if plays and not staged and connection.role is Role.LAB:
            raise Refused(Code.NOT_ALLOWED, "a lab plays at staged tables", "R30")

    def _note_ruling(
        self, connection: Connection, message: ClientMessage, answer: TableReply
    ) -> None:
        if isinstance(message, ToTable) and isinstance(command := message.command, Rule):
            ruling = command.ruling
            reason = getattr(ruling, "reason", "")
            what = f"{tag_of(type(ruling))} {reason} at {message.table}".replace("  ", " ")
            refused = Refused(Code(answer.code), answer.message)
            self._note(connection, Turned.RULING, what, refused)

    def _note(self, connection: Connection, kind: Turned, what: str, refused: Refused) -> None:
        self.house.note_refusal(kind, connection.name, connection.address, what, refused)

    def room(self, table: str) -> Room:
        room = self.house.rooms.get(table)
        if room is None:
            raise Refused(Code.UNKNOWN_TABLE, words("there is no table {table}", table=table))
        return room

    def live(self, table: str) -> LiveTable:
        self.room(table)
        return self.house.live_tables.tables[table]

    def actor(self, connection: Connection) -> Actor:
        """Identity comes from the connection, never from the message."""
        return Actor(connection.name, AT_THE_TABLE[connection.role])

    async def ask(
        self,
        connection: Connection,
        message: ToTable[Command] | Scan,
        command: Command | None = None,
    ) -> TableReply:
        """Put it to the table, for the round it was meant for: the command that the message stands
        for, or what the handler has made of it."""
        if command is None:
            command = command_of(message)
        house, name = self.house, connection.name
        check_command(command, name, connection.role, house.people, house.protection)
        round, body = getattr(message, "round", None), digest_of(message)
        live, actor = self.live(message.table), self.actor(connection)
        room = self.room(message.table)
        if room.is_dealt_by_hand and connection.role in STAFF:
            self.house.stations.check_owed(
                name, connection.signed, dealer=room.state.dealer, always=room.signed
            )
        return await live.ask(actor, command, message.id, round, body, signed=connection.signed)

    def check_open(self) -> None:
        if self.house.draining:
            raise Refused(Code.CLOSING, words("the house is closing: no more bets"))
