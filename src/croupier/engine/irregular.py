"""What the house may rule when something went wrong, and in which capacity (R30)."""

from croupier.engine.inputs import (
    Adjust,
    Burn,
    Capacity,
    Discard,
    Interrupt,
    Misdeal,
    Place,
    Ruling,
    Together,
    Void,
    VoidReason,
)
from croupier.engine.lines import Line, Result
from croupier.kit.errors import Code, Refused

CAPACITIES: dict[type, Capacity] = {
    Void: Capacity.PIT,
    Interrupt: Capacity.HOUSE,
    Misdeal: Capacity.PIT,
    Place: Capacity.PIT,
    Discard: Capacity.PIT,
    Together: Capacity.DEALER,
    Burn: Capacity.PIT,
    Adjust: Capacity.SHIFT,
}
"""R30: the dealer deals and calls; the pit voids, reconstructs, discards and burns; the shift
manager signs adjustments; an interruption befalls the house."""


def check_capacity(ruling: Ruling) -> None:
    wanted = CAPACITIES[type(ruling)]
    if ruling.by is not wanted:
        name = type(ruling).__name__.lower()
        raise Refused(
            Code.ILLEGAL_ACTION, f"{name} is for the {wanted}, not for the {ruling.by}", "R30"
        )


def check_unfinished(over: bool, ruling: Ruling, clause: str) -> None:
    """R5: once a round is settled only a signed adjustment can follow."""
    if over:
        name = type(ruling).__name__.lower()
        raise Refused(Code.ILLEGAL_ACTION, f"the round is finished: no {name} any more", clause)


def voids_settled(void: bool, ruling: Ruling) -> bool:
    """R24, R31: a wrong number of cards voids a round that is settled, too; whether the next one
    has begun, the table knows."""
    late = isinstance(ruling, Void) and ruling.reason is VoidReason.WRONG_COUNT
    return late and not void


def adjustment(over: bool, players: frozenset[str], ruling: Adjust, clause: str) -> Line:
    """R5, BJ5 5.19: a correction is a line of its own, signed by the shift manager."""
    if not over:
        raise Refused(Code.ILLEGAL_ACTION, "an adjustment comes after settlement", clause)
    if ruling.player not in players:
        raise Refused(Code.ILLEGAL_ACTION, f"{ruling.player} had no bet in this round", clause)
    if not ruling.amount:
        raise Refused(Code.BAD_AMOUNT, "an adjustment must not be nothing", clause)
    return Line(ruling.player, "adjustment", 0, ruling.amount, Result.ADJUSTED, clause)
