"""The cage: money comes into the house and leaves it here, in a journal of its own. Its facts and
what they move; the desk that makes them is `house/cage/`."""

from typing import Literal

import msgspec

from croupier.ledger import ADJUSTMENTS, CAGE, Reason, Transfer, bank, held, wallet

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
    incident: int = 0
    """The incident it puts right, by its number in the register; 0: none."""


class CashRequested(msgspec.Struct, frozen=True, tag_field="fact", tag="cash-requested"):
    """A player asks the cage to buy in or to cash out. What is to be cashed out is held from now
    on, so that it cannot be lost at a table meanwhile."""

    number: int
    player: str
    amount: int
    """In, or below zero: out."""
    note: str
    id: str
    """The player's own, by which a request that is sent again is known."""


class RequestApproved(msgspec.Struct, frozen=True, tag_field="fact", tag="request-approved"):
    number: int
    player: str
    amount: int
    by: str
    """The cashier."""

    @property
    def cash(self) -> CashMoved:
        """What goes over the counter by it."""
        return CashMoved(self.player, self.amount, self.by)


class RequestRefused(msgspec.Struct, frozen=True, tag_field="fact", tag="request-refused"):
    number: int
    player: str
    amount: int
    by: str
    reason: str


class RequestWithdrawn(msgspec.Struct, frozen=True, tag_field="fact", tag="request-withdrawn"):
    """By the player, while it waited."""

    number: int
    player: str
    amount: int

    @property
    def by(self) -> str:
        return self.player


class FloatAsked(msgspec.Struct, frozen=True, tag_field="fact", tag="float-asked"):
    """The pit asks the cage for a change of a table's float."""

    number: int
    table: str
    amount: int
    """A fill, or below zero: a credit."""
    reason: str
    by: str
    id: str
    """The asker's own, by which it is known when it is sent again."""


class FloatMoved(msgspec.Struct, frozen=True, tag_field="fact", tag="float-moved"):
    """The cage has given it, or taken it back: the second person."""

    number: int
    table: str
    amount: int
    by: str


class FloatDeclined(msgspec.Struct, frozen=True, tag_field="fact", tag="float-declined"):
    """It is not to be moved: declined by the cage, or withdrawn by the pit."""

    number: int
    table: str
    amount: int
    by: str


Decision = RequestApproved | RequestRefused | RequestWithdrawn
FloatFact = FloatAsked | FloatMoved | FloatDeclined
PlayerFact = CashMoved | Adjusted | CashRequested | Decision
"""What is about one player."""
CageFact = PlayerFact | FloatFact


def cage_moves(fact: CageFact) -> tuple[Transfer, ...]:
    """What a fact of the cage moves, told from the fact alone."""
    match fact:
        case CashRequested():
            return _held(fact, Reason.HOLD)
        case RequestRefused() | RequestWithdrawn():
            return _held(fact, Reason.RELEASE)
        case RequestApproved():
            return *_held(fact, Reason.RELEASE), *cage_moves(fact.cash)
        case FloatAsked() | FloatDeclined():
            return ()
        case FloatMoved():
            return (_float(fact),)
    purse, amount = wallet(fact.player), abs(fact.amount)
    inwards = fact.amount > 0
    if isinstance(fact, CashMoved):
        reason, other, cause = Reason.BUY_IN if inwards else Reason.CASH_OUT, CAGE, f"by {fact.by}"
    else:
        reason, other, cause = Reason.ADJUSTMENT, ADJUSTMENTS, f"{fact.table}:{fact.round}"
    payer, payee = (other, purse) if inwards else (purse, other)
    return (Transfer(payer, payee, amount, reason, cause),)


def _float(fact: FloatMoved) -> Transfer:
    fill, amount, cause = fact.amount > 0, abs(fact.amount), f"float {fact.number}"
    if fill:
        return Transfer(CAGE, bank(fact.table), amount, Reason.FILL, cause)
    return Transfer(bank(fact.table), CAGE, amount, Reason.CREDIT, cause)


def _held(
    fact: CashRequested | Decision, reason: Literal[Reason.HOLD, Reason.RELEASE]
) -> tuple[Transfer, ...]:
    """Nothing is held for a buy-in: those chips are not there yet."""
    if fact.amount > 0:
        return ()
    purse, hold = wallet(fact.player), held(fact.player)
    payer, payee = (purse, hold) if reason is Reason.HOLD else (hold, purse)
    return (Transfer(payer, payee, -fact.amount, reason, f"request {fact.number}"),)


class WaitingRequests:
    """Which requests wait, told from the journal alone: each is asked once, and decided once."""

    def __init__(self) -> None:
        self._cash: dict[int, CashRequested] = {}
        self._floats: dict[int, FloatAsked] = {}

    def fault(self, fact: CageFact) -> str:
        """What is wrong with the next fact; nothing, if it may come."""
        match fact:
            case CashRequested() if fact.number in self._cash:
                return f"request {fact.number} waits already"
            case CashRequested():
                self._cash[fact.number] = fact
            case RequestApproved() | RequestRefused() | RequestWithdrawn():
                asked = self._cash.pop(fact.number, None)
                if asked is None or (asked.player, asked.amount) != (fact.player, fact.amount):
                    return f"request {fact.number} was not waiting for that"
            case FloatAsked() if fact.number in self._floats:
                return f"the change of float {fact.number} waits already"
            case FloatAsked():
                self._floats[fact.number] = fact
            case FloatMoved() | FloatDeclined():
                change = self._floats.pop(fact.number, None)
                if change is None or (change.table, change.amount) != (fact.table, fact.amount):
                    return f"the change of float {fact.number} was not waiting for that"
                if isinstance(fact, FloatMoved) and fact.by == change.by:
                    return f"the change of float {fact.number} was signed twice by one person"
        return ""
