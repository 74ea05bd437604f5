"""All that can be wrong with a house's books: the store's invariants, the tables', the vault of
people's secrets, and whether everything is there that was ever acknowledged."""

from collections.abc import Iterator
from typing import cast

import msgspec

from croupier.house.checking_checkpoints import checkpoint_complaints
from croupier.house.people.facts import (
    STREAM,
    AccountOpened,
    PasswordRehashed,
    PasswordSet,
    PeopleFact,
    TotpEnrolled,
)
from croupier.house.people.vault import password_key, totp_key
from croupier.store.errors import StoreFailed
from croupier.store.invariants import Complaint
from croupier.store.mark import Acknowledged, older_than
from croupier.store.pages import every_entry
from croupier.store.protocol import Reader
from croupier.table.invariants import house_complaints


def every_complaint(reader: Reader, known: Acknowledged) -> Iterator[Complaint]:
    """Nothing, if all is well. `known` is what the mark said before `reader` saw the books."""
    yield from house_complaints(reader)
    try:
        yield from people_complaints(reader)
        yield from checkpoint_complaints(reader)
        for stream, what in older_than(reader, known):
            yield Complaint(stream, f"I11: {what}")
    except StoreFailed as error:
        yield Complaint("store", f"cannot be read: {error}")


def people_complaints(reader: Reader) -> Iterator[Complaint]:
    """Every password and authenticator that a fact speaks of lies in the vault."""
    decode = msgspec.json.Decoder(cast("type[PeopleFact]", PeopleFact)).decode
    for entry in every_entry(reader, STREAM):
        where = f"{STREAM} {entry.seq}"
        try:
            key = _key(decode(entry.body))
        except msgspec.DecodeError as error:
            yield Complaint(where, f"I6: cannot be folded: {error}")
            return
        if key and reader.vault(key) is None:
            yield Complaint(where, f"{key} is not in the vault")


def _key(fact: PeopleFact) -> str:
    match fact:
        case AccountOpened(name, _, _, version) if version:
            return password_key(name, version)
        case PasswordSet(name, version) | PasswordRehashed(name, version):
            return password_key(name, version)
        case TotpEnrolled(name, version):
            return totp_key(name, version)
    return ""
