"""What a player asks of the house: leave to squeeze, and bets placed by its staff."""

from collections import Counter

from croupier.engine.inputs import Capacity, SqueezeAllowed
from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import (
    Actor,
    AllowSqueeze,
    AskSqueeze,
    GiveConsent,
    LaidBet,
    MoveFor,
    PlaceFor,
    RefuseSqueeze,
    WithdrawConsent,
)
from croupier.table.facts import (
    ConsentGiven,
    ConsentWithdrawn,
    Fed,
    OnBehalf,
    SqueezeAnswered,
    SqueezeAsked,
)
from croupier.table.judging.betting import placed
from croupier.table.judging.common import Judged, check_phase, judged
from croupier.table.judging.squeeze import check_may_ask
from croupier.table.state import TablePhase, TableState

LONGEST_INSTRUCTION = 200


# A squeeze -----------------------------------------------------------------------------------


def ask_squeeze(state: TableState, actor: Actor, command: AskSqueeze) -> Judged:
    check_may_ask(state, actor.name, command.box)
    return judged(state, SqueezeAsked(actor.name, command.box))


def allow_squeeze(state: TableState, actor: Actor, command: AllowSqueeze) -> Judged:
    """R30: the house's to give, asked or not; before "No more bets" only to who has asked."""
    box, squeeze = command.box, state.squeezes.get(command.box)
    answer = (SqueezeAnswered(box, True, actor.name),) if squeeze and not squeeze.granted else ()
    if state.phase is TablePhase.BETTING and answer:
        return judged(state, *answer)
    if state.round is None:
        raise Refused(Code.ILLEGAL_ACTION, f"nobody waits for an answer about box {box}", "R3")
    return judged(state, *answer, Fed(SqueezeAllowed(Capacity.PIT, box), actor.name))


def refuse_squeeze(state: TableState, actor: Actor, command: RefuseSqueeze) -> Judged:
    box, squeeze = command.box, state.squeezes.get(command.box)
    if squeeze is None or squeeze.granted is not None:
        raise Refused(Code.ILLEGAL_ACTION, f"nobody waits for an answer about box {box}")
    return judged(state, SqueezeAnswered(box, False, actor.name))


# Bets by staff -------------------------------------------------------------------------------


def by_staff_clause(state: TableState) -> str:
    """Where the document lets staff bet for a player; empty, where none does."""
    return state.rules.topics["by-staff"]


def give_consent(state: TableState, actor: Actor, command: GiveConsent) -> Judged:
    """BJ5 5.18: at the player's own request, which is for this round."""
    clause = by_staff_clause(state)
    if not clause:
        raise Refused(
            Code.ILLEGAL_ACTION, words("players place their bets themselves at this table")
        )
    check_phase(state, TablePhase.BETTING)
    instruction = command.instruction
    if len(instruction) > LONGEST_INSTRUCTION or not instruction.isprintable():
        raise Refused(
            Code.BAD_TEXT,
            words(
                "an instruction has up to {most, plural, one {# character} other {# characters}}",
                most=LONGEST_INSTRUCTION,
            ),
            clause,
        )
    return judged(state, ConsentGiven(actor.name, state.consents_given + 1, instruction))


def withdraw_consent(state: TableState, actor: Actor, command: WithdrawConsent) -> Judged:
    """R3: until "No more bets", like everything a player has said about bets."""
    check_phase(state, TablePhase.BETTING)
    if actor.name not in state.consents:
        raise Refused(
            Code.ILLEGAL_ACTION, words("{player} has not asked staff to bet", player=actor.name)
        )
    return judged(state, ConsentWithdrawn(actor.name))


def place_for(state: TableState, actor: Actor, command: PlaceFor) -> Judged:
    lies = _confirmed(state, command.player)
    lies[command.bet, command.box] += command.amount
    return _on_behalf(state, actor, command.player, lies)


def move_for(state: TableState, actor: Actor, command: MoveFor) -> Judged:
    lies, spot = _confirmed(state, command.player), (command.bet, command.box)
    moved = lies[spot] if command.amount is None else command.amount
    if not 0 < moved <= lies[spot]:
        message = words("there is not so much on {bet:bet} to move", bet=command.bet)
        raise Refused(Code.BAD_AMOUNT, message)
    lies[spot] -= moved
    lies[command.to_bet, command.to_box] += moved
    return _on_behalf(state, actor, command.player, lies)


Lying = Counter[tuple[str, int | None]]
"""Spot → what lies there."""


def _confirmed(state: TableState, player: str) -> Lying:
    """Staff add to that, or move it."""
    if player not in state.consents:
        raise Refused(
            Code.NOT_ALLOWED,
            words("{player} has not asked staff to bet in this round", player=player),
            by_staff_clause(state),
        )
    return Counter({bet.spot: bet.amount for bet in state.layout.bets_of(player)})


def _on_behalf(state: TableState, actor: Actor, player: str, lies: Lying) -> Judged:
    """Limits, protection and purse are the player's; the hand is the staff's."""
    hand = OnBehalf(actor.name, state.consents[player].number)
    bets = tuple(LaidBet(bet, amount, box) for (bet, box), amount in lies.items() if amount)
    return placed(state, player, bets, hand)
