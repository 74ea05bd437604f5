"""What players do: seats, chips, decisions."""

from collections.abc import Iterator
from typing import Any

from croupier.games import engine
from croupier.games.baccarat.rules import MAIN_BETS
from croupier.games.blackjack import BlackjackRules
from croupier.games.engine import AnyRules
from croupier.games.layout import Bet, Limits
from croupier.games.roulette import RouletteRules
from croupier.house.floor.text import clean
from croupier.house.roles import PLAYING
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.server.connection import Connection
from croupier.server.handlers.desk import Desk, handles
from croupier.server.room import Room
from croupier.table import commands as table
from croupier.table.chips import Chips, check_spot
from croupier.table.judging.common import check_phase
from croupier.table.state import TablePhase, TableState
from croupier.table.table import Reply as TableReply
from croupier.wire.commands import (
    AskSpots,
    AskSqueeze,
    ChooseFollow,
    ClearChips,
    ConfirmBets,
    CutShoe,
    Decide,
    GiveConsent,
    JoinWaiting,
    LeaveSeat,
    LeaveWaiting,
    MoveChip,
    PlaceChip,
    RepeatBets,
    TakeSeat,
    TurnCards,
    UndoChip,
    WithdrawConsent,
)
from croupier.wire.views import SpotView

# Seats ----------------------------------------------------------------------------------------


@handles(TakeSeat, *PLAYING)
async def take_seat(desk: Desk, one: Connection, asked: TakeSeat) -> Any:
    desk.check_open()
    desk.house.protection.check_entry(one.name)
    return await desk.ask(one, asked, table.Sit(asked.box))


@handles(LeaveSeat, *PLAYING)
async def leave_seat(desk: Desk, one: Connection, asked: LeaveSeat) -> Any:
    return await desk.ask(one, asked, table.Leave(asked.box))


@handles(JoinWaiting, *PLAYING)
async def join_waiting(desk: Desk, one: Connection, asked: JoinWaiting) -> Any:
    desk.check_open()
    desk.house.protection.check_entry(one.name)
    return await desk.ask(one, asked, table.Wait())


@handles(LeaveWaiting, *PLAYING)
async def leave_waiting(desk: Desk, one: Connection, asked: LeaveWaiting) -> Any:
    return await desk.ask(one, asked, table.LeaveWaiting())


@handles(ChooseFollow, *PLAYING)
async def choose_follow(desk: Desk, one: Connection, asked: ChooseFollow) -> Any:
    return await desk.ask(one, asked, table.ChooseFollow(asked.follow))


@handles(CutShoe, *PLAYING)
async def cut_shoe(desk: Desk, one: Connection, asked: CutShoe) -> Any:
    return await desk.ask(one, asked, table.GiveEntropy(asked.entropy))


# Chips ----------------------------------------------------------------------------------------


def _layout(desk: Desk, asked: Any) -> Room:
    """The room, if its layout takes chips of this round now."""
    desk.check_open()
    room = desk.room(asked.table)
    state = room.state
    if asked.round != state.round_number:
        raise Refused(
            Code.STALE,
            words("round {now} is on, not {asked}", now=state.round_number, asked=asked.round),
            "R3",
        )
    check_phase(state, TablePhase.BETTING)
    return room


def _laid(room: Room, one: Connection) -> Any:
    room.tell_you(one.name)
    return {"current_bet": room.chips[one.name].total}


@handles(PlaceChip, *PLAYING, once=True, looks=True)
async def place_chip(desk: Desk, one: Connection, asked: PlaceChip) -> Any:
    room = _layout(desk, asked)
    if asked.bet == "behind":
        return await _bet_behind(desk, one, asked, room.state)
    chips, spot = room.draft(one.name), (asked.bet, asked.box)
    chips.place(spot, asked.amount)
    _check(desk, one, room, chips, spot)
    return _laid(room, one)


async def _bet_behind(
    desk: Desk, one: Connection, asked: PlaceChip, state: TableState
) -> TableReply:
    """R19: sent as it is placed, beside what was confirmed before."""
    await desk.house.remember(one.name)
    confirmed = state.layout.bets_of(one.name)
    bets = (*confirmed, Bet(one.name, "behind", asked.amount, asked.box))
    return await desk.ask(one, asked, table.PlaceBets(bets), asked.round)


def _check(desk: Desk, one: Connection, room: Room, chips: Chips, spot: Any) -> None:
    """A chip that could never stand there is not laid down at all."""
    try:
        check_spot(room.state, desk.actor(one), room.lying(one.name), spot)
    except Refused:
        chips.undo()
        raise


@handles(MoveChip, *PLAYING, once=True, looks=True)
async def move_chip(desk: Desk, one: Connection, asked: MoveChip) -> Any:
    room = _layout(desk, asked)
    if "behind" in (asked.bet, asked.to_bet):
        raise Refused(Code.ILLEGAL_BET, words("a bet behind stays where it was placed"), "R19")
    chips, to = room.draft(one.name), (asked.to_bet, asked.to_box)
    chips.move((asked.bet, asked.box), to, asked.amount)
    _check(desk, one, room, chips, to)
    return _laid(room, one)


