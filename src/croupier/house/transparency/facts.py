"""What the log's own journal says: which heads were published, and who has cosigned what."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256

import msgspec

STREAM = "house/log"
_HEAD = re.compile(r"croupier-head/v1 (\S{1,128}) ([1-9][0-9]{0,17}) ([0-9]{1,15}) (\S{44})\n")


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """Each kind has its own tag, so the journal can be read back."""


class JournalHead(msgspec.Struct, frozen=True):
    """An entry of a journal that was its last when it was published."""

    stream: str
    seq: int
    hash: str
    salt: str
    """Random. Everybody reads the log, and what a hash is over could be guessed and tried: a hidden
    card, a sum at the cage. Only whoever has the salt can try."""

    @property
    def seal(self) -> bytes:
        """What is published in place of the hash."""
        return seal(self.salt, self.hash)

    def entry(self, at_ms: int) -> bytes:
        """As it stands in the log."""
        return PublishedHead(self.stream, self.seq, at_ms, self.seal).text.encode()


class PublishedHead(msgspec.Struct, frozen=True):
    """The same as everybody sees it."""

    stream: str
    seq: int
    at_ms: int
    """When it was published."""
    seal: bytes

    @property
    def text(self) -> str:
        seal = b64encode(self.seal).decode()
        return f"croupier-head/v1 {self.stream} {self.seq} {self.at_ms} {seal}\n"


class HeadsPublished(_Fact, frozen=True, tag="heads-published"):
    heads: tuple[JournalHead, ...]


class CheckpointCosigned(_Fact, frozen=True, tag="checkpoint-cosigned"):
    """A witness has seen the log at that size, and found that it has only grown."""

    witness: str
    size: int
    signature: str
    """The line of the signed note."""


LogFact = HeadsPublished | CheckpointCosigned


def seal(salt: str, hash: str) -> bytes:
    return sha256(bytes.fromhex(salt) + bytes.fromhex(hash)).digest()


def parse_head(entry: bytes) -> PublishedHead:
    """An entry of the log, as a witness reads it."""
    match = _HEAD.fullmatch(entry.decode(errors="replace"))
    try:
        head = match and PublishedHead(
            match[1], int(match[2]), int(match[3]), b64decode(match[4], validate=True)
        )
    except ValueError:
        head = None
    if not head or head.text.encode() != entry:
        raise ValueError("an entry of the log is no head of a journal")
    return head
