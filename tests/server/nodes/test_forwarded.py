"""What a node says of a request that it forwards: the node that deals checks it by the books.

The messages are authentic here: a node that has the house's key, and claims what is not so.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from croupier.client import Client, new_id
from croupier.client.station import Station
from croupier.engine.inputs import Action, Capacity, Void, VoidReason
from croupier.house.nodes.subjects import Subjects, decode_answer, encode_request
from croupier.house.roles import Role
from croupier.kit.cards import card
from croupier.server.command_checks import digest_of
from croupier.store.pages import every_entry
from croupier.table import commands
from croupier.table.commands import HOUSE, Actor, Command, LaidBet, TableRole
from croupier.table.config import Shuffle
from croupier.table.facts import Fed
from croupier.table.recovery import recorded
from croupier.table.signed_command import SignedCommand
from croupier.table.table import Reply, Request
from croupier.wire import commands as say
from tests.support.api_calls import stepped_up_staff
from tests.support.live_clients import name_of
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import KEY
from tests.support.nodes import Nodes, node_of, nodes
from tests.support.waiting import until

GAME, OTHER_GAME = "rws-blackjack", "live-roulette"
PLAYER, DEALER, PIT = TableRole.PLAYER, TableRole.DEALER, TableRole.PIT
BET = commands.PlaceBets((LaidBet("initial", 100_00, 1),))


class Far:
    """A table that one node deals at, and the other node, where everybody is connected."""

    def __init__(self, house: Nodes, dealer: str, other: str) -> None:
        self.near, self.far = house.open[dealer], house.open[other]
        self.house = house
        self._subject = Subjects(KEY).node(dealer)

    async def claim(
        self,
        name: str,
        role: TableRole,
        command: Command,
        *,
        id: str = "",
        round: int | None = None,
        body: bytes = b"",
        signed: SignedCommand | None = None,
    ) -> Reply:
        """The answer of the dealing node to what the other one says, once it has read all that
        was written before."""
        await until(self._has_read_all)
        request = Request(Actor(name, role), command, id or new_id(), round, body, signed)
        asked = encode_request(GAME, request)
        answer = decode_answer(await node_of(self.far)._bus.ask(self._subject, asked, 20))
        assert answer.reply is not None
        return answer.reply

    def _has_read_all(self) -> bool:
        pairs = zip(self.near.house.journals, self.far.house.journals, strict=True)
        return all(near.seq >= far.seq for near, far in pairs)

    @property
    def round(self) -> int:
        return self.near.house.live_tables.tables[GAME].state.round_number

    @property
    def entries(self) -> int:
        return self.house.store.head(GAME).seq


@pytest.fixture
async def far() -> AsyncIterator[Far]:
    async with nodes([by_hand(GAME), by_hand(OTHER_GAME)], "a", "b") as house:
        # The first node deals at both tables until it sees the other one.
        await until(lambda: {house.dealer(GAME), house.dealer(OTHER_GAME)} == set(house.open))
        dealer = house.dealer(GAME)
        yield Far(house, dealer, next(name for name in house.open if name != dealer))


async def refused(far: Far, *claim: Any, **more: Any) -> str:
    """The code; the table has no new entry by it."""
    before = far.entries
    reply = await far.claim(*claim, **more)
    assert not reply.ok, claim
    assert far.entries == before
    return reply.code


async def test_who_asks_is_somebody_in_that_role(far: Far) -> None:
    table = await HandDealt.open(far.far, GAME)
    await table.player("ann", 1)
    gone = await far.far.player("gone")
    await gone.call("POST", "/api/logout")
    await table.open_betting()
    await far.far.staff(Role.ADMINISTRATOR)
    for name, role, command in (
        ("nobody", PLAYER, BET),
        ("gone", PLAYER, BET),
        ("ann", PIT, commands.CloseTable()),
        ("ann", DEALER, commands.CloseBetting()),
        ("the-pit", DEALER, commands.CloseBetting()),
        ("the-dealer", TableRole.SHIFT, commands.CloseTable()),
        ("the-administrator", PIT, commands.CloseTable()),
        ("tables-file", TableRole.SHIFT, commands.CloseTable()),
        ("nobody", TableRole.HOUSE, commands.CloseTable()),
    ):
        assert await refused(far, name, role, command) == "not-allowed", (name, role)
    assert (await far.claim("ann", PLAYER, BET)).ok


async def test_what_was_done_before_is_answered_again(far: Far) -> None:
    """Its answer was lost, and the player has left since."""
    table = await HandDealt.open(far.far, GAME)
    ann = await table.player("ann", 1)
    await table.open_betting()
    assert (await far.claim("ann", PLAYER, BET, id="one")).ok
    await ann.api.call("POST", "/api/logout")
    before = far.entries
    assert (await far.claim("ann", PLAYER, BET, id="one")).ok
    assert (await far.claim("ann", PLAYER, BET, id="two")).code == "not-allowed"
    assert far.entries == before


async def test_whoever_may_not_play_takes_no_seat(far: Far) -> None:
    await HandDealt.open(far.far, GAME)
    ann, _ = await far.far.player("ann"), await far.far.player("bob")
    await ann.call("POST", "/api/me/break", {"hours": 24})
    await far.far.house.people.block("bob", "the-administrator", "cheated")
    assert await refused(far, "ann", PLAYER, commands.TakeSeat(1)) == "on-break"
    assert await refused(far, "bob", PLAYER, commands.TakeSeat(1)) == "not-allowed"


async def test_the_houses_word_is_the_dealing_nodes_own(far: Far) -> None:
    table = await HandDealt.open(far.far, GAME)
    ann = await table.player("ann", 1)
    await table.begin((ann, 1))
    round = far.round
    for command in (
        commands.CloseTable(),
        commands.Hold("the-pit"),
        commands.EndSession("ann"),
        commands.Decide(Action.TIMEOUT, 1, player="ann"),
        commands.Scan(card("AS")),
    ):
        code = await refused(far, *(HOUSE.name, HOUSE.role), command, round=round)
        assert code == "not-allowed", command


async def test_what_only_the_house_may_say_comes_with_no_message(far: Far) -> None:
    await HandDealt.open(far.far, GAME)
    for command in (
        commands.Reconfigure(shuffle=Shuffle(1, 1)),
        commands.Reconfigure(sit_out=1),
        commands.ChangeDealer("the-pit"),
    ):
        assert await refused(far, "the-pit", PIT, command) == "not-allowed", command


async def test_a_player_is_not_alone_because_a_node_says_so(far: Far) -> None:
    """R33: betting closes at once for who is alone at a table of the virtual dealer."""
    await far.near.player("bob")
    table = await HandDealt.open(far.far, GAME)
    await table.player("ann", 1)
    await table.player("cat", 2)
    await table.open_betting()
    room = far.near.house.rooms[GAME]
    await until(lambda: room.players() == {"ann", "cat"})
    request = Request(Actor("ann", PLAYER), commands.FinishBetting(alone=True), new_id())
    checked = await node_of(far.near)._forwarding._check(room.live, request)
    assert checked.command == commands.FinishBetting(alone=False)


async def playing(far: Far) -> tuple[HandDealt, Client]:
    """A round at the far node in which ann's bet is lost: a void needs two signatures."""
    table = await HandDealt.open(far.far, GAME)
    ann, bob = await table.player("ann", 1), await table.player("bob", 2)
    await table.begin((ann, 1), (bob, 2))
    await table.deal("TS TH 6D 6H 8C")
    await table.decide(ann, "hit", 1)
    await table.deal("TD")
    return table, ann


