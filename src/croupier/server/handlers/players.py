"""What players do: seats, bets, decisions."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.games.layout import Bet
from croupier.house.floor.text import clean
from croupier.house.roles import PLAYING
from croupier.kit.errors import Code, Refused
from croupier.server.connection import Connection
from croupier.server.handlers.dispatcher import Dispatcher, handles
from croupier.table import commands as table
from croupier.table.checking import Spot, check_draft
from croupier.table.table import check_round
from croupier.wire.commands import (
    AskSqueeze,
    CheckBets,
    ChooseFollow,
    CutShoe,
    Decide,
    GiveConsent,
    JoinWaiting,
    LeaveSeat,
    LeaveWaiting,
    PlaceBets,
    TakeSeat,
    TurnCards,
    WithdrawConsent,
)
from croupier.wire.views import CheckedBets, SpotRefusal

# Seats ----------------------------------------------------------------------------------------


@handles(TakeSeat, *PLAYING)
async def take_seat(dispatcher: Dispatcher, one: Connection, asked: TakeSeat) -> Any:
    dispatcher.check_open()
    dispatcher.house.protection.check_entry(one.name)
    return await dispatcher.ask(one, asked, table.Sit(asked.box))


@handles(LeaveSeat, *PLAYING)
async def leave_seat(dispatcher: Dispatcher, one: Connection, asked: LeaveSeat) -> Any:
    return await dispatcher.ask(one, asked, table.Leave(asked.box))


@handles(JoinWaiting, *PLAYING)
async def join_waiting(dispatcher: Dispatcher, one: Connection, asked: JoinWaiting) -> Any:
    dispatcher.check_open()
    dispatcher.house.protection.check_entry(one.name)
    return await dispatcher.ask(one, asked, table.Wait())


@handles(LeaveWaiting, *PLAYING)
async def leave_waiting(dispatcher: Dispatcher, one: Connection, asked: LeaveWaiting) -> Any:
    return await dispatcher.ask(one, asked, table.LeaveWaiting())


@handles(ChooseFollow, *PLAYING)
async def choose_follow(dispatcher: Dispatcher, one: Connection, asked: ChooseFollow) -> Any:
    return await dispatcher.ask(one, asked, table.ChooseFollow(asked.follow))


@handles(CutShoe, *PLAYING)
async def cut_shoe(dispatcher: Dispatcher, one: Connection, asked: CutShoe) -> Any:
    return await dispatcher.ask(one, asked, table.GiveEntropy(asked.entropy))


# Bets -----------------------------------------------------------------------------------------


@handles(PlaceBets, *PLAYING)
async def place_bets(dispatcher: Dispatcher, one: Connection, asked: PlaceBets) -> Any:
    dispatcher.check_open()
    return await dispatcher.ask(one, asked, table.PlaceBets(_bets(one, asked)), asked.round)


@handles(CheckBets, *PLAYING, looks=True)
async def check_bets(dispatcher: Dispatcher, one: Connection, asked: CheckBets) -> Any:
    dispatcher.check_open()
    state = dispatcher.room(asked.table).state
    check_round(state, asked.round)
    checked = check_draft(state, one.name, _bets(one, asked))
    return CheckedBets(*(tuple(_refusals(found)) for found in checked))


def _bets(one: Connection, asked: PlaceBets | CheckBets) -> tuple[Bet, ...]:
    return tuple(Bet(one.name, laid.bet, laid.amount, laid.box) for laid in asked.bets)


def _refusals(found: Mapping[Spot, Refused]) -> Iterator[SpotRefusal]:
    for (bet, box), why in found.items():
        clause = why.clause or ""
        yield SpotRefusal(bet, box, str(why.code), why.message, clause, why.words)


# Asked of the house --------------------------------------------------------------------------


@handles(GiveConsent, *PLAYING)
async def give_consent(dispatcher: Dispatcher, one: Connection, asked: GiveConsent) -> Any:
    """What is asked for is shown to staff: it has nothing in it that turns, hides or rings."""
    told = clean(asked.instruction) if asked.instruction.strip() else ""
    return await dispatcher.ask(one, asked, table.GiveConsent(told), asked.round)


@handles(WithdrawConsent, *PLAYING)
async def withdraw_consent(dispatcher: Dispatcher, one: Connection, asked: WithdrawConsent) -> Any:
    return await dispatcher.ask(one, asked, table.WithdrawConsent(), asked.round)


@handles(AskSqueeze, *PLAYING)
async def ask_squeeze(dispatcher: Dispatcher, one: Connection, asked: AskSqueeze) -> Any:
    return await dispatcher.ask(one, asked, table.AskSqueeze(asked.box), asked.round)


# Decisions ------------------------------------------------------------------------------------


@handles(Decide, *PLAYING)
async def decide(dispatcher: Dispatcher, one: Connection, asked: Decide) -> Any:
    if asked.early:
        if asked.box is None:
            raise Refused(Code.BAD_MESSAGE, "an early decision names its box")
        early = table.DecideEarly(asked.box, asked.action, asked.amount)
        return await dispatcher.ask(one, asked, early, asked.round)
    if asked.action is None:
        raise Refused(Code.BAD_MESSAGE, "a decision names its action")
    decision = table.Decide(asked.action, asked.box, asked.amount, asked.bet, asked.card)
    return await dispatcher.ask(one, asked, decision, asked.round)


@handles(TurnCards, *PLAYING)
async def turn_cards(dispatcher: Dispatcher, one: Connection, asked: TurnCards) -> Any:
    return await dispatcher.ask(one, asked, table.TurnCards(asked.box), asked.round)
