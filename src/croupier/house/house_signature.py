"""The house's own signature (Ed25519) under what it publishes.

The key that signs follows from the house's key, so there is one secret to keep; the public half can
be given to anyone, and tells nothing of it. What is signed begins with what it is for, so that a
signature under one kind of document is none under another.
"""

import hmac

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_PURPOSE = b"croupier/signature"


class HouseSignature:
    def __init__(self, key: bytes) -> None:
        """`key` is the house's own."""
        self.private = Ed25519PrivateKey.from_private_bytes(hmac.digest(key, _PURPOSE, "sha256"))
        self.public = self.private.public_key().public_bytes_raw()

    def sign(self, purpose: str, body: bytes) -> bytes:
        return self.private.sign(_signed(purpose, body))


def is_signed(public: bytes, signature: bytes, purpose: str, body: bytes) -> bool:
    """Whether whoever has the other half of this key has signed it, for this purpose."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _signed(purpose, body))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed(purpose: str, body: bytes) -> bytes:
    return b"croupier/" + purpose.encode() + b"\n" + body
