"""Books that were put back from a copy say so themselves.

What happened after the copy was made is not in them, and somebody has seen it: the next cards and
pockets may be known, and sessions that have ended would be open again. So every table's journal is
told that nothing sealed before may be dealt any more (the table gives it up when it opens next),
and every session ends. The note is written with the books or not at all.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier.house.house_signature import HouseSignature, is_signed
from croupier.house.people.facts import STREAM as PEOPLE
from croupier.house.people.facts import SessionsEnded
from croupier.store.backup import SIGNATURE_PURPOSE, BackupSignature
from croupier.store.errors import BadBackup, UntrustedBackup
from croupier.store.mark import Acknowledged
from croupier.store.pages import every_stream
from croupier.store.protocol import Store
from croupier.store.values import Batch, Done, Head, Write
from croupier.table.cage import is_table
from croupier.table.commands import HOUSE
from croupier.table.facts import BooksRestored
from croupier.table.table import Recorded

FROM_BACKUP = "restored from a backup"
BY_HAND = "the books were put back by hand"


class BackupTrust:
    """Checks who signed a backup. Anybody can compute a chain of hashes: without the house's
    signature a file may hold any deposit."""

    def __init__(self, key: bytes | None, *, accept_unsigned: bool = False) -> None:
        """`key` is the house's own; None: it is not at hand."""
        self._public = HouseSignature(key).public if key else None
        self._accept_unsigned = accept_unsigned
        self.doubts: dict[Path, str] = {}
        """Files that were accepted without the house's signature, and why they have none."""

    def check(self, path: Path, digest: bytes, signature: BackupSignature | None) -> None:
        doubt = self._doubt(path, digest, signature)
        if doubt and not self._accept_unsigned:
            raise UntrustedBackup(
                f"{path} {doubt}; --accept-unsigned restores it all the same, if you know where it "
                "comes from"
            )
        if doubt:
            self.doubts[path] = doubt

    def _doubt(self, path: Path, digest: bytes, signature: BackupSignature | None) -> str:
        if signature is None:
            return "is not signed"
        try:
            public, signed = bytes.fromhex(signature.public), bytes.fromhex(signature.signature)
        except ValueError:
            raise BadBackup(f"{path} has a signature that cannot be read") from None
        if not is_signed(public, signed, SIGNATURE_PURPOSE, digest):
            raise BadBackup(f"{path} was altered after it was signed")
        if self._public is None:
            return "is signed, but there is no house.key here to check whose signature it is"
        return "" if public == self._public else "is signed with the key of another house"


class Restoring:
    def __init__(self, why: str, known: Acknowledged) -> None:
        """`known` is what the mark says was acknowledged, where there is one."""
        self._why = why
        self._known = known
        self.lost: dict[str, int] = {}
        """Entries of each journal that were acknowledged and are not in the copy."""

    def note(self, stream: str, head: Head) -> bytes | None:
        """What a journal is told at its end; most of the house's own are told nothing."""
        acknowledged, _ = self._known.get(stream, (0, b""))
        if (lost := max(0, acknowledged - head.seq)) > 0:
            self.lost[stream] = lost
        if is_table(stream):
            fact = BooksRestored(self._why, lost)
            return msgspec.json.encode(Recorded(HOUSE.name, HOUSE.role, (fact,)))
        return msgspec.json.encode(SessionsEnded(self._why)) if stream == PEOPLE else None


def reseal(store: Store, restoring: Restoring, at_ms: int) -> int:
    """For books that are there already: tell every journal, in one commit; how many were told."""
    batches = list(_batches(store, restoring, at_ms))
    if not batches:
        return 0
    results = store.commit(batches)
    assert all(isinstance(result, Done) for written in results for result in written), results
    return len(batches)


def _batches(store: Store, restoring: Restoring, at_ms: int) -> Iterator[Batch]:
    for stream in list(every_stream(store)):
        head = store.head(stream)
        body = restoring.note(stream, head) if head.seq else None
        if body is not None:
            epoch = store.claim(stream, "restored")
            yield Batch(stream, epoch, head.seq, (Write(body),), at_ms)
