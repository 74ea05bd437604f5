"""A table dealt by hand, over real sockets: the pit, the dealer, and whoever plays there."""

import random
from typing import Any

import msgspec

from croupier.client import Client, new_id
from croupier.client.scanner import SimulatedScanner
from croupier.client.station import Station
from croupier.games.layout import Bet
from croupier.games.rules import Rules
from croupier.house.roles import Role
from croupier.kit.cards import shoe as whole_shoe
from croupier.table.commands import (
    Actor,
    CloseBetting,
    Command,
    Inspection,
    OpenBetting,
    PlaceBets,
    Scan,
    ShoeRecord,
    TableRole,
)
from croupier.table.config import Clocks, TableConfig
from croupier.table.guide import Guide, GuideStep
from croupier.table.invariants import house_complaints
from croupier.wire import commands as say
from croupier.wire.messages import Reply
from croupier.wire.views import TableView
from tests.server.serving import Open, human

PATIENT = Clocks(betting=600_000, decision=600_000, offer=600_000, choice=600_000, pause=0)
"""Nobody is hurried: what happens, happens because somebody did it."""


def by_hand(game: str, **more: Any) -> TableConfig:
    return msgspec.structs.replace(human(game, **more), clocks=PATIENT)


def name_of(client: Client) -> str:
    assert client.welcome is not None
    return client.welcome.name


def sound(house: Open) -> None:
    with house.house.store.snapshot() as reader:
        assert list(house_complaints(reader)) == []


async def in_step(*clients: Client) -> None:
    """Whatever was sent to these before now, they have: the answer to a ping comes after it."""
    for one in clients:
        await one.do(say.Ping(new_id()))


