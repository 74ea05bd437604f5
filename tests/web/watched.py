"""A house in which everything that is watched has been noticed: a win outside its band, a doubted
wheel, a shoe that does not come out even, an incident, rules to approve, a closed day, and a staged
table. For what is looked at rather than played."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from croupier.client import Api, Client, new_id
from croupier.client.station import Station
from croupier.house.closures import certified
from croupier.house.closures.certificate import Closure, RoundCards, Verdict
from croupier.house.house_signature import HouseSignature
from croupier.house.roles import Role
from croupier.table.commands import Actor, Call, CloseBetting, ConfirmResult, OpenBetting, TableRole
from croupier.table.config import DealerKind
from tests.support.day_close import count_day, tomorrow
from tests.support.live_clients import name_of
from tests.support.live_dealing import HandDealt, by_hand
from tests.support.live_house import LiveHouse, serving, table
from tests.support.live_play import UNTIMED, Stacked, bet, join_as, next_round, no_more_bets
from tests.web.staged import until_betting

WHEEL, DOUBTED, LAB = "live-roulette", "doubted-wheel", "lab-cards"
LUCKY, FAVOURED = 1, 17
"""The pocket on which Ann wins too often, and the one to which the other wheel leans."""
PAGES: dict[Role, dict[str, str]] = {
    Role.PIT: {"pit-noticed": "/pit", "pit-doubted": f"/pit/{DOUBTED}"},
    Role.SHIFT: {
        "office-band": "/office/band",
        "office-incidents": "/office/incidents",
        "office-incident": "/office/incidents/1",
        "office-days": "/office/days",
        "office-day": "/office/days/%",
    },
    Role.CASHIER: {"office-floats": "/office/floats"},
    Role.INSPECTOR: {
        "office-closures": "/office/closures",
        "office-approvals": "/office/rules",
        "office-program": "/office/program",
        "office-log": "/office/log",
    },
    Role.LAB: {"staged-table": f"/table/{LAB}"},
}
"""Where it is looked at; % is the day that is closed."""
EVEN = Closure(
    table="bj-1",
    game="live-blackjack",
    dealer=DealerKind.HUMAN,
    shoe=1,
    decks=8,
    cards=416,
    first_entry=5,
    last_entry=900,
    until_ms=1_700_000_000_000,
    rounds=(RoundCards(1, 9), RoundCards(2, 11)),
    dealt=20,
    discarded=0,
    burned=6,
    burned_unseen=6,
    behind_cut=52,
    left_over=338,
    left=390,
    left_scanned=False,
    missing=(),
    extra=(),
    spoiled="",
    by="dora",
    verdict=Verdict.CLOSES,
)
SHORT = msgspec.structs.replace(EVEN, shoe=2, left=389, left_over=337, verdict=Verdict.NOT)


@asynccontextmanager
async def watched_house() -> AsyncIterator[tuple[LiveHouse, str]]:
    """With the day that is closed in it."""
    lab = table("classic-blackjack-shoe", id=LAB)
    tables = [
        table(WHEEL, clocks=UNTIMED),
        msgspec.structs.replace(by_hand(WHEEL, id=DOUBTED), title="The wheel by the door"),
        msgspec.structs.replace(lab, staged=True, title="The lab's cards"),
    ]
    async with serving(tables, randbelow=Stacked(pockets=(LUCKY,))) as house:
        await _wins_too_much(house)
        await _leans(house)
        await _cards(house)
        await _cases(house)
        yield house, await _closed_day(house)


async def _wins_too_much(house: LiveHouse) -> None:
    for name, spot, rounds in (("ann", f"straight:{LUCKY}", 12), ("bob", "black", 3)):
        client = await join_as(house, WHEEL, name)
        for _ in range(rounds):
            await bet(client, WHEEL, (spot, 10_00))
            await no_more_bets(house, WHEEL)
            await _until_over(client, WHEEL)
            await next_round(house, WHEEL)
            await until_betting(client, WHEEL)
    await house.house.play_watch.follow()


async def _until_over(client: Client, table: str) -> None:
    await client.until(lambda: client.tables[table].over)


async def _until_round(client: Client, table: str, number: int) -> None:
    await client.until(lambda: client.tables[table].round == number)


async def _leans(house: LiveHouse) -> None:
    dealt = await HandDealt.open(house, DOUBTED)
    cleo = await dealt.player("cleo")
    live = house.house.live_tables.tables[DOUBTED]
    dealer = Actor(name_of(dealt.dealer), TableRole.DEALER)
    for number in range(1, 27):
        assert (await live.ask(dealer, OpenBetting(), new_id())).ok
        await _until_round(cleo, DOUBTED, number)
        await cleo.place(DOUBTED, "red", 10_00)
        for command in (CloseBetting(), Call(FAVOURED), ConfirmResult()):
            assert (await live.ask(dealer, command, new_id())).ok
    assert (await live.ask(dealer, OpenBetting(), new_id())).ok


async def _cards(house: LiveHouse) -> None:
    signature = HouseSignature(bytes(range(32)))
    for closure in (EVEN, SHORT):
        await house.house.closures.record(certified(closure, signature))


async def _cases(house: LiveHouse) -> None:
    """What the pit and the shift manager have begun, and somebody else has to finish."""
    pit, shift = await house.staff(Role.PIT), await house.staff(Role.SHIFT)
    wrong = {"cause": "wheel", "table": DOUBTED, "since_round": 1, "until_round": None}
    wrong |= {"text": f"pocket {FAVOURED} comes more often than it should", "id": new_id()}
    await pit.call("POST", "/api/incidents", wrong)
    fill = {"table": WHEEL, "amount": 250_00, "reason": "the float is low", "id": new_id()}
    await pit.call("POST", "/api/cage/floats", fill)
    await shift.call("POST", "/api/approvals/rules", {"table": WHEEL, "id": new_id()})
    dealer = await house.client(await house.staff(Role.DEALER))
    dealer.api.name = name_of(dealer)
    await Station.register(dealer.api, "table scanner")
    await house.house.log.publish()


async def _closed_day(house: LiveHouse) -> str:
    day = tomorrow(house)
    await count_day(house, day)
    shift: Api = await house.staff(Role.SHIFT)
    await house.step_up(shift)
    await shift.call("POST", "/api/days/signature", {"day": day})
    return day
