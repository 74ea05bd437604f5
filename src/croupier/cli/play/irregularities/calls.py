"""What the pit may call, the input each call is, and the clauses it rests on."""

from enum import StrEnum
from typing import NamedTuple

from croupier.engine.inputs import (
    Burn,
    Capacity,
    Deal,
    Discard,
    DiscardReason,
    Input,
    Interrupt,
    Misdeal,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.rules import Rules
from croupier.engine.waiting import Waiting
from croupier.kit.cards import Card

BURNED = 3
"""LIVE 2.3.5b."""


class Call(StrEnum):
    CONTINUE = "continue"
    RECONSTRUCT = "reconstruct"
    MISDEAL = "misdeal"
    TOGETHER = "together"
    DISCARD = "discard"
    BURN = "burn"
    INTERRUPT = "interrupt"
    VOID = "void"


MEANING = {
    Call.CONTINUE: "the round goes on as it stands",
    Call.RECONSTRUCT: "a misdeal: the cards are put back into order",
    Call.MISDEAL: "a misdeal that cannot be put back into order",
    Call.TOGETHER: "drawn together: a player picks, the dealer's are thrown away",
    Call.DISCARD: "the card is thrown away",
    Call.BURN: "the next three cards are burned",
    Call.INTERRUPT: "broken off before any bet was decided: the stakes go back",
    Call.VOID: "a fault that leaves no result: say which",
}

_CALLS = {
    "void": (Call.VOID,),
    "interrupt": (Call.INTERRUPT,),
    "misdeal": (Call.RECONSTRUCT, Call.MISDEAL),
    "burn": (Call.BURN,),
    "together": (Call.TOGETHER,),
    "discard:no-bet": (Call.DISCARD,),
    "discard:overdraw": (Call.DISCARD,),
}
"""By the names under which a round says what may be ruled."""

_TOPICS = {
    Call.CONTINUE: ("R4", "R29"),
    Call.RECONSTRUCT: ("misdeal", "no-reconstruction", "R27"),
    Call.MISDEAL: ("misdeal", "R28"),
    Call.TOGETHER: ("together", "together-dealer"),
    Call.DISCARD: ("no-bet", "overdraw"),
    Call.BURN: ("R30",),
    Call.INTERRUPT: ("interrupted", "R4"),
    Call.VOID: (*(f"void-{reason}" for reason in VoidReason), "R26"),
}
"""Topics of the document, and rulings that hold beside it."""


class PitRuling(NamedTuple):
    """What the pit called; a void has its reason."""

    call: Call
    reason: VoidReason | None = None

    def __str__(self) -> str:
        return f"{self.call} {self.reason}" if self.reason else str(self.call)


def possible(now: Waiting) -> set[Call]:
    """What could be called now, right or wrong."""
    return {Call.CONTINUE} | {call for name in now.rulings for call in _CALLS.get(name, ())}


def as_input(
    ruling: PitRuling, now: Waiting, cards: tuple[Card, ...], deal: Deal | None
) -> Input | None:
    """What the call would put into the round; going on puts nothing in."""
    match ruling.call:
        case Call.RECONSTRUCT | Call.MISDEAL:
            return Misdeal(Capacity.PIT, ruling.call is Call.RECONSTRUCT, deal)
        case Call.TOGETHER:
            return Together(Capacity.DEALER, cards)
        case Call.DISCARD:
            reason = DiscardReason.OVERDRAW if now.over else DiscardReason.NO_BET
            return Discard(Capacity.PIT, reason)
        case Call.BURN:
            return Burn(Capacity.PIT, BURNED)
        case Call.INTERRUPT:
            return Interrupt(Capacity.HOUSE)
        case Call.VOID:
            assert ruling.reason is not None
            return Void(Capacity.PIT, ruling.reason)
        case Call.CONTINUE:
            return None


def clauses_behind(rules: Rules, calls: list[Call]) -> tuple[str, ...]:
    """What a pit supervisor would look up before any of these."""
    return rules.topics.all(*(topic for call in calls for topic in _TOPICS[call]))