async def asked(client: Client, kind: type, table: str, *more: object, **named: object) -> Reply:
    """Ask it of a table, for the round that is on where the message names one."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    if "round" in fields:
        named.setdefault("round", client.tables[table].round)
    rest = [field for field in fields if field not in ("id", "table", "round")]
    named |= dict(zip(rest, more, strict=False))
    return await client.ask(kind(id=new_id(), table=table, **named))


async def told(client: Client, kind: type, table: str, *more: object, **named: object) -> str:
    """ "ok", or the code of the refusal."""
    reply = await asked(client, kind, table, *more, **named)
    return "ok" if reply.ok else reply.code


async def sign_as_elsewhere(house: Open, client: Client) -> Client:
    """Who has a browser that signs does nothing at a table without a signature."""
    name = name_of(client)
    known = [one for one in house.house.stations.all() if one.account == name]
    if client.station is None and any(not one.revoked_ms for one in known):
        client.api.name = name
        client.station = await Station.register(client.api, "beside the browser")
        client.api.sign = client.station.headers
    return client


class HandDealt:
    """One table with its dealer on duty."""

    def __init__(self, house: Open, table: str, pit: Client, dealer: Client) -> None:
        self.house, self.table, self.pit, self.dealer = house, table, pit, dealer
        self.scanner = SimulatedScanner([])

    @classmethod
    async def open(cls, house: Open, table: str) -> "HandDealt":
        pit = await house.client(await house.staff(Role.PIT))
        dealer = await house.client(await house.staff(Role.DEALER))
        for one in (pit, dealer):
            await one.join(table)
        opened = cls(house, table, pit, dealer)
        assert opened.guide.step is GuideStep.WAIT_FOR_PIT
        await opened.ok(pit, say.ChangeDealer, name_of(dealer))
        await in_step(dealer)
        await opened.inspect()
        return opened

    # What it looks like --------------------------------------------------------------------------

    @property
    def guide(self) -> Guide:
        told = self.dealer.staff[self.table].guide
        assert told is not None
        return told

    @property
    def view(self) -> TableView:
        return self.dealer.tables[self.table]

    @property
    def rules(self) -> Rules:
        return self.house.house.live_tables.tables[self.table].state.rules

    # What is done --------------------------------------------------------------------------------

    async def told(self, client: Client, kind: type, *more: object, **named: object) -> str:
        await sign_as_elsewhere(self.house, client)
        return await told(client, kind, self.table, *more, **named)

    async def ok(self, client: Client, kind: type, *more: object, **named: object) -> None:
        await sign_as_elsewhere(self.house, client)
        reply = await asked(client, kind, self.table, *more, **named)
        assert reply.ok, (kind, more, reply)

    async def player(self, name: str, box: int | None = None, chips: int = 1_000_00) -> Client:
        player = await self.house.client(await self.house.player(name, chips))
        await player.join(self.table)
        if box is not None:
            await player.sit(self.table, box)
            await in_step(self.dealer)
        return player

    def record(self, **other: object) -> ShoeRecord:
        """What the dealer writes down when every line of the checklist is done."""
        done = {task.name for task in self.guide.checklist}
        burned = getattr(self.rules, "burn_after_shuffle", 0)
        record = ShoeRecord(
            decks=getattr(self.rules, "decks", 0),
            inspected="inspect" in done,
            shuffled="shuffle" in done,
            cut="cut" in done,
            burned=burned if "burn" in done else 0,
        )
        return msgspec.structs.replace(record, **other)

    async def inspect(self) -> None:
        """LIVE 2.1.7: the first thing of a gaming day."""
        if self.guide.step is GuideStep.INSPECT:
            await self.ok(self.dealer, say.InspectEquipment, Inspection(True, True))

    async def place_cut(self) -> None:
        """LIVE 2.3.3d: where the document asks for it; nobody in a seat wants to."""
        if not any(task.name == "player-cut" for task in self.guide.checklist):
            return
        cut = self.dealer.staff[self.table].cut
        assert cut is not None
        if cut.next is not None:
            await self.ok(self.dealer, say.OfferCut)
        while (cut := self.dealer.staff[self.table].cut) and cut.asked is not None:
            await self.ok(self.dealer, say.DeclineCut)
        await self.ok(self.dealer, say.PlaceCut, 100)

    async def make_shoe(self) -> None:
        await self.inspect()
        if self.guide.checklist:
            await self.place_cut()
            await self.ok(self.dealer, say.ChangeShoe, self.record())

    async def open_betting(self, *players: Client) -> None:
        await self.make_shoe()
        await self.ok(self.dealer, say.OpenBetting)
        await in_step(*players)

    async def bet(self, player: Client, bet: str, amount: int, box: int | None = None) -> None:
        await player.place(self.table, bet, amount, box)

    async def begin(self, *bets: tuple[Client, int]) -> None:
        """An initial bet of 100 on each of these boxes, and "No more bets"."""
        await self.open_betting(*(player for player, _ in bets))
        for player, box in bets:
            await self.bet(player, "initial", 100_00, box)
        await self.no_more_bets(*(player for player, _ in bets))

    async def no_more_bets(self, *players: Client) -> None:
        await self.ok(self.dealer, say.CloseBetting)
        await in_step(*players, self.pit)

    async def deal(self, text: str) -> None:
        for code in text.split():
            await self.ok(self.dealer, say.Scan, code)

    async def decide(self, player: Client, action: str, box: int | None = None) -> None:
        await in_step(player)
        await self.ok(player, say.Decide, action, box)
        await in_step(self.dealer, self.pit)

    async def over(self, *players: Client) -> None:
        """Everyone has been told what came of the round."""
        assert self.guide.step is GuideStep.PAY_AND_COLLECT, self.guide
        await in_step(*players)
        for one in players:
            you = one.you[self.table]
            assert you.round == self.view.round
            assert you.lines


async def bet_by_the_backs(dealt: HandDealt, player: Client, rounds: int) -> None:
    """At baccarat: on the player's side if the first card is 6 to 9, else on the banker's."""
    live = dealt.house.house.live_tables.tables[dealt.table]
    dealer = Actor(name_of(dealt.dealer), TableRole.DEALER)
    bettor = Actor(name_of(player), TableRole.PLAYER)
    cards = [*whole_shoe(8)]
    random.Random(1).shuffle(cards)

    async def at_once(actor: Actor, command: Command) -> None:
        """As fast as no client may."""
        assert (await live.ask(actor, command, new_id())).ok

    await dealt.make_shoe()
    for _ in range(rounds):
        side = "player" if cards[0][0] in "6789" else "banker"
        await at_once(dealer, OpenBetting())
        await at_once(bettor, PlaceBets((Bet(bettor.name, side, 10_00),)))
        await at_once(dealer, CloseBetting())
        while live.state.waiting.card is not None:
            await at_once(dealer, Scan(cards.pop(0)))
