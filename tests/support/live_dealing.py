"""A table dealt by hand over real sockets: pit, dealer and players."""

import random
from typing import Any

import msgspec

from croupier.client import Client, new_id
from croupier.client.scanner import SimulatedScanner
from croupier.client.station import Station
from croupier.engine.rules import Rules
from croupier.house.roles import STAFF, Role
from croupier.kit.cards import shoe as whole_shoe
from croupier.table.commands import (
    Actor,
    CloseBetting,
    Command,
    ConfirmResult,
    Inspection,
    LaidBet,
    OpenBetting,
    PlaceBets,
    Scan,
    ShoeRecord,
    TableRole,
)
from croupier.table.config import Clocks, TableConfig
from croupier.table.guide import Guide, GuideStep
from croupier.wire import commands as say
from croupier.wire.views import TableView
from tests.support.api_calls import stepped_up_staff
from tests.support.live_clients import (
    MessageKind,
    ask_table,
    name_of,
    reply_code,
    sync,
)
from tests.support.live_house import LiveHouse, human

UNHURRIED = Clocks(betting=600_000, decision=600_000, offer=600_000, choice=600_000, pause=0)
"""Clocks so long that only clients move the table."""


def by_hand(game: str, **more: Any) -> TableConfig:
    return msgspec.structs.replace(human(game, **more), clocks=UNHURRIED)


async def sign_where_owed(house: LiveHouse, client: Client, table: str) -> Client:
    """Anyone who has a browser that signs, or works beside a dealer who does, signs."""
    name, stations = name_of(client), house.house.stations
    account = house.house.people.account(name)
    if client.station is None and account is not None and account.role in STAFF:
        dealer = house.house.rooms[table].state.dealer
        if stations.signs(name) or (dealer is not None and stations.signs(dealer)):
            client.api.name = name
            client.station = await Station.register(client.api, "beside the browser")
            client.api.sign = client.station.headers
    return client


class HandDealt:
    """One table with its dealer on duty."""

    def __init__(self, house: LiveHouse, table: str, pit: Client, dealer: Client) -> None:
        self.house, self.table, self.pit, self.dealer = house, table, pit, dealer
        self.scanner = SimulatedScanner([])

    @classmethod
    async def open(cls, house: LiveHouse, table: str) -> "HandDealt":
        pit = await house.client(await house.staff(Role.PIT))
        dealer = await house.client(await house.staff(Role.DEALER))
        for one in (pit, dealer):
            await one.join(table)
        opened = cls(house, table, pit, dealer)
        assert opened.guide.step is GuideStep.WAIT_FOR_PIT
        await opened.ok(pit, say.ChangeDealer, name_of(dealer))
        await sync(dealer)
        await opened.inspect()
        return opened

    # What it looks like --------------------------------------------------------------------------

    @property
    def guide(self) -> Guide:
        guide = self.dealer.staff[self.table].guide
        assert guide is not None
        return guide

    @property
    def view(self) -> TableView:
        return self.dealer.tables[self.table]

    @property
    def rules(self) -> Rules:
        return self.house.house.live_tables.tables[self.table].state.rules

    # What is done --------------------------------------------------------------------------------

    async def reply_code(
        self, client: Client, kind: MessageKind, *more: object, **named: object
    ) -> str:
        await sign_where_owed(self.house, client, self.table)
        return await reply_code(client, kind, self.table, *more, **named)

    async def ok(self, client: Client, kind: MessageKind, *more: object, **named: object) -> None:
        await sign_where_owed(self.house, client, self.table)
        reply = await ask_table(client, kind, self.table, *more, **named)
        assert reply.ok, (kind, more, reply)

    async def propose_interruption(self) -> int:
        reason = "the table is broken"
        wish = {"table": self.table, "round": self.view.round, "reason": reason, "id": "broken"}
        answer = await self.pit.api.call("POST", "/api/interruptions", wish)
        return int(answer["number"])

    async def interrupt(self) -> None:
        """The pit proposes it, a shift manager signs (R4, R30)."""
        number = await self.propose_interruption()
        shift = await stepped_up_staff(self.house, Role.SHIFT, "shift-who-signs")
        await shift.call("POST", f"/api/proposals/{number}/signature")

    async def player(self, name: str, box: int | None = None, chips: int = 1_000_00) -> Client:
        player = await self.house.client(await self.house.player(name, chips))
        await player.join(self.table)
        if box is not None:
            await player.sit(self.table, box)
            await sync(self.dealer)
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
        await sync(*players)

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
        await sync(*players, self.pit)

    async def deal(self, text: str) -> None:
        """Scan these cards, or pockets, and confirm the result they come to."""
        await self.scan(text)
        await self.confirm()

    async def scan(self, text: str) -> None:
        for code in text.split():
            await self.ok(self.dealer, say.Scan, code)

    async def confirm(self) -> None:
        """R31: if the round has come to a result."""
        if self.guide.step is GuideStep.CONFIRM_RESULT:
            await self.ok(self.dealer, say.ConfirmResult)

    async def decide(self, player: Client, action: str, box: int | None = None) -> None:
        await sync(player)
        await self.ok(player, say.Decide, action, box)
        await sync(self.dealer, self.pit)

    async def over(self, *players: Client) -> None:
        """Everyone has been told what came of the round."""
        await self.confirm()
        assert self.guide.step is GuideStep.PAY_AND_COLLECT, self.guide
        await sync(*players)
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
        await at_once(bettor, PlaceBets((LaidBet(side, 10_00),)))
        await at_once(dealer, CloseBetting())
        while live.state.waiting.card is not None:
            await at_once(dealer, Scan(cards.pop(0)))
        await at_once(dealer, ConfirmResult())