VOID = Void(Capacity.PIT, VoidReason.FOREIGN_CARD)


async def test_two_invented_signatures_void_no_round(far: Far) -> None:
    await playing(far)
    await far.far.staff(Role.PIT, "pit-two")
    round = far.round
    for by, second in (
        ("pit-two", "the-pit"),
        ("pit-two", "nobody"),
        ("the-pit", "the-pit"),
        ("pit-two", "the-dealer"),
    ):
        ruling = commands.Rule(VOID, countersigned=second)
        for id in ("proposal-1", ""):
            code = await refused(far, by, PIT, ruling, id=id, round=round)
            assert code in ("countersign", "not-allowed"), (by, second)


async def test_what_two_people_signed_is_carried_out_as_they_signed_it(far: Far) -> None:
    """Proposed and signed at the far node: another ruling, round or person is refused, theirs is
    carried out."""
    table, _ = await playing(far)
    pit, second = table.pit.api, await stepped_up_staff(far.far, Role.PIT, "pit-two")
    wish = {"table": GAME, "round": far.round, "reason": "foreign-card", "id": "void-1"}
    number = (await pit.call("POST", "/api/voids", wish))["number"]
    near = far.near.house
    await until(lambda: near.live_tables.tables[GAME].state.held is not None)
    id, round = f"proposal-{number}", far.round
    right = commands.Rule(VOID, countersigned="the-pit")
    # Nobody has signed yet.
    assert await refused(far, "pit-two", PIT, right, id=id, round=round) == "countersign"
    assert await refused(far, HOUSE.name, HOUSE.role, commands.Release()) == "not-allowed"
    await far.far.house.floor.countersign(number, "pit-two")
    other = commands.Rule(Void(Capacity.PIT, VoidReason.UNSHUFFLED), countersigned="the-pit")
    assert await refused(far, "pit-two", PIT, other, id=id, round=round) == "countersign"
    assert await refused(far, "pit-two", PIT, right, id=id, round=round + 1) == "countersign"
    assert await refused(far, "the-pit", PIT, right, id=id, round=round) == "countersign"
    await second.call("POST", f"/api/proposals/{number}/signature")
    done = [recorded(entry) for entry in every_entry(far.house.store, GAME)]
    assert [each.facts for each in done if each.actor == "pit-two"] == [
        (Fed(VOID, "pit-two", countersigned="the-pit"),)
    ]


