"""The house's transparency log: heads of all journals, written after they have moved, in a journal
of its own, and published as checkpoints that the house signs.

What is published is committed first, so no crash takes a checkpoint back. Of several nodes each
writes only after the last entry it knows, so the log is one, whoever writes it.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256

from croupier.house.clock import MINUTE
from croupier.house.house_signature import HouseSignature
from croupier.house.journal import HouseJournals, NewEntry
from croupier.house.transparency.book import Cosignature, LogBook
from croupier.house.transparency.facts import (
    STREAM,
    CheckpointCosigned,
    HeadsPublished,
    JournalHead,
    LogFact,
)
from croupier.kit.errors import Code, Refused
from croupier.store.protocol import Reader
from croupier.tlog.checkpoint import LogCheckpoint, parse_checkpoint
from croupier.tlog.merkle import root_of
from croupier.tlog.notes import (
    KeyKind,
    Note,
    Signature,
    VerifierKey,
    cosigned_at,
    is_made_by,
    parse_note,
    parse_witness_key,
    sign,
    signature_by,
)
from croupier.tlog.tiles import Tile, TileNodes

HOUSE = "house"
BEAT_MS = 10 * MINUTE
"""A house in which nothing happens publishes a head all the same, so that a log which stands still
can be told from one that is held back."""
_SALT_BYTES = 16


class _NothingMoved(Exception):  # noqa: N818 -- what happened
    """Another node has published it."""


class TransparencyLog:
    def __init__(
        self,
        journals: HouseJournals,
        *,
        signature: HouseSignature,
        origin: str = "",
        witnesses: Sequence[str] = (),
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """`origin`: the name of the log; by default it follows from the house's public key.
        `witnesses`: verifier keys of those whose cosignatures are taken."""
        self._store = journals.store
        self._clock = journals.clock
        self._signature = signature
        self._random = random
        name = origin or default_origin(signature.public)
        self.key = VerifierKey(check_origin(name), KeyKind.ED25519, signature.public)
        self.witnesses = {key.name: key for key in map(_witness_key, witnesses)}
        self._book = LogBook(journals.store)
        self._signed: tuple[int, Note] | None = None
        self.readable: Callable[[], Mapping[str, int]] = dict
        """The last entry of some journals that may be read now. A round that is going on is
        nobody's to read, nor may a hash over it be known to anybody who could try its cards."""
        self.journal = journals.open(self._book)

    @property
    def size(self) -> int:
        return self._book.size

    @property
    def last_ms(self) -> int:
        """When it was last written to; 0: never."""
        return self._book.last_ms

    @property
    def heads(self) -> Mapping[str, int]:
        return self._book.heads

    @property
    def cosigned(self) -> tuple[Cosignature, ...]:
        """The last one of each witness that this house knows."""
        made = sorted(self._book.cosigned.values(), key=lambda each: each.witness)
        return tuple(each for each in made if self._is_known(each.parsed))

    def _is_known(self, signature: Signature) -> bool:
        key = self.witnesses.get(signature.name)
        return key is not None and is_made_by(signature, key)

    async def publish(self) -> bool:
        """The heads that have moved; whether there were any."""
        readable = self.readable()
        found = await asyncio.to_thread(lambda: list(self._moved(self._store, readable)))

        def judge() -> NewEntry[LogFact]:
            moved = tuple(head for head in found if self._is_new(head))
            if not moved:
                raise _NothingMoved
            return NewEntry(HeadsPublished(moved), HOUSE)

        try:
            return bool(found) and await self.journal.record(judge)
        except _NothingMoved:
            return False

    def _moved(self, reader: Reader, readable: Mapping[str, int]) -> Iterator[JournalHead]:
        beat = self._is_late()
        for owned in reader.owned():
            stream, known = owned.stream, self._book.heads.get(owned.stream, 0)
            last = min(owned.seq, readable.get(stream, owned.seq))
            if stream == STREAM or last < 1 or last < known or (last == known and not beat):
                continue
            # One is enough to show that the house is there.
            beat = False
            (entry,) = reader.entries(stream, last - 1, 1)
            yield JournalHead(stream, last, entry.hash.hex(), self._random(_SALT_BYTES).hex())

    def _is_new(self, head: JournalHead) -> bool:
        return head.seq > self._book.heads.get(head.stream, 0) or self._is_late()

    def _is_late(self) -> bool:
        return self._clock.wall() - self._book.last_ms > BEAT_MS

    def checkpoint(self) -> bytes:
        """Signed, as it is published; with the cosignatures of those who have seen it like that."""
        size = self._book.size
        if self._signed is None or self._signed[0] != size:
            self._signed = size, self._sign(size, self._book.root)
        note = self._signed[1]
        seen = tuple(each.parsed for each in self.cosigned if each.size == size)
        return Note(note.text, (*note.signatures, *seen)).encoded

    def cosigned_by(self, key_id: str) -> bytes:
        """The last checkpoint that a witness has cosigned; may read the store."""
        for cosigned in self.cosigned:
            signature = cosigned.parsed
            if signature.key_id.hex() == key_id:
                note = self._sign(cosigned.size, self.root_at(cosigned.size))
                return Note(note.text, (*note.signatures, signature)).encoded
        raise Refused(Code.NOT_FOUND, "no such witness of this house has cosigned its log")

    def _sign(self, size: int, root: bytes) -> Note:
        text = LogCheckpoint(self.key.name, size, root).text
        return Note(text, (sign(text, self.key.name, self._signature.private),))

    def tile(self, tile: Tile, *, entries: bool = False) -> bytes:
        """May read the store: not for the loop."""
        body = self._book.tile(tile, entries=entries)
        if body is None:
            raise Refused(Code.NOT_FOUND, "the log is not so large")
        return body

    def root_at(self, size: int) -> bytes:
        """The root it had at an earlier size; may read the store."""
        if size > self.size:
            raise Refused(Code.NOT_FOUND, "the log is not so large")
        return root_of(size, TileNodes(size, self.tile))

    async def cosign(self, encoded: bytes) -> None:
        """A witness brings its signature under a checkpoint of this log."""
        try:
            note = parse_note(encoded)
            checkpoint = parse_checkpoint(note.text)
        except ValueError as error:
            raise Refused(Code.BAD_MESSAGE, str(error)) from None
        made = [signature_by(note, key) for key in self.witnesses.values()]
        known = [signature for signature in made if signature is not None]
        if not known:
            raise Refused(Code.NOT_KNOWN, "no witness that this house knows has signed that")
        root = await asyncio.to_thread(self.root_at, checkpoint.size)
        if (checkpoint.origin, checkpoint.root) != (self.key.name, root):
            raise Refused(Code.BAD_MESSAGE, "that is no checkpoint of this log")
        for signature in known:
            await self._keep(signature, checkpoint.size)

    async def _keep(self, signature: Signature, size: int) -> None:
        """Unless there is a later one of that witness: of a larger log, or of the same, later."""
        at = size, cosigned_at(signature)

        def judge() -> NewEntry[LogFact]:
            mine = [each for each in self.cosigned if each.witness == signature.name]
            if any((each.size, cosigned_at(each.parsed)) >= at for each in mine):
                raise _NothingMoved
            fact = CheckpointCosigned(signature.name, size, signature.line.rstrip("\n"))
            return NewEntry(fact, HOUSE, f"cosigned {signature.key_id.hex()} {size} {at[1]}")

        try:
            await self.journal.record(judge)
        except _NothingMoved:
            return


def default_origin(public: bytes) -> str:
    """For a house that has not said under which name its log is known."""
    return f"house.croupier/{sha256(public).hexdigest()[:16]}"


def check_origin(origin: str) -> str:
    """What the house signs otherwise begins with `croupier/`: no checkpoint may."""
    bad = not origin.isprintable() or any(sign.isspace() or sign == "+" for sign in origin)
    if bad or not 0 < len(origin) <= 100 or origin.startswith("croupier/"):
        message = "a log's name is like play.example/log: no space, no plus, not croupier/…"
        raise Refused(Code.BAD_SETTING, message)
    return origin


def _witness_key(text: str) -> VerifierKey:
    try:
        return parse_witness_key(text)
    except ValueError as error:
        raise Refused(Code.BAD_SETTING, f"--witness: {error}") from None
