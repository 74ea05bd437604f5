"""What a command comes to: the facts it makes and the money it moves, or a refusal.

Pure: the state is read, never changed. The facts are applied only once they are committed.
"""

from collections.abc import Callable
from typing import Any

from croupier.engine.inputs import Interrupt, Void
from croupier.kit.english import with_article
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import (
    Actor,
    AllowSqueeze,
    AnswerCall,
    AskBurned,
    AskSqueeze,
    BeginDay,
    BurnCards,
    Call,
    CallPit,
    CarryOutEarly,
    ChangeDealer,
    ChangeShoe,
    ChooseFollow,
    CloseBetting,
    CloseContributions,
    CloseOffers,
    CloseTable,
    Command,
    ConfirmResult,
    Decide,
    DeclineBurned,
    DeclineCut,
    DropEarly,
    EndFollowing,
    EndSession,
    FinishBetting,
    GiveConsent,
    GiveEntropy,
    Hold,
    InspectEquipment,
    JoinWaiting,
    LapseOffer,
    LeaveSeat,
    LeaveWaiting,
    MoveFor,
    NumberTable,
    OfferCut,
    OpenBetting,
    OpenTable,
    PlaceBets,
    PlaceCut,
    PlaceFor,
    Reconfigure,
    RefuseSqueeze,
    Release,
    ReplaceEquipment,
    Reshuffle,
    ReturnBets,
    Rule,
    Scan,
    ShowBurned,
    Squeeze,
    StageOutcomes,
    TableRole,
    TakeBack,
    TakeSeat,
    TurnCards,
    WithdrawCall,
    WithdrawConsent,
    WithdrawRuling,
)
from croupier.table.judging import (
    betting,
    contributions,
    floor,
    handling,
    play,
    requests,
    squeeze,
    staging,
    waiting_list,
)
from croupier.table.judging.common import Judged
from croupier.table.state import TableState


def judge(state: TableState, actor: Actor, command: Command) -> Judged:
    _check_role(actor, command)
    _check_duty(state, actor)
    _check_held(state, command)
    _check_called(state, actor, command)
    return _JUDGES[type(command)](state, actor, command)


def may(state: TableState, actor: Actor, command: Command) -> bool:
    """Whether the command would be accepted now."""
    try:
        judge(state, actor, command)
    except Refused:
        return False
    return True


def _check_role(actor: Actor, command: Command) -> None:
    if actor.role not in command.given_by:
        message = f"{with_article(actor.role)} may not ask for {type(command).__name__}"
        raise Refused(Code.ILLEGAL_ACTION, message, "R30")


def _check_duty(state: TableState, actor: Actor) -> None:
    """Whoever the pit has put on the table deals there, and at no other."""
    if actor.role is TableRole.DEALER and state.dealer != actor.name:
        raise Refused(Code.ILLEGAL_ACTION, f"the dealer here is not {actor.name}", "R30")


_MOVES_THE_ROUND = frozenset(
    {
        Decide,
        Scan,
        Call,
        TakeBack,
        WithdrawRuling,
        Rule,
        AllowSqueeze,
        TurnCards,
        CarryOutEarly,
        DropEarly,
        EndFollowing,
        CloseOffers,
        ConfirmResult,
    }
)


_MOVES_THE_TABLE = _MOVES_THE_ROUND | {OpenBetting, CloseBetting}


_WAITS_FOR_THE_VOID = _MOVES_THE_TABLE | {ChangeShoe}


def _check_held(state: TableState, command: Command) -> None:
    """A round that may be void stands still, its cards stay where they are, and no other begins;
    only a void, or what R4 says, goes into it."""
    if state.held is None or type(command) not in _WAITS_FOR_THE_VOID:
        return
    if isinstance(command, Rule) and isinstance(command.ruling, Void | Interrupt):
        return
    raise Refused(
        Code.HELD, words("the pit looks whether this round counts: wait for its word"), "R30"
    )


_ANSWERS = (Rule, AllowSqueeze, TakeBack, WithdrawRuling)


def _check_called(state: TableState, actor: Actor, command: Command) -> None:
    """While the dealer waits for the pit, only the pit moves the table: it rules, or takes the last
    scan or ruling back. R4 is the house's word, whoever was called."""
    if state.call is None or type(command) not in _MOVES_THE_TABLE:
        return
    if isinstance(command, _ANSWERS) and actor.role is not TableRole.DEALER:
        return
    raise Refused(Code.HELD, words("the dealer has called the pit: wait for its answer"), "R30")


_JUDGES: dict[type, Callable[[TableState, Actor, Any], Judged]] = {
    TakeSeat: betting.take_seat,
    LeaveSeat: betting.leave_seat,
    JoinWaiting: waiting_list.join_waiting,
    LeaveWaiting: waiting_list.leave_waiting,
    LapseOffer: waiting_list.lapse_offer,
    ChooseFollow: betting.choose_follow,
    EndSession: betting.end_session,
    GiveEntropy: contributions.give_entropy,
    PlaceBets: betting.place_bets,
    FinishBetting: betting.finish_betting,
    GiveConsent: requests.give_consent,
    WithdrawConsent: requests.withdraw_consent,
    PlaceFor: requests.place_for,
    MoveFor: requests.move_for,
    Decide: play.decide,
    Scan: play.scan,
    Call: play.call,
    TakeBack: play.take_back,
    WithdrawRuling: play.withdraw_ruling,
    Rule: play.rule,
    Hold: play.hold,
    Release: play.release,
    BeginDay: handling.begin_day,
    InspectEquipment: handling.inspect,
    ReplaceEquipment: handling.replace_equipment,
    OfferCut: handling.offer_cut,
    DeclineCut: handling.decline_cut,
    PlaceCut: handling.place_cut,
    BurnCards: handling.burn_cards,
    AskBurned: handling.ask_burned,
    ShowBurned: handling.show_burned,
    DeclineBurned: handling.decline_burned,
    CallPit: play.call_pit,
    AnswerCall: play.answer_call,
    WithdrawCall: play.withdraw_call,
    AskSqueeze: requests.ask_squeeze,
    AllowSqueeze: requests.allow_squeeze,
    RefuseSqueeze: requests.refuse_squeeze,
    TurnCards: play.turn_cards,
    Squeeze: squeeze.squeeze,
    CarryOutEarly: play.carry_out_early,
    DropEarly: play.drop_early,
    EndFollowing: play.end_following,
    ChangeShoe: handling.change_shoe,
    ChangeDealer: floor.change_dealer,
    Reconfigure: floor.reconfigure,
    NumberTable: floor.number_table,
    Reshuffle: floor.reshuffle,
    OpenTable: floor.open_table,
    StageOutcomes: staging.stage_outcomes,
    OpenBetting: betting.open_betting,
    CloseBetting: betting.close_betting,
    ReturnBets: betting.return_bets,
    CloseContributions: contributions.close_contributions,
    CloseOffers: play.close_offers,
    ConfirmResult: play.confirm_result,
    CloseTable: floor.close_table,
}
