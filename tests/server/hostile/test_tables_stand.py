"""Nothing that anybody can say stops a table: every message of the protocol, at every game, dealt
by the house or by hand, in every phase, with fields thrown by a die."""

import asyncio
import random
from collections import Counter
from collections.abc import MutableMapping
from typing import Any, get_args

import msgspec
import pytest
from msgspec.inspect import type_info

from croupier.client.client import new_id
from croupier.engine import protocol as engine
from croupier.engine.inputs import Capacity, Interrupt, Void, VoidReason
from croupier.engine.variants import VARIANTS
from croupier.house.roles import Role
from croupier.kit.cards import shoe
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import MAY_SEND, Dispatcher
from croupier.table import commands as table
from croupier.table.commands import HOUSE, Actor, Command
from croupier.table.config import DealerKind
from croupier.table.state import TablePhase, TableState
from croupier.wire.commands import Asked, Rule
from croupier.wire.messages import Reply
from tests.server.hostile.grammar import thrown
from tests.server.hostile.test_decoder import FUZZ
from tests.support.live_clients import assert_books_balance
from tests.support.live_house import LIMITS, LiveHouse, serving
from tests.support.live_house import table as a_table
from tests.support.live_play import UNTIMED

pytestmark = pytest.mark.usefixtures("no_traceback")
KINDS: tuple[Any, ...] = get_args(Asked)
TIMES = FUZZ
"""Of each kind in each phase; a ruling is thrown more often, since there are many."""
PIT = Actor("the-pit", table.TableRole.PIT)
BETS = {"blackjack": ("initial", 1), "baccarat": ("player", None), "roulette": ("red", None)}


