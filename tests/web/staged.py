"""Houses in a state worth looking at: a floor on which everything waits for somebody, and rounds
stopped in the middle. For what is looked at rather than played."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec

from croupier.client import Api, Client, LaidBet, new_id
from croupier.engine.inputs import Action
from croupier.engine.layout import Limits
from croupier.house.clock import RealClock
from croupier.house.roles import Role
from croupier.table import actor
from croupier.table.config import Clocks, TableConfig
from croupier.wire import commands as say
from tests.support.live_clients import sync
from tests.support.live_dealing import HandDealt
from tests.support.live_house import LIMITS, LiveHouse, human, serving, table
from tests.support.live_play import Stacked, bet, next_round, no_more_bets, play_out
from tests.web.visiting import Visitor

WHEEL, BACCARAT, KNOCKOUT = "live-roulette", "live-baccarat", "rws-knockout-baccarat"
RWS, PLUS, LIVE = "rws-blackjack", "rws-blackjack-plus", "live-blackjack"
CLASSIC = ("classic-blackjack-shoe", "classic-blackjack-double", "classic-blackjack-single")
GAMES = (WHEEL, BACCARAT, KNOCKOUT, RWS, PLUS, LIVE, *CLASSIC)
BY_HAND = "by-hand"
CLOCKS = Clocks(betting=900_000, decision=90_000, offer=90_000, choice=90_000, pause=900_000)
"""Nothing runs out while it is looked at, and every number fits its dial."""
EIGHTS = "8S 6H 8D TC 3C TD 9H TS"
SAID = {
    "objection": "17 came, and my corner was not paid.",
    "insult": "Learn to count, dealer!",
    "report": "rude",
    "mistake": "corner overlooked",
    "answer": "You are right, and have been paid.",
}
"""What people have written, in their own words."""


def table_of(game: str, limits: Limits = LIMITS) -> TableConfig:
    one = table(game, clocks=CLOCKS, limits=limits)
    return msgspec.structs.replace(one, wheel_run=1) if game == WHEEL else one


class Calendar(RealClock):
    """The real clock, some days ago."""

    days_ago = 0

    def wall(self) -> int:
        return super().wall() - self.days_ago * 24 * 60 * 60 * 1000


# A floor ------------------------------------------------------------------------------------------


@asynccontextmanager
async def a_floor(days: int = 0) -> AsyncIterator[LiveHouse]:
    """All games and a table dealt by hand. Ann has played and objects, Bob was rude, the pit is
    called and an adjustment waits for its second signature."""
    calendar = Calendar()
    # Tables look at the wall themselves.
    actor.wall_ms, wall = calendar.wall, actor.wall_ms
    tables = [*(table_of(game) for game in GAMES), human(RWS, id=BY_HAND, clocks=CLOCKS)]
    chance = Stacked(EIGHTS, burned=6, pockets=(17, 32, 0, 5, 21, 8))
    async with serving(tables, clock=calendar, randbelow=chance) as house:
        for calendar.days_ago in range(days, 0, -1):
            await _a_day(house, calendar.days_ago)
        calendar.days_ago = 0
        actor.wall_ms = wall
        ann, bob = [await _arrived(house, name) for name in ("ann", "bob")]
        await _spins(house, ann, bob)
        await _talk(ann, bob)
        await _disagreement(house, ann)
        await _dealt_by_hand(house)
        yield house


async def _a_day(house: LiveHouse, number: int) -> None:
    guest = await house.client(await house.player(f"visitor-{number}"))
    await guest.join(WHEEL)
    await guest.until(lambda: guest.tables[WHEEL].phase == "betting")
    for spot in ("red", "black", "straight:17")[: 1 + number % 3]:
        await bet(guest, WHEEL, (spot, 10_00 + 5_00 * number))
        await no_more_bets(house, WHEEL, guest)
        await sealed(guest, WHEEL)
        await next_round(house, WHEEL, guest)
    await guest.close()


async def sealed(client: Client, table: str) -> None:
    """The ball has come, and the next one lies sealed: a round opened before that has none."""

    def ready() -> bool:
        view = client.tables[table]
        return view.over and view.shoe is not None and view.shoe.used < view.shoe.size

    await client.until(ready)


async def _arrived(house: LiveHouse, name: str) -> Client:
    client = await house.client(await house.player(name))
    await client.join(WHEEL)
    await until_betting(client, WHEEL)
    return client


async def until_betting(client: Client, table: str) -> None:
    await client.until(lambda: client.tables[table].phase == "betting")


async def _spins(house: LiveHouse, ann: Client, bob: Client) -> None:
    for _ in range(6):
        await bet(ann, WHEEL, ("straight:17", 5_00), ("red", 25_00))
        await bet(bob, WHEEL, ("column:1", 10_00))
        await no_more_bets(house, WHEEL, ann, bob)
        await sealed(ann, WHEEL)
        await next_round(house, WHEEL, ann, bob)


async def _talk(ann: Client, bob: Client) -> None:
    await ann.do(say.Say(new_id(), WHEEL, "17!"))
    await bob.do(say.Say(new_id(), WHEEL, SAID["insult"]))
    await sync(ann)
    rude = next(one.line for one in ann.chat if one.player == "bob")
    await ann.do(say.ReportChat(new_id(), WHEEL, rude, SAID["report"]))


async def _disagreement(house: LiveHouse, ann: Client) -> None:
    """One objection is answered, one waits; and for the first something is to be paid."""
    last = ann.tables[WHEEL].round - 1
    for number in (last - 1, last):
        wish = {"table": WHEEL, "round": number, "text": SAID["objection"]}
        await ann.api.call("POST", "/api/me/disputes", wish)
    pit = await house.staff(Role.PIT)
    verdict = {"answer": SAID["answer"], "upheld": True}
    await pit.call("POST", "/api/disputes/1/closing", verdict)
    wish = {"player": "ann", "amount": 45_00, "table": WHEEL, "round": last - 1}
    wish |= {"reason": SAID["mistake"], "id": new_id()}
    await pit.call("POST", "/api/adjustments", wish)


async def _dealt_by_hand(house: LiveHouse) -> None:
    """In the middle of a round: Cleo has sixteen, and the dealer has called the pit."""
    dealt = await HandDealt.open(house, BY_HAND)
    cleo, dan = await dealt.player("cleo", 2), await dealt.player("dan", 4)
    await dealt.begin((cleo, 2), (dan, 4))
    await dealt.deal("TS 8H 9H 6D 8C")
    await dealt.ok(dealt.dealer, say.CallPit, "two cards at once")
    await sync(dealt.pit, dealt.dealer)


async def newcomer(house: LiveHouse, name: str) -> Api:
    """Somebody of the staff on their first day, with the password they were told."""
    one_time = await house.house.people.open_staff(name, Role.DEALER, "house")
    api = await house.api()
    await api.login(name, one_time)
    return api


# Rounds -------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    game: str
    cards: str
    bets: tuple[tuple[str, int], ...]
    """Ann's; where there are boxes she has the third, and Bob the fifth."""
    events: tuple[Action, ...] = ()
    over: bool = False


