"""A delay that nobody can outrun, and a proof that it was waited for.

x is squared so many times modulo a number whose factors nobody knows: one squaring after the other,
for as long as that takes, however many machines one has. Wesolowski's proof shows anyone in a few
milliseconds that the result is right (https://eprint.iacr.org/2018/623). The number is RSA-2048 of
the RSA Factoring Challenge; elements are taken without their sign, for -1 is the one element of low
order that everybody knows.
"""

import hashlib
import re
from collections.abc import Iterator
from itertools import count, pairwise

import msgspec
from gmpy2 import invert, is_prime, is_strong_prp, mpz, powmod

MODULUS = int(
    "25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525"
    "88078440691829064124951508218929855914917618450280848912007284499268739280728777673597141834"
    "72702618963750149718246911650776133798590957000973304597488084284017974291006424586918171951"
    "18746121515172654632282216869987549182422433637259085141865462043576798423387184774447920739"
    "93423658482382428119816381501067481045166037730605620161967625613384414360383390441495263443"
    "21901146575444541784240209246165157233507787077498171257724679629263863563732899121548314381"
    "67899885040445364023527381951378636564391212010397122822120720357"
)
"""617 digits, 2048 bits; who made it has said that the factors were destroyed."""

MOST_SQUARINGS = 1_000_000_000
_BYTES = 256
_ELEMENT = re.compile(rf"[0-9a-f]{{{2 * _BYTES}}}")
_ELEMENT_TAG = b"croupier/element/2"
_PRIME_TAG = b"croupier/prime/2"
_BASES = tuple(n for n in range(2, 174) if is_prime(n))
"""The first forty primes."""
_STRIDE = 20
"""Blocks of the exponent between two powers that are kept for the proof."""


class Delayed(msgspec.Struct, frozen=True):
    """What the squarings came to, and the proof of it: each 256 bytes in hexadecimal."""

    output: str
    proof: str


def digest_of(*parts: bytes) -> bytes:
    """SHA-256 over parts, each after its length in eight bytes: no two lists read the same."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def evaluate(digest: bytes, squarings: int) -> Delayed:
    """As long as it takes. The proof adds about half of that, for powers are kept on the way."""
    x = mpz(_element_of(digest))
    # Bits of a block of the proof's exponent.
    width = max(1, squarings.bit_length() // 2 + 1)
    step = width * _STRIDE
    powers = [x]
    for _ in range(squarings // step):
        powers.append(powmod(powers[-1], mpz(1) << step, MODULUS))
    output = _unsigned(int(powmod(powers[-1], mpz(1) << squarings % step, MODULUS)))
    prime = _challenge_prime(int(x), output, squarings)
    return Delayed(_hex(output), _hex(_proof(powers, width, prime, squarings)))


def is_delayed(digest: bytes, squarings: int, delayed: Delayed) -> bool:
    """Whether the output is what so many squarings come to; a few milliseconds."""
    output, proof = _read(delayed.output), _read(delayed.proof)
    if output is None or proof is None or not 0 < squarings <= MOST_SQUARINGS:
        return False
    x = _element_of(digest)
    prime = _challenge_prime(x, output, squarings)
    rest = pow(2, squarings, prime)
    found = powmod(proof, prime, MODULUS) * powmod(x, rest, MODULUS) % MODULUS
    return _unsigned(int(found)) == output


def _element_of(digest: bytes) -> int:
    """Nobody knows a root of it; from 256 bits more than the modulus has, so none is favoured."""
    blocks = (digest_of(_ELEMENT_TAG, digest, bytes([n])) for n in range(9))
    return _unsigned(int.from_bytes(b"".join(blocks), "big") % MODULUS)


def _unsigned(element: int) -> int:
    """The smaller of an element and its negative stands for both."""
    return min(element, MODULUS - element)


def _hex(element: int) -> str:
    return f"{element:0{2 * _BYTES}x}"


def _read(text: str) -> int | None:
    element = int(text, 16) if _ELEMENT.fullmatch(text) else 0
    return element if 0 < element <= MODULUS // 2 else None


# The proof -----------------------------------------------------------------------------------


def _challenge_prime(x: int, output: int, squarings: int) -> int:
    """256 bits that follow from what is claimed: whoever claims something else meets another."""
    claimed = (x.to_bytes(_BYTES, "big"), output.to_bytes(_BYTES, "big"))
    for n in count():
        found = digest_of(_PRIME_TAG, *claimed, squarings.to_bytes(8, "big"), n.to_bytes(8, "big"))
        candidate = int.from_bytes(found, "big") | 1 << 255 | 1
        if _is_prime(candidate):
            return candidate
    raise AssertionError


def _is_prime(number: int) -> bool:
    """Miller and Rabin, to the same bases everywhere, for a number of 256 bits that a hash has
    chosen: who checks a proof must find the same prime."""
    return all(number % base and is_strong_prp(number, base) for base in _BASES)


def _proof(powers: list[mpz], width: int, prime: int, squarings: int) -> int:
    """x to the quotient of 2^squarings by the prime. The quotient is read in blocks; every power
    that was kept serves the blocks of its stride, and equal blocks are gathered first."""
    proof = mpz(1)
    for place in reversed(range(_STRIDE)):
        gathered: dict[int, mpz] = {}
        for power, block in zip(powers, _blocks(place, width, prime, squarings), strict=False):
            gathered[block] = gathered.get(block, 1) * power % MODULUS
        proof = powmod(proof, 1 << width, MODULUS) * _weighted(gathered) % MODULUS
    return _unsigned(int(proof))


def _blocks(place: int, width: int, prime: int, squarings: int) -> Iterator[int]:
    """The blocks of the quotient at this place of each stride, the lowest first."""
    above = squarings - width * (place + 1)
    if above < 0:
        return  # less than the prime: the block is nothing
    rest, down = powmod(2, above, prime), invert(powmod(2, width * _STRIDE, prime), prime)
    while above >= 0:
        yield int((rest << width) // prime)
        rest = rest * down % prime
        above -= width * _STRIDE


def _weighted(gathered: dict[int, mpz]) -> mpz:
    """The product of each to the number it was gathered under."""
    running, product = mpz(1), mpz(1)
    falling = sorted(gathered, reverse=True)
    for block, following in pairwise([*falling, 0]):
        running = running * gathered[block] % MODULUS
        product = product * powmod(running, block - following, MODULUS) % MODULUS
    return product
