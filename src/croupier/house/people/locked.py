"""Boxes for the store's vault: whoever can read the store, but has not the house's key, learns
neither a password's hash nor an authenticator's secret, and cannot put one in another's place."""

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.kit.errors import Code, Refused

_NONCE_BYTES = 12


class Lock:
    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, name: str, secret: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, _bound_to(name))

    def open(self, name: str, box: bytes) -> bytes:
        try:
            return self._cipher.decrypt(box[:_NONCE_BYTES], box[_NONCE_BYTES:], _bound_to(name))
        except InvalidTag:
            raise Refused(
                Code.BAD_FILE, f"{name} cannot be unlocked: another key, or a changed box"
            ) from None


def _bound_to(name: str) -> bytes:
    return f"croupier/people/{name}".encode()
