"""What became of every card of a shoe, signed; and how anyone checks it with nothing but the file
and the house's public key."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier.house.house_signature import HouseSignature, is_signed
from croupier.kit.decode_errors import FORM, NotDecoded, converted
from croupier.kit.errors import Code, Refused
from croupier.kit.json_text import parse
from croupier.table.config import DealerKind

PURPOSE = "closure"
_Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]*\Z", extra={FORM: "lower-case hexadecimal digits"})]


class Verdict(StrEnum):
    CLOSES = "closes"
    """Every card is accounted for."""
    NOT = "does-not-close"
    NOT_COUNTED = "not-counted"
    """Nobody has counted what was left in the shoe, so nobody can say."""


class _Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Read from strangers' files too: what is not known is not let in."""


class RoundCards(_Public, frozen=True, array_like=True):
    round: int
    cards: int
    """Dealt in it, with what was thrown away in it; burned ones are no part."""


class Closure(_Public, frozen=True):
    table: str
    game: str
    dealer: DealerKind
    shoe: int
    """Which shoe of the table, counted from one."""
    decks: int
    cards: int
    """So many there have to be."""
    first_entry: int
    """Of the table's journal: the shoe is made, or sealed."""
    last_entry: int
    """The shoe is done with."""
    until_ms: int
    rounds: tuple[RoundCards, ...]
    dealt: int
    """In rounds, each card scanned or drawn from the sealed order."""
    discarded: int
    """Of those, thrown away by a ruling."""
    burned: int
    burned_unseen: int
    """Of those, cards that nobody has turned over."""
    behind_cut: int
    """Undealt, behind the cut card."""
    left_over: int
    """Undealt, in front of it."""
    left: int | None
    """Undealt in all: counted by hand, or what the opened order leaves; None: nobody has
    counted."""
    left_scanned: bool
    """Whether those were looked at one by one, or opened, and not only counted."""
    missing: tuple[str, ...]
    """Cards that should have been there, where all were seen; with cards burned unseen, more of
    these than were burned."""
    extra: tuple[str, ...]
    """Cards of which there were too many, or that are of no such deck."""
    spoiled: str
    """For what the shoe was taken out of use in the middle (R26); empty: it was not."""
    by: str
    """Who counted, or "house"."""
    verdict: Verdict
    staged: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Of a staged table: its cards were known beforehand, and no money was on them."""


class Certificate(_Public, frozen=True):
    closure: Closure
    key: _Hex
    """The house's public key (Ed25519)."""
    signature: _Hex


def certified(closure: Closure, signature: HouseSignature) -> Certificate:
    signed = signature.sign(PURPOSE, msgspec.json.encode(closure))
    return Certificate(closure, signature.public.hex(), signed.hex())


def read_certificate(text: bytes) -> Certificate:
    try:
        return converted(parse(text, "a shoe's certificate"), Certificate, "the certificate")
    except (NotDecoded, TypeError) as error:
        raise Refused(Code.BAD_FILE, f"this is no certificate of a shoe: {error}") from None


def closure_faults(certificate: Certificate, key: bytes | None = None) -> Iterator[str]:
    """What is wrong with a certificate by itself; nothing, if all is well. `key`: the house's, as
    it was learned elsewhere than from the file."""
    closure = certificate.closure
    own = bytes.fromhex(certificate.key) if len(certificate.key) == 64 else b""
    if key is not None and own != key:
        yield "it is signed with another key than the house's"
    odd = len(certificate.signature) % 2
    signature = b"" if odd else bytes.fromhex(certificate.signature)
    if not is_signed(own, signature, PURPOSE, msgspec.json.encode(closure)):
        yield "the signature is not over what it says"
    if closure.cards != 52 * closure.decks:
        yield f"{closure.decks} decks are not {closure.cards} cards"
    if sum(round.cards for round in closure.rounds) != closure.dealt:
        yield "its rounds do not add up to what was dealt"
    if closure.left is not None and closure.behind_cut + closure.left_over != closure.left:
        yield "what is behind the cut and in front of it is not what was left"
    if closure.verdict is not verdict_of(closure):
        yield f"by its own figures it is: {verdict_of(closure)}"


def verdict_of(closure: Closure) -> Verdict:
    """By the figures alone."""
    if closure.extra or closure.spoiled or len(closure.missing) > closure.burned_unseen:
        return Verdict.NOT
    if closure.left is None:
        return Verdict.NOT_COUNTED
    accounted = closure.dealt + closure.burned + closure.left
    return Verdict.CLOSES if accounted == closure.cards else Verdict.NOT
