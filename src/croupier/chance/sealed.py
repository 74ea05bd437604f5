"""Outcomes sealed before their first use, and opened after their last.

What is published before anyone bets is a commitment: a hash that tells nothing and binds to
everything. It is of a seed from which the whole order follows, together with what players give
(`derived.py`). Where there are no terms of that kind it is of an order that was drawn at once, with
256 bits of salt, and players only say where that is cut: so everything was sealed once, and so a
table without a delay still does it. What was committed to is kept encrypted, under a key that is
kept apart from the store, so that whoever can read the store cannot read the next card. Once the
last outcome is used all of it is published, and anyone can check.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.chance.delay import digest_of
from croupier.chance.derived import Terms, seed_commitment
from croupier.chance.shuffle import RandBelow, shuffle
from croupier.kit.cards import shoe
from croupier.kit.errors import Code, Refused

_SALT_BYTES = 32
_NONCE_BYTES = 12
_TAG = b"croupier/sealed/1"
_CUT = b"croupier/cut/1"


class Opening(msgspec.Struct, frozen=True):
    """What is published afterwards: salt and outcomes, and with them the proof."""

    salt: str
    """Or the seed, where the order follows from one."""
    outcomes: tuple[str, ...]
    """As they were sealed; as they are dealt, where they follow from a seed."""


class Sealed(msgspec.Struct, frozen=True):
    """A sealed run of outcomes, as it is stored."""

    name: str
    """Whose it is, used once: "roulette-1/shoe/17"."""
    commitment: str
    box: bytes
    """The encrypted opening."""


def shoe_order(decks: int, randbelow: RandBelow) -> tuple[str, ...]:
    """Every card of so many decks, the first to leave the shoe first."""
    return tuple(str(card) for card in shuffle(shoe(decks), randbelow))


def wheel_run(pockets: int, spins: int, randbelow: RandBelow) -> tuple[str, ...]:
    return tuple(str(randbelow(pockets)) for _ in range(spins))


def known_first(order: Sequence[str], known: Sequence[str], after: int) -> tuple[str, ...]:
    """The same cards with the known ones in front, behind the first `after`: for a staged table."""
    rest = list(order)
    for outcome in known:
        rest.remove(outcome)
    return (*rest[:after], *known, *rest[after:])


def commitment_of(name: str, opening: Opening, terms: Terms | None = None) -> str:
    """SHA-256 over the name, and the seed and its terms, or the salt and the outcomes; anyone can
    compute it from an opening."""
    if terms is not None:
        return seed_commitment(name, opening.salt, terms)
    order = " ".join(opening.outcomes).encode()
    return digest_of(_TAG, name.encode(), bytes.fromhex(opening.salt), order).hex()


def new_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)


def seal(
    name: str,
    outcomes: Iterable[str],
    key: bytes,
    salt: str | None = None,
    terms: Terms | None = None,
) -> Sealed:
    """An order that was drawn; or, with terms, the seed (given as the salt) of one that will be
    derived."""
    opening = Opening(salt or new_salt(), tuple(outcomes))
    nonce = secrets.token_bytes(_NONCE_BYTES)
    box = AESGCM(key).encrypt(nonce, msgspec.json.encode(opening), name.encode())
    return Sealed(name, commitment_of(name, opening, terms), nonce + box)


def unseal(sealed: Sealed, key: bytes, terms: Terms | None = None) -> Opening:
    """The opening, for the house alone; a wrong key or a changed box is told."""
    try:
        text = _decrypted(sealed, key)
    except InvalidTag:
        raise Refused(
            Code.BAD_FILE, f"{sealed.name} cannot be unsealed: another key, or a changed box"
        ) from None
    opening = msgspec.json.decode(text, type=Opening)
    if not proves(sealed.name, sealed.commitment, opening, terms):
        raise Refused(Code.BAD_FILE, f"{sealed.name} does not hold what was committed to")
    return opening


def is_sealed_with(sealed: Sealed, key: bytes) -> bool:
    try:
        _decrypted(sealed, key)
    except InvalidTag:
        return False
    return True


def _decrypted(sealed: Sealed, key: bytes) -> bytes:
    nonce, box = sealed.box[:_NONCE_BYTES], sealed.box[_NONCE_BYTES:]
    return AESGCM(key).decrypt(nonce, box, sealed.name.encode())


def proves(name: str, commitment: str, opening: Opening, terms: Terms | None = None) -> bool:
    """Whether the opening is what the commitment was made to."""
    return hmac.compare_digest(commitment_of(name, opening, terms), commitment)


def cut_of(commitment: str, entropy: Iterable[str], size: int) -> int:
    """Where an order that was drawn is cut: told by what players gave after it was committed to.
    Nobody gave: it is not cut. Whoever gives last, and knows the order, can choose the place."""
    given = tuple(entropy)
    if not given:
        return 0
    digest = hashlib.sha256(_CUT)
    for part in (commitment, *given):
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big"))
        digest.update(encoded)
    # 256 bits over a few hundred places: no place is favoured by more than one part in 2^240.
    return int.from_bytes(digest.digest(), "big") % size


def cut_order(outcomes: Sequence[str], cut: int) -> tuple[str, ...]:
    """The order as it is dealt: the top goes under the bottom."""
    return (*outcomes[cut:], *outcomes[:cut])
