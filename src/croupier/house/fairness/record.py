"""What the house publishes of a round that is over."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from croupier.chance.delay import Delayed
from croupier.chance.derived import Terms
from croupier.chance.sealed import Opening
from croupier.engine.lines import Line
from croupier.house.stations.signatures import Algorithm
from croupier.kit.decode_errors import FORM, NotDecoded, converted
from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse
from croupier.table.config import DealerKind
from croupier.table.signed_command import SignatureText, StationId


class Note(StrEnum):
    """When what is not in a record yet will come."""

    NOT_YET = "The shoe is in use. Its order is published when the last round is dealt from it."
    OPENED = "The shoe is used up, and its order is published."
    STAGED = "This round was staged for a test: its cards were known beforehand, for no money."
    BY_HAND = "A person dealt this round from a real shoe or wheel: no order was sealed."


_DIGEST_FORM = {FORM: "a SHA-256 digest of 64 lower-case hexadecimal digits"}
_Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", extra=_DIGEST_FORM)]


class _Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Read from strangers' files too: what is not known is not let in."""


class Scheme(StrEnum):
    """How the order came about."""

    CUT = "cut/1"
    """Drawn by the house and committed to; players said where it was cut."""
    DELAY = "delay/2"
    """Derived from a seed that was committed to and, after a delay, from what players gave."""


class FairDelay(_Public, frozen=True):
    """From what players gave to the order."""

    terms: Terms
    closed_entry: int
    """The number, in the table's journal, of the entry after which nothing was taken any more."""
    given_ms: int | None
    """When the first gave something; None: nobody did, and there was no delay."""
    closed_ms: int
    digest: _Digest
    """Of the commitment and all that was given, as the house told it when it closed."""
    passed_ms: int | None = None
    """When the squarings were done."""
    result: Delayed | None = None
    """What they came to, with the proof."""


class FairShoe(_Public, frozen=True):
    """The sealed order the round was dealt from."""

    name: str
    commitment: _Digest
    size: int
    burned: int
    """Taken off the top unseen, before the first round."""
    entropy: tuple[str, ...]
    """What players gave after the commitment, in their order."""
    cut: int
    """The top so many went under the bottom before the first card, where players cut a drawn
    order; 0 elsewhere."""
    place: int
    """How many of the order as dealt were gone when this round began."""
    used: int
    """How many this round took."""
    sealed_entry: int
    """The commitment's number in the table's journal."""
    sealed_ms: int
    opening: Opening | None = None
    """Seed or salt, and order, once the shoe is used up."""
    scheme: Scheme = Scheme.CUT
    delay: FairDelay | None = None
    """None where the order was drawn."""


class StationSignature(_Public, frozen=True):
    """What a station has signed at a table dealt by hand."""

    entry: int
    """Its number in the table's journal."""
    station: StationId
    algorithm: Algorithm
    public: str
    """The station's public key, base64."""
    signature: SignatureText
    text: str
    """The message as it was signed: what was scanned, called or ruled."""


class UnsignedEntry(_Public, frozen=True):
    """What staff did in a round dealt by hand, and no station has signed."""

    entry: int
    """Its number in the table's journal."""
    owed: bool
    """Whoever did it had a station then: it should have been signed."""


class FairRecord(_Public, frozen=True):
    table: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^[a-z0-9-]{1,32}\Z",
            extra={FORM: "1 to 32 lower-case letters, digits and hyphens"},
        ),
    ]
    round: int
    dealer: DealerKind
    betting_entry: int
    """The number, in the table's journal, of "Place your bets"."""
    betting_ms: int
    note: Note
    shoe: FairShoe | None
    file: dict[str, Any] | None
    """The round as a round file, with its game, settings and limits, the players renamed. Missing
    while the shoe is in use if a card of the round was never turned."""
    lines: tuple[Line, ...]
    """What the house paid, in the smallest unit."""
    signatures: tuple[StationSignature, ...] = ()
    """Of a round dealt by hand: what its stations have signed, but for what may hold somebody's
    name or words."""
    rules: _Digest | msgspec.UnsetType = msgspec.UNSET
    """The digest of the rules the round was opened under; missing where the journal names none."""
    staged: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """The cards were known beforehand and no money was on them: it proves nothing of chance."""
    unsigned: tuple[UnsignedEntry, ...] | msgspec.UnsetType = msgspec.UNSET
    """Of a round dealt by hand: what its staff did, and no station has signed. Missing in records
    that were made before this was told."""


def read_record(text: bytes) -> FairRecord:
    try:
        record = converted(parse(text, "the record of a round"), FairRecord, "the record")
        msgspec.json.encode(record)  # A fraction, or half a character, cannot be written again.
    except (NotDecoded, TypeError, UnicodeEncodeError) as error:
        raise Refused(Code.BAD_FILE, f"this is not the record of a round: {error}") from None
    return record
