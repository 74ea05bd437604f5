"""How a station signs, and how anyone checks it.

A station is a device in the hands of one account. Its id follows from both, so that a signature
under the id is one of this account with this key; the account is not named in it. What is signed is

    croupier/station-command ⏎ station's id ⏎ the message

byte for byte as it was sent: table, round, the command and its id stand in the message.
"""

from base64 import b64decode
from enum import StrEnum
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

_COMMAND = "croupier/station-command"
_REGISTERED = "croupier/station-registered"


class Algorithm(StrEnum):
    ED25519 = "ed25519"
    """The public key is its 32 bytes."""
    ECDSA_P256 = "ecdsa-p256"
    """For browsers without the other; with SHA-256. The public key is the point, not compressed, in
    65 bytes; a signature is r and s, 32 bytes each."""


def station_id(account: str, algorithm: Algorithm, public: bytes) -> str:
    text = f"croupier/station\n{account}\n{algorithm}\n".encode()
    return sha256(text + public).hexdigest()[:32]


def command_bytes(station: str, text: str) -> bytes:
    return f"{_COMMAND}\n{station}\n{text}".encode()


def registration_bytes(station: str) -> bytes:
    """Signed once, to show that whoever registers the public half has the other."""
    return f"{_REGISTERED}\n{station}\n".encode()


def is_signed(algorithm: Algorithm, public: bytes, signature: str, body: bytes) -> bool:
    try:
        raw = b64decode(signature, validate=True)
        if len(raw) != 64:
            return False
        if algorithm is Algorithm.ED25519:
            Ed25519PublicKey.from_public_bytes(public).verify(raw, body)
        else:
            r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
            key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), public)
            key.verify(encode_dss_signature(r, s), body, ECDSA(SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True
