"""The store: an append-only journal and the money it moved, in one commit.

Memory, SQLite and PostgreSQL behind one protocol; `open_store` takes an address.
"""

from croupier.store.backup import backup, restore
from croupier.store.errors import (
    BadBackup,
    StoreError,
    StoreFailed,
    UnknownCommit,
    WrongStore,
)
from croupier.store.group import GroupCommitter
from croupier.store.invariants import Complaint, complaints
from croupier.store.opening import open_store
from croupier.store.pages import (
    every_balance,
    every_entry,
    every_movement,
    every_stream,
    whole_journal,
)
from croupier.store.protocol import PAGE, Reader, Store
from croupier.store.values import (
    NO_HASH,
    Answer,
    Batch,
    Checkpoint,
    Command,
    Done,
    Entry,
    Head,
    IndexRow,
    Lease,
    Movement,
    OtherBody,
    OverLimit,
    Posted,
    Repeated,
    Result,
    ShortOfFunds,
    StaleOwner,
    VaultTaken,
    Write,
    WrongSequence,
)

__all__ = [
    "NO_HASH",
    "PAGE",
    "Answer",
    "BadBackup",
    "Batch",
    "Checkpoint",
    "Command",
    "Complaint",
    "Done",
    "Entry",
    "GroupCommitter",
    "Head",
    "IndexRow",
    "Lease",
    "Movement",
    "OtherBody",
    "OverLimit",
    "Posted",
    "Reader",
    "Repeated",
    "Result",
    "ShortOfFunds",
    "StaleOwner",
    "Store",
    "StoreError",
    "StoreFailed",
    "UnknownCommit",
    "VaultTaken",
    "Write",
    "WrongSequence",
    "WrongStore",
    "backup",
    "complaints",
    "every_balance",
    "every_entry",
    "every_movement",
    "every_stream",
    "open_store",
    "restore",
    "whole_journal",
]
