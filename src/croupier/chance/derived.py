"""An order nobody has chosen: it follows from a seed that the house was bound to before anyone gave
anything, and from what the others gave, after a delay that is longer than they could give.

The house alone cannot choose, for what players give is not known when it commits. Whoever gives
last cannot, with the house or without it: what comes of a contribution is known only after the
delay, and by then nothing is taken any more.
"""

import hmac
from collections.abc import Iterable, Iterator
from itertools import count

import msgspec

from croupier.chance.delay import Delayed, digest_of, is_delayed
from croupier.chance.shuffle import RandBelow, shuffle
from croupier.kit.cards import shoe

_COMMITMENT = b"croupier/sealed/2"
_GIVEN = b"croupier/given/2"
_ORDER = b"croupier/order/2"
WORD = 4
"""Bytes that a number is made of."""
REFERENCE_US = 1.0
"""Microseconds a squaring takes a fast core of a server; special hardware may be tens of times
faster, and the check tells by how much it would have to be."""


class Terms(msgspec.Struct, frozen=True):
    """What the house is bound to besides the seed."""

    decks: int
    """Of cards; 0: it is a wheel."""
    pockets: int
    """Of a wheel; 0: it is cards."""
    size: int
    """How many outcomes follow from the seed."""
    burned: int
    """Taken off the top unseen."""
    window: int
    """Milliseconds in which players may give something, from the first of them on."""
    squarings: int
    """How many there are between what players gave and the order."""

    def text(self) -> str:
        """As it goes into the commitment."""
        return " ".join(f"{name}={getattr(self, name)}" for name in self.__struct_fields__)


def seed_commitment(name: str, seed: str, terms: Terms) -> str:
    parts = (name.encode(), bytes.fromhex(seed), terms.text().encode())
    return digest_of(_COMMITMENT, *parts).hex()


def given_digest(commitment: str, entropy: Iterable[str]) -> bytes:
    """All that was given, in its order, to this commitment alone: the delay begins with it."""
    return digest_of(_GIVEN, commitment.encode(), *(given.encode() for given in entropy))


def shows_delay(commitment: str, entropy: Iterable[str], squarings: int, delayed: Delayed) -> bool:
    """Whether the output follows from what was given, by so many squarings."""
    return is_delayed(given_digest(commitment, entropy), squarings, delayed)


def closed_in_time(open_ms: int, squarings: int) -> bool:
    """Whether contributions were closed before a fast core could have evaluated one of them."""
    return 0 <= open_ms <= squarings * REFERENCE_US / 1e3


def derived_order(name: str, seed: str, output: str, terms: Terms) -> tuple[str, ...]:
    """The whole order, as it is dealt. `output` is what the delay came to; empty: nobody gave
    anything, so there was none."""
    randbelow = stream_below(order_key(name, bytes.fromhex(seed), bytes.fromhex(output)))
    if terms.decks:
        return tuple(str(card) for card in shuffle(shoe(terms.decks), randbelow))
    return tuple(str(randbelow(terms.pockets)) for _ in range(terms.size))


def order_key(name: str, seed: bytes, output: bytes) -> bytes:
    """From which the numbers of an order follow."""
    return digest_of(_ORDER, name.encode(), seed, output)


def stream_below(key: bytes) -> RandBelow:
    """Numbers that follow from a key: HMAC-SHA-256 of 0, 1, 2 … under it, read in words of four
    bytes; a word that would favour small numbers is passed over."""
    words = _words(key)
    return lambda bound: word_below(words, bound)


def word_below(words: Iterator[int], bound: int, size: int = WORD) -> int:
    """A number below the bound, from words of so many bytes."""
    fair = 256**size - 256**size % bound
    while (word := next(words)) >= fair:
        pass
    return word % bound


def stream_blocks(key: bytes) -> Iterator[bytes]:
    for number in count():
        yield hmac.digest(key, number.to_bytes(8, "big"), "sha256")


def _words(key: bytes) -> Iterator[int]:
    for block in stream_blocks(key):
        for at in range(0, len(block), WORD):
            yield int.from_bytes(block[at : at + WORD], "big")
