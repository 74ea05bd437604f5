"""The cage: money comes into the house and leaves it here, in a journal of its own. Its facts and
what they move; the desk that makes them is `house/cage.py`."""

import msgspec

from croupier.ledger import ADJUSTMENTS, CAGE, Reason, Transfer, wallet

HOUSE_STREAMS = "house/"
"""How the names of journals begin that are no table's."""
STREAM = f"{HOUSE_STREAMS}cage"


HOUSE = "house"
"""Who gives play chips. A cashier's name is never this: the house keeps it for itself."""


def is_table(stream: str) -> bool:
    return not stream.startswith(HOUSE_STREAMS)


class CashMoved(msgspec.Struct, frozen=True, tag_field="fact", tag="cash-moved"):
    player: str
    amount: int
    """In, or below zero: out."""
    by: str
    """The cashier; or the house, and then these are play chips and no cash."""

    @property
    def play_chips(self) -> bool:
        return self.by == HOUSE


class Adjusted(msgspec.Struct, frozen=True, tag_field="fact", tag="adjusted"):
    """A correction of a settled round, signed by two people (R5, BJ5 5.19)."""

    player: str
    amount: int
    """To the player, or below zero: from the player."""
    table: str
    round: int
    reason: str
    by: str
    countersigned: str


CageFact = CashMoved | Adjusted


def cage_moves(fact: CageFact) -> tuple[Transfer, ...]:
    """What a fact of the cage moves, told from the fact alone."""
    purse, amount = wallet(fact.player), abs(fact.amount)
    inwards = fact.amount > 0
    if isinstance(fact, CashMoved):
        reason, other, cause = Reason.BUY_IN if inwards else Reason.CASH_OUT, CAGE, f"by {fact.by}"
    else:
        reason, other, cause = Reason.ADJUSTMENT, ADJUSTMENTS, f"{fact.table}:{fact.round}"
    payer, payee = (other, purse) if inwards else (purse, other)
    return (Transfer(payer, payee, amount, reason, cause),)