class Pestered:
    """One table, and everybody who has something to say there."""

    def __init__(self, house: LiveHouse, id: str, dice: random.Random) -> None:
        self.house, self.id, self.dice = house, id, dice
        self.desk = Dispatcher(house.house)
        self.callers: dict[Role, Connection] = {}
        self.said: Counter[str] = Counter()

    async def gather(self) -> None:
        """No sockets: they are slowed down to what a person types."""
        for role in Role:
            if role in (Role.WATCHER, Role.GUEST):
                continue
            api = await (
                self.house.player("ann") if role is Role.PLAYER else self.house.staff(role)
            )
            who = self.house.house.people.who(api.token)
            assert who is not None
            one = Connection({}, _nowhere, who, lambda _: None)
            self.house.house.accounts.arrive(one)
            self.house.house.connections.arrive(one)
            if role is Role.PLAYER:
                await self.house.house.players.admit(who)
            self.callers[role] = one

    @property
    def state(self) -> TableState:
        return self.house.house.live_tables.tables[self.id].state

    async def done(self, actor: Actor, command: Command) -> bool:
        live = self.house.house.live_tables.tables[self.id]
        return (await live.ask(actor, command, new_id())).ok

    # From phase to phase -------------------------------------------------------------------------

    async def bring_to(self, phase: TablePhase) -> None:
        """As the table was at the beginning, in this phase."""
        await self.done(PIT, table.AnswerCall())
        await self.done(PIT, table.Reconfigure(LIMITS, {}, UNTIMED, 10))
        if self._by_hand and self.state.dealer is None:
            await self.done(PIT, table.ChangeDealer("the-dealer"))
        for _ in range(20):
            if self.state.phase is phase:
                return
            await self._on_towards(phase)
        assert self.state.phase is phase, (self.id, self.state.phase)

    async def _on_towards(self, phase: TablePhase) -> None:
        match self.state.phase:
            case TablePhase.PLAYING:
                await self._end_round()
            case TablePhase.BETTING if phase is TablePhase.PLAYING:
                await self._begin_round()
            case TablePhase.BETTING:
                await self.done(HOUSE, table.ReturnBets())
                await self.done(PIT, table.CloseTable())
            case TablePhase.IDLE if phase is TablePhase.CLOSED:
                await self.done(PIT, table.CloseTable())
            case TablePhase.IDLE:
                await self._finish_discards()
                await self.done(PIT, table.InspectEquipment(table.Inspection(True, True)))
                for command in (table.OfferCut(), table.DeclineCut(), table.PlaceCut(20)):
                    await self.done(PIT, command)
                await self.done(HOUSE, table.ChangeShoe(self._record()))
                await self.done(HOUSE, table.OpenBetting())
            case TablePhase.CLOSED:
                await self.done(PIT, table.OpenTable())

    def _record(self) -> table.ShoeRecord:
        rules = self.state.rules
        burned = getattr(rules, "burn_after_shuffle", 0)
        return table.ShoeRecord(getattr(rules, "decks", 0), True, True, True, burned)

    async def _begin_round(self) -> None:
        family = type(self.state.rules).__module__.split(".")[-2]
        bet, box = BETS[family]
        ann = Actor("ann", table.TableRole.PLAYER)
        if box is not None:
            box = next((one for one, who in self.state.seats.items() if who == "ann"), box)
            await self.done(ann, table.TakeSeat(box))
        await self.done(ann, table.PlaceBets((table.LaidBet(bet, 5_00, box),)))
        # What the house deals itself would be over at once: it is held in the same breath.
        commands = [table.CloseBetting(), *([] if self._by_hand else [table.Hold("the-pit")])]
        await asyncio.gather(*(self.done(HOUSE, command) for command in commands))

    async def _end_round(self) -> None:
        await self.done(HOUSE, table.Rule(Void(Capacity.PIT, VoidReason.OUT_OF_CARDS)))
        await self.done(HOUSE, table.Rule(Interrupt(Capacity.HOUSE)))

    async def _finish_discards(self) -> None:
        for _ in range(60):
            round = self.state.round
            if round is None or engine.waiting(round).card is None:
                return
            await self.done(Actor("the-dealer", table.TableRole.DEALER), table.Scan(self._card()))

    @property
    def _by_hand(self) -> bool:
        return self.state.config.dealer is DealerKind.HUMAN

    def _card(self) -> Any:
        return self.dice.choice(shoe(1))

    async def deal_on(self) -> None:
        """So that messages meet the round at every point."""
        if self.state.phase is not TablePhase.PLAYING or self.state.round is None:
            return
        if self.state.held is not None:
            await self.done(HOUSE, table.Release())
            await asyncio.sleep(0)
            return
        waiting = engine.waiting(self.state.round)
        dealer = Actor("the-dealer", table.TableRole.DEALER)
        if waiting.card is not None and self._by_hand:
            await self.done(dealer, table.Scan(self._card()))
        elif waiting.settlement:
            await self.done(dealer, table.ConfirmResult())
        elif waiting.decisions:
            one = self.dice.choice(waiting.decisions)
            action = self.dice.choice(one.options).action
            ann = Actor(one.player, table.TableRole.PLAYER)
            await self.done(ann, table.Decide(action, one.box, bet=one.bet))
        elif waiting.offers:
            await self.done(HOUSE, table.CloseOffers())

    # What is said --------------------------------------------------------------------------------

    async def say(self, kind: Any) -> Reply:
        told = thrown(type_info(kind), self.dice)
        told["id"] = new_id()
        if "table" in told:
            told["table"] = self.id
        if "round" in told and self.dice.random() < 0.9:
            told["round"] = self.state.round_number
        role = self.dice.choice(sorted(MAY_SEND[kind] - {Role.GUEST, Role.WATCHER}))
        reply = await self.desk.answer(self.callers[role], msgspec.convert(told, kind))
        assert reply.ok or (reply.code and reply.message), told
        assert reply.code not in ("broken", "stopped"), (told, reply)
        self.said["ok" if reply.ok else reply.code] += 1
        return reply


async def _nowhere(message: MutableMapping[str, Any]) -> None:
    """Nobody listens."""


@pytest.mark.parametrize("dealer", DealerKind)
@pytest.mark.parametrize("game", VARIANTS)
async def test_no_message_stops_a_table(game: str, dealer: DealerKind) -> None:
    async with serving([a_table(game, dealer=dealer, clocks=UNTIMED)]) as house:
        pestered = Pestered(house, game, random.Random(f"{game} {dealer}"))
        await pestered.gather()
        for phase in TablePhase:
            for kind in KINDS:
                for _ in range(TIMES * (12 if kind is Rule else 1)):
                    # Idle is but a moment where the house opens the betting itself.
                    if phase is not TablePhase.IDLE or dealer is DealerKind.HUMAN:
                        await pestered.bring_to(phase)
                    await pestered.say(kind)
                    assert not house.house.live_tables.tables[game].stopped, kind
                    if pestered.dice.random() < 0.3:
                        await pestered.deal_on()
        # It was no wall of one refusal.
        assert len(pestered.said) > 6, pestered.said
        assert pestered.said["ok"] > 20, pestered.said
        assert_books_balance(house)