async def test_what_a_station_signed_is_what_is_done(far: Far) -> None:
    table = await HandDealt.open(far.far, GAME)
    dealer = table.dealer
    await table.make_shoe()
    dealer.api.name = name_of(dealer)
    station = await Station.register(dealer.api, "console")
    dealer.station = station
    # Whoever has a station does nothing without its signature.
    opening = commands.OpenBetting()
    assert await refused(far, name_of(dealer), DEALER, opening) == "not-signed"
    message = say.OpenBetting(new_id(), GAME)
    signed = signature(station, message)

    async def claimed(command: Command, **more: Any) -> str:
        sent = {"id": message.id, "body": digest_of(message), "signed": signed} | more
        return await refused(far, name_of(dealer), DEALER, command, **sent)

    assert await claimed(commands.CloseBetting()) == "not-signed"
    assert await claimed(opening, id=new_id()) == "not-signed"
    assert await claimed(opening, body=b"other") == "not-signed"
    forged = SignedCommand(signed.station, signed.signature, signed.text + " ")
    assert await claimed(opening, signed=forged) == "not-signed"
    # What the dealer does there, signed, is done.
    await table.open_betting()


def signature(station: Station, message: say.ClientMessage) -> SignedCommand:
    signed = station.sign(message)
    return SignedCommand(signed.station, signed.signature, signed.message)


async def test_an_unsigned_request_is_not_answered(far: Far) -> None:
    """The same node without the house's key."""
    mallory = far.house.exchange.connect("mallory")
    request = Request(Actor("the-pit", PIT), commands.OpenTable(), new_id())
    before = far.entries
    await mallory.publish(far._subject, encode_request(GAME, request))
    drops = far.near.house.metrics.bus_dropped.labels("unsigned")
    await until(lambda: drops._value.get() == 1)
    assert far.entries == before