@handles(ClearChips, *PLAYING, once=True, looks=True)
async def clear_chips(desk: Desk, one: Connection, asked: ClearChips) -> Any:
    room = _layout(desk, asked)
    room.draft(one.name).clear()
    return _laid(room, one)


@handles(UndoChip, *PLAYING, once=True, looks=True)
async def undo_chip(desk: Desk, one: Connection, asked: UndoChip) -> Any:
    room = _layout(desk, asked)
    room.draft(one.name).undo()
    return _laid(room, one)


@handles(RepeatBets, *PLAYING, once=True, looks=True)
async def repeat_bets(desk: Desk, one: Connection, asked: RepeatBets) -> Any:
    room = _layout(desk, asked)
    room.draft(one.name).repeat(room.last_bets.get(one.name, ()))
    return _laid(room, one)


@handles(ConfirmBets, *PLAYING, once=True)
async def confirm_bets(desk: Desk, one: Connection, asked: ConfirmBets) -> Any:
    """ "Place Bet": the whole of it, in place of what was confirmed before."""
    desk.check_open()
    room = desk.room(asked.table)
    chips = room.chips.get(one.name)
    if chips is None or chips.round != asked.round:
        raise Refused(
            Code.STALE, words("there are no chips for round {asked}", asked=asked.round), "R3"
        )
    return await desk.ask(one, asked, table.PlaceBets(room.lying(one.name)), asked.round)


@handles(AskSpots, *PLAYING, looks=True)
async def ask_spots(desk: Desk, one: Connection, asked: AskSpots) -> Any:
    room = desk.room(asked.table)
    return list(_spots(desk, one, room, asked.box))


def _spots(desk: Desk, one: Connection, room: Room, box: int | None) -> Iterator[SpotView]:
    state = room.state
    limits, rules = state.config.limits, state.rules
    boxes = range(1, rules.boxes + 1) if isinstance(rules, BlackjackRules) else ()
    laid = room.lying(one.name)
    for bet, on_box in engine.spots(rules).items():
        for number in boxes if on_box else (None,):
            if box is not None and number not in (box, None):
                continue
            spot = (bet, number)
            trial = (*laid, Bet(one.name, bet, rules.chip_unit, number))
            refused = _refusal(desk, one, room, trial, spot)
            yield SpotView(
                bet,
                number,
                refused is None,
                rules.chip_unit,
                _most(rules, limits, bet),
                str(refused.code) if refused else "",
                refused.message if refused else "",
                (refused.clause or "") if refused else "",
                refused.words if refused else None,
            )


def _most(rules: AnyRules, limits: Limits, bet: str) -> int:
    """R3a: side bets may have a maximum of their own."""
    main = isinstance(rules, RouletteRules) or bet in ("initial", "behind", *MAIN_BETS)
    return limits.max if main or limits.side_max is None else limits.side_max


def _refusal(
    desk: Desk, one: Connection, room: Room, bets: tuple[Bet, ...], spot: Any
) -> Refused | None:
    try:
        check_spot(room.state, desk.actor(one), bets, spot)
    except Refused as refused:
        return refused
    return None


# Asked of the house --------------------------------------------------------------------------


@handles(GiveConsent, *PLAYING)
async def give_consent(desk: Desk, one: Connection, asked: GiveConsent) -> Any:
    """What is asked for is shown to staff: it has nothing in it that turns, hides or rings."""
    told = clean(asked.instruction) if asked.instruction.strip() else ""
    return await desk.ask(one, asked, table.GiveConsent(told), asked.round)


@handles(WithdrawConsent, *PLAYING)
async def withdraw_consent(desk: Desk, one: Connection, asked: WithdrawConsent) -> Any:
    return await desk.ask(one, asked, table.WithdrawConsent(), asked.round)


@handles(AskSqueeze, *PLAYING)
async def ask_squeeze(desk: Desk, one: Connection, asked: AskSqueeze) -> Any:
    return await desk.ask(one, asked, table.AskSqueeze(asked.box), asked.round)


# Decisions ------------------------------------------------------------------------------------


@handles(Decide, *PLAYING)
async def decide(desk: Desk, one: Connection, asked: Decide) -> Any:
    if asked.early:
        if asked.box is None:
            raise Refused(Code.BAD_MESSAGE, "an early decision names its box")
        early = table.DecideEarly(asked.box, asked.action, asked.amount)
        return await desk.ask(one, asked, early, asked.round)
    if asked.action is None:
        raise Refused(Code.BAD_MESSAGE, "a decision names its action")
    decision = table.Decide(asked.action, asked.box, asked.amount, asked.bet, asked.card)
    return await desk.ask(one, asked, decision, asked.round)


@handles(TurnCards, *PLAYING)
async def turn_cards(desk: Desk, one: Connection, asked: TurnCards) -> Any:
    return await desk.ask(one, asked, table.TurnCards(asked.box), asked.round)
