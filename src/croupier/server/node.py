"""This process as one node of a house of several: what the rest of the house need not know."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.bus.authenticated import AuthenticatedBus, Unsigned, message_key
from croupier.bus.protocol import Bus, Unreachable
from croupier.house.floor.facts import (
    FellThrough,
    FloorFact,
    ProposalWithdrawn,
    Proposed,
    QuestionRuled,
)
from croupier.house.journal import HouseLost
from croupier.house.live_table import LiveTable
from croupier.house.nodes.following import Followed, Following
from croupier.house.nodes.forwarding import Forwarding
from croupier.house.nodes.ownership import SIGN_S, Ownership, alive, check_name, owner_of
from croupier.house.nodes.subjects import Subjects
from croupier.house.protection.facts import BreakTaken, ProtectionFact, SelfExcluded
from croupier.kit.errors import Code, Refused
from croupier.server.broadcast import Word
from croupier.server.forwarded_requests import ForwardedRequests
from croupier.server.presence import TELL_S, PresenceElsewhere, Present
from croupier.store.nodes import Node, Nodes
from croupier.store.occupied import OCCUPANT
from croupier.store.values import Owned
from croupier.table.actor import wall_ms
from croupier.table.cage import CageFact, PlayerFact
from croupier.table.commands import OpenTable, PlaceBets, TableRole
from croupier.table.table import Reply, Request

if TYPE_CHECKING:
    from croupier.server.house import House

_LOG = logging.getLogger("croupier.nodes")
_PRESENT = msgspec.msgpack.Decoder(Present)
_TICKET_S = 3.0
_LOOK_S = 2.0
"""How long a node that closes waits to learn who else is there."""


class _Passed(msgspec.Struct, frozen=True):
    """A word on its way to the other nodes."""

    node: str
    word: Word


_WORDS = msgspec.msgpack.Decoder(_Passed)


class NodeLink(msgspec.Struct, frozen=True):
    """What a node is opened with."""

    node: Node
    nodes: Nodes
    bus: Bus
    """As it is: the node itself signs what it sends on it."""
    unsigned: Unsigned = Unsigned.REFUSE


class HouseNode:
    def __init__(self, house: "House", link: NodeLink, key: bytes) -> None:
        self._house = house
        self._bus = AuthenticatedBus(
            link.bus,
            message_key(key),
            node=link.node.name,
            run=link.node.run,
            wall_ms=wall_ms,
            unsigned=link.unsigned,
            dropped=house.metrics.bus_drop,
        )
        house.metrics.bus_unsigned.set(link.unsigned is not Unsigned.REFUSE)
        self._nodes = link.nodes
        self._subjects = Subjects(key)
        self.name = link.node.name
        self.owner = owner_of(link.node)
        journals: dict[str, Followed] = {journal.stream: journal for journal in house.journals}
        self._journals = journals
        self._occupied = 0
        self.following = Following(self._bus, self._subjects, journals)
        self.ownership = Ownership(
            link.nodes, house.store, house.live_tables, link.node, looked=self._looked
        )
        self._forwarding = Forwarding(
            self._bus,
            self._subjects,
            house.live_tables,
            self.ownership,
            self.following,
            check=ForwardedRequests(house).check,
            know=self._know,
        )
        self._presence = PresenceElsewhere(house.accounts, house.rooms, house.people, house.clock)
        house.live_tables.forward = self._forward
        house.live_tables.know_again = self._know_again
        house.broadcast.pass_on = self._pass_on
        house.source_watch.node = self.name
        house.source_watch.give_tables_away = self.give_tables_away

    def dealt_elsewhere(self, tables: tuple[str, ...]) -> set[str]:
        """At the start, which is the first sign of life: where another node deals."""
        me = self.ownership.node
        check_name(self._nodes, me)
        living = alive(self._nodes.sign(me))
        owners = {owner_of(node) for node in living}
        owned = self._house.store.owned()
        self._occupied = _occupied(owned)
        return {stream.stream for stream in owned if stream.owner in owners} & set(tables)

    async def start(self) -> None:
        house, loop = self._house, asyncio.get_running_loop()
        self._journals.update(house.live_tables.tables)
        wrote = self.following.wrote
        house.committer.written = lambda stream, seq: _soon(loop, wrote, stream, seq)
        house.cage.journal.followed = self._cage_followed
        house.floor.journal.followed = self._floor_followed
        house.protection.journal.followed = self._protection_followed
        bus, subjects = self._bus, self._subjects
        await self.following.open()
        await self._forwarding.open()
        await bus.subscribe(subjects.present, self._hear_present)
        await bus.subscribe(subjects.word, self._hear_word)
        await bus.subscribe(subjects.released, lambda _: self.ownership.look_now())
        await bus.serve(self._subjects.node(f"{self.name}.tickets"), self._redeem_here)
        bus.on_connected.append(self.ownership.look_now)
        for work in (
            self.ownership.run(),
            self.ownership.keep_signing(),
            self.following.run(),
            self._tell_present(),
            self._watch_heartbeat(),
        ):
            self._house.spawn(work)

    # Closing

    async def drain(self, seconds: float) -> bool:
        """Give every table to another node, each as soon as no round is on there. What is not over
        in time is left as it lies, for whoever deals there next. False: there is nobody else."""
        live_tables = self._house.live_tables
        had_tables = bool(live_tables.owned())
        self.give_tables_away()
        until = asyncio.get_running_loop().time() + seconds
        if not self.others():
            await self._look_anew()
        while live_tables.owned() and self.others() and asyncio.get_running_loop().time() < until:
            if self.ownership.cut_off():
                break  # others take the tables, and this node does not learn of it
            await self._bus.publish(self._subjects.released, b"")
            await asyncio.sleep(0.05)
        # Who took the tables is there, also while it is late to say so.
        return self.others() or (had_tables and not live_tables.owned())

    async def _look_anew(self) -> None:
        """Before it is believed that nobody else is there: another node may have opened just now.
        Twice, for a look that is under way may have begun before that."""
        for _ in range(2):
            before = self.ownership.alive
            self.ownership.look_now()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_S):
                    while self.ownership.alive is before:
                        await asyncio.sleep(0.01)

    def others(self) -> bool:
        """Whether another node would take the tables."""
        return any(node.name != self.name and not node.draining for node in self.ownership.alive)

    def is_first(self) -> bool:
        """Whether this node does what one of them does for all. Each works it out by itself: for a
        moment two may think so, or nobody."""
        living = self.ownership.alive
        staying = [node for node in living if not node.draining] or living
        return min(node.name for node in staying) == self.name

    def give_tables_away(self) -> None:
        """To the other nodes, each as soon as no round is on there, and take none: this one cannot
        deal. Where there is nobody else they stay."""
        self.ownership.node = msgspec.structs.replace(self.ownership.node, draining=True)
        self.ownership.look_now()

    async def leave(self) -> None:
        await self.ownership.leave()
        await self._bus.publish(self._subjects.released, b"")
        await self._bus.close()

    # The database

    async def _watch_heartbeat(self) -> None:
        """Log when this node loses the database, and when it reaches it again."""
        cut_off = False
        while True:
            await asyncio.sleep(SIGN_S)
            if self.ownership.cut_off() is cut_off:
                continue
            cut_off = not cut_off
            if cut_off:
                age_ms = self.ownership.heartbeat_age_ms()
                _LOG.error("this node is cut off from the database", extra={"age_ms": age_ms})
            else:
                _LOG.warning("this node reaches the database again")

    def _send_on(self, signed_ago_ms: int) -> None:
        """Send everyone to another node, when the database answers that one and not this. While it
        answers nobody, everyone stays."""
        if self.ownership.lost_alone(signed_ago_ms):
            word = "this machine has lost its books: come to another one of the house"
            self._house.connections.end_all("moved", word)

    # Tables

    async def _forward(self, live: LiveTable, request: Request) -> Reply:
        if request.actor.role is TableRole.PLAYER and isinstance(request.command, PlaceBets):
            try:
                # The time at play is counted where the player is connected.
                self._house.protection.check_time(request.actor.name)
            except Refused as refused:
                return Reply.refusal(refused)
        return await self._forwarding.forward(live, request)

    async def _know(self, live: LiveTable, request: Request) -> None:
        """Before this node answers for a table that it deals at."""
        if isinstance(request.command, OpenTable):
            self._house.source_watch.check(live.state.config.dealer)
        for player in self._stakers(request):
            await self._house.players.know(player)

    async def _know_again(self, request: Request) -> None:
        for player in self._stakers(request):
            await self._house.players.know_again(player)

    def _stakers(self, request: Request) -> list[str]:
        """Whose stake may be asked for by it: who asks, or for whom staff do."""
        name = request.actor.name if request.actor.role is TableRole.PLAYER else ""
        for_whom = getattr(request.command, "player", None) or ""
        accounts = self._house.people.account
        return [player for player in {name, for_whom} if accounts(player) is not None]

    def _looked(self, owned: tuple[Owned, ...]) -> None:
        if _occupied(owned) != self._occupied:
            raise HouseLost("a house has taken the books for itself alone")
        self.following.look(owned)
        self._presence.refresh()
        if self.ownership.asked_to_drain:
            self._house.asked_to_close.set()

    # What another node has written into the house's journals

    def _cage_followed(self, fact: CageFact) -> None:
        if isinstance(fact, PlayerFact):
            self._house.purse_feed.changed(fact.player)

    def _floor_followed(self, fact: FloorFact) -> None:
        house = self._house
        if isinstance(fact, QuestionRuled) and fact.table in house.rooms:
            ruling = next(reversed(house.floor.rulings(fact.table)))
            house.rooms[fact.table].publish(ruling)
        elif isinstance(fact, Proposed | ProposalWithdrawn | FellThrough):
            house.spawn(house.void_holds.settle_all())

    def _protection_followed(self, fact: ProtectionFact) -> None:
        """Whoever may not play any more is sent away from here, too."""
        if isinstance(fact, SelfExcluded | BreakTaken):
            try:
                self._house.protection.check_entry(fact.player)
            except Refused as refused:
                code, message = str(refused.code), refused.message
                self._house.connections.end_account(fact.player, code, message)

    # People

    def ticket(self, ticket: str) -> str:
        """With where it can be redeemed."""
        return f"{self.name}.{ticket}"

    async def redeem(self, ticket: str) -> str | None:
        """The digest of its session: asked of the node that has issued it."""
        node, _, rest = ticket.partition(".")
        if node == self.name:
            return self._house.people.redeem_session(rest)
        try:
            subject = self._subjects.node(f"{node}.tickets")
            answer = await self._bus.ask(subject, rest.encode(), _TICKET_S)
        except (Unreachable, ValueError):
            return None
        if digest := answer.decode():
            # The session may have begun on that node a moment ago.
            await self._house.people.journal.follow()
        return digest or None

    async def _redeem_here(self, body: bytes) -> bytes:
        return (self._house.people.redeem_session(body.decode()) or "").encode()

    async def _tell_present(self) -> None:
        while True:
            present = self._presence.here(self.name, self.ownership.heartbeat_age_ms())
            await self._bus.publish(self._subjects.present, msgspec.msgpack.encode(present))
            await asyncio.sleep(TELL_S)

    def _hear_present(self, body: bytes) -> None:
        present = _PRESENT.decode(body)
        if present.node != self.name:
            self._presence.hear(present)
            if present.signed_ago_ms is not None:
                self._send_on(present.signed_ago_ms)

    # Words

    def _pass_on(self, word: Word) -> None:
        body = msgspec.msgpack.encode(_Passed(self.name, word))
        self._house.spawn(self._bus.publish(self._subjects.word, body))

    def _hear_word(self, body: bytes) -> None:
        passed = _WORDS.decode(body)
        if passed.node != self.name:
            self._house.broadcast.hear(passed.word)


def _occupied(owned: tuple[Owned, ...]) -> int:
    """Goes up when a house takes the books for itself alone."""
    return next((stream.epoch for stream in owned if stream.stream == OCCUPANT), 0)


def _soon(
    loop: asyncio.AbstractEventLoop, wrote: Callable[[str, int], None], stream: str, seq: int
) -> None:
    """From the thread that writes; a loop that has ended needs no word."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(wrote, stream, seq)


def check_node_name(name: str) -> str:
    if not (0 < len(name) <= 40 and name.isascii() and name.replace("-", "").isalnum()):
        raise Refused(Code.BAD_SETTING, "a node's name has 1 to 40 letters, digits and hyphens")
    return name
