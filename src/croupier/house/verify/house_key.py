"""Whether a house's key is the one that its books were written with."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier.chance.sealed import Sealed, is_sealed_with
from croupier.house.people.locked import Lock
from croupier.house.people.vault import PASSWORDS
from croupier.kit.errors import Refused
from croupier.store.invariants import Complaint
from croupier.store.pages import every_vault_key
from croupier.store.protocol import Reader


def key_complaints(reader: Reader, key: bytes, path: Path) -> Iterator[Complaint]:
    opened = opens_passwords(reader, key)
    if opened is None:
        opened = _opens_shoes(reader, key)
    if opened is False:
        yield Complaint(str(path), "is not the key of these books")


def opens_passwords(reader: Reader, key: bytes) -> bool | None:
    """Whether the key opens what people have locked away; None: nobody has. One box may be damaged,
    not the first three."""
    boxes = reader.vault_keys(after=PASSWORDS, limit=3)
    boxes = tuple(name for name in boxes if name.startswith(PASSWORDS))
    return any(_unlocks(key, name, reader.vault(name)) for name in boxes) if boxes else None


def _unlocks(key: bytes, name: str, box: bytes | None) -> bool:
    try:
        return box is not None and bool(Lock(key).open(name, box))
    except Refused:
        return False


def _opens_shoes(reader: Reader, key: bytes) -> bool | None:
    """Whether the key opens any shoe. A house that lost its key has shoes of both."""
    opened = None
    for name in every_vault_key(reader):
        try:
            sealed = msgspec.msgpack.decode(reader.vault(name) or b"", type=Sealed)
        except msgspec.MsgspecError:
            continue
        if is_sealed_with(sealed, key):
            return True
        opened = False
    return opened
