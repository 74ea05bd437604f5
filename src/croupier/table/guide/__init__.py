"""The human dealer's guide: what has to be done next, in words and as data.

It only reads the table; whether something may be done is the judge's word, asked here too.
"""

import msgspec

from croupier.kit.errors import Code, Refused
from croupier.kit.phrase import words
from croupier.table.commands import Actor, BurnCards, Command, TableRole, TakeBack
from croupier.table.config import DealerKind
from croupier.table.guide.between import betting, between
from croupier.table.guide.calls import CALLED, HELD, announced, announcement
from croupier.table.guide.playing import in_round
from croupier.table.guide_value import Guide, GuideStep, Payment, Task, guided
from croupier.table.judge import may
from croupier.table.rulings import rulings_now
from croupier.table.state import TablePhase, TableState

__all__ = ["Guide", "GuideStep", "Payment", "Task", "announced", "announcement", "guide"]


def guide(state: TableState) -> Guide:
    if state.config.dealer is DealerKind.VIRTUAL:
        raise Refused(Code.ILLEGAL_ACTION, "the house deals at this table itself")
    if state.phase is TablePhase.CLOSED:
        return guided(GuideStep.WAIT_FOR_PIT, words("The table is closed: the pit opens it."))
    if state.dealer is None:
        return guided(
            GuideStep.WAIT_FOR_PIT, words("Nobody is on duty here: the pit sends a dealer.")
        )
    if state.call is not None and state.held is None:
        sentence = words(
            "Wait: the pit is called, and every clock stands still until it has answered. "
            "Deal nothing and leave everything as it lies; you may take the call back."
        )
        return guided(GuideStep.WAIT_FOR_PIT, sentence, CALLED)
    if state.phase is TablePhase.BETTING:
        return betting(state)
    if state.round is None:
        return msgspec.structs.replace(between(state), may_burn=_may(state, BurnCards(1)))
    if state.held is not None:
        sentence = words(
            "Wait: {name} of the pit would void this round, and a second person looks at it. "
            "Deal nothing, pay nothing, and leave everything as it lies.",
            name=state.held,
        )
        return guided(GuideStep.WAIT_FOR_PIT, sentence, HELD)
    return msgspec.structs.replace(
        in_round(state, state.round, state.waiting),
        may_take_back=_may(state, TakeBack()),
        rulings=rulings_now(state),
        may_burn=_may(state, BurnCards(1)),
    )


def _may(state: TableState, command: Command) -> bool:
    """Whether the dealer on duty would be let."""
    assert state.dealer is not None
    return may(state, Actor(state.dealer, TableRole.DEALER), command)
