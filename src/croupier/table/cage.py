"""The cage: money comes into the house and leaves it here, in a journal of its own."""

import hashlib

import msgspec

from croupier.kit.errors import Code, Refused
from croupier.kit.money import check_stake
from croupier.ledger import CAGE, Reason, Transfer, wallet
from croupier.store.protocol import Store
from croupier.store.values import Batch, Command, Done, Repeated, ShortOfFunds, Write

STREAM = "cage"


class CashMoved(msgspec.Struct, frozen=True, tag_field="fact", tag="cash-moved"):
    player: str
    amount: int
    """In, or below zero: out."""
    by: str


class Cage:
    def __init__(self, store: Store, owner: str) -> None:
        self._store = store
        self._epoch = store.claim(STREAM, owner)

    def buy_in(self, player: str, amount: int, *, by: str, id: str, wall: int) -> None:
        check_stake(amount, 1, "a buy-in")
        move = Transfer(CAGE, wallet(player), amount, Reason.BUY_IN, f"by {by}")
        self._move(CashMoved(player, amount, by), move, id, wall)

    def cash_out(self, player: str, amount: int, *, by: str, id: str, wall: int) -> None:
        """Only what lies in the wallet: a stake in a round cannot be cashed out."""
        check_stake(amount, 1, "a cash-out")
        move = Transfer(wallet(player), CAGE, amount, Reason.CASH_OUT, f"by {by}")
        self._move(CashMoved(player, -amount, by), move, id, wall)

    def _move(self, fact: CashMoved, move: Transfer, id: str, wall: int) -> None:
        entry = msgspec.json.encode(fact)
        command = Command(fact.by, id, hashlib.sha256(entry).digest())
        write = Write(entry, (move,), command, b"{}")
        after = self._store.head(STREAM).seq
        result = self._store.commit((Batch(STREAM, self._epoch, after, (write,), wall),))[0][0]
        if isinstance(result, ShortOfFunds):
            raise Refused(Code.SHORT_OF_FUNDS, f"{fact.player} has not so much to cash out")
        if not isinstance(result, Done | Repeated):
            raise Refused(Code.NOT_STORED, f"the cage could not book it: {result}")
