"""The cage: money comes into the house and leaves it here, in a journal of its own."""

import hashlib

import msgspec

from croupier.kit.errors import Code, Refused
from croupier.kit.money import check_stake
from croupier.ledger import ADJUSTMENTS, CAGE, Reason, Transfer, wallet
from croupier.store.protocol import Store
from croupier.store.values import Batch, Command, Done, Repeated, ShortOfFunds, Write

HOUSE_STREAMS = "house/"
"""How the names of journals begin that are no table's."""
STREAM = f"{HOUSE_STREAMS}cage"


def is_table(stream: str) -> bool:
    return not stream.startswith(HOUSE_STREAMS)


class CashMoved(msgspec.Struct, frozen=True, tag_field="fact", tag="cash-moved"):
    player: str
    amount: int
    """In, or below zero: out."""
    by: str


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


class Cage:
    def __init__(self, store: Store, owner: str) -> None:
        self._store = store
        self._epoch = store.claim(STREAM, owner)

    def buy_in(self, player: str, amount: int, *, by: str, id: str, wall: int) -> None:
        check_stake(amount, 1, "a buy-in")
        self._move(CashMoved(player, amount, by), id, wall)

    def cash_out(self, player: str, amount: int, *, by: str, id: str, wall: int) -> None:
        """Only what lies in the wallet: a stake in a round cannot be cashed out."""
        check_stake(amount, 1, "a cash-out")
        self._move(CashMoved(player, -amount, by), id, wall)

    def _move(self, fact: CashMoved, id: str, wall: int) -> None:
        entry = msgspec.json.encode(fact)
        command = Command(fact.by, id, hashlib.sha256(entry).digest())
        write = Write(entry, cage_moves(fact), command, b"{}")
        after = self._store.head(STREAM).seq
        result = self._store.commit((Batch(STREAM, self._epoch, after, (write,), wall),))[0][0]
        if isinstance(result, ShortOfFunds):
            raise Refused(Code.SHORT_OF_FUNDS, f"{fact.player} has not so much to cash out")
        if not isinstance(result, Done | Repeated):
            raise Refused(Code.NOT_STORED, f"the cage could not book it: {result}")
