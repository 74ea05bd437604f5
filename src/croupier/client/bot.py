"""House bots: guests that sit down, bet the minimum and play on, so that tables are alive. They
answer reality checks, ask for chips when they have none, and come back whenever they were let go:
a house left alone for a week still plays."""

import asyncio
import logging
import random
from contextlib import suppress
from functools import partial

import httpx
from websockets.exceptions import WebSocketException

from croupier.client.api import Api, HouseRefused
from croupier.client.client import Client
from croupier.engine import protocol as engine
from croupier.engine.inputs import Action
from croupier.engine.rules import Rules
from croupier.table.commands import LaidBet
from croupier.wire.views import Ask, TableView

_LOG = logging.getLogger("croupier.bot")
_PATIENCE = 2.0
_TRIES_AGAIN = 30.0
"""Seconds after which a bot whose bet was refused bets once more: nobody else may have."""


class Bot:
    """Plays one table for ever: bets when bets are taken, answers when it is asked."""

    def __init__(self, client: Client, table: str, seed: int | None = None) -> None:
        self.client = client
        self.table = table
        self.rounds = 0
        self._chosen = random.Random(seed)
        self._box: int | None = None
        self._bet_round = -1
        self._finished_round = -1

    @property
    def view(self) -> TableView:
        return self.client.tables[self.table]

    async def play(self) -> None:
        await self.client.join(self.table)
        rules = engine.variant(self.view.game)
        while True:
            await self._bet(rules)
            await self._finish_betting()
            await self._answer()
            try:
                await self.client.until(self._something_to_do, _TRIES_AGAIN)
            except TimeoutError:
                self._bet_round = -1

    def _something_to_do(self) -> bool:
        you = self.client.you.get(self.table)
        to_bet = self.view.phase == "betting" and self._bet_round != self.view.round
        asked = bool(you and any(self._action(ask) for ask in you.asked))
        return to_bet or asked or self._others_finished()

    def _others_finished(self) -> bool:
        """A bot finishes after somebody else has: it hurries nobody, and nobody waits for it."""
        view = self.view
        return view.phase == "betting" and view.finished > 0 and self._finished_round != view.round

    async def _finish_betting(self) -> None:
        if self._others_finished():
            self._finished_round = self.view.round
            with suppress(HouseRefused):
                await self.client.finish_betting(self.table)

    async def _bet(self, rules: Rules) -> None:
        view, you = self.view, self.client.you.get(self.table)
        if view.phase != "betting" or self._bet_round == view.round:
            return
        self._bet_round = view.round
        if you and you.confirmed:
            return
        self.rounds += 1
        try:
            await self._place(await self._chosen_bet(rules))
        except HouseRefused as refused:
            if refused.code in ("gone", "not-known"):
                raise

    async def _chosen_bet(self, rules: Rules) -> LaidBet:
        least = self.view.limits.min
        main = {spot: on_box for spot, on_box in rules.spots().items() if rules.is_main(spot)}
        first, on_box = next(iter(main.items()))
        if on_box:
            await self._take_box()
            return LaidBet(first, least, self._box)
        simple = [spot for spot in main if spot in _SIMPLE]
        return LaidBet(self._chosen.choice(simple or list(main)), least)

    async def _place(self, bet: LaidBet) -> None:
        try:
            await self.client.place_bets(self.table, bet)
        except HouseRefused as refused:
            if refused.code == "reality-check":
                await self.client.acknowledge()
            elif refused.code == "short-of-funds":
                await self.client.api.refill()
            else:
                raise
            await self.client.place_bets(self.table, bet)

    async def _take_box(self) -> None:
        you = self.client.you.get(self.table)
        if you and you.seats:
            self._box = you.seats[0]
            return
        free = [box.number for box in self.view.boxes if box.seat is None and box.offered is None]
        self._box = self._chosen.choice(free) if free else 1
        if free:
            await self.client.sit(self.table, self._box)

    async def _answer(self) -> None:
        you = self.client.you.get(self.table)
        for ask in you.asked if you else ():
            action = self._action(ask)
            if action is None:
                continue
            with suppress(HouseRefused):
                await self.client.decide(
                    self.table,
                    action,
                    ask.box,
                    bet=ask.bet,
                    card=ask.cards[0] if ask.cards else None,
                )
            await self.client.until(partial(self._answered, ask), seconds=60)

    def _answered(self, ask: Ask) -> bool:
        return ask not in self.client.you[self.table].asked

    def _action(self, ask: Ask) -> Action | None:
        """Hit under seventeen, refuse every offer: quick, and never rich. A surrender is refused by
        playing on."""
        offered = {option.action for option in ask.options}
        for action in (Action.DECLINE, Action.CONTINUE, Action.RAISE, Action.TAKE):
            if action in offered:
                return action
        if ask.kind == "offer":
            return None
        total = self._total(ask)
        return Action.HIT if total < 17 and Action.HIT in offered else Action.STAND

    def _total(self, ask: Ask) -> int:
        you, play = self.client.you[self.table], self.view.play
        boxes = (*you.boxes, *getattr(play, "boxes", ()))
        for box in boxes:
            if box.number == ask.box and box.hands:
                return box.hands[(ask.hand or 1) - 1].total or 0
        return 21


_SIMPLE = frozenset({"red", "black", "odd", "even", "low", "high", "player", "banker"})


class Bots:
    """Several of them, each at a table of its own choosing, each coming back after a cut."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, address: str, count: int) -> None:
        self._tasks = [asyncio.create_task(_play(address, number)) for number in range(count)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _play(address: str, number: int) -> None:
    api = Api(address)
    try:
        while True:
            try:
                if not api.token:
                    await api.guest()
                async with Client(api) as client:
                    tables = [
                        table for table in await client.lobby() if table.dealt_by == "virtual"
                    ]
                    if tables:
                        await Bot(client, tables[number % len(tables)].table).play()
            except HouseRefused as refused:
                if refused.code == "not-known":
                    api.token = ""
            except (TimeoutError, OSError, httpx.HTTPError, WebSocketException) as error:
                _LOG.debug("bot cut off", extra={"why": type(error).__name__})
            await asyncio.sleep(_PATIENCE)
    finally:
        await api.close()