_CHIPS = {
    WHEEL: (("straight:17", 25_00), ("corner:13-17", 5_00), ("red", 100_00)),
    BACCARAT: (("player", 100_00), ("tie", 5_00)),
    KNOCKOUT: (("player", 25_00), ("ante-player", 25_00), ("winning-total-8", 5_00)),
}
_BOX = (("initial", 25_00),)
_TWENTY = "TS 9H 8D KC 7S 9C"
"""Ann has twenty, Bob sixteen, the dealer seventeen."""
_NINE = "TS KH 9D 7C"
"""For Player, against seven."""
MIDDLES = {
    "decision": Scene(RWS, "TS 5H 9D 6C 8S", _BOX),
    "insurance": Scene(LIVE, "9S 6H AH 8D TC 5C", _BOX),
    "even-money": Scene(RWS, "AS 6H AH KD TC 5C", _BOX),
    "split": Scene(LIVE, "8S 5H 6H 8D 6C TC 3C", _BOX, (Action.SPLIT,)),
    "face-down": Scene(CLASSIC[1], "5S 9H 7C TD 3D 8S", _BOX),
    "raise-or-fold": Scene(KNOCKOUT, "9S KH 6D 7C 3S", _CHIPS[KNOCKOUT]),
}
"""Somebody is asked something."""
PLAYED = {
    game: Scene(game, _NINE if game in _CHIPS else _TWENTY, _CHIPS.get(game, _BOX), over=True)
    for game in GAMES
}


class Stage:
    """One table with one round on it, and whoever plays there."""

    def __init__(self, house: LiveHouse, scene: Scene, ann: Client, bob: Client) -> None:
        self.house, self.scene, self.ann, self.bob = house, scene, ann, bob
        self.game = scene.game

    async def draft(self, *pages: Visitor) -> None:
        """A chip on each of Ann's spots, not placed yet."""
        for one in pages:
            views = one.page.locator(".views button")  # of roulette, where there is little room
            layout, magnified = views.first, views.nth(1)
            if small := await magnified.is_visible():
                await magnified.click()
            for laid in self._bets():
                await one.spot(laid.bet, laid.box).click()
            if small:
                await layout.click()
            await one.page.evaluate("scrollTo(0, 0)")  # where it was before the clicks

    async def lay(self, *pages: Visitor) -> None:
        """Ann's bets, placed; what pages had drafted is cleared first."""
        for one in pages:
            await one.button("Clear").click()
        await self.ann.place_bets(self.game, *self._bets())

    def _bets(self) -> list[LaidBet]:
        box = 3 if "initial" in dict(self.scene.bets) else None
        return [LaidBet(spot, amount, box) for spot, amount in self.scene.bets]

    async def play(self) -> None:
        """As far as the scene goes."""
        await no_more_bets(self.house, self.game, self.ann, self.bob)
        for action in self.scene.events:
            await self.ann.until(lambda: self.ann.you[self.game].asked)
            await self.ann.decide(self.game, action, 3)
        if self.scene.over:
            await play_out(self.house, self.game, self.ann, self.bob)
        elif self.game != WHEEL:
            await self.ann.until(lambda: self.ann.you[self.game].asked)


@asynccontextmanager
async def staged(scene: Scene, limits: Limits = LIMITS) -> AsyncIterator[Stage]:
    """The table before the chips of this scene are laid; Bob has placed his."""
    chance = Stacked(scene.cards, burned=6 if scene.game == LIVE else 0, pockets=(17, 32, 5))
    async with serving([table_of(scene.game, limits)], randbelow=chance) as house:
        ann, bob = [await house.client(await house.player(name)) for name in ("ann", "bob")]
        for one in (ann, bob):
            await one.join(scene.game)
            await until_betting(one, scene.game)
        if "initial" in dict(scene.bets):
            await ann.sit(scene.game, 3)
            await bob.sit(scene.game, 5)
            await bet(bob, scene.game, ("initial", 50_00, 5))
        else:
            await bet(bob, scene.game, ("red" if scene.game == WHEEL else "banker", 50_00))
        await ann.do(say.Say(new_id(), scene.game, "Good luck!"))
        yield Stage(house, scene, ann, bob)
