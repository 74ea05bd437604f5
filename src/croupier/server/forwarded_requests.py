"""Requests that another node forwards are checked here again, by the books.

The node that deals at a table answers for what happens there. Whatever the sender's node says (who
asks, in which role, who has signed) is compared with the registers that both nodes read.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.house.floor.facts import Interruption, VoidAfterOutcome
from croupier.house.live_table import LiveTable
from croupier.house.people.book import Account
from croupier.house.roles import AT_THE_TABLE, STAFF, Role
from croupier.house.stations.signed_texts import proposal_id
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.command_checks import check_command, command_of, digest_of
from croupier.server.decoding import decode
from croupier.server.room import Room
from croupier.server.void_holds import signed_ruling
from croupier.table.commands import (
    HOUSE,
    HOUSE_ONLY,
    Actor,
    Command,
    EndSession,
    FinishBetting,
    Hold,
    Release,
    Rule,
)
from croupier.table.signed_command import SignedCommand
from croupier.table.table import Request
from croupier.wire.commands import Scan, ToTable

if TYPE_CHECKING:
    from croupier.server.house import House


class ForwardedRequests:
    def __init__(self, house: "House") -> None:
        self._house = house

    async def check(self, live: LiveTable, request: Request) -> Request:
        """As this node would put it to the table, or a refusal."""
        try:
            return self._checked(live, request)
        except Refused:
            # The other node may know what was written a moment ago.
            await self._read_on()
            return self._checked(live, request)

    async def _read_on(self) -> None:
        house = self._house
        for journal in (
            house.people.journal,
            house.floor.journal,
            house.stations.journal,
            house.protection.journal,
        ):
            await journal.follow()

    def _checked(self, live: LiveTable, request: Request) -> Request:
        actor, command, room = request.actor, request.command, self._house.rooms[live.id]
        if actor == HOUSE:
            self._check_house(live.id, command)
            return request
        account = self._account(actor)
        if isinstance(command, Rule) and command.countersigned:
            self._check_two_signatures(live.id, request, command)
            return request
        if not account.sessions:
            raise Refused(Code.NOT_ALLOWED, f"{actor.name} has not signed in", "R30")
        _check_table(room, account.role)
        house = self._house
        check_command(command, actor.name, account.role, house.people, house.protection)
        self._check_station(room, account, request)
        if isinstance(command, FinishBetting):
            # R33: whoever else is here may be choosing chips.
            alone = command.alone and room.players() <= {actor.name}
            return replace(request, command=replace(command, alone=alone))
        _check_house_only(command)
        return request

    def _account(self, actor: Actor) -> Account:
        account = self._house.people.account(actor.name)
        if account is None or AT_THE_TABLE.get(account.role) is not actor.role:
            raise Refused(Code.NOT_ALLOWED, f"no {actor.role} here is called {actor.name}", "R30")
        if account.blocked is not None or account.must is not None:
            raise Refused(Code.NOT_ALLOWED, f"the account {actor.name} may not act", "R30")
        return account

    def _check_house(self, table: str, command: Command) -> None:
        """The house's own word comes over the bus for two reasons: a void is proposed or declined
        at another node, or a player is sent away from there. Clocks, dealing and recovery are the
        dealing node's own."""
        pending = self._house.void_holds.pending(table)
        match command:
            case Hold(by) if pending and pending[0].by == by:
                return
            case Release() if not pending:
                return
            case EndSession(player) if self._is_gone(player):
                return
        message = f"{type(command).__name__} is this node's own to say"
        raise Refused(Code.NOT_ALLOWED, message, "R30")

    def _is_gone(self, player: str) -> bool:
        account = self._house.people.account(player)
        if account is None or account.blocked is not None or not account.sessions:
            return True
        try:
            self._house.protection.check_entry(player)
        except Refused:
            return True
        return False

    def _check_two_signatures(self, table: str, request: Request, command: Rule) -> None:
        """R30: the floor's journal says what was proposed, by whom, and who signed it."""
        for signing in self._house.floor.unfinished():
            what = signing.what
            if proposal_id(signing.number) != request.id or not isinstance(
                what, VoidAfterOutcome | Interruption
            ):
                continue
            signed = signed_ruling(signing, self._house.people), signing.countersigned
            round = (what.table, what.round) == (table, request.round)
            if signed == (command, request.actor.name) and round:
                _check_same(signing.countersignature, request.signed)
                return
        raise Refused(Code.COUNTERSIGN, "no two people have signed this ruling", "R30")

    def _check_station(self, room: Room, account: Account, request: Request) -> None:
        stations, signed = self._house.stations, request.signed
        if signed is not None:
            stations.check(account.name, signed)
            _check_text(room.table, request, signed)
        elif room.is_dealt_by_hand and account.role in STAFF:
            dealer = room.state.dealer
            stations.check_owed(account.name, None, dealer=dealer, always=room.signed)


def _check_table(room: Room, role: Role) -> None:
    """Staged tables are the staff's and the lab's, and no others are the lab's to play at."""
    if room.staged and role not in STAFF:
        raise Refused(Code.UNKNOWN_TABLE, words("there is no table {table}", table=room.table))
    if role is Role.LAB and not room.staged:
        raise Refused(Code.NOT_ALLOWED, "a lab plays at staged tables", "R30")


def _check_same(noted: SignedCommand | None, sent: SignedCommand | None) -> None:
    if noted != sent:
        raise Refused(Code.NOT_SIGNED, words("the station's signature is wrong"))


def _check_text(table: str, request: Request, signed: SignedCommand) -> None:
    """That what was signed is this command, for this table and round."""
    message: Any = decode(signed.text)
    if (
        not isinstance(message, ToTable | Scan)
        or (message.table, message.id) != (table, request.id)
        or getattr(message, "round", None) != request.round
        or digest_of(message) != request.body
        or command_of(message) != request.command
    ):
        raise Refused(Code.NOT_SIGNED, words("the station's signature is wrong"))


def _check_house_only(command: Command) -> None:
    """Nobody says by a message what only the house may."""
    for name, default in _house_only(type(command)):
        if getattr(command, name) != default:
            raise Refused(Code.NOT_ALLOWED, f"{name} is the house's own to say", "R30")


@cache
def _house_only(kind: type[Command]) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(kind)
        if HOUSE_ONLY in getattr(field.type, "__metadata__", ())
    )
