"""Whether the certificates of shoes are what the tables' journals say, and are signed."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import asdict

from croupier.house.closures.accounting import ShoeSpan, ShoeTerms, account_for
from croupier.house.closures.certificate import Closure, closure_faults
from croupier.house.closures.closures import STREAM, ShoeClosed
from croupier.store.invariants import Complaint
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.invariants import UNFOLDED
from croupier.table.recovery import is_staged


def closure_complaints(reader: Reader) -> Iterator[Complaint]:
    """Nothing, if all is well: each is made again from its table's journal, and compared."""
    decode = msgspec.json.Decoder(ShoeClosed).decode
    for entry in every_entry(reader, STREAM):
        where = f"{STREAM} {entry.seq}"
        try:
            certificate = decode(entry.body).certificate
        except msgspec.DecodeError as error:
            yield Complaint(where, f"I6: cannot be folded: {error}")
            return
        closure = certificate.closure
        for fault in closure_faults(certificate):
            yield Complaint(where, f"I19: {fault}")
        try:
            told = _again(reader, closure)
        except UNFOLDED as error:
            yield Complaint(where, f"I19: {closure.table} cannot be read for it: {error}")
            continue
        if told != closure:
            other = [
                name for name, value in asdict(told).items() if value != getattr(closure, name)
            ]
            what = f"shoe {closure.shoe} of {closure.table} has other {', '.join(other)}"
            yield Complaint(where, f"I19: {what}")


def _again(reader: Reader, closure: Closure) -> Closure:
    terms = ShoeTerms(
        closure.table,
        closure.game,
        closure.dealer,
        closure.decks,
        closure.behind_cut,
        is_staged(reader, closure.table),
    )
    return account_for(
        reader, terms, ShoeSpan(closure.shoe, closure.first_entry, closure.last_entry)
    )
