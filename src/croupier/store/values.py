"""What goes into a store and what comes out of it."""

import msgspec

from croupier.ledger import Transfer

LONGEST_NAME = 128
LARGEST_BODY = 16 * 1024 * 1024
NO_HASH = bytes(32)
"""What the first entry of a stream is chained to."""


class Command(msgspec.Struct, frozen=True):
    """Who asked, under which id of their own making, and the digest of what exactly."""

    sender: str
    id: str
    body_hash: bytes

    def __post_init__(self) -> None:
        check_name(self.sender)
        check_name(self.id)
        check_body(self.body_hash, LONGEST_NAME)


class Write(msgspec.Struct, frozen=True):
    """One accepted command's worth: all of it is written, or none."""

    entry: bytes
    """The journal entry, as JSON."""
    transfers: tuple[Transfer, ...] = ()
    command: Command | None = None
    answer: bytes = b""
    """What its sender is told, now and whenever the command is repeated."""
    vault: tuple[tuple[str, bytes], ...] = ()
    """Secrets to lock away under their keys."""
    judged_by: tuple[tuple[str, int], ...] = ()
    """Accounts, and how many writes had moved each when it was judged."""

    def __post_init__(self) -> None:
        check_body(self.entry)
        check_body(self.answer)
        for key, secret in self.vault:
            check_name(key)
            check_body(secret)
        if len({key for key, _ in self.vault}) < len(self.vault):
            raise ValueError("two secrets under one key")


class Batch(msgspec.Struct, frozen=True):
    """What the owner of one journal wants written next."""

    stream: str
    epoch: int
    """The owner's, from `claim`."""
    after: int
    """The last sequence number the owner knows."""
    writes: tuple[Write, ...]
    at_ms: int
    """The owner's clock; the store only keeps it."""

    def __post_init__(self) -> None:
        check_name(self.stream)
        if not self.writes:
            raise ValueError("a batch without writes")


class Done(msgspec.Struct, frozen=True):
    """Written for good."""

    seq: int
    hash: bytes


class Repeated(msgspec.Struct, frozen=True):
    """This command was answered before: the same answer again, nothing written."""

    answer: bytes
    stream: str
    seq: int


class OtherBody(msgspec.Struct, frozen=True):
    """The command's id was used before, for something else."""


class ShortOfFunds(msgspec.Struct, frozen=True):
    account: str


class OverLimit(msgspec.Struct, frozen=True):
    """The account would hold more than any balance may be."""

    account: str


class Overtaken(msgspec.Struct, frozen=True):
    """The account was moved since, by a write that the judge did not know of."""

    account: str


class VaultTaken(msgspec.Struct, frozen=True):
    """There is a secret under this key already, and it stays."""

    key: str


class StaleOwner(msgspec.Struct, frozen=True):
    """Somebody else has claimed the stream: nothing of this batch was written."""

    epoch: int
    """The one that counts now."""


class WrongSequence(msgspec.Struct, frozen=True):
    """The owner's last sequence number is not the head: nothing of this batch was written."""

    head: int


Result = (
    Done
    | Repeated
    | OtherBody
    | ShortOfFunds
    | OverLimit
    | Overtaken
    | VaultTaken
    | StaleOwner
    | WrongSequence
)


class Entry(msgspec.Struct, frozen=True):
    """A line of a journal, as it was written."""

    place: int
    """Rising through the whole store: entries that share an account come in the order of their
    commits. It may have gaps, and a lower one may appear after a higher: follow a stream by its
    own sequence."""
    stream: str
    seq: int
    epoch: int
    at_ms: int
    body: bytes
    hash: bytes
    command: Command | None
    answer: bytes


class Posted(msgspec.Struct, frozen=True):
    """A transfer and the entry it belongs to."""

    place: int
    n: int
    """Its number within the entry, from 1."""
    stream: str
    seq: int
    transfer: Transfer


class Movement(msgspec.Struct, frozen=True):
    """A transfer as the holder of an account sees it: with the time of its entry."""

    place: int
    n: int
    at_ms: int
    stream: str
    seq: int
    transfer: Transfer


class Answer(msgspec.Struct, frozen=True):
    """What a command brought."""

    stream: str
    seq: int
    body_hash: bytes
    answer: bytes


class Head(msgspec.Struct, frozen=True):
    """Where a stream stands; all zero if nobody ever claimed it."""

    epoch: int = 0
    seq: int = 0
    hash: bytes = NO_HASH


class Lease(msgspec.Struct, frozen=True):
    """Who owns a stream, and how long ago, by the store's clock, they last showed a sign."""

    owner: str
    epoch: int
    age_ms: int


class Owned(msgspec.Struct, frozen=True):
    """A stream, whose it is, and how far it is written."""

    stream: str
    owner: str
    """Empty: it was given up, and nobody has claimed it yet."""
    epoch: int
    seq: int


class Checkpoint(msgspec.Struct, frozen=True):
    """What a journal folds to at one of its entries, kept so that nobody folds from its beginning.
    It is never trusted more than the journal: who reads it looks whether the entry is still that,
    and whether it can read the format."""

    stream: str
    seq: int
    hash: bytes
    """Of the entry with that number."""
    format: str
    """Of the body: what another version has written may mean something else."""
    body: bytes


class IndexRow(msgspec.Struct, frozen=True):
    """Something in a journal that is looked for again by its number or its time."""

    kind: str
    number: int
    at_ms: int
    body: bytes


def check_name(name: str) -> None:
    """Names are kept as they are by every dialect: printable, not empty, not endless."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"{name[:LONGEST_NAME]!r} is not a name")


def check_body(body: bytes, most: int = LARGEST_BODY) -> None:
    if not isinstance(body, bytes) or len(body) > most:
        raise ValueError(f"not bytes, or more than {most} of them")
